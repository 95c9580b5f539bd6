//! Two territories on a fine grid, and the piece in hand as a ghost over it.
//!
//! ```text
//!      0 1 2 3 4 5 6 7
//!   0  · · · · · · · ·     ◎ ■ ■  the piece in hand, where it may lie: ◎ is the one own cell
//!   1  ● ● ◎ ■ ■ · · ·            it covers (F4)
//!   2  · ● · · ■ · · ·     ╱ ╱ ✗  where it may not, with the reason in words
//!   3  · · · · · ■ ■ ·
//! ```
//!
//! `hand.rs` holds the piece, `press.rs` moves it, `veil.rs` knows what can be laid over empty
//! cells, `camera.rs` and `layout.rs` where everything is, `paint.rs` how a cell looks; `draw.rs`,
//! `strip.rs`, `curve.rs` and `miniature.rs` draw.

mod camera;
mod curve;
mod draw;
mod hand;
mod layout;
mod miniature;
mod paint;
mod press;
mod strip;
#[cfg(test)]
mod tests;
mod veil;

use super::{Board, KeyHint, Preview, Reply, Role, Scroll, SeatLine};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, filler::FillerPrompt},
    screen::{
        canvas::Canvas,
        input::{Input, Key, Spot, Target, Turned},
    },
};
use camera::Camera;
use hand::{Cell, Hand, Jump, recommended};
use layout::{Halves, Layout};
use meeple_ai::advice::Advised;
use meeple_core::{Game, Match, Seat, SeatInfo};
use meeple_games::filler::{Filler, Move};
use meeple_view::{
    Scene, View,
    filler::{Choice, FillerPicture, FillerView, Phase, PieceInHand},
    words::{counted, sentence},
};
use ratatui::layout::Rect;
use veil::{Veil, Veiled};

/// Rows that a turn of the wheel goes.
const WHEEL: i16 = 3;

/// Filler in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<FillerPrompt>(),
    board: || Box::<FillerBoard>::default(),
    help: "\
        Lay the piece so that exactly one of its cells covers one of yours, and none the other's. \
        Whoever owns more cells in the end wins.\n\n\
        n and N (or Tab) jump to the next and the previous place where it fits, o lays territory or \
        heat over the board, s stops for good. Where only players play: space pauses, arrows step both \
        ways, + and - change the pace.",
    task: "Find the best place for the piece.",
    sizes: &[],
    card: (&["map=map00"], "terminator"),
};

/// The board on the screen.
#[derive(Default)]
pub(crate) struct FillerBoard {
    shown: Option<Shown>,
    role: Role,
    /// The piece, while a person has it in hand.
    hand: Option<Hand>,
    /// Where each seat held its last piece: the next one begins near it.
    held_at: [Option<Cell>; 2],
    /// Whether the person was asked if this is to be the end.
    asked: Asked,
    camera: Camera,
    /// Which part was drawn last: what the mouse points into, as the canvas' zones are.
    seen: std::cell::Cell<Option<Scroll>>,
    veil: Veil,
    advised: Vec<Recommended>,
}

/// A moment of a game.
struct Shown {
    ply: usize,
    position: Filler,
    seats: Vec<SeatInfo>,
    picture: FillerPicture,
    /// What the veil says of each cell, row by row.
    veiled: Vec<Veiled>,
}

/// What Enter does.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
enum Asked {
    /// Lays the piece.
    #[default]
    Nothing,
    /// Lays nothing more (F5): it was asked for.
    ToStop,
}

/// A move that somebody recommends.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Recommended {
    mv: String,
    handle: Cell,
    cells: Vec<Cell>,
}

/// What can be clicked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// A cell.
    Cells,
    /// Two cells, one above the other.
    Halves,
    /// The bar that says which rows are seen.
    RowBar,
    /// The bar that says which columns are seen.
    ColumnBar,
}

impl Part {
    fn of(spot: Spot) -> Option<Self> {
        let parts = [Part::Cells, Part::Halves, Part::RowBar, Part::ColumnBar];
        parts.get(usize::from(spot.part)).copied()
    }
}

impl FillerBoard {
    /// The piece in hand, where it is drawn over the board.
    fn held(&self) -> Option<&Hand> {
        self.hand.as_ref().filter(|hand| hand.fits() && self.asked == Asked::Nothing)
    }

    /// The piece, if whoever looks may see it: the player to move, or somebody who only watches
    /// (F2).
    fn visible_piece(&self) -> Option<&PieceInHand> {
        let picture = &self.shown.as_ref()?.picture;
        let is_visible = self.role.own.is_none_or(|own| picture.to_move == Some(own));
        picture.piece.as_ref().filter(|_| is_visible)
    }

    /// Who feels the heat: the person, or else whoever is to move.
    fn feels(&self) -> Seat {
        let to_move = self.shown.as_ref().and_then(|shown| shown.picture.to_move);
        self.role.own.or(to_move).filter(|seat| seat.index() < 2).unwrap_or(Seat::new(0))
    }

    fn size(&self) -> (usize, usize) {
        self.shown.as_ref().map_or((1, 1), |shown| (shown.picture.width, shown.picture.height))
    }

    fn layout(&self, picture: &FillerPicture, area: Rect, halves: Halves) -> Layout {
        let layout = Layout::new(area, (picture.width, picture.height), halves, self.camera);
        self.seen.set(Some(layout.scroll));
        layout
    }

    /// Takes the piece into the hand of the person to move, near where the last one was held.
    fn take(&mut self) {
        let (Some(shown), Some(seat)) = (&self.shown, self.role.mover) else {
            self.hand = None;
            return;
        };
        let (width, height) = self.size();
        let middle = (width as i16 / 2, height as i16 / 2);
        let before = self.held_at.get(seat.index()).copied().flatten();
        self.hand = Hand::new(&shown.position, before.unwrap_or(middle));
        self.keep_in_sight();
    }

    /// The camera and the next piece follow the hand.
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

    fn lay_veil(&mut self) {
        let seat = self.feels();
        if let Some(shown) = &mut self.shown {
            shown.veiled = self.veil.over(shown.position.board(), seat);
        }
    }

    /// Why the piece may not lie where it is held, in a sentence.
    fn refusal(&self, hand: &Hand) -> String {
        let Some(shown) = &self.shown else { return String::new() };
        let scene = Scene::of(&shown.position, &shown.seats);
        match shown.position.explain(Move::Place(hand.corner())) {
            Ok(()) => String::new(),
            Err(reason) => sentence(&FillerView::tell_refusal(&scene, &reason)),
        }
    }
}

impl Board for FillerBoard {
    fn show(&mut self, game: &Match, ply: usize, role: Role) {
        let Some(scene) = Scene::<Filler>::at(game, ply) else { return };
        let is_same = |shown: &Shown| {
            shown.ply == ply && shown.position == *scene.position && shown.seats == scene.seats
        };
        let was = std::mem::replace(&mut self.role, role);
        if self.shown.as_ref().is_some_and(is_same) {
            if was.own != role.own {
                self.lay_veil();
            }
            if was.mover != role.mover {
                self.asked = Asked::Nothing;
                self.take();
            }
            return;
        }
        let picture = FillerView::picture(&scene);
        if self.size() != (picture.width, picture.height) {
            (self.held_at, self.camera) = ([None; 2], Camera::at(first_cell(&picture)));
            self.seen.set(None);
        } else if let Some(&[column, row]) =
            picture.last_move.as_ref().and_then(|last| last.cells.first())
        {
            self.camera.follow((column as i16, row as i16));
        }
        self.shown = Some(Shown {
            ply,
            position: scene.position.clone(),
            seats: scene.seats.to_vec(),
            picture,
            veiled: Vec::new(),
        });
        self.asked = Asked::Nothing;
        self.advised.clear();
        self.take();
        self.lay_veil();
    }

    fn press(&mut self, input: Input) -> Reply {
        match input {
            Input::Key(key) => self.press_key(key),
            Input::Point(Target::Spot(spot)) => self.point(spot),
            Input::Press(Target::Spot(spot)) => self.click(spot),
            Input::Wheel(Turned::Up, Some(Target::Spot(_))) => self.look((0, -WHEEL)),
            Input::Wheel(Turned::Down, Some(Target::Spot(_))) => self.look((0, WHEEL)),
            _ => Reply::Ignored,
        }
    }

    fn draw(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            draw::all(self, shown, area, canvas);
        }
    }

    fn miniature(&self, area: Rect, canvas: &mut Canvas<'_>) {
        if let Some(shown) = &self.shown {
            miniature::draw(&shown.picture, area, canvas);
        }
    }

    fn wants(&self) -> (u16, u16) {
        let (width, height) = self.size();
        // A board that no screen shows in squares has one letter a column.
        let columns = if height > 50 { width } else { width * 2 };
        (columns as u16 + 4, height as u16 + 8)
    }

    fn keys(&self) -> Vec<KeyHint> {
        let veil = KeyHint::new(Key::Char('o'), "overlay");
        match &self.hand {
            None => vec![veil],
            Some(hand) if !hand.fits() => vec![KeyHint::new(Key::Enter, "stop"), veil],
            Some(_) if self.asked == Asked::ToStop => {
                vec![KeyHint::new(Key::Enter, "stop"), KeyHint::new(Key::Esc, "go on")]
            }
            Some(_) => vec![
                KeyHint::labelled("arrows", Key::Tab, "move"),
                KeyHint::new(Key::Enter, "lay"),
                KeyHint::new(Key::Char('n'), "next"),
                veil,
            ],
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        let Some(shown) = &self.shown else { return Vec::new() };
        let scene = Scene::of(&shown.position, &shown.seats);
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
            Some(shown) if self.hand.is_some() && shown.picture.phase == Phase::Place => {
                "Lay the piece: exactly one of its cells over one of yours (F4).".into()
            }
            Some(shown) => sentence(&shown.picture.due),
            None => String::new(),
        }
    }

    fn preview(&self) -> Preview {
        let (Some(hand), Some(shown)) = (&self.hand, &self.shown) else { return Preview::Nothing };
        if self.asked == Asked::ToStop {
            let other = shown.picture.seats.iter().find(|seat| Some(seat.seat) != self.role.mover);
            let other = other.map_or("the other", |seat| &seat.name);
            return Preview::Does(format!(
                "Stop for good, and let {other} go on alone (F5)? Enter stops, Esc goes on."
            ));
        }
        if shown.picture.phase == Phase::Stuck {
            return Preview::Does("Enter stops.".into());
        }
        match hand.placement().map(|mv| (&mv.mv, &mv.choice)) {
            Some((mv, Choice::Place { cells, overlap: [column, row], .. })) => {
                let new = counted(cells.len().saturating_sub(1), "new cell");
                Preview::Does(format!("{mv}: {new}, over yours at {column},{row}."))
            }
            _ => Preview::Refused(self.refusal(hand)),
        }
    }

    fn advise(&mut self, advice: &[Advised<String>]) {
        let is_same = self.advised.len() == advice.len()
            && self.advised.iter().zip(advice).all(|(old, new)| old.mv == new.mv);
        let Some(shown) = self.shown.as_ref().filter(|_| !is_same) else { return };
        let told = advice.iter().filter_map(|advised| {
            let (handle, cells) = recommended(&shown.position, &advised.mv)?;
            Some(Recommended { mv: advised.mv.clone(), handle, cells })
        });
        self.advised = told.collect();
    }
}

/// A cell that somebody owns, or the middle of the board.
fn first_cell(picture: &FillerPicture) -> Cell {
    let owned = picture.board.iter().enumerate().find_map(|(row, cells)| {
        cells.find(|mark| mark != '.').map(|column| (column as i16, row as i16))
    });
    owned.unwrap_or((picture.width as i16 / 2, picture.height as i16 / 2))
}
