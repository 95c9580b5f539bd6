//! The players: what each owns and holds.

use super::serialised::texts;
use crate::ViewScene;
use meeple_core::{Seat, SeatInfo};
use meeple_games::grass::{Cell, Colour, Grass};
use serde::Serialize;

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct GrassSeat {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// The player's colour (G4).
    pub colour: &'static str,
    /// The side length of the player's largest square: the score (G15).
    pub square: u8,
    /// The top left corners of all squares of that size.
    #[serde(serialize_with = "texts")]
    pub squares: Vec<Cell>,
    /// The number of cells owned: grass and captured squares.
    pub territory: u32,
    /// The number of grass cells.
    pub grass: u32,
    /// The number that breaks ties between equal squares: grass on the board, or in the square (G15).
    pub tie_break: u32,
    /// The number of coupons (G4).
    pub coupons: u8,
    /// The number of stones to place now (G11).
    pub stones: u8,
    /// The number of tiles to steal after that (G12).
    pub robberies: u8,
}

impl GrassSeat {
    /// Returns all players in seat order.
    pub(super) fn all(scene: &ViewScene<'_, Grass>) -> Vec<Self> {
        let (game, board) = (scene.position, scene.position.board());
        let seats = (0..board.seats()).map(Seat::new).zip(colours(scene.seats, board.seats()));
        let player = |(seat, colour): (Seat, Colour)| {
            let (square, corners) = board.largest_squares(seat);
            let held = game.holdings(seat);
            GrassSeat {
                seat,
                name: scene.name(seat).into(),
                colour: colour.name(),
                square,
                squares: corners.cells().collect(),
                territory: board.territory(seat).len(),
                grass: board.grass_cells(seat).len(),
                tie_break: game.tie_break_grass(seat),
                coupons: held.coupons,
                stones: held.stones,
                robberies: held.robberies,
            }
        };
        seats.map(player).collect()
    }
}

/// Returns the chosen colours; a player who chose none, or one that is taken, gets the first free one (G4).
fn colours(seats: &[SeatInfo], players: usize) -> Vec<Colour> {
    let mut colours: Vec<Option<Colour>> = Vec::with_capacity(players);
    for seat in 0..players {
        let chosen = seats.get(seat).and_then(|info| info.colour.as_deref()?.parse().ok());
        colours.push(chosen.filter(|_| !colours.contains(&chosen)));
    }
    let mut free: Vec<Colour> =
        Colour::ALL.into_iter().rev().filter(|&colour| !colours.contains(&Some(colour))).collect();
    let given = colours.into_iter().map(|colour| colour.or_else(|| free.pop()));
    given.map(|colour| colour.expect("there are as many colours as seats")).collect()
}
