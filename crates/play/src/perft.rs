//! `play perft`: counts on all cores.

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context as _;
use togyz_rules::{Move, Position, perft, perft_divide};

use crate::Exit;
use crate::cli::PerftArgs;

/// Half-moves from the root at which the tree is cut into tasks: some thousand, so that no thread
/// waits long for the last.
const CUT: u8 = 4;

/// The count of each first move.
type Divided = Vec<(Move, u64)>;

/// Counts and prints.
///
/// # Errors
/// If the position is none, or the output fails.
pub(crate) fn run(
    args: &PerftArgs,
    now: fn() -> Duration,
    out: &mut dyn Write,
) -> anyhow::Result<Exit> {
    let position =
        Position::parse(&args.position, args.variant).context("no position (--position)")?;
    let cores = thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = args.threads.unwrap_or(cores);
    let begun = now();
    let divided = count(&position, args.depth, threads);
    let time = now().saturating_sub(begun).as_secs_f64();
    let total: u64 = if args.depth == 0 {
        1
    } else {
        divided.iter().map(|(_, nodes)| nodes).sum()
    };
    if args.divide {
        for (mv, nodes) in &divided {
            writeln!(out, "{mv}: {nodes}")?;
        }
    }
    #[expect(clippy::cast_precision_loss, reason = "a speed for people")]
    let speed = total as f64 / time.max(1e-9) / 1e6;
    writeln!(
        out,
        "perft {} = {total}  ({time:.3} s, {speed:.1} M/s, {threads} threads)",
        args.depth
    )?;
    Ok(Exit::Done)
}

/// [`perft_divide`] with the tree cut into tasks that the threads take one after the other.
fn count(position: &Position, depth: u8, threads: usize) -> Divided {
    if depth <= CUT || threads == 1 {
        return perft_divide(position, depth);
    }
    let mut divided = Divided::new();
    // 1. The positions at the cut, each with the place of its first move in the result.
    let mut tasks = Vec::new();
    if !position.is_over() {
        for mv in position.legal_moves() {
            let mut front = vec![position.play_unchecked(mv)];
            for _ in 1..CUT {
                front = front.iter().flat_map(children).collect();
            }
            let root = divided.len();
            tasks.extend(front.into_iter().map(|position| (root, position)));
            divided.push((mv, 0));
        }
    }
    // 2. Each thread counts on its own.
    let next = AtomicUsize::new(0);
    let work = || {
        let mut counts = vec![0_u64; divided.len()];
        while let Some((root, position)) = tasks.get(next.fetch_add(1, Ordering::Relaxed)) {
            counts[*root] += perft(position, depth - CUT);
        }
        counts
    };
    let counts: Vec<Vec<u64>> = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("invariant: counting does not panic"))
            .collect()
    });
    // 3. The sums, which do not depend on who counted what.
    for counts in counts {
        for (entry, count) in divided.iter_mut().zip(counts) {
            entry.1 += count;
        }
    }
    divided
}

/// The positions after one move; a finished game has none.
fn children(position: &Position) -> Vec<Position> {
    if position.is_over() {
        return Vec::new();
    }
    let moves = position.legal_moves().iter();
    moves.map(|mv| position.play_unchecked(mv)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use togyz_rules::Variant;

    #[test]
    fn threads_count_what_one_counts() {
        for variant in Variant::ALL {
            let start = Position::start(variant);
            for depth in [1, 4, 5, 6] {
                assert_eq!(
                    count(&start, depth, 3),
                    perft_divide(&start, depth),
                    "{variant}, depth {depth}"
                );
            }
        }
    }
}
