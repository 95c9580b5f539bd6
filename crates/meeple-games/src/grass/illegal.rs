//! Why a move is refused, in words, with the cell and the rule.

use super::{Cell, Orientation, Phase};
use meeple_core::Seat;

/// A move that the rules forbid now.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    /// Something else is due.
    #[error("{what} is not possible now: {now}")]
    NotNow {
        /// What was tried.
        what: &'static str,
        /// What is due instead.
        now: Phase,
    },
    /// A cell of the tile, or the named cell, is off the board.
    #[error("{cell} is off the board, whose last cell is {last} (G9)")]
    OffBoard {
        /// The named cell.
        cell: Cell,
        /// The bottom right cell of the board.
        last: Cell,
    },
    /// The tile does not fit between its corner and the edge.
    #[error(
        "with its corner at {corner} the tile leaves the board, whose last cell is {last} (G9)"
    )]
    LeavesBoard {
        /// Where its top left corner was to be.
        corner: Cell,
        /// The bottom right cell of the board.
        last: Cell,
    },
    /// A cell of the tile is covered already.
    #[error("{cell} is already the grass of seat {owner} (G9)")]
    OnGrass {
        /// The cell.
        cell: Cell,
        /// Whose it is.
        owner: Seat,
    },
    /// A cell of the tile is a captured bonus square.
    #[error("{cell} is a square captured by seat {owner} (G9)")]
    OnCaptured {
        /// The cell.
        cell: Cell,
        /// Whose it is.
        owner: Seat,
    },
    /// A cell of the tile holds a stone.
    #[error("a stone lies on {cell} (G9)")]
    OnStone {
        /// The cell.
        cell: Cell,
    },
    /// A cell of the tile is next to another player's.
    #[error("{cell} would lie next to {neighbour}, which belongs to seat {owner} (G9)")]
    NextToOther {
        /// The cell of the tile.
        cell: Cell,
        /// The other player's cell.
        neighbour: Cell,
        /// Whose it is.
        owner: Seat,
    },
    /// No cell of the tile is next to the player's own territory.
    #[error("with its corner at {corner} the tile touches none of your cells (G9)")]
    NotNextToOwn {
        /// Where its top left corner was to be.
        corner: Cell,
    },
    /// The tile looks the same in an orientation that comes first.
    #[error("turned so, the tile looks as with {}: write `lay {corner}{}` (G9)", name(*first), suffix(*first))]
    SameLook {
        /// Where its top left corner was to be.
        corner: Cell,
        /// The orientation that stands for this look.
        first: Orientation,
    },
    /// The player holds no coupon.
    #[error("you have no coupon left (G6)")]
    NoCoupon,
    /// One coupon a turn.
    #[error("you have already spent a coupon in this turn (G6)")]
    CouponSpent,
    /// The next tiles are fewer.
    #[error("there is no next tile {number}: choose 1 to {there} (G7)")]
    NoSuchTile {
        /// The number given.
        number: u8,
        /// How many next tiles there are.
        there: usize,
    },
    /// There is no stone to remove.
    #[error("no stone lies on {cell} (G8)")]
    NoStone {
        /// The cell.
        cell: Cell,
    },
    /// The tile fits somewhere, so it must be laid.
    #[error("the tile fits, for example at {corner}{}, so it must be laid (G6)", suffix(*orientation))]
    MustLay {
        /// A corner where it fits.
        corner: Cell,
        /// In this orientation.
        orientation: Orientation,
    },
    /// A stone needs an empty cell.
    #[error("{cell} is not empty: a stone is placed on an empty cell (G11)")]
    NotEmpty {
        /// The cell.
        cell: Cell,
    },
    /// No tile lies there.
    #[error("there is nothing to steal on {cell} (G12)")]
    NothingToSteal {
        /// The cell.
        cell: Cell,
    },
    /// The tile is the robber's own.
    #[error("{cell} is your own: a robbery takes another player's tile (G12)")]
    OwnTile {
        /// The cell.
        cell: Cell,
    },
    /// Start tiles and those bought at the end stay.
    #[error("{cell} is a 1x1 tile: start tiles and final tiles cannot be stolen (G12)")]
    SingleTile {
        /// The cell.
        cell: Cell,
    },
    /// A captured square is no tile.
    #[error("{cell} is a captured square: it is not a tile and cannot be stolen (G12)")]
    CapturedSquare {
        /// The cell.
        cell: Cell,
    },
}

fn name(orientation: Orientation) -> String {
    if orientation == Orientation::AS_DRAWN { "no turn".into() } else { orientation.to_string() }
}

/// The orientation as it follows a cell in a move.
fn suffix(orientation: Orientation) -> String {
    if orientation == Orientation::AS_DRAWN { String::new() } else { format!(" {orientation}") }
}
