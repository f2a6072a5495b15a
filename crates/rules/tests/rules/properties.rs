//! What holds in every random game of every variant, and the kernel against the slow reference.

use proptest::prelude::*;
use togyz_rules::{Fen, Game, GameRecord, PairToken, Position, Setup, Side, Variant, collection};

use crate::reference::Slow;
use crate::{generator, random_game, random_move};

fn variants() -> impl Strategy<Value = Variant> {
    prop::sample::select(Variant::ALL.to_vec())
}

/// A position anywhere on the way of a random game that is played to its natural end.
fn positions() -> impl Strategy<Value = Position> {
    (variants(), any::<u64>(), 0usize..160).prop_map(|(variant, seed, plies)| {
        let mut rng = generator(seed);
        let mut position = Position::start(variant);
        for _ in 0..plies {
            match random_move(&position, &mut rng) {
                Some(mv) => position = position.play_unchecked(mv),
                None => break,
            }
        }
        position
    })
}

/// A board with balls thrown anywhere, which random play would not reach: hundreds in a hole.
fn thrown_boards() -> impl Strategy<Value = Position> {
    let tuzdiks = (0usize..12, 0usize..12);
    (
        variants(),
        prop::collection::vec(0usize..400, 162),
        tuzdiks,
        any::<bool>(),
    )
        .prop_map(|(variant, places, tuzdiks, turn)| {
            let mut board = Slow::start(variant);
            let last = variant.holes() - 1;
            let with = variant.rules().tuzdik;
            board.tuzdiks[0] = Some(tuzdiks.0).filter(|&at| with && at < last);
            board.tuzdiks[1] =
                Some(tuzdiks.1).filter(|&at| with && at < last && board.tuzdiks[0] != Some(at));
            board.side = usize::from(turn);
            board.holes = [vec![0; last + 1], vec![0; last + 1]];
            for place in places.into_iter().take(usize::from(variant.total())) {
                let (row, hole) = (place % 2, place / 2);
                // Most places lie beyond the row: they pile up in one hole or in a kazan.
                let hole = if hole > 100 {
                    tuzdiks.0 % (last + 1)
                } else {
                    hole
                };
                if hole <= last && board.tuzdiks[1 - row] != Some(hole) {
                    board.holes[row][hole] += 1;
                } else {
                    board.kazans[row] += 1;
                }
            }
            Position::from_compact(&board.to_compact(), variant).expect("a valid board")
        })
}

/// One step of the kernel and of the reference from the same board.
fn check_moves(position: &Position) -> Result<(), TestCaseError> {
    let slow = Slow::of(position);
    let legal: Vec<usize> = position.legal_moves().iter().map(|mv| mv.index()).collect();
    prop_assert_eq!(&legal, &slow.legal());
    prop_assert_eq!(position.is_over(), slow.end(true).is_some());
    let score = position
        .outcome()
        .map(|end| Side::ALL.map(|side| u32::from(end.score[side])));
    prop_assert_eq!(score, slow.end(true));
    let natural = position.natural_end();
    let score = natural.map(|end| Side::ALL.map(|side| u32::from(end.score[side])));
    prop_assert_eq!(score, slow.end(false));
    for mv in position.legal_moves() {
        let mut expected = slow.clone();
        let what = expected.play(mv.index());
        let (next, played) = position.play(mv).expect("legal");
        prop_assert_eq!(next.to_compact(), expected.to_compact());
        prop_assert_eq!(position.play_unchecked(mv), next);
        prop_assert_eq!(played.landing.row.index(), what.row);
        prop_assert_eq!(played.landing.hole.index(), what.hole);
        prop_assert_eq!(u32::from(played.captured), what.captured);
        prop_assert_eq!(played.made_tuzdik, what.made_tuzdik);
        for side in Side::ALL {
            let gained = next.kazan(side) - position.kazan(side);
            prop_assert_eq!(played.gained[side], gained);
        }
    }
    Ok(())
}

/// The laws that hold in every position.
fn check_laws(position: &Position) -> Result<(), TestCaseError> {
    let variant = position.variant();
    let balls: u32 = Side::ALL
        .iter()
        .map(|&side| u32::from(position.kazan(side)) + u32::from(position.row_balls(side)))
        .sum();
    prop_assert_eq!(balls, u32::from(variant.total()));
    for side in Side::ALL {
        if let Some(hole) = position.tuzdik(side) {
            prop_assert!(variant.rules().tuzdik);
            prop_assert!(hole.index() < variant.holes() - 1);
            prop_assert_eq!(position.balls(side.other(), hole), 0);
            prop_assert_ne!(position.tuzdik(side.other()), Some(hole));
        }
    }
    prop_assert_eq!(Setup::from(*position).build(), Ok(*position));
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_kernel_is_the_reference_in_random_games(variant in variants(), seed: u64) {
        let mut rng = generator(seed);
        let mut position = Position::start(variant);
        let mut tuzdiks = [None, None];
        loop {
            check_moves(&position)?;
            check_laws(&position)?;
            for side in Side::ALL {
                let now = position.tuzdik(side);
                let before = std::mem::replace(&mut tuzdiks[side.index()], now);
                prop_assert!(before.is_none() || before == now, "a tuzdik stays");
            }
            match random_move(&position, &mut rng) {
                Some(mv) => position = position.play_unchecked(mv),
                None => break,
            }
        }
        prop_assert!(position.natural_end().is_some());
    }

    #[test]
    fn the_kernel_is_the_reference_on_thrown_boards(position in thrown_boards()) {
        check_laws(&position)?;
        check_moves(&position)?;
    }

    #[test]
    fn a_turned_board_gives_the_turned_result(position in positions()) {
        let turned = position.turned();
        prop_assert_eq!(turned.turned(), position);
        prop_assert_eq!(turned.legal_moves(), position.legal_moves());
        for side in Side::ALL {
            prop_assert_eq!(turned.kazan(side), position.kazan(side.other()));
            prop_assert_eq!(turned.tuzdik(side), position.tuzdik(side.other()));
        }
        for mv in position.legal_moves() {
            prop_assert_eq!(turned.play_unchecked(mv), position.play_unchecked(mv).turned());
        }
        let (here, there) = (position.outcome(), turned.outcome());
        prop_assert_eq!(here.map(|end| end.reason), there.map(|end| end.reason));
        prop_assert_eq!(
            here.and_then(|end| end.winner),
            there.and_then(|end| end.winner).map(Side::other)
        );
        prop_assert_eq!(here.map(|end| end.score), there.map(|end| end.score.swapped()));
    }

    #[test]
    fn every_text_of_a_position_reads_back(position in positions(), move_number: u32) {
        let variant = position.variant();
        prop_assert_eq!(Position::from_compact(&position.to_compact(), variant), Ok(position));
        prop_assert_eq!(Position::from_fen(&position.to_fen(), variant), Ok(position));
        for text in [position.to_compact(), position.to_fen()] {
            prop_assert_eq!(Position::parse(&text, variant), Ok(position));
        }
        let fen = Fen { position, move_number };
        prop_assert_eq!(Fen::parse(&fen.to_string(), variant), Ok(fen));
    }

    #[test]
    fn every_move_reads_back_in_pair_notation(position in positions()) {
        for mv in position.legal_moves() {
            let (next, played) = position.play(mv).expect("legal");
            let kazan = next.kazan(played.side);
            let token = PairToken::of(&played, kazan);
            prop_assert_eq!(token.to_string().parse::<PairToken>(), Ok(token));
            prop_assert_eq!(token.check(&played, kazan), Ok(()));
            let bare = PairToken { kazan: None, ..token };
            prop_assert_eq!(bare.check(&played, kazan), Ok(()));
            let wrong = PairToken { kazan: Some(kazan ^ 1), ..token };
            prop_assert!(wrong.check(&played, kazan).is_err());
            let wrong = PairToken { tuzdik: !token.tuzdik, ..token };
            prop_assert!(wrong.check(&played, kazan).is_err());
        }
    }

    #[test]
    fn games_read_back_alone_and_in_collections(start in positions(), seed: u64, plies in 0usize..80) {
        let mut rng = generator(seed);
        let mut game = Game::from_position(start);
        for _ in 0..plies {
            let Some(mv) = random_move(game.position(), &mut rng) else { break };
            game.play_on(mv).expect("legal");
        }
        let record = GameRecord::new(game);
        let text = record.to_string();
        // The variant is in the headers, so any default will do.
        let again = GameRecord::parse(&text, Variant::Qozdatu);
        prop_assert_eq!(again.as_ref(), Ok(&record));
        prop_assert!(text.lines().all(|line| line.len() <= 100));
        let whole = record.game.clone();
        let second = GameRecord::new(random_game(whole.start().variant(), &mut rng));
        let both: Vec<_> = collection(&format!("{text}\n{second}"), Variant::Togyz)
            .collect::<Result<_, _>>()
            .expect("two games");
        prop_assert_eq!(both, [record, second]);
    }

    #[test]
    fn undo_leads_back_to_the_start(variant in variants(), seed: u64) {
        let mut rng = generator(seed);
        let mut game = random_game(variant, &mut rng);
        let mut boards: Vec<Position> = game.positions().copied().collect();
        while let Some(board) = boards.pop() {
            prop_assert_eq!(*game.position(), board);
            prop_assert_eq!(game.undo().is_some(), !boards.is_empty());
        }
        prop_assert_eq!(game, Game::new(variant));
    }
}
