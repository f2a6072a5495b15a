//! What the end to end tests share: where the repository is, where the built programs are, and how
//! to run one and look at what it did.

pub mod run;
pub mod targets;

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::OnceLock;

/// The repository's root.
#[must_use]
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap_or_else(|| Path::new("."))
}

/// The three programs.
#[derive(Clone, Copy, Debug)]
pub enum Program {
    /// Makes models.
    Train,
    /// Meets people.
    Play,
    /// Measures.
    Evaluate,
}

impl Program {
    fn name(self) -> &'static str {
        match self {
            Program::Train => "train",
            Program::Play => "play",
            Program::Evaluate => "evaluate",
        }
    }

    /// The built program, beside the folder of this test's own executable. `cargo test --workspace`
    /// has built all three; a test of this package alone builds what is missing, once.
    ///
    /// # Panics
    /// If the programs cannot be built.
    #[must_use]
    pub fn path(self) -> PathBuf {
        static BUILT: OnceLock<PathBuf> = OnceLock::new();
        let folder = BUILT.get_or_init(|| {
            let test = std::env::current_exe().expect("a running test has a path");
            let folder = test
                .ancestors()
                .nth(2)
                .expect("tests run in deps/")
                .to_path_buf();
            let all = [Program::Train, Program::Play, Program::Evaluate];
            if !all
                .iter()
                .all(|program| folder.join(program.name()).is_file())
            {
                let built = Command::new(env!("CARGO"))
                    .args(["build", "--workspace", "--bins", "--profile", "test"])
                    .current_dir(root())
                    .status()
                    .expect("cargo starts");
                assert!(built.success(), "the programs do not build");
            }
            folder
        });
        folder.join(self.name())
    }

    /// The program as a command that runs in `folder`, in English, without colour and with nothing to read.
    #[must_use]
    pub fn command(self, folder: &Path) -> Command {
        let mut command = Command::new(self.path());
        command
            .current_dir(folder)
            .env("NO_COLOR", "1")
            .env("LC_ALL", "C")
            .stdin(Stdio::null());
        command
    }

    /// Runs the program to its end.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn run(self, folder: &Path, arguments: &[&str]) -> Finished {
        let output = self
            .command(folder)
            .args(arguments)
            .output()
            .expect("the program starts");
        Finished::new(format!("{} {}", self.name(), arguments.join(" ")), &output)
    }
}

/// What a finished program left behind.
#[derive(Debug)]
pub struct Finished {
    /// What was run.
    pub command: String,
    /// The exit status, or none after a signal.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Finished {
    /// Keeps the output of `command`, the line that is shown when an expectation fails.
    #[must_use]
    pub fn new(command: String, output: &Output) -> Finished {
        Finished {
            command,
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }

    /// Asserts the exit status.
    ///
    /// # Panics
    /// If it is another.
    #[expect(
        clippy::must_use_candidate,
        reason = "an assertion is called for its effect"
    )]
    pub fn exits(self, code: i32) -> Finished {
        assert_eq!(self.code, Some(code), "{self:#?}");
        self
    }

    /// Asserts that each of `words` stands in the output or in the errors.
    ///
    /// # Panics
    /// If one does not.
    #[expect(
        clippy::must_use_candidate,
        reason = "an assertion is called for its effect"
    )]
    pub fn says(self, words: &[&str]) -> Finished {
        for word in words {
            assert!(
                self.out.contains(word) || self.err.contains(word),
                "no `{word}` in {self:#?}"
            );
        }
        self
    }
}
