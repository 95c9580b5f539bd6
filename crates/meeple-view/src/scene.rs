//! A scene: a position, who sits where, and the plies that led to it.

use meeple_core::{Contestant, Event, Game, GameHistory, Ply, Seat, SeatInfo, text::printable};

/// A position to show, with its players and history.
#[derive(Debug)]
pub struct ViewScene<'a, G> {
    /// The position.
    pub position: &'a G,
    /// The players by seat.
    pub seats: &'a [SeatInfo],
    /// The deals and moves that led here.
    pub plies: &'a [Ply],
    names: Vec<String>,
}

impl<'a, G: Game> ViewScene<'a, G> {
    /// Returns a scene without history.
    pub fn without_history(position: &'a G, seats: &'a [SeatInfo]) -> Self {
        ViewScene::new(position, seats, &[])
    }

    fn new(position: &'a G, seats: &'a [SeatInfo], line: &'a [Ply]) -> Self {
        // Names come from outside; they must not contain terminal control sequences.
        let names = seats.iter().map(|info| printable(&info.name)).collect();
        ViewScene { position, seats, plies: line, names }
    }

    /// Returns a game after `ply` deals and moves; `None` if it is another game or has fewer plies.
    pub fn at(game: &'a GameHistory, ply: usize) -> Option<Self> {
        let position = game.position_at(ply)?.as_any().downcast_ref()?;
        Some(ViewScene::new(position, &game.header().seats, &game.plies()[..ply]))
    }

    /// Returns the current position of a game; `None` if it is another game.
    pub fn current(game: &'a GameHistory) -> Option<Self> {
        ViewScene::at(game, game.plies().len())
    }
}

impl<G> ViewScene<'_, G> {
    /// Returns the printable name of the player on this seat, or `nobody` if there is no such seat.
    pub fn name(&self, seat: Seat) -> &str {
        self.names.get(seat.index()).map_or("nobody", String::as_str)
    }

    /// Returns whether a person sits on this seat.
    pub fn is_person(&self, seat: Seat) -> bool {
        self.seats.get(seat.index()).is_some_and(|info| info.who == Contestant::Person)
    }

    /// Returns the last move and the seat that made it.
    pub fn last_move(&self) -> Option<(Seat, &str)> {
        self.plies.iter().rev().find_map(|ply| match &*ply.event {
            Event::Move { seat, mv, .. } => Some((*seat, mv.as_str())),
            _ => None,
        })
    }
}
