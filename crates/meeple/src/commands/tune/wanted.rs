//! From the words of the command line to what is asked for.
//!
//! ```text
//! answers=4..30   a range, of a parameter of the player
//! map=map00       an option of the game
//! ```

use crate::cli::TuneArgs;
use meeple_ai::roster::{PlayerKind, roster};
use meeple_arena::tuning::{BadTuning, Config, Plan, Range};
use meeple_terminal::failure::Failure;

pub(super) fn plan(args: &TuneArgs) -> Result<Plan, Failure> {
    let (mut ranges, mut options) = (Vec::new(), Vec::new());
    for word in &args.words {
        match kind_of(word, args)? {
            Word::Range(range) => ranges.push(range),
            Word::Option => options.push(word.as_str()),
        }
    }
    let options = args.game.read_options(&options)?;
    let mut config = Config::new(args.game, &args.player, ranges, options);
    (config.games, config.batch, config.final_games) = (args.games, args.batch, args.final_games);
    (config.seed, config.time, config.nodes) = (args.seed as i64, args.time, args.nodes);
    Plan::new(config).map_err(|error| usage(&error))
}

/// What a word asks for.
enum Word {
    Range(Range),
    Option,
}

/// A word is a range if it looks like one, or should be one.
fn kind_of(word: &str, args: &TuneArgs) -> Result<Word, Failure> {
    let Some((key, value)) = word.split_once('=') else { return Ok(Word::Option) };
    let player = args.player.split(':').next().unwrap_or_default();
    let known = roster(args.game).find(player).map(PlayerKind::parameters).unwrap_or_default();
    let is_parameter = known.iter().any(|parameter| parameter.name == key);
    let has_range = value.contains("..");
    let is_plain = value.starts_with(|first: char| first.is_ascii_digit());
    if has_range && (is_parameter || is_plain) {
        let range: Range = word
            .parse()
            .map_err(|error: meeple_arena::tuning::BadRange| Failure::Usage(error.to_string()))?;
        return Ok(Word::Range(range));
    }
    if is_parameter && !args.game.entry().has_option(key) {
        return Err(Failure::Usage(format!(
            "{key} is a parameter of {player}: {key}=low..high tunes it, {player}:{word} sets it"
        )));
    }
    Ok(Word::Option)
}

fn usage(error: &BadTuning) -> Failure {
    Failure::Usage(error.to_string())
}
