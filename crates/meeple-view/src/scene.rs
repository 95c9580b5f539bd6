//! A scene: a position, who sits at it, and what led to it.

use meeple_core::{Contestant, Event, Game, Match, Ply, Seat, SeatInfo, text::printable};

/// What there is to be shown.
#[derive(Debug)]
pub struct Scene<'a, G> {
    /// The position.
    pub position: &'a G,
    /// Who sits where.
    pub seats: &'a [SeatInfo],
    /// The deals and moves that led here.
    pub line: &'a [Ply],
    names: Vec<String>,
}

impl<'a, G: Game> Scene<'a, G> {
    /// A position with nothing behind it.
    pub fn of(position: &'a G, seats: &'a [SeatInfo]) -> Self {
        Scene::new(position, seats, &[])
    }

    fn new(position: &'a G, seats: &'a [SeatInfo], line: &'a [Ply]) -> Self {
        // Names come from outside: nothing in them may move a cursor.
        let names = seats.iter().map(|info| printable(&info.name)).collect();
        Scene { position, seats, line, names }
    }

    /// A game after `ply` deals and moves; `None` if it is another game or has not so many.
    pub fn at(game: &'a Match, ply: usize) -> Option<Self> {
        let position = game.position_at(ply)?.as_any().downcast_ref()?;
        Some(Scene::new(position, &game.header().seats, &game.line()[..ply]))
    }

    /// A game as it stands; `None` if it is another game.
    pub fn now(game: &'a Match) -> Option<Self> {
        Scene::at(game, game.line().len())
    }
}

impl<G> Scene<'_, G> {
    /// The name of whoever sits there, fit for any screen.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// Whether a person sits there.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|info| info.who == Contestant::Person)
    }

    /// The last move and who made it.
    pub fn last_move(&self) -> Option<(Seat, &str)> {
        self.line.iter().rev().find_map(|ply| match &*ply.event {
            Event::Move { seat, mv, .. } => Some((*seat, mv.as_str())),
            _ => None,
        })
    }
}
