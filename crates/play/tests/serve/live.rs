//! The live analysis: it follows the board, and a client that is gone frees its search.

use std::fs;
use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::protocol::WebSocket;
use tungstenite::{Message, client};

use crate::common::{Server, Session};

pub(crate) fn watch(session: &Session<'_>) -> WebSocket<TcpStream> {
    let stream = session.server.connect();
    let path = session.path("/live?lang=en");
    let address = format!("ws://127.0.0.1:{}{path}", session.server.port);
    client(address.as_str(), stream).unwrap().0
}

/// The next analysis.
pub(crate) fn next(socket: &mut WebSocket<TcpStream>) -> Value {
    loop {
        if let Message::Text(text) = socket.read().unwrap() {
            return serde_json::from_str(&text).unwrap();
        }
    }
}

#[test]
fn it_grows_and_follows_the_board() {
    let server = Server::start();
    let mut session = server.session();
    let mut socket = watch(&session);
    let first = next(&mut socket);
    assert_eq!(first["revision"], session.state["revision"]);
    assert_eq!(first["by"], "expert");
    assert_eq!(first["moves"].as_array().unwrap().len(), 9);
    let second = next(&mut socket);
    assert!(second["simulations"].as_u64() > first["simulations"].as_u64());
    session.play(7);
    let deadline = Instant::now() + Duration::from_secs(60);
    loop {
        let found = next(&mut socket);
        if found["revision"] == session.state["revision"] {
            assert_eq!(found["turn"], "kostaushy");
            break;
        }
        assert!(Instant::now() < deadline);
    }
    // A hint takes what the analysis found.
    let hint = server.post(&session.path("/hint"), &json!(null)).is(200);
    assert!(hint["simulations"].as_u64().unwrap() > 0);
}

/// The processor time that a process has used, in ticks.
#[cfg(target_os = "linux")]
fn ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    let fields: Vec<&str> = stat
        .rsplit(')')
        .next()
        .unwrap()
        .split_whitespace()
        .collect();
    fields[11].parse::<u64>().unwrap() + fields[12].parse::<u64>().unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_is_gone_frees_its_search() {
    let server = Server::start();
    let session = server.session();
    let sockets: Vec<_> = (0..3)
        .map(|_| {
            let mut socket = watch(&session);
            next(&mut socket);
            socket
        })
        .collect();
    // Gone without a word.
    drop(sockets);
    let deadline = Instant::now() + Duration::from_secs(30);
    loop {
        let before = ticks(server.process());
        std::thread::sleep(Duration::from_millis(700));
        if ticks(server.process()) <= before + 2 {
            break;
        }
        assert!(Instant::now() < deadline, "the search goes on");
    }
}

/// A folder of one level that thinks for a second or more.
#[cfg(target_os = "linux")]
fn slow_level() -> tempfile::TempDir {
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let text = fs::read_to_string(project.join("configs/levels.toml")).unwrap();
    let (first, _) = text.split_once("name = \"novice\"").unwrap();
    let first = first.trim_end().trim_end_matches("[[level]]");
    let slow = |line: &str| match line.split_once(" = ") {
        Some(("simulations", _)) => "simulations = 300000\n".to_owned(),
        _ => format!("{line}\n"),
    };
    let level: String = first.lines().map(slow).collect();
    assert!(level.contains("= 300000"), "{level}");
    for name in ["configs", "data/models"] {
        fs::create_dir_all(folder.path().join(name)).unwrap();
    }
    fs::write(folder.path().join("configs/levels.toml"), level).unwrap();
    let model = "data/models/beginner.model";
    fs::copy(project.join(model), folder.path().join(model)).unwrap();
    folder
}

/// Requests whose client leaves before the answer cost far less than the answers would.
#[cfg(target_os = "linux")]
#[test]
fn a_request_that_is_given_up_ends_its_search() {
    const GIVEN_UP: u64 = 10;
    let levels = slow_level();
    let server = Server::with(&["--models", levels.path().to_str().unwrap()]);
    let process = server.process();
    let session = server.session();
    let before = ticks(process);
    server.post(&session.path("/hint"), &json!(null)).is(200);
    let whole = ticks(process) - before;
    let sessions: Vec<_> = (0..GIVEN_UP).map(|_| server.session()).collect();
    let before = ticks(process);
    for session in &sessions {
        let mut stream = server.connect();
        let host = format!("Host: localhost:{}\r\nContent-Length: 0\r\n", server.port);
        let request = format!("POST {} HTTP/1.1\r\n{host}\r\n", session.path("/hint"));
        stream.write_all(request.as_bytes()).unwrap();
        std::thread::sleep(Duration::from_millis(20));
    }
    // Long enough for all of them, had they gone on.
    std::thread::sleep(Duration::from_secs(3));
    let spent = ticks(process) - before;
    assert!(
        spent < GIVEN_UP * whole / 2 + 5,
        "{spent} ticks, {whole} for one"
    );
}

#[test]
fn so_many_look_at_once() {
    let server = Server::start();
    let session = server.session();
    let sockets: Vec<_> = (0..8).map(|_| watch(&session)).collect();
    let stream = server.connect();
    let address = format!("ws://127.0.0.1:{}{}", server.port, session.path("/live"));
    assert!(client(address.as_str(), stream).is_err());
    drop(sockets);
    let deadline = Instant::now() + Duration::from_secs(30);
    while client(address.as_str(), server.connect()).is_err() {
        assert!(Instant::now() < deadline, "no place became free");
        std::thread::sleep(Duration::from_millis(50));
    }
}
