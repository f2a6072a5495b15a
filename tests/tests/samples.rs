//! The commands of the pages and samples for many machines are such as the program understands.

use std::fs;
use std::path::PathBuf;

use togyz_tests::{Program, root};

const COMMANDS: [&str; 4] = ["learner", "worker", "evaluator", "status"];

/// A sample's text with continued lines joined.
fn sample(name: &str) -> String {
    let path = root().join("docs").join(name);
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}"));
    text.replace("\\\n", " ")
}

/// What follows `before` in a text, each up to what ends a command in a shell.
fn after(text: &str, before: &str) -> Vec<Vec<String>> {
    let commands = text.split(before).skip(1);
    let words = |rest: &str| -> Vec<String> {
        let end = rest.find(['\n', '#', '&', ';', '`', '|', '>']);
        let command = &rest[..end.unwrap_or(rest.len())];
        let words = command.split_whitespace().map(|word| word.replace('"', ""));
        // A variable may stand for a number.
        let known = |word: String| {
            if word.starts_with('$') {
                "1".to_owned()
            } else {
                word
            }
        };
        words.map(known).collect()
    };
    commands.map(words).collect()
}

/// The lists below `args:`.
fn lists(text: &str) -> Vec<Vec<String>> {
    let lists = text.split("args:\n").skip(1);
    let items = |rest: &str| -> Vec<String> {
        let items = rest.lines().map(|line| line.trim().strip_prefix("- "));
        items.map_while(|item| item.map(str::to_owned)).collect()
    };
    lists.map(items).collect()
}

/// Every command of the samples, with the file that has it.
fn commands() -> Vec<(PathBuf, Vec<String>)> {
    let program = "\"${TRAIN:-target/release/train}\" ";
    let found = [
        ("cluster.md", after(&sample("cluster.md"), "train ")),
        ("scaling.md", after(&sample("scaling.md"), "train ")),
        (
            "compose.yaml",
            after(&sample("cluster/compose.yaml"), "command: "),
        ),
        ("kubernetes.yaml", lists(&sample("cluster/kubernetes.yaml"))),
        (
            "slurm-learner.sbatch",
            after(&sample("cluster/slurm-learner.sbatch"), program),
        ),
        (
            "slurm-workers.sbatch",
            after(&sample("cluster/slurm-workers.sbatch"), program),
        ),
        (
            "slurm-evaluator.sbatch",
            after(&sample("cluster/slurm-evaluator.sbatch"), program),
        ),
    ];
    let mut commands = Vec::new();
    for (file, found) in found {
        let ours = found.into_iter().filter(|words| {
            let name = words.first().map(String::as_str);
            name.is_some_and(|name| COMMANDS.contains(&name)) && words.len() > 1
        });
        let before = commands.len();
        commands.extend(ours.map(|words| (PathBuf::from(file), words)));
        assert!(commands.len() > before, "{file} has no command");
    }
    commands
}

#[test]
fn the_commands_of_the_samples_are_understood() {
    let commands = commands();
    for command in COMMANDS {
        let has = |(_, words): &(PathBuf, Vec<String>)| words[0] == command;
        assert!(commands.iter().any(has), "no sample of {command}");
    }
    for (file, words) in &commands {
        // With the last word it is read and not carried out.
        let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
        words.push("--help");
        let read = Program::Train.run(root(), &words);
        assert_eq!(read.code, Some(0), "{}: {read:#?}", file.display());
    }
    // An option that is not there would be seen.
    let (_, words) = &commands[0];
    let mut words: Vec<&str> = words.iter().map(String::as_str).collect();
    words.extend(["--storage", "--help"]);
    assert_eq!(Program::Train.run(root(), &words).code, Some(2));
}
