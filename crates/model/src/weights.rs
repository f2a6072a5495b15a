//! The numbers of a model, as they stand in its file.

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::error::ModelError;
use crate::features::{FeatureSet, MAX_ACTIVE, ROWS};
use crate::prediction::{OUTCOMES, POLICY};

/// The most layers a trunk may have.
pub const MAX_LAYERS: usize = 8;

/// The most units a layer may have.
pub const MAX_WIDTH: usize = 2048;

/// The largest weight or bias, in absolute value. Trained weights stay far below; anything above
/// comes from a diverged run or a damaged file.
pub const MAX_WEIGHT: f32 = 1000.0;

/// The largest sum that may arise inside a forward pass, whatever the position. It leaves room for
/// rounding below the largest f32, so outputs are always finite.
const MAX_SUM: f64 = 1e30;

/// A fully connected layer: `y = weight * x + bias`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Dense {
    /// The length of `x`.
    pub inputs: u32,
    /// The length of `y`.
    pub outputs: u32,
    /// # Shapes
    /// `[outputs, inputs]`, row major.
    pub weight: Vec<f32>,
    /// # Shapes
    /// `[outputs]`.
    pub bias: Vec<f32>,
}

/// All weights of a model.
///
/// The trunk is a sum of table rows, then dense layers, each followed by ReLU (`max(x, 0)`); the
/// three heads read the last layer of the trunk and are linear.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Weights {
    /// One row for each input of [`Features`](crate::Features).
    ///
    /// # Shapes
    /// `[rows, trunk[0]]`, row major; rows as [`FeatureSet::rows`] of the header's version says.
    pub table: Vec<f32>,
    /// # Shapes
    /// `[trunk[0]]`.
    pub bias: Vec<f32>,
    /// Layer `i` goes from `trunk[i]` to `trunk[i + 1]` units.
    pub layers: Vec<Dense>,
    /// Logits of the nine holes of the side to move.
    ///
    /// # Shapes
    /// `trunk.last() -> 9`.
    pub policy: Dense,
    /// Logits of win, draw and loss for the side to move.
    ///
    /// # Shapes
    /// `trunk.last() -> 3`.
    pub wdl: Dense,
    /// The final ball difference, from the side to move's view.
    ///
    /// # Shapes
    /// `trunk.last() -> 1`.
    ///
    /// # Units
    /// 40 balls, see [`BALLS_PER_MARGIN`](crate::BALLS_PER_MARGIN).
    pub margin: Dense,
}

impl Dense {
    /// Uniform weights within `+-sqrt(3 / inputs)`, so that outputs have about the variance of the
    /// inputs, and biases within a tenth of that.
    ///
    /// # Shapes
    /// `inputs -> outputs`.
    #[must_use]
    pub fn random(inputs: u32, outputs: u32, rng: &mut impl Rng) -> Dense {
        let bound = (3.0 / inputs.max(1) as f32).sqrt();
        let mut draw = |count: usize, bound: f32| uniform(count, bound, rng);
        Dense {
            inputs,
            outputs,
            weight: draw(inputs as usize * outputs as usize, bound),
            bias: draw(outputs as usize, bound / 10.0),
        }
    }

    fn check(&self, layer: &str, inputs: usize, outputs: usize) -> Result<(), ModelError> {
        let shape = |what: &str, found: usize, expected: usize| {
            check_length(&format!("{layer} {what}"), found, expected)
        };
        shape("inputs", self.inputs as usize, inputs)?;
        shape("outputs", self.outputs as usize, outputs)?;
        shape("weights", self.weight.len(), inputs * outputs)?;
        shape("biases", self.bias.len(), outputs)?;
        check_values(&format!("{layer} weights"), &self.weight)?;
        check_values(&format!("{layer} biases"), &self.bias)
    }

    /// The largest absolute output for inputs of at most `input` in absolute value.
    fn largest_output(&self, input: f64) -> f64 {
        let rows = self.weight.chunks_exact(self.inputs.max(1) as usize);
        rows.zip(&self.bias)
            .map(|(row, bias)| magnitude(row) * input + f64::from(bias.abs()))
            .fold(0.0, f64::max)
    }
}

impl Weights {
    /// Random weights for a trunk of these widths: an untrained model, for tests and as a start.
    ///
    /// The same trunk and generator state give the same weights on every machine.
    ///
    /// # Shapes
    /// `trunk` holds the widths of the layers, such as `[256, 32, 32]`.
    ///
    /// # Examples
    /// ```
    /// use rand::SeedableRng;
    /// use togyz_model::{Model, ModelHeader, Weights};
    /// let mut rng = rand_chacha::ChaCha8Rng::seed_from_u64(1);
    /// let weights = Weights::random(&[64, 16], &mut rng);
    /// let model = Model::new(ModelHeader::new(&[64, 16]), weights)?;
    /// assert_eq!(model.header().trunk, [64, 16]);
    /// # Ok::<(), togyz_model::ModelError>(())
    /// ```
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "nine and three outputs")]
    pub fn random(trunk: &[u32], rng: &mut impl Rng) -> Weights {
        let first = trunk.first().copied().unwrap_or(0);
        let last = trunk.last().copied().unwrap_or(0);
        let bound = (3.0 / MAX_ACTIVE as f32).sqrt();
        Weights {
            table: uniform(ROWS * first as usize, bound, rng),
            bias: uniform(first as usize, bound / 10.0, rng),
            layers: trunk
                .windows(2)
                .map(|widths| Dense::random(widths[0], widths[1], rng))
                .collect(),
            policy: Dense::random(last, POLICY as u32, rng),
            wdl: Dense::random(last, OUTCOMES as u32, rng),
            margin: Dense::random(last, 1, rng),
        }
    }

    /// Whether the weights fit the trunk, are finite and within bounds, and cannot overflow.
    ///
    /// # Errors
    /// [`ModelError`] naming the layer and what is wrong with it.
    pub(crate) fn check(&self, features: FeatureSet, trunk: &[u32]) -> Result<(), ModelError> {
        let widths = 1..=MAX_WIDTH;
        let valid_trunk = (1..=MAX_LAYERS).contains(&trunk.len())
            && trunk
                .iter()
                .all(|&width| widths.contains(&(width as usize)));
        let (true, Some(&first), Some(&last)) = (valid_trunk, trunk.first(), trunk.last()) else {
            return Err(ModelError::Trunk(trunk.to_vec()));
        };
        let (first, last) = (first as usize, last as usize);
        check_length("table", self.table.len(), features.rows() * first)?;
        check_length("table biases", self.bias.len(), first)?;
        check_length("trunk layers", self.layers.len(), trunk.len() - 1)?;
        check_values("table", &self.table)?;
        check_values("table biases", &self.bias)?;
        for (index, (layer, widths)) in self.layers.iter().zip(trunk.windows(2)).enumerate() {
            let (inputs, outputs) = (widths[0] as usize, widths[1] as usize);
            layer.check(&format!("layer {}", index + 1), inputs, outputs)?;
        }
        self.policy.check("policy", last, POLICY)?;
        self.wdl.check("wdl", last, OUTCOMES)?;
        self.margin.check("margin", last, 1)?;
        self.check_overflow()
    }

    /// Follows the largest value that each layer could reach.
    fn check_overflow(&self) -> Result<(), ModelError> {
        let largest = |values: &[f32]| values.iter().fold(0_f32, |max, v| max.max(v.abs()));
        let first =
            f64::from(largest(&self.table)) * MAX_ACTIVE as f64 + f64::from(largest(&self.bias));
        let trunk = self
            .layers
            .iter()
            .fold(first, |input, layer| layer.largest_output(input).max(input));
        let heads = [&self.policy, &self.wdl, &self.margin]
            .map(|head| head.largest_output(trunk))
            .into_iter()
            .fold(trunk, f64::max);
        if heads > MAX_SUM {
            return Err(ModelError::Overflow);
        }
        Ok(())
    }
}

fn magnitude(row: &[f32]) -> f64 {
    row.iter().map(|weight| f64::from(weight.abs())).sum()
}

fn uniform(count: usize, bound: f32, rng: &mut impl Rng) -> Vec<f32> {
    (0..count)
        .map(|_| (2.0 * rng.random::<f32>() - 1.0) * bound)
        .collect()
}

fn check_length(what: &str, found: usize, expected: usize) -> Result<(), ModelError> {
    if found == expected {
        Ok(())
    } else {
        Err(ModelError::Shape {
            what: what.to_owned(),
            found,
            expected,
        })
    }
}

fn check_values(what: &str, values: &[f32]) -> Result<(), ModelError> {
    // A NaN is not within the bounds either.
    let bounds = -MAX_WEIGHT..=MAX_WEIGHT;
    match values.iter().find(|value| !bounds.contains(value)) {
        None => Ok(()),
        Some(&value) => Err(ModelError::Value {
            what: what.to_owned(),
            value,
        }),
    }
}
