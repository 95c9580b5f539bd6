//! Shapes whose winner is known without searching.
//!
//! ```text
//! P # # #      P # # #      P # # # #     An L with equal arms is lost: the opponent mirrors every
//! # # # #      # . . .      # # # # .     bite on the other arm. So arms of equal length with the
//! # # . .      # . . .      . . . . .     square 1,1 are won by biting there. Two rows are lost if
//! # . . .      # . . .                    the first has exactly one square more.
//! won          lost         lost
//! ```

use super::solver::bounding_box;
use meeple_games::chomp::{Board, Move};

/// A shape whose winner is known. Two columns count as two rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Only the poison is left: the player to move has lost (C4).
    OnlyPoison,
    /// One row or one column: won by leaving the poison.
    Line,
    /// An L with equal arms: lost.
    EqualArms,
    /// An L with unequal arms: won by making them equal.
    UnequalArms,
    /// The square 1,1 between equal arms: won by biting it.
    Corner,
    /// Two rows, the first one square longer: lost.
    OneMore,
    /// Two rows otherwise: won by making the first one square longer.
    TwoRows,
}

impl Shape {
    /// Returns the shape of the remaining bar, if it is a known one.
    pub(crate) fn of(board: &Board) -> Option<Self> {
        let (width, height) = bounding_box(board);
        let has_middle = board.has_square(Move { row: 1, column: 1 });
        match (width, height) {
            (0, _) | (_, 0) => None,
            (1, 1) => Some(Shape::OnlyPoison),
            (1, _) | (_, 1) => Some(Shape::Line),
            _ if !has_middle && width == height => Some(Shape::EqualArms),
            _ if !has_middle => Some(Shape::UnequalArms),
            _ if width == height => Some(Shape::Corner),
            (2, _) | (_, 2) => Some(two_rows(board)),
            _ => None,
        }
    }

    /// Returns whether the player to move wins.
    pub(crate) fn wins(self) -> bool {
        match self {
            Shape::OnlyPoison | Shape::EqualArms | Shape::OneMore => false,
            Shape::Line | Shape::UnequalArms | Shape::Corner | Shape::TwoRows => true,
        }
    }

    /// Describes a bite that leaves this shape.
    pub(crate) fn left(self) -> &'static str {
        match self {
            Shape::OnlyPoison => "leaves only the poison",
            Shape::Line => "leaves a single line, which is bitten off beside the poison",
            Shape::EqualArms => "leaves an L with equal arms",
            Shape::UnequalArms => "leaves an L with unequal arms, which can be made equal",
            Shape::Corner => "leaves arms of equal length, so B2 wins",
            Shape::OneMore => "leaves two lines, the first one square longer",
            Shape::TwoRows => "leaves two lines, of which the first can be made one square longer",
        }
    }
}

fn two_rows(board: &Board) -> Shape {
    let rows = board.rows_left();
    let (first, second) = match *rows {
        [first, second] => (usize::from(first), usize::from(second)),
        _ => (rows.len(), rows.iter().filter(|&&row| row > 1).count()),
    };
    if first == second + 1 { Shape::OneMore } else { Shape::TwoRows }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_games::chomp::ReferenceSolver;

    #[test]
    fn every_shape_says_who_wins() {
        let mut memo = ReferenceSolver::default();
        let mut shapes = 0;
        for first in 0_u8..=5 {
            for second in 0..=first {
                for third in 0..=second {
                    for fourth in 0..=third {
                        for fifth in 0..=fourth {
                            let rows = [first, second, third, fourth, fifth];
                            let board = Board::with_rows(5, 5, &rows).expect("rows never grow");
                            if let Some(shape) = Shape::of(&board) {
                                shapes += 1;
                                assert_eq!(shape.wins(), memo.is_win(&board), "{shape:?} {rows:?}");
                            }
                        }
                    }
                }
            }
        }
        assert!(shapes > 100, "{shapes}");
        assert_eq!(Shape::of(&Board::with_rows(3, 3, &[]).expect("eaten")), None);
        assert_eq!(Shape::of(&Board::from_rows(&[4, 4, 2]).expect("good rows")), None);
    }
}
