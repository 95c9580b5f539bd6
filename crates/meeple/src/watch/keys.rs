//! The terminal that keys come from.
//!
//! It is standard input, or, where an engine's output is piped into that, the
//! terminal that the program was started from. Crossterm chooses in the same way.

use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    io::Errno,
};
use std::{
    fs::File,
    io::{self, IsTerminal},
    os::fd::{AsFd, BorrowedFd},
    time::Duration,
};

/// A terminal with a keyboard.
pub(crate) enum Keys {
    /// Standard input.
    StandardInput(io::Stdin),
    /// The controlling terminal.
    Terminal(File),
}

impl Keys {
    /// The terminal, if there is one.
    pub(super) fn open() -> Option<Self> {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return Some(Keys::StandardInput(stdin));
        }
        let terminal = File::options().read(true).write(true).open("/dev/tty");
        terminal.ok().map(Keys::Terminal)
    }

    /// Whether there still is a terminal.
    pub(super) fn is_there(&self) -> bool {
        self.as_fd().is_terminal()
    }

    /// Waits for a key, no longer than this; whether there is no terminal any more that one
    /// could come from. Crossterm, asked for keys of a terminal that has gone away, would ask
    /// it for ever.
    pub(super) fn is_gone_within(&self, patience: Duration) -> io::Result<bool> {
        let mut keys = [PollFd::new(self, PollFlags::IN)];
        let patience = Timespec { tv_sec: 0, tv_nsec: i64::from(patience.subsec_nanos()) };
        match poll(&mut keys, Some(&patience)) {
            Ok(_) => {}
            Err(Errno::INTR) => return Ok(false), // a signal: the loop looks at its flag
            Err(error) => return Err(error.into()),
        }
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        Ok(keys[0].revents().intersects(gone) || !self.is_there())
    }
}

impl AsFd for Keys {
    fn as_fd(&self) -> BorrowedFd<'_> {
        match self {
            Keys::StandardInput(stdin) => stdin.as_fd(),
            Keys::Terminal(file) => file.as_fd(),
        }
    }
}
