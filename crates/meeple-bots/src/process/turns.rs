//! A bot's turns: when its clock runs, and when the bot itself may run.
//!
//! ```text
//! start ─ start-up ─► ask ─ thinks ─► answer ─ rests ─► ask ─ thinks ─► ...
//!         optionally                           optionally
//!         not counted                          suspended
//! ```
//!
//! Suspending costs two signals per turn. It reaches the bot's process group; a process that has
//! left the group is killed in the end, but not suspended. If Meeple is killed, the system itself
//! resumes a process group that has lost its parent.

use super::{AnswerDeadline, Process, ReplyError};
use crate::IdlePolicy;
use meeple_core::{Limits, Verdict};
use rustix::{
    io::ioctl_fionread,
    process::{Signal, kill_process_group},
};
use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::{Duration, Instant},
};

/// The shortest interval at which a starting bot is checked, ...
const MIN_CHECK_INTERVAL: Duration = Duration::from_micros(100);
/// ...the longest interval, ...
const MAX_CHECK_INTERVAL: Duration = Duration::from_millis(1);
/// ...and in between the interval is the time so far divided by this.
const CHECK_INTERVAL_DIVISOR: u32 = 20;

impl Process {
    /// Sends a question and starts the deadline for its answer.
    ///
    /// If start-up time is not counted, the deadline of the first answer starts when the bot begins to
    /// read or writes something.
    pub fn ask(
        &mut self,
        question: Vec<u8>,
        limits: &Limits,
    ) -> Result<AnswerDeadline, ReplyError> {
        self.thinking_time = None;
        self.send(question);
        if let Some(patience) = self.start_up.take() {
            self.wait_for_reader(patience, &limits.stop)?;
        }
        Ok(AnswerDeadline::from_limits(limits))
    }

    /// Returns how long the bot thought about the last question: until its latest output, or until
    /// waiting for it ended.
    pub fn thinking_time(&self) -> Option<Duration> {
        self.thinking_time
    }

    /// Suspends the bot until the next question, unless it may keep running.
    pub fn suspend(&mut self) {
        if self.idle_policy == IdlePolicy::Stopped && !self.has_ended {
            // If no process of the group is left, there is nothing to suspend.
            kill_process_group(self.pid, Signal::STOP).ok();
            self.is_suspended = true;
        }
    }

    /// Resumes a suspended bot; this works even if it catches the signal.
    pub(super) fn resume(&mut self) {
        if std::mem::take(&mut self.is_suspended) && !self.has_ended {
            kill_process_group(self.pid, Signal::CONT).ok();
        }
    }

    fn wait_for_reader(&mut self, patience: Duration, stop: &AtomicBool) -> Result<(), ReplyError> {
        let begin = Instant::now();
        // A bot that writes has started; the next read finds out how a bot ended.
        while self.has_read_nothing() && self.exit().is_none() {
            let waited = begin.elapsed();
            if stop.load(Ordering::Relaxed) {
                return Err(ReplyError::Stopped);
            }
            if waited >= patience {
                return Err(Verdict::NeverRead { patience }.into());
            }
            let ready = self.wait(
                (waited / CHECK_INTERVAL_DIVISOR).clamp(MIN_CHECK_INTERVAL, MAX_CHECK_INTERVAL),
            );
            if ready.may_read {
                break;
            }
            if ready.may_write {
                self.write_unsent();
            }
        }
        Ok(())
    }

    /// Returns whether everything that was written is still in the pipe. Only Linux can tell.
    fn has_read_nothing(&self) -> bool {
        let unread = |stdin| ioctl_fionread(stdin).is_ok_and(|unread| unread >= self.written);
        cfg!(target_os = "linux") && self.stdin.as_ref().is_some_and(unread)
    }
}
