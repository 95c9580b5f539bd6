//! The turns of a bot: when its clock runs, and when it may run itself.
//!
//! ```text
//! start ─ start-up ─► ask ─ thinks ─► answer ─ rests ─► ask ─ thinks ─► ...
//!         not counted,                         stopped,
//!         if so agreed                         if so agreed
//! ```
//!
//! Resting costs two signals a turn. It reaches the bot's process group; whoever
//! has left that is killed in the end, but not stopped. If we are killed, the
//! system itself lets a group go on that has lost its parent.

use super::{Clock, Process, Silence};
use crate::Between;
use meeple_core::{Limits, Verdict};
use rustix::{
    io::ioctl_fionread,
    process::{Signal, kill_process_group},
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// How often a bot that starts is looked at: at first so often, ...
const OFTEN: Duration = Duration::from_micros(100);
/// ...in the end so seldom, ...
const SELDOM: Duration = Duration::from_millis(1);
/// ...and in between one part in so many of the time that it has taken.
const LOOKS: u32 = 20;

impl Process {
    /// Asks, and starts the clock of the answer. Where start-up is not counted, the clock of the
    /// first answer starts when the bot begins to read, or says something.
    pub fn ask(&mut self, question: Vec<u8>, limits: &Limits) -> Result<Clock, Silence> {
        self.thought = None;
        self.send(question);
        if let Some(patience) = self.start_up.take() {
            self.wait_for_reader(patience, &limits.stop)?;
        }
        Ok(Clock::of(limits))
    }

    /// How long it thought about the last question, until it said what was read last, or nothing
    /// was to be waited for any more.
    pub fn thought(&self) -> Option<Duration> {
        self.thought
    }

    /// It has answered: until it hears from us again it is stopped, unless it may run on.
    pub fn rest(&mut self) {
        if self.between == Between::Stopped && !self.is_over {
            // Where nobody of the group is left there is nobody to be stopped.
            kill_process_group(self.pid, Signal::STOP).ok();
            self.is_resting = true;
        }
    }

    /// Whoever was stopped goes on, whether it catches the signal or not.
    pub(super) fn wake(&mut self) {
        if std::mem::take(&mut self.is_resting) && !self.is_over {
            kill_process_group(self.pid, Signal::CONT).ok();
        }
    }

    fn wait_for_reader(&mut self, patience: Duration, stop: &AtomicBool) -> Result<(), Silence> {
        let begin = Instant::now();
        // Who says something has started, and how somebody ended is found out by the read.
        while self.has_read_nothing() && self.exit().is_none() {
            let waited = begin.elapsed();
            if stop.load(Ordering::Relaxed) {
                return Err(Silence::Stopped);
            }
            if waited >= patience {
                return Err(Verdict::NeverRead { patience }.into());
            }
            let ready = self.wait((waited / LOOKS).clamp(OFTEN, SELDOM));
            if ready.may_read {
                break;
            }
            if ready.may_write {
                self.write_unsent();
            }
        }
        Ok(())
    }

    /// Whether all that was written still waits in the pipe. Only Linux tells.
    fn has_read_nothing(&self) -> bool {
        let unread = |stdin| ioctl_fionread(stdin).is_ok_and(|unread| unread >= self.written);
        cfg!(target_os = "linux") && self.stdin.as_ref().is_some_and(unread)
    }
}
