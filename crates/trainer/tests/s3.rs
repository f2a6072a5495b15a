//! A whole run over the S3 protocol, where its server (the Python package `moto[server]`) is installed.
//!
//! `cargo test --workspace --features togyz-trainer/s3 --test s3`
#![cfg(feature = "s3")]

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// What must not appear in anything that is written.
const SECRET: &str = "a-secret-that-nobody-may-read";

/// An S3 server in memory, ended with the test.
struct Server {
    child: Child,
    port: u16,
}

impl Server {
    /// Starts it; `None` where it is not installed.
    fn start() -> Option<Server> {
        let has = |words: &[&str]| {
            let mut python = Command::new("python3");
            python
                .args(words)
                .stdout(Stdio::null())
                .stderr(Stdio::null());
            python.status().is_ok_and(|status| status.success())
        };
        if !has(&["-c", "import moto.server, flask"]) {
            return None;
        }
        // Free a moment ago; nobody else asks for it here.
        let port = TcpListener::bind("127.0.0.1:0")
            .ok()?
            .local_addr()
            .ok()?
            .port();
        let mut python = Command::new("python3");
        python.args([
            "-m",
            "moto.server",
            "-H",
            "127.0.0.1",
            "-p",
            &port.to_string(),
        ]);
        python.stdout(Stdio::null()).stderr(Stdio::null());
        let server = Server {
            child: python.spawn().expect("python starts"),
            port,
        };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no server");
            sleep(Duration::from_millis(100));
        }
        Some(server)
    }

    /// Makes a bucket; the server asks for no signature.
    fn make_bucket(&self, name: &str) {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let request = format!(
            "PUT /{name} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    }

    fn train(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
        command
            .args(arguments)
            .env("AWS_ACCESS_KEY_ID", "somebody")
            .env("AWS_SECRET_ACCESS_KEY", SECRET)
            .env("AWS_REGION", "us-east-1")
            .env(
                "AWS_ENDPOINT_URL",
                format!("http://127.0.0.1:{}", self.port),
            )
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn text(output: &Output) -> String {
    let (out, err) = (&output.stdout, &output.stderr);
    String::from_utf8_lossy(out).into_owned() + &String::from_utf8_lossy(err)
}

#[test]
fn a_run_over_the_s3_protocol() {
    let Some(server) = Server::start() else {
        println!("skipped: python3 has no moto[server] here");
        return;
    };
    server.make_bucket("togyz");
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).display().to_string();
    let config = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs/smoke.toml");
    let config = config.display().to_string();
    let (run, spool) = (at("run"), at("spool"));
    let store = ["--store", "s3://togyz/some/run", "--poll", "0.2", "--quiet"];
    let mut learner = vec!["learner", &config, "--run", &run, "--term", "10"];
    learner.extend(store);
    for setting in [
        "selfplay.bootstrap_games=20",
        "selfplay.games=10",
        "selfplay.games_last=10",
        "replay.min_rows=200",
    ] {
        learner.extend(["--set", setting]);
    }
    let mut worker = vec!["worker", "--index", "7", "--spool", &spool];
    worker.extend(store);
    let worker = server.train(&worker).spawn().expect("a worker");
    let learner = server.train(&learner).output().expect("a learner");
    assert!(learner.status.success(), "{}", text(&learner));
    let worker = worker.wait_with_output().expect("a worker");
    assert!(worker.status.success(), "{}", text(&worker));
    let status = server.train(&["status", "--store", "s3://togyz/some/run"]);
    let status = { status }.output().expect("a status");
    let told = text(&status);
    for word in ["finished", "-7: generation", "models: "] {
        assert!(told.contains(word), "no `{word}` in {told}");
    }
    for told in [text(&learner), text(&worker), told] {
        assert!(!told.contains(SECRET), "{told}");
    }
}
