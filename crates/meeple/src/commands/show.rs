//! `meeple show`: a position as a person sees it, or as data for a screen.

use super::{paint, print, print_json};
use crate::cli::ShowArgs;
use meeple_core::{Match, StartingPosition};
use meeple_games::GameKind;
use meeple_session::opening::nobodies;
use meeple_terminal::{failure::Failure, prompt, record_file};
use meeple_view::view;
use serde_json::Map;
use std::path::Path;

pub(super) fn run(args: &ShowArgs) -> Result<(), Failure> {
    let (game, ply) = read(args.game, &args.what, args.at)?;
    if args.json {
        return print_json(&view(args.game).picture_at(&game, ply));
    }
    print(&prompt::draw_at(&game, ply, paint(args.plain)))
}

/// The game that is meant, and after how many plies.
pub(super) fn read(
    kind: GameKind,
    what: &[String],
    at: Option<usize>,
) -> Result<(Match, usize), Failure> {
    let game = match what {
        [file] if !file.contains('=') => {
            let game = record_file::read(Path::new(file))?.game;
            if game.header().game != kind.name() {
                let other = &game.header().game;
                return Err(Failure::Usage(format!(
                    "{file} is a record of {other}, not of {kind}"
                )));
            }
            game
        }
        words => open(kind, words)?,
    };
    let last = game.line().len();
    match at.filter(|&ply| ply > last) {
        Some(ply) => Err(Failure::Usage(format!("--at {ply}: there are only {last} plies"))),
        None => Ok((game, at.unwrap_or(last))),
    }
}

/// A game that begins in the position that is spelled out, or with these options.
fn open(kind: GameKind, words: &[String]) -> Result<Match, Failure> {
    let position = match kind.read_position(&words.join(" ")) {
        Ok(position) => position,
        Err(error) => match kind.read_options(words) {
            Ok(options) => kind.entry().set_up_from_json(&options)?.position,
            Err(_) => return Err(Failure::Usage(error.to_string())),
        },
    };
    let seats = nobodies(position.seats());
    let start = StartingPosition { options: Map::new(), position };
    Match::start(start.header(seats), start.position)
        .map_err(|error| Failure::Failed(error.to_string()))
}
