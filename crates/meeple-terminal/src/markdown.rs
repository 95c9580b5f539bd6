//! Renders Markdown as text for a window: `meeple rules`.
//!
//! ```text
//! ## Rules              Rules
//!                       -----
//! - **C1** The bar  ->  - C1 The bar has `width` columns and
//!   has `width` ...       `height` rows, 1 to 255 each.
//! ```
//!
//! Paragraphs, lists and table cells are wrapped; fenced blocks are drawings and stay unchanged. Emphasis
//! becomes a style if colours are used.

use crate::{
    paint::Paint,
    window::{self, wrap_with},
};
use anstyle::{AnsiColor, Style};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};
use std::ops::Range;
use textwrap::core::display_width;

/// The indentation of a drawing.
const DRAWING_INDENT: &str = "    ";

/// Renders the text for a window of this many columns.
pub fn render(source: &str, columns: usize, paint: Paint) -> String {
    let mut renderer = MarkdownRenderer { paint, columns, ..MarkdownRenderer::default() };
    for event in Parser::new_ext(source, Options::ENABLE_TABLES) {
        renderer.handle(event);
    }
    renderer.put_words();
    renderer.output
}

/// A rendered line without styles, for a screen that has its own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StyledLine {
    /// The text, without colours.
    pub text: String,
    /// What the line contains.
    pub kind: LineKind,
}

/// What a line contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LineKind {
    /// A heading.
    Title,
    /// Text, a table or a drawing.
    Body,
}

/// Renders the text as lines of this many columns, for a screen that has its own styles.
pub fn styled_lines(source: &str, columns: usize) -> Vec<StyledLine> {
    let headings = HeadingStyle::Styled;
    let mut renderer = MarkdownRenderer { headings, columns, ..MarkdownRenderer::default() };
    for event in Parser::new_ext(source, Options::ENABLE_TABLES) {
        renderer.handle(event);
    }
    renderer.put_words();
    let kind = |at| {
        let is_title = renderer.titles.iter().any(|title| title.contains(&at));
        if is_title { LineKind::Title } else { LineKind::Body }
    };
    let lines = renderer.output.lines().enumerate();
    lines.map(|(at, text)| StyledLine { text: text.into(), kind: kind(at) }).collect()
}

/// How headings are marked if there are no colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum HeadingStyle {
    Underlined,
    /// Not marked: the caller has a style for them.
    Styled,
}

struct MarkdownRenderer {
    paint: Paint,
    headings: HeadingStyle,
    /// The line ranges of the headings.
    titles: Vec<Range<usize>>,
    columns: usize,
    output: String,
    /// The text of the open paragraph, item, heading or cell so far.
    words: String,
    styles: Vec<Style>,
    /// For each open list, the number of its next item; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The marker before the first line of an item, such as `- `.
    marker: Option<String>,
    /// For each open item, the number of columns before its text.
    indents: Vec<usize>,
    rows: Vec<Vec<String>>,
    is_drawing: bool,
    wants_gap: bool,
}

impl Default for MarkdownRenderer {
    fn default() -> Self {
        MarkdownRenderer {
            paint: Paint::PLAIN,
            headings: HeadingStyle::Underlined,
            titles: Vec::new(),
            columns: window::DEFAULT_COLUMNS,
            output: String::new(),
            words: String::new(),
            styles: Vec::new(),
            lists: Vec::new(),
            marker: None,
            indents: Vec::new(),
            rows: Vec::new(),
            is_drawing: false,
            wants_gap: false,
        }
    }
}

impl MarkdownRenderer {
    fn handle(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(&tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text) => self.push_text(&text),
            Event::Code(code) => self.push_code(&code),
            Event::SoftBreak => self.words.push(' '),
            Event::HardBreak => self.words.push('\n'),
            Event::Rule => self.put(&"-".repeat(self.columns)),
            // These belong to extensions that aren't enabled.
            Event::FootnoteReference(_) | Event::TaskListMarker(_) => {}
        }
    }

    fn start(&mut self, tag: &Tag<'_>) {
        let bold = Style::new().bold();
        match tag {
            Tag::Heading { level: HeadingLevel::H1, .. } => self.styles.push(bold.underline()),
            Tag::Heading { .. } | Tag::Strong | Tag::TableHead => self.styles.push(bold),
            Tag::Emphasis => self.styles.push(Style::new().italic()),
            Tag::CodeBlock(_) => self.is_drawing = true,
            Tag::List(first) => {
                self.put_words(); // of the item that contains the list
                self.lists.push(*first);
            }
            Tag::Item => self.start_item(),
            _ => {}
        }
        if matches!(tag, Tag::TableHead | Tag::TableRow) {
            self.rows.push(Vec::new());
        }
    }

    fn start_item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                *number += 1;
                format!("{}. ", *number - 1)
            }
            _ => "- ".into(),
        };
        self.indents.push(marker.len());
        self.marker = Some(marker);
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph => {
                self.put_words();
                self.wants_gap = true;
            }
            TagEnd::Heading(level) => self.end_heading(level),
            TagEnd::Strong | TagEnd::Emphasis | TagEnd::TableHead => {
                self.styles.pop();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.words);
                self.rows.last_mut().expect("a cell is in a row").push(cell);
            }
            TagEnd::Table => self.put_table(),
            TagEnd::CodeBlock => self.put_drawing(),
            TagEnd::Item => {
                self.put_words();
                self.marker = None;
                self.indents.pop();
            }
            TagEnd::List(_) => {
                self.lists.pop();
                self.wants_gap = true;
            }
            _ => {}
        }
    }

    fn push_text(&mut self, text: &str) {
        let style = self.styles.iter().fold(Style::new(), |all, style| all | style.get_effects());
        let is_plain = self.is_drawing || style.is_plain();
        self.words.push_str(&if is_plain { text.into() } else { self.paint.style(style, text) });
    }

    /// Adds code, coloured if colours are used, otherwise in backticks.
    fn push_code(&mut self, code: &str) {
        let cyan = Style::new().fg_color(Some(AnsiColor::Cyan.into()));
        let is_shown = self.paint.has_colour();
        let code = if is_shown { self.paint.style(cyan, code) } else { format!("`{code}`") };
        self.words.push_str(&code);
    }

    fn end_heading(&mut self, level: HeadingLevel) {
        self.styles.pop();
        let width = display_width(&self.words).min(self.columns);
        let first = self.output.lines().count() + usize::from(self.wants_gap);
        self.put_words();
        self.titles.push(first..self.output.lines().count());
        if !self.paint.has_colour() && self.headings == HeadingStyle::Underlined {
            let line = if level == HeadingLevel::H1 { "=" } else { "-" };
            self.output.push_str(&line.repeat(width));
            self.output.push('\n');
        }
        self.wants_gap = true;
    }

    /// Writes the open text, wrapped, after the marker of its item.
    fn put_words(&mut self) {
        let words = std::mem::take(&mut self.words);
        if words.is_empty() {
            return;
        }
        let others = " ".repeat(self.indents.iter().sum());
        let first = match self.marker.take() {
            Some(marker) => format!("{}{marker}", &others[marker.len()..]),
            None => others.clone(),
        };
        let mut lines = words.lines();
        let mut text = wrap_with(lines.next().unwrap_or_default(), self.columns, &first, &others);
        for line in lines {
            text.push('\n');
            text.push_str(&wrap_with(line, self.columns, &others, &others));
        }
        self.put(&text);
    }

    fn put_drawing(&mut self) {
        self.is_drawing = false;
        let drawing = std::mem::take(&mut self.words);
        let indent = " ".repeat(self.indents.iter().sum());
        let lines = drawing.lines().map(|line| format!("{indent}{DRAWING_INDENT}{line}"));
        let lines: Vec<String> = lines.map(|line| line.trim_end().to_owned()).collect();
        self.put(&lines.join("\n"));
        self.wants_gap = true;
    }

    fn put_table(&mut self) {
        let rows = std::mem::take(&mut self.rows);
        let indent: usize = self.indents.iter().sum();
        let widths = column_widths(&rows, self.columns.saturating_sub(indent));
        let mut lines = Vec::new();
        for (number, row) in rows.iter().enumerate() {
            lines.extend(row_lines(row, &widths));
            if number == 0 {
                let rules = widths.iter().map(|&width| "-".repeat(width));
                lines.push(rules.collect::<Vec<_>>().join(GAP));
            }
        }
        let lines = lines.iter().map(|line| format!("{:indent$}{line}", ""));
        self.put(&lines.collect::<Vec<_>>().join("\n"));
        self.wants_gap = true;
    }

    /// Writes a block, with an empty line before it if needed.
    fn put(&mut self, block: &str) {
        if self.wants_gap {
            self.output.push('\n');
        }
        self.wants_gap = false;
        self.output.push_str(block);
        self.output.push('\n');
    }
}

/// The space between the columns of a table.
const GAP: &str = "  ";

/// Returns the column widths: those of the widest cells, with the widest columns narrowed until the table
/// fits.
fn column_widths(rows: &[Vec<String>], columns: usize) -> Vec<usize> {
    let count = rows.iter().map(Vec::len).max().unwrap_or(0);
    let width = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column));
        cells.map(|cell| display_width(cell)).max().unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..count).map(width).collect();
    let room = columns.saturating_sub(GAP.len() * count.saturating_sub(1));
    while widths.iter().sum::<usize>() > room.max(count) {
        let widest = widths.iter_mut().max().expect("a sum above 0 has a term");
        *widest -= 1;
    }
    widths
}

/// Returns the lines of a table row, as many as its longest cell needs.
fn row_lines(row: &[String], widths: &[usize]) -> Vec<String> {
    let cells: Vec<Vec<String>> = widths
        .iter()
        .enumerate()
        .map(|(column, &width)| {
            let cell = row.get(column).map_or("", String::as_str);
            wrap_with(cell, width, "", "").lines().map(str::to_owned).collect()
        })
        .collect();
    let height = cells.iter().map(Vec::len).max().unwrap_or(0);
    let line = |number: usize| {
        let parts = cells.iter().zip(widths).map(|(cell, &width)| {
            let text = cell.get(number).map_or("", String::as_str);
            format!("{text}{:1$}", "", width.saturating_sub(display_width(text)))
        });
        parts.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    (0..height).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::GameKind;

    #[track_caller]
    fn rendered(source: &str, columns: usize, expected: &str) {
        assert_eq!(render(source, columns, Paint::PLAIN), expected);
    }

    #[test]
    fn headings_paragraphs_and_emphasis_are_read_without_their_marks() {
        rendered(
            "# Chomp\nA *bar* of\nchocolate, **two** players.\n\n## Rules\nNone.\n",
            20,
            "Chomp\n=====\n\nA bar of chocolate,\ntwo players.\n\nRules\n-----\n\nNone.\n",
        );
    }

    #[test]
    fn lines_for_a_screen_say_which_are_headings() {
        let lines = styled_lines("# Chomp\nA *bar*.\n\n## The RULES\nNONE.\n", 20);
        let titles: Vec<&str> = lines
            .iter()
            .filter(|line| line.kind == LineKind::Title)
            .map(|line| line.text.as_str())
            .collect();
        assert_eq!(titles, ["Chomp", "The RULES"]);
        let texts: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        assert_eq!(texts, ["Chomp", "", "A bar.", "", "The RULES", "", "NONE."]);
    }

    #[test]
    fn lists_hang_and_drawings_stay_as_they_are() {
        rendered(
            "- **C1** The bar has `width` columns.\n  - inner one\n- two\n\n```text\nP # #   # # # # # # #\n```\n1. first\n2. second\n",
            20,
            "- C1 The bar has\n  `width` columns.\n  - inner one\n\n- two\n\n    P # #   # # # # # # #\n\n1. first\n2. second\n",
        );
    }

    #[test]
    fn tables_are_aligned_and_their_widest_column_is_wrapped() {
        rendered(
            "| map | meaning |\n| --- | --- |\n| `a` | one two three four |\n| long-name | x |\n",
            24,
            "map        meaning\n---------  -------------\n`a`        one two three\n           four\nlong-name  x\n",
        );
    }

    #[test]
    fn styles_are_shown_where_colours_are() {
        let paint = Paint::COLOURED;
        let text = render("**C1** `x` *y*\n", 40, paint);
        assert_eq!(text, "\x1b[1mC1\x1b[0m \x1b[36mx\x1b[0m \x1b[3my\x1b[0m\n");
    }

    /// Returns all letters and digits of the text, sorted.
    fn letters(text: &str) -> Vec<char> {
        let mut letters: Vec<char> = text.chars().filter(|c| c.is_alphanumeric()).collect();
        letters.sort_unstable();
        letters
    }

    #[test]
    fn the_rules_of_every_game_fit_and_nothing_of_them_is_lost() {
        for &kind in GameKind::ALL {
            let mut source = String::new();
            for event in Parser::new_ext(kind.rules(), Options::ENABLE_TABLES) {
                let (Event::Text(words) | Event::Code(words)) = event else { continue };
                source.push_str(&words);
                source.push(' ');
            }
            for columns in [60, 80, 200] {
                let text = render(kind.rules(), columns, Paint::PLAIN);
                let widest = text.lines().map(display_width).max().expect("it has lines");
                assert!(widest <= columns, "{kind}: a line of {widest} in {columns} columns");
                assert_eq!(letters(&text), letters(&source), "{kind} at {columns} columns");
            }
            let text = render(kind.rules(), 200, Paint::PLAIN);
            for word in source.split_whitespace() {
                assert!(text.contains(word), "{kind}: {word} is broken though there is room");
            }
        }
    }

    #[test]
    fn colours_change_no_width() {
        for &kind in GameKind::ALL {
            let text = render(kind.rules(), 80, Paint::COLOURED);
            assert!(text.lines().all(|line| display_width(line) <= 80), "{kind}");
        }
    }
}
