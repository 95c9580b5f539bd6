//! The screen's loop, and the terminal in its full-screen mode.

use super::{
    model::{Leave, Model},
    source::Step,
    view,
};
use crate::{
    failure::Failure,
    screen::keyboard::{Keyboard, Waited},
};
use ratatui::crossterm::event;
use rustix::process::{Signal, kill_current_process_group};
use signal_hook::consts::SIGCONT;
use std::{
    io,
    mem::ManuallyDrop,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{Receiver, Sender, TryRecvError},
    },
    time::Duration,
};

/// How often the keyboard, the source and the clock are looked at.
const TICK: Duration = Duration::from_millis(10);

/// Keys and steps change the model, the view only reads it.
pub(super) fn show(
    model: &mut Model,
    (permits, steps): (&Sender<()>, &Receiver<Result<Step, Failure>>),
    keys: &Keyboard,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Leave, Failure> {
    let woken = Arc::new(AtomicBool::new(false));
    let listening = signal_hook::flag::register(SIGCONT, Arc::clone(&woken))?;
    let _listening = Listening(listening);
    let (mut never, _nobody) = io::pipe()?;
    let mut screen = Screen(ManuallyDrop::new(ratatui::try_init()?));
    loop {
        if model.take_change() {
            screen.0.draw(|frame| view::draw(model, frame))?;
        }
        if model.wants_step() {
            // A thread that is gone has sent its last step before.
            permits.send(()).ok();
        }
        if keys.wait(&mut never, Some(TICK))? == Waited::Vanished {
            return Ok(Leave::Vanished); // nobody can press a key any more
        }
        if event::poll(Duration::ZERO)? {
            model.press(&event::read()?);
        }
        if model.take_suspend() {
            ratatui::try_restore()?;
            // Stopped here until the shell wakes the job.
            kill_current_process_group(Signal::TSTP).map_err(io::Error::from)?;
            woken.store(true, Ordering::SeqCst);
        }
        if woken.swap(false, Ordering::SeqCst) {
            screen.reopen()?; // whoever had the terminal has changed it
            model.touch();
        }
        match steps.try_recv() {
            Ok(step) => model.step(step?),
            Err(TryRecvError::Empty | TryRecvError::Disconnected) => {}
        }
        if is_stopped() {
            return Ok(Leave::Interrupted);
        }
        if let Some(leave) = model.leave() {
            return Ok(leave);
        }
    }
}

/// The terminal in its full-screen mode, restored whatever happens. Ratatui would panic where
/// nobody hears that a terminal which is gone cannot be restored, so it is not dropped by itself.
struct Screen(ManuallyDrop<ratatui::DefaultTerminal>);

impl Screen {
    /// The full-screen mode once more, all of it to be drawn.
    fn reopen(&mut self) -> io::Result<()> {
        self.0 = ManuallyDrop::new(ratatui::try_init()?);
        self.0.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = self.0.show_cursor();
        let _ = ratatui::try_restore();
    }
}

/// Waking is listened to as long as this lives.
struct Listening(signal_hook::SigId);

impl Drop for Listening {
    fn drop(&mut self) {
        signal_hook::low_level::unregister(self.0);
    }
}
