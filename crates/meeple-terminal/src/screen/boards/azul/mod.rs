//! Azul's table: factories and the centre, a large board, the others small beside it.
//!
//! ```text
//! moment.rs    a position with its legal moves      layout.rs    where everything lies
//! choosing.rs  a pile, then its place               pane.rs      what of it is seen
//! showing.rs   a scoring, tile by tile              drawing.rs   market.rs own.rs others.rs
//! words.rs     what the cursor's move would do                   ending.rs miniature.rs tile.rs
//! ```

mod choosing;
mod drawing;
mod ending;
mod layout;
mod market;
mod miniature;
mod moment;
mod others;
mod own;
mod pane;
mod showing;
#[cfg(test)]
mod tests;
mod tile;
mod words;

use super::{Board, KeyHint, Preview, Reply, Role, SeatLine};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, azul::AzulPrompt},
    screen::{
        canvas::Canvas,
        input::{Input, Key},
    },
};
use choosing::{Choosing, Step};
use drawing::Drawing;
use layout::Layout;
use meeple_ai::advice::Advised;
use meeple_core::Match;
use meeple_view::azul::{AzulLegalMove, AzulPicture};
use moment::Moment;
use pane::{At, Pane};
use ratatui::layout::Rect;
use showing::Showing;
use std::time::Instant;

/// Azul in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<AzulPrompt>(),
    board: || Box::<AzulBoard>::default(),
    help: "\
        Take all tiles of one colour from a factory or from the centre, then choose the line they go \
        to. What finds no room falls to the floor and costs points. A full line puts one tile on the \
        wall when the round ends.\n\n\
        Digits jump to a factory, then to a line; 0 is the centre, then the floor.",
    task: "Find the best draft.",
    sizes: &[],
    card: (&[], "greedy"),
};

/// The table on the screen.
#[derive(Default)]
pub(crate) struct AzulBoard {
    moment: Option<Moment>,
    role: Role,
    choosing: Choosing,
    /// The best moves, the best first.
    advice: Vec<AzulLegalMove>,
    showing: Showing,
}

impl AzulBoard {
    /// What is seen now: the game as it stands, or how it stood after a scoring that is shown.
    fn picture(&self) -> Option<&AzulPicture> {
        let moment = self.moment.as_ref().map(|moment| &moment.picture);
        self.showing.picture().or(moment)
    }

    /// Somebody chooses a move now.
    fn chooser(&self) -> Option<Choosing> {
        let is_choosing = self.role.mover.is_some() && self.showing.picture().is_none();
        is_choosing.then_some(self.choosing)
    }

    fn drawing<'a>(
        &'a self,
        moment: &'a Moment,
        layout: &'a Layout,
        canvas: &Canvas<'_>,
    ) -> Drawing<'a> {
        Drawing {
            layout,
            moment,
            picture: self.showing.picture().unwrap_or(&moment.picture),
            choosing: self.chooser(),
            advice: &self.advice,
            showing: &self.showing,
            own: moment.own(self.role.mover.or(self.role.own)),
            theme: *canvas.theme,
        }
    }

    /// Where the cursor is, so that it is seen where not everything fits.
    fn focus(&self, moment: &Moment, layout: &Layout) -> At {
        let Some(choosing) = self.chooser() else { return (layout.width / 2, layout.size.1 / 2) };
        match choosing.step {
            Step::Pile(at) => {
                let index = moment.piles.get(at).map_or(0, |pile| pile.row());
                let row = layout.plate(index.min(100) * moment::ABREAST).1.min(layout.centre.1) + 1;
                (moment.piles.get(at).map_or(0, |pile| pile.across() as i32 + 2), row)
            }
            Step::Place(_, place) => {
                // Between its number and its places.
                let (column, row) = layout.line(place);
                (column + layout::PREFIX + 2 * layout.own_tiles.width(), row)
            }
            Step::Cell(column) => {
                let row = usize::from(moment.picture.line_to_tile.unwrap_or(1)).saturating_sub(1);
                let wall = layout::PREFIX + layout::lines_width(layout.own_tiles);
                let across = wall + column as i32 * layout.own_tiles.pitch().0;
                (across, layout.line(row).1)
            }
        }
    }
}

/// Where everything lies in a room of this size.
fn laid_out(moment: &Moment, room: At) -> Layout {
    Layout::new(moment.picture.factories.len(), moment.picture.boards.len(), room)
}

impl Board for AzulBoard {
    fn show(&mut self, game: &Match, ply: usize, role: Role) {
        if role.mover != self.role.mover || role.own != self.role.own {
            // Whoever sits down chooses anew.
            self.choosing = self.moment.as_ref().map(Choosing::begin).unwrap_or_default();
        }
        self.role = role;
        if self.moment.as_ref().is_some_and(|moment| moment.is_at(game, ply)) {
            return;
        }
        let Some(moment) = Moment::of(game, ply) else { return };
        self.showing.follow(self.moment.as_ref(), game, ply, role);
        self.choosing = Choosing::begin(&moment);
        self.advice.clear();
        self.moment = Some(moment);
    }

    fn press(&mut self, input: Input) -> Reply {
        let is_pressed = matches!(input, Input::Key(_) | Input::Press(_) | Input::Other(_));
        if is_pressed && self.showing.skip() {
            return Reply::Changed;
        }
        match &self.moment {
            Some(moment) if self.chooser().is_some() => self.choosing.press(moment, input),
            _ => Reply::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(moment) = &self.moment else { return };
        let layout = laid_out(moment, (area.width.into(), area.height.into()));
        let drawing = self.drawing(moment, &layout, canvas);
        let mut pane = Pane::new(canvas, area, layout.size, self.focus(moment, &layout));
        drawing.draw(&mut pane);
        if let Some(at) = layout.supply {
            drawing.draw_supply(at, &mut pane);
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        let Some(moment) = &self.moment else { return };
        let layout = laid_out(moment, (0, 0));
        self.drawing(moment, &layout, canvas).draw_miniature(area, canvas);
    }

    fn wants(&self) -> (u16, u16) {
        // What the largest form takes.
        let layout = self.moment.as_ref().map(|moment| laid_out(moment, (1000, 1000)));
        layout.map_or((73, 29), |layout| (layout.size.0 as u16, layout.size.1 as u16))
    }

    fn keys(&self) -> Vec<KeyHint> {
        if self.showing.picture().is_some() {
            return vec![KeyHint::labelled("any key", Key::Char(' '), "skip")];
        }
        let arrows = |what| KeyHint::labelled("arrows", Key::Tab, what);
        match self.chooser().map(|choosing| choosing.step) {
            Some(Step::Pile(_)) => vec![arrows("tiles"), KeyHint::new(Key::Enter, "take")],
            Some(Step::Place(..)) => vec![
                arrows("line"),
                KeyHint::new(Key::Enter, "place"),
                KeyHint::new(Key::Esc, "back"),
            ],
            Some(Step::Cell(_)) => vec![arrows("cell"), KeyHint::new(Key::Enter, "place")],
            None => Vec::new(),
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        let Some(picture) = self.picture() else { return Vec::new() };
        let boards = picture.boards.iter().map(|board| SeatLine {
            seat: board.seat,
            name: board.name.clone(),
            score: self.showing.score(board.seat).unwrap_or(board.score).to_string(),
            detail: words::detail(board),
        });
        boards.collect()
    }

    fn due(&self) -> String {
        match (self.chooser().map(|choosing| choosing.step), &self.moment) {
            (Some(Step::Pile(_)), _) => "Take all tiles of one colour: which?".into(),
            (Some(Step::Place(..)), _) => "Which line do they go to?".into(),
            (Some(Step::Cell(_)), _) => "Which cell does the tile go to (A16)?".into(),
            (None, moment) => {
                moment.as_ref().map(|moment| moment.picture.due.clone()).unwrap_or_default()
            }
        }
    }

    fn preview(&self) -> Preview {
        match (&self.moment, self.chooser()) {
            (Some(moment), Some(choosing)) => words::preview(moment, choosing),
            _ => Preview::Nothing,
        }
    }

    fn advise(&mut self, advice: &[Advised<String>]) {
        let moves = self.moment.as_ref().map_or(&[][..], |moment| &moment.moves);
        let is_it = |mv: &AzulLegalMove, text: &str| match mv {
            AzulLegalMove::Draft(draft) => draft.mv == text,
            AzulLegalMove::Wall(tiling) => tiling.mv == text,
        };
        let found = advice
            .iter()
            .filter_map(|advised| moves.iter().find(|mv| is_it(mv, &advised.mv)).cloned());
        self.advice = found.collect();
    }

    fn tick(&mut self, now: Instant) -> bool {
        self.showing.tick(now)
    }

    fn wakes(&self) -> Option<Instant> {
        self.showing.wakes()
    }
}
