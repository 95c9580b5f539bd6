//! Tests small boards against the board of the rules, and their counts against the floods for any size.

use super::{
    contest::play_out_best,
    flood::SmallFlood,
    playout::{PlayoutPieces, SmallPlayout},
    small_board::{BoxCorner, OverhangRule, SmallBoard, SmallPiece},
};
use crate::{
    filler::{
        PieceTurn,
        distances::manhattan_to_enemy,
        flood::{Flood, FloodField, FloodSteps, HeadStarts},
    },
    search::Budget,
};
use meeple_core::{
    Limits, RankedMove, Seat,
    rng::{RngStream, seeded},
};
use meeple_games::filler::{
    Board, Margins, Placement, draw_piece, find_valid_placements, standard_map,
};
use proptest::prelude::*;

fn any_board() -> impl Strategy<Value = Board> {
    let size = prop_oneof![Just((20usize, 15usize)), Just((32, 16)), Just((5, 3)), Just((1, 9))];
    size.prop_flat_map(|(width, height)| {
        let mark = prop_oneof![12 => Just('.'), 1 => Just('@'), 1 => Just('$')];
        proptest::collection::vec(mark, width * height).prop_map(move |marks| {
            let rows: Vec<String> = marks.chunks(width).map(|row| row.iter().collect()).collect();
            Board::from_rows(rows.iter().map(String::as_str)).expect("a good board")
        })
    })
}

fn small(board: &Board) -> SmallBoard {
    SmallBoard::from_board(board).expect("it is small enough")
}

#[test]
fn a_board_that_is_too_large_is_not_a_small_board() {
    let board =
        |width, height| SmallBoard::from_board(&Board::empty(width, height).expect("a board"));
    assert!(board(32, 16).is_some() && board(33, 16).is_none() && board(32, 17).is_none());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn a_small_board_is_evaluated_like_the_general_flood(board in any_board(), seat in 0..2usize) {
        let field = FloodField::<1>::new(&board, Seat::new(seat));
        let mut flood = Flood::with_steps(FloodSteps::Octagons);
        let lead = flood.lead(&field, HeadStarts { reach: 2, stride: 1 });
        let cells = |seat: usize| board.count(Seat::new(seat));
        let ahead = f64::from(cells(seat)) - f64::from(cells(1 - seat));
        let standing = SmallFlood::default().evaluate(&small(&board), seat);
        prop_assert!((standing.lead() - (ahead + f64::from(lead) / 5.0)).abs() < 1e-9);
        prop_assert_eq!(standing.is_contested, flood.is_contested(&field));
        let free = (board.width() * board.height()) as u32 - cells(0) - cells(1);
        prop_assert_eq!(standing.free, free);
        prop_assert_eq!(SmallFlood::default().room(&small(&board), seat), flood.room(&field));
    }

    #[test]
    fn pieces_fit_exactly_where_the_rules_allow(board in any_board(), seat in 0..2usize, seed: u64) {
        let piece = draw_piece(&board, &mut seeded(seed, RngStream::Deals));
        let few = SmallPiece::from_piece(&piece);
        let least = piece.min_cell();
        let mut corners = Vec::new();
        let mut found = |overhang| -> Vec<Placement> {
            small(&board).placements(&few, seat, overhang, &mut corners);
            let place = |at: &BoxCorner| Placement {
                column: i16::from(at.column) - least.column as i16,
                row: i16::from(at.row) - 1 - least.row as i16,
            };
            corners.iter().map(place).collect()
        };
        let legal = |margins| -> Vec<Placement> {
            find_valid_placements(&board, &piece, Seat::new(seat), margins).collect()
        };
        prop_assert_eq!(found(OverhangRule::Everywhere), legal(Margins::Overhang));
        prop_assert_eq!(found(OverhangRule::Nowhere), legal(Margins::Inside));
        let mut not_negative = legal(Margins::Overhang);
        not_negative.retain(|at| at.column >= 0 && at.row >= 0);
        prop_assert_eq!(found(OverhangRule::RightAndBelow), not_negative);
        small(&board).placements(&few, seat, OverhangRule::Everywhere, &mut corners);
        for (&corner, at) in corners.iter().zip(legal(Margins::Overhang)) {
            let mut laid = board.clone();
            laid.place(&piece, at, Seat::new(seat));
            prop_assert_eq!(small(&board).with_piece(&few, corner, seat), small(&laid));
        }
    }

    #[test]
    fn distances_match_those_of_the_full_board(board in any_board(), seat in 0..2usize) {
        let (few, all) =
            (small(&board).distances_to_enemy(seat), manhattan_to_enemy(&board, Seat::new(seat)));
        for (row, few) in few[1..=board.height()].iter().enumerate() {
            for (column, &few) in few[..board.width()].iter().enumerate() {
                prop_assert_eq!(u16::from(few), all.distance(column, row));
            }
        }
    }
}

/// Runs a check on map00 with a piece that has several placements.
fn on_map00(check: impl Fn(PieceTurn<'_>, &[RankedMove<Placement>])) {
    let board = standard_map("map00").expect("a map");
    let piece = "3x2:OO./.OO".parse().expect("a piece");
    let hand =
        PieceTurn { board: &board, piece: &piece, seat: Seat::new(0), margins: Margins::Overhang };
    let best: Vec<RankedMove<Placement>> =
        hand.placements().map(|mv| RankedMove { mv, value: 0.0 }).take(3).collect();
    check(hand, &best);
}

#[test]
fn all_placements_are_tried_with_the_same_pieces() {
    on_map00(|hand, _| {
        let limits = Limits::default();
        let mut budget = Budget::start(&limits);
        let mut player = SmallPlayout::new(0, OverhangRule::Everywhere);
        let mut lead = |pieces: &mut PlayoutPieces<'_>| {
            let lead = player.lead_after(small(hand.board), pieces, &mut budget);
            lead.expect("no limit binds").to_bits()
        };
        let mut pieces = PlayoutPieces::new(hand.board, 7);
        let twice = [lead(&mut pieces), lead(&mut pieces)];
        assert_eq!(twice, [lead(&mut PlayoutPieces::new(hand.board, 7)); 2]);
        assert_ne!(twice[0], lead(&mut PlayoutPieces::new(hand.board, 8)));
    });
}

#[test]
fn every_placement_stays_in_the_ranking_and_an_unfinished_round_is_ignored() {
    on_map00(|hand, best| {
        let run = |nodes| {
            let limits = Limits { nodes, ..Limits::default() };
            let mut budget = Budget::start(&limits);
            play_out_best(hand, best, 12, &mut budget, &mut seeded(1, RngStream::Deals))
        };
        let ranking = run(None).expect("no limit binds");
        assert_eq!(ranking.len(), best.len());
        assert!(ranking.is_sorted_by(|a, b| a.value >= b.value));
        assert!(run(Some(20)).is_none());
    });
}
