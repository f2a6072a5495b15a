//! The main job, end to end, over the built programs: a model is trained from nothing, played,
//! evaluated, inspected, reported and exported as levels.

use std::fs;

use togyz_tests::run::{play, text, train, trained};
use togyz_tests::{Program, root};

#[test]
fn a_run_leaves_what_the_documents_promise() {
    let run = trained().join("run");
    for name in ["config.toml", "metrics.jsonl", "metrics.csv", "report.html"] {
        let length = fs::metadata(run.join(name)).map_or(0, |found| found.len());
        assert!(length > 0, "{name} is missing or empty");
    }
    let report = fs::read_to_string(run.join("report.html")).expect("a report");
    assert!(
        report.contains("<svg") && !report.contains("src=\"http"),
        "one file with plots"
    );
    for line in fs::read_to_string(run.join("metrics.jsonl"))
        .expect("metrics")
        .lines()
    {
        let _: serde_json::Value = serde_json::from_str(line).expect("each line is JSON");
    }
    let checkpoints = fs::read_dir(run.join("checkpoints"))
        .expect("checkpoints")
        .count();
    assert_eq!(checkpoints, 2, "one for each generation");
}

#[test]
fn its_checkpoint_is_played_with_hints() {
    let folder = trained();
    let run = folder.join("run");
    play(
        folder,
        &["--checkpoint", text(&run), "--sims", "20"],
        "hint\n7\nundo\n6\nmoves\nquit\n",
    )
    .exits(0)
    .says(&["Kostaushy", "Bastaushy", "%"]);
}

#[test]
fn its_checkpoint_is_measured_against_the_classical_search() {
    let folder = trained();
    let checkpoint = format!("checkpoint:{},sims=8", text(&folder.join("run")));
    let out = folder.join("match.jsonl");
    let arguments = [
        checkpoint.as_str(),
        "classical,nodes=50",
        "--games",
        "4",
        "--out",
        text(&out),
    ];
    Program::Evaluate
        .run(folder, &arguments)
        .exits(0)
        .says(&["Elo"]);
    let lines = fs::read_to_string(&out).expect("results").lines().count();
    assert!(lines >= 4, "a line for each game");
    // Continued: nothing is left to play, and nothing is played twice.
    Program::Evaluate
        .run(folder, &arguments)
        .exits(0)
        .says(&["Elo"]);
    assert_eq!(
        fs::read_to_string(&out).expect("results").lines().count(),
        lines
    );
}

#[test]
fn its_files_are_told_apart_and_its_levels_are_played() {
    let folder = trained();
    let run = folder.join("run");
    let model = folder.join("copy.model");
    Program::Train
        .run(folder, &["export", text(&run), "--to", text(&model)])
        .exits(0);
    Program::Train
        .run(folder, &["inspect", text(&model)])
        .exits(0)
        .says(&["model"]);
    Program::Train
        .run(folder, &["inspect", text(&run)])
        .exits(0)
        .says(&["generation"]);
    let levels = folder.join("levels");
    Program::Train
        .run(folder, &["export", text(&run), "--levels", text(&levels)])
        .exits(0);
    for level in ["beginner", "expert"] {
        play(
            folder,
            &["--models", text(&levels), "--level", level, "--sims", "10"],
            "5\nquit\n",
        )
        .exits(0)
        .says(&[level]);
    }
}

#[test]
fn a_second_run_in_the_same_folder_needs_resume() {
    let run = trained().join("run");
    train(&run, &[]).exits(2).says(&["--resume"]);
    train(&run, &["--resume"]).exits(0);
}

#[test]
fn the_same_seed_and_one_worker_give_the_same_weights() {
    let folder = tempfile::tempdir().expect("a folder");
    let weights = |name: &str| {
        // The model names its run, so both have the same name.
        let run = folder.path().join(name).join("run");
        train(
            &run,
            &["--set", "run.workers=1", "--set", "run.generations=1"],
        )
        .exits(0);
        fs::read(run.join("checkpoints/0000/model.model")).expect("a model")
    };
    assert!(weights("first") == weights("second"), "byte for byte");
}

#[test]
fn the_shipped_levels_play_from_any_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    Program::Play
        .run(folder.path(), &["levels"])
        .exits(0)
        .says(&["beginner", "expert"]);
    play(
        folder.path(),
        &["--level", "beginner", "--seed", "1"],
        "hint\n9\nquit\n",
    )
    .exits(0)
    .says(&["beginner"]);
}

#[test]
fn bad_input_is_an_error_with_a_name_and_a_code() {
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let broken = here.join("broken.toml");
    let smoke = fs::read_to_string(root().join("configs/smoke.toml")).expect("the smoke config");
    fs::write(&broken, smoke.replace("generations =", "generatoins =")).expect("a file");
    let junk = here.join("junk.model");
    fs::write(&junk, b"not a model").expect("a file");
    let junk_spec = format!("model:{}", text(&junk));
    let cases: &[(Program, &[&str], &[&str])] = &[
        (
            Program::Train,
            &[text(&broken)],
            &["generatoins", "generations"],
        ),
        (Program::Train, &["absent.toml"], &["absent.toml"]),
        (Program::Train, &["--set", "run.sede=1"], &["sede", "seed"]),
        (Program::Train, &["inspect", "nowhere"], &["nowhere"]),
        (Program::Play, &["--level", "expret"], &["expret", "expert"]),
        (Program::Play, &["--model", text(&junk)], &["junk.model"]),
        (
            Program::Play,
            &["--position", "9,9/0"],
            &["--position", "fields"],
        ),
        (
            Program::Play,
            &["analyze", "9,9,9,9,9,9,9,9,9/9,9,9,9,9,9,9,9,9/1,0/-1,-1/0"],
            &["163", "162"],
        ),
        (Program::Evaluate, &["level:nobody", "random"], &["nobody"]),
        (
            Program::Evaluate,
            &["random", "classical,nods=5"],
            &["nods", "nodes"],
        ),
        (
            Program::Evaluate,
            &[&junk_spec, "random", "--games", "2"],
            &["junk.model"],
        ),
    ];
    for (program, arguments, words) in cases {
        program.run(here, arguments).exits(2).says(words);
    }
}

#[test]
fn an_illegal_move_in_a_collection_is_found() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("games.txt");
    fs::write(
        &file,
        "1. 76 11 2. 65 77x 3. 89 13 4. 44 78 5. 33 82 6. 82\n",
    )
    .expect("a file");
    Program::Play
        .run(folder.path(), &["replay", text(&file)])
        .exits(0)
        .says(&["82"]);
    fs::write(&file, "1. 76 11 2. 65 78x 3. 89 13\n").expect("a file");
    Program::Play
        .run(folder.path(), &["replay", text(&file)])
        .exits(1)
        .says(&["78x"]);
}
