//! Tournaments: many games on the same deals, to measure which contestants are stronger, by how much and how
//! reliably.
//!
//! A *block* is one seed played once per seating. All its games have the same deals as far as the rules
//! allow, so neither a seat nor luck favours any contestant. For the same reason the games of a block are not
//! independent: the block is the unit of all statistics.
//!
//! ```text
//! Schedule ──► ScheduleRound of encounters ──► blocks ──► games ──► Ledger ──► TournamentStandings
//!    ▲          A-B  C-D  E-F          seed 7     A B          │
//!    └─────────────────────────────    seed 8     B A   ◄──────┘ points
//! ```
//!
//! Games are played in any order, on as many threads as there are jobs, but are counted in a fixed order, so
//! the result is the same for any number of jobs. If there is a [`TournamentFolder`], a finished game is saved to it
//! before it is counted, and a game already saved there isn't played again.

mod block;
mod block_counter;
mod config;
mod folder;
mod game;
mod game_line;
mod ledger;
mod live_game;
mod names;
mod run;
#[cfg(test)]
mod sample_games;
pub mod schedule;
mod seatings;
mod setup;
mod standings;

pub use config::{NamedContestant, TournamentConfig, TournamentConfigError};
pub use folder::{CONFIG_FILE, DamagedRecord, TournamentFolder};
pub use game::PlayedGame;
pub use game_line::{Entrant, GameFault, GameLine, GameStatus};
pub use ledger::Ledger;
pub use run::{GameOrigin, TournamentError, TournamentEvent, TournamentListener, play};
pub use schedule::{Encounter, Schedule, ScheduleRound};
pub use seatings::Seatings;
pub use setup::TournamentEnv;
pub use standings::{Checkpoint, CrosstableCell, StandingRow, TournamentStandings};

use crate::rating::Sprt;
use meeple_bots::PlayerLauncher;
use meeple_core::{Game, Header, Limits, OpenTableError, SeatInfo, Table};
use meeple_session::{Referee, TimeControl};

/// Opens a table with this seed and these players, in seat order.
pub type TableOpener = dyn Fn(u64, Vec<SeatInfo>) -> Result<Table, OpenTableError> + Send + Sync;

/// Default of [`Tournament::max_plies`].
const DEFAULT_MAX_PLIES: usize = 20_000;

/// A tournament that is ready to be played.
pub struct Tournament {
    /// The contestants; in a knock-out, strongest first.
    pub entrants: Vec<SeatInfo>,
    /// Players per game.
    pub seats: usize,
    /// How the contestants are paired.
    pub schedule: Schedule,
    /// Number of rounds, for schedules that let you choose it.
    pub rounds: Option<usize>,
    /// The seatings played in each block.
    pub seatings: Seatings,
    /// Games per encounter. If this isn't a multiple of the block size, the last block stays incomplete.
    pub games: u64,
    /// The seed from which the seeds of all blocks are derived.
    pub seed: u64,
    /// Creates the players.
    pub launcher: PlayerLauncher,
    /// Decides the consequences of a fault.
    pub referee: Referee,
    /// Opens the table of each game.
    pub open_table: Box<TableOpener>,
    /// Search limits of the computer players, and the signal that stops the tournament.
    pub limits: Limits,
    /// Time control of each game.
    pub control: TimeControl,
    /// Maximum number of plies (deals and moves); a longer game is cut off.
    pub max_plies: usize,
    /// Number of consecutive games with a fault after which a contestant is withdrawn; `None` means never.
    pub fault_limit: Option<u32>,
    /// A sequential test of the first two contestants; the tournament ends when it is decided.
    pub sprt: Option<Sprt>,
    /// Number of blocks played in parallel.
    pub jobs: usize,
    /// How much of each game the listener receives.
    pub detail: GameDetail,
}

/// How much of each game a [`TournamentListener`] receives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum GameDetail {
    /// Only its [`GameLine`].
    #[default]
    Lines,
    /// Also the whole game: its record and the remarks about its moves.
    Games,
}

impl Tournament {
    /// Creates a match of game `G`: one block of all entrants, without limits.
    pub fn new_match<G: Game>(
        options: G::Options,
        launcher: PlayerLauncher,
        entrants: Vec<SeatInfo>,
    ) -> Self {
        let open = move |seed, seats| {
            let header = Header::new::<G>(&options, seats);
            Table::open::<G>(&options, Header { seed: Some(seed), ..header })
        };
        let (seats, seatings) = (entrants.len(), Seatings::default());
        Tournament {
            entrants,
            seats,
            schedule: Schedule::Match,
            rounds: None,
            games: seatings.orders(seats).len() as u64,
            seatings,
            seed: 0,
            referee: launcher.referee,
            launcher,
            open_table: Box::new(open),
            limits: Limits::default(),
            control: TimeControl::None,
            max_plies: DEFAULT_MAX_PLIES,
            fault_limit: None,
            sprt: None,
            jobs: 1,
            detail: GameDetail::default(),
        }
    }
}
