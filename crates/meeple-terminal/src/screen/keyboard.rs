//! The terminal that keys are read from.
//!
//! This is standard input, or the controlling terminal if an engine's output is piped into standard
//! input. Crossterm chooses in the same way.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
    termios::{OptionalActions, tcgetattr, tcsetattr},
};
use std::{
    fs::File,
    io::{self, IsTerminal, PipeReader, Read},
    os::fd::{AsFd, BorrowedFd},
    time::Duration,
};

/// A terminal with a keyboard.
pub(crate) enum Keyboard {
    /// Standard input.
    StandardInput(io::Stdin),
    /// The controlling terminal.
    Terminal(File),
}

/// Why waiting ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WaitResult {
    /// A key was pressed.
    Typed,
    /// Something else may have happened, or the time is up.
    Woken,
    /// There is no terminal any more, so no key can arrive.
    TerminalGone,
}

impl Keyboard {
    /// Opens the terminal, if there is one.
    pub(crate) fn open() -> Option<Self> {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return Some(Keyboard::StandardInput(stdin));
        }
        let terminal = File::options().read(true).write(true).open("/dev/tty");
        terminal.ok().map(Keyboard::Terminal)
    }

    /// Returns whether the terminal still exists.
    pub(crate) fn is_connected(&self) -> bool {
        self.as_fd().is_terminal()
    }

    /// Waits for a key or for a byte in the pipe, at most for `patience` or without limit. Asking
    /// crossterm instead would loop forever if the terminal is gone.
    pub(crate) fn wait(
        &self,
        waker: &mut PipeReader,
        patience: Option<Duration>,
    ) -> io::Result<WaitResult> {
        let patience = patience.map(|patience| Timespec {
            tv_sec: patience.as_secs() as i64,
            tv_nsec: i64::from(patience.subsec_nanos()),
        });
        let (keys, woken) = {
            let mut both = [PollFd::new(self, PollFlags::IN), PollFd::new(waker, PollFlags::IN)];
            match poll(&mut both, patience.as_ref()) {
                Ok(_) => {}
                Err(Errno::INTR) => return Ok(WaitResult::Woken), // a signal: the loop checks everything
                Err(error) => return Err(error.into()),
            }
            (both[0].revents(), both[1].revents())
        };
        if woken.contains(PollFlags::IN) {
            let _ = waker.read(&mut [0; 512])?; // the bytes have no meaning
        }
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let is_gone = keys.intersects(gone) || !self.is_connected();
        Ok(match keys.contains(PollFlags::IN) {
            _ if is_gone => WaitResult::TerminalGone,
            true => WaitResult::Typed,
            false => WaitResult::Woken,
        })
    }

    /// Makes crossterm notice typed keys that it has missed. It is notified of each key only once,
    /// and loses that notification if a resize arrives at the same moment; setting the terminal
    /// attributes to their current values triggers it again. If that fails, the next wait reports
    /// why.
    pub(crate) fn renotify_crossterm(&self) {
        let _ = tcgetattr(self).and_then(|it| tcsetattr(self, OptionalActions::Now, &it));
    }
}

impl AsFd for Keyboard {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Keyboard::StandardInput(stdin) => stdin.as_fd(),
            Keyboard::Terminal(file) => file.as_fd(),
        }
    }
}
