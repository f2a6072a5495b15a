//! A model's value as the evaluation of the alpha-beta search.

use std::cell::RefCell;
use std::sync::Arc;

use togyz_model::{Model, Scratch};
use togyz_rules::Position;
use togyz_search::{Evaluation, Score};

thread_local! {
    /// Working memory of the model; a search may run on several threads.
    static SCRATCH: RefCell<Scratch> = RefCell::new(Scratch::new());
}

/// What a model expects, as a score of the alpha-beta search; its policy is not asked for.
pub(crate) struct ModelEvaluation {
    model: Arc<Model>,
}

impl ModelEvaluation {
    pub(crate) fn new(model: Arc<Model>) -> ModelEvaluation {
        ModelEvaluation { model }
    }
}

impl Evaluation for ModelEvaluation {
    fn evaluate(&self, position: &Position) -> Score {
        let prediction = SCRATCH.with_borrow_mut(|scratch| self.model.judge(scratch, position));
        Score::of_win_chance(f64::from(prediction.win + prediction.draw / 2.0))
    }
}
