//! What is simulated: the run, the workers, the store and the learner.

/// A run over a shared store.
///
/// # Units
/// Seconds, bytes, and counts a second.
#[derive(Clone, Debug, clap::Args)]
pub(crate) struct Plan {
    /// Threads of a worker, each playing one shard at a time
    #[arg(long, default_value_t = 8)]
    pub(crate) threads: u32,
    /// Generations of the run
    #[arg(long, default_value_t = 8)]
    pub(crate) generations: u32,
    /// Shards of a generation for each thread there is
    #[arg(long, default_value_t = 10)]
    pub(crate) shards_per_thread: u32,
    /// Games of a generation, instead
    #[arg(long)]
    pub(crate) games: Option<u32>,
    /// Games of a shard
    #[arg(long, default_value_t = 25)]
    pub(crate) games_per_shard: u32,
    /// Time of a game on one thread
    #[arg(long, default_value_t = 2.0)]
    pub(crate) game_seconds: f64,
    /// How much that varies from game to game: the deviation of its logarithm
    #[arg(long, default_value_t = 0.4)]
    pub(crate) game_spread: f64,
    /// Samples of a game
    #[arg(long, default_value_t = 250.0)]
    pub(crate) game_samples: f64,
    /// A game's bytes in a shard
    #[arg(long, default_value_t = 4400.0)]
    pub(crate) game_bytes: f64,
    /// Bytes of an exported model
    #[arg(long, default_value_t = 1.7e6)]
    pub(crate) model_bytes: f64,
    /// Bytes of the order, the config and the positions to fork from
    #[arg(long, default_value_t = 1e6)]
    pub(crate) order_bytes: f64,
    /// Time between two looks for something new: `--poll` of the programs
    #[arg(long, default_value_t = 2.0)]
    pub(crate) poll: f64,
    /// The lease's term: `--term` of the learner
    #[arg(long, default_value_t = 60.0)]
    pub(crate) term: f64,
    /// Whether games are played while the generation before is learnt: `run.overlap`
    #[arg(long, default_value_t = true, action = clap::ArgAction::Set)]
    pub(crate) overlap: bool,
    /// Time of one request, besides what it waits for
    #[arg(long, default_value_t = 0.03)]
    pub(crate) latency: f64,
    /// Lists and reads that the store answers a second
    #[arg(long, default_value_t = 5500.0)]
    pub(crate) reads: f64,
    /// Writes that the store takes a second
    #[arg(long, default_value_t = 3500.0)]
    pub(crate) writes: f64,
    /// Bytes a second out of the store
    #[arg(long, default_value_t = 10e9)]
    pub(crate) bandwidth: f64,
    /// Threads with which the learner reads and checks shards
    #[arg(long, default_value_t = 16)]
    pub(crate) ingest_threads: u32,
    /// Games a second that one of them decodes and plays again
    #[arg(long, default_value_t = 22_000.0)]
    pub(crate) ingest_rate: f64,
    /// Games a second that the window takes in, which is one thread's work
    #[arg(long, default_value_t = 120_000.0)]
    pub(crate) window_rate: f64,
    /// Time of a step of learning
    #[arg(long, default_value_t = 0.0073)]
    pub(crate) step_seconds: f64,
    /// Samples of a step
    #[arg(long, default_value_t = 1024.0)]
    pub(crate) batch: f64,
    /// Samples drawn for each new one: `replay.samples_per_row`
    #[arg(long, default_value_t = 2.0)]
    pub(crate) samples_per_row: f64,
    /// The source of all chance
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
}

impl Plan {
    /// Games of a generation for so many workers.
    pub(crate) fn games(&self, workers: u32) -> u32 {
        let shards = workers * self.threads * self.shards_per_thread;
        self.games.unwrap_or(shards * self.games_per_shard)
    }

    /// Shards of a generation.
    pub(crate) fn shards(&self, workers: u32) -> u32 {
        self.games(workers).div_ceil(self.games_per_shard)
    }

    /// Time of a generation's learning.
    pub(crate) fn learning(&self, workers: u32) -> f64 {
        let drawn = f64::from(self.games(workers)) * self.game_samples * self.samples_per_row;
        (drawn / self.batch).floor() * self.step_seconds
    }

    /// Bytes that a worker reads when a generation begins.
    pub(crate) fn pickup_bytes(&self) -> f64 {
        self.model_bytes + self.order_bytes
    }
}

#[cfg(test)]
impl Plan {
    /// The default of the command line.
    pub(crate) fn default_plan() -> Plan {
        use clap::{Args, FromArgMatches};
        let command = Plan::augment_args(clap::Command::new("plan"));
        let matches = command.get_matches_from(["plan"]);
        Plan::from_arg_matches(&matches).expect("the defaults are whole")
    }
}
