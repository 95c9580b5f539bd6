//! `meeple games`: lists the games with their options and computer players.

use super::{paint, print, print_json};
use crate::cli::GamesArgs;
use anstyle::Style;
use meeple_ai::roster::roster;
use meeple_core::OptionInfo;
use meeple_games::GameKind;
use meeple_terminal::{command_error::CommandError, paint::Paint, window};
use serde_json::{Value, json};
use std::fmt::Write;

pub(super) fn run(args: &GamesArgs) -> Result<(), CommandError> {
    let games: Vec<GameListing> = GameKind::ALL.iter().map(|&kind| GameListing::of(kind)).collect();
    if args.json {
        let games: Vec<Value> = games.iter().map(GameListing::json).collect();
        return print_json(&games);
    }
    let paint = paint(false);
    let texts: Vec<String> = games.iter().map(|game| game.text(paint)).collect();
    let text = texts.join("\n");
    print(&window::stdout_columns().map_or(text.clone(), |columns| window::wrap(&text, columns)))
}

/// A game with its options.
struct GameListing {
    kind: GameKind,
    options: Vec<OptionInfo>,
}

impl GameListing {
    fn of(kind: GameKind) -> Self {
        GameListing { kind, options: kind.entry().options() }
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

/// Writes one line per parameter, such as `width=1-255   columns (default 5)`.
fn describe(text: &mut String, parameters: &[OptionInfo], indent: usize) {
    for parameter in parameters {
        let word = format!("{}={}", parameter.name, parameter.possible);
        let OptionInfo { about, default, .. } = parameter;
        let _ = writeln!(text, "{:indent$}{word:<23}  {about} (default {default})", "");
    }
}

fn parameter_json(parameter: &OptionInfo) -> Value {
    let OptionInfo { name, about, possible, default, .. } = parameter;
    json!({"name": name, "about": about, "possible": possible, "default": default})
}
