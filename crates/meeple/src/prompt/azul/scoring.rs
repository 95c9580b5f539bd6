//! The end of a round, told line by line: which tile scored what.

use super::Scene;
use meeple_games::azul::{Azul, Bonus, Phase, ScoreLine};

/// What was scored; nothing if nothing was.
pub(super) fn tell(scene: &Scene<'_, Azul>, before: &Azul, lines: &[ScoreLine]) -> String {
    let told: Vec<String> = lines.iter().filter_map(|line| tell_line(scene, line)).collect();
    let head = match (before.phase(), scene.position.phase()) {
        (Phase::Draft, Phase::Tile | Phase::Deal | Phase::Over) => {
            Some(format!("\nEnd of round {}:", before.round()))
        }
        (Phase::Deal, Phase::Over) => Some("\nNothing of this fits anywhere:".into()),
        _ => None,
    };
    let nothing = head.is_some() && told.is_empty() && scene.position.phase() != Phase::Tile;
    let nothing = nothing.then(|| "  nothing is scored".to_owned());
    head.into_iter().chain(told).chain(nothing).collect::<Vec<_>>().join("\n")
}

fn tell_line(scene: &Scene<'_, Azul>, line: &ScoreLine) -> Option<String> {
    Some(match *line {
        ScoreLine::Tile { seat, row, column, color, horizontal, vertical, points, score } => {
            let (name, row, column) = (scene.name(seat), row.index() + 1, column.index() + 1);
            let runs = match (horizontal, vertical) {
                (1, 1) => "alone".into(),
                (1, down) => format!("{down} down"),
                (across, 1) => format!("{across} across"),
                (across, down) => format!("{across} across and {down} down"),
            };
            format!("  {name}: {color} in row {row}, column {column}: {runs}, +{points} = {score}")
        }
        ScoreLine::NoCell { seat, row, color, tiles } => {
            let (name, row) = (scene.name(seat), row.index() + 1);
            format!("  {name}: no cell for {color} in row {row}: {tiles} fall to the floor")
        }
        ScoreLine::Floor { seat, slots, penalty, lost, score } => {
            let name = scene.name(seat);
            let held = if lost < penalty { ", not below 0" } else { "" };
            let noun = if slots == 1 { "slot" } else { "slots" };
            format!("  {name}: {slots} {noun} of the floor, -{penalty}{held} = {score}")
        }
        ScoreLine::Bonus { points: 0, .. } => return None,
        ScoreLine::Bonus { seat, bonus, complete, points, score } => {
            let name = scene.name(seat);
            let what = match (bonus, complete) {
                (Bonus::Rows, 1) => "complete row",
                (Bonus::Rows, _) => "complete rows",
                (Bonus::Columns, 1) => "complete column",
                (Bonus::Columns, _) => "complete columns",
                (Bonus::Colors, 1) => "colour with all five tiles",
                (Bonus::Colors, _) => "colours with all five tiles",
            };
            format!("  {name}: {complete} {what}, +{points} = {score}")
        }
    })
}
