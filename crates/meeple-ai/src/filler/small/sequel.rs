//! How a game may go on: we lay as well as one ply shows, the enemy goes for us as `terminator`
//! does, until it is decided.

use super::{
    board::{Corner, Overhang, SmallBoard, SmallPiece},
    flood::{Flood, Standing},
};
use crate::{filler::plan::chance_with, search::Budget};
use meeple_core::rng::{Stream, seeded};
use meeple_games::filler::{Board, draw_piece};
use rand::RngExt as _;
use rand_chacha::ChaCha8Rng;

/// Of our placements so many are weighed: those nearest to the enemy.
const NEAREST: usize = 10;
/// It is decided where the chance to win is smaller, or the chance to lose.
const DECIDED: f64 = 0.02;

/// The pieces of one sequel, drawn when they are first wanted: the same for every placement that
/// is tried with them.
#[derive(Debug)]
pub(super) struct Pieces<'a> {
    board: &'a Board,
    rng: ChaCha8Rng,
    drawn: Vec<SmallPiece>,
    ties: u64,
}

impl<'a> Pieces<'a> {
    /// Pieces for this board; all that is random in a sequel follows from the seed.
    pub(super) fn new(board: &'a Board, seed: u64) -> Self {
        Pieces { board, rng: seeded(seed, Stream::Deals), drawn: Vec::new(), ties: seed }
    }

    fn get(&mut self, ply: usize) -> &SmallPiece {
        while self.drawn.len() <= ply {
            self.drawn.push(SmallPiece::of(&draw_piece(self.board, &mut self.rng)));
        }
        &self.drawn[ply]
    }
}

/// What we do with a piece.
enum Best {
    /// The board with it, and how that stands.
    Placed(SmallBoard, Standing),
    /// It fits nowhere.
    Stuck,
    /// The budget does not suffice to say.
    Unknown,
}

/// Who plays on, with buffers that are kept from one sequel to the next.
#[derive(Debug)]
pub(super) struct Player {
    pub(super) seat: usize,
    pub(super) overhang: Overhang,
    flood: Flood,
    corners: Vec<Corner>,
    near: Vec<(u32, Corner)>,
}

impl Player {
    /// Somebody on this chair.
    pub(super) fn new(seat: usize, overhang: Overhang) -> Self {
        Player { seat, overhang, flood: Flood::default(), corners: Vec::new(), near: Vec::new() }
    }

    /// Our lead in cells when it is decided, the enemy to move on this board; `None` if the
    /// budget does not suffice.
    pub(super) fn lead_after(
        &mut self,
        mut board: SmallBoard,
        pieces: &mut Pieces<'_>,
        budget: &mut Budget<'_>,
    ) -> Option<f64> {
        let mut ties = seeded(pieces.ties, Stream::Other(0));
        for ply in (0..).step_by(2) {
            let piece = pieces.get(ply);
            match self.robots_answer(&board, piece, &mut ties) {
                Some(at) => board = board.with(piece, at, 1 - self.seat),
                None => return Some(self.lead_alone(&board, self.seat)),
            }
            let piece = pieces.get(ply + 1);
            let (next, standing) = match self.best(&board, piece, budget) {
                Best::Placed(next, standing) => (next, standing),
                Best::Stuck => return Some(-self.lead_alone(&board, 1 - self.seat)),
                Best::Unknown => return None,
            };
            let chance = chance_with(standing.lead(), standing.free);
            if !standing.is_contested || !(DECIDED..=1.0 - DECIDED).contains(&chance) {
                return Some(standing.lead());
            }
            board = next;
        }
        None
    }

    /// The lead of a seat that goes on alone: all that it can reach will be its own.
    fn lead_alone(&mut self, board: &SmallBoard, seat: usize) -> f64 {
        f64::from(board.ahead(seat) + self.flood.room(board, seat))
    }

    /// Any of the placements that are nearest to us.
    fn robots_answer(
        &mut self,
        board: &SmallBoard,
        piece: &SmallPiece,
        ties: &mut ChaCha8Rng,
    ) -> Option<Corner> {
        let robot = 1 - self.seat;
        let overhang = match self.overhang {
            Overhang::Everywhere => Overhang::RightAndBelow,
            other => other,
        };
        board.placements(piece, robot, overhang, &mut self.corners);
        self.measure(board, piece, robot);
        let least = self.near.iter().map(|near| near.0).min()?;
        let nearest = || self.near.iter().filter(|near| near.0 == least);
        let any = ties.random_range(0..nearest().count());
        nearest().nth(any).map(|near| near.1)
    }

    /// The board after our best placement, the nearest of equals, and how it stands.
    fn best(&mut self, board: &SmallBoard, piece: &SmallPiece, budget: &mut Budget<'_>) -> Best {
        board.placements(piece, self.seat, self.overhang, &mut self.corners);
        self.measure(board, piece, self.seat);
        self.keep_nearest();
        let mut best: Option<(SmallBoard, Standing)> = None;
        for &(_, at) in &self.near {
            if !budget.spend(1) {
                return Best::Unknown;
            }
            let next = board.with(piece, at, self.seat);
            let standing = self.flood.standing(&next, self.seat);
            if best.is_none_or(|(_, best)| standing.is_better_than(best)) {
                best = Some((next, standing));
            }
        }
        best.map_or(Best::Stuck, |(next, standing)| Best::Placed(next, standing))
    }

    /// Notes how far the placements that were found are from the other seat.
    fn measure(&mut self, board: &SmallBoard, piece: &SmallPiece, seat: usize) {
        let distances = board.distances_to_enemy(seat);
        let near = |&at: &Corner| (board.distance(piece, at, seat, &distances), at);
        self.near.clear();
        self.near.extend(self.corners.iter().map(near));
    }

    /// Leaves the nearest placements, in order; of equals the first, row by row.
    fn keep_nearest(&mut self) {
        let key = |&(distance, at): &(u32, Corner)| (distance, at.row, at.column);
        if self.near.len() > NEAREST {
            self.near.select_nth_unstable_by_key(NEAREST, key);
            self.near.truncate(NEAREST);
        }
        self.near.sort_unstable_by_key(key);
    }
}
