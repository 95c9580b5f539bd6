//! The terminal front end: the full screen, the prompt, and what they share.
//!
//! - [`screen`]: the full screen; [`prompt`]: line by line
//! - [`menu`]: asks for a game and players if the command line names none; [`markdown`]: renders the rules
//! - [`console`], [`output`], [`window`], [`paint`], [`progress`]: input and output, window width, colours,
//!   progress bars
//! - [`record_file`], [`analysis_file`]: records and analyses on disk
//! - [`command_error`]: errors and exit codes; [`interrupt`][]: Ctrl-C and other signals
//! - [`bot_faults`]: reports bots that misbehaved in a school's game

pub mod analysis_file;
pub mod ask_adviser;
pub mod bot_faults;
pub mod command_error;
pub mod console;
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

/// Returns the number of processors available to this process.
pub fn processors() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
