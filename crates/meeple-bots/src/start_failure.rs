//! Explains why a program did not start, and what to do about it.
//!
//! The system's own messages mislead: it reports "Permission denied" for a script that lacks its
//! execute bit and "No such file or directory" for one whose interpreter is missing.

use crate::{Program, program::shell_word};
use meeple_core::Verdict;
use rustix::io::Errno;
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read},
    path::Path,
};

/// How many bytes of a script are read to find its first line.
const FIRST_LINE: u64 = 256;
/// The system's error number for a file that is not executable code (`ENOEXEC`).
const NO_PROGRAM: i32 = 8;

/// The errors that mean this machine cannot run another program right now.
const NO_ROOM: [Errno; 4] = [Errno::AGAIN, Errno::NOMEM, Errno::MFILE, Errno::NFILE];

/// Returns the verdict on a program that did not start: its own fault, or the machine's.
pub(crate) fn verdict(program: &Program, error: &io::Error) -> Verdict {
    let typed = program.typed().to_owned();
    match Errno::from_io_error(error) {
        Some(number) if NO_ROOM.contains(&number) => {
            Verdict::OutOfResources { program: typed, reason: error.to_string() }
        }
        _ => Verdict::CannotStart { program: typed, reason: explain(program, error) },
    }
}

/// Explains what the error means for this program.
fn explain(program: &Program, error: &io::Error) -> String {
    let word = &program.words()[0];
    let path = Path::new(word);
    match error.kind() {
        _ if error.raw_os_error() == Some(NO_PROGRAM) => {
            "this machine cannot run it (a script needs a first line such as #!/bin/sh)".into()
        }
        ErrorKind::PermissionDenied if path.is_dir() => "it is a folder".into(),
        ErrorKind::PermissionDenied if path.is_file() => {
            format!("it is not executable; try chmod +x {}", shell_word(word))
        }
        ErrorKind::NotFound if path.is_file() => match interpreter(path) {
            Some(interpreter) if interpreter.ends_with('\r') => {
                let file = shell_word(word);
                format!("it has Windows line endings; try sed -i 's/\\r$//' {file}")
            }
            Some(interpreter) => {
                format!("its first line names {interpreter:?}, which does not exist")
            }
            None => format!("{error} (a library or loader it needs is missing)"),
        },
        ErrorKind::NotFound if !word.contains('/') => "command not found".into(),
        ErrorKind::NotFound => "no such file".into(),
        _ => error.to_string(),
    }
}

/// Returns the interpreter that a script's `#!` line names, if it has one.
fn interpreter(path: &Path) -> Option<String> {
    // Open only regular files: opening a pipe could block.
    fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    let mut start = Vec::new();
    File::open(path).ok()?.take(FIRST_LINE).read_to_end(&mut start).ok()?;
    let line = start.strip_prefix(b"#!")?.split(|&byte| byte == b'\n').next()?;
    // A carriage return at the end is part of the name, and often the very problem.
    Some(String::from_utf8_lossy(line).trim_matches(' ').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_machine_is_not_the_programs_fault() {
        let program: Program = "./bot".parse().expect("a good command line");
        let name = |number: Errno| verdict(&program, &number.into()).name();
        assert_eq!(NO_ROOM.map(name), ["no-room"; 4]);
        assert_eq!([Errno::NOENT, Errno::ACCESS, Errno::NOEXEC].map(name), ["cannot-start"; 3]);
    }
}
