//! Whether a shard's games are games: each is played again by the rules before it is learnt from.
//!
//! A checksum says that the bytes are those that were written. It does not say that whoever wrote them
//! was sound: a worker with a broken memory or another program writes intact nonsense.

use togyz_files::ContentHash;
use togyz_rules::{EndReason, Game, Move, Side, Variant};

use super::shard::{PlayedGame, Shard, ShardError};
use crate::sample::{PackedPosition, Sample, SampleKind};
use crate::targets::Ending;

/// What a shard of a place must be.
#[derive(Clone, Debug)]
pub struct Expected {
    /// The rules.
    pub variant: Variant,
    /// The run's seed.
    pub seed: u64,
    /// The model that plays the generation.
    pub model: Option<ContentHash>,
    /// Games of the generation.
    pub games: u64,
    /// Games of a whole shard.
    pub per_shard: u64,
    /// Half-moves after which a game is a draw.
    pub max_plies: usize,
}

impl Expected {
    /// Checks a shard whose place is that of its name.
    ///
    /// # Errors
    /// [`ShardError::Foreign`] for one of another run, model or range of games;
    /// [`ShardError::Impossible`] for one with a game that the rules do not allow.
    pub fn check(&self, name: &str, shard: &Shard) -> Result<(), ShardError> {
        let foreign = |reason: String| ShardError::Foreign {
            name: name.to_owned(),
            reason,
        };
        if shard.variant != self.variant {
            let reason = format!("a shard of {}, not of {}", shard.variant, self.variant);
            return Err(foreign(reason));
        }
        if shard.seed != self.seed {
            let reason = format!("a run of seed {}, not of {}", shard.seed, self.seed);
            return Err(foreign(reason));
        }
        if shard.model != self.model {
            return Err(foreign(
                "played by another model than the generation's".to_owned(),
            ));
        }
        let first = u64::from(shard.sequence) * self.per_shard;
        let range = first..self.games.min(first + self.per_shard);
        if range.is_empty() || !shard.games.iter().map(|game| game.index).eq(range.clone()) {
            return Err(foreign(format!(
                "the games are not {} to {} of the generation",
                range.start, range.end
            )));
        }
        for game in &shard.games {
            self.replay(game).map_err(|reason| ShardError::Impossible {
                name: name.to_owned(),
                game: game.index,
                reason,
            })?;
        }
        Ok(())
    }

    /// Plays one game again; what is wrong with it.
    fn replay(&self, record: &PlayedGame) -> Result<(), String> {
        let start = record.start.unpack(self.variant);
        let mut game = Game::from_position(start.map_err(|error| format!("its start: {error}"))?);
        if record.moves.len() > self.max_plies {
            return Err(format!("it has {} half-moves", record.moves.len()));
        }

        // 1. The moves; what the rules say of the end counts from the first moment it holds.
        let mut outcome = game.outcome();
        for (ply, &number) in record.moves.iter().enumerate() {
            // A decided game is played on for its margin alone, and only by a majority.
            if outcome.is_some_and(|outcome| outcome.reason != EndReason::Majority) {
                return Err(format!("it goes on at ply {ply} after its end"));
            }
            Move::from_number(u32::from(number))
                .ok()
                .and_then(|mv| game.play_on(mv).ok())
                .ok_or_else(|| format!("hole {number} cannot be played at ply {ply}"))?;
            outcome = outcome.or_else(|| game.outcome());
        }

        // 2. The result.
        let claimed = (record.winner, record.reason);
        let right = match outcome {
            Some(outcome) => claimed == (outcome.winner, outcome.reason),
            // What the tables say is theirs to say; a limit must have been reached.
            None => match record.reason {
                EndReason::Tables => true,
                EndReason::PlyLimit => {
                    record.winner.is_none() && record.moves.len() == self.max_plies
                }
                _ => false,
            },
        };
        if !right {
            return Err(format!(
                "its end is not {:?} for {:?}",
                record.reason, record.winner
            ));
        }
        if let Some(end) = game.position().natural_end()
            && end.margin(Side::Bastaushy) != record.margin
        {
            return Err(format!("its margin is not {}", record.margin));
        }

        // 3. The samples stand in it.
        record
            .samples
            .iter()
            .try_for_each(|sample| check_sample(&game, record, sample))
    }
}

/// Whether a sample is of a position of the game and says of its end what the record says.
fn check_sample(game: &Game, record: &PlayedGame, sample: &Sample) -> Result<(), String> {
    let ply = usize::from(sample.ply);
    let wrong = |what: &str| Err(format!("a sample of ply {ply} {what}"));
    if !(sample.weight.is_finite() && sample.weight >= 0.0) {
        return wrong("has no weight");
    }
    let [win, draw] = sample.search.map(u32::from);
    // Each is rounded by itself.
    if win + draw > u32::from(u16::MAX) + 2 {
        return wrong("has chances above one");
    }
    if sample.kind == SampleKind::Child {
        let before = ply.checked_sub(1).and_then(|ply| game.position_at(ply));
        let reached = before.is_some_and(|before| {
            let mut moves = before.legal_moves().iter();
            moves.any(|mv| PackedPosition::of(&before.play_unchecked(mv)) == sample.position)
        });
        return if reached {
            Ok(())
        } else {
            wrong("is no move of the game")
        };
    }
    let Some(position) = game.position_at(ply) else {
        return wrong("lies after the end");
    };
    if PackedPosition::of(position) != sample.position {
        return wrong("is another position");
    }
    let ending = Ending {
        winner: record.winner,
        margin: record.margin,
    };
    if (sample.result, sample.margin) != ending.seen_by(position.side_to_move()) {
        return wrong("tells another result");
    }
    let legal = position.legal_moves();
    let shares = sample.policy.iter().enumerate();
    let possible = |hole: usize| {
        u32::try_from(hole + 1)
            .ok()
            .and_then(|number| Move::from_number(number).ok())
            .is_some_and(|mv| legal.contains(mv))
    };
    if shares
        .filter(|(_, share)| **share > 0)
        .any(|(hole, _)| !possible(hole))
    {
        return wrong("wants a move that is not legal");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selfplay::Recipe;

    /// A change that somebody unsound might make.
    type Change = fn(&mut Shard);

    #[test]
    fn games_that_the_rules_do_not_allow_are_named() {
        let config = crate::pipeline::tests::config(1);
        let recipe = Recipe::new(&config, 0, Variant::Togyz, None, &[], None);
        let shard = recipe.play_shard(1, None, &|| false).unwrap().unwrap();
        let expected = recipe.expected();
        expected.check("good", &shard).unwrap();
        let changes: [(&str, Change); 13] = [
            ("of seed", |shard| shard.seed += 1),
            ("another model", |shard| {
                shard.model = Some(ContentHash::of(b"x"));
            }),
            ("the games are not 2 to 4", |shard| {
                shard.games[0].index += 1
            }),
            ("the games are not 2 to 4", |shard| drop(shard.games.pop())),
            ("cannot be played", |shard| shard.games[0].moves[3] = 0),
            ("its end is not", |shard| {
                shard.games[1].winner = match shard.games[1].winner {
                    Some(_) => None,
                    None => Some(Side::Bastaushy),
                };
            }),
            ("its end is not", |shard| {
                let game = &mut shard.games[1];
                game.reason = EndReason::PlyLimit;
                game.winner = Some(Side::Kostaushy);
            }),
            ("half-moves", |shard| shard.games[0].moves = vec![1; 5000]),
            ("has no weight", |shard| {
                shard.games[0].samples[0].weight = f32::NAN;
            }),
            ("has chances above one", |shard| {
                shard.games[0].samples[0].search = [u16::MAX, 3];
            }),
            ("lies after the end", |shard| {
                shard.games[0].samples[0].kind = SampleKind::Full;
                shard.games[0].samples[0].ply = u16::MAX;
            }),
            ("is another position", |shard| {
                let ply = &mut shard.games[0].samples[0].ply;
                *ply += 1;
            }),
            ("tells another result", |shard| {
                shard.games[0].samples[0].margin += 2;
            }),
        ];
        for (word, change) in changes {
            let mut bad = shard.clone();
            change(&mut bad);
            let error = expected.check("bad", &bad).unwrap_err().to_string();
            assert!(error.starts_with("bad:"), "{error}");
            assert!(error.contains(word), "no `{word}` in {error}");
        }
        // A policy for a hole without balls, wherever there is one.
        let mut bad = shard.clone();
        let emptied = bad
            .games
            .iter_mut()
            .flat_map(|game| &mut game.samples)
            .find_map(|sample| {
                let holes = sample.position.unpack(Variant::Togyz).unwrap().own_holes();
                let empty = holes.iter().position(|&balls| balls == 0)?;
                (sample.kind == SampleKind::Full).then(|| sample.policy[empty] = 1)
            });
        assert!(emptied.is_some());
        let error = expected.check("bad", &bad).unwrap_err().to_string();
        assert!(error.contains("is not legal"), "{error}");
    }
}
