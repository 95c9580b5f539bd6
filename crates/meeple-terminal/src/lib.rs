//! The full screen and the prompts, and what they need of a terminal.
//!
//! - [`screen`]: the full screen, all games; [`prompt`]: playing line by line, one file a game
//! - [`menu`]: what is asked where nothing was said; [`markdown`]: the rules for people
//! - [`console`], [`output`], [`window`], [`paint`], [`progress`]: input and output, its width,
//!   colours, bars
//! - [`record_file`], [`analysis_file`]: what is kept on disk
//! - [`failure`]: errors and exit codes; [`interrupt`][]: Ctrl-C and other signals
//! - [`blame`]: who misbehaved at a school's table

pub mod analysis_file;
pub mod asking;
pub mod blame;
pub mod console;
pub mod failure;
pub mod figures;
mod game_ui;
pub mod interrupt;
mod line_editor;
pub mod markdown;
pub mod menu;
pub mod output;
pub mod paint;
pub mod progress;
pub mod prompt;
pub mod record_file;
pub mod screen;
pub mod window;

use std::thread;

/// How many processors there are, as far as we may use them.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
