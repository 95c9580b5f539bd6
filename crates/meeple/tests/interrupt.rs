//! Signals, sent to the program while it runs.

use rustix::process::{Pid, Signal, kill_process};
use std::{
    fs,
    io::{BufReader, Read, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

fn program() -> &'static std::path::Path {
    assert_cmd::cargo::cargo_bin!("meeple")
}

/// A running command and its output.
struct RunningCommand {
    child: Child,
    /// Kept open: the program must not end because its input does.
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl RunningCommand {
    fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("it starts");
        let input = child.stdin.take().expect("it is piped");
        let output = BufReader::new(child.stdout.take().expect("it is piped"));
        RunningCommand { child, input, output }
    }

    /// Reads output until this was printed.
    fn wait_for(&mut self, text: &str) {
        let mut seen = Vec::new();
        while !String::from_utf8_lossy(&seen).contains(text) {
            let mut byte = [0];
            assert_eq!(
                self.output.read(&mut byte).expect("it can be read"),
                1,
                "{text} is missing"
            );
            seen.extend(byte);
        }
    }

    fn signal(&self, signal: Signal) {
        kill_process(Pid::from_child(&self.child), signal).expect("it is there");
    }

    fn exit_code(mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }
}

#[test]
fn a_waiting_prompt_leaves_with_the_code_of_the_signal() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143), (Signal::HUP, 129)] {
        let mut running = RunningCommand::start(Command::new(program()).args(["play", "chomp"]));
        running.wait_for("Size of the bar");
        running.signal(signal);
        assert_eq!(running.exit_code(), Some(code));
    }
}

#[test]
fn a_series_of_our_own_bots_ends_at_the_first_signal() {
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let words = ["filler", "-p1", "champion", "-p2", "heat", "--games", "1000000"];
        let mut running = RunningCommand::start(Command::new(program()).args(words));
        running.wait_for("game 1:");
        running.signal(signal);
        let mut rest = Vec::new();
        running.output.read_to_end(&mut rest).expect("it can be read");
        assert_eq!(running.exit_code(), Some(code));
    }
}

/// Returns whether the process ignores SIGHUP.
fn ignores_hangup(child: &Child) -> bool {
    let status = fs::read_to_string(format!("/proc/{}/status", child.id())).expect("it runs");
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:")).expect("Linux has it");
    u64::from_str_radix(mask.trim(), 16).expect("a mask") & 1 == 1
}

#[test]
#[cfg(target_os = "linux")]
fn a_signal_that_the_parent_ignores_stays_ignored() {
    let nohup = "trap '' HUP; exec \"$0\" play chomp";
    let mut running = RunningCommand::start(Command::new("sh").arg("-c").arg(nohup).arg(program()));
    running.wait_for("Size of the bar");
    assert!(ignores_hangup(&running.child));
    running.signal(Signal::HUP);
    running.input.write_all(b"3 2\nquit\n").expect("it reads");
    running.wait_for("The game is left unfinished.");
    assert_eq!(running.exit_code(), Some(0));

    let mut heard = RunningCommand::start(Command::new(program()).args(["play", "chomp"]));
    heard.wait_for("Size of the bar");
    assert!(!ignores_hangup(&heard.child));
    heard.signal(Signal::KILL);
    assert_eq!(heard.exit_code(), None);
}
