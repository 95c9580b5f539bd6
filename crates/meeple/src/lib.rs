//! The program `meeple`: commands, prompts and what they need of the machine.
//!
//! - [`cli`]: the words of the command line; [`commands`]: one file for each command
//! - [`prompt`]: playing line by line, one file a game; [`menu`]: `meeple` without a command
//! - [`screen`]: the full screen, all games; [`official_words`]: how students call an engine
//! - [`markdown`]: the rules for people
//! - [`console`], [`window`], [`paint`], [`progress`]: input and output, its width, colours, bars
//! - [`record_file`], [`table_files`]: what is kept on disk; [`bounded`]: reading with a limit
//! - [`failure`]: errors and exit codes; [`interrupt`][]: Ctrl-C and other signals

mod analysis_file;
mod asking;
pub mod bounded;
pub mod cli;
pub mod commands;
pub mod console;
pub mod failure;
mod figures;
mod free_memory;
mod game_ui;
pub mod interrupt;
mod line_editor;
pub mod markdown;
pub mod menu;
pub mod official_words;
pub mod paint;
pub mod progress;
pub mod prompt;
pub mod record_file;
pub mod screen;
pub mod table_files;
pub mod window;

use clap::{Args, FromArgMatches, Parser};
use failure::Failure;
use interrupt::Interrupt;
use meeple_core::Game;
use prompt::{GameOf, Prompt};
use std::process::ExitCode;

/// Runs the program as the command line says.
pub fn run() -> ExitCode {
    let interrupt = Interrupt::listen();
    let cli = match cli::Cli::try_parse_from(official_words::normalised(std::env::args_os())) {
        Ok(cli) => cli,
        Err(error) => return failure::clap_exit(&error),
    };
    exit("meeple", commands::run(cli, &interrupt), &interrupt)
}

/// The whole program of one game, which need not be one of Meeple's own: played at the prompts,
/// with the words of `meeple play` but for the game's name. It should be called as the game is.
pub fn run_game<P: Prompt>() -> ExitCode {
    let interrupt = Interrupt::listen();
    let (name, about) = (GameOf::<P>::NAME, GameOf::<P>::ABOUT);
    let command = cli::TableArgs::augment_args(clap::Command::new(name)).about(about);
    let args = command.try_get_matches().and_then(|found| cli::TableArgs::from_arg_matches(&found));
    match args {
        Ok(args) => exit(name, commands::play::run_game::<P>(args, &interrupt), &interrupt),
        Err(error) => failure::clap_exit(&error),
    }
}

/// Says what went wrong, if anything did, and gives the exit code.
fn exit(program: &str, done: Result<(), Failure>, interrupt: &Interrupt) -> ExitCode {
    match done {
        Ok(()) | Err(Failure::ClosedPipe) => ExitCode::SUCCESS,
        Err(Failure::Result(code)) => ExitCode::from(code),
        Err(failure) => {
            failure::warn(program, &failure);
            ExitCode::from(failure.exit_code(interrupt))
        }
    }
}
