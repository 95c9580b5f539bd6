//! The full-screen terminal app for all games.
//!
//! ```text
//! terminal.rs   keys, mouse, signals ──► ScreenEvent ──► app.rs ──► the top page
//!                                                       │            │ runs a game (play/),
//!                    a background thread ◄── app_context.rs ┘         │ shows a board (boards/)
//! ```
//!
//! `update` changes state, `view` only reads it; computer players think on a thread, and their
//! replies arrive as further events. `theme.rs` has the colours, `canvas.rs` draws, `input.rs`
//! translates input, `user_files.rs` reads and writes the user's files.

// Colours are written as 0xRRGGBB, the usual notation.
#![allow(clippy::unreadable_literal)]

mod app;
mod app_context;
pub(crate) mod boards;
mod canvas;
mod column;
mod engine_output;
mod game_list;
mod headless;
mod home;
mod input;
mod keyboard;
mod line_input;
mod new_game;
mod play;
mod popup_list;
mod practice;
mod replay;
mod rules;
mod scripted;
mod seats;
mod settings;
mod settings_page;
mod terminal;
mod theme;
mod user_files;

pub use headless::{Appearance, HeadlessScreen, apply_random_event};
pub use practice::generate;
pub use user_files::data_folder;

use crate::{
    command_error::CommandError,
    interrupt::Interrupt,
    paint::Paint,
    prompt::{Env, GameSetup},
    record_file::{OverwriteAdvice, Recorder},
};
use app::{ScreenApp, ScreenPage};
use app_context::AppContext;
use engine_output::EngineOutputPage;
use game_list::GameList;
use home::HomePage;
use keyboard::Keyboard;
use meeple_bots::{ProcessSupervisor, school::EngineSetup};
use meeple_games::GameKind;
use new_game::NewGamePage;
use play::{LiveGame, PlayPage, setup::completed};
use practice::PracticePage;
use replay::ReplayPage;
use std::{
    io::{self, BufRead, IsTerminal},
    path::Path,
    sync::mpsc,
};
use terminal::EventSources;
use theme::{ColourDepth, SeatTones, SymbolSet, Theme};
use user_files::UserFiles;

/// Whether games and settings are saved on disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveMode {
    /// In the user's folders.
    UserFolders,
    /// Nothing is read or written.
    Nothing,
}

/// Runs the app, starting with the home page.
pub fn run(env: Env, keeping: SaveMode) -> Result<(), CommandError> {
    show(env, keeping, |ctx| Ok(vec![Box::new(HomePage::new(ctx))]))
}

/// Plays a game with this setup; without any setup, opens the new-game page.
pub fn play(
    kind: GameKind,
    setting: GameSetup,
    env: Env,
    keeping: SaveMode,
) -> Result<(), CommandError> {
    show(env, keeping, |ctx| {
        let home = Box::new(HomePage::new(ctx));
        if setting == GameSetup::default() {
            return Ok(vec![home, Box::new(NewGamePage::new(kind, ctx))]);
        }
        let wanted = completed(kind, setting);
        let live = LiveGame::open(kind, &wanted, ctx).map_err(CommandError::Usage)?;
        Ok(vec![home, Box::new(PlayPage::new(live, ctx))])
    })
}

/// Continues a recorded game that isn't over.
pub fn resume(path: &Path, env: Env, keeping: SaveMode) -> Result<(), CommandError> {
    show(env, keeping, |ctx| {
        let play = PlayPage::resume(path, ctx).map_err(CommandError::Failed)?;
        Ok(vec![Box::new(HomePage::new(ctx)), Box::new(play)])
    })
}

/// Replays a recorded game, starting at this ply.
pub fn replay(
    path: &Path,
    ply: Option<usize>,
    env: Env,
    keeping: SaveMode,
) -> Result<(), CommandError> {
    show(env, keeping, |ctx| {
        let replay = ReplayPage::read(path, ctx).map_err(CommandError::Failed)?;
        Ok(vec![Box::new(replay.at(ply.unwrap_or(0), ctx))])
    })
}

/// Shows the end of a record that another program may still be writing.
pub fn watch_record(path: &Path, env: Env, keeping: SaveMode) -> Result<(), CommandError> {
    replay(path, Some(usize::MAX), env, keeping)
}

/// Shows the output of another engine; `origin` names its source in errors.
pub fn watch_engine(
    input: impl BufRead + Send + 'static,
    origin: &str,
    env: Env,
) -> Result<(), CommandError> {
    let input = Box::new(input);
    show(env, SaveMode::Nothing, |ctx| {
        Ok(vec![Box::new(EngineOutputPage::new(input, origin, ctx))])
    })
}

/// Shows a game of Filler between two bots, run like the schools' engine.
pub fn watch_bots(
    arrangement: &EngineSetup,
    record: Option<&Path>,
    env: Env,
) -> Result<(), CommandError> {
    let recorder = Recorder::create(record, OverwriteAdvice::OtherName)?;
    show(env, SaveMode::Nothing, |ctx| {
        let live = LiveGame::arranged(arrangement, recorder, ctx)?;
        Ok(vec![Box::new(PlayPage::watching(live, ctx))])
    })
}

/// Shows the games of a match or tournament folder.
pub fn watch_folder(path: &Path, env: Env, keeping: SaveMode) -> Result<(), CommandError> {
    show(env, keeping, |ctx| Ok(vec![Box::new(GameList::new(Some(path.into()), ctx))]))
}

/// Opens the practice page, for this game if given.
pub fn practise(kind: Option<GameKind>, env: Env, keeping: SaveMode) -> Result<(), CommandError> {
    show(env, keeping, |ctx| Ok(vec![Box::new(PracticePage::new(kind, ctx))]))
}

/// Returns whether there is a keyboard and a screen to use.
pub fn has_terminal() -> bool {
    terminal().is_some()
}

/// Returns the keyboard, if there is one and standard output is a terminal.
fn terminal() -> Option<Keyboard> {
    Keyboard::open().filter(|_| io::stdout().is_terminal())
}

/// Shows pages until the user leaves them.
fn show(
    env: Env,
    keeping: SaveMode,
    pages: impl FnOnce(&mut AppContext) -> Result<Vec<Box<dyn ScreenPage>>, CommandError>,
) -> Result<(), CommandError> {
    let Some(keyboard) = terminal() else {
        return Err(CommandError::Usage(
            "this is shown on a terminal, and there is none here".into(),
        ));
    };
    let mut kept = match keeping {
        SaveMode::UserFolders => UserFiles::from_user_folders(),
        SaveMode::Nothing => UserFiles::default(),
    };
    let (settings, problem) = kept.settings();
    let paint = Paint::of_stdout();
    let theme = Theme {
        depth: ColourDepth::detect(paint.has_colour()),
        shade: settings.shade,
        palette: settings.palette,
        signs: if paint.has_unicode() { settings.signs } else { SymbolSet::Ascii },
        seats: SeatTones::default(),
    };
    let (sender, news) = mpsc::channel();
    let (waker, bell) = io::pipe()?;
    let interrupt: Interrupt = env.interrupt.clone();
    let _swept = KillProcessesOnDrop(env.supervisor.clone());
    let supervisor = env.supervisor.clone();
    let _exit = interrupt.on_exit(move || supervisor.kill_all());
    let mut ctx = AppContext::new(env, settings, kept, theme, sender, bell.try_clone()?);
    if let Some(problem) = problem {
        ctx.notify_refusal(problem);
    }
    let pages = pages(&mut ctx)?;
    let mut app = ScreenApp::new(ctx, pages);
    terminal::run(&mut app, EventSources { keyboard, waker, bell, news }, &interrupt)
}

/// Kills all bot processes when dropped, also by a panic; threads that still think aren't waited
/// for.
struct KillProcessesOnDrop(ProcessSupervisor);

impl Drop for KillProcessesOnDrop {
    fn drop(&mut self) {
        self.0.kill_all();
    }
}
