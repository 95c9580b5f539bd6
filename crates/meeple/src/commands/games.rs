//! `meeple games`: what there is, with options and players.

use super::{paint, print, print_json};
use crate::cli::GamesArgs;
use anstyle::Style;
use meeple_ai::roster::roster;
use meeple_core::KeyInfo;
use meeple_games::GameKind;
use meeple_terminal::{failure::Failure, paint::Paint, window};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) fn run(args: &GamesArgs) -> Result<(), Failure> {
    let games: Vec<Listing> = GameKind::ALL.iter().map(|&kind| Listing::of(kind)).collect();
    if args.json {
        let games: Vec<Value> = games.iter().map(Listing::json).collect();
        return print_json(&games);
    }
    let paint = paint(false);
    let texts: Vec<String> = games.iter().map(|game| game.text(paint)).collect();
    let text = texts.join("\n");
    print(&window::of_stdout().map_or(text.clone(), |columns| window::wrap(&text, columns)))
}

/// A game with everything that can be chosen.
struct Listing {
    kind: GameKind,
    options: Vec<KeyInfo>,
}

impl Listing {
    fn of(kind: GameKind) -> Self {
        Listing { kind, options: kind.entry().options() }
    }

    fn text(&self, paint: Paint) -> String {
        let bold = Style::new().bold();
        let mut text = format!("{}: {}\n", paint.style(bold, self.kind.name()), self.kind.about());
        text.push_str("  options:\n");
        describe(&mut text, &self.options, 4);
        text.push_str("  computer players:\n");
        for player in roster(self.kind).players {
            let _ = writeln!(text, "    {:<10} {}", player.name, player.about);
            describe(&mut text, &player.parameters(), 6);
        }
        text
    }

    fn json(&self) -> Value {
        let players = roster(self.kind).players.iter().map(|player| {
            let parameters = player.parameters();
            let parameters: Vec<Value> = parameters.iter().map(parameter_json).collect();
            json!({"name": player.name, "about": player.about, "parameters": parameters})
        });
        json!({
            "name": self.kind.name(),
            "about": self.kind.about(),
            "options": self.options.iter().map(parameter_json).collect::<Vec<_>>(),
            "players": players.collect::<Vec<_>>(),
        })
    }
}

/// A line for each: `width=1..=255   columns (default 5)`.
fn describe(text: &mut String, parameters: &[KeyInfo], indent: usize) {
    for parameter in parameters {
        let word = format!("{}={}", parameter.name, parameter.possible);
        let KeyInfo { about, default, .. } = parameter;
        let _ = writeln!(text, "{:indent$}{word:<24} {about} (default: {default})", "");
    }
}

fn parameter_json(parameter: &KeyInfo) -> Value {
    let KeyInfo { name, about, possible, default, .. } = parameter;
    json!({"name": name, "about": about, "possible": possible, "default": default})
}
