//! A running game of Filler, full screen: board, piece, scores, and who reaches what.
//!
//! ```text
//! keys ──► Model ◄── steps ── a thread that owns the game and its bots
//!            │                      ▲
//!            ▼                      │ one permit for each step: pause and pace
//!          view                     └───────────────────────────────────────────
//! ```
//!
//! However the view is left (a key, Ctrl-C, a signal, a panic), the terminal is
//! restored and the bots are gone.

mod model;
mod view;

use crate::{
    commands::{filler::blame, print},
    failure::Failure,
    paint::Paint,
    record_file::RecordFile,
};
use meeple_arena::filler::{Contestant, FillerGame, Setup, Step, Stopped};
use meeple_core::Event;
use model::{Leave, Model};
use ratatui::crossterm::event;
use std::{
    io::{self, IsTerminal},
    path::Path,
    sync::{
        atomic::Ordering,
        mpsc::{self, Receiver, Sender, TryRecvError},
    },
    thread,
    time::Duration,
};

/// How often the keyboard, the bots and the clock are looked at.
const TICK: Duration = Duration::from_millis(10);

/// Plays and shows a game.
pub(crate) fn run(
    setup: Setup,
    contestants: &[Contestant; 2],
    record: Option<&Path>,
) -> Result<(), Failure> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        let why = "--watch needs a terminal; without it the game is printed";
        return Err(Failure::Usage(why.into()));
    }
    let stop = setup.stop.clone();
    let record = record.map(RecordFile::create).transpose()?;
    let mut game = FillerGame::start(setup, contestants.each_ref())?;
    let mut model = Model::new(&game, contestants, Paint::of_stdout());
    let (permits, allowed) = mpsc::channel();
    let (sender, steps) = mpsc::channel();
    let left = thread::scope(|scope| {
        let player = &mut game;
        scope.spawn(move || play(player, record, &allowed, &sender));
        let left = show(&mut model, &permits, &steps, &|| stop.load(Ordering::SeqCst));
        stop.store(true, Ordering::SeqCst); // a bot that still thinks is not waited for
        drop(permits);
        left
    });
    game.close();
    match left? {
        Leave::Interrupted => Err(Failure::Interrupted),
        Leave::Early => Err(Failure::Failed("the game was left before its end".into())),
        Leave::AtTheEnd => {
            print(&model.last_words())?;
            blame(&game, contestants)
        }
    }
}

/// The game's thread: a step for each permit.
fn play(
    game: &mut FillerGame,
    mut record: Option<RecordFile>,
    allowed: &Receiver<()>,
    steps: &Sender<Result<Step, Failure>>,
) {
    let mut write = |events: &[Event]| {
        let Some(record) = &mut record else { return Ok(()) };
        let written = events.iter().try_for_each(|event| record.write(event));
        written.map_err(|error| Failure::file(record.path(), &error))
    };
    let mut started = write(&[game.start_event()]);
    for () in allowed {
        let step = started.and_then(|()| game.step().map_err(|Stopped| Failure::Interrupted));
        let written = match &step {
            Ok(Step::Turned(turned)) => write(&turned.events),
            Ok(Step::Over(ending)) => write(std::slice::from_ref(&ending.event)),
            Err(_) => Ok(()),
        };
        let result = step.and_then(|step| written.map(|()| step));
        let is_last = !matches!(result, Ok(Step::Turned(_)));
        if steps.send(result).is_err() || is_last {
            return;
        }
        started = Ok(());
    }
}

/// The screen's loop: keys and steps change the model, the view only reads it.
fn show(
    model: &mut Model,
    permits: &Sender<()>,
    steps: &Receiver<Result<Step, Failure>>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<Leave, Failure> {
    let mut screen = Screen(ratatui::try_init()?);
    loop {
        if model.take_change() {
            screen.0.draw(|frame| view::draw(model, frame))?;
        }
        if model.wants_step() {
            // A thread that is gone has sent its last step before.
            permits.send(()).ok();
        }
        if event::poll(TICK)? {
            model.press(&event::read()?);
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

/// The terminal in its full-screen mode, restored whatever happens.
struct Screen(ratatui::DefaultTerminal);

impl Drop for Screen {
    fn drop(&mut self) {
        ratatui::restore();
    }
}
