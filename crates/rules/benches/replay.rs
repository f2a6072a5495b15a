//! The speed of reading games: `cargo bench -p togyz-rules --bench replay`, in half-moves.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use togyz_rules::{Game, GameRecord, Variant, collection};

const GAMES: usize = 200;

/// A collection of random games and its number of half-moves.
fn text() -> (String, u64) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut text = String::new();
    let mut plies = 0;
    for _ in 0..GAMES {
        let mut game = Game::new(Variant::Togyz);
        while game.outcome().is_none() {
            let moves = game.position().legal_moves();
            let index = rng.random_range(0..moves.len());
            for mv in moves.iter().skip(index).take(1) {
                game.play(mv).expect("a legal move");
            }
        }
        plies += game.plies().len() as u64;
        text.push_str(&GameRecord::new(game).to_string());
        text.push('\n');
    }
    (text, plies)
}

fn replay(criterion: &mut Criterion) {
    let (text, plies) = text();
    let mut group = criterion.benchmark_group("replay");
    group.throughput(Throughput::Elements(plies));
    group.bench_function("read", |bencher| {
        bencher.iter(|| {
            collection(&text, Variant::Togyz)
                .filter(Result::is_ok)
                .count()
        });
    });
    let games: Vec<GameRecord> = collection(&text, Variant::Togyz).flatten().collect();
    group.bench_function("write", |bencher| {
        bencher.iter(|| {
            games
                .iter()
                .map(|game| game.to_string().len())
                .sum::<usize>()
        });
    });
    group.bench_function("play with repetition", |bencher| {
        bencher.iter(|| {
            let replayed = games.iter().map(|record| {
                let mut game = Game::from_position(*record.game.start());
                for played in record.game.plies() {
                    let _ = game.play(played.mv);
                }
                game.plies().len()
            });
            replayed.sum::<usize>()
        });
    });
    group.finish();
}

criterion_group!(replays, replay);
criterion_main!(replays);
