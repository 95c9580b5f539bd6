//! The program `meeple`: its commands.
//!
//! - [`cli`]: the words of the command line; [`commands`]: one file for each command
//! - [`table_files`]: tables of perfect play on disk; `failure`: what only commands fail with

pub mod cli;
pub mod commands;
mod failure;
mod free_memory;
mod standing_bar;
pub mod table_files;

use clap::{Args, FromArgMatches, Parser};
use meeple_bots::school::official_words;
use meeple_core::Game;
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
    prompt::{GameOf, Prompt},
};
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
            warn(program, &failure);
            ExitCode::from(failure.exit_code(interrupt))
        }
    }
}
