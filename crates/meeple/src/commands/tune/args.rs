//! Turns command-line arguments into a tuning plan.
//!
//! ```text
//! answers=4..30   a range for one of the player's parameters
//! map=map00       an option of the game
//! ```

use crate::cli::TuneArgs;
use meeple_ai::roster::{PlayerKind, roster};
use meeple_arena::tuning::{ParameterRange, TuningConfig, TuningConfigError, TuningPlan};
use meeple_terminal::command_error::CommandError;

pub(super) fn plan(args: &TuneArgs) -> Result<TuningPlan, CommandError> {
    let (mut ranges, mut options) = (Vec::new(), Vec::new());
    for word in &args.words {
        match kind_of(word, args)? {
            TuneArg::Range(range) => ranges.push(range),
            TuneArg::Option => options.push(word.as_str()),
        }
    }
    let options = args.game.parse_options(&options)?;
    let mut config = TuningConfig::new(args.game, &args.player, ranges, options);
    (config.games, config.batch, config.final_games) = (args.games, args.batch, args.final_games);
    (config.seed, config.time, config.nodes) = (args.seed as i64, args.time, args.nodes);
    TuningPlan::new(config).map_err(|error| usage(&error))
}

/// The meaning of a command-line argument.
enum TuneArg {
    Range(ParameterRange),
    Option,
}

/// Classifies an argument as a range or an option of the game.
fn kind_of(word: &str, args: &TuneArgs) -> Result<TuneArg, CommandError> {
    let Some((key, value)) = word.split_once('=') else { return Ok(TuneArg::Option) };
    let player = args.player.split(':').next().unwrap_or_default();
    let known = roster(args.game).find(player).map(PlayerKind::parameters).unwrap_or_default();
    let is_parameter = known.iter().any(|parameter| parameter.name == key);
    let has_range = value.contains("..");
    let is_plain = value.starts_with(|first: char| first.is_ascii_digit());
    if has_range && (is_parameter || is_plain) {
        let range: ParameterRange =
            word.parse().map_err(|error: meeple_arena::tuning::ParameterRangeError| {
                CommandError::Usage(error.to_string())
            })?;
        return Ok(TuneArg::Range(range));
    }
    if is_parameter && !args.game.entry().has_option(key) {
        return Err(CommandError::Usage(format!(
            "{key} is a parameter of {player}: use {key}=LOW..HIGH to tune it, or {player}:{word} to set it"
        )));
    }
    Ok(TuneArg::Option)
}

fn usage(error: &TuningConfigError) -> CommandError {
    CommandError::Usage(error.to_string())
}
