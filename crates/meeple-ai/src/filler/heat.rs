//! The `heat` player: a weighted sum of four scores.
//!
//! Every empty cell has a heat: columns + rows - Manhattan distance to the nearest enemy cell; occupied cells
//! have none. A placement scores
//!
//! ```text
//! 100 x the average heat of the piece's cells        move towards the enemy
//!  20 x 5 for each (cell, neighbour) that is theirs  block
//!   5 x 1 for each (cell, neighbour) that is empty   keep room to grow
//!  10 x 2 for each cell                              the same for every placement
//! ```
//!
//! where a cell has eight neighbours. The first of the best placements, row by row, is chosen. A node is one
//! scored placement.

use super::{
    PieceTurn, Placer,
    distances::{DistanceMap, manhattan_to_enemy},
};
use crate::search::{Budget, best_of};
use meeple_core::{Choice, RankedMove, options::NoOptions};
use meeple_games::filler::{Board, CellState, Placement, opponent};
use rand::Rng;

/// The heat player.
#[derive(Debug, Clone, Copy, Default)]
pub struct HeatPlacer;

impl Placer for HeatPlacer {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        HeatPlacer
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        _: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        let mut compared = Vec::new();
        if !budget.is_spent() {
            let map = HeatMap::new(hand);
            let placements = hand.placements().take_while(|_| budget.spend(1));
            compared.extend(placements.map(|mv| RankedMove { mv, value: map.total_score(mv) }));
        }
        best_of(compared, budget).or_else(|| hand.placements().next().map(Choice::from_move))
    }
}

/// The heat of every cell and the scores derived from it.
#[derive(Debug)]
pub struct HeatMap<'a> {
    hand: PieceTurn<'a>,
    distances: DistanceMap,
}

impl<'a> HeatMap<'a> {
    /// Computes the heat of this board for the seat to move.
    pub fn new(hand: PieceTurn<'a>) -> Self {
        HeatMap { hand, distances: manhattan_to_enemy(hand.board, hand.seat) }
    }

    /// Returns the heat of a cell.
    pub fn heat(&self, column: usize, row: usize) -> u32 {
        let board = self.hand.board;
        match board.cell(column, row) {
            CellState::Empty => {
                let farthest = (board.width() + board.height()) as u32;
                farthest - u32::from(self.distances.distance(column, row))
            }
            _ => 0,
        }
    }

    /// Returns the weighted sum of the four scores.
    pub fn total_score(&self, at: Placement) -> f64 {
        let blocking = f64::from(self.blocking_score(at));
        let expansion = f64::from(self.expansion_score(at));
        let efficiency = f64::from(self.efficiency_score());
        100.0 * self.heat_score(at) + 20.0 * blocking + 5.0 * expansion + 10.0 * efficiency
    }

    /// Returns the average heat of the cells the piece covers.
    pub fn heat_score(&self, at: Placement) -> f64 {
        let heats = Board::covered_cells(self.hand.piece, at)
            .map(|(x, y)| self.heat(x as usize, y as usize));
        f64::from(heats.sum::<u32>()) / self.hand.piece.cells().len() as f64
    }

    /// Returns 5 for each opponent's cell next to a covered cell, once per covered cell.
    pub fn blocking_score(&self, at: Placement) -> u32 {
        let enemy = self.hand.board.owned(opponent(self.hand.seat));
        5 * self.neighbours(at).filter(|&(x, y)| enemy.contains(x, y)).count() as u32
    }

    /// Returns 1 for each cell next to a covered cell that was empty before the placement, once per covered
    /// cell.
    pub fn expansion_score(&self, at: Placement) -> u32 {
        let board = self.hand.board;
        self.neighbours(at).filter(|&(x, y)| board.cell(x, y) == CellState::Empty).count() as u32
    }

    /// Returns 2 for each cell of the piece.
    pub fn efficiency_score(&self) -> u32 {
        2 * self.hand.piece.cells().len() as u32
    }

    /// Returns the neighbours on the board of each covered cell; a cell may occur several times.
    fn neighbours(&self, at: Placement) -> impl Iterator<Item = (usize, usize)> {
        let (width, height) = (self.hand.board.width() as i32, self.hand.board.height() as i32);
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (right, down)));
        let around = around.filter(|&offset| offset != (0, 0));
        Board::covered_cells(self.hand.piece, at)
            .flat_map(move |(x, y)| around.clone().map(move |(right, down)| (x + right, y + down)))
            .filter(move |&(x, y)| (0..width).contains(&x) && (0..height).contains(&y))
            .map(|(x, y)| (x as usize, y as usize))
    }
}
