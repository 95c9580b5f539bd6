//! What is asked for, as the file in a tuning's folder says it.
//!
//! ```toml
//! game = "filler"
//! player = "champion"
//! parameters = ["answers=4..30", "best=2..20"]
//! start = [12, 11]
//! games = 2000
//! batch = 20
//! final = 400
//! seed = 0
//!
//! [options]
//! map = "map00"
//! ```

use super::Range;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// How many games a search has, if nothing is said.
const USUAL_GAMES: u64 = 2000;
/// How many of them a step has.
const USUAL_BATCH: u64 = 20;
/// How many the final match has.
const USUAL_FINAL: u64 = 400;

/// What is asked for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// The game's name.
    pub game: String,
    /// Who is tuned, with the parameters that it has from the outset.
    pub player: String,
    /// What is chosen, and from what.
    pub parameters: Vec<Range>,
    /// Where the search begins: follows from the player.
    pub start: Vec<u32>,
    /// How many games the search has.
    pub games: u64,
    /// How many a step has; rounded up to whole blocks.
    pub batch: u64,
    /// How many games the final match has; rounded up to whole blocks.
    #[serde(rename = "final")]
    pub final_games: u64,
    /// The seed of the first block, from which the others follow.
    pub seed: i64,
    /// How long a player may think.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// How many positions a player may look at for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The game's options.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub options: Map<String, Value>,
}

impl Config {
    /// Tunes these parameters of a player, with the usual numbers of games.
    pub fn new(
        game: GameKind,
        player: &str,
        parameters: Vec<Range>,
        options: Map<String, Value>,
    ) -> Self {
        Config {
            game: game.name().into(),
            player: player.into(),
            parameters,
            start: Vec::new(),
            games: USUAL_GAMES,
            batch: USUAL_BATCH,
            final_games: USUAL_FINAL,
            seed: 0,
            time: None,
            nodes: None,
            options,
        }
    }

    /// Reads a file's text.
    pub fn read(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// The text of a file that says this.
    pub fn write(&self) -> String {
        toml::to_string(self).expect("every part of it can be written")
    }

    /// What differs between this and what a folder was begun with, so that its steps do not fit;
    /// nothing if they do. Another length of the final match does no harm.
    pub fn conflict(&self, begun: &Config) -> Option<String> {
        let ranges = |config: &Config| {
            config.parameters.iter().map(Range::to_string).collect::<Vec<_>>().join(" ")
        };
        let parts: [(&str, String, String); 10] = [
            ("the game", self.game.clone(), begun.game.clone()),
            ("the player", self.player.clone(), begun.player.clone()),
            ("what is tuned", ranges(self), ranges(begun)),
            ("the start", text(&self.start), text(&begun.start)),
            ("games", text(self.games), text(begun.games)),
            ("batch", text(self.batch), text(begun.batch)),
            ("seed", text(self.seed), text(begun.seed)),
            ("time", text(self.time), text(begun.time)),
            ("nodes", text(self.nodes), text(begun.nodes)),
            ("options", text(&self.options), text(&begun.options)),
        ];
        let (what, now, then) = parts.into_iter().find(|(_, now, then)| now != then)?;
        Some(format!("{what}: {then} there, {now} now"))
    }
}

fn text(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::Null) => "not given".into(),
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    }
}
