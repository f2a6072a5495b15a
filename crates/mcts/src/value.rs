//! How good a position is: expected results, and results that are proven.

/// An expected result, from the view of the side to move.
///
/// # Units
/// -1 (a sure loss) to 1 (a sure win); a draw is 0.
///
/// # Examples
/// ```
/// use togyz_mcts::Value;
/// let value = Value::from_wdl(0.5, 0.25, 0.25);
/// assert!((value.get() - 0.25).abs() < 1e-6);
/// assert!((value.turned().get() + 0.25).abs() < 1e-6);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Value(f32);

impl Value {
    /// A sure win.
    pub const WIN: Value = Value(1.0);
    /// A sure draw, or even chances.
    pub const DRAW: Value = Value(0.0);
    /// A sure loss.
    pub const LOSS: Value = Value(-1.0);

    /// The value nearest to `value` within -1..=1.
    #[must_use]
    pub const fn new(value: f32) -> Value {
        Value(value.clamp(-1.0, 1.0))
    }

    /// The mean of win, draw and loss with these probabilities.
    #[must_use]
    pub fn from_wdl(win: f32, draw: f32, loss: f32) -> Value {
        debug_assert!((win + draw + loss - 1.0).abs() < 1e-3, "not probabilities");
        Value::new(win - loss)
    }

    /// The number.
    #[must_use]
    pub const fn get(self) -> f32 {
        self.0
    }

    /// The same position as the other side sees it. The one change of view there is.
    #[must_use]
    pub fn turned(self) -> Value {
        Value(-self.0)
    }

    /// The share of the points the side to move expects: wins and half of the draws.
    ///
    /// # Units
    /// 0 to 1.
    #[must_use]
    pub fn points(self) -> f32 {
        0.5 * (self.0 + 1.0)
    }
}

/// A result that is certain under best play, from the view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Proof {
    /// The side to move wins.
    Win,
    /// Neither side can do better than a draw.
    Draw,
    /// The side to move loses whatever it plays.
    Loss,
}

impl Proof {
    /// The value that is proven.
    #[must_use]
    pub const fn value(self) -> Value {
        match self {
            Proof::Win => Value::WIN,
            Proof::Draw => Value::DRAW,
            Proof::Loss => Value::LOSS,
        }
    }

    /// The same proof as the other side sees it.
    #[must_use]
    pub const fn turned(self) -> Proof {
        match self {
            Proof::Win => Proof::Loss,
            Proof::Draw => Proof::Draw,
            Proof::Loss => Proof::Win,
        }
    }
}
