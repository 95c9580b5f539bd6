//! The table: factories as plates, the centre under them, and what lies on both.
//!
//! ```text
//! ╭ 1 ──────╮ ╭ 2 ──────╮     the pile under the cursor is lifted,
//! │ ≈ ≈ ☼ ★ │ │ ▦ ▦ ▦ ✻ │     and its count stands under it
//! ╰─2───────╯ ╰─────────╯
//! ╭ centre ─────────────╮
//! │ M  ≈ 3  ☼ 1         │     M is the marker
//! ╰─────────────────────╯
//! ```

use super::{
    choosing::{PILES, spot_of},
    drawing::Drawing,
    layout::PLATE_ROWS,
    pane::{At, Pane},
    tile::{self, Look, Size},
};
use meeple_games::azul::TileColor;
use meeple_view::azul::{Group, Heap, Stage, TakenFrom};
use ratatui::style::Style;

/// Columns from one pile of the centre to the next.
const CENTRE_PITCH: i32 = 6;

impl Drawing<'_> {
    /// The round, and the bag and the lid where they have no table of their own.
    pub(super) fn draw_head(&self, pane: &mut Pane<'_, '_>) {
        let (theme, width) = (self.theme, self.layout.width);
        let (bag, lid) = (&self.picture.bag, &self.picture.lid);
        // Between rounds the picture has the number of the one that comes.
        let round = match self.picture.phase {
            Stage::Deal if !self.told().is_empty() => {
                format!("End of round {}", self.picture.round.saturating_sub(1))
            }
            _ => format!("Round {}", self.picture.round),
        };
        pane.text((0, 0), &round, theme.strong());
        if self.layout.supply.is_some() {
            return;
        }
        // The first row is always there; the second one only where there is room for it.
        if self.layout.market.1 < 2 || !self.told().is_empty() {
            let totals = format!("bag {}  lid {}", bag.total, lid.total);
            return pane.text_before((width, 0), &totals, theme.quiet());
        }
        for (row, (name, heap)) in (0..).zip([("bag", bag), ("lid", lid)]) {
            let counts = TileColor::ALL.map(|colour| {
                format!(" {}{:>2}", tile::sign(colour, theme), count_of(heap, colour))
            });
            let told = format!("{name}{}", counts.concat());
            pane.text_before((width, row), &told, theme.quiet());
        }
    }

    /// The factories and the centre.
    pub(super) fn draw_market(&self, pane: &mut Pane<'_, '_>) {
        for (index, heap) in self.picture.factories.iter().enumerate() {
            self.draw_plate(index, heap, pane);
        }
        self.draw_centre(pane);
    }

    fn draw_plate(&self, index: usize, heap: &Heap, pane: &mut Pane<'_, '_>) {
        let source = TakenFrom::Factory(index as u8 + 1);
        let (at, width) = (self.layout.plate(index), self.layout.plate_width);
        self.draw_frame(at, width, source, &(index + 1).to_string(), pane);
        let is_large = self.layout.own_tiles == Size::Large;
        let size = if is_large { Size::Large } else { Size::Small };
        let columns = size.width();
        let mut column = at.0 + (width - 4 * columns + 1) / 2;
        for &Group { colour, count } in &heap.groups {
            let place = (column, at.1 + 1);
            let wide = i32::from(count) * columns;
            let look = self.on_table(source, colour);
            for tile in 0..count.into() {
                look.draw_flat((place.0 + tile * columns, place.1), size, pane);
            }
            // Under the sign of the first tile.
            let under = (column + columns - 2, at.1 + 2);
            self.draw_count(source, Group { colour, count }, under, pane);
            pane.spot((column, at.1), (wide, PLATE_ROWS), PILES, spot_of(source, colour));
            column += wide;
        }
    }

    fn draw_centre(&self, pane: &mut Pane<'_, '_>) {
        let (source, at) = (TakenFrom::Centre, self.layout.centre);
        self.draw_frame(at, self.layout.width - 1, source, "centre", pane);
        if self.picture.marker_in_centre {
            Look::marker(self.theme).draw((at.0 + 2, at.1 + 1), Size::Small, pane);
        }
        for (index, &Group { colour, count }) in (0..).zip(&self.picture.centre.groups) {
            let place = (at.0 + 5 + index * CENTRE_PITCH, at.1 + 1);
            let is_chosen = self.is_chosen(source, colour);
            self.on_table(source, colour).draw_flat(place, Size::Small, pane);
            let style = if is_chosen { self.theme.cursor() } else { self.theme.text() };
            pane.text((place.0 + 2, place.1), &format!("{count:>2}"), style);
            if let Some(rank) = self.pile_rank(source, colour) {
                pane.text((place.0, place.1 + 1), &rank, self.rank_style());
            }
            let spot = spot_of(source, colour);
            pane.spot((place.0, at.1), (CENTRE_PITCH - 1, PLATE_ROWS), PILES, spot);
        }
    }

    /// The border of a plate or of the centre; softly lit where tiles were taken last.
    fn draw_frame(
        &self,
        at: At,
        width: i32,
        source: TakenFrom,
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

    fn is_chosen(&self, source: TakenFrom, colour: TileColor) -> bool {
        self.pile().is_some_and(|pile| (pile.source, pile.colour) == (source, colour))
    }

    fn on_table(&self, source: TakenFrom, colour: TileColor) -> Look {
        if self.is_chosen(source, colour) {
            Look::ghost(colour, self.theme)
        } else {
            Look::tile(colour, self.theme)
        }
    }

    /// How many of them there are, where the cursor is, or how good it is to take them.
    fn draw_count(&self, source: TakenFrom, group: Group, at: At, pane: &mut Pane<'_, '_>) {
        let is_chosen = self.is_chosen(source, group.colour);
        let cursor: Style = self.theme.cursor();
        match (self.pile_rank(source, group.colour), is_chosen) {
            (Some(rank), true) => pane.text(at, &rank, cursor),
            (Some(rank), false) => pane.text(at, &rank, self.rank_style()),
            (None, true) => pane.text(at, &group.count.to_string(), cursor),
            (None, false) => {}
        }
    }
}

/// How many tiles of a colour there are.
pub(super) fn count_of(heap: &Heap, colour: TileColor) -> u8 {
    heap.groups.iter().find(|group| group.colour == colour).map_or(0, |group| group.count)
}
