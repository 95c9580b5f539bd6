//! The program `meeple`: commands, plain prompts and what they need of the machine.
//!
//! - [`cli`]: the words of the command line; [`commands`]: one file for each command
//! - [`plain`]: playing line by line, one file a game; [`menu`]: `meeple` without a command
//! - [`console`], [`paint`], [`progress`]: input and output, colours, bars
//! - [`record_file`], [`table_files`]: what is kept on disk
//! - [`failure`]: errors and exit codes

pub mod cli;
pub mod commands;
pub mod console;
pub mod failure;
pub mod menu;
pub mod paint;
pub mod plain;
pub mod progress;
pub mod record_file;
pub mod table_files;

use clap::Parser;
use failure::Failure;
use std::process::ExitCode;

/// Runs the program as the command line says.
pub fn run() -> ExitCode {
    // Bars and prompts never hide the cursor or change the terminal's mode, and every event of
    // a record is one write: leaving at once leaves everything in order.
    let handler = ctrlc::set_handler(|| {
        eprintln!();
        std::process::exit(i32::from(failure::INTERRUPTED));
    });
    if let Err(error) = handler {
        eprintln!("meeple: Ctrl-C is not handled: {error}");
    }
    let cli = match cli::Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return failure::clap_exit(&error),
    };
    match commands::run(cli) {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("meeple: {failure}");
            ExitCode::from(failure.exit_code())
        }
    }
}
