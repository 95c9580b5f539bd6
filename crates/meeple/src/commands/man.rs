//! `meeple man`: prints the manual page of the program or of one command.

use super::print_bytes;
use crate::cli::{Cli, ManArgs};
use clap::CommandFactory;
use meeple_terminal::command_error::CommandError;

pub(super) fn run(args: &ManArgs) -> Result<(), CommandError> {
    let mut program = Cli::command();
    program.build();
    let mut command = &program;
    for name in &args.command {
        command = command.find_subcommand(name).ok_or_else(|| unknown(command, name))?;
    }
    let page_name = ["meeple"].into_iter().chain(args.command.iter().map(String::as_str));
    let page_name = page_name.collect::<Vec<_>>().join("-");
    let mut page = Vec::new();
    clap_mangen::Man::new(command.clone().name(page_name)).render(&mut page)?;
    print_bytes(&page)
}

fn unknown(parent: &clap::Command, name: &str) -> CommandError {
    let known: Vec<&str> = parent.get_subcommands().map(clap::Command::get_name).collect();
    let known = if known.is_empty() { "none".into() } else { known.join(", ") };
    CommandError::Usage(format!("there is no command {name:?} (commands: {known})"))
}
