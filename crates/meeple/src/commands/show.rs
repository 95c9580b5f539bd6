//! `meeple show`: prints a position as a drawing, or as JSON for a front end.

use super::{paint, print, print_json, read_record};
use crate::cli::ShowArgs;
use meeple_core::{GameHistory, OptionValues, StartingPosition, text::format_count};
use meeple_games::GameKind;
use meeple_session::open_table::anonymous_seats;
use meeple_terminal::{command_error::CommandError, prompt};
use meeple_view::view;
use std::path::Path;

pub(super) fn run(args: &ShowArgs) -> Result<(), CommandError> {
    let (game, ply) = read(args.game, &args.what, args.at)?;
    if args.json {
        return print_json(&view(args.game).picture_at(&game, ply));
    }
    print(&prompt::draw_at(&game, ply, paint(args.plain)))
}

/// Returns the game and the number of plies that the arguments ask for.
pub(super) fn read(
    kind: GameKind,
    what: &[String],
    at: Option<usize>,
) -> Result<(GameHistory, usize), CommandError> {
    let game = match what {
        [file] if !file.contains('=') => {
            let game = read_record(Path::new(file))?.game;
            if game.header().game != kind.name() {
                let other = &game.header().game;
                return Err(CommandError::Usage(format!(
                    "{file} is a record of {other}, not {kind}"
                )));
            }
            game
        }
        words => open(kind, words)?,
    };
    let last = game.plies().len();
    match at.filter(|&ply| ply > last) {
        Some(ply) => Err(past_the_end(ply, last)),
        None => Ok((game, at.unwrap_or(last))),
    }
}

/// Returns the error for `--at` with a ply after the last one.
pub(super) fn past_the_end(ply: usize, last: usize) -> CommandError {
    let plies = format_count(last, "ply");
    CommandError::Usage(format!("--at {ply}: the game has only {plies}"))
}

/// Creates a game that starts in the given position, or with the given options.
fn open(kind: GameKind, words: &[String]) -> Result<GameHistory, CommandError> {
    let position = match kind.parse_position(&words.join(" ")) {
        Ok(position) => position,
        Err(error) => match kind.parse_options(words) {
            Ok(options) => kind.entry().starting_position_from_values(&options)?.position,
            Err(_) => return Err(CommandError::Usage(error.to_string())),
        },
    };
    let seats = anonymous_seats(position.seats());
    let start = StartingPosition { options: OptionValues::new(), position };
    GameHistory::start(start.header(seats), start.position)
        .map_err(|error| CommandError::Failed(error.to_string()))
}
