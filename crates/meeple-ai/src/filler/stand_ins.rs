//! Stand-ins for the four official robots.
//!
//! `wall_e` lays its piece anywhere. The others behave as if they added up, for
//! the cells that a placement newly covers, the Manhattan distance to the
//! nearest enemy cell: `h2_d2` takes the largest sum, `bender` the middle one
//! of the sums that occur, `terminator` the smallest. Ties are broken at
//! random. None ever answers a negative column or row (F3); a robot that has
//! only such placements finds none, and is stuck. A node is a placement whose
//! distances are added up.

use super::{Hand, Placer, distances::manhattan_to_enemy};
use crate::search::{Budget, chosen};
use meeple_core::{Choice, Ranked, options::NoOptions};
use meeple_games::filler::{Cell, Piece, Placement, opponent};
use rand::{Rng, seq::IteratorRandom};

/// Lays its piece anywhere.
#[derive(Debug, Clone, Copy, Default)]
pub struct WallE;

/// Keeps as far from the enemy as it can.
#[derive(Debug, Clone, Copy, Default)]
pub struct H2D2;

/// Keeps a middle distance.
#[derive(Debug, Clone, Copy, Default)]
pub struct Bender;

/// Goes for the enemy.
#[derive(Debug, Clone, Copy, Default)]
pub struct Terminator;

impl Placer for WallE {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        WallE
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        _: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        not_negative(hand).choose(rng).map(Choice::silent)
    }
}

impl Placer for H2D2 {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        H2D2
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |_| f64::from)
    }
}

impl Placer for Bender {
    type Options = NoOptions;

    fn with(_: NoOptions) -> Self {
        Bender
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |sums| {
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

    fn with(_: NoOptions) -> Self {
        Terminator
    }

    fn place(
        &mut self,
        hand: Hand<'_>,
        budget: &mut Budget<'_>,
        rng: &mut dyn Rng,
    ) -> Option<Choice<Placement>> {
        any_of_the_best(hand, budget, rng, |_| |sum| -f64::from(sum))
    }
}

fn not_negative(hand: Hand<'_>) -> impl Iterator<Item = Placement> {
    hand.placements().filter(|at| at.column >= 0 && at.row >= 0)
}

/// Any of the best placements; what a sum of distances is worth may depend on all that occur.
fn any_of_the_best<V: Fn(u32) -> f64>(
    hand: Hand<'_>,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
    value: impl FnOnce(&[u32]) -> V,
) -> Option<Choice<Placement>> {
    if budget.is_spent() {
        return not_negative(hand).next().map(Choice::silent);
    }
    let sum = enemy_distance(hand);
    let (places, sums): (Vec<Placement>, Vec<u32>) =
        not_negative(hand).take_while(|_| budget.spend(1)).map(|at| (at, sum(at))).unzip();
    let value = value(&sums);
    let rank = |(mv, sum): (Placement, u32)| Ranked { mv, value: value(sum) };
    let compared: Vec<Ranked<Placement>> = places.into_iter().zip(sums).map(rank).collect();
    let most = compared.iter().map(|ranked| ranked.value).max_by(f64::total_cmp);
    let best = compared.iter().filter(|ranked| Some(ranked.value) == most).choose(rng);
    match best.map(|ranked| ranked.mv) {
        Some(mv) => Some(chosen(mv, compared, budget)),
        None => not_negative(hand).next().map(Choice::silent), // the time was over just now
    }
}

/// The sum, for a legal placement, of the Manhattan distances from the cells it newly
/// covers to the nearest enemy cell.
pub fn enemy_distance(hand: Hand<'_>) -> impl Fn(Placement) -> u32 {
    let distances = manhattan_to_enemy(hand.board, hand.seat);
    move |at| hand.new_cells(at).map(|(x, y)| u32::from(distances.at(x, y))).sum()
}

/// Whether the enemy may be one that goes for us, as `terminator` does: its latest piece (F1)
/// lies as near to us as it could, or it has not laid any.
pub(super) fn may_go_for_us(hand: Hand<'_>) -> bool {
    let enemy = opponent(hand.seat);
    let latest: Vec<(usize, usize)> = hand.board.latest(enemy).cells().collect();
    if latest.is_empty() {
        return hand.board.count(enemy) <= 1;
    }
    // One of its cells was the enemy's before; which one is not known.
    latest.iter().any(|&shared| {
        let mut before = hand.board.clone();
        for &(column, row) in latest.iter().filter(|&&cell| cell != shared) {
            before.put(column, row, Cell::Empty);
        }
        let Some((piece, at)) = laid(&latest) else { return false };
        let then = Hand { board: &before, piece: &piece, seat: enemy, ..hand };
        let distance = enemy_distance(then);
        // Empty margins above and to the left are not seen: what they might have kept it from
        // having no negative coordinates does not count (F3, F9).
        let hidden = |side: usize, length: usize| (side / 5).saturating_sub(length) as i16;
        let left = hidden(hand.board.width(), piece.width());
        let top = hidden(hand.board.height(), piece.height());
        let mut open = then.placements().filter(|at| at.column >= left && at.row >= top);
        open.all(|other| distance(other) >= distance(at))
    })
}

/// The piece that these cells are, without margins, and where it lies.
fn laid(cells: &[(usize, usize)]) -> Option<(Piece, Placement)> {
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
        rng::{Stream, seeded},
    };
    use meeple_games::filler::{Board, Margins, draw_piece, standard_map};

    #[track_caller]
    fn may_go(line: &str, expected: bool) {
        let board = Board::from_line(line).expect("a board");
        let piece = "2x1:OO".parse().expect("a piece");
        let (seat, margins) = (Seat::new(0), Margins::Overhang);
        let hand = Hand { board: &board, piece: &piece, seat, margins };
        assert_eq!(may_go_for_us(hand), expected, "{line}");
    }

    #[test]
    fn who_goes_for_us_is_known_by_its_latest_piece() {
        may_go("@....../......./......./sss...$", true);
        may_go("@....../......./......./$..sss.", false); // it could have gone on from the left
        may_go("@....../......./......./......$", true); // it has not laid any
        may_go("@....../......./......./$$$...$", false); // it is not known which was its latest
    }

    #[test]
    fn terminator_is_always_known() {
        let mut board = standard_map("map00").expect("a map");
        let mut rng = seeded(5, Stream::Deals);
        let (limits, mut known) = (Limits::default(), 0);
        for ply in 0..80 {
            let (seat, piece) = (Seat::new(ply % 2), draw_piece(&board, &mut rng));
            let then = board.clone();
            let hand = Hand { board: &then, piece: &piece, seat, margins: Margins::Overhang };
            let budget = &mut Budget::start(&limits);
            let placed = match ply % 2 {
                0 => WallE.place(hand, budget, &mut rng),
                _ => Terminator.place(hand, budget, &mut rng),
            };
            let Some(choice) = placed else { continue };
            board.place(&piece, choice.mv, seat);
            if ply % 2 == 1 {
                let ours = Hand { board: &board, seat: Seat::new(0), ..hand };
                assert!(may_go_for_us(ours), "{board}");
                known += 1;
            }
        }
        assert!(known > 20);
    }
}
