//! Players that do not search: the lower anchors of every measurement.

use rand::SeedableRng as _;
use rand::seq::IndexedRandom as _;
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, Move, Position};

use crate::budget::{Budget, Clock};
use crate::player::{Player, PlayerError};
use crate::thought::{Candidate, Thought};

/// Plays one of the moves that its gain ranks highest, by lot.
#[derive(Debug)]
pub(crate) struct Simple {
    name: String,
    seed: u64,
    rng: ChaCha8Rng,
    gain: fn(&Position, Move) -> i16,
}

impl Simple {
    /// Plays any legal move.
    pub(crate) fn random(name: String, seed: u64) -> Simple {
        Simple::new(name, seed, |_, _| 0)
    }

    /// Takes the most balls it can at once, the opponent's gain counted against it.
    pub(crate) fn greedy(name: String, seed: u64) -> Simple {
        Simple::new(name, seed, net_gain)
    }

    fn new(name: String, seed: u64, gain: fn(&Position, Move) -> i16) -> Simple {
        Simple {
            name,
            seed,
            rng: ChaCha8Rng::seed_from_u64(seed),
            gain,
        }
    }
}

impl Player for Simple {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn new_game(&mut self) {
        self.rng = ChaCha8Rng::seed_from_u64(self.seed);
    }

    fn consider(
        &mut self,
        game: &Game,
        _budget: &Budget,
        _clock: &Clock<'_>,
        _every_move: bool,
        _tell: Option<&mut dyn FnMut(Thought)>,
    ) -> Result<Thought, PlayerError> {
        let position = *game.position();
        pick(game, &mut self.rng, |mv| (self.gain)(&position, mv))
    }
}

/// The balls that a move brings at once, less those it gives.
///
/// # Units
/// Balls.
pub(crate) fn net_gain(position: &Position, mv: Move) -> i16 {
    let (_, played) = position.play_traced(mv);
    i16::from(played.gained[played.side]) - i16::from(played.gained[played.side.other()])
}

/// One of the moves that `gain` ranks highest, by lot.
fn pick(
    game: &Game,
    rng: &mut ChaCha8Rng,
    gain: impl Fn(Move) -> i16,
) -> Result<Thought, PlayerError> {
    if game.outcome().is_some() {
        return Err(PlayerError::GameOver);
    }
    let position = game.position();
    let now = f32::from(position.own_kazan()) - f32::from(position.other_kazan());
    let mut ranked: Vec<(Move, i16)> = position
        .legal_moves()
        .iter()
        .map(|mv| (mv, gain(mv)))
        .collect();
    ranked.sort_by_key(|&(mv, gain)| (std::cmp::Reverse(gain), mv));
    let top = ranked.first().map_or(0, |&(_, gain)| gain);
    let best: Vec<Move> = ranked
        .iter()
        .filter(|&&(_, gain)| gain == top)
        .map(|&(mv, _)| mv)
        .collect();
    let mv = *best.choose(rng).ok_or(PlayerError::GameOver)?;
    // The move that is played comes first: these players have no other opinion.
    ranked.sort_by_key(|&(one, gain)| (one != mv, std::cmp::Reverse(gain)));
    let share = 1.0 / best.len() as f32;
    let candidates = ranked
        .into_iter()
        .map(|(mv, gain)| Candidate {
            mv,
            share: if gain == top { share } else { 0.0 },
            win: 0.5,
            margin: now + f32::from(gain),
            line: vec![mv],
            proven: None,
        })
        .collect();
    Ok(Thought {
        exact: false,
        mv,
        candidates,
        win: 0.5,
        draw: 0.0,
        loss: 0.5,
        margin: now + f32::from(top),
        proven: None,
        depth: None,
        nodes: 0,
        simulations: 0,
    })
}
