//! Who says what boards are worth between two rounds.

use super::{
    mosaic::Mosaic,
    round::{Round, Standings},
    tiling::Tiled,
};

/// Judges boards after a round.
pub(crate) trait Judge {
    /// What is remembered of a board: everything that takes long to find out.
    type Seen: Clone;

    /// Told what stays the same in the round that is searched.
    fn prepare(&mut self, standings: &Standings);

    /// What a wall promises, where a tile's cell is chosen (A16).
    fn worth(&self, wall: &Mosaic) -> f32;

    /// Looks at a board.
    fn see(&self, board: &Tiled) -> Self::Seen;

    /// By how many points more the first board will score until the end of the game.
    fn future(&self, mine: Side<'_, Self::Seen>, theirs: Side<'_, Self::Seen>) -> f32;

    /// The chance of the first board to have more points in the end.
    fn chance(&self, mine: Side<'_, Self::Seen>, theirs: Side<'_, Self::Seen>) -> f32;

    /// What a seat will still gain within the round, against what it would have if the round
    /// ended now.
    fn rest_of_round(&self, _round: &Round, _seat: usize) -> f32 {
        0.0
    }
}

/// One of two boards that are compared.
#[derive(Debug)]
pub(crate) struct Side<'a, S> {
    pub(crate) seen: &'a S,
    /// The score after the round.
    pub(crate) score: i32,
    /// 1 for whoever starts the next round, else 0.
    pub(crate) starts: u8,
}

impl<S> Clone for Side<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for Side<'_, S> {}
