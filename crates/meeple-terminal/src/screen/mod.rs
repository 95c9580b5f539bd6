//! The full-screen terminal: all games, from the first page to the last word.
//!
//! ```text
//! terminal.rs   keys, mouse, signals ──► Message ──► app.rs ──► the page on top
//!                                                       │            │ drives a table (play/),
//!                       a thread that thinks ◄── desk.rs ┘            │ shows a board (boards/)
//! ```
//!
//! `update` changes, `view` only reads; whoever thinks does so on a thread, and its answer is one
//! more message. `theme.rs` has the colours, `canvas.rs` draws, `input.rs` reads, `kept.rs` keeps.

// Colours are written 0xRRGGBB, as everywhere.
#![allow(clippy::unreadable_literal)]

mod app;
pub(crate) mod boards;
mod canvas;
mod column;
mod desk;
mod games;
mod home;
mod input;
mod kept;
mod keyboard;
mod line;
mod new_game;
mod play;
mod practice;
mod printed;
mod rehearsal;
mod replay;
mod rules;
mod seats;
mod settings;
mod settings_page;
mod terminal;
mod theme;

pub use kept::data_folder;
pub use practice::generate;
pub use rehearsal::{Look, Rehearsal, happens};

use crate::{
    failure::Failure,
    interrupt::Interrupt,
    paint::Paint,
    prompt::{House, Setting},
    record_file::{Advice, Recorder},
};
use app::{App, Page};
use desk::Desk;
use games::Games;
use home::Home;
use kept::Kept;
use keyboard::Keyboard;
use meeple_bots::{Kennel, school::Arrangement};
use meeple_games::GameKind;
use new_game::NewGame;
use play::{LiveGame, Play, setting::completed};
use practice::Practice;
use printed::{EngineOutput, Printed};
use replay::Replay;
use std::{
    io::{self, BufRead, IsTerminal},
    path::Path,
    sync::mpsc,
};
use terminal::Bells;
use theme::{Depth, SeatTones, Signs, Theme};

/// Whether what happens is kept on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Keeping {
    /// In the user's folders.
    Usual,
    /// Nothing is read or written.
    Nothing,
}

/// The first page, and everything from there.
pub fn run(house: House, keeping: Keeping) -> Result<(), Failure> {
    show(house, keeping, |desk| Ok(vec![Box::new(Home::new(desk))]))
}

/// A game that is set up so; where nothing is said of it, it is set up on the screen.
pub fn play(
    kind: GameKind,
    setting: Setting,
    house: House,
    keeping: Keeping,
) -> Result<(), Failure> {
    show(house, keeping, |desk| {
        let home = Box::new(Home::new(desk));
        if setting == Setting::default() {
            return Ok(vec![home, Box::new(NewGame::new(kind, desk))]);
        }
        let wanted = completed(kind, setting);
        let live = LiveGame::open(kind, &wanted, desk).map_err(Failure::Usage)?;
        Ok(vec![home, Box::new(Play::new(live, desk))])
    })
}

/// A recorded game that is not over.
pub fn resume(path: &Path, house: House, keeping: Keeping) -> Result<(), Failure> {
    show(house, keeping, |desk| {
        let live = LiveGame::resume(path, desk).map_err(Failure::Failed)?;
        Ok(vec![Box::new(Home::new(desk)), Box::new(Play::new(live, desk))])
    })
}

/// A recorded game, from this ply on.
pub fn replay(
    path: &Path,
    ply: Option<usize>,
    house: House,
    keeping: Keeping,
) -> Result<(), Failure> {
    show(house, keeping, |desk| {
        let replay = Replay::read(path, desk).map_err(Failure::Failed)?;
        Ok(vec![Box::new(replay.at(ply.unwrap_or(0), desk))])
    })
}

/// A record that somebody else may still be writing.
pub fn watch_record(path: &Path, house: House, keeping: Keeping) -> Result<(), Failure> {
    replay(path, Some(usize::MAX), house, keeping)
}

/// What another engine prints; `origin` says in errors where that comes from.
pub fn watch_engine(
    input: impl BufRead + Send + 'static,
    origin: &str,
    house: House,
) -> Result<(), Failure> {
    let output = EngineOutput::new(Box::new(input) as _, origin);
    show(house, Keeping::Nothing, |desk| Ok(vec![Box::new(Printed::new(output, desk))]))
}

/// A game of Filler between two bots, as the schools' engine would play it.
pub fn watch_bots(
    arrangement: &Arrangement,
    record: Option<&Path>,
    house: House,
) -> Result<(), Failure> {
    let recorder = Recorder::create(record, Advice::OtherName)?;
    show(house, Keeping::Nothing, |desk| {
        let live = LiveGame::arranged(arrangement, recorder, desk)?;
        Ok(vec![Box::new(Play::watching(live, desk))])
    })
}

/// The games of a match or tournament.
pub fn watch_folder(path: &Path, house: House, keeping: Keeping) -> Result<(), Failure> {
    show(house, keeping, |desk| Ok(vec![Box::new(Games::of_folder(path.into(), desk))]))
}

/// Practice, of this game if one is named.
pub fn practise(kind: Option<GameKind>, house: House, keeping: Keeping) -> Result<(), Failure> {
    show(house, keeping, |desk| Ok(vec![Box::new(Practice::of(kind, desk))]))
}

/// Whether there are a keyboard and a screen to be shown on.
pub fn has_terminal() -> bool {
    terminal().is_some()
}

/// The keyboard, if there are one and a screen.
fn terminal() -> Option<Keyboard> {
    Keyboard::open().filter(|_| io::stdout().is_terminal())
}

/// Shows pages until they are left.
fn show(
    house: House,
    keeping: Keeping,
    pages: impl FnOnce(&mut Desk) -> Result<Vec<Box<dyn Page>>, Failure>,
) -> Result<(), Failure> {
    let Some(keyboard) = terminal() else {
        return Err(Failure::Usage("this is shown on a terminal, and there is none here".into()));
    };
    let mut kept = match keeping {
        Keeping::Usual => Kept::of_user(),
        Keeping::Nothing => Kept::nowhere(),
    };
    let (settings, problem) = kept.settings();
    let paint = Paint::of_stdout();
    let theme = Theme {
        depth: Depth::of_terminal(paint.has_colour()),
        shade: settings.shade,
        palette: settings.palette,
        signs: if paint.has_unicode() { settings.signs } else { Signs::Ascii },
        seats: SeatTones::default(),
    };
    let (sender, news) = mpsc::channel();
    let (waker, bell) = io::pipe()?;
    let interrupt: Interrupt = house.interrupt.clone();
    let _swept = Swept(house.kennel.clone());
    let kennel = house.kennel.clone();
    let _exit = interrupt.on_exit(move || kennel.kill_everybody());
    let mut desk = Desk::new(house, settings, kept, theme, sender, bell.try_clone()?);
    if let Some(problem) = problem {
        desk.refuse(problem);
    }
    let pages = pages(&mut desk)?;
    let mut app = App::new(desk, pages);
    terminal::run(&mut app, Bells { keyboard, waker, bell, news }, &interrupt)
}

/// Programs that still run are gone when this goes, also by a panic: whoever thinks on another
/// thread is not waited for.
struct Swept(Kennel);

impl Drop for Swept {
    fn drop(&mut self) {
        self.0.kill_everybody();
    }
}
