//! The file of a match: written, continued, refused.

mod common;

use std::error::Error as _;
use std::fs;
use std::path::Path;
use std::sync::atomic::AtomicBool;

use common::{Fault, clock, config, faulty, spec};
use togyz_arena::{
    ArenaError, Entrant, GameLine, MatchConfig, MatchReport, Openings, Reason, Tally, play_pairs,
};
use togyz_players::Budget;
use togyz_rules::{GameRecord, Variant};

/// Plays greedy against random with this file.
fn play(config: &MatchConfig<()>, path: &Path) -> Result<MatchReport, ArenaError> {
    let (greedy, random) = (spec("greedy"), spec("random"));
    let config = config.between(
        Entrant {
            name: "greedy",
            make: &greedy,
        },
        Entrant {
            name: "random",
            make: &random,
        },
    );
    let stop = AtomicBool::new(false);
    play_pairs(
        &config,
        Variant::Togyz,
        clock,
        Some(path),
        &mut |_| {},
        &stop,
    )
}

/// The games of a file, by number, without their times.
fn games(path: &Path) -> Vec<GameLine> {
    let text = fs::read_to_string(path).expect("the file");
    let mut games: Vec<GameLine> = text
        .lines()
        .skip(1)
        .map(|line| serde_json::from_str(line).expect("a game"))
        .collect();
    games.sort_by_key(|game| game.game);
    for game in &mut games {
        game.pace = Default::default();
    }
    games
}

#[test]
fn a_match_goes_on_wherever_its_file_was_cut() {
    let folder = tempfile::tempdir().expect("a folder");
    let whole = folder.path().join("sub/whole.jsonl");
    let expected = play(&config(10), &whole).expect("a match");
    let text = fs::read_to_string(&whole).expect("the file");
    let ends: Vec<usize> = text.match_indices('\n').map(|(at, _)| at + 1).collect();
    assert_eq!(ends.len(), 11, "a header and ten games");
    for (cut, kept) in [
        (0, 0),
        (ends[0] / 2, 0),
        (ends[0], 0),
        (ends[3], 3),
        (ends[3] + 40, 3),
        (ends[9] - 1, 8),
        (text.len(), 10),
    ] {
        let path = folder.path().join("cut.jsonl");
        fs::write(&path, &text[..cut]).expect("a file");
        let report = play(&config(10), &path).expect("a match");
        assert_eq!(report.continued, kept, "cut at {cut}");
        assert_eq!(
            report.tally.pentanomial, expected.tally.pentanomial,
            "cut at {cut}"
        );
        assert_eq!(games(&path), games(&whole), "cut at {cut}");
    }
}

#[test]
fn a_match_can_be_made_longer() {
    let folder = tempfile::tempdir().expect("a folder");
    let (short, long) = (folder.path().join("a"), folder.path().join("b"));
    play(&config(6), &short).expect("a match");
    let report = play(&config(12), &short).expect("a match");
    assert_eq!((report.continued, report.tally.games()), (6, 12));
    play(&config(12), &long).expect("a match");
    assert_eq!(games(&short), games(&long));
    // The shorter match counts only its own games.
    assert_eq!(play(&config(6), &short).expect("a match").tally.games(), 6);
}

#[test]
fn the_games_can_be_replayed_by_the_rules() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    play(&config(8), &path).expect("a match");
    let openings = config(8).openings.generate(Variant::Togyz, 4);
    for game in games(&path) {
        let record = GameRecord::parse(&game.moves, Variant::Togyz)
            .unwrap_or_else(|error| panic!("game {}: {error}", game.game));
        let outcome = record.game.outcome().expect("a finished game");
        let score = [outcome.score.bastaushy, outcome.score.kostaushy];
        assert_eq!(score, game.score, "game {}", game.game);
        let opening = &openings[game.game as usize / 2];
        let begun: Vec<_> = record.game.plies().iter().map(|ply| ply.mv).collect();
        assert!(begun.starts_with(opening), "game {}", game.game);
        assert_eq!(game.opening_plies as usize, opening.len());
    }
}

#[test]
fn the_file_of_another_match_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    play(&config(2), &path).expect("a match");
    let others = [
        (
            MatchConfig {
                openings: Openings { plies: 5, seed: 11 },
                ..config(2)
            },
            "the openings is `random:4` there and `random:5` here",
        ),
        (
            MatchConfig {
                openings: Openings { plies: 0, seed: 11 },
                selection: "balls:20..40".parse().expect("a selection"),
                ..config(2)
            },
            "the openings is `random:4` there and `balls:20..40` here",
        ),
        (
            MatchConfig {
                openings: Openings { plies: 4, seed: 12 },
                ..config(2)
            },
            "the seed is `11` there and `12` here",
        ),
        (
            MatchConfig {
                max_plies: 300,
                ..config(2)
            },
            "the limit of plies is `1000` there and `300` here",
        ),
        (
            MatchConfig {
                budget: Budget {
                    nodes: Some(5),
                    ..Budget::default()
                },
                ..config(2)
            },
            "the budget is `` there and `nodes=5` here",
        ),
    ];
    let before = fs::read(&path).expect("the file");
    for (config, expected) in others {
        let error = play(&config, &path).expect_err("another match").to_string();
        assert!(error.contains(expected), "{error}");
        assert!(error.contains("match.jsonl"), "{error}");
        assert_eq!(fs::read(&path).expect("the file"), before, "untouched");
    }
}

#[test]
fn a_broken_line_is_named_and_nothing_is_lost() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("match.jsonl");
    play(&config(4), &path).expect("a match");
    let text = fs::read_to_string(&path).expect("the file");
    let mut lines: Vec<&str> = text.lines().collect();
    lines[2] = "{\"game\": 1}";
    let broken = lines.join("\n") + "\n";
    fs::write(&path, &broken).expect("a file");
    let error = play(&config(4), &path).expect_err("broken").to_string();
    assert!(error.contains("match.jsonl, line 3: not a game"), "{error}");
    assert_eq!(fs::read_to_string(&path).expect("the file"), broken);

    let (broken, _) = text.split_once("\"result\":").expect("a result");
    fs::write(&path, format!("{broken}\"result\":\"1-1\"}}\n")).expect("a file");
    let error = play(&config(4), &path).expect_err("no result");
    let error = format!("{error}: {}", error.source().expect("a cause"));
    assert!(
        error.contains("line 2: not a game: `1-1` is no result"),
        "{error}"
    );

    let twice = format!("{text}{}\n", text.lines().last().expect("a line"));
    fs::write(&path, twice).expect("a file");
    let error = play(&config(4), &path).expect_err("twice").to_string();
    assert!(error.contains("is there twice"), "{error}");

    fs::write(&path, "hello\n").expect("a file");
    let error = play(&config(4), &path).expect_err("no match").to_string();
    assert!(error.contains("line 1: not a header of a match"), "{error}");
}

#[test]
fn moves_and_times_of_any_size_add_up() {
    let pace = format!(
        "{{\"moves\":{0},\"total_us\":{0},\"longest_us\":{0}}}",
        u64::MAX
    );
    let line = format!(
        "{{\"game\":0,\"first\":\"a\",\"moves\":\"76\",\"opening_plies\":0,\"result\":\"1-0\",\
         \"reason\":\"majority\",\"score\":[82,0],\"seeds\":{{\"a\":0,\"b\":0}},\
         \"pace\":{{\"a\":{pace},\"b\":{pace}}}}}"
    );
    let game: GameLine = serde_json::from_str(&line).expect("a game");
    let tally = Tally::of([&game, &game]);
    assert_eq!((tally.wins, tally.pace.a.moves), (2, u64::MAX));
}

#[test]
fn a_fault_is_written_with_its_reason() {
    let folder = tempfile::tempdir().expect("a folder");
    for (fault, reason, message) in [
        (Fault::Panics, Reason::Crash, "the third move is too much"),
        (Fault::Errs, Reason::Error, "the game is over"),
        (Fault::PlaysIllegally, Reason::IllegalMove, "hole"),
    ] {
        let path = folder.path().join(format!("{fault:?}"));
        let (bad, random) = (faulty(fault), spec("random"));
        let config = config(2).between(
            Entrant {
                name: "bad",
                make: &bad,
            },
            Entrant {
                name: "random",
                make: &random,
            },
        );
        let stop = AtomicBool::new(false);
        play_pairs(
            &config,
            Variant::Togyz,
            clock,
            Some(&path),
            &mut |_| {},
            &stop,
        )
        .expect("a match");
        for game in games(&path) {
            assert_eq!(game.reason, reason);
            assert!(
                game.message.expect("a message").contains(message),
                "{fault:?}"
            );
        }
    }
}
