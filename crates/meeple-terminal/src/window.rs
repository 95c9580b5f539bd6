//! The terminal window: its width, and how text is made to fit.
//!
//! Text is wrapped between words; the continuation lines keep the indentation. A drawing is never wrapped but
//! cut, and the caller says so. Escape sequences for styles have no width.

use std::{
    env,
    io::{self, IsTerminal},
    os::fd::AsFd,
};
use terminal_size::{Width, terminal_size_of};
use textwrap::{Options, WordSeparator, WordSplitter, WrapAlgorithm, core::display_width};

/// Default width if the window's width is unknown.
pub const DEFAULT_COLUMNS: usize = 80;

/// Smallest width used, even if the window is narrower.
const MIN_COLUMNS: usize = 20;

/// Returns the width of the window of standard output in columns; `None` if it isn't a terminal.
pub fn stdout_columns() -> Option<usize> {
    of(&io::stdout())
}

/// Returns the width of the window of standard error in columns; `None` if it isn't a terminal.
pub fn stderr_columns() -> Option<usize> {
    of(&io::stderr())
}

/// Returns the width of a stream's window; the variable `COLUMNS` takes precedence.
fn of(stream: &(impl IsTerminal + AsFd)) -> Option<usize> {
    if !stream.is_terminal() {
        return None;
    }
    let asked = env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let asked = asked.filter(|&columns| columns > 0);
    let seen = || terminal_size_of(stream).map(|(Width(columns), _)| usize::from(columns));
    let columns = asked.or_else(seen).filter(|&columns| columns > 0).unwrap_or(DEFAULT_COLUMNS);
    Some(columns.max(MIN_COLUMNS))
}

/// Wraps every line between words where it is too long.
///
/// ```
/// use meeple_terminal::window::wrap;
///
/// assert_eq!(wrap("  undo  take back your last move", 20), "  undo  take back\n  your last move");
/// ```
pub fn wrap(text: &str, columns: usize) -> String {
    let lines = text.split('\n').map(|line| {
        let words = line.trim_start_matches(' ');
        let indent = &line[..line.len() - words.len()];
        wrap_with(words, columns, indent, indent)
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// Wraps one line of text, with a prefix for the first and one for the other resulting lines.
pub fn wrap_with(words: &str, columns: usize, first: &str, others: &str) -> String {
    let options = Options::new(columns)
        .initial_indent(first)
        .subsequent_indent(others)
        .word_separator(WordSeparator::AsciiSpace)
        .word_splitter(WordSplitter::NoHyphenation) // keeps `--resume` whole
        .wrap_algorithm(WrapAlgorithm::FirstFit);
    // A number and its percent sign stay together.
    let glued = words.replace(" %", "\u{a0}%");
    textwrap::wrap(&glued, options).join("\n").replace("\u{a0}%", " %")
}

/// Cuts every line that is too long and ends it with `mark`; also returns the columns that the whole drawing
/// needs if any line was cut.
pub fn cut(drawing: &str, columns: usize, mark: &str) -> (String, Option<usize>) {
    let widest = drawing.lines().map(display_width).max().unwrap_or(0);
    if widest <= columns {
        return (drawing.into(), None);
    }
    let room = columns.saturating_sub(display_width(mark));
    let lines = drawing.split('\n').map(|line| match display_width(line) {
        width if width > columns => cut_line(line, room, mark),
        _ => line.into(),
    });
    (lines.collect::<Vec<_>>().join("\n"), Some(widest))
}

/// Cuts one line and adds the mark; all escape sequences are kept, because they may end a style.
fn cut_line(line: &str, room: usize, mark: &str) -> String {
    let (mut text, mut used, mut is_cut) = (String::new(), 0, false);
    let mut characters = line.chars();
    while let Some(character) = characters.next() {
        if character == '\x1b' {
            text.push(character);
            // `ESC [ 1 ; 31 m`: the bracket, then everything up to a letter.
            let is_end = |character: &char| character.is_ascii_alphabetic();
            let rest = characters.as_str().find(|character| is_end(&character));
            text.extend(characters.by_ref().take(rest.map_or(0, |end| end + 1)));
            continue;
        }
        used += display_width(character.encode_utf8(&mut [0; 4]));
        if used <= room {
            text.push(character);
        } else if !is_cut {
            is_cut = true;
            text.push_str(mark);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn wrapped(text: &str, columns: usize, expected: &str) {
        assert_eq!(wrap(text, columns), expected);
    }

    #[test]
    fn prose_is_broken_between_words_and_keeps_its_indentation() {
        wrapped("one two three", 20, "one two three");
        wrapped("one two three", 8, "one two\nthree");
        wrapped("  one two three", 8, "  one\n  two\n  three");
        wrapped("a\n\n  b c\n", 4, "a\n\n  b\n  c\n");
        wrapped("go on with --resume x", 18, "go on with\n--resume x");
        wrapped("it wins with 81 %", 16, "it wins with\n81 %");
        wrapped("  hint    what to do", 30, "  hint    what to do");
    }

    #[test]
    fn a_word_wider_than_the_window_is_broken_and_a_style_takes_no_room() {
        wrapped("abcdefgh i", 5, "abcde\nfgh i");
        wrapped("\x1b[1mone\x1b[0m two", 7, "\x1b[1mone\x1b[0m two");
        wrapped("\x1b[1mone two\x1b[0m three", 8, "\x1b[1mone two\x1b[0m\nthree");
        wrapped("日本 日本", 5, "日本\n日本");
    }

    #[test]
    fn a_drawing_that_fits_is_left_alone() {
        let drawing = "  # #\n\x1b[31m  P #\x1b[0m\n";
        assert_eq!(cut(drawing, 5, ">"), (drawing.into(), None));
    }

    #[test]
    fn what_is_cut_of_a_drawing_is_marked_and_measured() {
        assert_eq!(cut("123456\n123\n", 4, ">"), ("123>\n123\n".into(), Some(6)));
        assert_eq!(cut("日本日本", 6, "…"), ("日本…".into(), Some(8)));
        let styled = "\x1b[31mabc\x1b[0m\x1b[1mdef\x1b[0m";
        let expected = "\x1b[31mabc\x1b[0m\x1b[1m>\x1b[0m";
        assert_eq!(cut(styled, 4, ">"), (expected.into(), Some(6)));
    }
}
