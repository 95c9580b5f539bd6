//! What everybody who draws a part of the board knows.

use super::{
    choosing::{Choosing, Step},
    layout::Layout,
    moment::{Moment, Pile},
    pane::Pane,
    showing::Showing,
    tile::{Look, Size},
};
use crate::screen::theme::Theme;
use meeple_core::Seat;
use meeple_games::azul::TileColor;
use meeple_view::azul::{
    AzulLegalMove, AzulPicture, Cell, Draft, Place, Scored, SeatBoard, Stage, TakenFrom,
};
use ratatui::style::Style;

/// A drawing of the whole board.
pub(super) struct Drawing<'a> {
    pub(super) layout: &'a Layout,
    pub(super) moment: &'a Moment,
    /// What is seen: the moment's picture, or an earlier one while a scoring is shown.
    pub(super) picture: &'a AzulPicture,
    /// What is being chosen, by whoever is to choose.
    pub(super) choosing: Option<Choosing>,
    /// The best moves.
    pub(super) advice: &'a [AzulLegalMove],
    pub(super) showing: &'a Showing,
    /// Whose board is large.
    pub(super) own: Seat,
    pub(super) theme: Theme,
}

impl Drawing<'_> {
    /// All of it.
    pub(super) fn draw(&self, pane: &mut Pane<'_, '_>) {
        self.draw_head(pane);
        if self.picture.phase == Stage::Over && self.showing.told().is_empty() {
            self.draw_final_table(pane);
        } else if self.told().is_empty() {
            self.draw_market(pane);
        } else {
            self.draw_scoring(pane);
        }
        if let Some(board) = self.board(self.own) {
            self.draw_own(board, pane);
        }
        let others = self.picture.boards.iter().filter(|board| board.seat != self.own);
        for (&at, board) in self.layout.others.iter().zip(others) {
            self.draw_other(board, at, self.layout.other_tiles, pane);
        }
    }

    fn board(&self, seat: Seat) -> Option<&SeatBoard> {
        self.picture.boards.iter().find(|board| board.seat == seat)
    }

    /// What has been scored, while that is shown or where nothing has happened since.
    pub(super) fn told(&self) -> &[Scored] {
        match self.picture.phase {
            Stage::Deal if self.showing.told().is_empty() => &self.picture.scored,
            _ => self.showing.told(),
        }
    }

    /// What somebody has at this moment.
    pub(super) fn score(&self, board: &SeatBoard) -> u16 {
        self.showing.score(board.seat).unwrap_or(board.score)
    }

    /// The pile under the cursor.
    pub(super) fn pile(&self) -> Option<Pile> {
        self.choosing?.pile(self.moment)
    }

    /// The draft that takes it there, if it may.
    pub(super) fn draft(&self, place: Place) -> Option<&Draft> {
        self.moment.draft(self.pile()?, place)
    }

    /// Whether the cursor is at this place.
    pub(super) fn is_placing(&self, place: Place) -> bool {
        let placing = self.choosing.and_then(|choosing| choosing.placing(self.moment));
        placing.is_some_and(|(_, at)| at == place)
    }

    /// What the move under the cursor would do.
    pub(super) fn placed(&self) -> Option<&Draft> {
        let (pile, place) = self.choosing?.placing(self.moment)?;
        self.moment.draft(pile, place)
    }

    /// Whether the last move took tiles from there.
    pub(super) fn was_taken_from(&self, source: TakenFrom) -> bool {
        let last = self.picture.last_move.as_ref();
        last.is_some_and(
            |last| matches!(&last.made, AzulLegalMove::Draft(draft) if draft.source == source),
        )
    }

    /// Whether the last move put tiles there.
    pub(super) fn was_put(&self, seat: Seat, place: Place) -> bool {
        let last = self.picture.last_move.as_ref().filter(|last| last.seat == seat);
        last.is_some_and(|last| match &last.made {
            AzulLegalMove::Draft(draft) => {
                draft.place == place || (place == Place::Floor && draft.falls > 0)
            }
            AzulLegalMove::Wall(_) => false,
        })
    }

    /// How good it is to take this, if it is among the best: `#1`.
    pub(super) fn pile_rank(&self, source: TakenFrom, colour: TileColor) -> Option<String> {
        self.rank(|mv| match mv {
            AzulLegalMove::Draft(draft) => (draft.source, draft.colour) == (source, colour),
            AzulLegalMove::Wall(_) => false,
        })
    }

    /// How good it is to put the pile under the cursor there; without one, the best pile.
    pub(super) fn place_rank(&self, seat: Seat, place: Place) -> Option<String> {
        if self.picture.to_move != Some(seat) {
            return None;
        }
        let pile = match (self.pile(), self.advice.first()?) {
            (Some(pile), _) => (pile.source, pile.colour),
            (None, AzulLegalMove::Draft(draft)) => (draft.source, draft.colour),
            (None, AzulLegalMove::Wall(_)) => return None,
        };
        self.rank(|mv| match mv {
            AzulLegalMove::Draft(draft) => {
                (draft.source, draft.colour) == pile && draft.place == place
            }
            AzulLegalMove::Wall(_) => false,
        })
    }

    fn cell_rank(&self, seat: Seat, cell: Cell) -> Option<String> {
        self.rank(|mv| match mv {
            AzulLegalMove::Wall(tiling) => {
                self.picture.to_move == Some(seat)
                    && (tiling.row, tiling.column) == (cell.row, cell.column)
            }
            AzulLegalMove::Draft(_) => false,
        })
    }

    fn rank(&self, is_it: impl Fn(&AzulLegalMove) -> bool) -> Option<String> {
        let is_now = self.showing.told().is_empty();
        let at = self.advice.iter().position(is_it).filter(|_| is_now)?;
        Some(format!("#{}", at + 1))
    }

    /// How what is among the best is written.
    pub(super) fn rank_style(&self) -> Style {
        self.theme.good().add_modifier(ratatui::style::Modifier::BOLD)
    }

    /// A cell of a wall, counted from 1.
    pub(super) fn cell(&self, board: &SeatBoard, cell: Cell) -> Look {
        let theme = self.theme;
        let (row, column) = (usize::from(cell.row) - 1, usize::from(cell.column) - 1);
        let tile = board.wall.get(row).and_then(|row| row.get(column).copied()).flatten();
        let printed = self.picture.wall_colours.as_ref();
        let printed = printed.and_then(|rows| rows.get(row)?.get(column).copied());
        let look = match (tile, printed) {
            (Some(colour), _) => Look::tile(colour, theme),
            (None, Some(colour)) => Look::printed(colour, theme),
            (None, None) => Look::free(theme),
        };
        let look = self.offered(board.seat, cell, look);
        self.lit(board.seat, cell, look)
    }

    /// A cell that the tile of a full line may go to says what it scores.
    fn offered(&self, seat: Seat, cell: Cell, look: Look) -> Look {
        let is_due = self.picture.to_move == Some(seat)
            && self.picture.line_to_tile == Some(cell.row)
            && self.showing.told().is_empty();
        if !is_due {
            return look;
        }
        let column = usize::from(cell.column) - 1;
        let is_cursor = self.choosing.is_some_and(|choosing| choosing.step == Step::Cell(column));
        let style = if is_cursor { self.theme.cursor() } else { self.theme.accent() };
        let points = self.moment.tiling(column).map(|tiling| format!("+{}", tiling.points));
        match (self.cell_rank(seat, cell), points) {
            (Some(rank), _) if is_cursor => Look::new(rank, style),
            (Some(rank), _) => Look::new(rank, self.rank_style()),
            (None, Some(points)) if self.choosing.is_some() => Look::new(points, style),
            _ if is_cursor => look.under(style),
            _ => look,
        }
    }

    /// A cell whose tile scores at this moment, or helps another one to score.
    fn lit(&self, seat: Seat, cell: Cell, look: Look) -> Look {
        let Some(step) = self.told().last().filter(|step| step.seat == seat) else {
            return self.put_last(seat, cell, look);
        };
        let Some(tile) = step.tile.as_ref().filter(|tile| tile.run.contains(&cell)) else {
            return look;
        };
        let look = look.lit(self.theme);
        if (tile.row, tile.column) == (cell.row, cell.column) {
            look.saying(format!("+{}", step.points))
        } else {
            look
        }
    }

    fn put_last(&self, seat: Seat, cell: Cell, look: Look) -> Look {
        let last = self.picture.last_move.as_ref().filter(|last| last.seat == seat);
        let is_it = last.is_some_and(|last| match &last.made {
            AzulLegalMove::Wall(tiling) => (tiling.row, tiling.column) == (cell.row, cell.column),
            AzulLegalMove::Draft(_) => false,
        });
        if is_it { look.lit(self.theme) } else { look }
    }

    /// The places of a line from the left, and what lies on them; nothing where there is none.
    pub(super) fn places(&self, board: &SeatBoard, index: usize) -> [Option<Look>; 5] {
        let theme = self.theme;
        let Some(line) = board.lines.get(index) else { return Default::default() };
        let number = line.line;
        let ghosts = self.placed().filter(|draft| draft.place == Place::Line(number));
        let ghosts = ghosts.filter(|_| board.seat == self.own);
        [5, 4, 3, 2, 1].map(|place: u8| match (line.colour, ghosts) {
            _ if place > number => None,
            (Some(colour), _) if place <= line.filled => Some(Look::tile(colour, theme)),
            (_, Some(draft)) if place <= line.filled + draft.fits => {
                Some(Look::ghost(draft.colour, theme))
            }
            _ => Some(Look::free(theme)),
        })
    }

    /// Draws a line and its row of the wall from a place on.
    pub(super) fn draw_row(
        &self,
        board: &SeatBoard,
        index: usize,
        (column, row): (i32, i32),
        size: Size,
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
            let cell = Cell { row: index as u8 + 1, column: at + 1 };
            let place = (wall + i32::from(at) * pitch, row);
            self.cell(board, cell).draw(place, size, pane);
        }
    }
}
