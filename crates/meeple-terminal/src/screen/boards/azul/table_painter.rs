//! Draws the Azul table: the state and helpers that its parts share.

use super::{
    layout::Layout,
    pane::Pane,
    position_info::{Pile, PositionInfo, as_draft, as_tiling},
    scoring_animation::ScoringAnimation,
    selection::{AzulSelection, ChoiceStep},
    tile::{TileGlyph, TileSize},
};
use crate::screen::theme::Theme;
use meeple_core::Seat;
use meeple_games::azul::TileColour;
use meeple_view::azul::{
    LegalMove, ScoreChange, ShownDestination, ShownDraft, ShownPhase, ShownPlayerBoard,
    ShownPosition, ShownSource, WallCell,
};
use ratatui::style::Style;

/// Everything needed to draw the whole table.
pub(super) struct TablePainter<'a> {
    pub(super) layout: &'a Layout,
    pub(super) info: &'a PositionInfo,
    /// The position to draw: the current one, or an earlier one while a scoring is shown.
    pub(super) position: &'a ShownPosition,
    /// The selection of the player to move, if a person chooses now.
    pub(super) selection: Option<AzulSelection>,
    /// The suggested moves, best first.
    pub(super) advice: &'a [LegalMove],
    pub(super) animation: &'a ScoringAnimation,
    /// The seat whose board is drawn large.
    pub(super) main_seat: Seat,
    pub(super) theme: Theme,
}

impl TablePainter<'_> {
    /// Draws the whole table.
    pub(super) fn draw(&self, pane: &mut Pane<'_, '_>) {
        self.draw_head(pane);
        if self.position.phase == ShownPhase::Over && self.animation.steps_so_far().is_empty() {
            self.draw_final_table(pane);
        } else if self.shown_scoring().is_empty() {
            self.draw_market(pane);
        } else {
            self.draw_scoring(pane);
        }
        let (own, others): (Vec<_>, Vec<_>) =
            self.position.boards.iter().partition(|board| board.seat == self.main_seat);
        for board in own {
            self.draw_own(board, pane);
        }
        for (&at, board) in self.layout.others.iter().zip(others) {
            self.draw_other(board, at, pane);
        }
    }

    /// Returns the scoring steps to show: those of the running animation, or those of the last
    /// round until the next deal.
    pub(super) fn shown_scoring(&self) -> &[ScoreChange] {
        match self.position.phase {
            ShownPhase::Deal if self.animation.steps_so_far().is_empty() => &self.position.scored,
            _ => self.animation.steps_so_far(),
        }
    }

    /// Returns a player's score as currently shown.
    pub(super) fn score(&self, board: &ShownPlayerBoard) -> u16 {
        self.animation.score(board.seat).unwrap_or(board.score)
    }

    /// Returns the selected pile, or the one under the cursor.
    pub(super) fn pile(&self) -> Option<Pile> {
        self.selection?.pile(self.info)
    }

    /// Returns the legal draft that puts the selected pile at `destination`, if any.
    pub(super) fn draft(&self, destination: ShownDestination) -> Option<&ShownDraft> {
        self.info.draft(self.pile()?, destination)
    }

    /// Returns whether the cursor is at `destination`.
    pub(super) fn is_cursor_at(&self, destination: ShownDestination) -> bool {
        let selected = self.selection.and_then(|selection| selection.selected_place(self.info));
        selected.is_some_and(|(_, at)| at == destination)
    }

    /// Returns the draft of the selected pile to the destination under the cursor, if it is legal.
    pub(super) fn selected_draft(&self) -> Option<&ShownDraft> {
        let (pile, destination) = self.selection?.selected_place(self.info)?;
        self.info.draft(pile, destination)
    }

    /// Returns whether the last move took tiles from `source`.
    pub(super) fn was_taken_from(&self, source: ShownSource) -> bool {
        let last = self.position.last_move.as_ref();
        last.and_then(|last| as_draft(&last.made)).is_some_and(|draft| draft.source == source)
    }

    /// Returns whether the last move put tiles at `destination` on this player's board.
    pub(super) fn received_tiles(&self, seat: Seat, destination: ShownDestination) -> bool {
        let last = self.position.last_move.as_ref().filter(|last| last.seat == seat);
        last.and_then(|last| as_draft(&last.made)).is_some_and(|draft| {
            let to_floor = destination == ShownDestination::Floor && draft.falls > 0;
            draft.place == destination || to_floor
        })
    }

    /// Returns the rank of taking this pile, if it is among the suggested moves: `#1`.
    pub(super) fn pile_rank(&self, source: ShownSource, colour: TileColour) -> Option<String> {
        let matches = |draft: &ShownDraft| (draft.source, draft.colour) == (source, colour);
        self.rank(|mv| as_draft(mv).is_some_and(matches))
    }

    /// Returns the rank of putting the selected pile at `destination`, if it is among the suggested moves. If no
    /// pile is selected, the pile of the best suggestion counts.
    pub(super) fn place_rank(&self, seat: Seat, destination: ShownDestination) -> Option<String> {
        if self.position.to_move != Some(seat) {
            return None;
        }
        let pile_of = |draft: &ShownDraft| (draft.source, draft.colour);
        let best = self.advice.first().and_then(as_draft).map(pile_of);
        let pile = self.pile().map(|pile| (pile.source, pile.colour)).or(best)?;
        let matches = |draft: &ShownDraft| pile_of(draft) == pile && draft.place == destination;
        self.rank(|mv| as_draft(mv).is_some_and(matches))
    }

    fn cell_rank(&self, seat: Seat, cell: WallCell) -> Option<String> {
        let is_to_move = self.position.to_move == Some(seat);
        self.rank(|mv| is_to_move && is_tiling_at(mv, cell))
    }

    /// Returns the rank of the first suggested move that matches; `None` while a scoring is animated.
    fn rank(&self, matches: impl Fn(&LegalMove) -> bool) -> Option<String> {
        let is_animation_idle = self.animation.steps_so_far().is_empty();
        let at = self.advice.iter().position(matches).filter(|_| is_animation_idle)?;
        Some(format!("#{}", at + 1))
    }

    /// Returns the style for ranks.
    pub(super) fn rank_style(&self) -> Style {
        self.theme.good().add_modifier(ratatui::style::Modifier::BOLD)
    }

    /// Returns how to draw a wall cell; rows and columns count from 1.
    pub(super) fn cell_glyph(&self, board: &ShownPlayerBoard, cell: WallCell) -> TileGlyph {
        let theme = self.theme;
        let (row, column) = (usize::from(cell.row) - 1, usize::from(cell.column) - 1);
        let tile = board.wall.get(row).and_then(|row| row.get(column).copied()).flatten();
        let printed = self.position.wall_colours.as_ref();
        let printed = printed.and_then(|rows| rows.get(row)?.get(column).copied());
        let glyph = match (tile, printed) {
            (Some(colour), _) => TileGlyph::tile(colour, theme),
            (None, Some(colour)) => TileGlyph::printed(colour, theme),
            (None, None) => TileGlyph::free(theme),
        };
        let glyph = self.show_tiling_choice(board.seat, cell, glyph);
        self.highlight_scoring(board.seat, cell, glyph)
    }

    /// Marks a cell that the tile of a full line may go to: with its rank among the suggested moves, or else with
    /// the points it scores if a person is choosing. Other cells keep their glyph.
    fn show_tiling_choice(&self, seat: Seat, cell: WallCell, glyph: TileGlyph) -> TileGlyph {
        let can_tile_here = self.position.to_move == Some(seat)
            && self.position.line_to_tile == Some(cell.row)
            && self.animation.steps_so_far().is_empty();
        if !can_tile_here {
            return glyph;
        }
        let column = usize::from(cell.column) - 1;
        let is_cursor =
            self.selection.is_some_and(|selection| selection.step == ChoiceStep::Cell(column));
        let style = if is_cursor { self.theme.cursor() } else { self.theme.accent() };
        let points = self.info.tiling(column).map(|tiling| format!("+{}", tiling.points));
        match (self.cell_rank(seat, cell), points) {
            (Some(rank), _) if is_cursor => TileGlyph::new(rank, style),
            (Some(rank), _) => TileGlyph::new(rank, self.rank_style()),
            (None, Some(points)) if self.selection.is_some() => TileGlyph::new(points, style),
            _ if is_cursor => TileGlyph { style, ..glyph },
            _ => glyph,
        }
    }

    /// Highlights a cell whose tile scores in this step, or that counts towards that score.
    fn highlight_scoring(&self, seat: Seat, cell: WallCell, glyph: TileGlyph) -> TileGlyph {
        let Some(step) = self.shown_scoring().last().filter(|step| step.seat == seat) else {
            return self.highlight_last_move(seat, cell, glyph);
        };
        let Some(tile) = step.tile.as_ref().filter(|tile| tile.run.contains(&cell)) else {
            return glyph;
        };
        let glyph = glyph.highlighted(self.theme);
        if (tile.row, tile.column) == (cell.row, cell.column) {
            TileGlyph { sign: format!("+{}", step.points), ..glyph }
        } else {
            glyph
        }
    }

    fn highlight_last_move(&self, seat: Seat, cell: WallCell, glyph: TileGlyph) -> TileGlyph {
        let last = self.position.last_move.as_ref().filter(|last| last.seat == seat);
        let was_tiled = last.is_some_and(|last| is_tiling_at(&last.made, cell));
        if was_tiled { glyph.highlighted(self.theme) } else { glyph }
    }

    /// Returns how to draw the spaces of a pattern line from the left; `None` where there is no
    /// space.
    pub(super) fn line_glyphs(
        &self,
        board: &ShownPlayerBoard,
        index: usize,
    ) -> [Option<TileGlyph>; 5] {
        let theme = self.theme;
        let Some(line) = board.lines.get(index) else { return Default::default() };
        let number = line.line;
        let preview =
            self.selected_draft().filter(|draft| draft.place == ShownDestination::Line(number));
        let preview = preview.filter(|_| board.seat == self.main_seat);
        [5, 4, 3, 2, 1].map(|space: u8| match (line.colour, preview) {
            _ if space > number => None,
            (Some(colour), _) if space <= line.filled => Some(TileGlyph::tile(colour, theme)),
            (_, Some(draft)) if space <= line.filled + draft.fits => {
                Some(TileGlyph::ghost(draft.colour, theme))
            }
            _ => Some(TileGlyph::free(theme)),
        })
    }

    /// Draws a pattern line and its row of the wall, with its upper left corner at this point.
    pub(super) fn draw_row(
        &self,
        board: &ShownPlayerBoard,
        index: usize,
        (x, y): (i32, i32),
        size: TileSize,
        pane: &mut Pane<'_, '_>,
    ) {
        let pitch = size.pitch().0;
        for (at, glyph) in (0..).zip(self.line_glyphs(board, index)) {
            if let Some(glyph) = glyph {
                glyph.draw((x + at * pitch, y), size, pane);
            }
        }
        let is_full = board.lines.get(index).is_some_and(|line| line.full);
        let arrow = if is_full { self.theme.strong() } else { self.theme.quiet() };
        let symbol =
            if is_full { self.theme.sign("▸", ">") } else { self.theme.sign("│", "|") };
        pane.text((x + 5 * pitch, y), symbol, arrow);
        let wall_x = x + super::layout::lines_width(size);
        for at in 0..5_u8 {
            let cell = WallCell { row: index as u8 + 1, column: at + 1 };
            let origin = (wall_x + i32::from(at) * pitch, y);
            self.cell_glyph(board, cell).draw(origin, size, pane);
        }
    }
}

/// Returns whether a move puts a tile on this wall cell.
fn is_tiling_at(mv: &LegalMove, cell: WallCell) -> bool {
    as_tiling(mv).is_some_and(|tiling| (tiling.row, tiling.column) == (cell.row, cell.column))
}
