//! The README's picture: a real game, played by the real program, drawn as SVG.

use super::cargo;
use std::{fs, io::Write, path::Path, process::Stdio};

/// What a person types in the picture.
const TYPED: &[&str] = &["show", "2 2", "0,4", "quit"];

/// Plays and draws.
pub(crate) fn draw() -> Result<(), String> {
    let typed = TYPED.join("\n") + "\n";
    let mut program = cargo(&["run", "--release", "--quiet", "--package", "meeple", "--"]);
    program.args(["--color", "always", "play", "chomp", "width=5", "height=4"]);
    program.env("LC_ALL", "C.UTF-8").stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = program.spawn().map_err(|error| error.to_string())?;
    let mut input = child.stdin.take().ok_or("the program has no input")?;
    input.write_all(typed.as_bytes()).map_err(|error| error.to_string())?;
    drop(input);
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let text = with_typed(&String::from_utf8_lossy(&output.stdout));
    let screen = format!("$ cargo run --release -- play chomp width=5 height=4\n{text}");
    let svg = anstyle_svg::Term::new().render_svg(&screen);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/picture.svg");
    fs::write(&path, svg).map_err(|error| format!("{}: {error}", path.display()))
}

/// Puts what was typed behind each question, where a terminal would have shown it.
fn with_typed(output: &str) -> String {
    let mut typed = TYPED.iter();
    let mut parts = output.split("(row column): ");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let line = typed.next().copied().unwrap_or_default();
        text += "(row column): ";
        text += line;
        text.push('\n');
        text += part;
    }
    text
}
