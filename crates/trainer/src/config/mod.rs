//! What a run is told: the TOML file, section by section.
//!
//! Every key must be written out (the shipped files in `configs/` do, with unit, effect and source),
//! so that a run's copy of its config says everything that decided its result.

mod check;
mod derived;
mod error;
mod load;
#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

pub(crate) use check::MAX_GENERATIONS;
pub use error::ConfigError;
pub use load::ConfigSource;

/// A whole training run.
///
/// # Examples
/// ```
/// use togyz_trainer::{ConfigSource, TrainConfig};
/// let config = TrainConfig::load(&ConfigSource::Quick, &["run.seed=7".to_owned()])?;
/// assert_eq!(config.run.seed, 7);
/// let wrong = TrainConfig::load(&ConfigSource::Quick, &["run.sed=7".to_owned()]);
/// assert!(wrong.unwrap_err().to_string().contains("did you mean `seed`?"));
/// # Ok::<(), togyz_trainer::ConfigError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainConfig {
    /// The run as a whole.
    pub run: RunConfig,
    /// The network.
    pub net: NetSection,
    /// Games of self-play.
    pub selfplay: SelfPlayConfig,
    /// Where self-play games begin.
    pub starts: StartsConfig,
    /// How much chance there is in the moves of self-play.
    pub temperature: TemperatureConfig,
    /// The tree search of self-play.
    pub search: SearchConfig,
    /// Which samples are learnt from.
    pub replay: ReplayConfig,
    /// How they are learnt from.
    pub learner: LearnerSection,
    /// How progress is measured.
    pub evaluation: EvaluationConfig,
    /// The levels exported at the end.
    pub levels: Vec<LevelConfig>,
}

/// `[run]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RunConfig {
    /// The folder the run writes to.
    pub dir: String,
    /// The one source of all randomness.
    pub seed: u64,
    /// Rounds of self-play and learning.
    pub generations: u32,
    /// Threads of self-play and evaluation; 0 = all cores.
    pub workers: u32,
    /// Whether the next generation's games are played while this one is learnt. All cores stay
    /// busy, and games are played by the model of one generation before.
    pub overlap: bool,
    /// burn's backend: `flex`, `ndarray`, `wgpu` or `cuda`.
    pub device: String,
    /// Minutes after which no further generation begins; 0 = no limit.
    pub max_minutes: f64,
    /// Free space below which the run stops, MiB.
    pub min_free_disk_mib: u64,
    /// Newest checkpoints kept besides those of levels; 0 = all.
    pub keep_checkpoints: u32,
    /// Whether shards that no window can need again stay in the run's folder.
    #[serde(default = "keep")]
    pub keep_shards: bool,
    /// The folder of the endgame tables that the program does not carry.
    pub tables: String,
}

/// Configs from before the key kept all.
fn keep() -> bool {
    true
}

/// `[net]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetSection {
    /// Whether the network sees what each hole's sowing would capture.
    pub captures: bool,
    /// Widths of the hidden layers.
    pub trunk: Vec<usize>,
    /// Generations at the start that a smaller network plays and learns; 0 = off.
    pub small_generations: u32,
    /// Widths of the smaller network.
    pub small_trunk: Vec<usize>,
    /// Whether the network begins with the weights of the teacher, which has its shape, and not with random ones.
    #[serde(default)]
    pub inherit: bool,
    /// How often the network that takes over learns from each sample of the window, at first.
    pub grow_passes: f64,
    /// Whether the training-only heads (reply, yields) exist.
    pub auxiliary: bool,
    /// Whether exported models compute in integers: about twice as fast.
    pub quantize: bool,
}

/// What generation 0 plays with, having no network yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bootstrap {
    /// Equal priors, value 0: nothing is known but the rules.
    Uniform,
    /// Equal priors, the value a squashed kazan difference: a little knowledge, a faster start.
    Kazan,
    /// Games of the classical search with its fitted table: a teacher, for the fastest start.
    Classical,
}

/// `[selfplay]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SelfPlayConfig {
    /// The model file that plays generation 0 in place of `bootstrap`; empty = none.
    pub teacher: String,
    /// Generation 0's evaluator.
    pub bootstrap: Bootstrap,
    /// Games of generation 0.
    pub bootstrap_games: u32,
    /// Simulations of every search of generation 0; nodes, where the classical search plays it.
    pub bootstrap_simulations: u32,
    /// Games of generation 1.
    pub games: u32,
    /// Games of the last generation; those between lie on a geometric line.
    pub games_last: u32,
    /// Simulations of a full search in generation 1.
    pub simulations: u32,
    /// The same in the last generation.
    pub simulations_last: u32,
    /// The share of moves searched in full, with noise, and recorded; 1 = playout cap off.
    pub full_probability: f64,
    /// A fast search's simulations as a share of a full one's.
    pub fast_share: f64,
    /// The weight of samples of fast searches, for value targets only; 0 = not recorded.
    pub fast_weight: f32,
    /// Visits from which a move that a full search looked at and did not play becomes a sample of
    /// its value; 0 = off.
    pub child_visits: u32,
    /// The weight of such samples.
    pub child_weight: f32,
    /// The share of a game's sample weight given out by surprise; 0 = off.
    pub surprise_weight: f32,
    /// The weight of samples after 82; 0 = games stop at 82.
    pub play_on_weight: f32,
    /// Balls on the board from which on the endgame tables end a game; 0 = off.
    pub table_balls: u8,
    /// Half-moves after which a game is a draw.
    pub max_plies: u32,
    /// Games in one shard: what a kill can lose for each worker.
    pub games_per_shard: u32,
}

/// `[starts]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StartsConfig {
    /// Random half-moves at the start of a game, fewest and most.
    pub opening_plies: [u32; 2],
    /// The share of games from late positions reached by random play.
    pub late_share: f64,
    /// Random half-moves to a late position, fewest and most.
    pub late_plies: [u32; 2],
    /// The share of games forked from a position of the replay window by a random move.
    pub fork_share: f64,
    /// How strongly starts that nobody has won are preferred: the exponent of `1 - value^2`.
    pub balance: f64,
}

/// `[temperature]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TemperatureConfig {
    /// At the start of a game.
    pub start: f32,
    /// Searched half-moves it stays there.
    pub plies: u32,
    /// Half-moves in which the distance to `end` halves, after that; 0 = at once.
    pub half_life: f32,
    /// What it falls to.
    pub end: f32,
}

/// How a full search explores at its root.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Root {
    /// PUCT with Dirichlet noise and forced playouts; what configs from before the key did.
    #[default]
    Puct,
    /// Gumbel noise and sequential halving.
    Gumbel,
}

/// `[search]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchConfig {
    /// PUCT's exploration constant.
    pub c_puct: f32,
    /// First-play urgency reduction.
    pub fpu_reduction: f32,
    /// How full searches explore at the root.
    #[serde(default)]
    pub root: Root,
    /// Root moves that sequential halving looks at.
    #[serde(default = "gumbel_moves")]
    pub gumbel_moves: u32,
    /// How much values weigh against priors at once, in visits.
    #[serde(default = "gumbel_visit")]
    pub gumbel_visit: f32,
    /// How much values weigh against priors.
    #[serde(default = "gumbel_scale")]
    pub gumbel_scale: f32,
    /// The share of noise in the root's priors; 0 = off.
    pub noise_epsilon: f32,
    /// The sum of the Dirichlet parameters over the legal moves.
    pub noise_alpha_total: f32,
    /// The temperature of the root's priors; 1 = off.
    pub root_policy_temperature: f32,
    /// Forced playouts at a noisy root, pruned from the policy target; 0 = off.
    pub forced_playouts: f32,
    /// How much the expected margin adds to a value, as a tie-break; 0 = off.
    pub margin_weight: f32,
}

/// As in the configs that ship, for those from before the key; no search at a root of theirs asks for it.
fn gumbel_moves() -> u32 {
    9
}

/// As [`gumbel_moves`].
fn gumbel_visit() -> f32 {
    50.0
}

/// As [`gumbel_moves`].
fn gumbel_scale() -> f32 {
    1.0
}

/// `[replay]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReplayConfig {
    /// Rows before the first step; also the scale of the window's growth.
    pub min_rows: u64,
    /// The exponent of the window's growth.
    pub window_exponent: f64,
    /// The window's first growth, rows a new row.
    pub window_expand: f64,
    /// The most memory the window takes, MiB.
    pub max_mib: u64,
    /// Samples drawn for each new row, at most.
    pub samples_per_row: f64,
    /// Whether equal positions of the window become one sample.
    pub average_duplicates: bool,
    /// Generations after which a game is not learnt from any more; 0 = no limit.
    pub max_staleness: u32,
}

/// `[learner]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnerSection {
    /// Samples in a step.
    pub batch: usize,
    /// The share of the run in which the rate climbs.
    pub warmup: f64,
    /// The highest learning rate.
    pub rate_peak: f64,
    /// The rate at which the last drop begins.
    pub rate_end: f64,
    /// The share of the run, at its end, at the last rate; 0 = off.
    pub drop_share: f64,
    /// The rate of the last drop.
    pub rate_final: f64,
    /// AdamW's weight decay.
    pub weight_decay: f32,
    /// The largest norm of a step's gradient.
    pub clip: f32,
    /// The share of the old average kept each step in the averaged weights.
    pub average_decay: f32,
    /// The share of the game's result in the value target; the search's value is the rest.
    pub outcome_share: f32,
    /// How far the search's part of the value target looks ahead along the game, TD(lambda): 0 = the
    /// position's own search, 1 = the result.
    pub trace_decay: f32,
    /// The weight of the policy's loss.
    pub policy_weight: f32,
    /// The weight of the win/draw/loss loss.
    pub value_weight: f32,
    /// The weight of the margin's loss.
    pub margin_weight: f32,
    /// The weight of the reply's loss.
    pub reply_weight: f32,
    /// The weight of the yields' loss.
    pub yields_weight: f32,
    /// Steps between two lines of metrics.
    pub report_every: u32,
}

/// `[evaluation]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvaluationConfig {
    /// Generations between evaluations (the last is always evaluated); 0 = never.
    pub every: u32,
    /// Games against each anchor, half with each colour.
    pub games: u32,
    /// Games against each anchor after the last generation.
    pub games_last: u32,
    /// Specs of the fixed opponents.
    pub anchors: Vec<String>,
    /// Whether the checkpoint before is an opponent too.
    pub previous: bool,
    /// The network's simulations a move.
    pub simulations: u32,
    /// The openings, one for each pair, as `evaluate --openings` reads them.
    pub openings: String,
    /// Half-moves after which a game is a draw.
    pub max_plies: u32,
    /// Points (0 to 1) at which an anchor is beaten so clearly that it is left out until the last
    /// generation; 1 = never.
    pub skip_above: f64,
}

/// `[[levels]]`
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LevelConfig {
    /// The level's name.
    pub name: String,
    /// Which checkpoint it plays, as a share of the run: 0 = the first, 1 = the last.
    pub at: f64,
    /// Its simulations a move.
    pub simulations: u32,
    /// Its temperature.
    pub temperature: f32,
    /// How much win chance it may give away with a move.
    pub max_loss: f32,
}
