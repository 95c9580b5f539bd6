//! The document docs/strength.md: one section for each game, written by `meeple players --rate`.
//!
//! ```text
//! ## azul
//!
//! Measured on 2026-11-16 with `meeple players azul --rate --games 400`: ...
//!
//! | player | Elo | 95 % | share | games |
//! | --- | ---: | --- | ---: | ---: |
//! | greedy | +795 | +529 or more | 100.0 % | 400 |
//! ```
//!
//! A section covers a game, or a game with options. What `meeple players` prints comes from
//! `crates/meeple-ai/src/ratings.txt`, which has the same numbers; a test compares them.

use std::{fmt::Write, ops::Range};

/// The text above the sections.
pub const INTRODUCTION: &str = "\
# Strength

How strong the computer players are. Each section was written by the command it names. Ratings are Elo above
the player that moves at random ([arena.md](arena.md#reading-the-results) explains them), from a round robin in
which every deal is played once per seating. Intervals have a confidence of 95 % and are computed from whole
blocks. Share is the fraction of all points that a player won. `> +1325` and `+1325 or more` are lower bounds:
the games give no upper bound.
";

/// The header of every table.
pub const HEAD: &str = "\
| player | Elo | 95 % | share | games |
| --- | ---: | --- | ---: | ---: |
";

/// Replaces the section of this title, or appends it after all others.
pub fn with_section(text: &str, title: &str, body: &str) -> String {
    let text = if text.trim().is_empty() { INTRODUCTION } else { text };
    let new = format!("## {title}\n\n{}\n", body.trim_end());
    match section(text, title) {
        Some(old) => {
            let (before, after) = (&text[..old.start], &text[old.end..]);
            let gap = if after.is_empty() { "" } else { "\n" };
            format!("{before}{new}{gap}{after}")
        }
        None => format!("{}\n\n{new}", text.trim_end()),
    }
}

/// Returns the lines of `ratings.txt` for this document: the tables of all games with default options.
pub fn short_ratings(text: &str) -> String {
    let mut lines = String::new();
    for section in text.split("\n## ").skip(1) {
        let game = section.lines().next().unwrap_or_default();
        if game.contains(' ') {
            continue; // with options
        }
        let rows = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
        for row in rows.map_while(|line| line.strip_prefix('|')) {
            let cells: Vec<&str> = row.split('|').map(str::trim).take(3).collect();
            let _ = writeln!(lines, "{}", format!("{game} | {}", cells.join(" | ")).trim_end());
        }
    }
    lines
}

/// Finds the section of this title, including its heading.
fn section(text: &str, title: &str) -> Option<Range<usize>> {
    let start = text.find(&format!("\n## {title}\n"))? + 1;
    let end = text[start..].find("\n## ").map_or(text.len(), |end| start + end + 1);
    Some(start..end)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Strength\n\nWords.\n\n## azul\n\nOld.\n\n## chomp\n\nKept.\n";

    #[test]
    fn a_section_takes_the_place_of_the_old_one() {
        let new = with_section(FILE, "azul", "New.");
        assert_eq!(new, "# Strength\n\nWords.\n\n## azul\n\nNew.\n\n## chomp\n\nKept.\n");
        assert_eq!(with_section(&new, "azul", "Old."), FILE);
        let last = with_section(FILE, "chomp", "New.\n");
        assert_eq!(last, "# Strength\n\nWords.\n\n## azul\n\nOld.\n\n## chomp\n\nNew.\n");
    }

    #[test]
    fn a_new_section_comes_last_and_an_empty_file_gets_an_introduction() {
        let more = with_section(FILE, "azul players=4", "New.");
        assert_eq!(more, format!("{FILE}\n## azul players=4\n\nNew.\n"));
        let first = with_section("", "azul", "New.");
        assert_eq!(first, format!("{INTRODUCTION}\n## azul\n\nNew.\n"));
    }

    #[test]
    fn ratings_are_the_first_cells_of_the_tables_without_options() {
        let text = format!(
            "# S\n\n## azul\n\nWords.\n\n{HEAD}| greedy | +795 | +529 or more | 1 | 2 |\n\
             | random | 0 |  | 1 | 2 |\n\nMore.\n\n## azul players=3\n\n{HEAD}| a | 1 | 2 | 3 | 4 |\n"
        );
        let expected = "azul | greedy | +795 | +529 or more\nazul | random | 0 |\n";
        assert_eq!(short_ratings(&text), expected);
    }
}
