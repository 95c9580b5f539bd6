//! Filler's board: two territories on a fine grid, with the piece in hand drawn over it.
//!
//! ```text
//!      A B C D E F G H
//!   1  · · · · · · · ·     ◎ ■ ■  the piece in hand where it is legal: ◎ is the one own cell
//!   2  ● ● ◎ ■ ■ · · ·            it covers (F4)
//!   3  · ● · · ■ · · ·     ╱ ╱ ✗  where it is illegal, with the reason in words
//!   4  · · · · · ■ ■ ·
//! ```
//!
//! `held_piece.rs` is the piece, `input.rs` handles input, `overlay.rs` computes overlays for empty
//! cells, `camera.rs` and `layout.rs` decide where everything is, `paint.rs` how a cell looks;
//! `draw.rs`, `strip.rs`, `curve.rs` and `miniature.rs` draw.

mod camera;
mod curve;
mod draw;
mod held_piece;
mod input;
mod layout;
mod miniature;
mod overlay;
mod paint;
mod strip;
#[cfg(test)]
mod tests;

use super::{BoardWidget, InputResult, KeyHint, Moment, MovePreview, Scroll, SeatLine, ViewerRole};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, filler::FillerPrompt},
    screen::{
        canvas::Canvas,
        input::{KeyPress, Target, UserInput, WheelDirection},
    },
};
use camera::Camera;
use held_piece::{BoardCell, HeldPiece, SuggestedPlacement};
use layout::{CellSize, Layout};
use meeple_ai::advice::Advised;
use meeple_core::{CellName, Contestant, GameHistory, Seat, SeatInfo};
use meeple_games::filler::{Board, Filler, Move, opponent};
use meeple_view::{
    View, ViewScene,
    filler::{FillerView, LegalMoveKind, PieceInHand, ShownPhase, ShownPosition},
    words::{format_count, to_sentence},
};
pub(crate) use overlay::Overlay;
use overlay::OverlayValue;
use ratatui::layout::Rect;

/// Clickable parts: cells, pairs of cells that share a character, and the scroll bars.
const CELLS: u8 = 0;
const HALVES: u8 = 1;
const ROW_BAR: u8 = 2;
const COLUMN_BAR: u8 = 3;

/// Rows to scroll per step of the mouse wheel.
const WHEEL: i16 = 3;

/// Filler's entry in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<FillerPrompt>(),
    board: || Box::<FillerBoard>::default(),
    help: "\
        Place the piece so that exactly one of its cells covers one of yours, and none your opponent's. \
        The player with more cells at the end wins.\n\n\
        n and N (or Tab) jump to the next and the previous place where the piece fits, o shows \
        territory or heat on the board, s stops for good. While computer players play: space pauses, \
        arrows step forwards and back, + and - change the speed.",
    task: "Find the best place for the piece.",
    sizes: &[],
    card: (&["map=map00"], "terminator"),
};

/// The Filler board on the screen.
#[derive(Default)]
pub(crate) struct FillerBoard {
    shown: Option<FillerMoment>,
    role: ViewerRole,
    /// The piece in hand, if a person is to move.
    hand: Option<HeldPiece>,
    /// Where each seat held its last piece; the next piece starts near it.
    held_at: [Option<BoardCell>; 2],
    /// Whether the person has been asked to confirm that they stop for good (F5).
    is_stop_asked: bool,
    camera: Camera,
    /// Which part of the board was drawn last; clicks refer to it, like the canvas' zones.
    visible_part: std::cell::Cell<Option<Scroll>>,
    overlay: Overlay,
    /// The overlay's value for each cell, row by row.
    overlay_values: Vec<OverlayValue>,
    advised: Vec<SuggestedPlacement>,
}

/// The position shown.
type FillerMoment = Moment<FillerView>;

impl FillerBoard {
    /// Creates a board that shows who reaches each cell first.
    pub(crate) fn with_territory() -> Self {
        FillerBoard { overlay: Overlay::Territory, ..FillerBoard::default() }
    }

    /// Returns what is drawn over the empty cells.
    pub(crate) fn overlay(&self) -> Overlay {
        self.overlay
    }

    /// Shows a board that another engine printed, with the scores so far and the seat to move.
    pub(crate) fn show_board(
        &mut self,
        board: &Board,
        names: &[String; 2],
        scores: &[[u32; 2]],
        to_move: Seat,
    ) {
        let who = || Contestant::Program { command: String::new() };
        let seat = |name: &String| SeatInfo { name: name.clone(), colour: None, who: who() };
        let (position, seats) = (Filler::from_board(board.clone()), names.each_ref().map(seat));
        let mut shown = FillerMoment::of(&ViewScene::without_history(&position, &seats), 0);
        shown.picture.scores = scores.to_vec();
        self.role = ViewerRole { own: Some(to_move), ..ViewerRole::default() };
        self.put(shown, board.latest(opponent(to_move)).cells().next());
    }

    /// Shows a position and moves the camera to the latest cell.
    fn put(&mut self, shown: FillerMoment, latest: Option<(usize, usize)>) {
        if self.size() != (shown.picture.width, shown.picture.height) {
            (self.held_at, self.camera) = ([None; 2], Camera::at(first_cell(&shown.picture)));
            self.visible_part.set(None);
        } else if let Some((column, row)) = latest {
            self.camera.follow((column as i16, row as i16));
        }
        self.shown = Some(shown);
        self.is_stop_asked = false;
        self.advised.clear();
        self.pick_up_piece();
        self.update_overlay();
    }

    /// Returns the piece in hand, if it is drawn over the board.
    fn held(&self) -> Option<&HeldPiece> {
        self.hand.as_ref().filter(|hand| hand.fits() && !self.is_stop_asked)
    }

    /// Returns the piece if the viewer may see it: the player to move or a spectator (F2).
    fn visible_piece(&self) -> Option<&PieceInHand> {
        let picture = &self.shown.as_ref()?.picture;
        let is_visible = self.role.own.is_none_or(|own| picture.to_move == Some(own));
        picture.piece.as_ref().filter(|_| is_visible)
    }

    /// Returns the seat whose heat is shown: the person's, or else the player's to move.
    fn heat_seat(&self) -> Seat {
        let to_move = self.shown.as_ref().and_then(|shown| shown.picture.to_move);
        self.role.own.or(to_move).filter(|seat| seat.index() < 2).unwrap_or(Seat::new(0))
    }

    fn size(&self) -> (usize, usize) {
        self.shown.as_ref().map_or((1, 1), |shown| (shown.picture.width, shown.picture.height))
    }

    fn layout(&self, picture: &ShownPosition, area: Rect, smallest: CellSize) -> Layout {
        let layout = Layout::new(area, (picture.width, picture.height), smallest, self.camera);
        self.visible_part.set(Some(layout.scroll));
        layout
    }

    /// Picks up the piece for the person to move, near where they held the last one.
    fn pick_up_piece(&mut self) {
        let (Some(shown), Some(seat)) = (&self.shown, self.role.mover) else {
            self.hand = None;
            return;
        };
        let (width, height) = self.size();
        let middle = (width as i16 / 2, height as i16 / 2);
        let before = self.held_at.get(seat.index()).copied().flatten();
        self.hand = HeldPiece::new(&shown.position, before.unwrap_or(middle));
        self.keep_in_sight();
    }

    /// Makes the camera follow the piece in hand, and remembers where it is for the next piece.
    fn keep_in_sight(&mut self) {
        let Some(hand) = &self.hand else { return };
        self.camera.follow(hand.held_at());
        self.remember();
    }

    fn remember(&mut self) {
        if let (Some(hand), Some(seat)) = (&self.hand, self.role.mover)
            && let Some(kept) = self.held_at.get_mut(seat.index())
        {
            *kept = Some(hand.held_at());
        }
    }

    fn update_overlay(&mut self) {
        if let Some(shown) = &self.shown {
            let board = shown.position.board();
            self.overlay_values = self.overlay.values_for(board, self.heat_seat());
        }
    }

    /// Explains in a sentence why the piece may not be placed where it is held; empty if it may.
    fn refusal(&self, hand: &HeldPiece) -> String {
        let shown = self.shown.as_ref();
        shown.and_then(|shown| shown.refusal(Move::Place(hand.corner()))).unwrap_or_default()
    }
}

impl BoardWidget for FillerBoard {
    fn show(&mut self, game: &GameHistory, ply: usize, role: ViewerRole) {
        let Some(scene) = ViewScene::<Filler>::at(game, ply) else { return };
        let is_same = |shown: &FillerMoment| shown.is_at(game, ply) && shown.seats == scene.seats;
        let was = std::mem::replace(&mut self.role, role);
        if self.shown.as_ref().is_some_and(is_same) {
            if was.own != role.own {
                self.update_overlay();
            }
            if was.mover != role.mover {
                self.is_stop_asked = false;
                self.pick_up_piece();
            }
            return;
        }
        let shown = FillerMoment::of(&scene, ply);
        let latest = shown.picture.last_move.as_ref().and_then(|last| last.cells.first());
        let latest = latest.map(|&[column, row]| (column.into(), row.into()));
        self.put(shown, latest);
    }

    fn handle_input(&mut self, input: UserInput) -> InputResult {
        match input {
            UserInput::Key(key) => self.press_key(key),
            UserInput::Point(Target::Spot(spot)) => self.point(spot),
            UserInput::Press(Target::Spot(spot)) => self.click(spot),
            UserInput::Wheel(WheelDirection::Up, Some(Target::Spot(_))) => {
                self.scroll_by((0, -WHEEL))
            }
            UserInput::Wheel(WheelDirection::Down, Some(Target::Spot(_))) => {
                self.scroll_by((0, WHEEL))
            }
            _ => InputResult::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            draw::all(self, &shown.picture, area, canvas);
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            miniature::draw(&shown.picture, area, canvas);
        }
    }

    fn preferred_size(&self) -> (u16, u16) {
        let (width, height) = self.size();
        // A board too high to be drawn in squares uses one character per column.
        let columns = if height > 50 { width } else { width * 2 };
        (columns as u16 + 4, height as u16 + 8)
    }

    fn keys(&self) -> Vec<KeyHint> {
        let overlay = KeyHint::new(KeyPress::Char('o'), "overlay");
        match &self.hand {
            None => vec![overlay],
            Some(hand) if !hand.fits() => vec![KeyHint::new(KeyPress::Enter, "stop"), overlay],
            Some(_) if self.is_stop_asked => {
                vec![KeyHint::new(KeyPress::Enter, "stop"), KeyHint::new(KeyPress::Esc, "continue")]
            }
            Some(_) => vec![
                KeyHint::labelled("arrows", KeyPress::Tab, "move"),
                KeyHint::new(KeyPress::Enter, "place"),
                KeyHint::new(KeyPress::Char('n'), "next"),
                overlay,
            ],
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        let Some(shown) = &self.shown else { return Vec::new() };
        let scene = shown.scene();
        let lines = shown.picture.seats.iter().map(|seat| {
            let achieved = FillerView::achievement(&scene, seat.seat).unwrap_or_default();
            SeatLine {
                seat: seat.seat,
                name: seat.name.clone(),
                score: seat.score.to_string(),
                detail: if seat.stuck { format!("{achieved}, stuck") } else { achieved },
            }
        });
        lines.collect()
    }

    fn due(&self) -> String {
        match &self.shown {
            Some(shown) if self.hand.is_some() && shown.picture.phase == ShownPhase::Place => {
                "Place the piece: exactly one of its cells over one of yours.".into()
            }
            Some(shown) => to_sentence(&shown.picture.due),
            None => String::new(),
        }
    }

    fn preview(&self) -> MovePreview {
        let (Some(hand), Some(shown)) = (&self.hand, &self.shown) else {
            return MovePreview::Nothing;
        };
        if self.is_stop_asked {
            let other = shown.picture.seats.iter().find(|seat| Some(seat.seat) != self.role.mover);
            let other = other.map_or("your opponent", |seat| &seat.name);
            return MovePreview::Legal(format!(
                "Stop for good and let {other} go on alone? Enter stops, Esc continues."
            ));
        }
        if shown.picture.phase == ShownPhase::Stuck {
            return MovePreview::Legal("Press Enter to finish.".into());
        }
        match hand.placement().map(|mv| &mv.choice) {
            Some(LegalMoveKind::Place { cells, overlap, .. }) => {
                let name = |&[column, row]: &[u16; 2]| CellName { column, row };
                let first = cells.first().map_or(name(overlap), name);
                let new = format_count(cells.len().saturating_sub(1), "new cell");
                MovePreview::Legal(format!("{first}: {new}, over yours at {}.", name(overlap)))
            }
            _ => MovePreview::Refused(self.refusal(hand)),
        }
    }

    fn show_advice(&mut self, advice: &[Advised<String>]) {
        let Some(shown) = &self.shown else { return };
        let placement =
            |advised: &Advised<String>| SuggestedPlacement::of(&shown.position, &advised.mv);
        self.advised = advice.iter().filter_map(placement).collect();
    }
}

/// Returns the first owned cell, or else the middle of the board.
fn first_cell(picture: &ShownPosition) -> BoardCell {
    let owned = picture.board.iter().enumerate().find_map(|(row, cells)| {
        cells.find(|mark| mark != '.').map(|column| (column as i16, row as i16))
    });
    owned.unwrap_or((picture.width as i16 / 2, picture.height as i16 / 2))
}
