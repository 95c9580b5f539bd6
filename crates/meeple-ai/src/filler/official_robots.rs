//! Stand-ins for the four official robots.
//!
//! `wall_e` places its piece anywhere. The others behave as if they added up, for the cells that a placement
//! newly covers, the Manhattan distance to the nearest enemy cell: `h2_d2` takes the largest sum, `bender`
//! the middle one of the sums that occur, `terminator` the smallest. Ties are broken at random. None ever
//! returns a negative column or row (F3); a robot that has only such placements finds none and is stuck. A
//! node is one placement whose distances are added up.

use super::{PieceTurn, Placer, distances::manhattan_to_enemy};
use crate::search::{Budget, choice_with_ranking};
use meeple_core::{Choice, RankedMove, options::NoOptions};
use meeple_games::filler::{CellState, Piece, Placement, opponent};
use rand::{Rng, seq::IteratorRandom};

/// Places its piece anywhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct WallE;

/// Stays as far from the enemy as it can.
#[derive(Debug, Clone, Copy, Default)]
pub struct H2D2;

/// Keeps a medium distance from the enemy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bender;

/// Moves towards the enemy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminator;

impl Placer for WallE {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        WallE
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        _: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        not_negative(hand).choose(rng).map(Choice::from_move)
    }
}

impl Placer for H2D2 {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        H2D2
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        random_best(hand, budget, rng, |_| f64::from)
    }
}

impl Placer for Bender {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        Bender
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        random_best(hand, budget, rng, |sums| {
            let mut sums = sums.to_vec();
            sums.sort_unstable();
            sums.dedup();
            move |sum| {
                let from_middle = sums.partition_point(|&other| other < sum) as i32;
                f64::from(-(from_middle - (sums.len() / 2) as i32).abs())
            }
        })
    }
}

impl Placer for Terminator {
    type Options = NoOptions;

    fn with_options(_: NoOptions) -> Self {
        Terminator
    }

    fn place(
        &mut self,
        hand: PieceTurn<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        random_best(hand, budget, rng, |_| |sum| -f64::from(sum))
    }
}

fn not_negative(hand: PieceTurn<'_>) -> impl Iterator<Item = Placement> {
    hand.placements().filter(|at| at.column >= 0 && at.row >= 0)
}

/// Returns a random one of the best placements; `value` gets all sums that occur, since the value of one may
/// depend on them.
fn random_best<V: Fn(u32) -> f64>(
    hand: PieceTurn<'_>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
    value: impl FnOnce(&[u32]) -> V,
) -> Option<Choice<Placement>> {
    if budget.is_spent() {
        return not_negative(hand).next().map(Choice::from_move);
    }
    let sum = enemy_distance(hand);
    let (places, sums): (Vec<Placement>, Vec<u32>) =
        not_negative(hand).take_while(|_| budget.spend(1)).map(|at| (at, sum(at))).unzip();
    let value = value(&sums);
    let rank = |(mv, sum): (Placement, u32)| RankedMove { mv, value: value(sum) };
    let compared: Vec<RankedMove<Placement>> = places.into_iter().zip(sums).map(rank).collect();
    let most = compared.iter().map(|ranked| ranked.value).max_by(f64::total_cmp);
    let best = compared.iter().filter(|ranked| Some(ranked.value) == most).choose(rng);
    match best.map(|ranked| ranked.mv) {
        Some(mv) => Some(choice_with_ranking(mv, compared, budget)),
        None => not_negative(hand).next().map(Choice::from_move), // the time ran out just now
    }
}

/// Returns a function that sums up, for a legal placement, the Manhattan distances from the cells it newly
/// covers to the nearest enemy cell.
pub fn enemy_distance(hand: PieceTurn<'_>) -> impl Fn(Placement) -> u32 {
    let distances = manhattan_to_enemy(hand.board, hand.seat);
    move |at| hand.new_cells(at).map(|(x, y)| u32::from(distances.distance(x, y))).sum()
}

/// Returns whether the enemy may be one that moves towards us, as `terminator` does: its latest piece (F1)
/// lies as near to us as possible, or it hasn't placed any.
pub(super) fn may_move_towards_us(hand: PieceTurn<'_>) -> bool {
    let enemy = opponent(hand.seat);
    let latest: Vec<(usize, usize)> = hand.board.latest(enemy).cells().collect();
    if latest.is_empty() {
        return hand.board.count(enemy) <= 1;
    }
    // One of the cells was already the enemy's; which one isn't known.
    latest.iter().any(|&shared| {
        let mut before = hand.board.clone();
        for &(column, row) in latest.iter().filter(|&&cell| cell != shared) {
            before.set_cell(column, row, CellState::Empty);
        }
        let Some((piece, at)) = piece_of_cells(&latest) else { return false };
        let then = PieceTurn { board: &before, piece: &piece, seat: enemy, ..hand };
        let distance = enemy_distance(then);
        // The piece's empty margins above and to the left aren't known. Placements at which they might have
        // had negative coordinates, which the robot avoids, don't count (F3, F9).
        let hidden = |side: usize, length: usize| (side / 5).saturating_sub(length) as i16;
        let left = hidden(hand.board.width(), piece.width());
        let top = hidden(hand.board.height(), piece.height());
        let mut open = then.placements().filter(|at| at.column >= left && at.row >= top);
        open.all(|other| distance(other) >= distance(at))
    })
}

/// Returns the piece formed by these cells, without margins, and its placement.
fn piece_of_cells(cells: &[(usize, usize)]) -> Option<(Piece, Placement)> {
    let columns = || cells.iter().map(|&(column, _)| column);
    let rows = || cells.iter().map(|&(_, row)| row);
    let (left, right) = (columns().min()?, columns().max()?);
    let (top, bottom) = (rows().min()?, rows().max()?);
    let mark = |column, row| if cells.contains(&(column, row)) { 'O' } else { '.' };
    let drawn =
        (top..=bottom).map(|row| (left..=right).map(|at| mark(at, row)).collect::<String>());
    let piece = Piece::from_rows(drawn).ok()?;
    Some((piece, Placement { column: left as i16, row: top as i16 }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{
        Limits, Seat,
        rng::{RngStream, seeded},
    };
    use meeple_games::filler::{Board, Margins, draw_piece, standard_map};

    #[track_caller]
    fn may_go(line: &str, expected: bool) {
        let board = Board::from_line(line).expect("a board");
        let piece = "2x1:OO".parse().expect("a piece");
        let (seat, margins) = (Seat::new(0), Margins::Overhang);
        let hand = PieceTurn { board: &board, piece: &piece, seat, margins };
        assert_eq!(may_move_towards_us(hand), expected, "{line}");
    }

    #[test]
    fn an_approaching_opponent_is_recognised_by_its_latest_piece() {
        may_go("@....../......./......./sss...$", true);
        may_go("@....../......./......./$..sss.", false); // it could have continued from the left
        may_go("@....../......./......./......$", true); // it hasn't placed any piece
        may_go("@....../......./......./$$$...$", false); // its latest piece isn't known
    }

    #[test]
    fn terminator_is_always_recognised() {
        let mut board = standard_map("map00").expect("a map");
        let mut rng = seeded(5, RngStream::Deals);
        let (limits, mut known) = (Limits::default(), 0);
        for ply in 0..80 {
            let (seat, piece) = (Seat::new(ply % 2), draw_piece(&board, &mut rng));
            let then = board.clone();
            let hand = PieceTurn { board: &then, piece: &piece, seat, margins: Margins::Overhang };
            let budget = &mut Budget::start(&limits);
            let placed = match ply % 2 {
                0 => WallE.place(hand, budget, &mut rng),
                _ => Terminator.place(hand, budget, &mut rng),
            };
            let Some(choice) = placed else { continue };
            board.place(&piece, choice.mv, seat);
            if ply % 2 == 1 {
                let ours = PieceTurn { board: &board, seat: Seat::new(0), ..hand };
                assert!(may_move_towards_us(ours), "{board}");
                known += 1;
            }
        }
        assert!(known > 20);
    }
}
