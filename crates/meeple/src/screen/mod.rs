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

mod app;
mod boards;
mod canvas;
mod desk;
mod games;
mod home;
mod input;
pub(crate) mod keyboard;
mod kept;
mod line;
mod new_game;
mod play;
mod practice;
mod replay;
mod rules;
mod seats;
mod settings;
mod settings_page;
mod terminal;
mod theme;

use crate::{failure::Failure, interrupt::Interrupt, paint::Paint, prompt::House};
use app::{App, Page};
use desk::Desk;
use home::Home;
use keyboard::Keyboard;
use kept::Kept;
use std::{
    io::{self, IsTerminal},
    sync::mpsc,
};
use terminal::Bells;
use theme::{Depth, Signs, Theme};

/// Whether what happens is kept on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Keeping {
    /// In the user's folders.
    Usual,
    /// Nothing is read or written.
    Nothing,
}

/// The first page, and everything from there.
pub(crate) fn run(house: House, keeping: Keeping) -> Result<(), Failure> {
    show(house, keeping, |desk| vec![Box::new(Home::new(desk))])
}

/// Shows pages until they are left.
fn show(
    house: House,
    keeping: Keeping,
    pages: impl FnOnce(&mut Desk) -> Vec<Box<dyn Page>>,
) -> Result<(), Failure> {
    let keyboard = Keyboard::open().filter(|_| io::stdout().is_terminal());
    let Some(keyboard) = keyboard else {
        return Err(Failure::Usage("this needs a terminal; --plain does without".into()));
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
    };
    let (sender, news) = mpsc::channel();
    let (waker, bell) = io::pipe()?;
    let interrupt: Interrupt = house.interrupt.clone();
    let kennel = house.kennel.clone();
    let _exit = interrupt.on_exit(move || kennel.kill_everybody());
    let mut desk = Desk::new(house, settings, kept, theme, sender, bell.try_clone()?);
    if let Some(problem) = problem {
        desk.refuse(problem);
    }
    let pages = pages(&mut desk);
    let mut app = App::new(desk, pages);
    terminal::run(&mut app, Bells { keyboard, waker, bell, news }, &interrupt)
}
