//! What a game is to be, and its table at the first position.

use crate::{
    prompt::{Order, Setting, now},
    screen::seats::OPPONENT,
};
use meeple_arena::{Host, host::PERSON};
use meeple_core::{
    Contestant, Game, Header, Match, Options, SeatInfo, Table, Turn,
    options::parse,
    rng::{Stream, seeded},
    text::printable,
};
use meeple_games::{GameKind, GameTask};
use rand::seq::SliceRandom;
use std::path::PathBuf;

/// What a new game is to be.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    /// The game's options as words.
    pub(crate) options: Vec<String>,
    /// Who sits where.
    pub(crate) seats: Vec<String>,
    /// Whether lots decide who sits where.
    pub(crate) is_shuffled: bool,
    /// The seed, if it should not be a new one.
    pub(crate) seed: Option<u64>,
    /// Where to keep it, if not where games are kept.
    pub(crate) record: Option<PathBuf>,
}

impl Wanted {
    /// As the command line says: who is not named is the usual opponent.
    pub(crate) fn of(kind: GameKind, setting: Setting) -> Self {
        let Setting { mut options, mut seats, order, seed, record, .. } = setting;
        let is_given = options.iter().any(|word| word.starts_with("players="));
        if has_players_option(kind) && !is_given && seats.len() > 1 {
            options.push(format!("players={}", seats.len()));
        }
        if seats.is_empty() {
            seats.push(PERSON.into());
            seats.resize(seats_of(kind, &options).unwrap_or(2), OPPONENT.into());
        }
        Wanted { options, seats, is_shuffled: order == Order::Shuffled, seed, record }
    }
}

/// Which game it is.
pub(crate) fn kind_of(game: &Match) -> GameKind {
    game.header().game.parse().expect("the record was opened as this game")
}

/// A capital letter and a full stop.
pub(crate) fn sentence(words: &str) -> String {
    let words = meeple_view::words::capitalised(words);
    if words.ends_with('.') { words } else { format!("{words}.") }
}

/// A table at the first position of what is wanted.
pub(super) fn set(
    kind: GameKind,
    wanted: &Wanted,
    seed: u64,
    host: &Host,
) -> Result<Table, String> {
    struct Set<'a>(&'a Wanted, u64, &'a Host);
    impl GameTask for Set<'_> {
        type Output = Result<Table, String>;
        fn run<G: Game>(self) -> Self::Output {
            let Set(wanted, seed, host) = self;
            let options: G::Options = parse(&wanted.options).map_err(|error| error.to_string())?;
            let position = G::new(&options).map_err(|error| error.to_string())?;
            let mut names = wanted.seats.clone();
            if wanted.is_shuffled {
                names.shuffle(&mut seeded(seed, Stream::Other(0)));
            }
            let seats: Vec<SeatInfo> = host.read_all(&names).map_err(|error| error.to_string())?;
            let header =
                Header { seed: Some(seed), time: now(), ..Header::new::<G>(&options, seats) };
            Table::start(header, Box::new(position)).map_err(|error| error.to_string())
        }
    }
    kind.run(Set(wanted, seed, host)).map_err(|error| sentence(&printable(&error)))
}

/// The first position of a game with these options, with nobody in particular at it: for a
/// preview. With a seed, what is dealt first is dealt.
pub(crate) fn preview(kind: GameKind, options: &[String], seed: u64) -> Result<Match, String> {
    struct Preview<'a>(&'a [String], u64);
    impl GameTask for Preview<'_> {
        type Output = Result<Match, String>;
        fn run<G: Game>(self) -> Self::Output {
            let options: G::Options = parse(self.0).map_err(|error| error.to_string())?;
            let position = G::new(&options).map_err(|error| error.to_string())?;
            let seat = |index| SeatInfo {
                name: format!("player {}", index + 1),
                colour: None,
                who: Contestant::Person,
            };
            let seats = (0..position.seats()).map(seat).collect();
            let header = Header { seed: Some(self.1), ..Header::new::<G>(&options, seats) };
            let mut table =
                Table::start(header, Box::new(position)).map_err(|error| error.to_string())?;
            for _ in 0..4 {
                if table.position().turn() == Turn::Chance {
                    table.deal().map_err(|error| error.to_string())?;
                }
            }
            Ok(table.game().clone())
        }
    }
    kind.run(Preview(options, seed)).map_err(|error| sentence(&printable(&error)))
}

/// How many sit at a game with these options; where it says `players`, that is how many.
pub(crate) fn seats_of(kind: GameKind, options: &[String]) -> Option<usize> {
    struct Seats<'a>(&'a [String]);
    impl GameTask for Seats<'_> {
        type Output = Option<usize>;
        fn run<G: Game>(self) -> Option<usize> {
            let options: G::Options = parse(self.0).ok()?;
            G::new(&options).ok().map(|game| game.seats())
        }
    }
    kind.run(Seats(options))
}

/// Whether the number of players is an option of this game.
pub(crate) fn has_players_option(kind: GameKind) -> bool {
    struct Has;
    impl GameTask for Has {
        type Output = bool;
        fn run<G: Game>(self) -> bool {
            G::Options::KEYS.iter().any(|key| key.name == "players")
        }
    }
    kind.run(Has)
}
