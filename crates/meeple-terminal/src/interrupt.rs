//! Signals: Ctrl-C, being told to end, the terminal going away.
//!
//! ```text
//! a signal ──► is somebody taking care? ── no ───────────────────────► clean up, exit
//!                    └─ yes: raise the flag, wait up to two seconds ──────┘
//! ```
//!
//! Most commands need no care: every event of a record is one write, so leaving
//! at once leaves everything in order. A command that has more to do (bots that
//! run, a series to sum up) takes care: it looks at the [stop flag] and ends by
//! itself. What must be done in any case is registered with [`Interrupt::on_exit`];
//! the terminal gets the mode back that it had at the start.
//!
//! A signal that the parent ignores, as under `nohup`, stays ignored.
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
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering},
    },
    thread,
    time::Duration,
};

/// How long a command that takes care may take to end.
const PATIENCE: Duration = Duration::from_secs(2);

/// What a signal has done so far, and what is to be done when one ends the program.
///
/// Made once, by [`Interrupt::listen`]; a clone is another handle on the same.
/// `Interrupt::default()` hears no signals.
#[derive(Clone, Default)]
pub struct Interrupt {
    state: Arc<State>,
}

#[derive(Default)]
struct State {
    stop: Arc<AtomicBool>,
    /// 0 until a signal comes.
    code: AtomicU8,
    /// How many take care.
    carers: AtomicUsize,
    /// Raised by Ctrl-C instead of all that, while somebody thinks who may be stopped alone.
    caught: Mutex<Option<Arc<AtomicBool>>>,
    cleanups: Mutex<Cleanups>,
    /// Where a byte is written when a signal comes, for a loop that sleeps.
    bell: Mutex<Option<PipeWriter>>,
    terminal: Option<termios::Termios>,
}

/// What was registered, in that order.
#[derive(Default)]
struct Cleanups {
    next: u64,
    waiting: BTreeMap<u64, Box<dyn FnOnce() + Send>>,
}

impl Interrupt {
    /// Hears SIGINT, SIGTERM and SIGHUP from now on, as far as the parent does not ignore them.
    pub fn listen() -> Self {
        let terminal = termios::tcgetattr(io::stdin()).ok();
        let interrupt = Interrupt { state: Arc::new(State { terminal, ..State::default() }) };
        let ignored = ignored_signals();
        let heard = [SIGINT, SIGTERM, SIGHUP].into_iter();
        let heard = heard.filter(|signal| ignored >> (signal - 1) & 1 == 0);
        let listener = interrupt.clone();
        let listening = Signals::new(heard).and_then(|signals| {
            thread::Builder::new().name("signals".into()).spawn(move || listener.hear(signals))
        });
        if let Err(error) = listening {
            crate::failure::warn("meeple", format_args!("signals are not handled: {error}"));
        }
        interrupt
    }

    /// The flag that the first signal raises.
    pub fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.state.stop)
    }

    /// The exit code of the last signal that came: 130, 143 or 129.
    pub fn exit_code(&self) -> Option<u8> {
        Some(self.state.code.load(Ordering::SeqCst)).filter(|&code| code != 0)
    }

    /// Writes a byte there whenever a signal has raised the flag: whoever sleeps wakes up.
    pub fn ring(&self, bell: PipeWriter) {
        *self.state.bell.lock().unwrap_or_else(PoisonError::into_inner) = Some(bell);
    }

    /// While what this gives lives, the first signal only raises the flag, and
    /// the command has two seconds to end by itself.
    pub fn takes_care(&self) -> Care {
        self.state.carers.fetch_add(1, Ordering::SeqCst);
        Care { state: Arc::clone(&self.state) }
    }

    /// While what this gives lives, the first Ctrl-C raises its flag and does nothing else: a
    /// hint is stopped and the game goes on. A second one, and every other signal, is as always.
    pub fn catches(&self) -> Catch {
        let flag = Arc::<AtomicBool>::default();
        *self.state.caught.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&flag));
        Catch { state: Arc::clone(&self.state), flag }
    }

    /// While what this gives lives, `cleanup` is done if a signal ends the
    /// program: bots are killed, a screen is left.
    pub fn on_exit(&self, cleanup: impl FnOnce() + Send + 'static) -> OnExit {
        let mut cleanups = self.state.cleanups.lock().unwrap_or_else(PoisonError::into_inner);
        let number = cleanups.next;
        cleanups.next += 1;
        cleanups.waiting.insert(number, Box::new(cleanup));
        OnExit { state: Arc::clone(&self.state), number }
    }

    /// The listening thread.
    fn hear(&self, mut signals: Signals) {
        for signal in signals.forever() {
            if signal == SIGINT && self.is_caught() {
                continue;
            }
            self.state.code.store(128 + signal as u8, Ordering::SeqCst);
            let is_first = !self.state.stop.swap(true, Ordering::SeqCst);
            if let Some(bell) = &mut *self.state.bell.lock().unwrap_or_else(PoisonError::into_inner)
            {
                let _ = bell.write_all(&[0]); // a loop that is gone need not be woken
            }
            if !is_first || self.state.carers.load(Ordering::SeqCst) == 0 {
                self.leave();
            }
            let patient = self.clone();
            let waiting = thread::Builder::new().spawn(move || {
                thread::sleep(PATIENCE);
                patient.leave();
            });
            if waiting.is_err() {
                self.leave();
            }
        }
    }

    /// Whether somebody caught this Ctrl-C; the next one is not caught any more.
    fn is_caught(&self) -> bool {
        let flag = self.state.caught.lock().unwrap_or_else(PoisonError::into_inner).take();
        flag.is_some_and(|flag| !flag.swap(true, Ordering::SeqCst))
    }

    /// Cleans up and ends the program.
    fn leave(&self) -> ! {
        // Held to the end: whoever comes second must not exit while the first cleans up.
        let mut cleanups = self.state.cleanups.lock().unwrap_or_else(PoisonError::into_inner);
        while let Some((_, cleanup)) = cleanups.waiting.pop_last() {
            // One that fails must not keep the others from being done, nor us from leaving.
            let _ = catch_unwind(AssertUnwindSafe(cleanup));
        }
        self.restore_terminal();
        let mut stderr = io::stderr();
        if stderr.is_terminal() {
            let _ = writeln!(stderr); // behind what the terminal shows for Ctrl-C
        }
        process::exit(self.exit_code().unwrap_or(crate::failure::INTERRUPTED).into());
    }

    /// Only what was changed is changed back, and only by the job in the
    /// foreground: in the background it is the shell's, and touching it would stop us.
    fn restore_terminal(&self) {
        let Some(first) = &self.state.terminal else { return };
        let stdin = io::stdin();
        let is_theirs = termios::tcgetpgrp(&stdin).is_ok_and(|group| group != getpgrp());
        let is_changed = termios::tcgetattr(&stdin).is_ok_and(|now| {
            (now.local_modes, now.input_modes, now.output_modes)
                != (first.local_modes, first.input_modes, first.output_modes)
        });
        if is_changed && !is_theirs {
            // The program ends; there is nobody to be told that this failed.
            let _ = termios::tcsetattr(&stdin, termios::OptionalActions::Now, first);
        }
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").field("exit_code", &self.exit_code()).finish_non_exhaustive()
    }
}

/// Somebody takes care; see [`Interrupt::takes_care`].
#[must_use = "dropping it ends the care"]
pub struct Care {
    state: Arc<State>,
}

impl Drop for Care {
    fn drop(&mut self) {
        self.state.carers.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Somebody catches Ctrl-C; see [`Interrupt::catches`].
#[must_use = "dropping it ends the catching"]
pub struct Catch {
    state: Arc<State>,
    flag: Arc<AtomicBool>,
}

impl Catch {
    /// The flag that Ctrl-C raises.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.flag)
    }
}

impl Drop for Catch {
    fn drop(&mut self) {
        *self.state.caught.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }
}

/// Something to be done at the end; see [`Interrupt::on_exit`].
#[must_use = "dropping it takes the cleanup back"]
pub struct OnExit {
    state: Arc<State>,
    number: u64,
}

impl Drop for OnExit {
    fn drop(&mut self) {
        let mut cleanups = self.state.cleanups.lock().unwrap_or_else(PoisonError::into_inner);
        cleanups.waiting.remove(&self.number);
    }
}

/// The signals that the parent ignores, one bit each from the lowest, signal 1.
/// Where there is no `/proc`, none is known to be.
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
