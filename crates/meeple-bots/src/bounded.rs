//! Reading what others wrote, and never more of it than makes sense.
//!
//! - [`read`]: a file, a pipe, or standard input (`-`), up to so many bytes
//! - [`open_regular`]: a file on disk that must have so many bytes, for what we wrote ourselves
//! - [`read_line`]: line by line, each up to so many bytes
//!
//! Directories are refused by name. [`open_regular`] never waits for somebody who
//! writes into a pipe; [`read`] does, since `<(...)` in a shell is one.

use meeple_core::text::counted;
use std::{
    fs::{self, File},
    io::{self, BufRead, Read},
    path::{Path, PathBuf},
};

/// Why something was not read.
#[derive(Debug, thiserror::Error)]
pub enum Unreadable {
    /// It cannot be opened or read.
    #[error("{}: {error}", path.display())]
    Io {
        /// Where.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// It is a folder.
    #[error("{}: is a directory", path.display())]
    Directory {
        /// Where.
        path: PathBuf,
    },
    /// A pipe or a device, where a file is wanted.
    #[error("{}: not a regular file", path.display())]
    Special {
        /// Where.
        path: PathBuf,
    },
    /// It is longer than anything that would make sense.
    #[error("{}: more than {}, which no {what} has", path.display(), counted(*most as usize, "byte"))]
    TooLong {
        /// Where.
        path: PathBuf,
        /// What it should have been.
        what: &'static str,
        /// The most bytes that are read.
        most: u64,
    },
    /// It has not the size that it must have.
    #[error("{}: {}, expected {expected}", path.display(), counted(*found as usize, "byte"))]
    Size {
        /// Where.
        path: PathBuf,
        /// How many bytes there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
}

/// All of a file or a pipe, or of standard input if the path is `-`, unless it has more than
/// `most` bytes; `what` says what it should be, such as `certificate`.
pub fn read(path: &Path, what: &'static str, most: u64) -> Result<Vec<u8>, Unreadable> {
    let io = |error| Unreadable::Io { path: path.into(), error };
    let mut bytes = Vec::new();
    let mut fill = |source: &mut dyn Read| source.take(most + 1).read_to_end(&mut bytes);
    if path == Path::new("-") {
        fill(&mut io::stdin().lock()).map_err(io)?;
    } else {
        if fs::metadata(path).map_err(io)?.is_dir() {
            return Err(Unreadable::Directory { path: path.into() });
        }
        fill(&mut File::open(path).map_err(io)?).map_err(io)?;
    }
    if bytes.len() as u64 > most {
        return Err(Unreadable::TooLong { path: path.into(), what, most });
    }
    Ok(bytes)
}

/// A regular file of exactly `expected` bytes; `None` if nothing is there. Its kind and its
/// size are looked at before it is opened.
pub fn open_regular(path: &Path, expected: u64) -> Result<Option<File>, Unreadable> {
    let io = |error| Unreadable::Io { path: path.into(), error };
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about.map_err(io)?,
    };
    if about.is_dir() {
        return Err(Unreadable::Directory { path: path.into() });
    }
    if !about.is_file() {
        return Err(Unreadable::Special { path: path.into() });
    }
    let found = about.len();
    if found != expected {
        return Err(Unreadable::Size { path: path.into(), found, expected });
    }
    File::open(path).map(Some).map_err(io)
}

/// What [`read_line`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Line {
    /// A line, which may be empty.
    Whole,
    /// A line with more bytes than were allowed: what is over has been passed by.
    TooLong,
    /// Nothing more.
    End,
}

/// Reads the next line into `line`, without its line feed, up to `most` bytes.
pub fn read_line(input: &mut impl BufRead, most: u64, line: &mut Vec<u8>) -> io::Result<Line> {
    line.clear();
    let count = input.take(most + 1).read_until(b'\n', line)?;
    if count == 0 {
        return Ok(Line::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > most {
        line.truncate(most as usize);
        input.skip_until(b'\n')?;
        return Ok(Line::TooLong);
    }
    Ok(Line::Whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::symlink, process::Command};

    fn why<T: std::fmt::Debug>(result: Result<T, Unreadable>) -> String {
        result.expect_err("it is refused").to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_endless_ones_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("it can be written");
        assert_eq!(read(&path, "map", 5).expect("it fits"), b"12345");
        let refused = why(read(&path, "map", 4));
        assert!(refused.ends_with("file: more than 4 bytes, which no map has"), "{refused}");
        let refused = why(read(Path::new("/dev/zero"), "map", 1 << 16));
        assert_eq!(refused, "/dev/zero: more than 65536 bytes, which no map has");
        let refused = why(read(folder.path(), "map", 5));
        assert!(refused.ends_with(": is a directory"), "{refused}");
        let refused = why(read(&folder.path().join("none"), "map", 5));
        assert!(refused.contains("none: No such file"), "{refused}");
    }

    #[test]
    fn only_a_regular_file_of_the_right_size_is_taken_for_ours() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        assert!(open_regular(&path("none"), 5).expect("nothing there is no error").is_none());
        fs::write(path("file"), "12345").expect("it can be written");
        assert!(open_regular(&path("file"), 5).expect("it fits").is_some());
        let refused = why(open_regular(&path("file"), 6));
        assert!(refused.ends_with("file: 5 bytes, expected 6"), "{refused}");
        let made = Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo is there");
        assert!(made.success());
        let refused = why(open_regular(&path("pipe"), 5));
        assert!(refused.ends_with("pipe: not a regular file"), "{refused}");
        symlink("/dev/zero", path("link")).expect("it can be made");
        let refused = why(open_regular(&path("link"), 5));
        assert!(refused.ends_with("link: not a regular file"), "{refused}");
    }

    #[test]
    fn a_line_that_is_too_long_does_not_spoil_the_next() {
        let mut input = &b"12345\n123456\n\n12"[..];
        let mut line = Vec::new();
        let mut next = || {
            let found = read_line(&mut input, 5, &mut line).expect("memory can be read");
            (found, String::from_utf8_lossy(&line).into_owned())
        };
        assert_eq!(next(), (Line::Whole, "12345".into()));
        assert_eq!(next(), (Line::TooLong, "12345".into()));
        assert_eq!(next(), (Line::Whole, String::new()));
        assert_eq!(next(), (Line::Whole, "12".into()));
        assert_eq!(next().0, Line::End);
    }
}
