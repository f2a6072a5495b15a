//! The player that a command line names.

use std::path::PathBuf;

use clap::Args;
use togyz_players::PlayerSpec;

/// Who thinks.
#[derive(Args, Clone, Debug)]
pub struct PlayerArgs {
    /// This level (`play levels` lists them) [default: the strongest; classical for other variants]
    #[arg(long, value_name = "NAME", group = "player")]
    pub level: Option<String>,
    /// A model file
    #[arg(long, value_name = "FILE", group = "player")]
    pub model: Option<PathBuf>,
    /// A checkpoint, or the newest one of a run
    #[arg(long, value_name = "DIR", group = "player")]
    pub checkpoint: Option<PathBuf>,
    /// Any player, such as `classical,depth=8`
    #[arg(long, value_name = "SPEC", group = "player")]
    pub engine: Option<PlayerSpec>,
}

impl PlayerArgs {
    /// The player, if one is named.
    #[must_use]
    pub fn spec(&self) -> Option<PlayerSpec> {
        let model = || self.model.as_ref().map(PlayerSpec::model);
        let checkpoint = || self.checkpoint.as_ref().map(PlayerSpec::checkpoint);
        let level = || self.level.as_ref().map(PlayerSpec::level);
        let engine = self.engine.clone();
        engine.or_else(model).or_else(checkpoint).or_else(level)
    }
}
