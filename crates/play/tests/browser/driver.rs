//! A browser with a server of its own.

use std::io::{BufRead as _, BufReader};
use std::net::{TcpListener, TcpStream};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use fantoccini::actions::{InputSource as _, KeyAction, KeyActions};
use fantoccini::elements::Element;
use fantoccini::error::NewSessionError;
use fantoccini::wd::{TimeoutConfiguration, WebDriverCompatibleCommand};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Longer than anything takes on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);
/// Between two looks at something that is waited for.
const GLANCE: Duration = Duration::from_millis(40);
/// When this is set, a missing browser is a failure.
const DEMANDED: &str = "TOGYZ_BROWSER_TESTS";

/// A program that ends with the test, also with one that fails.
struct Running(Child);

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// A running chromedriver.
pub(crate) struct Driver {
    _process: Running,
    port: u16,
}

fn free_port() -> u16 {
    let listener = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    listener.local_addr().unwrap().port()
}

impl Driver {
    /// Starts it; `None` where there is none and none is demanded.
    pub(crate) fn start() -> Option<Driver> {
        let port = free_port();
        let child = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        match child {
            Ok(child) => {
                let running = Running(child);
                let deadline = Instant::now() + PATIENCE;
                while TcpStream::connect(("127.0.0.1", port)).is_err() {
                    assert!(Instant::now() < deadline, "chromedriver does not listen");
                    std::thread::sleep(GLANCE);
                }
                Some(Driver {
                    _process: running,
                    port,
                })
            }
            Err(error) => {
                let demanded = std::env::var_os(DEMANDED).is_some_and(|value| value == "1");
                assert!(!demanded, "no chromedriver: {error}");
                eprintln!("SKIPPED: there is no chromedriver ({error}); {DEMANDED}=1 demands it");
                None
            }
        }
    }
}

/// The console of the page.
#[derive(Debug)]
struct Console;

impl WebDriverCompatibleCommand for Console {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(r#"{"type":"browser"}"#.to_owned()))
    }
}

/// A command of Chromium's own protocol.
#[derive(Debug)]
struct Chromium(Value);

impl WebDriverCompatibleCommand for Chromium {
    fn endpoint(
        &self,
        base: &url::Url,
        session: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session.unwrap_or_default();
        base.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        (http::Method::POST, Some(self.0.to_string()))
    }
}

/// A browser that shows the page.
pub(crate) struct Browser {
    pub(crate) client: Client,
    _driver: Driver,
    _server: Running,
    pub(crate) address: String,
    _profile: TempDir,
}

/// The built program.
fn program() -> PathBuf {
    PathBuf::from(env!("CARGO_BIN_EXE_play"))
}

impl Browser {
    pub(crate) async fn open(driver: Driver) -> Browser {
        let mut server = Command::new(program())
            .args(["serve", "--port", "0", "--level", "beginner"])
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut address = String::new();
        BufReader::new(server.stdout.take().unwrap())
            .read_line(&mut address)
            .unwrap();
        let profile = tempfile::tempdir().unwrap();
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            "--lang=en",
            "--window-size=1280,900",
        ];
        let mut arguments: Vec<String> = arguments.map(str::to_owned).to_vec();
        arguments.push(format!("--user-data-dir={}", profile.path().display()));
        let capabilities = json!({
            "browserName": "chrome",
            "goog:chromeOptions": {"args": arguments},
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let Value::Object(capabilities) = capabilities else {
            unreachable!("an object was written above")
        };
        // A driver that has only begun may reset its first connection.
        let mut tries = 3;
        let client = loop {
            let builder = &mut ClientBuilder::new(HttpConnector::new());
            let builder = builder.capabilities(capabilities.clone());
            let address = format!("http://127.0.0.1:{}", driver.port);
            match builder.connect(&address).await {
                Err(NewSessionError::FailedC(_)) if tries > 1 => {
                    tries -= 1;
                    tokio::time::sleep(Duration::from_secs(1)).await;
                }
                client => break client.unwrap(),
            }
        };
        let waits = TimeoutConfiguration::new(Some(PATIENCE), Some(PATIENCE), None);
        client.update_timeouts(waits).await.unwrap();
        let browser = Browser {
            client,
            _driver: driver,
            _server: Running(server),
            address: address.trim().to_owned(),
            _profile: profile,
        };
        browser.size(1280, 900).await;
        browser.client.goto(&browser.address).await.unwrap();
        browser.until("document.body.dataset.ready").await;
        // Sowing at once, so that tests need not wait for it; one looks at it on purpose.
        browser.set("speed", "off").await;
        browser
    }

    /// Gives the page so much room, whatever the window around it needs.
    pub(crate) async fn size(&self, width: u32, height: u32) {
        let metrics = json!({
            "width": width, "height": height, "deviceScaleFactor": 1, "mobile": false,
        });
        self.chromium("Emulation.setDeviceMetricsOverride", metrics)
            .await;
    }

    /// Runs a script in every page from now on, before the page's own.
    pub(crate) async fn before_the_page(&self, script: &str) {
        let source = json!({"source": script});
        self.chromium("Page.addScriptToEvaluateOnNewDocument", source)
            .await;
    }

    pub(crate) async fn chromium(&self, command: &str, parameters: Value) {
        let body = json!({"cmd": command, "params": parameters});
        self.client.issue_cmd(Chromium(body)).await.unwrap();
    }

    /// Ends all, after a look at the console.
    pub(crate) async fn close(self) {
        let console = self.client.issue_cmd(Console).await.unwrap();
        let wrong: Vec<&Value> = console
            .as_array()
            .unwrap()
            .iter()
            .filter(|entry| entry["level"] == "SEVERE" || entry["level"] == "WARNING")
            // An action that the server refuses is told by the browser as a failed request.
            .filter(|entry| !entry["message"].as_str().unwrap().contains("status of 4"))
            .collect();
        assert!(wrong.is_empty(), "{wrong:?}");
        self.client.clone().close().await.unwrap();
    }

    /// The value of an expression in the page.
    pub(crate) async fn value(&self, expression: &str) -> Value {
        let script = format!("return ({expression});");
        self.client.execute(&script, Vec::new()).await.unwrap()
    }

    /// Waits until an expression is true, and gives its value.
    #[track_caller]
    pub(crate) fn until<'a>(
        &'a self,
        expression: &'a str,
    ) -> impl Future<Output = Value> + use<'a> {
        let caller = std::panic::Location::caller();
        async move {
            let deadline = Instant::now() + PATIENCE;
            loop {
                let value = self.value(expression).await;
                let is_false =
                    matches!(&value, Value::Null | Value::Bool(false)) || value == 0 || value == "";
                if !is_false {
                    return value;
                }
                if Instant::now() > deadline {
                    let shown = "[innerWidth, innerHeight, document.body.innerText]";
                    let shown = self.value(shown).await;
                    panic!("{caller}: waited for `{expression}` in vain; the page:\n{shown}");
                }
                tokio::time::sleep(GLANCE).await;
            }
        }
    }

    /// Presses keys, one after another.
    pub(crate) async fn press(&self, keys: &str) {
        for key in keys.chars() {
            let actions = KeyActions::new("keyboard".to_owned())
                .then(KeyAction::Down { value: key })
                .then(KeyAction::Up { value: key });
            self.client.perform_actions(actions).await.unwrap();
        }
    }

    pub(crate) async fn find(&self, css: &str) -> Element {
        let found = self.client.wait().at_most(PATIENCE);
        found.for_element(Locator::Css(css)).await.unwrap()
    }

    /// Clicks what is there, once it can be: the page may be drawing it anew.
    #[track_caller]
    pub(crate) fn click<'a>(&'a self, css: &'a str) -> impl Future<Output = ()> + use<'a> {
        let caller = std::panic::Location::caller();
        async move {
            let deadline = Instant::now() + PATIENCE;
            while let Err(error) = self.find(css).await.click().await {
                assert!(Instant::now() < deadline, "{caller}: {css}: {error}");
                tokio::time::sleep(GLANCE).await;
            }
        }
    }

    /// Clicks the label of a choice.
    pub(crate) async fn choose(&self, name: &str, value: &str) {
        self.click(&format!("label:has([name={name}][value={value}])"))
            .await;
    }

    pub(crate) async fn text(&self, css: &str) -> String {
        self.find(css).await.text().await.unwrap()
    }

    /// Changes a setting by hand.
    pub(crate) async fn set(&self, name: &str, value: &str) {
        self.click("#menu").await;
        self.click("#open-settings").await;
        self.choose(name, value).await;
        self.click("#dialog-close").await;
    }

    /// Speaks another language.
    pub(crate) async fn speak(&self, code: &str) {
        self.click("#menu").await;
        self.click("#open-settings").await;
        self.pick("#language", code).await;
        self.until(&format!("document.documentElement.lang === '{code}'"))
            .await;
        self.until("document.activeElement.id === 'language'").await;
        self.click("#dialog-close").await;
    }

    /// Loads a game or position by the dialog; people play both sides then.
    pub(crate) async fn load(&self, text: &str) {
        self.click("#menu").await;
        self.click("#open-files").await;
        self.find("#text-in").await.send_keys(text).await.unwrap();
        self.click("#text-load").await;
        self.until("!document.getElementById('dialog').open").await;
    }

    /// Opens the review of the game, and waits for what it finds.
    pub(crate) async fn review(&self) {
        self.click("#menu").await;
        self.click("#open-review").await;
        self.until("document.querySelector('#review .turning button')")
            .await;
    }

    /// Chooses of a list.
    pub(crate) async fn pick(&self, list: &str, value: &str) {
        let list = self.find(list).await;
        list.select_by_value(value).await.unwrap();
    }

    /// The counts of a row, from hole 1.
    pub(crate) async fn row(&self, side: &str) -> Vec<u64> {
        let script = format!(
            "[...document.querySelectorAll('.hole[data-side={side}]')].sort((a, b) => a.dataset.hole - b.dataset.hole).map((hole) => Number(hole.querySelector('.count').textContent))"
        );
        let value = self.value(&script).await;
        let counts = value.as_array().unwrap().iter();
        counts.map(|count| count.as_u64().unwrap()).collect()
    }

    /// Half-moves on the board.
    pub(crate) async fn ply(&self) -> u64 {
        let list = "[...document.querySelectorAll('#moves button')].findIndex((one) => one.getAttribute('aria-current') === 'true')";
        self.value(list).await.as_u64().unwrap()
    }

    /// Waits for so many half-moves and, against the computer, its answer.
    pub(crate) async fn at_ply(&self, ply: u64) {
        let list = format!(
            "[...document.querySelectorAll('#moves button')].findIndex((one) => one.getAttribute('aria-current') === 'true') === {ply}"
        );
        self.until(&list).await;
    }
}
