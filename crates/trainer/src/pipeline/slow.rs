//! Self-play that has become slow, and why if it is known.

use super::Pipeline;
use crate::error::TrainError;
use crate::metrics::{MetricKind, read_metrics};
use crate::selfplay::PlayTally;

/// Seconds of self-play below which its speed says nothing.
const LEAST_MEASURED: f64 = 10.0;
/// The share of the players' time that goes into putting shards on a disk, or into a store, that is slow.
const SLOW_DISK: f64 = 0.25;

/// The speed of a generation's self-play.
///
/// # Units
/// A second, all players together.
#[derive(Clone, Copy, Debug)]
struct Speed {
    games: f64,
    simulations: f64,
}

impl Speed {
    /// What is to be said if this is less than half of the speed before.
    fn told_after(self, before: Speed, reason: impl FnOnce() -> Option<String>) -> Option<String> {
        if self.simulations * 2.0 < before.simulations {
            return Some(format!(
                "{:.0} simulations/s, less than half of the {:.0} before: {}",
                self.simulations,
                before.simulations,
                reason().unwrap_or_else(|| "no reason is known".to_owned())
            ));
        }
        // Then a game takes more simulations than before.
        (self.games * 2.0 < before.games).then(|| {
            format!(
                "{:.1} games/s, less than half of the {:.1} before: a game takes {:.0} simulations, \
                 {:.0} before",
                self.games,
                before.games,
                self.simulations / self.games,
                before.simulations / before.games
            )
        })
    }
}

impl Pipeline<'_> {
    /// What is to be said if self-play has become less than half as fast as in the generation before,
    /// with the reason if one is known. Generations without a network have a speed of their own.
    #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
    pub(super) fn slowness(
        &self,
        session: &PlayTally,
        seconds: f64,
    ) -> Result<Option<String>, TrainError> {
        let generation = self.state.generation;
        if generation < 2 || session.simulations == 0 || seconds < LEAST_MEASURED {
            return Ok(None);
        }
        let now = Speed {
            games: session.games as f64 / seconds,
            simulations: session.simulations as f64 / seconds,
        };
        let lines = read_metrics(self.run.root())?;
        let before = lines.iter().rev().find_map(|line| {
            let is_before = line.kind == MetricKind::Selfplay && line.generation + 1 == generation;
            let is_measured = line.stage_seconds? >= LEAST_MEASURED;
            (is_before && is_measured).then_some(Speed {
                games: line.games_per_second?,
                simulations: line.simulations_per_second?,
            })
        });
        let players = self.players().max(1) as f64;
        let putting = session.putting.as_secs_f64() / (seconds * players);
        let told =
            before.and_then(|before| now.told_after(before, || self.reason_for_slowness(putting)));
        Ok(told.map(|told| format!("generation {generation}: {told}")))
    }

    /// `putting` is the share of the players' time that went into it.
    fn reason_for_slowness(&self, putting: f64) -> Option<String> {
        let behind = 1 + u32::from(self.config.run.overlap);
        let trunk = |generation: u32| self.config.net.trunk_of(generation.saturating_sub(behind));
        if trunk(self.state.generation) != trunk(self.state.generation - 1) {
            return Some("the network has grown".to_owned());
        }
        if let (Some(used), Some(whole)) = ((self.host.memory)(), (self.host.whole_memory)())
            && used > whole / 10 * 9
        {
            let told = "the run has taken nine tenths of the machine's memory";
            return Some(told.to_owned());
        }
        (putting > SLOW_DISK).then(|| {
            format!(
                "the disk or the store is slow, {:.0} % of the players' time went into putting shards",
                100.0 * putting
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Speed;

    #[test]
    fn a_drop_of_games_or_simulations_is_told() {
        let before = Speed {
            games: 10.0,
            simulations: 1000.0,
        };
        let cases = [
            (6.0, 600.0, None),
            (
                4.0,
                510.0,
                Some(
                    "4.0 games/s, less than half of the 10.0 before: a game takes 128 simulations, 100 before",
                ),
            ),
            (
                5.1,
                490.0,
                Some("490 simulations/s, less than half of the 1000 before: the moon"),
            ),
            (20.0, 2000.0, None),
        ];
        for (games, simulations, expected) in cases {
            let now = Speed { games, simulations };
            let told = now.told_after(before, || Some("the moon".to_owned()));
            assert_eq!(told.as_deref(), expected, "{now:?}");
        }
        let still = Speed {
            games: 0.1,
            simulations: 1.0,
        };
        let told = still.told_after(before, || None).unwrap();
        assert!(told.ends_with("no reason is known"), "{told}");
    }
}
