//! Azul's table: factories and the centre, one large board, and the opponents' boards beside it.
//!
//! ```text
//! position_info.rs      a position with its legal moves      layout.rs  where everything is drawn
//! selection.rs          selecting a pile, then its place     pane.rs    scrolling
//! scoring_animation.rs  the scoring, tile by tile            texts.rs   what a move would do
//! table_painter.rs, market.rs, own_board.rs, opponent_boards.rs, scoring.rs, miniature.rs, tile.rs
//! ```

mod layout;
mod market;
mod miniature;
mod opponent_boards;
mod own_board;
mod pane;
mod position_info;
mod scoring;
mod scoring_animation;
mod selection;
mod table_painter;
#[cfg(test)]
mod tests;
mod texts;
mod tile;

use super::{BoardWidget, InputResult, KeyHint, MovePreview, SeatLine, ViewerRole};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, azul::AzulPrompt},
    screen::{
        canvas::Canvas,
        input::{KeyPress, UserInput},
    },
};
use layout::Layout;
use meeple_ai::advice::Advised;
use meeple_core::GameHistory;
use meeple_view::azul::{LegalMove, ShownPosition};
use pane::{Pane, Point};
use position_info::PositionInfo;
use ratatui::layout::Rect;
use scoring_animation::ScoringAnimation;
use selection::{AzulSelection, ChoiceStep};
use std::time::Instant;
use table_painter::TablePainter;

/// Azul's entry in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<AzulPrompt>(),
    board: || Box::<AzulBoard>::default(),
    help: "\
        Take all tiles of one colour from a factory or from the centre, then choose the line they go \
        to. Tiles that don't fit fall to the floor and cost points. At the end of the round, each full \
        line puts one tile on the wall.\n\n\
        Digits jump to a factory, then to a line; 0 is the centre, then the floor.",
    task: "Find the best draft.",
    sizes: &[],
    card: (&[], "greedy"),
};

/// The Azul table on the screen.
#[derive(Default)]
pub(crate) struct AzulBoard {
    info: Option<PositionInfo>,
    role: ViewerRole,
    selection: AzulSelection,
    /// The suggested moves, best first.
    advice: Vec<LegalMove>,
    animation: ScoringAnimation,
}

impl AzulBoard {
    /// Returns the position shown: the current one, or an earlier one while a scoring is shown.
    fn picture(&self) -> Option<&ShownPosition> {
        let current = self.info.as_ref().map(|info| &info.moment.picture);
        self.animation.picture().or(current)
    }

    /// Returns the selection if a person chooses a move now.
    fn active_selection(&self) -> Option<AzulSelection> {
        let is_choosing = self.role.mover.is_some() && self.animation.picture().is_none();
        is_choosing.then_some(self.selection)
    }

    fn painter<'a>(
        &'a self,
        info: &'a PositionInfo,
        layout: &'a Layout,
        canvas: &Canvas<'_>,
    ) -> TablePainter<'a> {
        TablePainter {
            layout,
            info,
            position: self.animation.picture().unwrap_or(&info.moment.picture),
            selection: self.active_selection(),
            advice: &self.advice,
            animation: &self.animation,
            main_seat: info.own(self.role.mover.or(self.role.own)),
            theme: *canvas.theme,
        }
    }

    /// Returns where the cursor is, so that it stays visible when not everything fits.
    fn focus(&self, info: &PositionInfo, layout: &Layout) -> Point {
        let Some(selection) = self.active_selection() else {
            return (layout.width / 2, layout.size.1 / 2);
        };
        match selection.step {
            ChoiceStep::Pile(at) => {
                let pile = info.piles.get(at);
                let index = pile.map_or(0, |pile| pile.row()).min(100);
                let (_, row) = layout.plate(index * position_info::FACTORIES_PER_ROW);
                (pile.map_or(0, |pile| pile.across() as i32 + 2), row.min(layout.centre.1) + 1)
            }
            ChoiceStep::Place(_, place) => {
                // Between its number and its spaces.
                let (column, row) = layout.line(place);
                (column + layout::PREFIX + 2 * layout.own_tiles.width(), row)
            }
            ChoiceStep::Cell(column) => {
                let row =
                    usize::from(info.moment.picture.line_to_tile.unwrap_or(1)).saturating_sub(1);
                let wall = layout::PREFIX + layout::lines_width(layout.own_tiles);
                let across = wall + column as i32 * layout.own_tiles.pitch().0;
                (across, layout.line(row).1)
            }
        }
    }
}

fn layout_for(info: &PositionInfo, room: Point) -> Layout {
    Layout::new(info.moment.picture.factories.len(), info.moment.picture.boards.len(), room)
}

impl BoardWidget for AzulBoard {
    fn show(&mut self, game: &GameHistory, ply: usize, role: ViewerRole) {
        if role.mover != self.role.mover || role.own != self.role.own {
            // A new player starts a new selection.
            self.selection = self.info.as_ref().map(AzulSelection::new).unwrap_or_default();
        }
        self.role = role;
        if self.info.as_ref().is_some_and(|info| info.moment.is_at(game, ply)) {
            return;
        }
        let Some(info) = PositionInfo::of(game, ply) else { return };
        self.animation.show_ply(self.info.as_ref().map(|info| &info.moment), game, ply, role);
        self.selection = AzulSelection::new(&info);
        self.advice.clear();
        self.info = Some(info);
    }

    fn handle_input(&mut self, input: UserInput) -> InputResult {
        let is_pressed =
            matches!(input, UserInput::Key(_) | UserInput::Press(_) | UserInput::Other(_));
        if is_pressed && self.animation.skip() {
            return InputResult::Changed;
        }
        match &self.info {
            Some(info) if self.active_selection().is_some() => {
                self.selection.handle_input(info, input)
            }
            _ => InputResult::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(info) = &self.info else { return };
        let layout = layout_for(info, (area.width.into(), area.height.into()));
        let drawing = self.painter(info, &layout, canvas);
        let mut pane = Pane::new(canvas, area, layout.size, self.focus(info, &layout));
        drawing.draw(&mut pane);
        if let Some(at) = layout.supply {
            drawing.draw_supply(at, &mut pane);
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(info) = &self.info else { return };
        let layout = layout_for(info, (0, 0));
        self.painter(info, &layout, canvas).draw_miniature(area, canvas);
    }

    fn preferred_size(&self) -> (u16, u16) {
        // The size of the largest layout.
        let layout = self.info.as_ref().map(|info| layout_for(info, (1000, 1000)));
        layout.map_or((73, 29), |layout| (layout.size.0 as u16, layout.size.1 as u16))
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.animation.picture().is_some() {
            return vec![KeyHint::labelled("any key", KeyPress::Char(' '), "skip")];
        }
        let arrows = |what| KeyHint::labelled("arrows", KeyPress::Tab, what);
        match self.active_selection().map(|selection| selection.step) {
            Some(ChoiceStep::Pile(_)) => {
                vec![arrows("tiles"), KeyHint::new(KeyPress::Enter, "take")]
            }
            Some(ChoiceStep::Place(..)) => vec![
                arrows("line"),
                KeyHint::new(KeyPress::Enter, "place"),
                KeyHint::new(KeyPress::Esc, "back"),
            ],
            Some(ChoiceStep::Cell(_)) => {
                vec![arrows("cell"), KeyHint::new(KeyPress::Enter, "place")]
            }
            None => Vec::new(),
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        let Some(picture) = self.picture() else { return Vec::new() };
        let boards = picture.boards.iter().map(|board| SeatLine {
            seat: board.seat,
            name: board.name.clone(),
            score: self.animation.score(board.seat).unwrap_or(board.score).to_string(),
            detail: texts::detail(board),
        });
        boards.collect()
    }

    fn due(&self) -> String {
        match (self.active_selection().map(|selection| selection.step), &self.info) {
            (Some(ChoiceStep::Pile(_)), _) => "Take all tiles of one colour.".into(),
            (Some(ChoiceStep::Place(..)), _) => "Choose a line for them.".into(),
            (Some(ChoiceStep::Cell(_)), _) => "Choose a wall cell for the tile.".into(),
            (None, info) => {
                info.as_ref().map(|info| info.moment.picture.due.clone()).unwrap_or_default()
            }
        }
    }

    fn preview(&self) -> MovePreview {
        match (&self.info, self.active_selection()) {
            (Some(info), Some(selection)) => texts::preview(info, selection),
            _ => MovePreview::Nothing,
        }
    }

    fn show_advice(&mut self, advice: &[Advised<String>]) {
        let moves = self.info.as_ref().map_or(&[][..], |info| info.moment.moves());
        let is_it = |mv: &LegalMove, text: &str| match mv {
            LegalMove::Draft(draft) => draft.mv == text,
            LegalMove::Wall(tiling) => tiling.mv == text,
        };
        let found = advice
            .iter()
            .filter_map(|advised| moves.iter().find(|mv| is_it(mv, &advised.mv)).cloned());
        self.advice = found.collect();
    }

    fn tick(&mut self, now: Instant) -> bool {
        self.animation.tick(now)
    }

    fn next_wakeup(&self) -> Option<Instant> {
        self.animation.next_wakeup()
    }
}
