//! What self-play's tree search asks: the newest model, or nothing but the rules.

use std::sync::Arc;

use togyz_mcts::{Evaluation, Evaluator, Value};
use togyz_model::Model;
use togyz_players::ModelEvaluator;
use togyz_rules::Position;

use crate::config::Bootstrap;

/// Kazan difference at which the squashed value is 0.76.
const KAZAN_SCALE: f32 = 20.0;

/// The evaluator of one worker.
#[derive(Debug)]
pub(crate) enum PlayEvaluator {
    /// Generation 0.
    Bootstrap(Bootstrap),
    /// Every other.
    Model(ModelEvaluator),
}

impl PlayEvaluator {
    pub(crate) fn new(model: Option<&Arc<Model>>, bootstrap: Bootstrap) -> PlayEvaluator {
        match model {
            Some(model) => PlayEvaluator::Model(ModelEvaluator::new(Arc::clone(model))),
            None => PlayEvaluator::Bootstrap(bootstrap),
        }
    }
}

impl Evaluator for PlayEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let bootstrap = match self {
            PlayEvaluator::Model(model) => return model.evaluate(position),
            PlayEvaluator::Bootstrap(bootstrap) => *bootstrap,
        };
        match bootstrap {
            // Games of the classical search have no tree.
            Bootstrap::Uniform | Bootstrap::Classical => {
                Evaluation::uniform(position, Value::DRAW, 0.0, 0.0)
            }
            Bootstrap::Kazan => {
                let lead = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
                let value = Value::new((lead / KAZAN_SCALE).tanh());
                Evaluation::uniform(position, value, 0.0, lead)
            }
        }
    }
}
