//! The server in use for an hour, its memory looked at every minute.

use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::common::{Server, Session};
use crate::live::{next, watch};

/// A page comes every so often; the sessions are full, and old ones go, long before the first half ends.
const PACE: Duration = Duration::from_secs(8);
/// Growth of the mean from the second quarter to the last that is no growth: allocators round.
const SLACK: f64 = 1.05;
const SLACK_MIB: f64 = 8.0;

/// A number from the environment.
fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// What a process holds in memory, in MiB.
fn resident(process: u32) -> f64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmRSS:"));
    let kib = line.and_then(|line| line.split_whitespace().nth(1));
    kib.unwrap().parse::<f64>().unwrap() / 1024.0
}

/// Plays games, looks, asks for hints and reviews and leaves without a word, as people do, for
/// `SOAK_MINUTES` (an hour); `SOAK_PROGRAM` is a program built with optimization.
#[cfg(target_os = "linux")]
#[test]
#[ignore = "an hour: cargo test -p togyz-play --test serve soak -- --ignored --nocapture"]
fn an_hour_of_use_needs_no_more_memory_at_its_end() {
    let minutes = number("SOAK_MINUTES").unwrap_or(60);
    let program = std::env::var("SOAK_PROGRAM");
    let program = program.unwrap_or_else(|_| env!("CARGO_BIN_EXE_play").to_owned());
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let server = Server::of(&program, &project, &[]);
    let begun = Instant::now();
    let mut samples = Vec::new();
    for visit in 0.. {
        let next = PACE * visit;
        while begun.elapsed() < next {
            std::thread::sleep(next - begun.elapsed());
        }
        let minute = begun.elapsed().as_secs() / 60;
        if samples.len() as u64 <= minute {
            let now = resident(server.process());
            println!("minute {minute}: {now:.1} MiB, {visit} visits");
            samples.push(now);
        }
        if minute >= minutes {
            break;
        }
        a_visit(&server, visit);
    }
    let mean = |part: &[f64]| part.iter().sum::<f64>() / part.len() as f64;
    let quarter = samples.len() / 4;
    let early = mean(&samples[quarter..2 * quarter]);
    let late = mean(&samples[3 * quarter..]);
    println!("second quarter {early:.1} MiB, last {late:.1} MiB");
    assert!(late <= early * SLACK + SLACK_MIB, "{samples:?}");
}

/// One page, from its opening until it is left.
fn a_visit(server: &Server, visit: u32) {
    let levels = ["beginner", "novice", "amateur", "club"];
    let level = format!("level:{}", levels[visit as usize % levels.len()]);
    let hello = server.get("/api/hello").is(200);
    let known = hello["players"].as_array().unwrap().iter();
    let level = known
        .map(|player| player["id"].as_str().unwrap())
        .find(|id| *id == level)
        .unwrap_or("level:beginner");
    let first = if visit % 5 == 4 {
        json!(level)
    } else {
        Value::Null
    };
    let mut session = server.session_of(&json!({"bastaushy": first, "kostaushy": level}));
    for turn in 0..12 {
        if !session.state["outcome"].is_null() {
            break;
        }
        if turn % 2 == 0 && first.is_null() {
            let legal = session.legal();
            session.play(legal[(visit as usize + turn) % legal.len()]);
        } else {
            session.think();
        }
    }
    session.act(&json!({"type": "undo"}));
    server.post(&session.path("/hint"), &json!(null)).is(200);
    a_look(&session);
    if visit % 8 == 7 {
        let moves = "76 11 65 77x 89 13 44";
        session.act(&json!({"type": "load", "text": moves, "seats": null}));
        let path = session.path("/review");
        while server.post(&path, &json!(null)).is(200)["review"].is_null() {}
    }
    let bad = session.attempt(&json!({"type": "load", "text": "x".repeat(1000), "seats": null}));
    assert_eq!(bad.status, 422);
}

/// The live analysis for a moment, and gone without a word.
fn a_look(session: &Session<'_>) {
    let mut socket = watch(session);
    for _ in 0..2 {
        next(&mut socket);
    }
}
