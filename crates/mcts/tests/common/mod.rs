//! Evaluators and helpers that the tests and the benchmark share.
#![allow(dead_code, reason = "each test binary uses a part")]

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use togyz_mcts::{Evaluation, Evaluator, Limits, MctsConfig, PlaySearch, SearchResult, Value};
use togyz_rules::{Game, Position, Variant};

/// Knows nothing: equal priors, even chances.
pub(crate) fn blank(position: &Position) -> Evaluation {
    Evaluation::uniform(position, Value::DRAW, 0.0, 0.0)
}

/// The kazan difference.
pub(crate) fn kazans(position: &Position) -> Evaluation {
    let lead = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
    Evaluation::uniform(position, Value::new((lead / 20.0).tanh()), 0.02, lead)
}

/// A table in the manner of the fitted one, and priors by hole and count: about as cheap as an
/// evaluator gets that still tells moves apart.
pub(crate) fn table(position: &Position) -> Evaluation {
    let side = |holes: [u8; 9], tuzdik: bool| {
        let worth = |balls: u8| match balls {
            0 => 0.0,
            1 => 3.4,
            _ => 4.9,
        };
        holes.iter().map(|&balls| worth(balls)).sum::<f32>() + if tuzdik { 25.0 } else { 0.0 }
    };
    let own = position.own_holes();
    let kazan = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
    let lead = kazan + side(own, position.own_tuzdik().is_some())
        - side(position.other_holes(), position.other_tuzdik().is_some());
    // Nearest to a rational sigmoid: no exponential in the loop.
    let value = lead / (20.0 + lead.abs());
    let mut priors = [0.0; 9];
    let mut sum = 0.0;
    for mv in position.legal_moves() {
        let balls = usize::from(own[mv.index()]);
        // Balls that end on the other side, and not too far, are the likely captures.
        let reach = mv.index() + balls;
        let prior = if (10..=18).contains(&reach) { 4.0 } else { 1.0 };
        priors[mv.index()] = prior;
        sum += prior;
    }
    let scale = 1.0 / sum;
    Evaluation {
        priors: priors.map(|prior| prior * scale),
        value: Value::new(value),
        draw: 0.02,
        margin: lead,
    }
}

/// Root moves with a fixed worth: every position below a move is worth the same to the same side.
pub(crate) fn arms(
    start: Position,
    priors: [f32; 9],
    worth: [f32; 9],
    below: f32,
) -> impl FnMut(&Position) -> Evaluation {
    let mut known: HashMap<Position, f32> = HashMap::new();
    for mv in start.legal_moves() {
        known.insert(start.play_unchecked(mv), -worth[mv.index()]);
    }
    move |position: &Position| {
        if *position == start {
            return Evaluation {
                priors,
                value: Value::DRAW,
                draw: 0.0,
                margin: 0.0,
            };
        }
        let value = known[position];
        for mv in position.legal_moves() {
            let child = position.play_unchecked(mv);
            known.entry(child).or_insert(-value * below);
        }
        Evaluation::uniform(position, Value::new(value), 0.0, 10.0 * value)
    }
}

/// A game that stands at this position, in compact text.
pub(crate) fn game(text: &str, variant: Variant) -> Game {
    Game::from_position(Position::from_compact(text, variant).expect(text))
}

/// A search by simulations alone.
pub(crate) fn search<E: Evaluator>(
    search: &mut PlaySearch<E>,
    game: &Game,
    simulations: u32,
) -> SearchResult {
    let never = AtomicBool::new(false);
    search
        .search(
            game,
            &Limits::simulations(simulations),
            &|| Duration::ZERO,
            &never,
        )
        .expect("the game is on")
}

/// The same with a fresh tree and default constants.
pub(crate) fn fresh<E: Evaluator>(evaluator: E, game: &Game, simulations: u32) -> SearchResult {
    search(
        &mut PlaySearch::new(MctsConfig::default(), evaluator),
        game,
        simulations,
    )
}

/// A target sums to 1 over legal moves, of which the best move is one and begins the line; win, draw and loss sum to 1.
pub(crate) fn check_target(result: &SearchResult) {
    let target = result.policy_target();
    let sum: f32 = target.iter().sum();
    assert!((sum - 1.0).abs() < 1e-5, "{target:?}");
    for (index, share) in target.iter().enumerate() {
        let legal = result.moves.iter().any(|mv| mv.mv.index() == index);
        assert!(*share >= 0.0 && (legal || *share <= 0.0), "{target:?}");
    }
    assert!(result.moves.iter().any(|mv| mv.mv == result.best));
    assert_eq!(result.line.first(), Some(&result.best));
    let sum = result.win + result.draw + result.loss;
    assert!((sum - 1.0).abs() < 1e-5 && result.draw >= 0.0, "{result:?}");
}
