//! Hints, analyses and evaluations, all from one search each.

use togyz_players::{Hint, Library, PlayerError, PlayerSpec, Thought};
use togyz_rules::{Position, Variant};

use super::opponent::{Engine, classical};
use super::{Session, SessionError};
use crate::evaluation::{table, told_evaluation, told_hint};

/// Moves that `analyze` shows unless it is told otherwise.
const MOVES: usize = 5;

/// A thought, and where it was had.
pub(super) struct Advice {
    pub(super) position: Position,
    pub(super) plies: usize,
    pub(super) thought: Thought,
}

impl Session {
    pub(super) fn hint(&mut self) -> Result<String, SessionError> {
        let (thought, by) = self.consult()?;
        let hint = Hint::from_thought(self.state.game(), &thought).ok_or(PlayerError::GameOver)?;
        Ok(told_hint(&hint, self.state.position(), self.messages()) + &by)
    }

    pub(super) fn analyze(&mut self, most: Option<usize>) -> Result<String, SessionError> {
        let (thought, by) = self.consult()?;
        let position = self.state.position();
        let style = self.config.style;
        Ok(table(&thought, position, most.unwrap_or(MOVES), style) + &by)
    }

    pub(super) fn eval(&mut self) -> Result<String, SessionError> {
        let (thought, by) = self.consult()?;
        let position = self.state.position();
        Ok(told_evaluation(&thought, position, &self.names(), self.config.style) + &by)
    }

    /// What the adviser thinks, and a line that names it; of a position it has thought about, the
    /// same again.
    fn consult(&mut self) -> Result<(Thought, String), SessionError> {
        if self.state.is_over() {
            return Err(SessionError::Over);
        }
        let (position, plies) = (*self.state.position(), self.state.plies());
        if let Some(known) = &self.advice
            && (known.position, known.plies) == (position, plies)
        {
            return Ok((known.thought.clone(), self.told_adviser("game-by")));
        }
        let mut adviser = match self.adviser.take() {
            Some(adviser) => adviser,
            None => self.build_adviser()?,
        };
        let thought = self.timer.analyze(
            adviser.player.as_mut(),
            self.state.game(),
            &self.config.budget,
        );
        let stopped = self.timer.was_stopped();
        self.adviser = Some(adviser);
        let thought = thought?;
        self.advice = (!stopped).then(|| Advice {
            position,
            plies,
            thought: thought.clone(),
        });
        let key = if stopped { "game-by-early" } else { "game-by" };
        Ok((thought, self.told_adviser(key)))
    }

    /// A line that names who advises.
    fn told_adviser(&self, key: &str) -> String {
        let messages = self.messages();
        let title = |adviser: &Engine| adviser.title(messages);
        let name = self.adviser.as_ref().map(title).unwrap_or_default();
        format!("  ({})\n", messages.format(key, &[("name", name.into())]))
    }

    fn build_adviser(&self) -> Result<Engine, SessionError> {
        let variant = self.state.position().variant();
        let build = |spec| Engine::build(spec, &self.levels, variant, self.config.seed);
        if let Some(spec) = &self.config.adviser {
            return Ok(build(spec.clone())?);
        }
        Ok(build(default_adviser(
            &self.engine.spec,
            &self.levels,
            variant,
        ))?)
    }
}

/// Who advises when nobody is named: the opponent if it is a search or a model, else the strongest
/// level; the classical search where the levels do not know the variant.
pub(crate) fn default_adviser(
    opponent: &PlayerSpec,
    library: &Library,
    variant: Variant,
) -> PlayerSpec {
    match (opponent, library.levels().0.last()) {
        (spec @ (PlayerSpec::Checkpoint { .. } | PlayerSpec::Model { .. }), _) => spec.clone(),
        (PlayerSpec::Classical { .. }, _) => classical(),
        (_, Some(level)) if variant == Variant::Togyz => PlayerSpec::level(&level.name),
        _ => classical(),
    }
}
