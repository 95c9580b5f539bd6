//! The program on a terminal: line editing, window width, terminal mode.
#![cfg(target_os = "linux")]

mod support;

use rustix::{
    process::{Pid, Signal, kill_process},
    termios::{LocalModes, tcgetattr},
};
use std::{
    fs::{self, File},
    io::{Read, Write},
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Child, Command},
    sync::mpsc::Receiver,
    time::Duration,
};
use support::pseudo_terminal::{printed, terminal};

/// A pseudo-terminal with the program in it.
struct TestTerminal {
    /// The person's side: what is written to it is typed.
    person: File,
    /// The program's side, to check the terminal's mode.
    programs_side: File,
    child: Child,
    printed: Receiver<Vec<u8>>,
    screen: String,
}

impl TestTerminal {
    fn start(columns: u16, words: &str) -> Self {
        let (person, terminal) = terminal(columns, 24);
        let end = || terminal.try_clone().expect("it can be shared");
        let child = Command::new(assert_cmd::cargo::cargo_bin!("meeple"))
            .args(words.split_whitespace())
            .env("TERM", "xterm")
            .env("LC_ALL", "C")
            .env("NO_COLOR", "1")
            .env_remove("COLUMNS")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("it starts");
        let printed = printed(&person);
        TestTerminal { person, programs_side: terminal, child, printed, screen: String::new() }
    }

    /// Waits until this text is on the screen; discards everything up to its end.
    fn wait_for(&mut self, text: &str) -> String {
        loop {
            if let Some(at) = self.screen.find(text) {
                let rest = self.screen.split_off(at + text.len());
                return std::mem::replace(&mut self.screen, rest);
            }
            let printed = self.printed.recv_timeout(Duration::from_secs(60));
            let printed = printed.unwrap_or_else(|_| panic!("{text:?} not in {:?}", self.screen));
            self.screen.push_str(&String::from_utf8_lossy(&printed));
        }
    }

    fn type_in(&mut self, keys: &str) {
        self.person.write_all(keys.as_bytes()).expect("it takes keys");
    }

    fn exit_code(&mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    fn is_cooked(&self) -> bool {
        let cooked = LocalModes::ICANON | LocalModes::ECHO | LocalModes::ISIG;
        tcgetattr(&self.programs_side).expect("it has a mode").local_modes.contains(cooked)
    }
}

impl Drop for TestTerminal {
    fn drop(&mut self) {
        self.child.kill().ok(); // in case a test has failed
        self.child.wait().ok();
    }
}

const UP: &str = "\x1b[A";
const CTRL_C: &str = "\x03";
const CTRL_D: &str = "\x04";

#[test]
fn up_brings_back_what_was_typed() {
    let mut terminal = TestTerminal::start(80, "play chomp width=5 height=4 --plain");
    terminal.wait_for("Your bite (such as C2): ");
    terminal.type_in("J10\r");
    terminal.wait_for("J10 is outside the bar");
    terminal.wait_for("Your bite (such as C2): ");
    terminal.type_in(&format!("{UP}\r"));
    terminal.wait_for("J10 is outside the bar");
    terminal.wait_for("Your bite (such as C2): ");
    terminal.type_in("quit\r");
    terminal.wait_for("The game is left unfinished.");
    assert_eq!(terminal.exit_code(), Some(0));
    assert!(terminal.is_cooked());
}

#[test]
fn ctrl_c_interrupts_and_ctrl_d_is_the_end_of_input() {
    let mut terminal = TestTerminal::start(80, "play chomp width=5 height=4 --plain");
    terminal.wait_for("Your bite (such as C2): ");
    terminal.type_in(CTRL_C);
    assert_eq!(terminal.exit_code(), Some(130));
    assert!(terminal.is_cooked());

    let mut terminal = TestTerminal::start(80, "play chomp width=5 height=4 --plain");
    terminal.wait_for("Your bite (such as C2): ");
    terminal.type_in(CTRL_D);
    terminal.wait_for("The game is left unfinished.");
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn ctrl_c_stops_a_long_hint_and_not_the_game() {
    let mut terminal = TestTerminal::start(80, "play azul --seed 1 --time 60 --plain");
    terminal.wait_for("Your move (such as 2 blue 3): ");
    terminal.type_in("hint\r");
    terminal.wait_for("thinking (Ctrl-C to stop): 1 of 60 s"); // thinking is shown after a second
    kill_process(Pid::from_child(&terminal.child), Signal::INT).expect("it is there");
    terminal.wait_for("Hint: ");
    terminal.wait_for("(Stopped early: this is the best answer so far.)");
    terminal.type_in("quit\r");
    terminal.wait_for("The game is left unfinished.");
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn a_signal_at_the_prompt_leaves_the_terminal_as_it_was() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut terminal = TestTerminal::start(80, "play chomp width=5 height=4 --plain");
        terminal.wait_for("Your bite (such as C2): ");
        assert!(!terminal.is_cooked(), "the line editor takes every key");
        kill_process(Pid::from_child(&terminal.child), signal).expect("it is there");
        assert_eq!(terminal.exit_code(), Some(code));
        assert!(terminal.is_cooked());
    }
}

#[test]
fn prose_is_wrapped_to_the_window_and_a_wide_bar_is_cut_with_a_word() {
    let mut terminal = TestTerminal::start(40, "play chomp width=60 height=2 --plain");
    let first = terminal.wait_for("needs 63 columns.)");
    let lines = || first.lines().filter(|line| line.ends_with('>'));
    assert_eq!(lines().count(), 3, "{first}");
    assert!(lines().all(|line| line.len() == 40), "{first}");
    terminal.wait_for("C2): ");
    terminal.type_in("help\r");
    let help = terminal.wait_for("can be resumed");
    let help = &help[help.find("Bite a square").expect("the help")..];
    assert!(help.lines().all(|line| line.len() <= 40), "{help}");
    terminal.type_in(CTRL_D);
}

#[test]
fn the_menu_asks_again_and_completes_words() {
    let mut terminal = TestTerminal::start(80, "--plain");
    terminal.wait_for("Game (number or name, q to leave): ");
    terminal.type_in("ch\t\r");
    terminal.wait_for("Seats (Enter for ");
    terminal.type_in("you\r");
    terminal.wait_for("chomp has 2 seats, but 1 seat is named");
    terminal.wait_for("Seats (Enter for ");
    terminal.type_in("q\r");
    assert_eq!(terminal.exit_code(), Some(0));
}

#[test]
fn a_game_that_is_watched_ends_when_its_terminal_goes_away() {
    let (mut person, terminal) = terminal(80, 24);
    let end = || terminal.try_clone().expect("it can be shared");
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(["filler", "-p1", "champion", "-p2", "wall_e", "-f", "map02", "--watch"]);
    command.env("TERM", "xterm").stdin(end()).stdout(end()).stderr(end());
    let mut child = command.spawn().expect("it starts");
    drop((command, terminal));
    let mut screen = Vec::new();
    while !String::from_utf8_lossy(&screen).contains("champion") {
        let mut bytes = [0; 4096];
        let count = person.read(&mut bytes).expect("it is there");
        screen.extend(&bytes[..count]);
    }
    drop(person); // as when a window is closed
    assert_eq!(child.wait().expect("it ends").code(), Some(129));
}

/// Creates a script in this folder: a bot that prints this when asked.
fn bot_that_says(folder: &Path, said: &str) -> String {
    let path = folder.join("bot");
    // Prints nothing before it is asked.
    let listen = "while read -r word rest; do test \"$word\" = Piece && break; done";
    fs::write(&path, format!("#!/bin/sh\n{listen}\nprintf '{said}'\n")).expect("a file");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("a file");
    path.display().to_string()
}

#[test]
fn what_a_bot_says_is_fit_for_the_terminal() {
    let folder = tempfile::tempdir().expect("a folder");
    let bot = bot_that_says(folder.path(), "\\033[2Jhello\\n");
    let mut terminal = TestTerminal::start(80, &format!("filler -p1 {bot} -p2 wall_e -s 1"));
    let screen = terminal.wait_for("seed: 1");
    assert!(screen.contains("-> Answer (@): \\u{1b}[2Jhello\r\n"), "{screen:?}");
    assert!(!screen.contains('\u{1b}'), "{screen:?}");
    assert_eq!(terminal.exit_code(), Some(1));
}

#[test]
fn the_audit_shows_that_it_goes_on() {
    let mut terminal = TestTerminal::start(80, "filler audit terminator -s 1");
    terminal.wait_for("wall_e on map00: ");
    terminal.wait_for("h2_d2 on map01: ");
    terminal.wait_for("terminator: passed");
    assert_eq!(terminal.exit_code(), Some(0));
}
