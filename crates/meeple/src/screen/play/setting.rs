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
    let mut names = wanted.seats.clone();
    if wanted.is_shuffled {
        names.shuffle(&mut seeded(seed, Stream::Other(0)));
    }
    open(kind, &wanted.options, seed, &|_| host.read_all(&names).map_err(|error| error.to_string()))
}

/// A table with nobody in particular at it.
pub(crate) fn without_players(
    kind: GameKind,
    options: &[String],
    seed: u64,
) -> Result<Table, String> {
    let seat = |index| SeatInfo {
        name: format!("player {}", index + 1),
        colour: None,
        who: Contestant::Person,
    };
    open(kind, options, seed, &|seats| Ok((0..seats).map(seat).collect()))
}

/// How a game with these options begins: what is dealt before the first move is dealt.
pub(crate) fn preview(kind: GameKind, options: &[String], seed: u64) -> Result<Match, String> {
    let mut table = without_players(kind, options, seed)?;
    while table.position().turn() == Turn::Chance {
        table.deal().map_err(|error| sentence(&error.to_string()))?;
    }
    Ok(table.game().clone())
}

/// How many sit at a game with these options.
pub(crate) fn seats_of(kind: GameKind, options: &[String]) -> Option<usize> {
    without_players(kind, options, 0).ok().map(|table| table.position().seats())
}

/// A table at the first position of a game; `seats` says who sits on so many chairs.
fn open(
    kind: GameKind,
    options: &[String],
    seed: u64,
    seats: &dyn Fn(usize) -> Result<Vec<SeatInfo>, String>,
) -> Result<Table, String> {
    struct Open<'a>(&'a [String], u64, &'a dyn Fn(usize) -> Result<Vec<SeatInfo>, String>);
    impl GameTask for Open<'_> {
        type Output = Result<Table, String>;
        fn run<G: Game>(self) -> Self::Output {
            let Open(options, seed, seats) = self;
            let options: G::Options = parse(options).map_err(|error| error.to_string())?;
            let position = G::new(&options).map_err(|error| error.to_string())?;
            let header = Header::new::<G>(&options, seats(position.seats())?);
            let header = Header { seed: Some(seed), time: now(), ..header };
            Table::start(header, Box::new(position)).map_err(|error| error.to_string())
        }
    }
    kind.run(Open(options, seed, seats)).map_err(|error| sentence(&printable(&error)))
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
