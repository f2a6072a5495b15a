//! What players give away in endgames, move by move, against perfect play.
//!
//! ```sh
//! cargo run --release -p togyz-players --example endgame_loss -- data/tables 10 400 \
//!     classical,nodes=20000,tables=0 classical,nodes=20000,tables=5 level:expert,sims=2000,tables=0
//! ```
//! DIR with tables up to BALLS balls; GAMES games of the classical search against itself, from
//! random openings and without tables, give the positions: those of 6 to BALLS balls in which not
//! all moves are worth the same. Each SPEC chooses a move in each of them, as in that game. The
//! result depends on nothing but the arguments.

#![expect(clippy::print_stdout, reason = "an example tells its result")]

use std::error::Error;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use togyz_players::{Budget, Clock, Library, Player, PlayerSpec, build};
use togyz_rules::{Game, Move, Variant};
use togyz_tables::{ExactMove, TableSet, Verdict};

const VARIANT: Variant = Variant::Togyz;
const SEED: u64 = 1;
/// Below, every player is exact by the tables that the program carries.
const LEAST_BALLS: u8 = 6;
/// Who plays the games.
const GOOD: &str = "classical,nodes=2000,tables=0";
/// Random half-moves before: from the first number to the second.
const OPENING: std::ops::RangeInclusive<usize> = 4..=10;
/// A game longer than any seen is given up.
const MAX_PLIES: usize = 1_000;

/// A position, with the game that led to it and what its moves are worth.
struct Ending {
    game: Game,
    moves: Vec<ExactMove>,
}

/// What was given away.
#[derive(Default)]
struct Loss {
    positions: u32,
    /// Balls that the best move would have brought and the chosen one does not.
    balls: u32,
    /// Moves that made a draw of a win or a loss of a draw, and a loss of a win.
    half: u32,
    whole: u32,
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [folder, balls, games, specs @ ..] = &args[..] else {
        return Err("arguments: DIR BALLS GAMES SPEC...".into());
    };
    let folder = Path::new(folder);
    let balls: u8 = balls.parse()?;
    let mut library = Library::find(std::env::current_dir().ok().as_deref())?;
    let problems = library.read_tables(Some(folder), None);
    assert!(problems.is_empty(), "{problems:?}");
    let tables = library.tables(VARIANT);
    if tables.balls() < balls {
        return Err(format!("the tables go up to {} balls only", tables.balls()).into());
    }

    // 1. The positions.
    let mut endings = Vec::new();
    let games: u32 = games.parse()?;
    for number in 0..games {
        endings.extend(play(number, balls, &tables, &library)?);
    }
    println!("{games} games, {} positions", endings.len());

    // 2. What each player makes of them.
    let half = LEAST_BALLS + (balls - LEAST_BALLS) / 2;
    println!(
        "player | balls | positions | balls lost a move | half a point lost | a whole point lost"
    );
    for spec in specs {
        let spec: PlayerSpec = spec.parse()?;
        let mut player = build(&spec, &library, VARIANT, SEED)?;
        let mut losses = [Loss::default(), Loss::default()];
        for ending in &endings {
            let few = ending.game.position().balls_on_board() <= half;
            losses[usize::from(!few)].add(ending, choose(player.as_mut(), &ending.game)?)?;
        }
        for (loss, range) in losses.iter().zip([LEAST_BALLS..=half, half + 1..=balls]) {
            println!("{spec} | {range:?} | {loss}");
        }
    }
    Ok(())
}

/// The endings of one game.
fn play(
    number: u32,
    balls: u8,
    tables: &TableSet,
    library: &Library,
) -> Result<Vec<Ending>, Box<dyn Error>> {
    let mut rng = ChaCha8Rng::seed_from_u64(SEED);
    rng.set_stream(number.into());
    let mut player = build(&GOOD.parse()?, library, VARIANT, SEED)?;
    let opening = rng.random_range(OPENING);
    let mut game = Game::new(VARIANT);
    let mut endings = Vec::new();
    while game.outcome().is_none() && game.plies().len() < MAX_PLIES {
        let position = game.position();
        let is_ending = (LEAST_BALLS..=balls).contains(&position.balls_on_board());
        if is_ending && let Some(moves) = tables.moves(position) {
            let own = |one: &ExactMove| one.exact.own;
            if moves.iter().any(|one| own(one) != own(&moves[0])) {
                endings.push(Ending {
                    game: game.clone(),
                    moves,
                });
            }
        }
        let mv = if game.plies().len() < opening {
            let moves: Vec<Move> = position.legal_moves().iter().collect();
            *moves
                .choose(&mut rng)
                .ok_or("an undecided game has moves")?
        } else {
            choose(player.as_mut(), &game)?
        };
        game.play(mv)?;
    }
    Ok(endings)
}

fn choose(player: &mut dyn Player, game: &Game) -> Result<Move, Box<dyn Error>> {
    let clock = Clock {
        elapsed: &|| Duration::ZERO,
        stop: &AtomicBool::new(false),
    };
    Ok(player.think(game, &Budget::default(), &clock)?.mv)
}

impl Loss {
    fn add(&mut self, ending: &Ending, chosen: Move) -> Result<(), Box<dyn Error>> {
        let best = ending.moves.first().ok_or("an ending has moves")?.exact;
        let chosen = ending.moves.iter().find(|one| one.mv == chosen);
        let chosen = chosen.ok_or("the move is legal")?.exact;
        self.positions += 1;
        self.balls += u32::from(best.own.saturating_sub(chosen.own));
        match (best.verdict, chosen.verdict) {
            (Verdict::Win, Verdict::Loss) => self.whole += 1,
            (best, chosen) if best != chosen => self.half += 1,
            _ => {}
        }
        Ok(())
    }
}

impl std::fmt::Display for Loss {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let share = |count: u32| f64::from(count) / f64::from(self.positions.max(1));
        write!(
            f,
            "{} | {:.3} | {:.2} % | {:.2} %",
            self.positions,
            share(self.balls),
            100.0 * share(self.half),
            100.0 * share(self.whole)
        )
    }
}
