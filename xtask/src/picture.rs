//! The README's picture: the four games as the real program draws them, in one SVG.

use super::cargo;
use std::{env, fs, path::Path, process};

/// Who plays, and after how many plies the game is shown.
const GAMES: [(&str, &str, &str, &str); 4] = [
    ("chomp", "width=9 height=7", "perfect:slip=60,perfect:slip=60", "2"),
    ("azul", "players=2", "greedy,greedy", "23"),
    ("filler", "map=map00", "champion,terminator", "90"),
    ("grass", "players=2", "window,window", "33"),
];
/// The seed of all four.
const SEED: &str = "5";
/// Space around and between the games.
const GAP: u32 = 12;

/// Plays, shows and draws.
pub(crate) fn draw() -> Result<(), String> {
    let folder = env::temp_dir().join(format!("meeple-picture-{}", process::id()));
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let shots: Result<Vec<Shot>, String> = GAMES.iter().map(|game| shoot(game, &folder)).collect();
    let _ = fs::remove_dir_all(&folder);
    let svg = compose(&shots?);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/picture.svg");
    fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))
}

/// One game, drawn.
struct Shot {
    svg: String,
    width: u32,
    height: u32,
}

fn shoot(
    (game, options, seats, at): &(&str, &str, &str, &str),
    folder: &Path,
) -> Result<Shot, String> {
    let record = folder.join(game);
    let mut play = meeple();
    play.args(["play", game]).args(options.split(' ')).args(["--seats", seats, "--seed", SEED]);
    play.arg("--record").arg(&record);
    let played = play.output().map_err(|error| error.to_string())?;
    if !played.status.success() {
        return Err(format!("{game}: {}", String::from_utf8_lossy(&played.stderr)));
    }
    let mut show = meeple();
    show.args(["--color", "always", "show", game]).arg(&record).args(["--at", at]);
    let shown = show.output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&shown.stdout);
    let screen = format!("$ meeple show {game} game.jsonl --at {at}\n\n{}", text.trim_end());
    let svg = anstyle_svg::Term::new().render_svg(&screen);
    let side = |name: &str| {
        let from = svg.find(&format!("{name}=\""))? + name.len() + 2;
        svg[from..].split(|letter: char| !letter.is_ascii_digit()).next()?.parse().ok()
    };
    let (width, height) = (side("width"), side("height"));
    let (width, height) = width.zip(height).ok_or("the drawing has no size")?;
    Ok(Shot { svg, width, height })
}

fn meeple() -> process::Command {
    let mut program = cargo(&["run", "--release", "--quiet", "--package", "meeple", "--"]);
    program.env("LC_ALL", "C.UTF-8").env("COLUMNS", "100");
    program
}

/// Two columns, each game at its place.
fn compose(shots: &[Shot]) -> String {
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
