//! A server of its own for each test, and plain HTTP.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// Longer than any answer takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running `play serve`.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

/// An answer.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts the status and gives the JSON.
    #[track_caller]
    pub(crate) fn is(&self, status: u16) -> Value {
        assert_eq!(self.status, status, "{self:?}");
        self.json()
    }
}

impl Server {
    pub(crate) fn start() -> Server {
        Server::with(&[])
    }

    pub(crate) fn with(arguments: &[&str]) -> Server {
        Server::in_folder(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
    }

    pub(crate) fn in_folder(folder: &Path, arguments: &[&str]) -> Server {
        Server::of(env!("CARGO_BIN_EXE_play"), folder, arguments)
    }

    /// That of another program, built in another way.
    pub(crate) fn of(program: &str, folder: &Path, arguments: &[&str]) -> Server {
        let mut child = Command::new(program)
            .args(["serve", "--port", "0"])
            .args(arguments)
            .current_dir(folder)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let out = child.stdout.take().unwrap();
        BufReader::new(out).read_line(&mut line).unwrap();
        let port = line.trim().trim_end_matches('/').rsplit(':').next();
        let port = port.and_then(|port| port.parse().ok());
        Server {
            port: port.unwrap_or_else(|| panic!("no address: {line}")),
            child,
        }
    }

    pub(crate) fn process(&self) -> u32 {
        self.child.id()
    }

    /// Waits for its end and gives the exit code.
    pub(crate) fn ended(&mut self) -> Option<i32> {
        let deadline = Instant::now() + PATIENCE;
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            assert!(Instant::now() < deadline, "the server does not end");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    pub(crate) fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }

    /// Sends what is given and reads to the end.
    pub(crate) fn raw(&self, request: &[u8]) -> Answer {
        let mut stream = self.connect();
        // A server that refuses may close before it has read all.
        let _ = stream.write_all(request);
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        let text = String::from_utf8_lossy(&bytes);
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|code| code.parse().ok());
        Answer {
            status: status.unwrap_or(0),
            head: head.to_lowercase(),
            body: body.to_owned(),
        }
    }

    pub(crate) fn send(&self, method: &str, path: &str, headers: &str, body: &str) -> Answer {
        let host = format!("Host: 127.0.0.1:{}\r\n", self.port);
        self.raw(
            format!(
                "{method} {path} HTTP/1.1\r\n{host}Connection: close\r\nContent-Length: {}\r\n{headers}\r\n{body}",
                body.len()
            )
            .as_bytes(),
        )
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.send("GET", path, "", "")
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let json = "Content-Type: application/json\r\n";
        self.send("POST", path, json, &body.to_string())
    }

    /// Asks again where it was too fast: a test is faster than any person.
    pub(crate) fn patient(&self, path: &str, body: &Value) -> Answer {
        loop {
            let answer = self.post(path, body);
            if answer.status != 429 {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }

    /// A session for two people.
    pub(crate) fn session(&self) -> Session<'_> {
        self.session_of(&json!({"bastaushy": null, "kostaushy": null}))
    }

    /// A session with these players.
    pub(crate) fn session_of(&self, seats: &Value) -> Session<'_> {
        let action = json!({"type": "new", "variant": "togyz", "seats": seats, "setup": null, "clock": null});
        let opened = self
            .post("/api/sessions", &json!({"action": action}))
            .is(200);
        Session {
            server: self,
            id: opened["id"].as_str().unwrap().to_owned(),
            state: opened["state"].clone(),
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A page's session with the state it has seen last.
pub(crate) struct Session<'a> {
    pub(crate) server: &'a Server,
    pub(crate) id: String,
    pub(crate) state: Value,
}

impl Session<'_> {
    pub(crate) fn path(&self, rest: &str) -> String {
        format!("/api/sessions/{}{rest}", self.id)
    }

    fn patient(&self, rest: &str, body: &Value) -> Answer {
        self.server.patient(&self.path(rest), body)
    }

    /// Tries an action, and keeps the state if it was carried out.
    pub(crate) fn attempt(&mut self, action: &Value) -> Answer {
        let body = json!({"seen": self.state["revision"], "action": action});
        let answer = self.patient("/act", &body);
        if answer.status == 200 {
            self.state = answer.json();
            self.check();
        }
        answer
    }

    #[track_caller]
    pub(crate) fn act(&mut self, action: &Value) {
        self.attempt(action).is(200);
    }

    #[track_caller]
    pub(crate) fn play(&mut self, hole: u64) {
        self.act(&json!({"type": "play", "hole": hole}));
    }

    /// Lets the computer move.
    #[track_caller]
    pub(crate) fn think(&mut self) {
        self.state = self.patient("/think", &json!(null)).is(200);
        self.check();
    }

    pub(crate) fn ply(&self) -> u64 {
        self.state["ply"].as_u64().unwrap()
    }

    pub(crate) fn compact(&self) -> &str {
        self.state["board"]["compact"].as_str().unwrap()
    }

    pub(crate) fn legal(&self) -> Vec<u64> {
        let legal = self.state["board"]["legal"].as_array().unwrap();
        legal.iter().map(|hole| hole.as_u64().unwrap()).collect()
    }

    /// The hash is that of what the state shows, and the notations tell the same position.
    #[track_caller]
    pub(crate) fn check(&self) {
        use togyz_rules::{GameRecord, Position, Variant};
        let board = &self.state["board"];
        let variant: Variant = board["variant"].as_str().unwrap().parse().unwrap();
        let text = format!("{} {}", self.compact(), self.ply());
        assert_eq!(self.state["hash"], format!("{:08x}", fnv(&text)), "{text}");
        let texts = &self.state["texts"];
        let position = Position::parse(self.compact(), variant).unwrap();
        let fen = Position::parse(texts["fen"].as_str().unwrap(), variant).unwrap();
        assert_eq!(fen, position);
        let record = GameRecord::parse(texts["game"].as_str().unwrap(), variant).unwrap();
        assert_eq!(record.game.position(), &position);
        assert_eq!(record.game.plies().len() as u64, self.ply());
        for (side, row) in [("bastaushy", 0), ("kostaushy", 1)] {
            let side = &board["rows"][side];
            let told: Vec<String> = side
                .as_array()
                .unwrap()
                .iter()
                .map(Value::to_string)
                .collect();
            let compact = self.compact().split('/').nth(row).unwrap();
            assert_eq!(told.join(","), compact);
        }
    }
}

/// FNV-1a, 32 bits.
fn fnv(text: &str) -> u32 {
    text.bytes().fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}
