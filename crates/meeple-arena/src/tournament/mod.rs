//! Many games on the same deals: who is stronger, by how much, how sure.
//!
//! A *block* is one seed played in every seating. In all its games the deals
//! are the same as far as the rules allow, so neither a seat nor luck favours
//! anybody; and because they are the same, the games of a block are not
//! independent: the block is the unit of all statistics.
//!
//! ```text
//! Schedule ──► Round of encounters ──► blocks ──► games ──► Ledger ──► Standing
//!    ▲          A-B  C-D  E-F          seed 7     A B          │
//!    └─────────────────────────────    seed 8     B A   ◄──────┘ points
//! ```
//!
//! Games are played in any order, by as many threads as there are jobs, but
//! counted in one order: so what comes out is the same for any number of jobs.
//! Nothing is counted that is not kept, if it is to be kept: a finished game
//! goes to the [`Folder`] first, and one that is found there is not played
//! again.

mod arrange;
mod block;
mod config;
mod counter;
mod folder;
mod game;
mod ledger;
mod line;
mod live;
mod names;
mod run;
pub mod schedule;
mod seatings;
mod standing;
#[cfg(test)]
mod test_lines;

pub use arrange::House;
pub use config::{BadConfig, Config, Named};
pub use folder::{CONFIG, Damaged, Folder};
pub use game::Finished;
pub use ledger::Ledger;
pub use line::{Entrant, FaultLine, GameLine, GameState};
pub use run::{Listener, News, Origin, Trouble, play};
pub use schedule::{Encounter, Round, Schedule};
pub use seatings::Seatings;
pub use standing::{Cell, Checkpoint, Row, Standing};

use crate::rating::Sprt;
use meeple_bots::Host;
use meeple_core::{CannotOpen, Game, Header, Limits, SeatInfo, Table};
use meeple_session::{Referee, TimeControl};

/// Opens a table for a seed and who sits at it.
pub type Open = dyn Fn(u64, Vec<SeatInfo>) -> Result<Table, CannotOpen> + Send + Sync;

/// No game here is longer; one that is, is cut off.
const LONGEST_GAME: usize = 20_000;

/// What is to be played.
pub struct Tournament {
    /// Who plays; in a knock-out the favourites first.
    pub entrants: Vec<SeatInfo>,
    /// How many sit at a table.
    pub seats: usize,
    /// Who meets whom.
    pub schedule: Schedule,
    /// How many rounds, where that is a choice.
    pub rounds: Option<usize>,
    /// Which seatings a block has.
    pub seatings: Seatings,
    /// How many games each encounter has. If that is no number of whole blocks, the last one
    /// stays incomplete.
    pub games: u64,
    /// From which all seeds follow.
    pub seed: u64,
    /// Who seats the players.
    pub host: Host,
    /// Who decides what follows from a fault.
    pub referee: Referee,
    /// The tables.
    pub open: Box<Open>,
    /// How long everybody may think.
    pub limits: Limits,
    /// The clocks of each game.
    pub control: TimeControl,
    /// How many deals and moves a game may have; a longer one is cut off.
    pub longest: usize,
    /// After how many games in a row in which it failed somebody is withdrawn; never, if nothing.
    pub patience: Option<u32>,
    /// A test of the first two that ends everything when it is decided.
    pub sprt: Option<Sprt>,
    /// How many blocks are played at a time.
    pub jobs: usize,
    /// How much the listener is told of each game.
    pub telling: Telling,
}

/// How much a listener is told of each game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Telling {
    /// Its line.
    #[default]
    Lines,
    /// The whole game: what was said of its moves, and its record.
    Games,
}

impl Tournament {
    /// A match of game `G`: one block of all entrants, no limits.
    pub fn of<G: Game>(options: G::Options, host: Host, entrants: Vec<SeatInfo>) -> Self {
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
            referee: host.referee,
            host,
            open: Box::new(open),
            limits: Limits::default(),
            control: TimeControl::None,
            longest: LONGEST_GAME,
            patience: None,
            sprt: None,
            jobs: 1,
            telling: Telling::default(),
        }
    }
}
