//! `meeple watch` as a person has it: an engine's output in a pipe, keys from the terminal.
#![cfg(target_os = "linux")]

mod support;

use assert_cmd::cargo::cargo_bin;
use rustix::{
    process::{Pid, Signal, kill_process},
    pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt},
    termios::{LocalModes, Winsize, tcgetattr, tcsetwinsize},
};
use std::{
    fs::{self, File},
    io::{self, PipeWriter, Read, Write},
    process::{Child, Command, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::Duration,
};
use support::Screen;

const EDU_BEGINS: &str = include_str!("../../meeple-arena/tests/transcripts/edu_begins.txt");
const EDU_ENDS: &str = include_str!("../../meeple-arena/tests/transcripts/edu_ends.txt");
const EDU_FAILED: &str = include_str!("../../meeple-arena/tests/transcripts/edu_failed.txt");
const VM_BEGINS: &str = include_str!("../../meeple-arena/tests/transcripts/42_begins.txt");

/// No program may hold a person's side open, not even one that another test starts.
const OWN: OpenptFlags = OpenptFlags::RDWR.union(OpenptFlags::NOCTTY).union(OpenptFlags::CLOEXEC);

const CTRL_C: &str = "\x03";

/// A person's side of a terminal, and a program's.
fn terminal() -> (File, File) {
    let person = openpt(OWN).expect("a terminal");
    grantpt(&person).and_then(|()| unlockpt(&person)).expect("it is ours");
    let path = ptsname(&person, Vec::new()).expect("it has a name").into_string().expect("ASCII");
    let program = File::options().read(true).write(true).open(path).expect("it opens");
    let size = Winsize { ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0 };
    tcsetwinsize(&program, size).expect("it has a size");
    (person.into(), program)
}

/// `meeple watch WHAT` in a session of its own, whose terminal this is, with a pipe for its
/// standard input. It comes as standard error, and the shell puts both where they belong:
/// `setsid` makes its standard input the terminal of the session.
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

/// The view, and what a person sees of it.
struct Watched {
    person: File,
    program: File,
    child: Child,
    engine: Option<PipeWriter>,
    printed: Receiver<Vec<u8>>,
    screen: Screen,
}

impl Watched {
    fn start(what: &str) -> Self {
        let (person, program) = terminal();
        let (child, engine) = start(what, &program);
        let mut reader = person.try_clone().expect("it can be shared");
        let (sender, printed) = mpsc::channel();
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count) = reader.read(&mut bytes) {
                if count == 0 || sender.send(bytes[..count].to_vec()).is_err() {
                    return;
                }
            }
        });
        let screen = Screen::new(100, 30);
        Watched { person, program, child, engine: Some(engine), printed, screen }
    }

    /// Follows a pipe with this in it, in which more may come.
    fn piped(output: &str) -> Self {
        let mut watched = Watched::start("-");
        watched.print(output);
        watched
    }

    /// The engine prints something.
    fn print(&mut self, output: &str) {
        let engine = self.engine.as_mut().expect("it has not ended");
        engine.write_all(output.as_bytes()).expect("a pipe has room for so much");
    }

    /// The engine ends.
    fn end(&mut self) {
        self.engine = None;
    }

    fn press(&mut self, keys: &str) {
        self.person.write_all(keys.as_bytes()).expect("it takes keys");
    }

    #[track_caller]
    fn wait_for(&mut self, text: &str) {
        self.wait_until(text, |screen| screen.shows(text));
    }

    #[track_caller]
    fn wait_until(&mut self, what: &str, is_there: impl Fn(&Screen) -> bool) {
        while !is_there(&self.screen) {
            let Ok(bytes) = self.printed.recv_timeout(Duration::from_secs(60)) else {
                panic!("{what:?} is not on the screen:\n{}", self.screen.text());
            };
            self.screen.write(&bytes);
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }

    /// The exit code, when the terminal is as it was.
    fn exit_code(&mut self) -> Option<i32> {
        let code = self.child.wait().expect("it ends").code();
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        let modes = tcgetattr(&self.program).expect("it has a mode").local_modes;
        assert!(modes.contains(cooked), "the terminal's mode was not restored");
        code
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.child.kill().ok(); // where a test has failed
        self.child.wait().ok();
    }
}

#[test]
fn a_piped_game_is_shown_and_keys_work_while_the_engine_thinks() {
    let mut watched = Watched::piped(EDU_BEGINS);
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
    let mut watched = Watched::piped(EDU_ENDS);
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
    let mut watched = Watched::piped(EDU_FAILED);
    watched.end();
    watched.wait_for("./first.py: answered abc");
    watched.wait_for("without a result: a player");
    watched.press("q");
    watched.wait_for("meeple: the engine ended the game without a result");
    assert_eq!(watched.exit_code(), Some(1));
}

#[test]
fn filler_vm_is_understood_as_well() {
    let mut watched = Watched::piped(VM_BEGINS);
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
    let mut watched = Watched::start(&path.display().to_string());
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
            let mut watched = Watched::piped(output);
            watched.wait_for(shown);
            watched.signal(signal);
            assert_eq!(watched.exit_code(), Some(code));
        }
        for (key, code) in [(CTRL_C, 130), ("q", 1)] {
            let mut watched = Watched::piped(output);
            watched.wait_for(shown);
            watched.press(key);
            assert_eq!(watched.exit_code(), Some(code));
        }
    }
}

#[test]
fn the_view_ends_when_its_terminal_goes_away() {
    let (mut person, program) = terminal();
    let (mut child, mut engine) = start("-", &program);
    drop(program);
    engine.write_all(EDU_BEGINS.as_bytes()).expect("a pipe has room for so much");
    let mut screen = Screen::new(100, 30);
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
    let mut watched = Watched::piped(EDU_BEGINS);
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
        (path(""), "is a directory"),
        (path("empty"), "empty: there is no whole board in it"),
        (path("nonsense"), "nonsense: there is no whole board in it"),
        ("/dev/zero".into(), "/dev/zero: 4194304 bytes without a board"),
    ] {
        let mut watched = Watched::start(&file);
        watched.wait_for(words);
        assert_eq!(watched.exit_code(), Some(1), "{file}");
    }
    let mut watched = Watched::piped("");
    watched.wait_for("Waiting");
    watched.end();
    watched.wait_for("meeple: standard input: there is no whole board in it");
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
    refused(no_screen, "a game is watched on a terminal");

    let (_person, program) = terminal();
    let mut no_keys = Command::new("setsid"); // a session without a terminal
    no_keys.arg(cargo_bin!("meeple")).args(["watch", "-"]).stdout(program);
    refused(no_keys, "a game is watched on a terminal");
}

#[test]
fn a_terminal_is_no_engine() {
    let (_person, program) = terminal();
    let mut command = Command::new(cargo_bin!("meeple"));
    command.args(["watch", "-"]).stdin(program).stdout(Stdio::piped()).stderr(Stdio::piped());
    let output = command.output().expect("it runs");
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("pipe an engine into it"), "{said}");
}
