//! The measured strength of the computer players, from the file docs/strength.md.
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
//! A section covers a game, or a game with options. The file is compiled into the program, so that
//! a person choosing an opponent sees what to expect.

use std::ops::Range;

/// The file as it was when the program was built.
const MEASURED: &str = include_str!("../../../docs/strength.md");

/// The text above the sections.
pub const INTRODUCTION: &str = "\
# Strength

How strong the computer players are. Each section was written by the command it names. Ratings are Elo above
the player that moves at random ([arena.md](arena.md#reading-the-results) explains them), from a round robin in
which every deal is played in every seating. Intervals have a confidence of 95 % and are computed from whole
blocks. Share is the fraction of all points that a player won. `> +1325` and `+1325 or more` are lower bounds:
the games give no upper bound.
";

/// The header of every table.
pub const HEAD: &str = "\
| player | Elo | 95 % | share | games |
| --- | ---: | --- | ---: | ---: |
";

/// A player's row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Measured {
    /// The player's name.
    pub player: String,
    /// Elo above the random player, formatted.
    pub elo: String,
    /// The 95 % interval of the rating, formatted.
    pub interval: String,
}

/// Returns the ratings measured for this game with its default options.
pub fn of(game: &str) -> Vec<Measured> {
    section(MEASURED, game).map_or_else(Vec::new, |section| rows(&MEASURED[section]))
}

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

/// Finds the section of this title, including its heading.
fn section(text: &str, title: &str) -> Option<Range<usize>> {
    let start = text.find(&format!("\n## {title}\n"))? + 1;
    let end = text[start..].find("\n## ").map_or(text.len(), |end| start + end + 1);
    Some(start..end)
}

fn rows(section: &str) -> Vec<Measured> {
    let lines = section.lines().skip_while(|line| !line.starts_with("| ---")).skip(1);
    let row = |line: &str| {
        let mut cells = line.strip_prefix('|')?.split('|').map(|cell| cell.trim().to_owned());
        Some(Measured { player: cells.next()?, elo: cells.next()?, interval: cells.next()? })
    };
    lines.map_while(row).collect()
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
    fn rows_are_read_as_they_are_written() {
        let text = format!(
            "## azul\n\nWords.\n\n{HEAD}| greedy | +795 | +529 or more | 1 | 2 |\n\nMore.\n"
        );
        let (player, elo) = ("greedy".into(), "+795".into());
        assert_eq!(rows(&text), [Measured { player, elo, interval: "+529 or more".into() }]);
    }
}
