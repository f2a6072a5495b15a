//! The corpus, from the writers themselves and from the vectors of the rules.

use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use togyz_arena::{MatchConfig, play_match};
use togyz_files::{FileKind, encode};
use togyz_model::{Model, ModelHeader, Weights};
use togyz_players::{Levels, Library};
use togyz_rules::{Game, GameRecord, Move, Position, Variant};
use togyz_tables::{Plan, SMALL_BALLS, Storage, build};
use togyz_tests::root;
use togyz_tests::targets::{FILE, Note, TARGETS};

/// A file of the corpus: its target, its name, its bytes.
pub(crate) type Seed = (&'static str, String, Vec<u8>);

const SPECS: &str = "\
level:club
level:expert,sims=400,temperature=0.5,seed=7
checkpoint:runs/quick/checkpoints/0042,ms=100
model:data/models/expert.model,nodes=1000,memory=64,cpuct=1.5,cfactor=1,fpu=0.2,rootfpu=-0.5,margin=0.05,local=8
hybrid:data/models/expert.model,depth=8,threads=2,tables=6
classical,nodes=1000,eval=kazan
greedy
random,seed=18446744073709551615
";

const OPTIONS: &str = "\
random:6
start2
balls:20..40
20..40
0,5
0,5,0.05,0.1
table
kazan
box
lines
";

const COMMANDS: &str = "\
7
43(10)
36x
hint
analyze 3
undo 2
redo
side north
level club
engine classical,nodes=1000
position 9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0
save game.txt
load game.txt 2
notation fen
layout box
language kk
help hint
# a comment
quit
";

const UGI: &str = "\
ugi
uci
isready
uginewgame
setoption name Move Overhead value 50
setoption name MultiPV value 3
setoption name Clear Hash
position startpos
position startpos moves 7 1 6 7
position fen 9S,9S,9S,9S,9S,9S,9S,9S,9S/9S,9S,9S,9S,9S,9S,9S,9S,9S 0 0 S 1 moves 76 11(10) 36x
go
go infinite
go movetime 100
go p1time 1000 p2time 900 p1inc 10 p2inc 20 movestogo 7
go wtime 1000 btime -5 nodes 2000 depth 9 sims 400
query p1turn
query gameover
query result
stop
d
debug on
quit
";

const ANALYZE: &str = r#"{"id": 1, "position": "startpos", "moves": [7, "98(10)"], "plies": [0, 1, 2], "maxMoves": 3}
{"id": "a", "moves": "76 11 65 77x", "ms": 5, "sims": 100, "nodes": 1000, "depth": 4}
{"id": null, "variant": "bestemshe", "position": "5,5,5,5,5/5,5,5,5,5/0,0/-1,-1/0"}
9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/0,0/-1,-1/0
# a comment
"#;

const PAGE: &str = r#"{"action": null}
{"seen": 1, "action": {"type": "play", "hole": 7}}
{"seen": 2, "action": {"type": "undo"}}
{"type": "redo"}
{"type": "play", "hole": 1}
{"type": "jump", "ply": 1}
[1, 7, 6]
{"action": {"type": "load", "text": "76 11 65 77x", "seats": null}}
{"type": "load", "text": "startpos", "seats": {"bastaushy": null, "kostaushy": null}}
{"type": "seats", "seats": {"bastaushy": null, "kostaushy": "classical"}}
{"type": "new", "variant": "qozdatu", "seats": {"bastaushy": null, "kostaushy": null}, "setup": null, "clock": {"minutes": 1, "seconds": 2}}
{"type": "play", "hole": 3}
{"type": "flag"}
{"type": "resign"}
{"type": "new", "variant": "togyz", "seats": {"bastaushy": null, "kostaushy": null}, "setup": {"rows": {"bastaushy": [1, 2, 10, 3, 0, 4, 12, 0, 1], "kostaushy": [5, 6, 0, 7, 8, 0, 20, 2, 1]}, "kazans": {"bastaushy": 45, "kostaushy": 35}, "tuzdiks": {"bastaushy": 3, "kostaushy": 5}, "side_to_move": "bastaushy"}, "clock": null}
"#;

/// For the game of the target; its hashes are made right there.
const REVIEW: &str =
    "1 expert 0 0 0 0.5,0.25,76 0.5,-1.5,1 =0.5,2,6 0.25,-2.5,7 0.53125,1e-5,8 =1,162,1 0,-162,";

/// The lines of a file of vectors as JSON.
fn vectors(name: &str) -> Vec<serde_json::Value> {
    let path = root().join("crates/rules/tests/data").join(name);
    let text = fs::read_to_string(path).expect("the vectors of the rules");
    let line = |line| serde_json::from_str(line).expect("a line of JSON");
    text.lines().map(line).collect()
}

fn variant(vector: &serde_json::Value) -> Variant {
    let name = vector["variant"].as_str().expect("a name");
    name.parse().expect("a variant")
}

/// Positions of the vectors in both notations.
fn positions() -> Vec<Seed> {
    let mut seeds = Vec::new();
    for (at, vector) in vectors("moves.jsonl").iter().enumerate() {
        let text = vector["position"].as_str().expect("a position");
        let position = Position::from_compact(text, variant(vector)).expect("a position");
        let (name, text) = match at % 2 {
            0 => ("compact", text.to_owned()),
            _ => ("fen", position.to_fen()),
        };
        seeds.push(("positions", format!("{at:02}.{name}"), text.into_bytes()));
    }
    seeds.push(("positions", "start".to_owned(), b"startpos".to_vec()));
    seeds
}

/// The shortest game of each variant, as a record and as bare moves.
fn games() -> Vec<Seed> {
    let vectors = vectors("games.jsonl");
    let mut seeds = Vec::new();
    for one in Variant::ALL {
        let moves = vectors
            .iter()
            .filter(|vector| variant(vector) == one)
            .map(|vector| vector["moves"].as_array().expect("moves"))
            .min_by_key(|moves| moves.len());
        let mut game = Game::new(one);
        for number in moves.expect("a game of each variant") {
            let number = number
                .as_u64()
                .and_then(|number| u32::try_from(number).ok());
            let mv = Move::from_number(number.expect("a number")).expect("a hole");
            game.play(mv).expect("a legal move");
        }
        seeds.push((
            "moves",
            one.to_string(),
            game.pairs().join("\n").into_bytes(),
        ));
        let mut record = GameRecord::new(game);
        record.headers.event = "From the \"vectors\"".to_owned();
        let text = record.to_string();
        seeds.push(("games", format!("{one}.txt"), text.clone().into_bytes()));
        // As people write: comments, marks, Windows lines, a second game behind it.
        let text = text
            .replace(" 2. ", " {a comment} 2. ")
            .replace(" 3. ", "! $1 ; so\n3. ");
        let text = format!("{}\r\n1. 76(10) 11 1/2-1/2\r\n", text.replace('\n', "\r\n"));
        seeds.push(("games", format!("{one}-as-written.txt"), text.into_bytes()));
    }
    seeds
}

/// The file of a short match, with a clock that stands still.
fn record(folder: &Path) -> Vec<u8> {
    let path = folder.join("match.jsonl");
    let specs = ["greedy", "random"].map(|name| name.parse().expect("a spec"));
    let [a, b] = specs;
    let config = MatchConfig {
        games: 4,
        ..MatchConfig::new(a, b)
    };
    let library = Library::embedded().expect("the built-in levels");
    let stop = AtomicBool::new(false);
    let clock = || Duration::ZERO;
    let progress = &mut |_: &_| {};
    play_match(
        &config,
        &library,
        Variant::Togyz,
        clock,
        Some(&path),
        progress,
        &stop,
    )
    .expect("a match");
    fs::read(path).expect("its file")
}

fn model(trunk: &[u32]) -> Model {
    let weights = Weights::random(trunk, &mut ChaCha8Rng::seed_from_u64(5));
    let header = ModelHeader {
        run: "fuzzing".to_owned(),
        ..ModelHeader::new(trunk)
    };
    Model::new(header, weights).expect("random weights are within bounds")
}

fn models(folder: &Path) -> Vec<Seed> {
    let path = folder.join("a.model");
    let floats = model(&[1, 2]);
    let integers = floats.quantized().expect("small weights");
    let saved = |name: &str, model: &Model| {
        model.save(&path).expect("a writable folder");
        let bytes = fs::read(&path).expect("as written");
        ("models", name.to_owned(), bytes)
    };
    vec![
        saved("floats.model", &floats),
        saved("integers.model", &integers),
    ]
}

fn tables() -> Vec<Seed> {
    let stored = |name: &str, storage| {
        let folder = tempfile::tempdir().expect("a folder");
        let plan = Plan {
            variant: Variant::Qozdatu,
            balls: SMALL_BALLS + 1,
            threads: 1,
            storage,
        };
        let never = AtomicBool::new(false);
        build(folder.path(), plan, &never, &|_| {}).expect("a table");
        let file = fs::read_dir(folder.path()).expect("a folder").next();
        let path = file.expect("one file").expect("readable").path();
        (
            "tables",
            name.to_owned(),
            fs::read(path).expect("as written"),
        )
    };
    vec![
        stored("compressed.table", Storage::Compressed),
        stored("plain.table", Storage::Plain),
    ]
}

fn notes() -> Vec<Seed> {
    let long = Note {
        text: "togyz kumalak ".repeat(40),
        lists: (0..8)
            .map(|n| (0..n).map(|i| 1 << (7 * i)).collect())
            .collect(),
        choice: Some(Ok(true)),
        bytes: (0..=255).collect(),
    };
    let short = Note {
        text: "nine holes".to_owned(),
        lists: vec![vec![u64::MAX]],
        choice: Some(Err('½')),
        bytes: vec![9; 4],
    };
    let plain = FileKind {
        compress: false,
        ..FILE
    };
    let note = |name: &str, kind: &FileKind, note: &Note| {
        let bytes = encode(kind, note).expect("within bounds");
        ("files", name.to_owned(), bytes)
    };
    vec![
        note("compressed.note", &FILE, &long),
        note("plain.note", &plain, &long),
        note("short.note", &plain, &short),
    ]
}

fn all() -> Vec<Seed> {
    let folder = tempfile::tempdir().expect("a folder");
    let levels = Library::embedded().expect("the built-in levels");
    let levels = Levels(levels.levels().0.iter().take(2).cloned().collect());
    let levels = levels.to_toml().expect("levels have a TOML form");
    let named = |target, name: &str, bytes: &[u8]| (target, name.to_owned(), bytes.to_vec());
    let mut seeds = vec![
        named("specs", "specs.txt", SPECS.as_bytes()),
        named("options", "options.txt", OPTIONS.as_bytes()),
        named("commands", "commands.txt", COMMANDS.as_bytes()),
        named("ugi", "ugi.txt", UGI.as_bytes()),
        named("requests", "analyze.jsonl", ANALYZE.as_bytes()),
        named("requests", "page.jsonl", PAGE.as_bytes()),
        named("reviews", "review.txt", REVIEW.as_bytes()),
        named("levels", "levels.toml", levels.as_bytes()),
        named("records", "match.jsonl", &record(folder.path())),
    ];
    seeds.extend(positions());
    seeds.extend(games());
    seeds.extend(notes());
    seeds.extend(models(folder.path()));
    seeds.extend(tables());
    #[cfg(feature = "trainer")]
    seeds.extend(crate::trained::seeds(folder.path()));
    seeds
}

#[test]
fn the_corpus_is_what_the_writers_write() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some();
    let corpus = root().join("fuzz/corpus");
    let seeds = all();
    for (target, name, bytes) in &seeds {
        let path = corpus.join(target).join(name);
        if update {
            fs::create_dir_all(corpus.join(target)).expect("a writable folder");
            fs::write(&path, bytes).expect("a writable folder");
        }
        assert!(
            bytes.len() < 100_000,
            "{}: too large to keep",
            path.display()
        );
        let kept = fs::read(&path).unwrap_or_default();
        assert!(
            kept == *bytes,
            "{} is not what is written today: UPDATE_GOLDEN=1 renews it",
            path.display()
        );
    }
    for target in TARGETS {
        let has_seed = seeds.iter().any(|(name, ..)| *name == target.name);
        assert!(has_seed, "{} has no seed", target.name);
    }
}
