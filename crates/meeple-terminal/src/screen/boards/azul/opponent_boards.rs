//! Draws the opponents' boards, small but complete, and what is left in the bag.
//!
//! ```text
//! ■ greedy  M  7        bag 55 lid 3
//!       ·│≈☼★▦✻         ≈ blue  12/ 3
//!      ≈≈▸✻≈☼★▦         ☼ yellow 9/ 0
//!   ...                 ...
//!   M≈22233 -2          free floor slots show what they cost
//! ```

use super::{
    layout::{SMALL_PREFIX, lines_width},
    market::count_of,
    pane::{Pane, Point},
    position_info::PLACES,
    table_painter::TablePainter,
    tile::{TileGlyph, TileSize},
};
use meeple_games::azul::TileColour;
use meeple_view::azul::{ShownDestination, ShownPlayerBoard};

impl TablePainter<'_> {
    pub(super) fn draw_other(
        &self,
        board: &ShownPlayerBoard,
        (column, row): Point,
        pane: &mut Pane<'_, '_>,
    ) {
        let (size, start) = (self.layout.other_tiles, column + SMALL_PREFIX);
        let width = self.layout.size.0 - self.layout.width - 2;
        self.draw_name(board, (column, row), width, pane);
        for (index, (&place, row)) in PLACES.iter().zip(row + 1..).enumerate() {
            let (at, is_floor) = ((column, row), place == ShownDestination::Floor);
            if self.received_tiles(board.seat, place) {
                let wide = if is_floor { 7 * size.pitch().0 } else { lines_width(size) - 1 };
                pane.tint(at, (SMALL_PREFIX + wide, 1), self.theme.last());
            }
            if let Some(rank) = self.place_rank(board.seat, place) {
                pane.text(at, &rank, self.rank_style());
            }
            if is_floor {
                self.draw_small_floor(board, (start, row), pane);
            } else {
                self.draw_row(board, index, (start, row), size, pane);
            }
        }
    }

    fn draw_small_floor(
        &self,
        board: &ShownPlayerBoard,
        (start, row): Point,
        pane: &mut Pane<'_, '_>,
    ) {
        let (theme, size) = (self.theme, self.layout.other_tiles);
        let pitch = size.pitch().0;
        for (slot, at) in board.floor.slots.iter().zip(0..) {
            let look = TileGlyph::on_floor(*slot, theme);
            let cost = || TileGlyph::new(slot.cost.to_string(), theme.quiet());
            look.unwrap_or_else(cost).draw((start + at * pitch, row), size, pane);
        }
        if board.floor.cost > 0 {
            let cost = format!("-{}", board.floor.cost);
            pane.text((start + 7 * pitch + 1, row), &cost, theme.bad());
        }
    }

    /// Draws the bag and the lid by colour, which also explains the symbols of the tiles.
    pub(super) fn draw_supply(&self, (column, row): Point, pane: &mut Pane<'_, '_>) {
        let theme = self.theme;
        let (bag, lid) = (&self.position.bag, &self.position.lid);
        let head = format!("bag {} lid {}", bag.total, lid.total);
        pane.text((column, row), &head, theme.quiet());
        for (at, colour) in (1..).zip(TileColour::ALL) {
            TileGlyph::tile(colour, theme).draw((column, row + at), TileSize::Tiny, pane);
            pane.text((column + 2, row + at), colour.name(), theme.quiet());
            let counts = format!("{:>2}/{:>2}", count_of(bag, colour), count_of(lid, colour));
            pane.text_before((column + 14, row + at), &counts, theme.text());
        }
    }
}
