//! The Laying Grass board: every tile is a patch of its own, with the tile in hand drawn over it.
//!
//! ```text
//!    A B C D E F G H  next           ●a  grass of the first seat, of the tile a
//!  1 · · · · · · · ·  1 ▄▄█          ●*  a 1x1 tile        ●E  a captured square
//!  2 · ●*●a●a░ ■b· ·  ■              ▓▓  a stone           E⇄ S▪ R!  bonus squares
//!  3 · [][]●a░░■b· ·  2 █▄           ░░  no player can place a tile here any more
//!  4 · · []· ░ · · ·  ●  ▀           []  the tile in hand, where it would lie
//! ```
//!
//! [`GrassMoment`] is the position shown, [`PendingMove`] the move the person is selecting;
//! `texts.rs` describes it, and everything else draws it.

mod cards;
mod cell_face;
mod draw;
mod layout;
mod miniature;
mod move_effect;
mod navigation;
mod pending_move;
mod shown_board;
mod targets;
#[cfg(test)]
mod tests;
mod texts;

use super::{BoardWidget, InputResult, KeyHint, Moment, MovePreview, Scroll, SeatLine, ViewerRole};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, grass::GrassPrompt},
    screen::{canvas::Canvas, input::UserInput},
};
use meeple_ai::advice::Advised;
use meeple_core::{GameHistory, Seat};
use meeple_games::grass::{Cell, Move, Orientation};
use meeple_view::{
    ViewScene,
    grass::{GrassView, ShownOrientation, ShownPosition},
};
use pending_move::{MoveKind, PendingMove};
use ratatui::layout::Rect;
use shown_board::ShownBoard;

/// Clickable parts: the cells of the board, the next tiles, and the map of the whole board.
const MEADOW: u8 = 0;
const CARDS: u8 = 1;
const MAP: u8 = 2;

/// Laying Grass's entry in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<GrassPrompt>(),
    board: || Box::<GrassBoard>::default(),
    help: "\
        Lay the tile in hand next to your grass, but not next to anyone else's. The player with the \
        largest square of grass wins.\n\n\
        r and R turn the tile, f flips it, n jumps to the next place where it fits. 1 to 5 exchange it \
        for one of the next tiles, x removes a stone; each costs a coupon.",
    task: "Find the best move.",
    sizes: &[],
    card: (&[], "greedy"),
};

/// The Laying Grass board on the screen.
#[derive(Default)]
pub(crate) struct GrassBoard {
    shown: Option<GrassMoment>,
    role: ViewerRole,
    aim: PendingMove,
    /// The suggested moves, best first.
    advice: Vec<Move>,
}

/// The position shown.
type GrassMoment = Moment<GrassView>;

impl GrassMoment {
    /// Returns how the tile in hand looks in an orientation, or else in its first one.
    fn look(&self, orientation: Orientation) -> Option<&ShownOrientation> {
        let looks = &self.picture.hand.as_ref()?.looks;
        looks.iter().find(|look| look.orientation == orientation).or_else(|| looks.first())
    }

    /// Returns the cells of the tile in hand at a corner and in an orientation.
    fn cells(&self, corner: Cell, orientation: Orientation) -> Vec<Cell> {
        self.look(orientation).map_or_else(Vec::new, |look| cells_of(&look.rows, corner))
    }
}

/// Returns the cells of a tile drawn in rows, with its corner at a cell.
fn cells_of(rows: &[String], corner: Cell) -> Vec<Cell> {
    let cells = rows.iter().zip(0..).flat_map(|(row, down)| {
        let filled = row.chars().zip(0..).filter(|(sign, _)| *sign == '#');
        filled.map(move |(_, right)| corner.offset((down, right)))
    });
    cells.collect()
}

/// Returns the columns and rows of a tile drawn in rows.
fn size_of(rows: &[String]) -> (usize, usize) {
    (rows.first().map_or(0, String::len), rows.len())
}

impl GrassBoard {
    /// Returns the seat from whose side the board is seen; cells closed to it are hatched.
    fn viewer(&self) -> Option<Seat> {
        self.role.own.or(self.shown.as_ref()?.picture.to_move)
    }

    /// Returns the position if a person is asked for a move.
    fn asked(&self) -> Option<&GrassMoment> {
        self.shown.as_ref().filter(|_| self.role.mover.is_some())
    }

    /// Returns the seats whose largest squares are outlined: the viewer's, and at the end all.
    fn outlined(&self, picture: &ShownPosition) -> Vec<Seat> {
        if picture.phase == "over" {
            return picture.seats.iter().map(|seat| seat.seat).collect();
        }
        self.viewer().into_iter().collect()
    }
}

impl BoardWidget for GrassBoard {
    fn show(&mut self, game: &GameHistory, ply: usize, role: ViewerRole) {
        let Some(scene) = ViewScene::at(game, ply) else { return };
        self.role = role;
        if !self.shown.as_ref().is_some_and(|shown| shown.is_at(game, ply)) {
            self.shown = Some(GrassMoment::of(&scene, ply));
            self.advice.clear();
            self.aim.clear();
        }
        if let Some(shown) = &self.shown
            && role.mover.is_some()
            && self.aim.step == MoveKind::None
        {
            self.aim.begin(shown);
        }
    }

    fn handle_input(&mut self, input: UserInput) -> InputResult {
        match &self.shown {
            Some(shown) if self.role.mover.is_some() => self.aim.handle_input(shown, input),
            _ => InputResult::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            draw::all(self, shown, area, canvas);
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            miniature::miniature(&ShownBoard::of(&shown.picture), area, canvas);
        }
    }

    fn preferred_size(&self) -> (u16, u16) {
        layout::wanted(self.shown.as_ref().map_or(20, |shown| shown.picture.side))
    }

    fn keys(&self) -> Vec<KeyHint> {
        self.asked().map_or_else(Vec::new, |shown| texts::keys(shown, self.aim))
    }

    fn seats(&self) -> Vec<SeatLine> {
        self.shown.as_ref().map_or_else(Vec::new, |shown| texts::seats(&shown.picture))
    }

    fn due(&self) -> String {
        match (self.asked(), &self.shown) {
            (Some(shown), _) => texts::prompt_text(shown),
            (None, Some(shown)) => texts::due_text(&shown.picture),
            (None, None) => String::new(),
        }
    }

    fn preview(&self) -> MovePreview {
        self.asked().map_or(MovePreview::Nothing, |shown| texts::preview(shown, self.aim))
    }

    fn show_advice(&mut self, advice: &[Advised<String>]) {
        self.advice = advice.iter().filter_map(|advised| advised.mv.parse().ok()).collect();
    }
}
