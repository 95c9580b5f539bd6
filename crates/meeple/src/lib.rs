//! The program `meeple`: commands, prompts and what they need of the machine.
//!
//! - [`cli`]: the words of the command line; [`commands`]: one file for each command
//! - [`prompt`]: playing line by line, one file a game; [`menu`]: `meeple` without a command
//! - [`watch`]: a running game, full screen; [`official_words`]: how students call an engine
//! - [`markdown`]: the rules for people
//! - [`console`], [`window`], [`paint`], [`progress`]: input and output, its width, colours, bars
//! - [`record_file`], [`table_files`]: what is kept on disk; [`bounded`]: reading with a limit
//! - [`failure`]: errors and exit codes; [`interrupt`][]: Ctrl-C and other signals

pub mod bounded;
pub mod cli;
pub mod commands;
pub mod console;
pub mod failure;
pub mod interrupt;
mod line_editor;
pub mod markdown;
pub mod menu;
pub mod official_words;
pub mod paint;
pub mod progress;
pub mod prompt;
pub mod record_file;
pub mod table_files;
pub mod watch;
pub mod window;

use clap::Parser;
use failure::Failure;
use interrupt::Interrupt;
use std::process::ExitCode;

/// Runs the program as the command line says.
pub fn run() -> ExitCode {
    let interrupt = Interrupt::listen();
    let cli = match cli::Cli::try_parse_from(official_words::normalised(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return failure::clap_exit(&error),
    };
    match commands::run(cli, &interrupt) {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            let said = format!("meeple: {failure}");
            let columns = window::of_stderr();
            eprintln!("{}", columns.map_or(said.clone(), |columns| window::wrap(&said, columns)));
            ExitCode::from(failure.exit_code(&interrupt))
        }
    }
}
