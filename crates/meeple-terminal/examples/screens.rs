//! Draws a screen of a game as SVG, for the README's picture: `cargo xtask picture`.

use meeple_games::GameKind;
use meeple_terminal::{
    prompt::GameSetup,
    screen::{Appearance, HeadlessScreen},
};
use ratatui::style::{Color, Modifier};
use std::{env, fmt::Write, time::Duration};

/// The screen, and a letter of it in the picture.
const SCREEN: (u16, u16) = (80, 24);
const LETTER: (u16, u16) = (8, 17);

fn main() -> Result<(), String> {
    let name = env::args().nth(1).ok_or("name a game")?;
    let kind: GameKind = name.parse().map_err(|error| format!("{error}"))?;
    print!("{}", svg(&shown(kind)?));
    Ok(())
}

/// A game in its middle.
fn shown(kind: GameKind) -> Result<HeadlessScreen, String> {
    let (options, seats, milliseconds, keys) = match kind {
        GameKind::Chomp => ("width=8 height=6", "you:name=Ann casual", 0, "<Down><Right><Enter>a"),
        GameKind::Filler => ("map=map00", "champion terminator", 13_000, ""),
        GameKind::Azul => ("players=2", "you:name=Ann greedy", 0, DRAFTS),
        GameKind::Grass => ("players=2", "you:name=Ann window", 0, LAYS),
    };
    let words = |text: &str| text.split(' ').map(Into::into).collect();
    let (options, seats) = (words(options), words(seats));
    let setting = GameSetup { options, seats, seed: Some(5), ..GameSetup::default() };
    let mut screen = HeadlessScreen::play(Appearance::Dark, SCREEN, kind, setting)?;
    screen.advance_time(Duration::from_millis(milliseconds));
    screen.press(keys);
    Ok(screen)
}

/// Keys that take tiles and put them somewhere, into the second round.
const DRAFTS: &str = "<Enter>2<Enter>2<Enter>3<Enter>3<Enter>4<Enter>0<Enter>5<Enter>0<Enter>1\
                      <Enter>0";
/// Keys that lay tiles wherever they fit first, and hold the next one.
const LAYS: &str = "<Enter>nnnn<Enter>nn<Enter>nnnnnn<Enter>nnn<Enter>nnnnn<Enter>nn<Enter>nnnnnn";

fn svg(screen: &HeadlessScreen) -> String {
    let ((columns, rows), (wide, high)) = (SCREEN, LETTER);
    let (width, height) = (columns * wide, rows * high);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\">\n\
         <style>text {{ font: 13px ui-monospace, 'DejaVu Sans Mono', Menlo, monospace; \
         white-space: pre }} .b {{ font-weight: bold }}</style>\n"
    );
    for row in 0..rows {
        let mut column = 0;
        while column < columns {
            let first = screen.cell(column, row);
            let mut letters = first.0.to_owned();
            let from = column;
            column += 1;
            while column < columns && screen.cell(column, row).1 == first.1 {
                letters.push_str(screen.cell(column, row).0);
                column += 1;
            }
            run(&mut out, &letters, first.1, (from * wide, row * high, (column - from) * wide));
        }
    }
    out + "</svg>\n"
}

/// Letters of one style in a row.
fn run(
    out: &mut String,
    letters: &str,
    style: ratatui::style::Style,
    (x, y, width): (u16, u16, u16),
) {
    let high = LETTER.1;
    if let Some(ground) = style.bg.and_then(hex) {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{high}\" fill=\"{ground}\"/>"
        );
    }
    let colour = style.fg.and_then(hex).unwrap_or_else(|| "#e8e6e1".into());
    if letters.chars().all(|letter| letter == '▀') {
        let half = high / 2;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{half}\" fill=\"{colour}\"/>"
        );
    } else if !letters.trim().is_empty() {
        let bold = if style.add_modifier.contains(Modifier::BOLD) { " class=\"b\"" } else { "" };
        let letters = letters.replace('&', "&amp;").replace('<', "&lt;");
        let y = y + 13;
        let _ = writeln!(
            out,
            "<text x=\"{x}\" y=\"{y}\" textLength=\"{width}\" fill=\"{colour}\"{bold}>{letters}</text>"
        );
    }
}

fn hex(colour: Color) -> Option<String> {
    match colour {
        Color::Rgb(red, green, blue) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        _ => None,
    }
}
