//! Plays a game out: we place each piece where it is best one ply ahead and the enemy moves towards us as
//! `terminator` does, until the game is decided.

use super::{
    flood::{FloodStanding, SmallFlood},
    small_board::{BoxCorner, OverhangRule, SmallBoard, SmallPiece},
};
use crate::{filler::champion_plan::chance_with_free, search::Budget};
use meeple_core::rng::{RngStream, SeededRng, seeded};
use meeple_games::filler::{Board, draw_piece};
use rand::RngExt as _;

/// Number of our placements evaluated: those nearest to the enemy.
const NEAREST: usize = 10;
/// A game is decided if the chance of winning or of losing is smaller than this.
const DECIDED: f64 = 0.02;

/// The pieces of one playout, drawn when first needed and the same for every placement tried with them.
#[derive(Debug)]
pub(super) struct PlayoutPieces<'a> {
    board: &'a Board,
    rng: SeededRng,
    drawn: Vec<SmallPiece>,
    ties: u64,
}

impl<'a> PlayoutPieces<'a> {
    /// Creates the pieces for this board; everything random in a playout follows from the seed.
    pub(super) fn new(board: &'a Board, seed: u64) -> Self {
        PlayoutPieces { board, rng: seeded(seed, RngStream::Deals), drawn: Vec::new(), ties: seed }
    }

    fn get(&mut self, ply: usize) -> &SmallPiece {
        while self.drawn.len() <= ply {
            self.drawn.push(SmallPiece::from_piece(&draw_piece(self.board, &mut self.rng)));
        }
        &self.drawn[ply]
    }
}

/// The result of looking for our placement of a piece.
enum PieceChoice {
    /// The board with the piece, and its evaluation.
    Placed(SmallBoard, FloodStanding),
    /// The piece fits nowhere.
    Stuck,
    /// The budget ran out.
    Unknown,
}

/// Plays games out, with buffers reused from one playout to the next.
#[derive(Debug)]
pub(super) struct SmallPlayout {
    pub(super) seat: usize,
    pub(super) overhang: OverhangRule,
    flood: SmallFlood,
    corners: Vec<BoxCorner>,
    near: Vec<(u32, BoxCorner)>,
}

impl SmallPlayout {
    /// Creates a player for this seat.
    pub(super) fn new(seat: usize, overhang: OverhangRule) -> Self {
        SmallPlayout {
            seat,
            overhang,
            flood: SmallFlood::default(),
            corners: Vec::new(),
            near: Vec::new(),
        }
    }

    /// Plays on from this board with the enemy to move and returns our lead in cells once the game is
    /// decided; `None` if the budget runs out.
    pub(super) fn lead_after(
        &mut self,
        mut board: SmallBoard,
        pieces: &mut PlayoutPieces<'_>,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let mut ties = seeded(pieces.ties, RngStream::Other(0));
        for ply in (0..).step_by(2) {
            let piece = pieces.get(ply);
            match self.robot_reply(&board, piece, &mut ties) {
                Some(at) => board = board.with_piece(piece, at, 1 - self.seat),
                None => return Some(self.lead_alone(&board, self.seat)),
            }
            let piece = pieces.get(ply + 1);
            let (next, standing) = match self.best_placement(&board, piece, budget) {
                PieceChoice::Placed(next, standing) => (next, standing),
                PieceChoice::Stuck => return Some(-self.lead_alone(&board, 1 - self.seat)),
                PieceChoice::Unknown => return None,
            };
            let chance = chance_with_free(standing.lead(), standing.free);
            if !standing.is_contested || !(DECIDED..=1.0 - DECIDED).contains(&chance) {
                return Some(standing.lead());
            }
            board = next;
        }
        None
    }

    /// Returns the lead of a seat that continues alone and fills all it can reach.
    fn lead_alone(&mut self, board: &SmallBoard, seat: usize) -> f64 {
        f64::from(board.cell_lead(seat) + self.flood.room(board, seat))
    }

    /// Returns a random one of the enemy's placements nearest to us.
    fn robot_reply(
        &mut self,
        board: &SmallBoard,
        piece: &SmallPiece,
        ties: &mut SeededRng,
    ) -> Option<BoxCorner> {
        let robot = 1 - self.seat;
        let overhang = match self.overhang {
            OverhangRule::Everywhere => OverhangRule::RightAndBelow,
            other => other,
        };
        board.placements(piece, robot, overhang, &mut self.corners);
        self.measure(board, piece, robot);
        let least = self.near.iter().map(|near| near.0).min()?;
        let nearest = || self.near.iter().filter(|near| near.0 == least);
        let any = ties.random_range(0..nearest().count());
        nearest().nth(any).map(|near| near.1)
    }

    /// Finds our best placement (the nearest of equals) and evaluates the board after it.
    fn best_placement(
        &mut self,
        board: &SmallBoard,
        piece: &SmallPiece,
        budget: &mut Budget<'_>,
    ) -> PieceChoice {
        board.placements(piece, self.seat, self.overhang, &mut self.corners);
        self.measure(board, piece, self.seat);
        self.keep_nearest();
        let mut best: Option<(SmallBoard, FloodStanding)> = None;
        for &(_, at) in &self.near {
            if !budget.spend(1) {
                return PieceChoice::Unknown;
            }
            let next = board.with_piece(piece, at, self.seat);
            let standing = self.flood.evaluate(&next, self.seat);
            if best.is_none_or(|(_, best)| standing.is_better_than(best)) {
                best = Some((next, standing));
            }
        }
        best.map_or(PieceChoice::Stuck, |(next, standing)| PieceChoice::Placed(next, standing))
    }

    /// Measures the distance of the placements found to the other seat.
    fn measure(&mut self, board: &SmallBoard, piece: &SmallPiece, seat: usize) {
        let distances = board.distances_to_enemy(seat);
        let near = |&at: &BoxCorner| (board.distance(piece, at, seat, &distances), at);
        self.near.clear();
        self.near.extend(self.corners.iter().map(near));
    }

    /// Keeps the nearest placements in order; among equals the first, row by row.
    fn keep_nearest(&mut self) {
        let key = |&(distance, at): &(u32, BoxCorner)| (distance, at.row, at.column);
        if self.near.len() > NEAREST {
            self.near.select_nth_unstable_by_key(NEAREST, key);
            self.near.truncate(NEAREST);
        }
        self.near.sort_unstable_by_key(key);
    }
}
