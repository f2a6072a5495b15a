//! The window from shards on a disk, as the pipeline uses it.

use proptest::prelude::*;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_rules::{EndReason, Game, Move, Position, Variant};

use super::*;
use crate::config::ReplayConfig;
use crate::sample::{GameResult, PackedPosition, Sample, SampleKind};
use crate::store::{LocalStore, Store};

fn results(outcome_share: f32) -> ValueTarget {
    ValueTarget {
        outcome_share,
        trace_decay: 0.0,
    }
}

fn config() -> ReplayConfig {
    ReplayConfig {
        min_rows: 10,
        window_exponent: 0.65,
        window_expand: 0.4,
        max_mib: 64,
        samples_per_row: 4.0,
        average_duplicates: false,
        max_staleness: 0,
    }
}

fn sample(position: &Position, margin: i16) -> Sample {
    Sample {
        position: PackedPosition::of(position),
        policy: [0, 1, 2, 3, 4, 5, 6, 7, 65_000],
        search: [30_000, 500],
        result: GameResult::Win,
        margin,
        reply: 3,
        yields: 0b10_0000_0001,
        weight: 1.0,
        kind: SampleKind::Full,
        ply: 4,
    }
}

/// A shard whose samples all carry their place as margin, counted from `first`.
fn shard(sequence: u32, first: i16, count: i16) -> Shard {
    let start = Position::start(Variant::Togyz);
    Shard {
        variant: Variant::Togyz,
        seed: 1,
        generation: 7,
        sequence,
        model: None,
        games: vec![PlayedGame {
            index: 3,
            start_kind: StartKind::Opening,
            start: PackedPosition::of(&start),
            moves: vec![9, 9],
            winner: None,
            reason: EndReason::PlyLimit,
            margin: 0,
            simulations: 12,
            samples: (first..first + count).map(|i| sample(&start, i)).collect(),
        }],
    }
}

fn margins(buffer: &ReplayBuffer) -> Vec<f32> {
    let set = buffer.learning_set();
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut margins: Vec<f32> = set
        .draw(2000, &mut rng)
        .iter()
        .filter_map(|example| example.margin)
        .collect();
    margins.sort_by(f32::total_cmp);
    margins.dedup();
    margins
}

#[test]
fn shards_survive_the_disk_and_bad_ones_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let store = LocalStore::new(folder.path());
    let written = shard(2, 0, 5);
    let name = written.put(&store, None).unwrap();
    assert!(name.starts_with("replay/0007-00002-"), "{name}");
    assert_eq!(written.put(&store, None).unwrap(), name);
    assert_eq!(Shard::get(&store, &name).unwrap(), written);
    assert_eq!(shards_of(&store, 7).unwrap().len(), 1);
    assert!(shards_of(&store, 6).unwrap().is_empty());

    let bytes = store.get(&name).unwrap().unwrap();
    let mut flipped = bytes.clone();
    flipped[bytes.len() / 2] ^= 1;
    for (label, bad) in [("short", &bytes[..bytes.len() - 1]), ("flipped", &flipped)] {
        let name = format!("replay/0007-00003-{label}.shard");
        store.put(&name, bad).unwrap();
        let error = Shard::get(&store, &name).unwrap_err().to_string();
        assert!(error.contains(&name), "{error}");
    }
    store.put("replay/0007-00009-moved.shard", &bytes).unwrap();
    let error = Shard::get(&store, "replay/0007-00009-moved.shard").unwrap_err();
    assert!(error.to_string().contains("does not fit"), "{error}");
}

#[test]
fn the_window_keeps_the_newest() {
    let mut buffer = ReplayBuffer::new(&config(), Variant::Togyz, results(0.5));
    for sequence in 0..20 {
        buffer
            .add(
                "s",
                &shard(sequence, i16::try_from(sequence).unwrap() * 5, 5),
            )
            .unwrap();
    }
    assert_eq!(buffer.total(), 100);
    let window = window_rows(&config(), 100);
    assert_eq!(buffer.len() as u64, window);
    let margins = margins(&buffer);
    assert_eq!(margins.len() as u64, window);
    assert!(
        margins
            .iter()
            .all(|&margin| margin >= 100.0 - window as f32)
    );

    // The same window when the older part is only counted.
    let mut resumed = ReplayBuffer::new(&config(), Variant::Togyz, results(0.5));
    resumed.skip(60);
    for sequence in 12..20 {
        resumed
            .add(
                "s",
                &shard(sequence, i16::try_from(sequence).unwrap() * 5, 5),
            )
            .unwrap();
    }
    assert_eq!((resumed.total(), resumed.len()), (100, buffer.len()));
    assert_eq!(self::margins(&resumed), margins);
}

#[test]
fn games_beyond_the_limit_of_staleness_are_dropped_and_counted() {
    let filled = |max_staleness, from: u32| {
        let config = ReplayConfig {
            min_rows: 1000,
            max_staleness,
            ..config()
        };
        let mut buffer = ReplayBuffer::new(&config, Variant::Togyz, results(0.5));
        buffer.skip(10 * u64::from(from));
        for generation in from..6 {
            for sequence in 0..2 {
                let first = i16::try_from(10 * generation + 5 * sequence).unwrap();
                let shard = Shard {
                    generation,
                    ..shard(sequence, first, 5)
                };
                buffer.add("s", &shard).unwrap();
            }
        }
        let stale = buffer.take_stale();
        assert_eq!((buffer.total(), buffer.take_stale()), (60, 0));
        (buffer.len(), stale, margins(&buffer)[0])
    };
    assert_eq!(filled(0, 0), (60, 0, 0.0));
    assert_eq!(filled(5, 0), (60, 0, 0.0));
    assert_eq!(filled(2, 0), (30, 30, 30.0));
    // The same when the older part is only counted.
    assert_eq!(filled(2, 3), (30, 0, 30.0));
    // A window that is smaller than that leaves nothing to the limit.
    let small = ReplayConfig {
        max_staleness: 2,
        ..config()
    };
    let mut buffer = ReplayBuffer::new(&small, Variant::Togyz, results(0.5));
    for sequence in 0..20 {
        buffer.add("s", &shard(sequence, 0, 5)).unwrap();
    }
    let window = usize::try_from(window_rows(&small, 100)).unwrap();
    assert_eq!((buffer.len(), buffer.take_stale()), (window, 0));
}

#[test]
fn the_window_is_bounded_in_bytes() {
    let config = ReplayConfig {
        max_mib: 1,
        min_rows: 1_000_000,
        ..config()
    };
    let mut buffer = ReplayBuffer::new(&config, Variant::Togyz, results(0.5));
    for _ in 0..10 {
        buffer.add("s", &shard(0, 0, 5000)).unwrap();
    }
    assert!(size_of::<Sample>() <= 72, "{}", size_of::<Sample>());
    assert_eq!(buffer.len(), (1 << 20) / size_of::<Sample>());
    // Nor does the list that holds them grow beyond, but for the shard that comes in.
    assert!(buffer.room() <= buffer.len() + 5000, "{}", buffer.room());
}

#[test]
fn what_is_no_position_is_refused_whole() {
    let mut buffer = ReplayBuffer::new(&config(), Variant::Togyz, results(0.5));
    let mut bad = shard(0, 0, 3);
    let other = Position::start(Variant::Bestemshe);
    bad.games[0].samples[1].position = PackedPosition::of(&other);
    let error = buffer.add("replay/x", &bad).unwrap_err().to_string();
    assert!(
        error.contains("replay/x") && error.contains("game 3"),
        "{error}"
    );
    assert!(buffer.is_empty() && buffer.total() == 0);
    bad.variant = Variant::Bestemshe;
    assert!(buffer.add("replay/x", &bad).is_err());
}

#[test]
fn equal_positions_are_averaged_when_asked() {
    let mut config = config();
    config.average_duplicates = true;
    let mut buffer = ReplayBuffer::new(&config, Variant::Togyz, results(1.0));
    let mut shard = shard(0, 0, 4);
    let mut game = Game::new(Variant::Togyz);
    game.play(Move::from_number(9).unwrap()).unwrap();
    let samples = &mut shard.games[0].samples;
    samples.push(sample(game.position(), 50));
    samples[3].weight = 3.0;
    samples[3].result = GameResult::Loss;
    buffer.add("s", &shard).unwrap();
    let set = buffer.learning_set();
    assert_eq!(set.len(), 2);
    let drawn = set.draw(64, &mut ChaCha8Rng::seed_from_u64(2));
    let mean = drawn
        .iter()
        .find(|example| example.margin < Some(40.0))
        .unwrap();
    // Margins 0, 1, 2 with weight 1 and 3 with weight 3: the mean is 12 / 6.
    assert!((mean.margin.unwrap() - 2.0).abs() < 1e-5, "{mean:?}");
    assert!((mean.wdl.unwrap()[0] - 0.5).abs() < 1e-5, "{mean:?}");
    assert!((mean.weight - 1.5).abs() < 1e-6, "{mean:?}");
}

proptest! {
    /// Any sample comes back from a shard, and becomes the example its kind allows.
    #[test]
    fn samples_survive_and_keep_to_their_kind(
        policy in prop::array::uniform9(0u16..),
        yields in 0u32..1 << 18,
        margin in -162i16..=162,
        reply in 0u8..=9,
        kind in prop::sample::select(vec![SampleKind::Full, SampleKind::Fast, SampleKind::PlayedOn, SampleKind::Child, SampleKind::Exact]),
    ) {
        let start = Position::start(Variant::Togyz);
        let sample = Sample { policy, yields, margin, reply, kind, ..sample(&start, 0) };
        let bytes = togyz_files::encode(&SHARD, &vec![sample]).unwrap();
        let back: Vec<Sample> = togyz_files::decode("s", &bytes, &SHARD).unwrap();
        prop_assert_eq!(&back[..], &[sample][..]);

        let example = example_of(&sample, Variant::Togyz, 0.5).unwrap();
        let any = policy.iter().any(|share| *share > 0);
        prop_assert_eq!(example.policy.is_some(), kind == SampleKind::Full && any);
        prop_assert_eq!(example.wdl.is_some(), kind != SampleKind::PlayedOn);
        prop_assert_eq!(example.reply.map_or(0, |mv| mv.number()), reply);
        if let Some(wdl) = example.wdl {
            prop_assert!((wdl.iter().sum::<f32>() - 1.0).abs() < 1e-4);
        }
    }
}
