//! What the tests share.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::{Rng, RngExt};
use togyz_rules::{Game, MAX_HOLES, Position, Setup, Side, Variant};
use togyz_search::{Evaluation, Limits, SearchReport, Searcher, TableEvaluation};

/// A game that begins at a position in compact form.
pub(crate) fn game(text: &str, variant: Variant) -> Game {
    Game::from_position(Position::from_compact(text, variant).unwrap())
}

/// A searcher with the shipped weights and a table of a mebibyte.
pub(crate) fn searcher() -> Searcher<TableEvaluation> {
    Searcher::new(TableEvaluation::default(), 1 << 20)
}

/// A search that no clock and no signal ends.
pub(crate) fn search<E: Evaluation>(
    searcher: &mut Searcher<E>,
    game: &Game,
    limits: &Limits,
) -> Option<SearchReport> {
    let never = AtomicBool::new(false);
    searcher.search(game, limits, &|| Duration::ZERO, &never)
}

/// Random play of so many half-moves, or to the end of the game.
pub(crate) fn random_game(variant: Variant, plies: usize, rng: &mut impl Rng) -> Game {
    let mut game = Game::new(variant);
    while game.plies().len() < plies && game.outcome().is_none() {
        let moves = game.position().legal_moves();
        let mv = moves.iter().nth(rng.random_range(0..moves.len())).unwrap();
        game.play(mv).unwrap();
    }
    game
}

/// A random undecided ending of so many balls with the tuzdiks of a random game.
pub(crate) fn random_ending(variant: Variant, balls: u16, rng: &mut impl Rng) -> Position {
    loop {
        let source = random_game(variant, 80, rng);
        let mut setup: Setup = (*source.position()).into();
        setup.rows = togyz_rules::BySide::new([0; MAX_HOLES], [0; MAX_HOLES]);
        for _ in 0..balls {
            let side = Side::ALL[rng.random_range(0..2)];
            let hole = rng.random_range(0..variant.holes());
            let is_tuzdik = setup.tuzdiks[side.other()]
                .iter()
                .any(|place| place.hole.index() == hole);
            setup.rows[side][hole] += u16::from(!is_tuzdik);
        }
        let placed: u16 = Side::ALL.iter().flat_map(|&s| setup.rows[s]).sum();
        let rest = u16::from(variant.total()) - placed;
        let least = rest.saturating_sub(u16::from(variant.majority()) - 1);
        let most = (u16::from(variant.majority()) - 1).min(rest);
        setup.kazans[Side::Bastaushy] = rng.random_range(least..=most);
        setup.kazans[Side::Kostaushy] = rest - setup.kazans[Side::Bastaushy];
        let position = setup.build().unwrap();
        if !position.is_over() {
            return position;
        }
    }
}
