//! A running game: what is due next, the methods that advance it, and the log of what happened.
//!
//! All changes to a running game go through its table:
//!
//! ```
//! use meeple_core::{TableDue, Header, Notes, Table, tree_game::{TreeGame, TreeOptions}};
//! # use meeple_core::{Contestant, SeatInfo};
//! # let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
//! # let seats = vec![seat("Ann"), seat("Bo")];
//!
//! let options = TreeOptions { tree: "?(a*1:0(c:1,0|d:0,1)|b*1:0(c:1,0|d:0,1))".into() };
//! let mut table = Table::open::<TreeGame>(&options, Header::new::<TreeGame>(&options, seats))?;
//! loop {
//!     match table.due() {
//!         TableDue::Deal => drop(table.deal()?),
//!         TableDue::Seat(seat) => drop(table.play(seat, "c", Notes::default())?),
//!         TableDue::End => drop(table.end()?),
//!         TableDue::Over => break,
//!     }
//! }
//! assert_eq!(table.game().end().unwrap().results[0].rank, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every method that changes the game validates its input, returns the events it added, and changes
//! nothing on error. A table does no IO and reads no clock.

use crate::{
    AnyGame, Event, Game, GameHistory, Header, OptionsError, Seat, Turn, Verdict,
    deals::{DealSource, TypedDeals},
    game_history::EventError,
    record::{Consequence, Notes},
    rng::{RngStream, SeededRng, seeded},
};
use std::{fmt, sync::Arc};

/// A running game.
pub struct Table {
    game: GameHistory,
    deals: Box<dyn DealSource>,
}

/// What has to happen next at a table. Exhaustive on purpose: a program that runs a
/// table must handle every variant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TableDue {
    /// A deal: call [`Table::deal`].
    Deal,
    /// A move by this seat: call [`Table::play`], or [`Table::fault`] if the player fails.
    Seat(Seat),
    /// The end: call [`Table::end`].
    End,
    /// Nothing; the game has ended.
    Over,
}

/// Why a table could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OpenTableError {
    /// The options are not valid together.
    #[error(transparent)]
    Options(#[from] OptionsError),
    /// The header does not fit the game.
    #[error(transparent)]
    Header(#[from] EventError),
}

/// What happens after a fault, including the replacement move, if any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Penalty {
    /// See [`Consequence::Ends`].
    Ends,
    /// See [`Consequence::Plays`]; this move is played instead.
    Plays(String),
    /// See [`Consequence::Out`].
    Out,
}

/// Decides what happens when the seat to move fails; a game may define its own rule.
pub type FaultRule = fn(&dyn AnyGame, &Verdict) -> Penalty;

impl Penalty {
    /// The default [`FaultRule`]: with two seats the game ends, with more seats the others play on.
    pub fn default_for(position: &dyn AnyGame, _: &Verdict) -> Self {
        if position.seats() == 2 { Penalty::Ends } else { Penalty::Out }
    }
}

impl Table {
    /// Opens a table at the starting position of a game.
    pub fn open<G: Game>(options: &G::Options, header: Header) -> Result<Self, OpenTableError> {
        Ok(Self::start(header, Box::new(G::new(options)?))?)
    }

    /// Opens a table at this position, which the header must describe.
    pub fn start(header: Header, position: Box<dyn AnyGame>) -> Result<Self, EventError> {
        GameHistory::start(header, position).map(Self::resume)
    }

    /// Opens a table that continues this game. Deals come from the seed in its header
    /// ([`Game::deal_source`]), unless the header names another source; then they must be typed in.
    pub fn resume(game: GameHistory) -> Self {
        let deals: Box<dyn DealSource> = match &game.header().deals {
            None => game.position().deal_source(game.header().seed.unwrap_or(0)),
            Some(_) => Box::new(TypedDeals),
        };
        Table { game, deals }
    }

    /// Replaces the source of deals; [`Header::deals`] should name the new source.
    #[must_use]
    pub fn with_deals(self, deals: impl DealSource + 'static) -> Self {
        Table { deals: Box::new(deals), ..self }
    }

    /// Returns the game so far.
    pub fn game(&self) -> &GameHistory {
        &self.game
    }

    /// Returns the current position.
    pub fn position(&self) -> &dyn AnyGame {
        self.game.position()
    }

    /// Returns the current position as a `G`; `None` if it is another game.
    pub fn position_as<G: Game>(&self) -> Option<&G> {
        self.position().as_any().downcast_ref()
    }

    /// Returns what is due. A seat whose player has left ([`GameHistory::has_left`]) is still due: someone
    /// else must move for it.
    pub fn due(&self) -> TableDue {
        if self.game.end().is_some() {
            return TableDue::Over;
        }
        if self.game.due_end().is_some() {
            return TableDue::End;
        }
        match self.position().turn() {
            Turn::Chance => TableDue::Deal,
            Turn::Seat(seat) => TableDue::Seat(seat),
            Turn::Over => TableDue::End,
        }
    }

    /// Creates the random generator for this seat's next decision. It depends only on the seed, the
    /// seat and the ply, so that an undone or resumed game continues the same way.
    pub fn rng_for(&self, seat: Seat) -> SeededRng {
        let ply = self.game.plies().len() as u32;
        seeded(self.game.header().seed.unwrap_or(0), RngStream::Choice { seat, ply })
    }

    /// Draws the deal that is due.
    pub fn deal(&mut self) -> Result<&[Arc<Event>], EventError> {
        let deal = self.deals.draw(&self.game).ok_or(EventError::NoDeal)?;
        self.add([Event::Deal { deal }])
    }

    /// Applies a deal that was decided outside.
    pub fn apply_deal(&mut self, deal: &str) -> Result<&[Arc<Event>], EventError> {
        self.add([Event::Deal { deal: deal.into() }])
    }

    /// Plays a move for the seat that is due.
    pub fn play(
        &mut self,
        seat: Seat,
        mv: &str,
        notes: Notes,
    ) -> Result<&[Arc<Event>], EventError> {
        self.add([Event::new_move(seat, mv, notes)])
    }

    /// Records a player's fault and applies the penalty.
    pub fn fault(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        penalty: &Penalty,
    ) -> Result<&[Arc<Event>], EventError> {
        self.fault_with_stderr(seat, verdict, penalty, Vec::new())
    }

    /// Records a fault as [`Table::fault`] does, with the last lines the program wrote to stderr.
    pub fn fault_with_stderr(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        penalty: &Penalty,
        stderr: Vec<String>,
    ) -> Result<&[Arc<Event>], EventError> {
        let fault = |then| Event::Fault {
            seat,
            verdict: verdict.name().into(),
            seen: verdict.to_string(),
            then,
            stderr,
        };
        match penalty {
            Penalty::Ends => self.add([fault(Consequence::Ends)]),
            Penalty::Out => self.add([fault(Consequence::Out)]),
            Penalty::Plays(mv) => {
                // If the move is refused, the fault must not have been recorded either.
                let turn = self.position().turn();
                if turn != Turn::Seat(seat) {
                    return Err(EventError::OutOfTurn { seat, turn });
                }
                self.position()
                    .check_move_text(mv)
                    .map_err(|error| EventError::Move { mv: mv.clone(), error })?;
                let mv = Event::new_move(seat, mv, Notes::default());
                self.add([fault(Consequence::Plays), mv])
            }
        }
    }

    /// Resigns for this seat. With two seats the game ends; with more, the others play on and
    /// someone else moves for the seat, which comes last.
    pub fn resign(&mut self, seat: Seat) -> Result<&[Arc<Event>], EventError> {
        self.add([Event::Resign { seat }])
    }

    /// Undoes the last deals and moves.
    pub fn undo(&mut self, plies: usize) -> Result<&[Arc<Event>], EventError> {
        self.add([Event::Undo { plies }])
    }

    /// Ends the game; it is an error if the end is not due.
    pub fn end(&mut self) -> Result<&[Arc<Event>], EventError> {
        let end = self.game.due_end().ok_or(EventError::WrongEnd)?;
        self.add([Event::End(end)])
    }

    /// Applies events and returns them as they appear in the log.
    fn add<const N: usize>(&mut self, events: [Event; N]) -> Result<&[Arc<Event>], EventError> {
        let before = self.game.log().len();
        for event in events {
            self.game.apply(event)?;
        }
        Ok(&self.game.log()[before..])
    }
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").field("game", &self.game).finish_non_exhaustive()
    }
}
