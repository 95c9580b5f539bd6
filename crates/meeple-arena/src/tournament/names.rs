//! Names of entrants: short enough to display, and distinct.

use meeple_bots::{PlayerLauncher, Program};
use meeple_core::{Contestant, SeatInfo};
use std::path::Path;

/// Maximum length of a displayed name, in characters, unless cutting it would make it ambiguous.
const MAX_NAME_LEN: usize = 40;

/// Shortens names of programs: `python3 bots/ann.py` becomes `ann.py`, unless that name is taken.
pub(super) fn shorten(infos: &mut [SeatInfo], launcher: &PlayerLauncher) {
    let short = |info: &SeatInfo| match &info.who {
        Contestant::Program { command } => file_name(launcher.split_protocol(command).1),
        Contestant::Person | Contestant::Computer { .. } => None,
    };
    let shorts: Vec<Option<String>> = infos.iter().map(short).collect();
    let names: Vec<String> = infos.iter().map(|info| info.name.clone()).collect();
    for (index, info) in infos.iter_mut().enumerate() {
        let Some(name) = &shorts[index] else { continue };
        let others = shorts.iter().enumerate().filter(|&(other, _)| other != index);
        let is_taken = others.clone().any(|(_, other)| other.as_ref() == Some(name))
            || others.clone().any(|(other, _)| names[other] == *name);
        if !is_taken {
            info.name.clone_from(name);
        }
    }
}

/// Cuts names longer than [`LONGEST_NAME`], unless the result is taken.
pub(super) fn cut_long_names(infos: &mut [SeatInfo]) {
    for index in 0..infos.len() {
        let name = &infos[index].name;
        if name.chars().count() > MAX_NAME_LEN {
            let short: String = name.chars().take(MAX_NAME_LEN - 1).chain(['~']).collect();
            if infos.iter().all(|info| info.name != short) {
                infos[index].name = short;
            }
        }
    }
}

/// Returns the name of the last file in a command, if any.
fn file_name(command: &str) -> Option<String> {
    let program: Program = command.parse().ok()?;
    let file =
        program.words().iter().rfind(|word| word.contains('/') || Path::new(word).is_file())?;
    Some(Path::new(file).file_name()?.to_str()?.to_owned())
}
