//! What the search calls proven, held against a solver that knows nothing but the rules.

use std::collections::HashMap;

use crate::common::{random_ending, search, searcher};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Position, Variant};
use togyz_search::{Limits, Proof, Searcher, TableEvaluation};
use togyz_tables::{Probe, TableSet};

/// The exact value of every position that can be reached from one: plies to a forced win or loss
/// for the mover; the absent ones are draws, by the end or by endless play.
fn solve(root: Position) -> HashMap<Position, (Proof, u32)> {
    // 1. All positions that can be reached, with the moves between them.
    let mut replies: HashMap<Position, Vec<Position>> = HashMap::new();
    let mut open = vec![root];
    while let Some(position) = open.pop() {
        if replies.contains_key(&position) {
            continue;
        }
        let next: Vec<Position> = if position.is_over() {
            Vec::new()
        } else {
            let moves = position.legal_moves().iter();
            moves.map(|mv| position.play_unchecked(mv)).collect()
        };
        open.extend(&next);
        replies.insert(position, next);
    }

    // 2. The ends.
    let mut values = HashMap::new();
    for position in replies.keys() {
        if let Some(outcome) = position.outcome()
            && let Some(winner) = outcome.winner
        {
            let proof = if winner == position.side_to_move() {
                Proof::Win
            } else {
                Proof::Loss
            };
            values.insert(*position, (proof, 0));
        }
    }

    // 3. Ply by ply backwards: a win if a reply is lost, a loss if all replies are won.
    for plies in 1.. {
        let mut found = Vec::new();
        for (position, next) in &replies {
            if values.contains_key(position) || next.is_empty() {
                continue;
            }
            let proof = |next: &Position| values.get(next).map(|&(proof, _)| proof);
            if next.iter().any(|next| proof(next) == Some(Proof::Loss)) {
                found.push((*position, (Proof::Win, plies)));
            } else if next.iter().all(|next| proof(next) == Some(Proof::Win)) {
                found.push((*position, (Proof::Loss, plies)));
            }
        }
        if found.is_empty() {
            break;
        }
        values.extend(found);
    }
    values
}

/// Searches random endings; returns how many were proven.
fn check(variant: Variant, balls: u16, positions: usize, nodes: u64) -> usize {
    check_with(&mut searcher, variant, balls, positions, nodes)
}

/// The same with tables up to so many balls at the leaves.
fn check_tables(variant: Variant, known: u8, balls: u16, positions: usize, nodes: u64) -> usize {
    let mut with_tables = || {
        let mut searcher = searcher();
        searcher.set_tables(Probe::new(TableSet::small(variant)).up_to(known));
        searcher
    };
    check_with(&mut with_tables, variant, balls, positions, nodes)
}

fn check_with(
    make: &mut dyn FnMut() -> Searcher<TableEvaluation>,
    variant: Variant,
    balls: u16,
    positions: usize,
    nodes: u64,
) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(balls.into());
    let mut proven = 0;
    for _ in 0..positions {
        let position = random_ending(variant, balls, &mut rng);
        let truth = solve(position);
        let game = Game::from_position(position);
        let report = search(&mut make(), &game, &Limits::nodes(nodes)).unwrap();
        let Some(proof) = report.score.proven() else {
            continue;
        };
        proven += 1;
        let (expected, plies) = truth
            .get(&position)
            .copied()
            .unwrap_or((Proof::Draw, u32::MAX));
        assert_eq!(proof, expected, "{position:?} {report:?}");
        if let (Proof::Win, Some(told)) = (proof, report.score.plies_to_end()) {
            assert!(told >= plies, "no win is quicker: {position:?} {report:?}");
        }
        // The best move keeps the value.
        let next = position.play_unchecked(report.best);
        let kept = truth.get(&next).map_or(Proof::Draw, |&(proof, _)| proof);
        let turned = match expected {
            Proof::Win => Proof::Loss,
            Proof::Loss => Proof::Win,
            Proof::Draw => Proof::Draw,
        };
        assert_eq!(kept, turned, "{position:?} {report:?}");
    }
    proven
}

#[test]
fn togyz_endings_with_tuzdiks_agree_with_the_solver() {
    assert!(check(Variant::Togyz, 5, 30, 100_000) >= 20);
}

#[test]
fn historic_endings_agree_with_the_solver() {
    assert!(check(Variant::Historic, 5, 20, 100_000) >= 12);
}

#[test]
fn bestemshe_endings_where_play_may_be_endless_agree_with_the_solver() {
    assert!(check(Variant::Bestemshe, 6, 40, 100_000) >= 20);
}

#[test]
fn qozdatu_endings_agree_with_the_solver() {
    assert!(check(Variant::Qozdatu, 4, 30, 100_000) >= 10);
}

#[test]
fn with_tables_every_ending_is_proven_and_right() {
    assert_eq!(check_tables(Variant::Togyz, 4, 5, 30, 100_000), 30);
    assert_eq!(check_tables(Variant::Historic, 4, 5, 20, 100_000), 20);
}

#[test]
fn tables_of_fewer_balls_solve_most_endless_play() {
    assert!(check_tables(Variant::Bestemshe, 5, 6, 40, 100_000) >= 30);
    assert!(check_tables(Variant::Bestemshe, 5, 7, 20, 200_000) >= 10);
}
