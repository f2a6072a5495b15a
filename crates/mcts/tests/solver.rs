//! Proofs against exact values, found by another way: retrograde sweeps over all reachable positions.

mod common;

use std::collections::HashMap;

use common::{fresh, kazans};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use togyz_mcts::{MctsConfig, PlaySearch, Proof};
use togyz_rules::{Game, Position, Variant};

/// More positions than this are too many for a test.
const MOST: usize = 5_000;

/// The exact result of every position reachable from `start`, its mover's view: least fixpoint of
/// wins and losses; what is left is endless play, a draw. `None` if there are too many.
fn solve(start: Position) -> Option<HashMap<Position, Proof>> {
    // 1. All positions, numbered as they are found, and the numbers of what their moves lead to.
    let mut numbers = HashMap::from([(start, 0)]);
    let mut positions = vec![start];
    let mut children: Vec<Vec<usize>> = Vec::new();
    while let Some(&position) = positions.get(children.len()) {
        let mut next = Vec::new();
        if position.outcome().is_none() {
            for mv in position.legal_moves() {
                let child = position.play_unchecked(mv);
                let number = *numbers.entry(child).or_insert(positions.len());
                if number == positions.len() {
                    positions.push(child);
                }
                next.push(number);
            }
        }
        children.push(next);
        if positions.len() > MOST {
            return None;
        }
    }
    // 2. The ends, then sweeps until nothing changes. Later positions are deeper: they go first.
    let end = |position: &Position| {
        let points = position.outcome()?.points(position.side_to_move());
        Some(if points > 0.75 {
            Proof::Win
        } else if points < 0.25 {
            Proof::Loss
        } else {
            Proof::Draw
        })
    };
    let mut known: Vec<Option<Proof>> = positions.iter().map(end).collect();
    let mut changed = true;
    while changed {
        changed = false;
        for (number, next) in children.iter().enumerate().rev() {
            if known[number].is_some() {
                continue;
            }
            let results = next.iter().map(|&child| known[child].map(Proof::turned));
            known[number] = if results.clone().any(|result| result == Some(Proof::Win)) {
                Some(Proof::Win)
            } else if results.clone().any(|result| result.is_none()) {
                None
            } else if results.clone().any(|result| result == Some(Proof::Draw)) {
                Some(Proof::Draw)
            } else {
                Some(Proof::Loss)
            };
            changed |= known[number].is_some();
        }
    }
    // 3. The rest is endless.
    let exact = |proof: Option<Proof>| proof.unwrap_or(Proof::Draw);
    Some(
        positions
            .into_iter()
            .zip(known.into_iter().map(exact))
            .collect(),
    )
}

/// A position of random play with at most `balls` left on the board, if the game gets there.
fn late_position(variant: Variant, balls: u8, rng: &mut ChaCha8Rng) -> Option<Position> {
    let mut position = Position::start(variant);
    while position.balls_on_board() > balls {
        if position.is_over() {
            return None;
        }
        let moves: Vec<_> = position.legal_moves().iter().collect();
        let index = rng.next_u32() as usize % moves.len();
        position = position.play_unchecked(moves[index]);
    }
    (!position.is_over()).then_some(position)
}

#[test]
fn proofs_equal_exact_values() {
    // Variant, balls on the board, positions to compare, least number of them to be proven.
    let table = [
        (Variant::Bestemshe, 8, 15, 12),
        (Variant::Bestemshe, 10, 4, 2),
        (Variant::Togyz, 6, 25, 23),
        (Variant::Togyz, 10, 4, 2),
        (Variant::Qozdatu, 7, 4, 2),
    ];
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let mut seen = [0; 3];
    for (variant, balls, wanted, least) in table {
        let (mut compared, mut proven) = (0, 0);
        for _ in 0..100_000 {
            if compared == wanted {
                break;
            }
            let Some(position) = late_position(variant, balls, &mut rng) else {
                continue;
            };
            let Some(exact) = solve(position) else {
                continue;
            };
            compared += 1;
            let result = fresh(kazans, &Game::from_position(position), 20_000);
            if let Some(proof) = result.proven {
                proven += 1;
                seen[proof as usize] += 1;
                assert_eq!(proof, exact[&position], "{position:?}");
                // The move that is played keeps what is proven.
                let next = position.play_unchecked(result.best);
                assert_eq!(proof, exact[&next].turned(), "{position:?} {}", result.best);
            }
        }
        assert!(
            compared == wanted && proven >= least,
            "{variant:?} {balls}: {proven} of {compared}"
        );
    }
    assert!(
        seen.iter().all(|&count| count > 1),
        "wins, draws and losses: {seen:?}"
    );
}

#[test]
fn kept_trees_prove_the_truth_too() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let mut compared = 0;
    for _ in 0..20_000 {
        if compared == 40 {
            break;
        }
        let Some(position) = late_position(Variant::Bestemshe, 8, &mut rng) else {
            continue;
        };
        let Some(exact) = solve(position) else {
            continue;
        };
        let mut search = PlaySearch::new(MctsConfig::default(), kazans);
        let mut game = Game::from_position(position);
        let mut repeated = false;
        while game.outcome().is_none() {
            repeated |= game.repetitions() > 1;
            let result = common::search(&mut search, &game, 500);
            // What has stood twice is a draw the next time; before that the exact values hold.
            if let Some(proof) = result.proven.filter(|_| !repeated) {
                assert_eq!(proof, exact[game.position()], "{game:?}");
                compared += 1;
            }
            let moves: Vec<_> = game.position().legal_moves().iter().collect();
            let index = rng.next_u32() as usize % moves.len();
            game.play(moves[index]).expect("legal");
        }
    }
    assert!(compared >= 40, "{compared}");
}
