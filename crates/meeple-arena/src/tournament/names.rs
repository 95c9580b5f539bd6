//! What entrants are called: short enough to be shown, and never two alike.

use meeple_bots::{Host, Program};
use meeple_core::{Contestant, SeatInfo};
use std::path::Path;

/// No name that is shown is longer, unless it would not tell somebody apart.
const LONGEST_NAME: usize = 40;

/// `python3 bots/ann.py` is called `ann.py`, unless somebody else is.
pub(super) fn shorten(infos: &mut [SeatInfo], host: &Host) {
    let short = |info: &SeatInfo| match &info.who {
        Contestant::Program { command } => file_name(host.spoken(command).1),
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

/// No name is longer than can be shown, unless it would not tell somebody apart.
pub(super) fn cut_long_names(infos: &mut [SeatInfo]) {
    for index in 0..infos.len() {
        let name = &infos[index].name;
        if name.chars().count() > LONGEST_NAME {
            let short: String = name.chars().take(LONGEST_NAME - 1).chain(['~']).collect();
            if infos.iter().all(|info| info.name != short) {
                infos[index].name = short;
            }
        }
    }
}

/// The name of the last file that a command names.
fn file_name(command: &str) -> Option<String> {
    let program: Program = command.parse().ok()?;
    let file =
        program.words().iter().rfind(|word| word.contains('/') || Path::new(word).is_file())?;
    Some(Path::new(file).file_name()?.to_str()?.to_owned())
}
