//! The constants of the search, and how long it runs.

use std::time::Duration;

/// How the tree is searched; the same in play and in training.
///
/// # Examples
/// ```
/// use togyz_mcts::MctsConfig;
/// let config = MctsConfig { c_puct: 1.2, ..MctsConfig::default() };
/// assert!(config.check().is_ok());
/// assert!(MctsConfig { c_puct: f32::NAN, ..config }.check().is_err());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct MctsConfig {
    /// Weight of exploration against value.
    ///
    /// # Units
    /// Of value; 0 or more. Higher looks wider.
    ///
    /// # Source
    /// Silver et al. 2018 (AlphaZero), `c_init`.
    pub c_puct: f32,
    /// How fast exploration grows with the visits of a node: `c = c_puct + c_factor * ln(1 + N / c_base)`.
    pub c_factor: f32,
    /// From about how many visits on exploration grows.
    ///
    /// # Units
    /// Visits, above 0.
    ///
    /// # Source
    /// AlphaZero `c_base`; KataGo `cpuctExplorationBase` is 500.
    pub c_base: f32,
    /// First-play urgency: how much worse than its parent an unvisited move is taken to be, times
    /// the square root of the prior mass that has been visited.
    ///
    /// # Units
    /// Of value.
    ///
    /// # Source
    /// KataGo `fpuReductionMax`.
    pub fpu_reduction: f32,
    /// The same at the root, where missing a move costs most.
    pub root_fpu_reduction: f32,
    /// What a margin of all the balls adds to the value: a tie-break between equal results.
    ///
    /// # Units
    /// Of value for 162 balls. 0 plays for the result alone.
    pub margin_weight: f32,
    /// The most simulations that are made below one node before the way from the root is chosen
    /// anew: what lies there is in the processor's caches then. 1 = each begins at the root, as in
    /// every search for self-play.
    pub local_simulations: u32,
    /// The most positions the tree holds. A full tree goes on with the nodes it has: new leaves
    /// are evaluated and counted, but not kept.
    ///
    /// # Units
    /// Nodes; see [`MctsConfig::nodes_in`] for bytes.
    pub max_nodes: u32,
}

impl Default for MctsConfig {
    fn default() -> MctsConfig {
        MctsConfig {
            c_puct: 1.0,
            c_factor: 0.0,
            c_base: 500.0,
            fpu_reduction: 0.2,
            root_fpu_reduction: 0.1,
            margin_weight: 0.02,
            local_simulations: 32,
            max_nodes: 1 << 20,
        }
    }
}

/// A constant that no search can run with.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{key} is {value}, but must be {expected}")]
pub struct ConfigError {
    /// The field.
    pub key: &'static str,
    /// What it is.
    pub value: f64,
    /// What it may be.
    pub expected: &'static str,
}

/// An error unless `value` is within the range.
pub(crate) fn within(
    key: &'static str,
    value: f32,
    range: std::ops::RangeInclusive<f32>,
    expected: &'static str,
) -> Result<(), ConfigError> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(ConfigError {
        key,
        value: f64::from(value),
        expected,
    })
}

impl MctsConfig {
    /// Whether a search can run with these constants.
    ///
    /// # Errors
    /// [`ConfigError`] names the first constant that is out of its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        within("c_puct", self.c_puct, 0.0..=100.0, "0 to 100")?;
        within("c_factor", self.c_factor, 0.0..=100.0, "0 to 100")?;
        within("c_base", self.c_base, 1.0..=1e9, "1 to 1e9")?;
        within("fpu_reduction", self.fpu_reduction, -2.0..=2.0, "-2 to 2")?;
        let root = self.root_fpu_reduction;
        within("root_fpu_reduction", root, -2.0..=2.0, "-2 to 2")?;
        within("margin_weight", self.margin_weight, 0.0..=1.0, "0 to 1")?;
        if self.local_simulations == 0 {
            return Err(ConfigError {
                key: "local_simulations",
                value: 0.0,
                expected: "1 or more",
            });
        }
        if !(2..=crate::arena::MAX_NODES).contains(&self.max_nodes) {
            return Err(ConfigError {
                key: "max_nodes",
                value: f64::from(self.max_nodes),
                expected: "2 to 2^28 - 1",
            });
        }
        Ok(())
    }

    /// The `max_nodes` whose tree never takes more than `bytes`, both arenas together.
    #[must_use]
    pub fn nodes_in(bytes: u64) -> u32 {
        let nodes = bytes / crate::arena::BYTES_PER_NODE;
        u32::try_from(nodes)
            .unwrap_or(u32::MAX)
            .clamp(2, crate::arena::MAX_NODES)
    }

    /// The most bytes that a tree of so many nodes takes.
    #[must_use]
    pub fn bytes_of(nodes: u32) -> u64 {
        u64::from(nodes) * crate::arena::BYTES_PER_NODE
    }
}

/// Exploration for self-play; [`PlaySearch`](crate::PlaySearch) knows none of it.
#[derive(Clone, Debug, PartialEq)]
pub struct NoiseConfig {
    /// Share of the root's priors that is noise.
    ///
    /// # Source
    /// Silver et al. 2018: 0.25.
    pub epsilon: f32,
    /// Sum of the concentrations of the Dirichlet noise; each move gets `alpha_total / moves`.
    ///
    /// # Source
    /// KataGo `rootDirichletNoiseTotalConcentration` 10.83.
    pub alpha_total: f32,
    /// The root's priors are raised to `1 / temperature` before noise: above 1 flattens them.
    ///
    /// # Source
    /// KataGo `rootPolicyTemperature` 1.1 to 1.25.
    pub root_policy_temperature: f32,
    /// First-play urgency reduction at a root with noise, instead of
    /// [`MctsConfig::root_fpu_reduction`].
    ///
    /// # Source
    /// KataGo: 0.
    pub root_fpu_reduction: f32,
    /// `k` of the forced playouts: a root move that has been tried gets at least
    /// `sqrt(k * prior * visits)` visits; what was forced is taken out of the policy target. 0 is off.
    ///
    /// # Source
    /// Wu 2019 (KataGo, arXiv 1902.10565), section 3.2: 2.
    pub forced_playouts: f32,
}

impl Default for NoiseConfig {
    fn default() -> NoiseConfig {
        NoiseConfig {
            epsilon: 0.25,
            alpha_total: 10.0,
            root_policy_temperature: 1.1,
            root_fpu_reduction: 0.0,
            forced_playouts: 2.0,
        }
    }
}

impl NoiseConfig {
    /// Whether a search can run with these constants.
    ///
    /// # Errors
    /// [`ConfigError`] names the first constant that is out of its range.
    pub fn check(&self) -> Result<(), ConfigError> {
        within("epsilon", self.epsilon, 0.0..=1.0, "0 to 1")?;
        within(
            "alpha_total",
            self.alpha_total,
            0.01..=1000.0,
            "0.01 to 1000",
        )?;
        let temperature = self.root_policy_temperature;
        within(
            "root_policy_temperature",
            temperature,
            0.1..=10.0,
            "0.1 to 10",
        )?;
        let reduction = self.root_fpu_reduction;
        within("root_fpu_reduction", reduction, -2.0..=2.0, "-2 to 2")?;
        within(
            "forced_playouts",
            self.forced_playouts,
            0.0..=100.0,
            "0 to 100",
        )
    }
}

/// When a search ends; whichever comes first. With no limit at all it ends when the tree is full.
///
/// A proven root ends it too, and so does the stop flag.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// New simulations of this call, beyond the visits of a tree that was kept. 0 asks the
    /// evaluator alone.
    pub simulations: Option<u32>,
    /// Positions given to the evaluator in this call, the root among them. Simulations that end in
    /// known results cost none; there are at most eight simulations a node.
    pub nodes: Option<u32>,
    /// Time since the call began, by the clock that was passed in; looked at every 16 simulations.
    pub time: Option<Duration>,
}

impl Limits {
    /// A limit by simulations alone.
    #[must_use]
    pub fn simulations(simulations: u32) -> Limits {
        Limits {
            simulations: Some(simulations),
            ..Limits::default()
        }
    }

    /// A limit by time alone.
    #[must_use]
    pub fn time(time: Duration) -> Limits {
        Limits {
            time: Some(time),
            ..Limits::default()
        }
    }
}
