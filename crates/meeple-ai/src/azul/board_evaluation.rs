//! The interface for evaluating boards between two rounds.

use super::{
    round::{DraftRound, Standings},
    tiling::Tiled,
    wall_bits::WallBits,
};

/// Evaluates boards after a round.
pub(crate) trait BoardEvaluation {
    /// The cached features of a board: everything that is slow to compute.
    type Seen: Clone;

    /// Prepares for searching a round with this constant part.
    fn prepare(&mut self, standings: &Standings);

    /// Estimates what a wall can still score; used to choose the cell of a tile (A16).
    fn worth(&self, wall: &WallBits) -> f32;

    /// Computes the features of a board.
    fn see(&self, board: &Tiled) -> Self::Seen;

    /// Estimates how many more points the first board will score until the end of the game.
    fn future(
        &self,
        mine: ComparedBoard<'_, Self::Seen>,
        theirs: ComparedBoard<'_, Self::Seen>,
    ) -> f32;

    /// Estimates the chance that the first board finishes with more points.
    fn chance(
        &self,
        mine: ComparedBoard<'_, Self::Seen>,
        theirs: ComparedBoard<'_, Self::Seen>,
    ) -> f32;

    /// Estimates how much a seat's value will still grow until the end of the round.
    fn rest_of_round(&self, _round: &DraftRound, _seat: usize) -> f32 {
        0.0
    }
}

/// One of two boards that are compared.
#[derive(Debug)]
pub(crate) struct ComparedBoard<'a, S> {
    pub(crate) seen: &'a S,
    /// The score after the round.
    pub(crate) score: i32,
    /// 1 if this player starts the next round, else 0.
    pub(crate) starts: u8,
}

impl<S> Clone for ComparedBoard<'_, S> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S> Copy for ComparedBoard<'_, S> {}
