//! A Filler bot that chases: it lays its piece as near to the enemy as it can.
//! Try it with `rustc -O bots/filler_chase.rs`, `meeple play filler --seats you,json:./filler_chase`.
//!
//! What it needs of a turn is found by hand; a library for JSON would do it too:
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

/// The move whose cells are nearest to the enemy; nothing where it is not our turn.
fn answer(line: &str) -> Option<&str> {
    let (_, choices) = line.split_once(r#""choices":["#)?;
    let enemy = if between(line, r#""seat":"#, ",")? == "0" { ['$', 's'] } else { ['@', 'a'] };
    let enemies = cells_with(enemy, between(line, r#""board":[""#, r#""]"#)?);
    let farness = |choice: &&str| match between(choice, r#""cells":[["#, "]]") {
        Some(cells) => cells.split("],[").filter_map(cell).map(|at| distance(at, &enemies)).sum(),
        None => usize::MAX, // `stop`, which gives up the rest of the game
    };
    let nearest = choices.split(r#"{"move":""#).skip(1).min_by_key(farness)?;
    Some(nearest.split_once('"')?.0)
}

/// What stands behind `start` and before `end`.
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

/// How many steps it is to the nearest of these cells.
fn distance(from: Cell, cells: &[Cell]) -> usize {
    let steps = |to: &Cell| from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
    cells.iter().map(steps).min().unwrap_or(0)
}
