//! A model as the evaluator of a tree search.

use std::sync::Arc;

use togyz_mcts::{Evaluation, Evaluator, Value};
use togyz_model::{Model, Scratch};
use togyz_rules::Position;

/// Judges positions by a model, the one way of self-play, matches and play.
#[derive(Debug)]
pub struct ModelEvaluator {
    model: Arc<Model>,
    scratch: Scratch,
}

impl ModelEvaluator {
    /// An evaluator with its own working memory.
    #[must_use]
    pub fn new(model: Arc<Model>) -> ModelEvaluator {
        ModelEvaluator {
            model,
            scratch: Scratch::new(),
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &Arc<Model> {
        &self.model
    }
}

/// The same model, with working memory of its own.
impl Clone for ModelEvaluator {
    fn clone(&self) -> ModelEvaluator {
        ModelEvaluator::new(Arc::clone(&self.model))
    }
}

impl Evaluator for ModelEvaluator {
    fn evaluate(&mut self, position: &Position) -> Evaluation {
        let prediction = self.model.judge(&mut self.scratch, position);
        Evaluation {
            priors: prediction.policy,
            value: Value::from_wdl(prediction.win, prediction.draw, prediction.loss),
            draw: prediction.draw,
            margin: prediction.margin,
        }
    }
}
