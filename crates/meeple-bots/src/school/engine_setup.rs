//! Turns the arguments of a game between bots into one that can be played.

use super::{
    AnswerReading, Dialect,
    maps::{self, LoadMapError},
};
use crate::{ContestantError, PlayerLauncher, ProcessSupervisor, Protocol};
use meeple_ai::roster::Resources;
use meeple_core::{Contestant, Header, Limits, OpenTableError, SeatInfo, Table};
use meeple_games::{
    GameKind,
    filler::{Filler, Options, PieceSource},
};
use meeple_session::Referee;

/// The arguments of a game between bots.
#[derive(Debug, Clone)]
pub struct EngineArgs<'a> {
    /// The two contestants, by name.
    pub bots: [&'a str; 2],
    /// A map file, or the name of a standard map.
    pub map: &'a str,
    /// The school whose engine is imitated.
    pub dialect: Dialect,
    /// How answers are read.
    pub reading: AnswerReading,
    /// Where the pieces come from.
    pub pieces: PieceSource,
    /// The most memory a bot may map, in MiB; `None` sets no limit.
    pub memory: Option<u64>,
    /// The time limit for an answer, and the flag that stops the game.
    pub limits: Limits,
    /// The seed of the pieces.
    pub seed: u64,
    /// Starts and ends the bots.
    pub supervisor: &'a ProcessSupervisor,
}

/// Why the game cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum EngineSetupError {
    /// A contestant is unknown.
    #[error(transparent)]
    Contestant(#[from] ContestantError),
    /// A contestant is a person.
    #[error("people cannot take part; use meeple play filler --seats you,...")]
    Person,
    /// The map could not be loaded.
    #[error(transparent)]
    Map(#[from] LoadMapError),
}

/// A game between bots that is ready to be played, or the first of a series.
pub struct EngineSetup {
    /// The contestants; their names are as typed.
    pub contestants: Vec<SeatInfo>,
    /// Seats the contestants.
    pub launcher: PlayerLauncher,
    /// Decides the penalty when a bot fails.
    pub referee: Referee,
    /// The school whose engine is imitated.
    pub dialect: Dialect,
    /// The time limit for an answer, and the flag that stops the game.
    pub limits: Limits,
    /// The seed of the pieces.
    pub seed: u64,
    /// The game's options.
    pub options: Options,
}

impl EngineSetup {
    /// Sets up the game that the arguments describe.
    pub fn new(args: EngineArgs<'_>) -> Result<Self, EngineSetupError> {
        let EngineArgs { bots, map, dialect, reading, pieces, memory, limits, seed, supervisor } =
            args;
        let launcher = PlayerLauncher {
            protocol: Protocol::Filler { dialect, reading },
            supervisor: supervisor.clone(),
            memory: memory.map(|mib| mib << 20),
            ..PlayerLauncher::for_game(GameKind::Filler, Resources::default())
        };
        let read = |bot: &str| contestant(&launcher, bot);
        let contestants = vec![read(bots[0])?, read(bots[1])?];
        let options = Options { score: dialect.scoring(), pieces, ..maps::read(map)? };
        Ok(EngineSetup {
            contestants,
            launcher,
            referee: dialect.referee(),
            dialect,
            limits,
            seed,
            options,
        })
    }

    /// Opens the table for one game that begins at `time`.
    pub fn open(&self, time: String) -> Result<Table, OpenTableError> {
        let header = Header::new::<Filler>(&self.options, self.contestants.clone());
        let header = Header { seed: Some(self.seed), time, ..header };
        Table::open::<Filler>(&self.options, header)
    }
}

/// Parses a contestant and refuses people.
fn contestant(launcher: &PlayerLauncher, text: &str) -> Result<SeatInfo, EngineSetupError> {
    let seat = launcher.parse_contestant(text)?;
    if seat.who == Contestant::Person {
        return Err(EngineSetupError::Person);
    }
    Ok(seat)
}
