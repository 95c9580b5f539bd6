//! A Filler bot that places its piece as close to the opponent as possible.
//! Try it with `rustc -O bots/filler_chase.rs`, `meeple play filler --seats you,json:./filler_chase`.
//!
//! It finds what it needs in a turn by searching the text; a JSON library would work as well:
//!
//! ```text
//! {"type":"turn", .. "seat":0, .. "board":["..$.","@..."], ..
//!  "choices":[{"move":"0,1", .. "cells":[[0,1],[1,1]], ..},{"move":"stop","kind":"stop"}] ..
//! ```

use std::io;

/// A column and a row.
type Cell = (usize, usize);

fn main() -> io::Result<()> {
    for line in io::stdin().lines() {
        if let Some(answer) = answer(&line?) {
            println!("{answer}");
        }
    }
    Ok(())
}

/// The move whose cells are closest to the opponent; `None` if the line is not a turn.
fn answer(line: &str) -> Option<&str> {
    let (_, choices) = line.split_once(r#""choices":["#)?;
    let enemy = if between(line, r#""seat":"#, ",")? == "0" { ['$', 's'] } else { ['@', 'a'] };
    let enemies = cells_with(enemy, between(line, r#""board":[""#, r#""]"#)?);
    let distance = |choice: &&str| match between(choice, r#""cells":[["#, "]]") {
        Some(cells) => cells.split("],[").filter_map(cell).map(|at| distance(at, &enemies)).sum(),
        None => usize::MAX, // `stop`, which ends our game
    };
    let nearest = choices.split(r#"{"move":""#).skip(1).min_by_key(distance)?;
    Some(nearest.split_once('"')?.0)
}

/// The text between `start` and `end`.
fn between<'a>(text: &'a str, start: &str, end: &str) -> Option<&'a str> {
    Some(text.split_once(start)?.1.split_once(end)?.0)
}

/// `0,1` as a cell.
fn cell(text: &str) -> Option<Cell> {
    let (column, row) = text.split_once(',')?;
    Some((column.parse().ok()?, row.parse().ok()?))
}

/// The cells with these marks on a board such as `..$.","@...`.
fn cells_with(marks: [char; 2], board: &str) -> Vec<Cell> {
    let rows = board.split(r#"",""#).enumerate();
    rows.flat_map(|(row, text)| text.match_indices(marks).map(move |(at, _)| (at, row))).collect()
}

/// The number of steps to the nearest of these cells.
fn distance(from: Cell, cells: &[Cell]) -> usize {
    let steps = |to: &Cell| from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
    cells.iter().map(steps).min().unwrap_or(0)
}
