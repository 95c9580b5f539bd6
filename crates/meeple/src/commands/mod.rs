//! The commands, one file each, and what they share.

mod analyze;
mod backup;
mod bot;
mod check;
mod check_bot;
mod elo;
pub(crate) mod filler;
mod games;
mod man;
mod moves;
mod perft;
pub(crate) mod play;
mod players;
mod practice;
mod progress_reporter;
mod prove;
mod replay;
mod restore;
mod rooms;
mod serve;
mod show;
mod solve;
mod tournament;
mod train;
mod tune;
mod verify;
mod watch;

use crate::cli::{Cli, ColourWhen, Command, RulesArgs};
use clap::CommandFactory;
use meeple_core::Replay;
pub(crate) use meeple_terminal::{
    available_parallelism,
    output::{print, print_bytes},
};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
    markdown, menu,
    paint::Paint,
    record_file, screen, window,
};
use serde::Serialize;
use std::{
    env,
    io::{self, IsTerminal},
    path::Path,
};

/// Runs the command given on the command line.
pub fn run(cli: Cli, interrupt: &Interrupt) -> Result<(), CommandError> {
    match cli.color {
        ColourWhen::Auto => {}
        ColourWhen::Always => anstream::ColorChoice::Always.write_global(),
        ColourWhen::Never => anstream::ColorChoice::Never.write_global(),
    }
    if let Some(option) = misplaced_option(&cli) {
        return Err(CommandError::Usage(format!(
            "{option} belongs after the command, if it applies"
        )));
    }
    match cli.command {
        None if is_at_terminal() && !cli.plain => {
            screen::run(play::env(interrupt), (&cli.save).into())
        }
        None if cli.plain || (io::stdin().is_terminal() && io::stdout().is_terminal()) => {
            menu::run(interrupt)
        }
        None => print(&Cli::command().render_long_help().to_string()),
        Some(Command::Play(args)) => play::run(args, interrupt),
        Some(Command::Games(args)) => games::run(&args),
        Some(Command::Players(args)) => players::run(&args, interrupt),
        Some(Command::Rules(args)) => print_rules(&args),
        Some(Command::Replay(args)) => replay::run(&args, interrupt),
        Some(Command::Show(args)) => show::run(&args),
        Some(Command::Moves(args)) => moves::run(&args),
        Some(Command::Analyze(args)) => analyze::run(&args, interrupt),
        Some(Command::Perft(args)) => perft::run(&args),
        Some(Command::Solve(args)) => solve::run(&args, interrupt),
        Some(Command::Prove(args)) => prove::run(&args, interrupt),
        Some(Command::Check(args)) => check::run(&args),
        Some(Command::Verify(args)) => verify::run(&args),
        Some(Command::Match(args)) => tournament::run_match(&args, interrupt),
        Some(Command::Tournament(args)) => tournament::run_tournament(&args, interrupt),
        Some(Command::Tune(args)) => tune::run(&args, interrupt),
        Some(Command::Train(args)) => train::run(&args, interrupt),
        Some(Command::Filler(args)) => filler::run(&args, interrupt),
        Some(Command::Practice(args)) => practice::run(&args, interrupt),
        Some(Command::Watch(args)) => watch::run(&args, interrupt),
        Some(Command::Serve(args)) => serve::run(&args, interrupt),
        Some(Command::Backup(args)) => backup::run(&args, interrupt),
        Some(Command::Restore(args)) => restore::run(&args, interrupt),
        Some(Command::Rooms(args)) => rooms::run(&args, interrupt),
        Some(Command::Bot(args)) => bot::run(&args, interrupt),
        Some(Command::CheckBot(args)) => check_bot::run(&args, interrupt),
        Some(Command::Completions(args)) => {
            let mut script = Vec::new();
            clap_complete::generate(args.shell, &mut Cli::command(), "meeple", &mut script);
            print_bytes(&script)
        }
        Some(Command::Man(args)) => man::run(&args),
    }
}

/// Returns an option given before the command that has an effect only without a command.
fn misplaced_option(cli: &Cli) -> Option<&'static str> {
    cli.command.as_ref()?;
    let options = [("--plain", cli.plain), ("--no-save", cli.save.no_save)];
    options.into_iter().find(|(_, is_given)| *is_given).map(|(name, _)| name)
}

/// Returns the error for an option that has no effect because only computer players play.
fn only_for_programs(option: &str) -> CommandError {
    CommandError::Usage(format!(
        "{option} is only for programs, and all players here are Meeple's own"
    ))
}

/// Prints how to play a game, or its full rules.
fn print_rules(args: &RulesArgs) -> Result<(), CommandError> {
    let text = if args.full { args.game.rules() } else { args.game.how_to_play() };
    if args.raw {
        return print(text);
    }
    let columns = window::stdout_columns().unwrap_or(window::DEFAULT_COLUMNS);
    print(&markdown::render(text, columns, paint(false)))
}

/// Reads a record and warns if its last line is incomplete.
pub(crate) fn read_record(path: &Path) -> Result<Replay, CommandError> {
    let replay = record_file::read(path)?;
    if let Some(line) = replay.cut_line {
        let file = path.display();
        warn("meeple", format_args!("{file}: line {line} is incomplete and was left out"));
    }
    Ok(replay)
}

/// Returns whether input and output are a terminal, and one that supports drawing.
pub(crate) fn is_at_terminal() -> bool {
    let can_draw = env::var_os("TERM").is_none_or(|name| name != "dumb");
    can_draw && io::stdin().is_terminal() && io::stdout().is_terminal()
}

/// Prints a value as JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), CommandError> {
    let text = serde_json::to_string_pretty(value);
    print(&text.map_err(|error| CommandError::Failed(error.to_string()))?)
}

/// Returns what standard output supports (colours, Unicode), or plain ASCII if `plain`.
pub(crate) fn paint(plain: bool) -> Paint {
    if plain { Paint::PLAIN } else { Paint::of_stdout() }
}
