//! Where everything is drawn: the board, the next tiles beside or below it, and a map.
//!
//! ```text
//!    A B C D   next                A B C D
//!  1 · · · ·   1 ▄▄█             1 · · · ·
//!  2 · · · ·   ●                 2 · · · ·
//!  3 · · · ·   2 █▄              3 · · · ·
//! E⇄ coupon    ●  ▀               1 ▄▄█     2 █▄
//! ```

use super::{Scroll, miniature};
use crate::screen::canvas::centred;
use meeple_games::grass::Cell;
use ratatui::layout::Rect;

/// Columns for the row numbers.
pub(super) const LABELS: u16 = 3;
/// Columns between the board and the tiles, and of a small or large tile.
const GAP: u16 = 1;
const SMALL: u16 = 9;
const LARGE: u16 = 17;
/// Columns from tile to tile below the board, and the rows of that line including a gap.
const ACROSS: u16 = 10;
const UNDER: u16 = 5;
/// Minimum width at which the tiles are beside a board that doesn't fit.
const NARROW: u16 = 38;
/// Minimum height at which one row is used for the legend.
const LEGIBLE: u16 = 12;
/// Maximum number of next tiles.
const NEXT: u16 = 5;

/// Positions and sizes of everything in the board's area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// The visible part of the board.
    pub(super) scroll: Scroll,
    /// The rectangle of the visible cells.
    pub(super) cells: Rect,
    /// The next tiles.
    pub(super) cards: Option<TileCards>,
    /// A map of the whole board, if only a part is visible.
    pub(super) map: Option<Rect>,
    /// The explanation of the symbols.
    pub(super) legend: Option<Rect>,
}

/// Where the tiles are drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TileCards {
    /// The rectangle of all tiles.
    pub(super) area: Rect,
    /// How large they are drawn.
    pub(super) size: TileScale,
    /// Columns and rows from one tile to the next.
    pub(super) pitch: (u16, u16),
    /// Whether there is room for the tile in hand, before the next tiles.
    pub(super) has_hand: bool,
}

/// How large a tile is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TileScale {
    /// Two cells per character, one above the other.
    Small,
    /// Two characters per cell.
    Large,
}

/// Returns the preferred columns and rows for a board with this side length.
pub(super) fn wanted(side: usize) -> (u16, u16) {
    (side as u16 * 2 + LABELS + GAP + SMALL, side as u16 + 1)
}

impl Layout {
    /// Lays out a board with this side length; if it doesn't fit, the part around a cell is
    /// visible.
    pub(super) fn of(side: usize, area: Rect, around: Cell) -> Self {
        let (wide, high) = wanted(side);
        let is_beside = area.width >= wide || (area.width >= NARROW && area.height <= high + UNDER);
        let is_under = !is_beside && area.height >= 3 * UNDER;
        let beside = if is_beside { GAP + SMALL } else { 0 };
        // If the whole board just fits, it isn't cut off for a legend.
        let legend = u16::from(area.height != high && area.height >= LEGIBLE);
        let under = if is_under { UNDER } else { 0 } + legend;
        let room = (
            usize::from(area.width.saturating_sub(beside + LABELS) / 2).max(1),
            usize::from(area.height.saturating_sub(under + 1)).max(1),
        );
        let at = (around.column.into(), around.row.into());
        let scroll = Scroll::around((side, side), room, at);
        let (width, height) =
            (scroll.columns.count as u16 * 2 + LABELS, scroll.rows.count as u16 + 1);
        let map =
            (scroll.is_cut() && is_beside && area.height > 4 * NEXT).then_some(miniature::MAP_SIZE);
        let beside_it = area.width.saturating_sub(width + GAP);
        let cards = is_beside.then(|| TileCards::beside(area, beside_it, map));
        let cards_width = cards.map_or(0, |cards| cards.area.width + GAP);
        let all = centred(area, width + cards_width, height + under);
        let cells = Rect::new(all.x + LABELS, all.y + 1, width.saturating_sub(LABELS), height - 1);
        let cells = cells.intersection(area);
        let cards = match cards {
            Some(cards) => {
                let x = all.right().saturating_sub(cards.area.width);
                Some(TileCards { area: Rect { x, ..cards.area }.intersection(area), ..cards })
            }
            None => is_under.then(|| TileCards::under(area, cells)),
        };
        let map = map.zip(cards).map(|((columns, rows), cards)| {
            Rect::new(cards.area.x, cards.area.bottom(), columns, rows).intersection(area)
        });
        let below = Rect::new(cells.x, cells.bottom(), cells.width, 1).intersection(area);
        let legend = (legend > 0 && below.area() > 0).then_some(below);
        Layout { scroll, cells, cards, map, legend }
    }
}

impl TileCards {
    /// Stacks the tiles beside the board, with the map below them.
    fn beside(area: Rect, room: u16, map: Option<(u16, u16)>) -> Self {
        let taken = map.map_or(0, |(_, rows)| rows);
        let rows = area.height.saturating_sub(1 + taken);
        let is_large = rows >= (NEXT + 1) * 6 && room >= LARGE;
        let has_hand = rows >= (NEXT + 1) * 4;
        let cards = if has_hand { NEXT + 1 } else { NEXT };
        let most = if is_large { 7 } else { 4 };
        let pitch = (rows / cards).clamp(1, most);
        let width = if is_large { LARGE } else { SMALL };
        let height = (1 + cards * pitch).min(area.height);
        let column = centred(area, width, height + taken);
        TileCards {
            area: Rect { height: height.min(column.height), ..column },
            size: if is_large { TileScale::Large } else { TileScale::Small },
            pitch: (0, pitch),
            has_hand,
        }
    }

    /// Puts the tiles in a row below the board.
    fn under(area: Rect, cells: Rect) -> Self {
        let row = Rect::new(area.x, cells.bottom() + 2, area.width, UNDER - 1).intersection(area);
        let area = centred(row, ACROSS * NEXT, UNDER - 1);
        TileCards { area, size: TileScale::Small, pitch: (ACROSS, 0), has_hand: false }
    }

    /// Returns the rectangle of a tile, counted from 0; `None` if it doesn't fit.
    pub(super) fn place(&self, index: usize) -> Option<Rect> {
        let (across, down) = self.pitch;
        let index = index as u16;
        // Stacked tiles have a heading.
        let heading = u16::from(down > 0);
        let place = Rect::new(
            self.area.x + index * across,
            self.area.y + heading + index * down,
            if across > 0 { across } else { self.area.width },
            if down > 0 { down } else { self.area.height },
        );
        let place = place.intersection(self.area);
        (place.width > 3 && place.height > 0).then_some(place)
    }
}
