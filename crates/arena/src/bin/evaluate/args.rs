//! The command line.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, Subcommand};
use togyz_arena::{DEFAULT_MAX_PLIES, MatchConfig, Openings, SprtConfig, TuneKey};
use togyz_players::{Budget, PlayerSpec};
use togyz_rules::Variant;

/// Plays matches between players and tells who is stronger, with error bars.
///
/// Players: level:NAME, checkpoint:PATH, model:PATH, classical, greedy, random, with settings such
/// as `,sims=400` or `,nodes=1000`. Exit code 1: the test (--sprt) is negative; 2: an error; 130:
/// interrupted, the finished games are kept.
#[derive(Parser)]
#[command(name = "evaluate", version, args_conflicts_with_subcommands = true)]
#[command(subcommand_negates_reqs = true, arg_required_else_help = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) versus: Versus,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Plays matches among many players and rates them all.
    Ladder(Ladder),
    /// Tunes search constants by games between two settings of one player (SPSA).
    Tune(Tune),
    /// Measures speed; the node count of the classical search is its signature.
    Bench(Bench),
    /// Converts a model file to one whose forward pass is in integers, several times as fast.
    Quantize(Quantize),
}

/// A match of two. The players are optional only because a subcommand does without them.
#[derive(clap::Args)]
pub(crate) struct Versus {
    /// The player whose result is told.
    #[arg(required = true)]
    pub(crate) a: Option<PlayerSpec>,
    /// Its opponent.
    #[arg(required = true)]
    pub(crate) b: Option<PlayerSpec>,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// Write the games to this file, one line of JSON each, and continue it if it is there.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Stop when it is clear which Elo difference holds: ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA.
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    pub(crate) sprt: Option<SprtConfig>,
}

/// A table of many.
#[derive(clap::Args)]
pub(crate) struct Ladder {
    /// The players, the weakest first.
    #[arg(required = true, num_args = 2..)]
    pub(crate) specs: Vec<PlayerSpec>,
    /// The player whose Elo is 0: one of them; the first unless said otherwise.
    #[arg(long, value_name = "SPEC")]
    pub(crate) anchor: Option<PlayerSpec>,
    /// Let each meet only its N next neighbours in the order they are named, not everybody.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) neighbours: Option<u32>,
    #[command(flatten)]
    pub(crate) terms: Terms,
    /// Write the games to this folder, a file a match, and continue what is there.
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
}

/// How many games, and how they are played.
#[derive(clap::Args)]
pub(crate) struct Terms {
    /// Games of each match, two from each opening: an odd number becomes the next even one.
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    games: u32,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

/// How games are played.
#[derive(clap::Args)]
pub(crate) struct Conditions {
    /// Simulations a move of players with a model.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    sims: Option<u32>,
    /// Nodes a move.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Milliseconds a move: equal time.
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u64).range(1..))]
    ms: Option<u64>,
    /// Depth a move of the classical search.
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u8).range(1..=64))]
    depth: Option<u8>,
    /// Openings: random:N for N random half-moves, balanced:N for those after which nobody is
    /// ahead, start2 for all ways to play the first two, balls:20..40 for random play until so many balls are on the board and both sides can win.
    #[arg(long, default_value = "random:6")]
    openings: String,
    /// Seed of the openings and of the players.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Games at a time.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// A game of so many plies is a draw.
    #[arg(long, default_value_t = DEFAULT_MAX_PLIES, value_parser = clap::value_parser!(u32).range(1..))]
    max_plies: u32,
    /// The rules: togyz, qozdatu, bestemshe or historic.
    #[arg(long, default_value_t)]
    pub(crate) variant: Variant,
    /// Endgame tables (`play tables build`) [default: data/tables of the project or of the working
    /// directory]; a player takes fewer with `,tables=N`, none with `,tables=0`.
    #[arg(long, value_name = "DIR")]
    pub(crate) tables: Option<PathBuf>,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Terms {
    /// The match that the options describe, with nobody in it yet.
    pub(crate) fn config(&self, sprt: Option<SprtConfig>) -> anyhow::Result<MatchConfig<()>> {
        Ok(MatchConfig {
            games: self.games,
            sprt,
            ..self.conditions.config()?
        })
    }
}

impl Conditions {
    /// The same, of any length.
    pub(crate) fn config(&self) -> anyhow::Result<MatchConfig<()>> {
        let (openings, selection) = Openings::parse(&self.openings, self.seed)?;
        Ok(MatchConfig {
            openings,
            selection,
            budget: Budget {
                simulations: self.sims,
                nodes: self.nodes,
                depth: self.depth,
                time: self.ms.map(Duration::from_millis),
            },
            max_plies: self.max_plies,
            concurrency: self.concurrency.into(),
            ..MatchConfig::new((), ())
        })
    }
}

/// Search constants.
///
/// Each step moves all keys up or down by chance in one player and the other way in its opponent,
/// plays a pair of games from one opening, and moves the values toward the winner. What a spec
/// may have after it can be tuned: cpuct, cfactor, fpu, rootfpu and margin of the tree search.
/// Check the result by a match: evaluate NEW OLD --sprt 0,10.
#[derive(clap::Args)]
pub(crate) struct Tune {
    /// The player.
    pub(crate) spec: PlayerSpec,
    /// A key, its first value, the range that is played, and how far the last pair's players are from
    /// the value [default: a twentieth of the range]; once for each key.
    #[arg(
        long = "key",
        required = true,
        value_name = "NAME=START:MIN:MAX[:STEP]",
        allow_hyphen_values = true
    )]
    pub(crate) keys: Vec<TuneKey>,
    /// Pairs of games. The schedules follow from them: a longer run is another run.
    #[arg(long, default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    pub(crate) pairs: u32,
    /// Pairs between two steps: with more of them --concurrency has more to do.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) batch: u32,
    /// How far the last pair moves a value, in STEPs, if one side wins both games
    /// [default: 20 / pairs, at most 0.05].
    #[arg(long, value_name = "STEPS")]
    pub(crate) rate: Option<f64>,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
    /// Write the steps to this file, one line of JSON each, and continue it if it is there.
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
}

/// Speed.
#[derive(clap::Args)]
pub(crate) struct Bench {
    /// Depth of the classical search; the signature belongs to the default.
    #[arg(long, default_value_t = togyz_search::BENCH_DEPTH, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub(crate) depth: u8,
    /// How long each speed is measured, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=600_000))]
    pub(crate) ms: u64,
    /// The player whose model is measured.
    #[arg(long, value_name = "SPEC", default_value = "level:expert")]
    pub(crate) model: PlayerSpec,
    /// Print the result as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

/// From f32 to integers.
#[derive(clap::Args)]
pub(crate) struct Quantize {
    /// Back to f32 instead, to measure what integers cost.
    #[arg(long)]
    pub(crate) floats: bool,
    /// The model file to read.
    pub(crate) from: PathBuf,
    /// The model file to write.
    pub(crate) to: PathBuf,
}
