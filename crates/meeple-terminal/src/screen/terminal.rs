//! The terminal in its full-screen mode, and the loop that listens and draws.
//!
//! However the screen is left (a key, Ctrl-C, a signal, a panic, a terminal that goes away), the
//! terminal is as it was, and no program of ours runs on. Ctrl-Z stops us until the shell wakes us.

use super::{
    app::{App, Left, Message},
    desk::{News, Ticket},
    keyboard::{Keyboard, Waited},
};
use crate::{failure::Failure, interrupt::Interrupt, output::print};
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
    mem::ManuallyDrop,
    panic,
    sync::{
        Arc, Once,
        atomic::{AtomicBool, Ordering},
        mpsc::Receiver,
    },
    thread,
    time::Instant,
};

/// The most events that are taken in before something is drawn.
const MOST_EVENTS: usize = 256;

/// What wakes the loop.
pub(crate) struct Bells {
    /// Keys.
    pub(crate) keyboard: Keyboard,
    /// A byte for everything else.
    pub(crate) waker: PipeReader,
    /// Where signals write such a byte.
    pub(crate) bell: PipeWriter,
    /// Work that is done.
    pub(crate) news: Receiver<(Ticket, News)>,
}

/// Shows the screen until it is left.
pub(crate) fn run(app: &mut App, bells: Bells, interrupt: &Interrupt) -> Result<(), Failure> {
    let Bells { keyboard, mut waker, bell, news } = bells;
    interrupt.ring(bell.try_clone()?);
    let left = {
        let _restored = interrupt.on_exit(restore);
        let mut screen = Screen::open()?;
        let is_stopped = || interrupt.stop_flag().load(Ordering::SeqCst);
        let left = listen(app, &mut screen, (&keyboard, &mut waker, &bell), &news, &is_stopped);
        app.leave_all();
        left
    };
    match left {
        Err(_) if !keyboard.is_there() => Err(Failure::Vanished),
        Err(error) => Err(error),
        Ok(Left::Wanted) => Ok(()),
        Ok(Left::Interrupted) => Err(Failure::Interrupted),
        Ok(Left::Failed(failure)) => Err(failure),
        Ok(Left::Saying(words)) => print(&words),
    }
}

fn listen(
    app: &mut App,
    screen: &mut Screen,
    (keyboard, waker, bell): (&Keyboard, &mut PipeReader, &PipeWriter),
    news: &Receiver<(Ticket, News)>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Left, Failure> {
    let (woken, resized) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
    let _listening = [
        Listening(signal_hook::flag::register(SIGCONT, Arc::clone(&woken))?),
        // Crossterm tells of it too, but only once it was asked for keys.
        Listening(signal_hook::flag::register(SIGWINCH, Arc::clone(&resized))?),
        Listening(low_level::pipe::register(SIGCONT, bell.try_clone()?)?),
        Listening(low_level::pipe::register(SIGWINCH, bell.try_clone()?)?),
    ];
    loop {
        if let Some(left) = app.take_left() {
            return Ok(left);
        }
        if is_stopped() {
            return Ok(Left::Interrupted);
        }
        if app.take_change() {
            screen.draw(app)?;
        }
        let patience = app.wakes().map(|at| at.saturating_duration_since(Instant::now()));
        let waited = keyboard.wait(waker, patience)?;
        if waited == Waited::Vanished {
            return Err(Failure::Vanished); // nobody can press a key any more
        }
        let mut heard = 0;
        while heard < MOST_EVENTS && !app.is_left() && event::poll(std::time::Duration::ZERO)? {
            app.update(Message::Event(event::read()?), Instant::now());
            heard += 1;
        }
        if waited == Waited::Typed && heard == 0 {
            keyboard.tell_again();
        }
        while let Ok((ticket, news)) = news.try_recv() {
            app.update(Message::News(ticket, Box::new(news)), Instant::now());
        }
        if app.wakes().is_some_and(|at| at <= Instant::now()) {
            app.update(Message::Tick, Instant::now());
        }
        if resized.swap(false, Ordering::SeqCst) {
            app.touch();
        }
        if app.take_suspend() {
            restore();
            // Stopped here until the shell wakes the job.
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            woken.store(true, Ordering::SeqCst);
        }
        if woken.swap(false, Ordering::SeqCst) {
            screen.reopen()?; // whoever had the terminal has changed it
            app.touch();
        }
    }
}

/// The terminal in its full-screen mode, restored whatever happens. Ratatui would panic where
/// nobody hears that a terminal which is gone cannot be restored, so it is not dropped by itself.
struct Screen(ManuallyDrop<Terminal<CrosstermBackend<Stdout>>>);

impl Screen {
    fn open() -> io::Result<Self> {
        restore_on_panic();
        enter()?;
        let terminal = Terminal::new(CrosstermBackend::new(stdout()));
        terminal.map(|terminal| Screen(ManuallyDrop::new(terminal))).inspect_err(|_| restore())
    }

    fn draw(&mut self, app: &mut App) -> io::Result<()> {
        self.0.draw(|frame| app.draw(frame.buffer_mut())).map(|_| ())
    }

    /// The full-screen mode once more, all of it to be drawn.
    fn reopen(&mut self) -> io::Result<()> {
        enter()?;
        // Clearing would ask the terminal where its cursor is, and wait for the answer.
        self.0 = ManuallyDrop::new(Terminal::new(CrosstermBackend::new(stdout()))?);
        Ok(())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)
}

/// Where this fails there is no terminal to be restored.
fn restore() {
    let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
    let _ = disable_raw_mode();
}

/// A panic of ours is told on a terminal on which it can be read. One on a thread that thinks is
/// caught there, and must not be printed across the screen.
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

/// A signal is listened to as long as this lives.
struct Listening(SigId);

impl Drop for Listening {
    fn drop(&mut self) {
        low_level::unregister(self.0);
    }
}
