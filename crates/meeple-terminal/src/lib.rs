//! The terminal front end: the full-screen interface, the prompt, and what they share.
//!
//! - [`screen`]: the full-screen interface; [`prompt`]: line-by-line play
//! - [`menu`]: asks for a game and players if the command line names none
//! - [`ask_adviser`]: asks for advice, with an answer even if interrupted
//! - [`console`], [`output`]: line input and output; [`progress`]: progress bars
//! - [`window`], [`paint`]: window width; colours and symbols
//! - [`markdown`], [`figures`]: render the rules; format values and win chances
//! - [`record_file`], [`analysis_file`]: records and analyses on disk
//! - [`command_error`]: errors and exit codes; [`mod@interrupt`]: Ctrl-C and other signals
//! - [`bot_faults`]: reports bots that misbehaved in a game with a school's engine

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
pub fn available_parallelism() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
