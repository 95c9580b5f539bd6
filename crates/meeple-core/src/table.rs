//! A running game: who is due, what may happen, and the log of what did.
//!
//! Whoever runs a game drives a table, and nothing else changes a running game:
//!
//! ```
//! use meeple_core::{Due, Header, Notes, Table, tree_game::{TreeGame, TreeOptions}};
//! # use meeple_core::{Contestant, SeatInfo};
//! # let seat = |name: &str| SeatInfo { name: name.into(), colour: None, who: Contestant::Person };
//! # let seats = vec![seat("Ann"), seat("Bo")];
//!
//! let options = TreeOptions { tree: "?(a*1:0(c:1,0|d:0,1)|b*1:0(c:1,0|d:0,1))".into() };
//! let mut table = Table::open::<TreeGame>(&options, Header::new::<TreeGame>(&options, seats))?;
//! loop {
//!     match table.due() {
//!         Due::Deal => drop(table.deal()?),
//!         Due::Seat(seat) => drop(table.play(seat, "c", Notes::default())?),
//!         Due::End => drop(table.end()?),
//!         Due::Over => break,
//!     }
//! }
//! assert_eq!(table.game().end().unwrap().results[0].rank, 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Every verb gives the events it added, checks what comes from outside, and
//! changes nothing on error. A table does no IO and reads no clock.

use crate::{
    AnyGame, BadOptions, Event, Game, Header, Match, Seat, Turn, Verdict,
    deals::{DealSource, TypedDeals},
    game_match::BadEvent,
    record::{Consequence, Notes},
    rng::{Stream, seeded},
};
use rand_chacha::ChaCha8Rng;
use std::{fmt, sync::Arc};

/// A running game.
pub struct Table {
    game: Match,
    deals: Box<dyn DealSource>,
}

/// What is due at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Due {
    /// A deal: [`Table::deal`].
    Deal,
    /// A move of this seat: [`Table::play`], or a fault.
    Seat(Seat),
    /// The end: [`Table::end`].
    End,
    /// Nothing any more.
    Over,
}

/// Why a table could not be opened.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CannotOpen {
    /// The options do not go together.
    #[error(transparent)]
    Options(#[from] BadOptions),
    /// The header does not fit the game.
    #[error(transparent)]
    Header(#[from] BadEvent),
}

/// What a move in a player's stead is, where a fault has that consequence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Penalty {
    /// [`Consequence::Ends`].
    Ends,
    /// [`Consequence::Plays`]: this move is made instead.
    Plays(String),
    /// [`Consequence::Out`].
    Out,
}

/// Decides what follows when the seat to move fails; a game with a rule of its own has one.
pub type FaultRule = fn(&dyn AnyGame, &Verdict) -> Penalty;

impl Penalty {
    /// The [`FaultRule`] of most games: with two seats the game ends, with more the others go on.
    pub fn usual(position: &dyn AnyGame, _: &Verdict) -> Self {
        if position.seats() == 2 { Penalty::Ends } else { Penalty::Out }
    }
}

impl Table {
    /// A table at the first position of a game.
    pub fn open<G: Game>(options: &G::Options, header: Header) -> Result<Self, CannotOpen> {
        Ok(Self::start(header, Box::new(G::new(options)?))?)
    }

    /// A table at this position, which the header describes.
    pub fn start(header: Header, position: Box<dyn AnyGame>) -> Result<Self, BadEvent> {
        Match::start(header, position).map(Self::resume)
    }

    /// A table at which this match goes on. Deals come from the seed in its header, drawn as the
    /// game draws them ([`Game::deals_from`]), unless the header says that they are typed.
    pub fn resume(game: Match) -> Self {
        let deals: Box<dyn DealSource> = match &game.header().deals {
            None => game.position().deals_from(game.header().seed.unwrap_or(0)),
            Some(_) => Box::new(TypedDeals),
        };
        Table { game, deals }
    }

    /// The same table with deals from somewhere else; the header should name it
    /// ([`Header::deals`]).
    #[must_use]
    pub fn with_deals(self, deals: impl DealSource + 'static) -> Self {
        Table { deals: Box::new(deals), ..self }
    }

    /// The game so far.
    pub fn game(&self) -> &Match {
        &self.game
    }

    /// The position now.
    pub fn position(&self) -> &dyn AnyGame {
        self.game.position()
    }

    /// The position now, as the game that it is known to be.
    pub fn position_as<G: Game>(&self) -> Option<&G> {
        self.position().as_any().downcast_ref()
    }

    /// What is due. A seat whose player has left ([`Match::is_gone`]) is due all the same:
    /// somebody must move for it.
    pub fn due(&self) -> Due {
        if self.game.end().is_some() {
            return Due::Over;
        }
        if self.game.due_end().is_some() {
            return Due::End;
        }
        match self.position().turn() {
            Turn::Chance => Due::Deal,
            Turn::Seat(seat) => Due::Seat(seat),
            Turn::Over => Due::End,
        }
    }

    /// The generator for what this seat decides now. It follows from the seed, the seat and the
    /// ply, so that a game taken back or resumed goes on as it would have.
    pub fn generator(&self, seat: Seat) -> ChaCha8Rng {
        let ply = self.game.line().len() as u32;
        seeded(self.game.header().seed.unwrap_or(0), Stream::Choice { seat, ply })
    }

    /// Draws the deal that is due.
    pub fn deal(&mut self) -> Result<&[Arc<Event>], BadEvent> {
        let deal = self.deals.draw(&self.game).ok_or(BadEvent::NoDeal)?;
        self.add([Event::Deal { deal }])
    }

    /// Makes this deal, which was decided outside.
    pub fn deal_as(&mut self, deal: &str) -> Result<&[Arc<Event>], BadEvent> {
        self.add([Event::Deal { deal: deal.into() }])
    }

    /// Makes a move for the seat that is due.
    pub fn play(&mut self, seat: Seat, mv: &str, notes: Notes) -> Result<&[Arc<Event>], BadEvent> {
        self.add([Event::played(seat, mv, notes)])
    }

    /// A player failed; what follows from it happens at once.
    pub fn fault(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        penalty: &Penalty,
    ) -> Result<&[Arc<Event>], BadEvent> {
        self.fault_of_program(seat, verdict, penalty, Vec::new())
    }

    /// [`Table::fault`] of somebody who left these last lines on stderr.
    pub fn fault_of_program(
        &mut self,
        seat: Seat,
        verdict: &Verdict,
        penalty: &Penalty,
        stderr: Vec<String>,
    ) -> Result<&[Arc<Event>], BadEvent> {
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
                // Nothing must have happened if the move is refused.
                self.position()
                    .explain_text(mv)
                    .map_err(|error| BadEvent::Move { mv: mv.clone(), error })?;
                let mv = Event::played(seat, mv, Notes::default());
                self.add([fault(Consequence::Plays), mv])
            }
        }
    }

    /// The player of this seat gives up. With two seats that is the end; with more, the others
    /// go on and somebody else moves for the seat, which comes last.
    pub fn resign(&mut self, seat: Seat) -> Result<&[Arc<Event>], BadEvent> {
        self.add([Event::Resign { seat }])
    }

    /// Takes back the last deals and moves.
    pub fn undo(&mut self, plies: usize) -> Result<&[Arc<Event>], BadEvent> {
        self.add([Event::Undo { plies }])
    }

    /// Ends the game as it must end now.
    pub fn end(&mut self) -> Result<&[Arc<Event>], BadEvent> {
        let end = self.game.due_end().ok_or(BadEvent::WrongEnd)?;
        self.add([Event::End(end)])
    }

    /// Lets events happen and gives them back as the log has them.
    fn add<const N: usize>(&mut self, events: [Event; N]) -> Result<&[Arc<Event>], BadEvent> {
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
