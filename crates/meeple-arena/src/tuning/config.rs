//! The configuration of a tuning, as stored in its folder.
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

use super::ParameterRange;
use meeple_core::OptionValues;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// Default number of games in the search.
const DEFAULT_GAMES: u64 = 2000;
/// Default number of games per step.
const DEFAULT_BATCH: u64 = 20;
/// Default number of games in the final match.
const DEFAULT_FINAL_GAMES: u64 = 400;

/// The configuration of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningConfig {
    /// The game's name.
    pub game: String,
    /// The player to tune, with any parameters that differ from its defaults.
    pub player: String,
    /// The parameters to tune and their ranges.
    pub parameters: Vec<ParameterRange>,
    /// Start value of each parameter, determined by the player.
    pub start: Vec<u32>,
    /// Games in the search.
    pub games: u64,
    /// Games per step; rounded up to whole blocks.
    pub batch: u64,
    /// Games in the final match; rounded up to whole blocks.
    #[serde(rename = "final")]
    pub final_games: u64,
    /// The seed of the first block; later blocks use consecutive seeds.
    pub seed: i64,
    /// Time control of each game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Maximum number of positions a player may search per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// The game's options.
    #[serde(default, skip_serializing_if = "OptionValues::is_empty")]
    pub options: OptionValues,
}

impl TuningConfig {
    /// Creates a configuration that tunes these parameters, with default numbers of games.
    pub fn new(
        game: GameKind,
        player: &str,
        parameters: Vec<ParameterRange>,
        options: OptionValues,
    ) -> Self {
        TuningConfig {
            game: game.name().into(),
            player: player.into(),
            parameters,
            start: Vec::new(),
            games: DEFAULT_GAMES,
            batch: DEFAULT_BATCH,
            final_games: DEFAULT_FINAL_GAMES,
            seed: 0,
            time: None,
            nodes: None,
            options,
        }
    }

    /// Parses a configuration file.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    /// Formats the configuration as a file.
    pub fn to_toml(&self) -> String {
        toml::to_string(self).expect("every part of it can be written")
    }

    /// Describes the first difference from the configuration a folder was started with that makes its steps
    /// unusable; `None` if they can be used. A different length of the final match is no conflict.
    pub fn conflict_with(&self, previous: &TuningConfig) -> Option<String> {
        let ranges = |config: &TuningConfig| {
            config.parameters.iter().map(ParameterRange::to_string).collect::<Vec<_>>().join(" ")
        };
        let parts: [(&str, String, String); 10] = [
            ("the game", self.game.clone(), previous.game.clone()),
            ("the player", self.player.clone(), previous.player.clone()),
            ("the parameters", ranges(self), ranges(previous)),
            ("the start values", text(&self.start), text(&previous.start)),
            ("games", text(self.games), text(previous.games)),
            ("batch", text(self.batch), text(previous.batch)),
            ("seed", text(self.seed), text(previous.seed)),
            ("time", text(self.time), text(previous.time)),
            ("nodes", text(self.nodes), text(previous.nodes)),
            ("options", text(&self.options), text(&previous.options)),
        ];
        let (what, now, then) = parts.into_iter().find(|(_, now, then)| now != then)?;
        Some(format!("{what} was {then}, now {now}"))
    }
}

fn text(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::Null) => "not set".into(),
        Ok(value) => value.to_string(),
        Err(error) => error.to_string(),
    }
}
