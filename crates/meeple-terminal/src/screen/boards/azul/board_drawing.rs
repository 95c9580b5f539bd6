//! Shared state and helpers for drawing the parts of the Azul table.

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
pub(super) struct BoardDrawing<'a> {
    pub(super) layout: &'a Layout,
    pub(super) info: &'a PositionInfo,
    /// The position to draw: the current one, or an earlier one while a scoring is shown.
    pub(super) picture: &'a ShownPosition,
    /// The selection of the player to move, if a person chooses now.
    pub(super) choosing: Option<AzulSelection>,
    /// The suggested moves, best first.
    pub(super) advice: &'a [LegalMove],
    pub(super) showing: &'a ScoringAnimation,
    /// The seat whose board is drawn large.
    pub(super) own: Seat,
    pub(super) theme: Theme,
}

impl BoardDrawing<'_> {
    /// Draws the whole table.
    pub(super) fn draw(&self, pane: &mut Pane<'_, '_>) {
        self.draw_head(pane);
        if self.picture.phase == ShownPhase::Over && self.showing.steps_so_far().is_empty() {
            self.draw_final_table(pane);
        } else if self.shown_scoring().is_empty() {
            self.draw_market(pane);
        } else {
            self.draw_scoring(pane);
        }
        let (own, others): (Vec<_>, Vec<_>) =
            self.picture.boards.iter().partition(|board| board.seat == self.own);
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
        match self.picture.phase {
            ShownPhase::Deal if self.showing.steps_so_far().is_empty() => &self.picture.scored,
            _ => self.showing.steps_so_far(),
        }
    }

    /// Returns a player's score as currently shown.
    pub(super) fn score(&self, board: &ShownPlayerBoard) -> u16 {
        self.showing.score(board.seat).unwrap_or(board.score)
    }

    /// Returns the pile under the cursor.
    pub(super) fn pile(&self) -> Option<Pile> {
        self.choosing?.pile(self.info)
    }

    /// Returns the legal draft that puts the pile under the cursor there, if any.
    pub(super) fn draft(&self, place: ShownDestination) -> Option<&ShownDraft> {
        self.info.draft(self.pile()?, place)
    }

    /// Returns whether the cursor is at this place.
    pub(super) fn is_cursor_at(&self, place: ShownDestination) -> bool {
        let placing = self.choosing.and_then(|choosing| choosing.selected_place(self.info));
        placing.is_some_and(|(_, at)| at == place)
    }

    /// Returns the draft under the cursor, if pile and place are selected and it is legal.
    pub(super) fn selected_draft(&self) -> Option<&ShownDraft> {
        let (pile, place) = self.choosing?.selected_place(self.info)?;
        self.info.draft(pile, place)
    }

    /// Returns whether the last move took tiles from there.
    pub(super) fn was_taken_from(&self, source: ShownSource) -> bool {
        let last = self.picture.last_move.as_ref();
        last.and_then(|last| as_draft(&last.made)).is_some_and(|draft| draft.source == source)
    }

    /// Returns whether the last move put tiles there.
    pub(super) fn was_put(&self, seat: Seat, place: ShownDestination) -> bool {
        let last = self.picture.last_move.as_ref().filter(|last| last.seat == seat);
        last.and_then(|last| as_draft(&last.made)).is_some_and(|draft| {
            draft.place == place || (place == ShownDestination::Floor && draft.falls > 0)
        })
    }

    /// Returns the rank of taking this pile, if it is among the suggested moves: `#1`.
    pub(super) fn pile_rank(&self, source: ShownSource, colour: TileColour) -> Option<String> {
        let is_it = |draft: &ShownDraft| (draft.source, draft.colour) == (source, colour);
        self.rank(|mv| as_draft(mv).is_some_and(is_it))
    }

    /// Returns the rank of putting the pile under the cursor there; without a cursor, the best
    /// pile.
    pub(super) fn place_rank(&self, seat: Seat, place: ShownDestination) -> Option<String> {
        if self.picture.to_move != Some(seat) {
            return None;
        }
        let of_draft = |draft: &ShownDraft| (draft.source, draft.colour);
        let best = self.advice.first().and_then(as_draft).map(of_draft);
        let pile = self.pile().map(|pile| (pile.source, pile.colour)).or(best)?;
        let is_it = |draft: &ShownDraft| of_draft(draft) == pile && draft.place == place;
        self.rank(|mv| as_draft(mv).is_some_and(is_it))
    }

    fn cell_rank(&self, seat: Seat, cell: WallCell) -> Option<String> {
        let is_theirs = self.picture.to_move == Some(seat);
        self.rank(|mv| is_theirs && is_tiling_at(mv, cell))
    }

    fn rank(&self, is_it: impl Fn(&LegalMove) -> bool) -> Option<String> {
        let is_now = self.showing.steps_so_far().is_empty();
        let at = self.advice.iter().position(is_it).filter(|_| is_now)?;
        Some(format!("#{}", at + 1))
    }

    /// Returns the style for ranks.
    pub(super) fn rank_style(&self) -> Style {
        self.theme.good().add_modifier(ratatui::style::Modifier::BOLD)
    }

    /// Returns how to draw a wall cell; rows and columns count from 1.
    pub(super) fn cell(&self, board: &ShownPlayerBoard, cell: WallCell) -> TileGlyph {
        let theme = self.theme;
        let (row, column) = (usize::from(cell.row) - 1, usize::from(cell.column) - 1);
        let tile = board.wall.get(row).and_then(|row| row.get(column).copied()).flatten();
        let printed = self.picture.wall_colours.as_ref();
        let printed = printed.and_then(|rows| rows.get(row)?.get(column).copied());
        let look = match (tile, printed) {
            (Some(colour), _) => TileGlyph::tile(colour, theme),
            (None, Some(colour)) => TileGlyph::printed(colour, theme),
            (None, None) => TileGlyph::free(theme),
        };
        let look = self.show_offer(board.seat, cell, look);
        self.highlight_scoring(board.seat, cell, look)
    }

    /// Shows the points on a cell that the tile of a full line may go to.
    fn show_offer(&self, seat: Seat, cell: WallCell, look: TileGlyph) -> TileGlyph {
        let is_due = self.picture.to_move == Some(seat)
            && self.picture.line_to_tile == Some(cell.row)
            && self.showing.steps_so_far().is_empty();
        if !is_due {
            return look;
        }
        let column = usize::from(cell.column) - 1;
        let is_cursor =
            self.choosing.is_some_and(|choosing| choosing.step == ChoiceStep::Cell(column));
        let style = if is_cursor { self.theme.cursor() } else { self.theme.accent() };
        let points = self.info.tiling(column).map(|tiling| format!("+{}", tiling.points));
        match (self.cell_rank(seat, cell), points) {
            (Some(rank), _) if is_cursor => TileGlyph::new(rank, style),
            (Some(rank), _) => TileGlyph::new(rank, self.rank_style()),
            (None, Some(points)) if self.choosing.is_some() => TileGlyph::new(points, style),
            _ if is_cursor => TileGlyph { style, ..look },
            _ => look,
        }
    }

    /// Highlights a cell whose tile scores in this step, or that counts towards that score.
    fn highlight_scoring(&self, seat: Seat, cell: WallCell, look: TileGlyph) -> TileGlyph {
        let Some(step) = self.shown_scoring().last().filter(|step| step.seat == seat) else {
            return self.put_last(seat, cell, look);
        };
        let Some(tile) = step.tile.as_ref().filter(|tile| tile.run.contains(&cell)) else {
            return look;
        };
        let look = look.highlighted(self.theme);
        if (tile.row, tile.column) == (cell.row, cell.column) {
            TileGlyph { sign: format!("+{}", step.points), ..look }
        } else {
            look
        }
    }

    fn put_last(&self, seat: Seat, cell: WallCell, look: TileGlyph) -> TileGlyph {
        let last = self.picture.last_move.as_ref().filter(|last| last.seat == seat);
        let is_it = last.is_some_and(|last| is_tiling_at(&last.made, cell));
        if is_it { look.highlighted(self.theme) } else { look }
    }

    /// Returns how to draw the spaces of a pattern line from the left; `None` where there is no
    /// space.
    pub(super) fn places(&self, board: &ShownPlayerBoard, index: usize) -> [Option<TileGlyph>; 5] {
        let theme = self.theme;
        let Some(line) = board.lines.get(index) else { return Default::default() };
        let number = line.line;
        let ghosts =
            self.selected_draft().filter(|draft| draft.place == ShownDestination::Line(number));
        let ghosts = ghosts.filter(|_| board.seat == self.own);
        [5, 4, 3, 2, 1].map(|place: u8| match (line.colour, ghosts) {
            _ if place > number => None,
            (Some(colour), _) if place <= line.filled => Some(TileGlyph::tile(colour, theme)),
            (_, Some(draft)) if place <= line.filled + draft.fits => {
                Some(TileGlyph::ghost(draft.colour, theme))
            }
            _ => Some(TileGlyph::free(theme)),
        })
    }

    /// Draws a pattern line and its row of the wall, starting at the given column and row.
    pub(super) fn draw_row(
        &self,
        board: &ShownPlayerBoard,
        index: usize,
        (column, row): (i32, i32),
        size: TileSize,
        pane: &mut Pane<'_, '_>,
    ) {
        let pitch = size.pitch().0;
        for (at, look) in (0..).zip(self.places(board, index)) {
            if let Some(look) = look {
                look.draw((column + at * pitch, row), size, pane);
            }
        }
        let is_full = board.lines.get(index).is_some_and(|line| line.full);
        let arrow = if is_full { self.theme.strong() } else { self.theme.quiet() };
        let sign = if is_full { self.theme.sign("▸", ">") } else { self.theme.sign("│", "|") };
        pane.text((column + 5 * pitch, row), sign, arrow);
        let wall = column + super::layout::lines_width(size);
        for at in 0..5_u8 {
            let cell = WallCell { row: index as u8 + 1, column: at + 1 };
            let place = (wall + i32::from(at) * pitch, row);
            self.cell(board, cell).draw(place, size, pane);
        }
    }
}

/// Returns whether a move puts a tile on this wall cell.
fn is_tiling_at(mv: &LegalMove, cell: WallCell) -> bool {
    as_tiling(mv).is_some_and(|tiling| (tiling.row, tiling.column) == (cell.row, cell.column))
}
