//! A running game of Filler, full screen: board, piece, scores, and who reaches what.
//!
//! ```text
//! keys ──► Model ◄── steps ── a thread that owns the source: a table with its bots,
//!            │                 ▲                             or what an engine prints
//!            ▼                 │ one permit for each step: pause and pace
//!          view                └─────────────────────────────────────────────────────
//! ```
//!
//! However the view is left (a key, Ctrl-C, a signal, a panic, a terminal that
//! goes away), the terminal is restored and the bots are gone. Ctrl-Z stops it
//! until the shell wakes it.

mod model;
mod played;
mod printed;
mod screen;
mod source;
mod view;

use crate::{
    commands::{
        filler::{Arrangement, blame},
        print,
    },
    failure::Failure,
    paint::Paint,
    record_file::{Advice, Recorder},
    screen::keyboard::Keyboard,
};
use model::{Leave, Model};
use played::Played;
use printed::Printed;
use source::{Over, Source, walk};
use std::{
    io::{self, BufRead, IsTerminal},
    panic::resume_unwind,
    path::Path,
    sync::{
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread::{self, JoinHandle},
};

/// Plays and shows a game.
pub(crate) fn run(arrangement: &Arrangement, record: Option<&Path>) -> Result<(), Failure> {
    let keys = terminal("--watch needs a terminal; without it the game is printed")?;
    let recorder = Recorder::create(record, Advice::OtherName)?;
    let stop = &arrangement.limits.stop;
    let game = Played::open(arrangement, recorder)?;
    let mut model = Model::new(Paint::of_stdout());
    model.step(game.beginning());
    let (left, player) = watch(game, &mut model, &keys, stop);
    stop.store(true, Ordering::SeqCst); // a bot that still thinks is not waited for
    let mut game = player.join().unwrap_or_else(|panic| resume_unwind(panic));
    game.seating.end(&game.table);
    leave(left?, &model)?;
    blame(game.table.game(), &game.seating)?;
    game.recorder.settle()
}

/// Shows a game that another engine plays, or has played, by what it prints; `origin` says in
/// errors where that comes from.
pub(crate) fn follow(
    input: impl BufRead + Send + 'static,
    origin: &str,
    keys: &Keyboard,
    stop: &AtomicBool,
) -> Result<(), Failure> {
    let mut model = Model::new(Paint::of_stdout());
    // The thread that reads may wait for the engine: it is not waited for, and ends with us.
    let (left, _reader) = watch(Printed::new(input, origin), &mut model, keys, stop);
    leave(left?, &model)
}

/// The keyboard, if there are one and a screen; refused with these words otherwise.
pub(crate) fn terminal(otherwise: &str) -> Result<Keyboard, Failure> {
    let keys = Keyboard::open().filter(|_| io::stdout().is_terminal());
    keys.ok_or_else(|| Failure::Usage(otherwise.into()))
}

/// Shows what the source has until somebody leaves. The source is given back by its thread,
/// which ends with its step.
fn watch<S: Source + Send + 'static>(
    mut source: S,
    model: &mut Model,
    keys: &Keyboard,
    stop: &AtomicBool,
) -> (Result<Leave, Failure>, JoinHandle<S>) {
    let (permits, allowed) = mpsc::channel();
    let (sender, steps) = mpsc::channel();
    let walker = thread::spawn(move || {
        walk(&mut source, &allowed, &sender);
        source
    });
    let left = screen::show(model, (&permits, &steps), keys, &|| stop.load(Ordering::SeqCst));
    let left = match left {
        Err(_) if !keys.is_there() => Ok(Leave::Vanished),
        left => left,
    };
    (left, walker)
}

/// What is said and returned when the view has been left.
fn leave(left: Leave, model: &Model) -> Result<(), Failure> {
    match left {
        Leave::Interrupted => Err(Failure::Interrupted),
        Leave::Vanished => Err(Failure::Vanished),
        Leave::Early => Err(Failure::Failed("the game was left before its end".into())),
        Leave::AtTheEnd => match model.over() {
            Some(Over::Unfinished(why)) => Err(Failure::Failed(why.clone())),
            Some(Over::Finished(words)) => print(words),
            None => Ok(()),
        },
    }
}
