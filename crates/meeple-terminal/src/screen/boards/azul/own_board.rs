//! Draws the large board, which is the viewer's own.
//!
//! ```text
//! ● you                            12
//! 1▸              ·  │ ≈ ☼ ★ ▦ ✻        1▸ this line takes the pile under the cursor,
//! 2▸-1         ≈  ≈  ▸ ✻ ≈ ☼ ★ ▦        and -1 is the cost of tiles that do not fit
//! ...
//! floor M  ·  ·  ·  ·  ·  ·       -1
//!      -1 -1 -2 -2 -2 -3 -3
//! ```

use super::{
    layout::{PREFIX, lines_width},
    pane::{Pane, Point},
    position_info::PLACES,
    selection::{LINES, WALL},
    table_painter::TablePainter,
    tile::{MARKER, TileGlyph, TileSize},
};
use meeple_view::azul::{ShownDestination, ShownPlayerBoard};

impl TablePainter<'_> {
    pub(super) fn draw_own(&self, board: &ShownPlayerBoard, pane: &mut Pane<'_, '_>) {
        self.draw_name(board, self.layout.own, self.layout.width, pane);
        let (size, pitch) = (self.layout.own_tiles, self.layout.own_tiles.pitch());
        for (index, &place) in PLACES.iter().enumerate().take(5) {
            let (column, row) = self.layout.line(index);
            let lines = PREFIX + lines_width(size);
            if self.received_tiles(board.seat, place) {
                pane.tint((column, row), (lines - 2, 1), self.theme.last());
            }
            self.draw_prefix(board, place, (column, row), pane);
            self.draw_row(board, index, (column + PREFIX, row), size, pane);
            pane.spot((column, row), (lines, pitch.1), LINES, (0, index as i16));
            for cell in 0..5 {
                let at = (column + lines + cell * pitch.0, row);
                pane.spot(at, pitch, WALL, (cell as i16, index as i16));
            }
        }
        self.draw_floor(board, pane);
    }

    /// Draws the player's name, the starting player marker, and the score.
    pub(super) fn draw_name(
        &self,
        board: &ShownPlayerBoard,
        at: Point,
        width: i32,
        pane: &mut Pane<'_, '_>,
    ) {
        let theme = self.theme;
        let score = self.score(board).to_string();
        let marker = if board.has_marker { MARKER } else { "" };
        let is_next = self.position.to_move == Some(board.seat);
        let name = if is_next { theme.strong() } else { theme.text() };
        pane.text(at, theme.mark(board.seat), theme.seat(board.seat));
        let room = width - if board.has_marker { 8 } else { 6 };
        pane.text_within((at.0 + 2, at.1), room, &board.name, name);
        pane.text((at.0 + width - 5, at.1), marker, theme.strong());
        pane.text_before((at.0 + width, at.1), &score, theme.strong());
    }

    /// Draws the number of a line, whether it can take the selected pile, and what that costs.
    fn draw_prefix(
        &self,
        board: &ShownPlayerBoard,
        place: ShownDestination,
        at: Point,
        pane: &mut Pane<'_, '_>,
    ) {
        let theme = self.theme;
        let (draft, is_cursor) = (self.draft(place), self.is_cursor_at(place));
        let style = match draft {
            _ if is_cursor => theme.cursor(),
            Some(_) => theme.accent(),
            None => theme.quiet(),
        };
        let mark = if draft.is_some() { theme.sign("▸", ">") } else { " " };
        let (words, style) = match (self.place_rank(board.seat, place), place) {
            (Some(rank), ShownDestination::Line(_)) if is_cursor => (rank, style),
            (Some(rank), ShownDestination::Line(_)) => (rank, self.rank_style()),
            (Some(rank), ShownDestination::Floor) => (format!("flo{rank}"), self.rank_style()),
            (None, ShownDestination::Line(number)) => (format!("{number}{mark}"), style),
            (None, ShownDestination::Floor) => ("floor".into(), style),
        };
        pane.text(at, &words, style);
        let cost = draft.map_or(0, |draft| draft.cost + draft.marker_cost);
        if cost > 0 && place != ShownDestination::Floor {
            pane.text((at.0 + 2, at.1), &format!("-{cost}"), theme.bad());
        }
    }

    /// Draws the floor with its tiles, the tiles that would fall onto it, and what they cost.
    fn draw_floor(&self, board: &ShownPlayerBoard, pane: &mut Pane<'_, '_>) {
        let (theme, (column, row)) = (self.theme, self.layout.line(5));
        let pitch = self.layout.own_tiles.pitch().0;
        if self.received_tiles(board.seat, ShownDestination::Floor) {
            pane.tint((column + PREFIX, row), (7 * pitch, 1), theme.last());
        }
        self.draw_prefix(board, ShownDestination::Floor, (column, row), pane);
        let mut falling = self.falling().into_iter();
        for (slot, at) in board.floor.slots.iter().zip(0..) {
            let look = TileGlyph::on_floor(*slot, theme).or_else(|| falling.next());
            let look = look.unwrap_or_else(|| TileGlyph::free(theme));
            let place = (column + PREFIX + 1 + at * pitch, row);
            look.draw_flat(place, TileSize::Small, pane);
            let cost = format!("-{}", slot.cost);
            pane.text((place.0 - 1, row + 1), &format!("{cost:>2}"), theme.quiet());
        }
        let end = column + self.layout.width;
        let cost = format!("-{}", board.floor.cost);
        if let Some(draft) =
            self.selected_draft().filter(|draft| draft.cost + draft.marker_cost > 0)
        {
            let then = format!("-{}", board.floor.cost + draft.cost + draft.marker_cost);
            pane.text_before((end, row + 1), &then, theme.cursor());
        }
        if board.floor.cost > 0 {
            pane.text_before((end, row), &cost, theme.bad());
        }
        pane.spot((column, row), (self.layout.width, 2), LINES, (0, 5));
    }

    /// Returns what the selected move drops on the floor: the marker first, then tiles.
    fn falling(&self) -> Vec<TileGlyph> {
        let Some(draft) = self.selected_draft() else { return Vec::new() };
        let marker = TileGlyph::new(MARKER, self.theme.cursor());
        let marker = (draft.marker_cost > 0).then_some(marker);
        let tiles = usize::from(draft.falls.saturating_sub(draft.to_lid));
        let tiles = std::iter::repeat_n(TileGlyph::ghost(draft.colour, self.theme), tiles);
        marker.into_iter().chain(tiles).collect()
    }
}
