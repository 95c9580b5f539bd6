//! `meeple show`: a position as a person sees it, or as data for a screen.

use super::{paint, print, print_json};
use crate::cli::ShowArgs;
use meeple_core::{Contestant, Game, Header, Match, SeatInfo, options::parse};
use meeple_games::{GameKind, GameTask};
use meeple_terminal::{failure::Failure, prompt, record_file};
use meeple_view::view;
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
        words => kind.run(Open(words))?,
    };
    let last = game.line().len();
    match at.filter(|&ply| ply > last) {
        Some(ply) => Err(Failure::Usage(format!("--at {ply}: there are only {last} plies"))),
        None => Ok((game, at.unwrap_or(last))),
    }
}

/// A game that begins in the position that is spelled out, or with these options.
struct Open<'a>(&'a [String]);

impl GameTask for Open<'_> {
    type Output = Result<Match, Failure>;
    fn run<G: Game>(self) -> Self::Output {
        let position: G = match self.0.join(" ").parse() {
            Ok(position) => position,
            Err(error) => match parse::<G::Options>(self.0) {
                Ok(options) => G::new(&options)?,
                Err(_) => return Err(Failure::Usage(error.to_string())),
            },
        };
        let seat = |index| SeatInfo {
            name: format!("player {}", index + 1),
            colour: None,
            who: Contestant::Person,
        };
        let seats = (0..position.seats()).map(seat).collect();
        let header = Header::new::<G>(&G::Options::default(), seats);
        Match::start(header, Box::new(position)).map_err(|error| Failure::Failed(error.to_string()))
    }
}
