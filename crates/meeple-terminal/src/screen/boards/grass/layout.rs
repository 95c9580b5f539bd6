//! Where everything goes: the meadow, the next tiles beside or under it, a map of what is cut.
//!
//! ```text
//!   A B C D   next                A B C D
//! A · · · ·   1 ▄▄█             A · · · ·
//! B · · · ·   ●                 B · · · ·
//! C · · · ·   2 █▄              C · · · ·
//! E⇄ coupon   ●  ▀               1 ▄▄█     2 █▄
//! ```

use super::{Scroll, small};
use crate::screen::canvas::centred;
use meeple_games::grass::Cell;
use ratatui::layout::Rect;

/// Columns for the letters of the rows.
pub(super) const LABELS: u16 = 2;
/// Columns between the meadow and the tiles, columns of a tile, small or large.
const GAP: u16 = 1;
const SMALL: u16 = 9;
const LARGE: u16 = 17;
/// Columns from tile to tile under the meadow, and their rows with one between.
const ACROSS: u16 = 10;
const UNDER: u16 = 5;
/// The narrowest area in which the tiles are beside a meadow that does not fit.
const NARROW: u16 = 38;
/// The fewest rows of which one is for a legend.
const LEGIBLE: u16 = 12;
/// How many next tiles there are at most.
const NEXT: u16 = 5;

/// Where everything goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout {
    /// The part of the meadow that is shown...
    pub(super) scroll: Scroll,
    /// ...and where its cells are.
    pub(super) cells: Rect,
    /// The tiles.
    pub(super) cards: Option<Cards>,
    /// All of the meadow, where it is cut.
    pub(super) map: Option<Rect>,
    /// What the signs mean.
    pub(super) legend: Option<Rect>,
}

/// Where the tiles are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Cards {
    /// All of them.
    pub(super) area: Rect,
    /// How each is drawn.
    pub(super) size: Size,
    /// Columns and rows from one to the next.
    pub(super) pitch: (u16, u16),
    /// Whether there is room for the tile in hand before the next ones.
    pub(super) first: First,
}

/// How a tile is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Size {
    /// Two cells a letter, one above the other.
    Small,
    /// Two letters a cell.
    Large,
}

/// Which tile comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum First {
    /// The one in hand.
    Hand,
    /// The first of the next.
    Next,
}

/// The columns and rows that a meadow of this side would like to have.
pub(super) fn wanted(side: usize) -> (u16, u16) {
    (side as u16 * 2 + LABELS + GAP + SMALL, side as u16 + 1)
}

impl Layout {
    /// A meadow of this side, as much of it as fits around a cell.
    pub(super) fn of(side: usize, area: Rect, around: Cell) -> Self {
        let (wide, high) = wanted(side);
        let is_beside = area.width >= wide || (area.width >= NARROW && area.height <= high + UNDER);
        let is_under = !is_beside && area.height >= 3 * UNDER;
        let beside = if is_beside { GAP + SMALL } else { 0 };
        // Where all of it just fits, nothing is cut for the sake of a legend.
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
            (scroll.is_cut() && is_beside && area.height > 4 * NEXT).then_some(small::MAP_SIZE);
        let beside_it = area.width.saturating_sub(width + GAP);
        let cards = is_beside.then(|| Cards::beside(area, beside_it, map));
        let cards_width = cards.map_or(0, |cards| cards.area.width + GAP);
        let all = centred(area, width + cards_width, height + under);
        let cells = Rect::new(all.x + LABELS, all.y + 1, width.saturating_sub(LABELS), height - 1);
        let cells = cells.intersection(area);
        let cards = match cards {
            Some(cards) => {
                let x = all.right().saturating_sub(cards.area.width);
                Some(Cards { area: Rect { x, ..cards.area }.intersection(area), ..cards })
            }
            None => is_under.then(|| Cards::under(area, cells)),
        };
        let map = map.zip(cards).map(|((columns, rows), cards)| {
            Rect::new(cards.area.x, cards.area.bottom(), columns, rows).intersection(area)
        });
        let below = Rect::new(cells.x, cells.bottom(), cells.width, 1).intersection(area);
        let legend = (legend > 0 && below.area() > 0).then_some(below);
        Layout { scroll, cells, cards, map, legend }
    }
}

impl Cards {
    /// Below each other, with the map under them.
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
        Cards {
            area: Rect { height: height.min(column.height), ..column },
            size: if is_large { Size::Large } else { Size::Small },
            pitch: (0, pitch),
            first: if has_hand { First::Hand } else { First::Next },
        }
    }

    /// In a row under the meadow.
    fn under(area: Rect, cells: Rect) -> Self {
        let row = Rect::new(area.x, cells.bottom() + 2, area.width, UNDER - 1).intersection(area);
        let size = centred(row, ACROSS * NEXT, UNDER - 1);
        Cards { area: size, size: Size::Small, pitch: (ACROSS, 0), first: First::Next }
    }

    /// The rectangle of a tile, counted from 0; nothing where it does not fit.
    pub(super) fn place(&self, index: usize) -> Option<Rect> {
        let (across, down) = self.pitch;
        let index = index as u16;
        // Those below each other have a heading.
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
