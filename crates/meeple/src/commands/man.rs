//! `meeple man`: prints the manual page of the program or of one command.

use super::print_bytes;
use crate::cli::{Cli, ManArgs};
use clap::CommandFactory;
use meeple_terminal::command_error::CommandError;

pub(super) fn run(args: &ManArgs) -> Result<(), CommandError> {
    let mut program = Cli::command();
    program.build();
    let command = match &args.command {
        None => program.clone(),
        Some(name) => {
            let found = program.find_subcommand(name);
            let names: Vec<&str> = program.get_subcommands().map(clap::Command::get_name).collect();
            let unknown =
                || format!("there is no command {name:?} (commands: {})", names.join(", "));
            let page_name = format!("meeple-{name}");
            found.ok_or_else(|| CommandError::Usage(unknown()))?.clone().name(page_name)
        }
    };
    let mut page = Vec::new();
    clap_mangen::Man::new(command).render(&mut page)?;
    print_bytes(&page)
}
