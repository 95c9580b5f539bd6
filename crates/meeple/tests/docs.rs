//! The documents are up to date: every example in them is parsed or run.

use assert_cmd::Command;
use clap::Parser;
use meeple::cli::Cli;
use meeple_bots::school::official_options::rewrite_options;
use meeple_core::{Game, Replay};
use meeple_games::{
    GameKind,
    azul::Azul,
    chomp::{Certificate, Chomp},
    filler::Filler,
    grass::Grass,
    open_record,
};
use std::{fs, path::Path, str::FromStr};

/// Returns the fenced blocks of a document: what follows the fence, and the text.
fn blocks(name: &str) -> Vec<(String, String)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    let text = fs::read_to_string(&path).expect("the document is there");
    let mut blocks = Vec::new();
    let mut open: Option<(String, String)> = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), &mut open) {
            (Some(info), None) => open = Some((info.trim().to_owned(), String::new())),
            (Some(_), Some(_)) => blocks.extend(open.take()),
            (None, Some((_, body))) => {
                body.push_str(line);
                body.push('\n');
            }
            (None, None) => {}
        }
    }
    blocks
}

/// Parses the text as a move, deal or position of the game and prints it again.
fn read_again<G: Game>(what: &str, text: &str) -> Result<String, String> {
    fn again<T: FromStr<Err: ToString> + ToString>(text: &str) -> Result<String, String> {
        text.parse::<T>().map(|read| read.to_string()).map_err(|error| error.to_string())
    }
    match what {
        "move" => again::<G::Move>(text),
        "deal" => again::<G::Deal>(text),
        "position" => again::<G>(text),
        other => Err(format!("no test knows {other:?}")),
    }
}

#[test]
fn every_example_of_the_notation_is_read_and_prints_as_it_reads() {
    let mut count = 0;
    for (info, body) in blocks("docs/notation.md") {
        match info.split(' ').collect::<Vec<_>>()[..] {
            ["text", what, game] => {
                let read = match game.parse().expect("a game") {
                    GameKind::Chomp => read_again::<Chomp>,
                    GameKind::Filler => read_again::<Filler>,
                    GameKind::Azul => read_again::<Azul>,
                    GameKind::Grass => read_again::<Grass>,
                };
                for text in body.lines() {
                    assert_eq!(read(what, text).as_deref(), Ok(text), "{what} of {game}");
                    count += 1;
                }
            }
            ["jsonl", "record"] => {
                let replay = Replay::read(body.as_bytes(), open_record);
                assert!(replay.expect("a good record").game.end().is_some());
                count += 1;
            }
            ["json", "certificate"] => {
                let certificate: Certificate = body.trim().parse().expect("a certificate");
                certificate.check().expect("a proof");
                count += 1;
            }
            _ => panic!("no test reads a block marked {info:?}"),
        }
    }
    assert!(count >= 7, "only {count} examples were found");
}

/// Returns the arguments of the examples in a help text or a document: lines that start with `meeple`.
fn examples(text: &str) -> Vec<Vec<String>> {
    let lines = text.lines().map(str::trim).filter(|line| line.starts_with("meeple"));
    let command = |line: &str| {
        let line = line.split(['#', '|', '>', '<']).next().unwrap_or_default();
        let line = line.split("   ").next().unwrap_or_default();
        shlex::split(line).expect("the quotes match")
    };
    lines.map(command).collect()
}

#[test]
fn every_example_of_the_help_is_a_command_line() {
    use clap::CommandFactory;
    let mut program = Cli::command();
    program.build();
    for command in std::iter::once(&program).chain(program.get_subcommands()) {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        if command.get_name() == "help" {
            continue;
        }
        assert!(help.contains("Examples:"), "{} has no examples", command.get_name());
        for words in examples(&help) {
            let parsed = Cli::try_parse_from(rewrite_options(words.iter().map(Into::into)));
            assert!(parsed.is_ok(), "{words:?}: {}", parsed.expect_err("just looked").render());
        }
    }
}

#[test]
fn every_command_in_the_readme_runs() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    for (name, bot) in [
        ("bot.py", "random_bot.py"),
        ("a.py", "random_bot.py"),
        ("b.js", "random_bot.js"),
        ("my_bot", "python_filler.py"),
    ] {
        fs::copy(bots.join(bot), folder.path().join(name)).expect("a bot is copied");
    }
    let mut count = 0;
    for (info, body) in blocks("README.md") {
        if info != "sh" {
            continue;
        }
        let body = body.replace("cargo run --release -- ", "meeple ");
        for words in examples(&body) {
            count += 1;
            if ["watch", "serve"].contains(&&*words[1]) || words.contains(&"audit".into()) {
                // These need a terminal, don't end, or depend on luck: other tests cover them.
                Cli::try_parse_from(rewrite_options(words.iter().map(Into::into)))
                    .expect("understood");
                continue;
            }
            let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
            let typed = match words[1].as_str() {
                "bot" => "",
                _ if words.contains(&"--batch".into()) => "rows=2,1\n",
                _ => "2 2\n",
            };
            command.args(&words[1..]).current_dir(folder.path()).write_stdin(typed);
            command.timeout(std::time::Duration::from_secs(60)).assert().success();
        }
    }
    assert!(count >= 12, "only {count} commands were found");
}

#[test]
fn every_command_and_file_in_the_arenas_document_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let bots = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bots");
    std::os::unix::fs::symlink(bots, folder.path().join("bots")).expect("a link");
    let (mut commands, mut files) = (0, 0);
    for (info, body) in blocks("docs/arena.md") {
        if info == "toml" {
            let config =
                meeple_arena::tournament::TournamentConfig::from_toml(&body).expect("a good file");
            assert_eq!(config.contestants.len(), 3);
            files += 1;
        }
        if info != "sh" {
            continue;
        }
        for words in examples(&body) {
            Command::new(assert_cmd::cargo::cargo_bin!("meeple"))
                .args(&words[1..])
                .current_dir(folder.path())
                .assert()
                .success();
            commands += 1;
        }
    }
    assert!(commands >= 8 && files == 1, "{commands} commands, {files} files");
}

#[test]
fn every_command_in_the_document_of_analysis_works() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut count = 0;
    for (info, body) in blocks("docs/analysis.md") {
        assert_eq!(info, "sh", "no test reads other blocks");
        for words in examples(&body) {
            Command::new(assert_cmd::cargo::cargo_bin!("meeple"))
                .args(&words[1..])
                .current_dir(folder.path())
                .assert()
                .success();
            count += 1;
        }
    }
    assert!(count >= 7, "only {count} commands were found");
}
