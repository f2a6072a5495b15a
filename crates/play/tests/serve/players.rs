//! Opponents besides the levels: models and checkpoints, named on the command line or found.

use std::fs;
use std::path::Path;
use std::process::Command;

use serde_json::{Value, json};

use crate::common::Server;

fn model() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../data/models/beginner.model")
}

/// A run as training leaves it, with a checkpoint that is complete and one that is not.
fn project() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (generation, files) in [
        ("0001", &["model.model", "manifest.toml"][..]),
        ("0002", &["model.model", "manifest.toml"]),
        ("0003", &["model.model"]),
    ] {
        let checkpoint = folder
            .path()
            .join("runs/first/checkpoints")
            .join(generation);
        fs::create_dir_all(&checkpoint).unwrap();
        for file in files {
            fs::copy(model(), checkpoint.join(file)).unwrap();
        }
    }
    folder
}

fn ids(hello: &Value) -> Vec<&str> {
    let players = hello["players"].as_array().unwrap().iter();
    players
        .map(|player| player["id"].as_str().unwrap())
        .collect()
}

#[test]
fn checkpoints_are_listed_by_id_and_play() {
    let folder = project();
    let server = Server::in_folder(folder.path(), &[]);
    let hello = server.get("/api/hello").is(200);
    let found = ids(&hello);
    assert!(found.contains(&"level:expert") && found.contains(&"classical"));
    let checkpoints: Vec<_> = found
        .iter()
        .filter(|id| id.starts_with("checkpoint:"))
        .collect();
    assert_eq!(
        checkpoints,
        [&"checkpoint:first/0002", &"checkpoint:first/0001"]
    );
    let seats = json!({"bastaushy": null, "kostaushy": "checkpoint:first/0001"});
    let mut session = server.session_of(&seats);
    session.play(7);
    session.think();
    assert_eq!(session.ply(), 2);
    // Its own model analyses, and no folder is told.
    let hint = server.post(&session.path("/hint"), &json!(null)).is(200);
    assert_eq!(hint["by"], "0001");
    let told = format!("{hello}{hint}{}", session.state);
    assert!(!told.contains(folder.path().to_str().unwrap()), "{told}");
}

#[test]
fn what_is_named_on_the_command_line_comes_first() {
    let folder = project();
    let path = model();
    for arguments in [
        ["--model", path.to_str().unwrap()],
        ["--checkpoint", "runs/first"],
        ["--level", "novice"],
    ] {
        let server = Server::in_folder(folder.path(), &arguments);
        let hello = server.get("/api/hello").is(200);
        let first = hello["first"]["togyz"].as_str().unwrap();
        let expected = if arguments[0] == "--level" {
            "level:novice"
        } else {
            "chosen"
        };
        assert_eq!(first, expected, "{arguments:?}");
        assert_eq!(hello["first"]["bestemshe"], "classical");
        let opened = server
            .post("/api/sessions", &json!({"action": null}))
            .is(200);
        assert_eq!(opened["state"]["seats"]["kostaushy"]["id"], expected);
    }
}

#[test]
fn what_is_not_there_is_told_at_once() {
    for (arguments, told) in [
        (["--level", "clubb"], "did you mean `club`?"),
        (["--checkpoint", "nowhere"], "no such checkpoint"),
        (["--model", "Cargo.toml"], "Cargo.toml"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_play"))
            .args(["serve", "--port", "0"])
            .args(arguments)
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .output()
            .unwrap();
        let error = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{error}");
        assert!(error.contains(told), "{error}");
    }
}

/// Stopped by a signal it ends at once and well, whatever is being thought about.
#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let mut server = Server::start();
    let session = server.session();
    let _hint = server.send("POST", &session.path("/hint"), "", "");
    drop(session);
    let process = server.process().to_string();
    let killed = Command::new("kill")
        .args(["-TERM", &process])
        .status()
        .unwrap();
    assert!(killed.success());
    assert_eq!(server.ended(), Some(0));
}
