//! The `meeple` program: its command line and its commands.
//!
//! - [`cli`]: the arguments and options; [`commands`]: one file per command
//! - [`table_files`]: solved tables on disk
//! - `errors`: errors that only this program's commands return

pub mod cli;
pub mod commands;
mod errors;
mod free_memory;
mod standings_bar;
pub mod strength_doc;
pub mod table_files;

use clap::{Args, FromArgMatches, Parser};
use meeple_bots::school::official_options;
use meeple_core::Game;
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    prompt::{GameOf, Prompt},
};
use std::process::ExitCode;

/// Parses the command line, runs the command and returns the exit code.
pub fn run() -> ExitCode {
    let interrupt = Interrupt::listen();
    let cli = match cli::Cli::try_parse_from(official_options::rewrite_options(std::env::args_os()))
    {
        Ok(cli) => cli,
        Err(error) => return errors::clap_exit(&error),
    };
    exit("meeple", commands::run(cli, &interrupt), &interrupt)
}

/// Runs a complete program for one game, which may be a game from outside Meeple.
///
/// It plays at the prompt and takes the arguments of `meeple play` without the game's name. The executable
/// should have the same name as the game.
pub fn run_game<P: Prompt>() -> ExitCode {
    let interrupt = Interrupt::listen();
    let (name, about) = (GameOf::<P>::NAME, GameOf::<P>::ABOUT);
    let command = cli::TableArgs::augment_args(clap::Command::new(name)).about(about);
    let args =
        command.try_get_matches().and_then(|matches| cli::TableArgs::from_arg_matches(&matches));
    match args {
        Ok(args) => exit(name, commands::play::run_game::<P>(args, &interrupt), &interrupt),
        Err(error) => errors::clap_exit(&error),
    }
}

/// Prints the error, if any, to standard error and returns the exit code.
fn exit(program: &str, result: Result<(), CommandError>, interrupt: &Interrupt) -> ExitCode {
    match result {
        Ok(()) | Err(CommandError::ClosedPipe) => ExitCode::SUCCESS,
        Err(CommandError::Result(code)) => ExitCode::from(code),
        Err(failure) => {
            warn(program, &failure);
            ExitCode::from(failure.exit_code(interrupt))
        }
    }
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;

/// Runs the examples of `docs/search.md` as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/search.md")]
struct SearchPage;
