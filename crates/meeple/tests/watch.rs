//! `meeple watch` as a person uses it: an engine's output in a pipe, keys from the terminal.
#![cfg(target_os = "linux")]

mod support;

use assert_cmd::cargo::cargo_bin;
use rustix::process::Signal;
use std::{
    fs::{self, File},
    io::{self, PipeWriter, Read, Write},
    ops::{Deref, DerefMut},
    process::{Child, Command, Stdio},
};
use support::{
    TerminalEmulator,
    pseudo_terminal::{TerminalUser, terminal},
};

const EDU_BEGINS: &str = include_str!("../../meeple-bots/tests/transcripts/edu_begins.txt");
const EDU_ENDS: &str = include_str!("../../meeple-bots/tests/transcripts/edu_ends.txt");
const EDU_FAILED: &str = include_str!("../../meeple-bots/tests/transcripts/edu_failed.txt");
const VM_BEGINS: &str = include_str!("../../meeple-bots/tests/transcripts/42_begins.txt");

const CTRL_C: &str = "\x03";
const SIZE: (u16, u16) = (100, 30);

/// Starts `meeple watch WHAT` in a new session with this terminal, and with a pipe as its standard input. The
/// pipe is passed as standard error and the shell swaps the two, because `setsid` makes standard input the
/// terminal of the session.
fn start(what: &str, program: &File) -> (Child, PipeWriter) {
    let (output, engine) = io::pipe().expect("a pipe");
    let end = || program.try_clone().expect("it can be shared");
    let mut command = Command::new("setsid");
    command.args(["--ctty", "sh", "-c", "exec \"$0\" watch \"$1\" <&2 2>&1"]);
    command.arg(cargo_bin!("meeple")).arg(what);
    command.env("TERM", "xterm").env("NO_COLOR", "1");
    command.stdin(end()).stdout(end()).stderr(output);
    (command.spawn().expect("it starts"), engine)
}

/// The running view, what a person sees of it, and the engine whose output it shows.
struct WatchView {
    person: TerminalUser,
    engine: Option<PipeWriter>,
}

impl WatchView {
    fn start(what: &str) -> Self {
        let (person, program) = terminal(SIZE.0, SIZE.1);
        let (child, engine) = start(what, &program);
        WatchView {
            person: TerminalUser::new((person, program), child, SIZE),
            engine: Some(engine),
        }
    }

    /// Watches a pipe that contains this output; more may follow.
    fn piped(output: &str) -> Self {
        let mut watched = WatchView::start("-");
        watched.print(output);
        watched
    }

    /// Prints something as the engine.
    fn print(&mut self, output: &str) {
        let engine = self.engine.as_mut().expect("it has not ended");
        engine.write_all(output.as_bytes()).expect("a pipe has room for so much");
    }

    /// Ends the engine's output.
    fn end(&mut self) {
        self.engine = None;
    }
}

impl Deref for WatchView {
    type Target = TerminalUser;
    fn deref(&self) -> &TerminalUser {
        &self.person
    }
}

impl DerefMut for WatchView {
    fn deref_mut(&mut self) -> &mut TerminalUser {
        &mut self.person
    }
}

#[test]
fn a_piped_game_is_shown_and_keys_work_while_the_engine_thinks() {
    let mut watched = WatchView::piped(EDU_BEGINS);
    watched.wait_for("turn 6, 100 ms a turn");
    watched.wait_for("@ ./first.py         10");
    watched.wait_for("$ ./first.py          8");
    watched.wait_for("$ laid:");
    watched.press("o");
    watched.wait_for("overlay: near the enemy");
    watched.press("+");
    watched.wait_for("turn 6, 50 ms a turn");
    watched.press(" ");
    watched.wait_for("turn 6, paused");
    watched.end();
    watched.press("n");
    watched.wait_for("the output ended before");
    watched.press("q");
    watched.wait_for("meeple: the output ended before the end of the game");
    assert_eq!(watched.exit_code(), Some(1));
}

#[test]
fn the_result_stays_when_the_view_is_left() {
    let mut watched = WatchView::piped(EDU_ENDS);
    watched.end();
    watched.wait_for("$ player 2          188 stuck");
    watched.wait_for("Player2 won!");
    watched.press("\r");
    assert_eq!(watched.exit_code(), Some(0));
    let result = "seed: 11\nPlayer1 (./first.py): 93\nPlayer2 (./first.py): 188\nPlayer2 won!\n";
    watched.wait_until(result, |screen| screen.text().starts_with(result));
}

#[test]
fn an_engine_without_a_result_has_failed() {
    let mut watched = WatchView::piped(EDU_FAILED);
    watched.end();
    watched.wait_for("./first.py: answered abc");
    watched.wait_for("without a result: a player");
    watched.press("q");
    watched.wait_for("meeple: the engine ended the game without a result");
    assert_eq!(watched.exit_code(), Some(1));
}

#[test]
fn filler_vm_is_understood_as_well() {
    let mut watched = WatchView::piped(VM_BEGINS);
    watched.wait_for("@ ./first42.py        3");
    watched.wait_for("$ ./first42.py        2");
    watched.press("q");
    watched.wait_for("meeple: the game was left before its end");
    assert_eq!(watched.exit_code(), Some(1));
}

#[test]
fn a_file_is_shown_and_what_is_broken_in_it_is_named() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("game.txt");
    let broken = EDU_BEGINS.replacen("002 ........aa..", "002 ...\x1b[31m", 1);
    fs::write(&path, broken + "Player1 won!\n").expect("it can be written");
    let mut watched = WatchView::start(&path.display().to_string());
    watched.wait_for("line 31: row 2 of the board");
    watched.wait_for("Player1 won!");
    watched.wait_for("@ ./first.py         10");
    watched.press("q");
    assert_eq!(watched.exit_code(), Some(0));
}

#[test]
fn a_silent_engine_does_not_keep_anybody() {
    for output in ["", EDU_BEGINS] {
        let shown = if output.is_empty() { "Waiting for the first board" } else { "turn 6," };
        for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
            let mut watched = WatchView::piped(output);
            watched.wait_for(shown);
            watched.signal(signal);
            assert_eq!(watched.exit_code(), Some(code));
        }
        for (key, code) in [(CTRL_C, 130), ("q", 1)] {
            let mut watched = WatchView::piped(output);
            watched.wait_for(shown);
            watched.press(key);
            assert_eq!(watched.exit_code(), Some(code));
        }
    }
}

#[test]
fn the_view_ends_when_its_terminal_goes_away() {
    let (mut person, program) = terminal(SIZE.0, SIZE.1);
    let (mut child, mut engine) = start("-", &program);
    drop(program);
    engine.write_all(EDU_BEGINS.as_bytes()).expect("a pipe has room for so much");
    let mut screen = TerminalEmulator::new(SIZE.0.into(), SIZE.1.into());
    while !screen.shows("turn 6,") {
        let mut bytes = [0; 4096];
        let count = person.read(&mut bytes).expect("it is there");
        screen.write(&bytes[..count]);
    }
    drop(person); // as when a window is closed
    assert_eq!(child.wait().expect("it ends").code(), Some(129));
}

#[test]
fn an_engine_that_is_left_hears_of_it() {
    let mut watched = WatchView::piped(EDU_BEGINS);
    watched.wait_for("turn 6,");
    watched.press("q");
    assert_eq!(watched.exit_code(), Some(1));
    let engine = watched.engine.as_mut().expect("it has not ended");
    let refused = engine.write_all(b"more\n").expect_err("nobody reads it");
    assert_eq!(refused.kind(), io::ErrorKind::BrokenPipe);
}

#[test]
fn what_is_no_game_is_refused_with_its_name() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    fs::write(path("empty"), "").expect("it can be written");
    let nonsense: Vec<u8> = (0..=255).cycle().take(100_000).collect();
    fs::write(path("nonsense"), nonsense).expect("it can be written");
    for (file, words) in [
        (path("none"), "none: No such file"),
        (path("empty"), "empty: no complete board found"),
        (path("nonsense"), "nonsense: no complete board found"),
        ("/dev/zero".into(), "/dev/zero: no board in the first 4194304 bytes"),
    ] {
        let mut watched = WatchView::start(&file);
        watched.wait_for(words);
        assert_eq!(watched.exit_code(), Some(1), "{file}");
    }
    let mut watched = WatchView::piped("");
    watched.wait_for("Waiting");
    watched.end();
    watched.wait_for("meeple: standard input: no complete board found");
    assert_eq!(watched.exit_code(), Some(1));
}

#[test]
fn without_a_terminal_it_is_refused() {
    let refused = |mut command: Command, words: &str| {
        let child = command.stdin(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let output = child.expect("it starts").wait_with_output().expect("it ends");
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{said}");
        assert!(said.contains(words), "{said}");
    };
    let mut no_screen = Command::new(cargo_bin!("meeple"));
    no_screen.args(["watch", "-"]).stdout(Stdio::piped());
    refused(no_screen, "this is shown on a terminal");

    let (_person, program) = terminal(SIZE.0, SIZE.1);
    let mut no_keys = Command::new("setsid"); // a session without a terminal
    no_keys.arg(cargo_bin!("meeple")).args(["watch", "-"]).stdout(program);
    refused(no_keys, "this is shown on a terminal");
}

#[test]
fn a_terminal_is_no_engine() {
    let (_person, program) = terminal(SIZE.0, SIZE.1);
    let mut command = Command::new(cargo_bin!("meeple"));
    command.args(["watch", "-"]).stdin(program).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("nothing to watch on standard input"), "{said}");
}
