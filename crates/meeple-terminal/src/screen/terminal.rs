//! The terminal in full-screen mode, and the event loop.
//!
//! However the app ends (a key, Ctrl-C, a signal, a panic, a lost terminal), the terminal is
//! restored and no bot process keeps running. Ctrl-Z suspends the program until the shell resumes
//! it.

use super::{
    app::{ExitReason, ScreenApp, ScreenEvent},
    app_context::{JobId, JobOutcome},
    keyboard::{Keyboard, WaitResult},
};
use crate::{command_error::CommandError, interrupt::Interrupt, output::print};
use ratatui::{
    Terminal,
    backend::CrosstermBackend,
    crossterm::{
        cursor::Show,
        event::{self, DisableMouseCapture, EnableMouseCapture},
        execute,
        terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode},
    },
};
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::{
    SigId,
    consts::{SIGCONT, SIGWINCH},
    low_level,
};
use std::{
    io::{self, PipeReader, PipeWriter, Stdout, stdout},
    mem::{self, ManuallyDrop},
    panic,
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    thread,
    time::{Duration, Instant},
};

/// Maximum number of events processed before drawing.
const MAX_EVENTS: usize = 256;

/// What wakes the loop.
pub(crate) struct EventSources {
    /// Keys.
    pub(crate) keyboard: Keyboard,
    /// Receives a byte for everything else.
    pub(crate) waker: PipeReader,
    /// Where signal handlers write such a byte.
    pub(crate) bell: PipeWriter,
    /// The outcomes of background jobs.
    pub(crate) news: Receiver<(JobId, JobOutcome)>,
}

/// Shows the app until it exits.
pub(crate) fn run(
    app: &mut ScreenApp,
    mut sources: EventSources,
    interrupt: &Interrupt,
) -> Result<(), CommandError> {
    interrupt.wake_on_signal(sources.bell.try_clone()?);
    let left = {
        let _restored = interrupt.on_exit(restore);
        let mut screen = FullScreenTerminal::open()?;
        let left = event_loop(app, &mut screen, &mut sources, &interrupt.stop_flag());
        app.close_all_pages();
        left
    };
    match left {
        Err(_) if !sources.keyboard.is_connected() => Err(CommandError::TerminalGone),
        Err(error) => Err(error),
        Ok(ExitReason::Quit) => Ok(()),
        Ok(ExitReason::Interrupted) => Err(CommandError::Interrupted),
        Ok(ExitReason::Failed(failure)) => Err(failure),
        Ok(ExitReason::QuitWithMessage(words)) => print(&words),
    }
}

fn event_loop(
    app: &mut ScreenApp,
    screen: &mut FullScreenTerminal,
    EventSources { keyboard, waker, bell, news }: &mut EventSources,
    is_stopped: &AtomicBool,
) -> Result<ExitReason, CommandError> {
    let (woken, resized) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let _listening = [
        SignalGuard(signal_hook::flag::register(SIGCONT, Arc::clone(&woken))?),
        // Crossterm reports it too, but only when polled for keys.
        SignalGuard(signal_hook::flag::register(SIGWINCH, Arc::clone(&resized))?),
        SignalGuard(low_level::pipe::register(SIGCONT, bell.try_clone()?)?),
        SignalGuard(low_level::pipe::register(SIGWINCH, bell.try_clone()?)?),
    ];
    loop {
        if let Some(left) = app.exit_reason.take() {
            return Ok(left);
        }
        if is_stopped.load(Ordering::SeqCst) {
            return Ok(ExitReason::Interrupted);
        }
        if mem::take(&mut app.has_changed) {
            screen.draw(app)?;
        }
        let patience = app.next_wakeup().map(|at| at.saturating_duration_since(Instant::now()));
        let waited = keyboard.wait(waker, patience)?;
        if waited == WaitResult::TerminalGone {
            return Err(CommandError::TerminalGone); // no key can be pressed any more
        }
        let mut heard = 0;
        while heard < MAX_EVENTS && app.exit_reason.is_none() && event::poll(Duration::ZERO)? {
            app.update(ScreenEvent::Event(event::read()?), Instant::now());
            heard += 1;
        }
        if waited == WaitResult::Typed && heard == 0 {
            keyboard.renotify_crossterm();
        }
        while let Ok((id, outcome)) = news.try_recv() {
            app.update(ScreenEvent::JobFinished(id, Box::new(outcome)), Instant::now());
        }
        if app.next_wakeup().is_some_and(|at| at <= Instant::now()) {
            app.update(ScreenEvent::Tick, Instant::now());
        }
        app.has_changed |= resized.swap(false, Ordering::SeqCst);
        if mem::take(&mut app.wants_suspend) {
            restore();
            // Suspended here until the shell resumes the job.
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            woken.store(true, Ordering::SeqCst);
        }
        if woken.swap(false, Ordering::SeqCst) {
            screen.reopen()?; // other programs have changed the terminal
            app.has_changed = true;
        }
    }
}

/// The terminal in full-screen mode, always restored on drop. Ratatui's own drop would panic if the
/// terminal is gone and can't be restored, so it is never run.
struct FullScreenTerminal(ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>);

impl FullScreenTerminal {
    fn open() -> io::Result<Self> {
        restore_on_panic();
        enter()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()));
        terminal
            .map(|terminal| FullScreenTerminal(ManuallyDrop::new(terminal)))
            .inspect_err(|_| restore())
    }

    fn draw(&mut self, app: &mut ScreenApp) -> io::Result<()> {
        self.0.draw(|frame| app.draw(frame.buffer_mut())).map(|_| ())
    }

    /// Enters full-screen mode again; everything has to be redrawn.
    fn reopen(&mut self) -> io::Result<()> {
        enter()?;
        // Clearing would ask the terminal for its cursor position and wait for the reply.
        self.0 = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }
}

impl Drop for FullScreenTerminal {
    fn drop(&mut self) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Restores the terminal; errors mean that there is no terminal to restore.
fn restore() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// Restores the terminal before a panic message is printed. Panics on thinking threads are caught
/// there and must not be printed over the screen.
fn restore_on_panic() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if thread::current().name() != Some("thinking") {
                restore();
                usual(info);
            }
        }));
    });
}

/// Unregisters a signal handler when dropped.
struct SignalGuard(SigId);

impl Drop for SignalGuard {
    fn drop(&mut self) {
        low_level::unregister(self.0);
    }
}
