//! The endgame tables that end games of self-play.

use std::path::Path;

use togyz_rules::{BySide, EndReason, Game, MAX_HOLES, Outcome, Side, Variant};
use togyz_tables::{Exact, Probe, TableError, TableSet, Verdict};

use crate::config::TrainConfig;
use crate::sample::SampleKind;
use crate::targets::Searched;

/// Memory for the tables: room for all up to twelve balls.
pub(crate) const TABLE_MEMORY: u64 = 2 << 30;

/// The tables that the config asks for are not there.
#[derive(Debug, thiserror::Error)]
pub enum EndingsError {
    /// The folder has no complete tables of so many balls. Which of them play must not depend on
    /// what happens to lie there: the games would differ.
    #[error(
        "selfplay.table_balls = {asked}, but the tables in {folder} reach {found} balls; make them \
         with `play tables build --balls {asked}`"
    )]
    Missing {
        /// The config's number.
        asked: u8,
        /// What there is.
        found: u8,
        /// The folder.
        folder: String,
        /// The first file that could not be used.
        #[source]
        problem: Option<TableError>,
    },
}

/// The tables of `selfplay.table_balls`; `None` where that is 0.
pub(crate) fn endings(
    config: &TrainConfig,
    variant: Variant,
) -> Result<Option<Probe>, EndingsError> {
    let asked = config.selfplay.table_balls;
    if asked == 0 {
        return Ok(None);
    }
    let small = TableSet::small(variant);
    if asked <= small.balls() {
        return Ok(Some(Probe::new(small).up_to(asked)));
    }
    let folder = Path::new(&config.run.tables);
    let opened = TableSet::open(folder, variant, TABLE_MEMORY, 1);
    let found = opened.tables.balls();
    if found < asked {
        return Err(EndingsError::Missing {
            asked,
            found,
            folder: folder.display().to_string(),
            problem: opened.problems.into_iter().next(),
        });
    }
    Ok(Some(Probe::new(opened.tables).up_to(asked)))
}

/// The exact value of the game's present position, from the view of its side to move.
pub(super) fn exact(tables: Option<&mut Probe>, game: &Game) -> Option<Exact> {
    let tables = tables?;
    // Only a position that the tables have is worth a look at the history.
    if game.position().balls_on_board() > tables.balls() {
        return None;
    }
    tables.begin(game);
    tables.exact(game.position())
}

/// What a game comes to that ends with this value, and its margin from Bastaushy's view.
pub(super) fn outcome(game: &Game, exact: Exact) -> (Outcome, i16) {
    let mover = game.position().side_to_move();
    let winner = match exact.verdict {
        Verdict::Win => Some(mover),
        Verdict::Loss => Some(mover.other()),
        Verdict::Draw => None,
    };
    let outcome = Outcome {
        winner,
        reason: EndReason::Tables,
        score: BySide::from_fn(|side| game.position().kazan(side)),
    };
    let margin = match mover {
        Side::Bastaushy => exact.margin(),
        Side::Kostaushy => -exact.margin(),
    };
    (outcome, margin)
}

/// The sample of the position that the tables answered.
pub(super) fn searched(game: &Game, exact: Exact) -> Searched {
    Searched {
        ply: game.plies().len(),
        kind: SampleKind::Exact,
        policy: [0.0; MAX_HOLES],
        prior: [0.0; MAX_HOLES],
        chances: match exact.verdict {
            Verdict::Win => [1.0, 0.0],
            Verdict::Draw => [0.0, 1.0],
            Verdict::Loss => [0.0, 0.0],
        },
        weight: 1.0,
        children: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use togyz_rules::Position;

    use super::*;
    use crate::config::ConfigSource;

    fn config(settings: &[&str]) -> TrainConfig {
        let settings: Vec<String> = settings.iter().map(ToString::to_string).collect();
        TrainConfig::load(&ConfigSource::Quick, &settings).unwrap()
    }

    #[test]
    fn tables_end_a_game_with_its_result_and_margin() {
        // Three balls; whoever moves, Bastaushy has 81 and needs one of them.
        for (mover, sign) in [(0, 1), (1, -1)] {
            let text = format!("0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,2,0/81,78/-1,-1/{mover}");
            let position = Position::from_compact(&text, Variant::Togyz).unwrap();
            let game = Game::from_position(position);
            let mut tables = endings(&config(&[]), Variant::Togyz).unwrap();
            let exact = exact(tables.as_mut(), &game).unwrap();
            let (outcome, margin) = outcome(&game, exact);
            assert_eq!(outcome.reason, EndReason::Tables);
            assert_eq!(margin, sign * exact.margin(), "{text}");
            assert_eq!(outcome.winner.is_some(), exact.verdict != Verdict::Draw);
            let sample = searched(&game, exact);
            assert_eq!((sample.kind, sample.ply), (SampleKind::Exact, 0));
            // The game played out by the tables ends so.
            let mut played = game;
            while played.outcome().is_none() {
                let best = tables.as_ref().unwrap().moves(played.position()).unwrap()[0];
                played.play(best.mv).unwrap();
            }
            assert_eq!(played.outcome().unwrap().winner, outcome.winner, "{text}");
        }
    }

    #[test]
    fn tables_can_be_off_and_missing_ones_are_told() {
        let off = endings(&config(&["selfplay.table_balls=0"]), Variant::Togyz);
        assert!(off.unwrap().is_none());
        let settings = ["selfplay.table_balls=8", "run.tables=no/such/folder"];
        let missing = endings(&config(&settings), Variant::Togyz).unwrap_err();
        let text = missing.to_string();
        assert!(text.contains("no/such/folder reach 5 balls"), "{text}");
        assert!(text.contains("tables build --balls 8"), "{text}");
    }
}
