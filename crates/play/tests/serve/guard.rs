//! The server under attack.

use std::io::{Read as _, Write as _};

use serde_json::{Value, json};

use crate::common::Server;

#[test]
fn only_its_own_names_and_pages_are_answered() {
    let server = Server::start();
    let port = server.port;
    let ask = |method: &str, path: &str, headers: &str| {
        let request = format!("{method} {path} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        server.raw(request.as_bytes()).status
    };
    let host = format!("Host: 127.0.0.1:{port}\r\n");
    for (headers, status) in [
        (host.clone(), 200),
        (format!("Host: localhost:{port}\r\n"), 200),
        // A domain that was made to point here.
        ("Host: evil.example\r\n".to_owned(), 403),
        (format!("Host: evil.example:{port}\r\n"), 403),
        ("Host: 127.0.0.1\r\n".to_owned(), 403),
        ("Host: 127.0.0.1:1\r\n".to_owned(), 403),
        // Another site's page.
        (format!("{host}Origin: http://evil.example\r\n"), 403),
        (format!("{host}Origin: null\r\n"), 403),
        (format!("{host}Origin: https://127.0.0.1:{port}\r\n"), 403),
        (format!("{host}Origin: http://127.0.0.1:{port}\r\n"), 200),
    ] {
        assert_eq!(ask("GET", "/", &headers), status, "{headers}");
    }
    // A form of another site may post without an origin only where the browser says nothing.
    let cross = format!("{host}Sec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n");
    assert_eq!(ask("POST", "/api/sessions", &cross), 403);
    let socket = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n";
    let evil = format!("{host}{socket}Origin: http://evil.example\r\n");
    assert_eq!(ask("GET", "/api/sessions/x/live", &evil), 403);
}

#[test]
fn every_answer_has_the_policy() {
    let server = Server::start();
    for path in ["/", "/main.js", "/nothing", "/api/hello", "/api/sessions/x"] {
        let answer = server.get(path);
        for header in [
            "content-security-policy: default-src 'none'; script-src 'self'",
            "x-content-type-options: nosniff",
            "x-frame-options: deny",
        ] {
            assert!(answer.head.contains(header), "{path}: {}", answer.head);
        }
        assert!(!answer.head.contains("unsafe"), "{}", answer.head);
    }
}

#[test]
fn no_path_reaches_the_disk() {
    let server = Server::start();
    for path in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "/web/index.html",
        "/index.html%00",
        "//etc/passwd",
    ] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
    let mut session = server.session();
    for id in [
        "checkpoint:../../runs",
        "model:/etc/passwd",
        "checkpoint:runs/x",
        "classical,nodes=1",
        "",
        "level:../x",
    ] {
        let seats = json!({"bastaushy": null, "kostaushy": id});
        let answer = session.attempt(&json!({"type": "seats", "seats": seats}));
        assert_eq!(answer.is(422)["code"], "no-player", "{id}");
    }
}

#[test]
fn bad_bodies_are_refused_and_change_nothing() {
    let server = Server::start();
    let mut session = server.session();
    session.play(7);
    let before = session.state.clone();
    let path = session.path("/act");
    let json = "Content-Type: application/json\r\n";
    for body in [
        "",
        "{",
        "[]",
        "null",
        "{\"seen\": 1}",
        "{\"seen\": -1, \"action\": {\"type\": \"undo\"}}",
        "{\"seen\": 3, \"action\": {\"type\": \"fly\"}}",
        "{\"seen\": 3, \"action\": {\"type\": \"undo\", \"more\": 1}}",
        "{\"seen\": 3, \"action\": {\"type\": \"play\", \"hole\": 99999999999}}",
        "{\"seen\": 3, \"action\": {\"type\": \"play\", \"hole\": 0}}",
        "\u{feff}{}",
    ] {
        let answer = server.send("POST", &path, json, body);
        assert!((400..500).contains(&answer.status), "{body}: {answer:?}");
    }
    // JSON by another name is what a form of another site can send.
    let plain = json!({"seen": before["revision"], "action": {"type": "undo"}}).to_string();
    assert_eq!(
        server
            .send("POST", &path, "Content-Type: text/plain\r\n", &plain)
            .status,
        400
    );
    let long = format!("{{\"text\": \"{}\"}}", "9".repeat(300_000));
    assert_eq!(server.send("POST", &path, json, &long).status, 400);
    let deep = "[".repeat(100_000);
    assert_eq!(server.send("POST", &path, json, &deep).status, 400);
    let now = server.get(&session.path("")).is(200);
    assert_eq!(now, before);
}

#[test]
fn a_page_that_asks_too_fast_is_slowed_down() {
    let server = Server::start();
    let session = server.session();
    let statuses: Vec<u16> = (0..400)
        .map(|_| server.get(&session.path("")).status)
        .collect();
    // On a machine so slow that no burst can be made there is nothing to slow down.
    assert!(statuses.iter().all(|status| [200, 429].contains(status)));
    let other = server.session();
    assert_eq!(server.get(&other.path("")).status, 200);
}

/// Files that a process may open besides the test's own; without the system's word, plenty.
fn room_for_connections() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits
        .lines()
        .find(|line| line.starts_with("Max open files"));
    let soft = line.and_then(|line| line.split_whitespace().nth(3)?.parse().ok());
    soft.unwrap_or(usize::MAX).saturating_sub(100)
}

/// A thousand connections that say nothing or half a word, ten thousand bad requests beside them: the
/// server goes on answering.
#[test]
fn a_flood_leaves_it_answering() {
    const CONNECTIONS: usize = 1000;
    const BAD: usize = 10_000;
    let server = Server::start();
    let mut session = server.session();
    let held: Vec<_> = (0..CONNECTIONS.min(room_for_connections()))
        .map(|index| {
            let mut stream = server.connect();
            if index % 4 == 0 {
                let half = b"POST /api/sessions HTTP/1.1\r\nHost:";
                stream.write_all(half).unwrap();
            }
            stream
        })
        .collect();
    session.play(7);
    let noise: [&[u8]; 5] = [
        b"\0\0\0\0\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /api/sessions HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\nZZZ\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    ];
    for index in 0..BAD {
        let mut stream = server.connect();
        let _ = stream.write_all(noise[index % noise.len()]);
    }
    let mut long = b"GET / HTTP/1.1\r\nX: ".to_vec();
    long.resize(1 << 20, b'x');
    assert!((400..500).contains(&server.raw(&long).status) || server.raw(&long).status == 0);
    assert_eq!(server.get("/").status, 200);
    // The page that was there goes on, and a new one comes.
    session.play(1);
    server.session().play(7);
    assert!(held.len() >= CONNECTIONS || room_for_connections() < CONNECTIONS);
}

/// A client that sends half a header is let go after a while: half a minute, which costs no processor time.
#[test]
fn a_slow_header_is_cut_off() {
    let server = Server::start();
    let mut stream = server.connect();
    stream.write_all(b"GET / HTTP/1.1\r\n").unwrap();
    let mut rest = Vec::new();
    // The read ends because the server closes, not because patience does.
    stream.read_to_end(&mut rest).unwrap();
    let mut kept = server.connect();
    let host = format!(
        "GET /icon.svg HTTP/1.1\r\nHost: localhost:{}\r\n\r\n",
        server.port
    );
    kept.write_all(host.as_bytes()).unwrap();
    kept.read_to_end(&mut rest).unwrap();
    assert!(String::from_utf8_lossy(&rest).contains("<svg"));
}

#[test]
fn an_unknown_session_is_told_apart() {
    let server = Server::start();
    let answer: Value = server.get("/api/sessions/0123?lang=fr").is(404);
    assert_eq!(answer["code"], "no-page");
    assert_eq!(answer["message"], "Le serveur a oublié la partie.");
}
