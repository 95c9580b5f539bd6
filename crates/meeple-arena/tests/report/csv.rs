//! Tests the results as CSV.

use super::{ReportFixture, chomp};
use meeple_arena::report::{write_crosstable_csv, write_games_csv, write_standing_csv};
use std::io;

/// Parses what was written into lines of cells; sufficient for cells without line breaks.
fn cells(write: impl Fn(&mut dyn io::Write) -> io::Result<()>) -> Vec<Vec<String>> {
    let mut text = Vec::new();
    write(&mut text).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert!(text.ends_with("\r\n"));
    text.trim_end().split("\r\n").map(split).collect()
}

fn split(line: &str) -> Vec<String> {
    let (mut cells, mut quoted) = (vec![String::new()], false);
    let mut letters = line.chars().peekable();
    while let Some(letter) = letters.next() {
        match letter {
            '"' if quoted && letters.peek() == Some(&'"') => {
                letters.next();
                cells.last_mut().unwrap().push('"');
            }
            '"' => quoted = !quoted,
            ',' if !quoted => cells.push(String::new()),
            letter => cells.last_mut().unwrap().push(letter),
        }
    }
    cells
}

#[test]
fn every_line_has_as_many_cells_as_titles() {
    let mut played = chomp();
    played.games[0].reason = "a, \"b\"\n=1+1".into();
    let standing = ReportFixture::of(&played).standing;
    for lines in [
        cells(|out| write_standing_csv(&standing, out)),
        cells(|out| write_crosstable_csv(&standing, out)),
        cells(|out| write_games_csv(&played.entrants, &played.games, out)),
    ] {
        assert!(lines.len() > 3);
        assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{lines:?}");
    }
}

#[test]
fn the_numbers_are_those_of_the_games() {
    let played = chomp();
    let lines = cells(|out| write_games_csv(&played.entrants, &played.games, out));
    let column = |title: &str| lines[0].iter().position(|cell| cell == title).unwrap();
    for (line, game) in lines[1..].iter().zip(&played.games) {
        assert_eq!(line[column("plies")], game.plies.to_string());
        assert_eq!(line[column("rank_2")], game.ranks[1].to_string());
        let name = &played.entrants[game.seats[0]].info.name;
        assert_eq!(&line[column("name_1")], name);
        assert_eq!(line[column("faults")].contains("ann.py: crash"), !game.faults.is_empty());
    }
}

#[test]
fn a_name_is_no_formula_and_an_unbounded_end_is_empty() {
    let mut played = chomp();
    played.entrants[0].info.name = "=HYPERLINK(\"x\")".into();
    let mut standing = ReportFixture::of(&played).standing;
    let row = standing.rows.iter_mut().find(|row| row.entrant == 0).unwrap();
    row.elo.as_mut().unwrap().high = f64::INFINITY;
    let lines = cells(|out| write_standing_csv(&standing, out));
    let column = |title: &str| lines[0].iter().position(|cell| cell == title).unwrap();
    let line = lines.iter().find(|line| line[column("name")].contains("HYPER")).unwrap();
    assert_eq!(line[column("name")], "'=HYPERLINK(\"x\")");
    assert_eq!(line[column("elo_high")], "");
}
