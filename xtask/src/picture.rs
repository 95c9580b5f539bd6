//! Draws the README's picture: the four games in the full-screen interface, as one SVG.

use crate::command::cargo;
use std::{fs, path::Path};

/// The games, in the order of the picture.
const GAMES: [&str; 4] = ["chomp", "azul", "filler", "grass"];
/// Space around and between the games in pixels.
const GAP: u32 = 12;

/// Draws all games and writes `docs/picture.svg`.
pub(crate) fn draw() -> Result<(), String> {
    let shots: Result<Vec<Screenshot>, String> = GAMES.iter().map(|game| shoot(game)).collect();
    let svg = compose(&shots?);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/picture.svg");
    fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))
}

/// The drawing of one game.
struct Screenshot {
    svg: String,
    width: u32,
    height: u32,
}

fn shoot(game: &str) -> Result<Screenshot, String> {
    let mut program =
        cargo(&["run", "--quiet", "--package", "meeple-terminal", "--example", "screens", "--"]);
    let shown = program.arg(game).output().map_err(|error| error.to_string())?;
    if !shown.status.success() {
        return Err(format!("{game}: {}", String::from_utf8_lossy(&shown.stderr)));
    }
    let svg = String::from_utf8_lossy(&shown.stdout).into_owned();
    let side = |name: &str| {
        let from = svg.find(&format!("{name}=\""))? + name.len() + 2;
        svg[from..].split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    };
    let (width, height) = (side("width"), side("height"));
    let (width, height) = width.zip(height).ok_or("the drawing has no size")?;
    Ok(Screenshot { svg, width, height })
}

/// Arranges the drawings in two columns.
fn compose(shots: &[Screenshot]) -> String {
    let wide = |column: usize| shots.iter().skip(column).step_by(2).map(|s| s.width).max();
    let high = |row: usize| shots.iter().skip(2 * row).take(2).map(|s| s.height).max();
    let (columns, rows) =
        ([0, 1].map(|c| wide(c).unwrap_or(0)), [0, 1].map(|r| high(r).unwrap_or(0)));
    let (width, height) = (columns[0] + columns[1] + 3 * GAP, rows[0] + rows[1] + 3 * GAP);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n\
         <rect width=\"100%\" height=\"100%\" rx=\"8\" fill=\"#17181c\"/>\n"
    );
    for (index, shot) in shots.iter().enumerate() {
        let x = GAP + if index % 2 == 1 { columns[0] + GAP } else { 0 };
        let y = GAP + if index >= 2 { rows[0] + GAP } else { 0 };
        let placed = shot.svg.replacen("<svg ", &format!("<svg x=\"{x}\" y=\"{y}\" "), 1);
        text += placed.trim_start_matches(|letter| letter != '<');
        text.push('\n');
    }
    text + "</svg>\n"
}
