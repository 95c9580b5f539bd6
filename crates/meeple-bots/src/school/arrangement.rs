//! From what is wanted of a game of bots to one that can be played.

use super::{
    Dialect, Reading,
    maps::{self, NoMap},
};
use crate::{BadContestant, Host, Kennel, Protocol};
use meeple_ai::roster::Resources;
use meeple_core::{CannotOpen, Contestant, Header, Limits, SeatInfo, Table};
use meeple_games::{
    GameKind,
    filler::{Filler, FillerOptions, Pieces},
};
use meeple_session::Referee;

/// What is wanted.
#[derive(Debug, Clone)]
pub struct Wanted<'a> {
    /// Who plays, as contestants are named.
    pub bots: [&'a str; 2],
    /// A file, or one of ours by name.
    pub map: &'a str,
    /// Which school's engine it is.
    pub dialect: Dialect,
    /// How answers are read.
    pub reading: Reading,
    /// Which pieces.
    pub pieces: Pieces,
    /// The most memory a bot may have, in MiB.
    pub memory: Option<u64>,
    /// How long an answer may take, and who stops it.
    pub limits: Limits,
    /// What decides the pieces.
    pub seed: u64,
    /// Where the bots run.
    pub kennel: &'a Kennel,
}

/// Why what is wanted cannot be played.
#[derive(Debug, thiserror::Error)]
pub enum CannotArrange {
    /// Somebody is nobody.
    #[error(transparent)]
    Contestant(#[from] BadContestant),
    /// Somebody is a person.
    #[error("people do not play here: use meeple play filler --seats you,...")]
    Person,
    /// There is no such map.
    #[error(transparent)]
    Map(#[from] NoMap),
}

/// What a game of bots is played with, or the first of a series.
pub struct Arrangement {
    /// Who plays; the name is what was typed.
    pub contestants: Vec<SeatInfo>,
    /// Who seats them.
    pub host: Host,
    /// Who decides what follows when one fails.
    pub referee: Referee,
    /// Which school's engine this is.
    pub dialect: Dialect,
    /// How long an answer may take, and who stops it.
    pub limits: Limits,
    /// What decides the pieces.
    pub seed: u64,
    /// The game's options.
    pub options: FillerOptions,
}

impl Arrangement {
    /// As is wanted.
    pub fn new(wanted: Wanted<'_>) -> Result<Self, CannotArrange> {
        let Wanted { bots, map, dialect, reading, pieces, memory, limits, seed, kennel } = wanted;
        let host = Host {
            protocol: Protocol::Filler { dialect, reading },
            kennel: kennel.clone(),
            memory: memory.map(|mib| mib << 20),
            ..Host::of(GameKind::Filler, Resources::default())
        };
        let read = |bot: &str| contestant(&host, bot);
        let contestants = vec![read(bots[0])?, read(bots[1])?];
        let options = FillerOptions { score: dialect.scoring(), pieces, ..maps::read(map)? };
        Ok(Arrangement {
            contestants,
            host,
            referee: dialect.referee(),
            dialect,
            limits,
            seed,
            options,
        })
    }

    /// A table for one game that begins at this time.
    pub fn open(&self, time: String) -> Result<Table, CannotOpen> {
        let header = Header::new::<Filler>(&self.options, self.contestants.clone());
        let header = Header { seed: Some(self.seed), time, ..header };
        Table::open::<Filler>(&self.options, header)
    }
}

/// Somebody who plays without being asked by us: everybody but a person.
fn contestant(host: &Host, text: &str) -> Result<SeatInfo, CannotArrange> {
    let seat = host.read(text)?;
    if seat.who == Contestant::Person {
        return Err(CannotArrange::Person);
    }
    Ok(seat)
}
