//! Draws the factories, the centre below them, and the tiles on both.
//!
//! ```text
//! ╭ 1 ──────╮ ╭ 2 ──────╮     the pile under the cursor is highlighted,
//! │ ≈ ≈ ☼ ★ │ │ ▦ ▦ ▦ ✻ │     with its count below it
//! ╰─2───────╯ ╰─────────╯
//! ╭ centre ─────────────╮
//! │ M  ≈ 3  ☼ 1         │     M is the starting player marker
//! ╰─────────────────────╯
//! ```

use super::{
    layout::PLATE_ROWS,
    pane::{Pane, Point},
    selection::{PILES, pile_spot},
    table_painter::TablePainter,
    tile::{self, TileGlyph, TileSize},
};
use meeple_games::azul::TileColour;
use meeple_view::azul::{ColourGroup, ShownPhase, ShownSource, TilePile};

/// Columns from one pile in the centre to the next.
const CENTRE_PITCH: i32 = 6;

impl TablePainter<'_> {
    /// Draws the round number, and the bag and the lid if they have no table of their own.
    pub(super) fn draw_head(&self, pane: &mut Pane<'_, '_>) {
        let (theme, width) = (self.theme, self.layout.width);
        let (bag, lid) = (&self.position.bag, &self.position.lid);
        // Between rounds the picture already has the number of the next round.
        let round = match self.position.phase {
            ShownPhase::Deal if !self.shown_scoring().is_empty() => {
                format!("End of round {}", self.position.round.saturating_sub(1))
            }
            _ => format!("Round {}", self.position.round),
        };
        pane.text((0, 0), &round, theme.strong());
        if self.layout.supply.is_some() {
            return;
        }
        // The first row always exists; the second one only if there is room for it.
        if self.layout.market.1 < 2 || !self.shown_scoring().is_empty() {
            let totals = format!("bag {}  lid {}", bag.total, lid.total);
            return pane.text_before((width, 0), &totals, theme.quiet());
        }
        for (row, (name, heap)) in (0..).zip([("bag", bag), ("lid", lid)]) {
            let counts = TileColour::ALL.map(|colour| {
                format!(" {}{:>2}", tile::sign(colour, theme), count_of(heap, colour))
            });
            let told = format!("{name}{}", counts.concat());
            pane.text_before((width, row), &told, theme.quiet());
        }
    }

    pub(super) fn draw_market(&self, pane: &mut Pane<'_, '_>) {
        for (index, heap) in self.position.factories.iter().enumerate() {
            self.draw_plate(index, heap, pane);
        }
        self.draw_centre(pane);
    }

    fn draw_plate(&self, index: usize, heap: &TilePile, pane: &mut Pane<'_, '_>) {
        let source = ShownSource::Factory(index as u8 + 1);
        let (at, width) = (self.layout.plate(index), self.layout.plate_width);
        self.draw_frame(at, width, source, &(index + 1).to_string(), pane);
        let is_large = self.layout.own_tiles == TileSize::Large;
        let size = if is_large { TileSize::Large } else { TileSize::Small };
        let columns = size.width();
        let mut column = at.0 + (width - 4 * columns + 1) / 2;
        for &ColourGroup { colour, count } in &heap.groups {
            let place = (column, at.1 + 1);
            let wide = i32::from(count) * columns;
            let look = self.on_table(source, colour);
            for tile in 0..count.into() {
                look.draw_flat((place.0 + tile * columns, place.1), size, pane);
            }
            // Below the symbol of the first tile: the rank, or the count if the cursor is there.
            let is_chosen = self.is_chosen(source, colour);
            let style = if is_chosen { self.theme.cursor() } else { self.rank_style() };
            let count = is_chosen.then(|| count.to_string());
            if let Some(number) = self.pile_rank(source, colour).or(count) {
                pane.text((column + columns - 2, at.1 + 2), &number, style);
            }
            pane.spot((column, at.1), (wide, PLATE_ROWS), PILES, pile_spot(source, colour));
            column += wide;
        }
    }

    fn draw_centre(&self, pane: &mut Pane<'_, '_>) {
        let (source, at) = (ShownSource::Centre, self.layout.centre);
        self.draw_frame(at, self.layout.width - 1, source, "centre", pane);
        if self.position.marker_in_centre {
            TileGlyph::marker(self.theme).draw((at.0 + 2, at.1 + 1), TileSize::Small, pane);
        }
        for (index, &ColourGroup { colour, count }) in (0..).zip(&self.position.centre.groups) {
            let place = (at.0 + 5 + index * CENTRE_PITCH, at.1 + 1);
            let is_chosen = self.is_chosen(source, colour);
            self.on_table(source, colour).draw_flat(place, TileSize::Small, pane);
            let style = if is_chosen { self.theme.cursor() } else { self.theme.text() };
            pane.text((place.0 + 2, place.1), &format!("{count:>2}"), style);
            if let Some(rank) = self.pile_rank(source, colour) {
                pane.text((place.0, place.1 + 1), &rank, self.rank_style());
            }
            let spot = pile_spot(source, colour);
            pane.spot((place.0, at.1), (CENTRE_PITCH - 1, PLATE_ROWS), PILES, spot);
        }
    }

    /// Draws the border of a factory or the centre, tinted if the last move took tiles from it.
    fn draw_frame(
        &self,
        at: Point,
        width: i32,
        source: ShownSource,
        title: &str,
        pane: &mut Pane<'_, '_>,
    ) {
        let is_chosen = self.pile().is_some_and(|pile| pile.source == source);
        let (border, words) = if is_chosen {
            (self.theme.accent(), self.theme.accent())
        } else {
            (self.theme.line(), self.theme.quiet())
        };
        pane.frame(at, (width, PLATE_ROWS), border);
        let was_last = self.was_taken_from(source);
        if was_last {
            pane.tint((at.0 + 1, at.1 + 1), (width - 2, 1), self.theme.last());
        }
        let words = if was_last { words.patch(self.theme.last()) } else { words };
        pane.text((at.0 + 2, at.1), &format!(" {title} "), words);
    }

    fn is_chosen(&self, source: ShownSource, colour: TileColour) -> bool {
        self.pile().is_some_and(|pile| (pile.source, pile.colour) == (source, colour))
    }

    fn on_table(&self, source: ShownSource, colour: TileColour) -> TileGlyph {
        if self.is_chosen(source, colour) {
            TileGlyph::ghost(colour, self.theme)
        } else {
            TileGlyph::tile(colour, self.theme)
        }
    }
}

/// Returns the number of tiles of a colour.
pub(super) fn count_of(heap: &TilePile, colour: TileColour) -> u8 {
    heap.groups.iter().find(|group| group.colour == colour).map_or(0, |group| group.count)
}
