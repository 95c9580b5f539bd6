//! Reasons why a move is illegal, with the cell and the rule.

use super::{Cell, Orientation, Phase};
use meeple_core::Seat;

/// The reason why a move is illegal.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// A move of another kind is due.
    #[error("{what} is not possible now: {now}")]
    NotNow {
        /// The attempted move.
        what: &'static str,
        /// What is due instead.
        now: Phase,
    },
    /// The named cell is off the board (G9).
    #[error("{cell} is off the board, whose last cell is {last}")]
    OffBoard {
        /// The named cell.
        cell: Cell,
        /// The bottom right cell of the board.
        last: Cell,
    },
    /// A cell of the tile would be off the board (G9).
    #[error("with its corner at {corner} the tile leaves the board, whose last cell is {last}")]
    LeavesBoard {
        /// The top left corner of the attempted placement.
        corner: Cell,
        /// The bottom right cell of the board.
        last: Cell,
    },
    /// A cell of the tile is already covered by grass (G9).
    #[error("{cell} is already the grass of seat {owner}")]
    OnGrass {
        /// The cell.
        cell: Cell,
        /// The owner of the cell.
        owner: Seat,
    },
    /// A cell of the tile is a captured bonus square (G9).
    #[error("{cell} is a square captured by seat {owner}")]
    OnCaptured {
        /// The cell.
        cell: Cell,
        /// The owner of the cell.
        owner: Seat,
    },
    /// A cell of the tile has a stone (G9).
    #[error("a stone lies on {cell}")]
    OnStone {
        /// The cell.
        cell: Cell,
    },
    /// A cell of the tile would be next to another player's cell.
    #[error("{cell} would lie next to {neighbour}, which belongs to seat {owner}")]
    NextToOther {
        /// The cell of the tile.
        cell: Cell,
        /// The other player's cell.
        neighbour: Cell,
        /// G5 for a start tile, otherwise G9.
        rule: &'static str,
        /// The owner of the other player's cell.
        owner: Seat,
    },
    /// No cell of the tile is next to the player's own territory (G9).
    #[error("with its corner at {corner} the tile touches none of your cells")]
    NotNextToOwn {
        /// The top left corner of the attempted placement.
        corner: Cell,
    },
    /// The tile looks the same in an earlier orientation, which must be used instead (G9).
    #[error("this orientation looks the same as {}: write `lay {corner}{}`", name(*first), suffix(*first))]
    DuplicateOrientation {
        /// The top left corner of the attempted placement.
        corner: Cell,
        /// The first orientation with the same look.
        first: Orientation,
    },
    /// The player has no coupon (G6).
    #[error("you have no coupon left")]
    NoCoupon,
    /// A coupon has already been spent in this turn (G6).
    #[error("you have already spent a coupon in this turn")]
    CouponSpent,
    /// There are fewer next tiles than the number given (G7).
    #[error("there is no next tile {number}: choose 1 to {there}")]
    NoSuchTile {
        /// The number given.
        number: u8,
        /// The number of next tiles.
        there: usize,
    },
    /// There is no stone to remove (G8).
    #[error("no stone lies on {cell}")]
    NoStone {
        /// The cell.
        cell: Cell,
    },
    /// The tile fits somewhere, so it must be placed (G6).
    #[error("the tile fits, for example at {corner}{}, so it must be laid", suffix(*orientation))]
    MustPlace {
        /// A corner where it fits.
        corner: Cell,
        /// The orientation in which it fits there.
        orientation: Orientation,
    },
    /// The cell for a stone is not empty (G11).
    #[error("{cell} is not empty: a stone is placed on an empty cell")]
    NotEmpty {
        /// The cell.
        cell: Cell,
    },
    /// There is no tile on the cell (G12).
    #[error("there is nothing to steal on {cell}")]
    NothingToSteal {
        /// The cell.
        cell: Cell,
    },
    /// The tile belongs to the player who wants to steal it (G12).
    #[error("{cell} is your own: a robbery takes another player's tile")]
    OwnTile {
        /// The cell.
        cell: Cell,
    },
    /// 1x1 tiles, from the start or bought at the end, cannot be stolen (G12).
    #[error("{cell} is a 1x1 tile: start tiles and final tiles cannot be stolen")]
    SingleTile {
        /// The cell.
        cell: Cell,
    },
    /// A captured square is not a tile (G12).
    #[error("{cell} is a captured square: it is not a tile and cannot be stolen")]
    CapturedSquare {
        /// The cell.
        cell: Cell,
    },
}

fn name(orientation: Orientation) -> String {
    if orientation == Orientation::AS_DRAWN { "no turn".into() } else { orientation.to_string() }
}

/// Formats the orientation as it follows a cell in a move.
fn suffix(orientation: Orientation) -> String {
    if orientation == Orientation::AS_DRAWN { String::new() } else { format!(" {orientation}") }
}
