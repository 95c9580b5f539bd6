//! How a program exited or closed a pipe, and the verdicts on that.

use meeple_core::Verdict;
use std::fmt::{self, Display};

/// How a process ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// It exited with this status.
    Status(i32),
    /// It was killed by this signal.
    Signal(i32),
}

/// One of a bot's two pipes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PipeEnd {
    /// The pipe that the bot reads.
    Stdin,
    /// The pipe that the bot writes.
    Stdout,
}

impl Exit {
    /// Returns the verdict on a bot that ended this way while an answer was due.
    pub fn verdict(self) -> Verdict {
        Verdict::Crash { how: self.to_string() }
    }
}

impl PipeEnd {
    /// Returns the verdict on a bot that closed this pipe but kept running.
    pub fn verdict(self) -> Verdict {
        Verdict::ClosedPipe { how: format!("closed its {self} but kept running") }
    }
}

impl Display for Exit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Exit::Status(0) => write!(f, "exited with status 0 while an answer was due"),
            Exit::Status(status) => write!(f, "exited with status {status}"),
            Exit::Signal(signal) => write!(f, "killed by {}", signal_name(signal)),
        }
    }
}

impl Display for PipeEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PipeEnd::Stdin => "stdin",
            PipeEnd::Stdout => "stdout",
        })
    }
}

/// Names the signals that usually kill programs, with Linux's numbers; other signals by number.
fn signal_name(signal: i32) -> String {
    let name = match signal {
        2 => "SIGINT (interrupted)",
        4 => "SIGILL (illegal instruction)",
        6 => "SIGABRT (aborted)",
        7 => "SIGBUS (bad memory access)",
        8 => "SIGFPE (bad arithmetic)",
        9 => "SIGKILL (killed, possibly out of memory)",
        11 => "SIGSEGV (segmentation fault)",
        13 => "SIGPIPE (wrote to a closed pipe)",
        15 => "SIGTERM (terminated)",
        24 => "SIGXCPU (too much processor time)",
        _ => return format!("signal {signal}"),
    };
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(verdict: &Verdict, name: &str, text: &str) {
        assert_eq!((verdict.name(), verdict.to_string().as_str()), (name, text));
    }

    #[test]
    fn verdicts_say_how_it_ended() {
        let status = |status| Exit::Status(status).verdict();
        check(&status(0), "crash", "exited with status 0 while an answer was due");
        check(&status(3), "crash", "exited with status 3");
        let signal = |signal| Exit::Signal(signal).verdict();
        check(&signal(11), "crash", "killed by SIGSEGV (segmentation fault)");
        check(&signal(64), "crash", "killed by signal 64");
        let closed = PipeEnd::Stdout.verdict();
        check(&closed, "closed-pipe", "closed its stdout but kept running");
        let closed = PipeEnd::Stdin.verdict();
        check(&closed, "closed-pipe", "closed its stdin but kept running");
    }
}
