//! Trees whose values are known beforehand.

mod common;

use common::{arms, search};
use togyz_mcts::{Evaluation, MctsConfig, PlaySearch, Value};
use togyz_rules::{Game, Move, Position, Variant};

/// Five simulations worked out by hand with c = 1 and no reduction; `Q + sqrt(N) P / (1 + n)`:
///
/// ```text
///    N  mean   move 1               move 2               move 3         follows, finds
/// 1  1  0      0 + .6               0 + .3               0 + .1         1  -.2
/// 2  2  -.1    -.2 + .424 = .224    -.1 + .424 = .324    .041           2   .5
/// 3  3  .1     -.2 + .520 = .320    .5 + .260 = .760     .273           2   0
/// 4  4  .075   -.2 + .6 = .4        .25 + .2 = .45       .275           2   0
/// 5  5  .06    -.2 + .671 = .471    .167 + .168 = .334   .284           1   0
/// ```
#[test]
fn puct_agrees_with_the_hand() {
    let game = Game::new(Variant::Togyz);
    let mut priors = [0.0; 9];
    priors[..3].copy_from_slice(&[0.6, 0.3, 0.1]);
    let mut worth = [0.0; 9];
    worth[..2].copy_from_slice(&[-0.2, 0.5]);
    let config = MctsConfig {
        c_puct: 1.0,
        c_factor: 0.0,
        fpu_reduction: 0.0,
        root_fpu_reduction: 0.0,
        margin_weight: 0.0,
        ..MctsConfig::default()
    };
    let golden: [(u32, [u32; 3], f32); 6] = [
        (0, [0, 0, 0], 0.0),
        (1, [1, 0, 0], -0.1),
        (2, [1, 1, 0], 0.1),
        (3, [1, 2, 0], 0.075),
        (4, [1, 3, 0], 0.06),
        (5, [2, 3, 0], 0.05),
    ];
    for (simulations, visits, mean) in golden {
        let arms = arms(*game.position(), priors, worth, 0.0);
        let result = search(
            &mut PlaySearch::new(config.clone(), arms),
            &game,
            simulations,
        );
        for (mv, want) in result.moves.iter().zip(visits) {
            assert_eq!(mv.visits, want, "{simulations}: {result:?}");
        }
        assert!(
            (result.value.get() - mean).abs() < 1e-6,
            "{simulations}: {:?}",
            result.value
        );
    }
}

#[test]
fn visits_concentrate_on_the_best_arm() {
    let game = Game::new(Variant::Togyz);
    for best in 0..9 {
        let mut worth = [-0.2; 9];
        worth[best] = 0.3;
        let arms = arms(*game.position(), [1.0 / 9.0; 9], worth, 1.0);
        let mut bandit = PlaySearch::new(MctsConfig::default(), arms);
        let result = search(&mut bandit, &game, 4000);
        let arm = &result.moves[best];
        assert_eq!(Some(result.best), Move::from_index(best));
        assert!(arm.visits > 3000, "{arm:?}");
        // Few positions are reached below two arms: the arm keeps its value, and its sign.
        assert!((arm.value.get() - 0.3).abs() < 0.05, "{arm:?}");
        assert!((arm.margin - 3.0).abs() < 0.5, "{arm:?}");
        assert!(result.value.get() > 0.2);
        // Every arm was tried.
        assert!(result.moves.iter().all(|mv| mv.visits > 0));
    }
}

/// With equal results the margin decides, and only if it may.
#[test]
fn margin_breaks_ties() {
    let start = Position::start(Variant::Togyz);
    let best = start.play_unchecked(Move::from_number(4).expect("a hole"));
    let game = Game::from_position(start);
    let run = |margin_weight| {
        let level = move |position: &Position| {
            let margin = if *position == best { -30.0 } else { 0.0 };
            Evaluation::uniform(position, Value::DRAW, 0.0, margin)
        };
        let config = MctsConfig {
            margin_weight,
            ..MctsConfig::default()
        };
        let result = search(&mut PlaySearch::new(config, level), &game, 12);
        assert!(result.value.get().abs() < 1e-5, "{:?}", result.value);
        result.best.number()
    };
    assert_eq!((run(0.0), run(0.1)), (1, 4));
}
