//! Signals: Ctrl-C, termination, the terminal going away.
//!
//! ```text
//! a signal ──► graceful shutdown requested? ── no ───────────────────────► clean up, exit
//!                    └─ yes: set the stop flag, wait a few seconds ──────────┘
//! ```
//!
//! Most commands need no graceful shutdown: every event of a record is one write, so exiting immediately
//! leaves everything in order. A command that has more to do (running bots, a series to summarise) asks for
//! it with [`Interrupt::shut_down_gracefully`], checks the [stop flag] and ends by itself. Cleanups needed in any case
//! are registered with [`Interrupt::on_exit`]; the terminal is restored to the mode it had at the start.
//!
//! A signal that the parent process ignores, as under `nohup`, stays ignored.
//!
//! [stop flag]: Interrupt::stop_flag

use rustix::{process::getpgrp, termios};
use signal_hook::{
    consts::{SIGHUP, SIGINT, SIGTERM},
    iterator::Signals,
};
use std::{
    collections::BTreeMap,
    fmt, fs,
    io::{self, IsTerminal, PipeWriter, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    process,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, AtomicU8, Ordering},
    },
    thread,
    time::Duration,
};

/// How long a command with graceful shutdown may take to end.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(2);

/// The signals received so far, and the cleanups to run when one ends the program.
///
/// Created once, by [`Interrupt::listen`]; clones share the same state. `Interrupt::default()` receives no
/// signals.
#[derive(Clone, Default)]
pub struct Interrupt {
    state: Arc<InterruptState>,
}

#[derive(Default)]
struct InterruptState {
    stop: Arc<AtomicBool>,
    /// The exit code of the last signal; 0 until one arrives.
    code: AtomicU8,
    /// How long each [`GracefulShutdown`] value that is alive lets the command take to end.
    shutdown_guards: Mutex<Vec<Duration>>,
    /// If set, Ctrl-C sets this flag instead: a search is running that can be stopped on its own.
    caught: Mutex<Option<Arc<AtomicBool>>>,
    cleanups: Mutex<Cleanups>,
    /// Receives a byte when a signal arrives, to wake a sleeping loop.
    waker: Mutex<Option<PipeWriter>>,
    terminal: Option<termios::Termios>,
}

/// Registered cleanups, in the order of registration.
#[derive(Default)]
struct Cleanups {
    next: u64,
    waiting: BTreeMap<u64, Box<dyn FnOnce() + Send>>,
}

impl Interrupt {
    /// Starts handling SIGINT, SIGTERM and SIGHUP, unless the parent process ignores them.
    pub fn listen() -> Self {
        let terminal = termios::tcgetattr(io::stdin()).ok();
        let interrupt =
            Interrupt { state: Arc::new(InterruptState { terminal, ..InterruptState::default() }) };
        let ignored = ignored_signals();
        let heard = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let heard = heard.filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let listener = interrupt.clone();
        let listening = Signals::new(heard).and_then(|signals| {
            thread::Builder::new()
                .name("signals".into())
                .spawn(move || listener.handle_signals(signals))
        });
        if let Err(error) = listening {
            crate::command_error::warn("meeple", format_args!("cannot handle signals: {error}"));
        }
        interrupt
    }

    /// Returns the flag set by the first signal.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.state.stop)
    }

    /// Returns the exit code of the last signal: 130, 143 or 129.
    pub fn exit_code(&self) -> Option<u8> {
        Some(self.state.code.load(Ordering::SeqCst)).filter(|&code| code != 0)
    }

    /// Writes a byte to this pipe whenever a signal has set the flag, to wake a sleeping loop.
    pub fn wake_on_signal(&self, bell: PipeWriter) {
        *lock(&self.state.waker) = Some(bell);
    }

    /// While the returned value lives, the first signal only sets the flag, and the command has two seconds
    /// to end by itself.
    pub fn shut_down_gracefully(&self) -> GracefulShutdown {
        self.shut_down_within(SHUTDOWN_TIMEOUT)
    }

    /// The same, for a command that needs another time to end. A second signal ends it at once.
    pub fn shut_down_within(&self, timeout: Duration) -> GracefulShutdown {
        lock(&self.state.shutdown_guards).push(timeout);
        GracefulShutdown { state: Arc::clone(&self.state), timeout }
    }

    /// While the returned value lives, the first Ctrl-C only sets that value's flag: a hint is stopped and
    /// the game continues. A second Ctrl-C and all other signals work as usual.
    pub fn catch_ctrl_c(&self) -> CtrlCGuard {
        let flag = Arc::<AtomicBool>::default();
        *lock(&self.state.caught) = Some(Arc::clone(&flag));
        CtrlCGuard { state: Arc::clone(&self.state), flag }
    }

    /// While the returned value lives, `cleanup` is run if a signal ends the program: to kill bots, or to
    /// restore the screen.
    pub fn on_exit(&self, cleanup: impl FnOnce() + Send + 'static) -> CleanupGuard {
        let mut cleanups = lock(&self.state.cleanups);
        let number = cleanups.next;
        cleanups.next += 1;
        cleanups.waiting.insert(number, Box::new(cleanup));
        CleanupGuard { state: Arc::clone(&self.state), number }
    }

    /// Handles signals, on a thread of its own.
    fn handle_signals(&self, mut signals: Signals) {
        for signal in signals.forever() {
            if signal == SIGINT && self.is_caught() {
                continue;
            }
            self.state.code.store(128 + signal as u8, Ordering::SeqCst);
            let is_first = !self.state.stop.swap(true, Ordering::SeqCst);
            if let Some(bell) = &mut *lock(&self.state.waker) {
                let _ = bell.write_all(&[0]); // fails if the loop is gone, which doesn't matter
            }
            let longest = lock(&self.state.shutdown_guards).iter().max().copied();
            let Some(timeout) = longest.filter(|_| is_first) else { self.clean_up_and_exit() };
            let patient = self.clone();
            let waiting = thread::Builder::new().spawn(move || {
                thread::sleep(timeout);
                patient.clean_up_and_exit();
            });
            if waiting.is_err() {
                self.clean_up_and_exit();
            }
        }
    }

    /// Returns whether this Ctrl-C was caught; the next one won't be.
    fn is_caught(&self) -> bool {
        let flag = lock(&self.state.caught).take();
        flag.is_some_and(|flag| !flag.swap(true, Ordering::SeqCst))
    }

    /// Cleans up and ends the program.
    fn clean_up_and_exit(&self) -> ! {
        // The lock is held to the end, so that a second caller doesn't exit while the first cleans up.
        let mut cleanups = lock(&self.state.cleanups);
        while let Some((_, cleanup)) = cleanups.waiting.pop_last() {
            // A cleanup that panics must not prevent the others, or the exit.
            let _ = catch_unwind(AssertUnwindSafe(cleanup));
        }
        self.restore_terminal();
        let mut stderr = io::stderr();
        if stderr.is_terminal() {
            let _ = writeln!(stderr); // after the `^C` that the terminal shows
        }
        process::exit(self.exit_code().unwrap_or(crate::command_error::INTERRUPTED).into());
    }

    /// Restores the terminal if its mode was changed, but only from the foreground job: in the background the
    /// terminal belongs to the shell, and changing it would suspend this process.
    fn restore_terminal(&self) {
        let Some(first) = &self.state.terminal else { return };
        let stdin = io::stdin();
        let is_theirs = termios::tcgetpgrp(&stdin).is_ok_and(|group| group != getpgrp());
        let is_changed = termios::tcgetattr(&stdin).is_ok_and(|now| {
            (now.local_modes, now.input_modes, now.output_modes)
                != (first.local_modes, first.input_modes, first.output_modes)
        });
        if is_changed && !is_theirs {
            // The program ends, so a failure here is ignored.
            let _ = termios::tcsetattr(&stdin, termios::OptionalActions::Now, first);
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("exit_code", &self.exit_code()).finish_non_exhaustive()
    }
}

/// Keeps graceful shutdown active; see [`Interrupt::shut_down_gracefully`].
#[must_use = "dropping it ends the graceful shutdown"]
pub struct GracefulShutdown {
    state: Arc<InterruptState>,
    timeout: Duration,
}

impl Drop for GracefulShutdown {
    fn drop(&mut self) {
        let mut timeouts = lock(&self.state.shutdown_guards);
        if let Some(index) = timeouts.iter().position(|&timeout| timeout == self.timeout) {
            timeouts.swap_remove(index);
        }
    }
}

/// Catches Ctrl-C; see [`Interrupt::catch_ctrl_c`].
#[must_use = "dropping it stops catching Ctrl-C"]
pub struct CtrlCGuard {
    state: Arc<InterruptState>,
    flag: Arc<AtomicBool>,
}

impl CtrlCGuard {
    /// Returns the flag set by Ctrl-C.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

impl Drop for CtrlCGuard {
    fn drop(&mut self) {
        *lock(&self.state.caught) = None;
    }
}

/// A registered cleanup; see [`Interrupt::on_exit`].
#[must_use = "dropping it cancels the cleanup"]
pub struct CleanupGuard {
    state: Arc<InterruptState>,
    number: u64,
}

impl Drop for CleanupGuard {
    fn drop(&mut self) {
        let mut cleanups = lock(&self.state.cleanups);
        cleanups.waiting.remove(&self.number);
    }
}

/// Returns the signals that the parent process ignores, one bit each (bit 0 is signal 1). Without `/proc`,
/// returns 0.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}

/// Locks a mutex, also after a panic elsewhere: what these hold is consistent after every statement.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
