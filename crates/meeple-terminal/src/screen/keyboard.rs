//! The terminal that keys come from.
//!
//! It is standard input, or, where an engine's output is piped into that, the
//! terminal that the program was started from. Crossterm chooses in the same way.

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

/// What was waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waited {
    /// Something was typed.
    Typed,
    /// Something else may have happened, or the time is up.
    Enough,
    /// No key can come any more: there is no terminal.
    Vanished,
}

impl Keyboard {
    /// The terminal, if there is one.
    pub(crate) fn open() -> Option<Self> {
        let stdin = io::stdin();
        if stdin.is_terminal() {
            return Some(Keyboard::StandardInput(stdin));
        }
        let terminal = File::options().read(true).write(true).open("/dev/tty");
        terminal.ok().map(Keyboard::Terminal)
    }

    /// Whether there still is a terminal.
    pub(crate) fn is_there(&self) -> bool {
        self.as_fd().is_terminal()
    }

    /// Waits for a key or for somebody who writes into the pipe, no longer than this, or for
    /// ever. Crossterm, asked for keys of a terminal that has gone away, would ask it for ever.
    pub(crate) fn wait(
        &self,
        waker: &mut PipeReader,
        patience: Option<Duration>,
    ) -> io::Result<Waited> {
        let patience = patience.map(|patience| Timespec {
            tv_sec: patience.as_secs() as i64,
            tv_nsec: i64::from(patience.subsec_nanos()),
        });
        let (keys, woken) = {
            let mut both = [PollFd::new(self, PollFlags::IN), PollFd::new(waker, PollFlags::IN)];
            match poll(&mut both, patience.as_ref()) {
                Ok(_) => {}
                Err(Errno::INTR) => return Ok(Waited::Enough), // a signal: the loop looks around
                Err(error) => return Err(error.into()),
            }
            (both[0].revents(), both[1].revents())
        };
        if woken.contains(PollFlags::IN) {
            let _ = waker.read(&mut [0; 512])?; // that somebody wrote is all it says
        }
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let is_gone = keys.intersects(gone) || !self.is_there();
        Ok(match keys.contains(PollFlags::IN) {
            _ if is_gone => Waited::Vanished,
            true => Waited::Typed,
            false => Waited::Enough,
        })
    }

    /// Lets crossterm hear what was typed and is still there. It is told of each key only once,
    /// and forgets that when it is told of a new size at the same moment; setting the terminal to
    /// what it is tells it again. Where that fails, the next wait says why.
    pub(crate) fn tell_again(&self) {
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
