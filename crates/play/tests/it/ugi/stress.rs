//! Times, ends of the input, and lines that nobody would send.

use std::io::{BufRead as _, Write as _};
use std::time::{Duration, Instant};

use rand::seq::IndexedRandom as _;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::Engine;
use crate::binary::{expect, play};

/// What `stop` may take.
const AT_ONCE: Duration = Duration::from_millis(10);

/// Searches that are stopped.
const STOPS: usize = 21;

/// The median time from `stop` to `bestmove`.
fn stop_latency(arguments: &[&str]) -> Duration {
    let mut engine = Engine::start(arguments);
    engine.ask("isready");
    let mut times = [Duration::ZERO; STOPS];
    for time in &mut times {
        engine.send("go infinite");
        engine.until("info depth");
        std::thread::sleep(Duration::from_millis(30));
        let begun = Instant::now();
        engine.send("stop");
        engine.until("bestmove");
        *time = begun.elapsed();
    }
    engine.quit();
    times.sort();
    times[STOPS / 2]
}

#[test]
fn stop_answers_at_once() {
    for arguments in [
        &["--level", "expert"][..],
        &["--engine", "classical"],
        &["--engine", "classical,threads=2"],
        // More than most machines have cores.
        &["--engine", "classical,threads=64"],
        &["--engine", "level:expert,threads=8"],
    ] {
        let latency = stop_latency(arguments);
        assert!(latency < AT_ONCE, "{arguments:?}: {latency:?}");
    }
}

#[test]
fn the_end_of_the_input_lets_a_search_finish() {
    let script = "position startpos\ngo nodes 300\n";
    let text = expect(&play(&["ugi", "--engine", "classical"], script), 0);
    assert!(
        text.lines().last().unwrap().starts_with("bestmove "),
        "{text}"
    );
    // One without an end is stopped.
    let text = expect(&play(&["ugi", "--engine", "classical"], "go infinite\n"), 0);
    assert!(
        text.lines().last().unwrap().starts_with("bestmove "),
        "{text}"
    );
    let text = expect(&play(&["ugi"], "go infinite\nstop\ngo infinite\n"), 0);
    assert_eq!(text.matches("bestmove ").count(), 2, "{text}");
    assert_eq!(expect(&play(&["ugi"], ""), 0), "");
}

#[test]
fn a_line_without_end_is_refused() {
    let script = format!(
        "position startpos moves {}\nisready\nquit\n",
        "7 ".repeat(100_000)
    );
    let text = expect(&play(&["ugi"], &script), 0);
    assert_eq!(
        text,
        "info string error the line is longer than 65536 bytes and was not read\nreadyok\n"
    );
}

/// Beginnings of lines.
const COMMANDS: [&str; 16] = [
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "setoption name",
    "setoption name Engine value random",
    "setoption name Engine value classical,nodes=1000",
    "position startpos moves",
    "position startpos moves 7 6",
    "position fen",
    "go",
    "go depth 3",
    "go infinite",
    "stop",
    "query gameover",
    "d",
];

/// Words that make lines, right and wrong.
const WORDS: [&str; 52] = [
    "ugi",
    "uci",
    "isready",
    "uginewgame",
    "setoption",
    "name",
    "value",
    "Level",
    "beginner",
    "Threads",
    "Hash",
    "1",
    "2",
    "Engine",
    "classical,depth=2",
    "random",
    "greedy",
    "Variant",
    "bestemshe",
    "togyz",
    "position",
    "startpos",
    "fen",
    "moves",
    "3",
    "7",
    "76",
    "36x",
    "98(10)",
    "9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1",
    "0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/0",
    "go",
    "go depth 2",
    "go nodes 50",
    "go movetime 1",
    "wtime",
    "-5",
    "infinite",
    "go infinite",
    "stop",
    "query",
    "p1turn",
    "gameover",
    "result",
    "d",
    "99999999999999999999",
    "-1",
    "\u{0}",
    "\u{feff}",
    "каз",
    "=",
    "/",
];

#[test]
fn a_thousand_random_lines() {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut script = Vec::new();
    for _ in 0..1_000 {
        let mut words: Vec<&str> = Vec::new();
        if rng.random_range(0..4) > 0 {
            words.extend(COMMANDS.choose(&mut rng));
        }
        let more = rng.random_range(0..3);
        words.extend((0..more).filter_map(|_| WORDS.choose(&mut rng).copied()));
        script.extend(words.join(" ").into_bytes());
        if rng.random_range(0..20) == 0 {
            script.extend((0..40).map(|_| rng.random::<u8>()));
        }
        script.push(b'\n');
    }
    script.extend(b"stop\nisready\n");
    let Engine {
        mut child,
        mut input,
        output,
    } = Engine::start(&["--engine", "classical,nodes=1000"]);
    // Written there while the answers are read here: neither pipe may fill up. The end of the input,
    // unlike `quit`, lets everything be answered.
    let writer = std::thread::spawn(move || input.write_all(&script).unwrap());
    let lines: Vec<String> = output.lines().map(|line| line.unwrap()).collect();
    writer.join().unwrap();
    assert!(child.wait().unwrap().success());
    for word in [
        "bestmove ",
        "readyok",
        "response ",
        "info depth ",
        "info string error ",
        "ugiok",
    ] {
        let count = lines.iter().filter(|line| line.starts_with(word)).count();
        assert!(count > 0, "no `{word}` in {} lines", lines.len());
    }
}

/// The first thirty moves of each side: far from the end of a clock, so that a machine busy with
/// other tests does not decide; how a clock runs low is tested without one.
#[test]
fn the_clock_is_never_overrun() {
    let mut engine = Engine::start(&["--level", "club"]);
    engine.ask("isready");
    let mut clocks = [3_000u64, 2_000];
    let increments = [20, 40];
    let mut moves = String::new();
    for ply in 0..60 {
        let side = ply % 2;
        let lines = engine.ask(&format!(
            "go p1time {} p2time {} p1inc {} p2inc {}",
            clocks[0], clocks[1], increments[0], increments[1]
        ));
        // From when the line came, as the program says: other tests keep the machine busy.
        let [.., found, best] = lines.as_slice() else {
            panic!("{lines:?}");
        };
        let (_, time) = found.split_once(" time ").unwrap();
        let spent: u64 = time.split(' ').next().unwrap().parse().unwrap();
        assert!(spent < clocks[side], "{spent} ms of {clocks:?}");
        clocks[side] += increments[side];
        clocks[side] -= spent;
        moves += &format!(" {}", best.strip_prefix("bestmove ").unwrap());
        engine.send(&format!("position startpos moves{moves}"));
        engine.send("query gameover");
        if engine.until("response").last().unwrap() == "response true" {
            break;
        }
    }
    engine.quit();
}
