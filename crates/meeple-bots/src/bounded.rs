//! Reads outside input with a limit on its size.
//!
//! - [`read`]: a file, a pipe, or standard input (`-`), up to a number of bytes
//! - [`open_regular`]: a file that Meeple wrote itself, whose exact size is known
//! - [`read_line`]: line by line, each up to a number of bytes
//!
//! Directories have an error of their own. [`open_regular`] never waits for a writer at the other
//! end of a pipe; [`read`] does, because a shell's `<(...)` is a pipe.

use meeple_core::text::format_count;
use std::{
    fs::{self, File},
    io::{self, BufRead, Read},
    path::{Path, PathBuf},
};

/// Why an input could not be read.
#[derive(Debug, thiserror::Error)]
pub enum BoundedReadError {
    /// Opening or reading it failed.
    #[error("{}: {error}", path.display())]
    Io {
        /// The path of the input.
        path: PathBuf,
        /// The system's error.
        error: io::Error,
    },
    /// It is a directory.
    #[error("{}: is a directory", path.display())]
    Directory {
        /// The path of the input.
        path: PathBuf,
    },
    /// It is a pipe or a device instead of a regular file.
    #[error("{}: not a regular file", path.display())]
    Special {
        /// The path of the input.
        path: PathBuf,
    },
    /// It is longer than the limit.
    #[error("{}: too large: a {what} has at most {}", path.display(), format_count(*most as usize, "byte"))]
    TooLong {
        /// The path of the input.
        path: PathBuf,
        /// What the input was expected to be, such as `certificate`.
        what: &'static str,
        /// The limit in bytes.
        most: u64,
    },
    /// It does not have the expected size.
    #[error("{}: {}, expected {expected}", path.display(), format_count(*found as usize, "byte"))]
    Size {
        /// The path of the input.
        path: PathBuf,
        /// The size of the file in bytes.
        found: u64,
        /// The expected size in bytes.
        expected: u64,
    },
}

/// Reads all of a file or a pipe, or of standard input if the path is `-`.
///
/// Fails if there are more than `most` bytes; `what` names the expected content in the error, such
/// as `certificate`.
pub fn read(path: &Path, what: &'static str, most: u64) -> Result<Vec<u8>, BoundedReadError> {
    let io = |error| BoundedReadError::Io { path: path.into(), error };
    let mut bytes = Vec::new();
    let mut fill = |source: &mut dyn Read| source.take(most + 1).read_to_end(&mut bytes);
    if path == Path::new("-") {
        fill(&mut io::stdin().lock()).map_err(io)?;
    } else {
        if fs::metadata(path).map_err(io)?.is_dir() {
            return Err(BoundedReadError::Directory { path: path.into() });
        }
        fill(&mut File::open(path).map_err(io)?).map_err(io)?;
    }
    if bytes.len() as u64 > most {
        return Err(BoundedReadError::TooLong { path: path.into(), what, most });
    }
    Ok(bytes)
}

/// Opens a regular file of exactly `expected` bytes; `None` if the path does not exist.
///
/// Its kind and size are checked before it is opened.
pub fn open_regular(path: &Path, expected: u64) -> Result<Option<File>, BoundedReadError> {
    let io = |error| BoundedReadError::Io { path: path.into(), error };
    let about = match fs::metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        about => about.map_err(io)?,
    };
    if about.is_dir() {
        return Err(BoundedReadError::Directory { path: path.into() });
    }
    if !about.is_file() {
        return Err(BoundedReadError::Special { path: path.into() });
    }
    let found = about.len();
    if found != expected {
        return Err(BoundedReadError::Size { path: path.into(), found, expected });
    }
    File::open(path).map(Some).map_err(io)
}

/// What [`read_line`] found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BoundedLine {
    /// A line, which may be empty.
    Whole,
    /// A line with more bytes than allowed; the rest of it has been skipped.
    TooLong,
    /// The end of the input.
    End,
}

/// Reads the next line into `line`, without its line feed, keeping at most `most` bytes.
pub fn read_line(
    input: &mut impl BufRead,
    most: u64,
    line: &mut Vec<u8>,
) -> io::Result<BoundedLine> {
    line.clear();
    let count = input.take(most + 1).read_until(b'\n', line)?;
    if count == 0 {
        return Ok(BoundedLine::End);
    }
    if line.last() == Some(&b'\n') {
        line.pop();
    } else if line.len() as u64 > most {
        line.truncate(most as usize);
        input.skip_until(b'\n')?;
        return Ok(BoundedLine::TooLong);
    }
    Ok(BoundedLine::Whole)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::{os::unix::fs::symlink, process::Command};

    fn error_text<T: std::fmt::Debug>(result: Result<T, BoundedReadError>) -> String {
        result.expect_err("an error").to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_limit_and_endless_ones_are_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "12345").expect("it can be written");
        assert_eq!(read(&path, "map", 5).expect("it fits"), b"12345");
        let refused = error_text(read(&path, "map", 4));
        assert!(refused.ends_with("file: too large: a map has at most 4 bytes"), "{refused}");
        let refused = error_text(read(Path::new("/dev/zero"), "map", 1 << 16));
        assert_eq!(refused, "/dev/zero: too large: a map has at most 65536 bytes");
        let refused = error_text(read(folder.path(), "map", 5));
        assert!(refused.ends_with(": is a directory"), "{refused}");
        let refused = error_text(read(&folder.path().join("none"), "map", 5));
        assert!(refused.contains("none: No such file"), "{refused}");
    }

    #[test]
    fn only_a_regular_file_of_the_expected_size_is_opened() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        assert!(open_regular(&path("none"), 5).expect("nothing there is no error").is_none());
        fs::write(path("file"), "12345").expect("it can be written");
        assert!(open_regular(&path("file"), 5).expect("it fits").is_some());
        let refused = error_text(open_regular(&path("file"), 6));
        assert!(refused.ends_with("file: 5 bytes, expected 6"), "{refused}");
        let made = Command::new("mkfifo").arg(path("pipe")).status().expect("mkfifo is there");
        assert!(made.success());
        let refused = error_text(open_regular(&path("pipe"), 5));
        assert!(refused.ends_with("pipe: not a regular file"), "{refused}");
        symlink("/dev/zero", path("link")).expect("it can be made");
        let refused = error_text(open_regular(&path("link"), 5));
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
        assert_eq!(next(), (BoundedLine::Whole, "12345".into()));
        assert_eq!(next(), (BoundedLine::TooLong, "12345".into()));
        assert_eq!(next(), (BoundedLine::Whole, String::new()));
        assert_eq!(next(), (BoundedLine::Whole, "12".into()));
        assert_eq!(next().0, BoundedLine::End);
    }
}
