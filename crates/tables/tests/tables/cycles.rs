//! Positions that can come again.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{EndReason, Game, Position, Side, Variant};
use togyz_tables::{Bounds, Probe, TableSet, Verdict, verify};

use crate::support::boards;

fn smallest(own: u8) -> Position {
    let text = format!(
        "0,0,0,0,0,0,0,1,0/0,0,0,0,0,0,0,0,1/{own},{}/-1,-1/0",
        160 - own
    );
    Position::from_compact(&text, Variant::Togyz).unwrap()
}

#[test]
fn the_smallest_cycle_is_worth_both_balls_to_who_can_leave_it() {
    let set = TableSet::solved(Variant::Togyz, 2);
    let cases = [
        (78, Verdict::Loss),
        (79, Verdict::Draw),
        (80, Verdict::Win),
        (81, Verdict::Win),
    ];
    for (own, verdict) in cases {
        let exact = set.exact(&smallest(own)).unwrap();
        assert_eq!(
            set.bounds(&smallest(own)),
            Some(Bounds { own: 2, other: 0 })
        );
        assert_eq!((exact.verdict, exact.own), (verdict, own + 2));
    }
}

/// The side that wins plays the first move of the tables; the other tries everything.
fn wins_against_everything(set: &TableSet, game: &mut Game, winner: Side, longest: &mut usize) {
    *longest = (*longest).max(game.plies().len());
    if let Some(outcome) = game.outcome() {
        assert_ne!(outcome.reason, EndReason::Repetition, "{:?}", game.start());
        assert_eq!(outcome.winner, Some(winner), "{:?}", game.start());
        return;
    }
    let position = *game.position();
    let moves = if position.side_to_move() == winner {
        vec![set.moves(&position).unwrap()[0].mv]
    } else {
        position.legal_moves().iter().collect()
    };
    for mv in moves {
        game.play(mv).unwrap();
        wins_against_everything(set, game, winner, longest);
        game.undo();
    }
}

/// Every board with as few kazan balls as a win allows, so that every ball is needed.
fn every_win_is_won(variant: Variant, balls: u8, least: usize) {
    let set = TableSet::solved(variant, balls);
    let mut longest = 0;
    for balls in 1..=balls {
        for slow in boards(variant, [None, None], balls) {
            let own = set.bounds(&slow.position(variant, 0)).unwrap().own;
            let position = slow.position(variant, variant.majority() - own);
            if own > 0 && !position.is_over() {
                assert_eq!(set.exact(&position).unwrap().verdict, Verdict::Win);
                let mut game = Game::from_position(position);
                wins_against_everything(&set, &mut game, Side::Bastaushy, &mut longest);
            }
        }
    }
    assert!(longest >= least, "some wins take long: {longest}");
}

#[test]
fn every_win_without_tuzdiks_is_won_before_a_third_repetition() {
    every_win_is_won(Variant::Togyz, 3, 10);
    every_win_is_won(Variant::Bestemshe, 4, 10);
    every_win_is_won(Variant::Qozdatu, 3, 10);
}

#[test]
fn what_has_stood_there_twice_is_not_answered_any_more() {
    let set = std::sync::Arc::new(TableSet::solved(Variant::Togyz, 2));
    let mut probe = Probe::new(set);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seen = [0; 2];
    for _ in 0..2_000 {
        let mut game = Game::from_position(smallest(79));
        while game.outcome().is_none() {
            let position = *game.position();
            let is_twice = game.positions().any(|one| {
                let alike = |past: &&Position| *past == one;
                game.positions().filter(alike).count() > 1
                    && one.balls_on_board() == position.balls_on_board()
            });
            probe.begin(&game);
            assert_eq!(probe.is_narrowed(), is_twice);
            assert_eq!(probe.exact(&position).is_none(), is_twice);
            seen[usize::from(is_twice)] += 1;
            let moves = position.legal_moves();
            let mv = moves.iter().nth(rng.random_range(0..moves.len())).unwrap();
            game.play(mv).unwrap();
        }
    }
    assert!(seen[0] > 0 && seen[1] > 0, "{seen:?}");
}

/// The first layer of bestemshe in which two sides together are not sure of all balls.
#[test]
fn bestemshe_with_fifteen_balls_has_endless_play() {
    let set = TableSet::solved(Variant::Bestemshe, 15);
    let verified = verify(&set, 0, 0, &mut |_| 0, &mut |_, _| true);
    assert_eq!(verified.pairs, 16);
    let [unequal] = verified.unequal[..] else {
        panic!("{verified:?}");
    };
    assert_eq!(
        (unequal.pair.to_string(), unequal.balls),
        ("00".to_owned(), 15)
    );
    assert_eq!(unequal.positions, 3_292);
}
