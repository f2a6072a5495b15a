//! `play ugi` as a tournament manager meets it: lines in, lines out.

mod stress;

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use crate::golden;

/// The program with its pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_play"))
            .arg("ugi")
            .args(arguments)
            .current_dir(env!("CARGO_TARGET_TMPDIR"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Engine {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        let read = self.output.read_line(&mut line).unwrap();
        assert!(read > 0, "the program has gone");
        line.trim_end().to_owned()
    }

    /// The lines until one that begins with `word`, it included.
    fn until(&mut self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line = self.line();
            let is_last = line.starts_with(word);
            lines.push(line);
            if is_last {
                return lines;
            }
        }
    }

    /// What is answered to a line: to `go` until the best move, else until the program is ready.
    fn ask(&mut self, line: &str) -> Vec<String> {
        self.send(line);
        let starts = line.starts_with("go") && !line.contains("soon") && !line.contains("mate");
        if starts {
            return self.until("bestmove");
        }
        if line == "isready" {
            return self.until("readyok");
        }
        self.send("isready");
        let mut lines = self.until("readyok");
        lines.pop();
        lines
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().unwrap().success());
    }
}

/// Speeds and times differ from run to run.
fn without_time(line: &str) -> String {
    let mut words = Vec::new();
    let mut is_time = false;
    for word in line.split(' ') {
        words.push(if is_time { "*" } else { word });
        is_time = line.starts_with("info depth") && matches!(word, "nps" | "time");
    }
    words.join(" ")
}

/// Plays the commands and compares the conversation with a golden file.
#[track_caller]
fn transcript(name: &str, arguments: &[&str], commands: &[&str]) {
    let mut engine = Engine::start(arguments);
    let mut text = String::new();
    for command in commands {
        text += &format!("> {command}\n");
        for line in engine.ask(command) {
            text += &format!("{}\n", without_time(&line));
        }
    }
    engine.quit();
    golden(&format!("ugi/{name}.txt"), &text);
}

#[test]
fn who_are_you() {
    transcript("hello", &[], &["ugi", "isready", "uci", "debug on", ""]);
}

#[test]
fn a_game_goes_on() {
    transcript(
        "game",
        &["--engine", "classical"],
        &[
            "uginewgame",
            "position startpos",
            "query p1turn",
            "go nodes 2000",
            "position startpos moves 7",
            "query p1turn",
            "query gameover",
            "query result",
            "go depth 5",
            "ucinewgame",
            "go depth 5",
            "d",
        ],
    );
}

/// The best moves beside one another: of a search, of a tree, and of a position with two moves.
#[test]
fn several_lines_are_told() {
    transcript(
        "multipv",
        &["--engine", "classical"],
        &[
            "setoption name MultiPV value 3",
            "position startpos moves 7 9",
            "go depth 4",
            "setoption name multipv value 10",
            "setoption name Level value expert",
            "go sims 100",
            "setoption name MultiPV value 9",
            "position fen 0,0,0,0,0,0,0,5,20/9,9,9,9,9,9,9,9,9/28,28/-1,-1/0",
            "go sims 200",
            "setoption name MultiPV value 1",
            "go sims 200",
        ],
    );
}

#[test]
fn levels_and_models_think() {
    transcript(
        "level",
        &["--level", "beginner"],
        &[
            "position startpos moves 7 9",
            "go",
            "go sims 3000",
            "go nodes 200",
        ],
    );
}

#[test]
fn games_end() {
    transcript(
        "results",
        &["--engine", "classical"],
        &[
            // By a majority, after the shortest game there is.
            "position startpos moves 76 11 65 77x 89 13 44 78 33 82 82",
            "query gameover",
            "query result",
            "go movetime 100",
            "position fen 0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,0,1/78,82/-1,-1/0",
            "query p1turn",
            "query gameover",
            "query result",
            // By repetition: two balls that go round.
            "position fen 1S,8/7,1S,1 79 81 S 1 \
             moves 8 9 9 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 1 1 2 2 3 3 4 4 5 5 6 6 7 7",
            "query result",
            "position fen 1S,8/7,1S,1 79 81 S 1 \
             moves 8 9 9 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8 8 9 9 1 1 2 2 3 3 4 4 5 5 6 6 7 7 8",
            "query gameover",
            "query result",
            "d",
            // By atsyz kalu, 81 to 81.
            "position fen 0,0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0,0/81,80/-1,-1/0",
            "query gameover",
            "query result",
        ],
    );
}

#[test]
fn options_are_set_or_refused() {
    transcript(
        "options",
        &["--level", "expert"],
        &[
            "setoption name Level value novice",
            "d",
            "setoption name Level value grandmaster",
            "setoption name Engine value classical,nodes=500",
            "setoption name threads value 2",
            "setoption name Hash value 8",
            "setoption name Tables value 0",
            "setoption name Move Overhead value 50",
            "setoption name Seed value 7",
            "setoption name Clear Hash",
            "d",
            "setoption name Threads value 0",
            "setoption name Hash value many",
            "setoption name Model value nowhere.model",
            "setoption name Checkpoint value nowhere",
            "setoption name Engine value clasical",
            "setoption name TablesPath value nowhere",
            "setoption name UCI_Variant value bestemshe",
            "setoption name Threads value 1",
            "go depth 3",
            "d",
            "setoption name Variant value chess",
            "setoption name Ponder value true",
            "setoption name Hash",
            "setoption name Engine value <empty>",
            "setoption name Variant value togyz",
            "setoption name Threads value 4",
            "isready",
        ],
    );
}

#[test]
fn wrong_lines_are_told() {
    transcript(
        "errors",
        &["--engine", "classical"],
        &[
            "position startpos moves 7 8",
            "position startpos moves 7 0",
            "position startpos moves 98(12)",
            "position startpos moves 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7 7",
            "position fen 9S,9S/9S 0 0 S 1",
            "position fen nonsense",
            "position",
            "go movetime soon",
            "go mate 3",
            "query who",
            "stop",
            "ponderhit",
            "hello",
            // The last position that was right still stands.
            "query p1turn",
        ],
    );
}

#[test]
fn answers_while_it_thinks() {
    let mut engine = Engine::start(&["--level", "club"]);
    engine.ask("isready");
    engine.send("go infinite");
    assert!(engine.until("info depth").len() == 1);
    engine.send("isready");
    engine.until("readyok");
    engine.send("query p1turn");
    assert_eq!(engine.until("response").pop().unwrap(), "response true");
    engine.send("go depth 3");
    engine.send("setoption name Hash value 3");
    for _ in 0..2 {
        let refused = engine.until("info string error").pop().unwrap();
        assert!(refused.contains("a search is under way"), "{refused}");
    }
    // What follows `stop` waits for the best move, however soon it comes.
    for line in [
        "stop",
        "position startpos moves 7",
        "setoption name Level value novice",
        "query p1turn",
        "go infinite",
        "isready",
        "stop",
        "isready",
    ] {
        engine.send(line);
    }
    assert!(engine.until("bestmove").last().unwrap() != "bestmove 0000");
    assert!(
        engine
            .until("response")
            .contains(&"response false".to_owned())
    );
    engine.until("readyok");
    assert!(engine.until("bestmove").last().unwrap() != "bestmove 0000");
    engine.until("readyok");
    engine.quit();
}

#[test]
fn a_solved_position_waits_for_stop() {
    let mut engine = Engine::start(&["--engine", "classical"]);
    engine.send("position fen 0,0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,1,0/80,80/-1,-1/0");
    engine.send("go infinite");
    engine.until("info depth");
    std::thread::sleep(Duration::from_millis(50));
    engine.send("isready");
    let before = engine.until("readyok");
    assert!(
        before.iter().all(|line| !line.starts_with("bestmove")),
        "{before:?}"
    );
    engine.send("stop");
    engine.until("bestmove 9");
    engine.quit();
}
