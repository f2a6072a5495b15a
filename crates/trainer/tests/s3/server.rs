//! An S3 server, a gate before it that can be shut, and processes that are started again.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::{self, sleep};
use std::time::{Duration, Instant};

/// What must not appear in anything that is written.
pub(crate) const SECRET: &str = "a-secret-that-nobody-may-read";
/// Who has it; that is nobody's business either.
pub(crate) const KEY: &str = "a-key-that-nobody-may-read";
/// The bucket of the tests.
pub(crate) const BUCKET: &str = "togyz";

/// An S3 server in memory, ended with the test.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Server {
    /// Starts it and makes the bucket; `None` where it is not installed.
    pub(crate) fn start() -> Option<Server> {
        let python = |words: &[&str]| {
            let mut python = Command::new("python3");
            python.args(words).stdin(Stdio::null());
            python.stdout(Stdio::null()).stderr(Stdio::null());
            python
        };
        let installed = python(&["-c", "import moto.server, flask"]).status();
        if !installed.is_ok_and(|status| status.success()) {
            return None;
        }
        // Free a moment ago; nobody else asks for it here.
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        drop(listener);
        let words = ["-m", "moto.server", "-H", "127.0.0.1", "-p"];
        let mut child = python(&words);
        let child = child.arg(port.to_string()).spawn().expect("python starts");
        let server = Server { child, port };
        let begun = Instant::now();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert!(begun.elapsed() < Duration::from_secs(60), "no server");
            sleep(Duration::from_millis(100));
        }
        server.ask("PUT", BUCKET);
        Some(server)
    }

    /// The body of an answer. The server looks whether a request is signed, not at the signature.
    fn ask(&self, method: &str, path: &str) -> Vec<u8> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("a connection");
        let signed = format!(
            "AWS4-HMAC-SHA256 Credential={KEY}/20260101/us-east-1/s3/aws4_request, \
             SignedHeaders=host, Signature=0"
        );
        let request = format!(
            "{method} /{path} HTTP/1.0\r\nHost: 127.0.0.1:{}\r\nAuthorization: {signed}\r\n\
             Content-Length: 0\r\n\r\n",
            self.port
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("an answer");
        let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n");
        let body = answer.split_off(end.expect("headers") + 4);
        let headers = String::from_utf8_lossy(&answer);
        let status = headers.split(' ').nth(1);
        assert_eq!(status, Some("200"), "{method} {path}: {headers}");
        body
    }

    /// The names of all objects.
    pub(crate) fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = Vec::new();
        loop {
            let after = names.last().cloned().unwrap_or_default();
            let list = self.ask("GET", &format!("{BUCKET}?list-type=2&start-after={after}"));
            let list = String::from_utf8(list).expect("text");
            let keys = list.split("<Key>").skip(1);
            names.extend(keys.filter_map(|key| Some(key.split_once("</Key>")?.0.to_owned())));
            if !list.contains("<IsTruncated>true<") {
                return names;
            }
        }
    }

    /// An object's bytes.
    pub(crate) fn object(&self, name: &str) -> Vec<u8> {
        self.ask("GET", &format!("{BUCKET}/{name}"))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program, for a store behind a port of this machine.
pub(crate) fn train(port: u16, arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_train"));
    command
        .args(arguments)
        .env("AWS_ACCESS_KEY_ID", KEY)
        .env("AWS_SECRET_ACCESS_KEY", SECRET)
        .env("AWS_REGION", "us-east-1")
        .env("AWS_ENDPOINT_URL", format!("http://127.0.0.1:{port}"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

/// A port before a server's. Shut, it cuts every connection at once, in the middle of a request or
/// between a request and its answer, and takes no new one.
pub(crate) struct Gate {
    pub(crate) port: u16,
    inside: Arc<Inside>,
}

#[derive(Default)]
struct Inside {
    shut: AtomicBool,
    streams: Mutex<Vec<TcpStream>>,
}

impl Gate {
    pub(crate) fn before(server: u16) -> Gate {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let port = listener.local_addr().expect("an address").port();
        let inside = Arc::<Inside>::default();
        let all = Arc::clone(&inside);
        // They end with the test's process.
        thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let _ = all.connect(&stream, server);
            }
        });
        Gate { port, inside }
    }

    pub(crate) fn shut(&self) {
        let mut streams = self.inside.streams.lock().expect("no panic");
        self.inside.shut.store(true, Ordering::Relaxed);
        for stream in streams.drain(..) {
            let _ = stream.shutdown(Shutdown::Both);
        }
    }

    pub(crate) fn open(&self) {
        self.inside.shut.store(false, Ordering::Relaxed);
    }
}

impl Inside {
    fn connect(&self, near: &TcpStream, server: u16) -> io::Result<()> {
        let mut streams = self.streams.lock().expect("no panic");
        if self.shut.load(Ordering::Relaxed) {
            return near.shutdown(Shutdown::Both);
        }
        let far = TcpStream::connect(("127.0.0.1", server))?;
        for (from, to) in [(near, &far), (&far, near)] {
            let (mut from, mut to) = (from.try_clone()?, to.try_clone()?);
            thread::spawn(move || {
                let _ = io::copy(&mut from, &mut to);
                let _ = to.shutdown(Shutdown::Write);
            });
        }
        streams.extend([near.try_clone()?, far]);
        Ok(())
    }
}

/// A process that is started again whenever it was killed.
pub(crate) struct Watched {
    port: u16,
    arguments: Vec<String>,
    pub(crate) log: PathBuf,
    child: Child,
    pub(crate) kills: u32,
    /// Starts that found no store.
    pub(crate) refused: u32,
}

impl Watched {
    pub(crate) fn new(port: u16, arguments: &[&str], log: PathBuf) -> Watched {
        Watched {
            child: start(port, arguments, &log),
            port,
            arguments: arguments.iter().map(|&word| word.to_owned()).collect(),
            log,
            kills: 0,
            refused: 0,
        }
    }

    /// Whether it has ended, and well. A learner without a folder that is started while the store is
    /// away says so and ends; it is started again.
    pub(crate) fn has_ended(&mut self) -> bool {
        let status = self.child.try_wait().expect("a status");
        let Some(status) = status.filter(|status| !status.success()) else {
            return status.is_some();
        };
        let told = fs::read_to_string(&self.log).unwrap_or_default();
        let last = told.trim_end().lines().last().unwrap_or_default();
        let away = last.starts_with("error: cannot ") && last.contains(" lease");
        assert!(away && last.contains(" in s3://"), "{status}: {told}");
        self.refused += 1;
        self.start();
        false
    }

    /// Kills it, does something and starts it again.
    pub(crate) fn kill(&mut self, then: impl FnOnce()) {
        self.child.kill().expect("a kill");
        self.child.wait().expect("an end");
        self.kills += 1;
        then();
        self.start();
    }

    fn start(&mut self) {
        let arguments: Vec<&str> = self.arguments.iter().map(String::as_str).collect();
        self.child = start(self.port, &arguments, &self.log);
    }
}

/// A failed test leaves no process behind.
impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn start(port: u16, arguments: &[&str], log: &Path) -> Child {
    let log = File::options().create(true).append(true).open(log);
    let log = log.expect("a log");
    let mut command = train(port, arguments);
    command.stdout(log.try_clone().expect("a log")).stderr(log);
    command.spawn().expect("the program starts")
}
