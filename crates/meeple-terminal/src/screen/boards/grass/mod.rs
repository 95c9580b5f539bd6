//! A meadow from above: every tile a patch of its own, the tile in hand a ghost over it.
//!
//! ```text
//!   A B C D E F G H   next           ●a  grass of the first seat, of the tile a
//! A · · · · · · · ·   1 ▄▄█          ●*  a 1x1 tile        ●E  a captured square
//! B · ●*●a●a░ ■b· ·   ■              ▓▓  a stone           E⇄ S▪ R!  bonus squares
//! C · [][]●a░░■b· ·   2 █▄           ░░  nobody can lay a tile here any more
//! D · · []· ░ · · ·   ●  ▀           []  the tile in hand, where it would lie
//! ```
//!
//! [`Shown`] is what the view says of the position, [`Aim`] what the person is about to choose;
//! `words.rs` tells it, and everything else draws it.

mod aim;
mod cards;
mod draw;
mod face;
mod ghost;
mod layout;
mod meadow;
mod places;
mod small;
mod steering;
#[cfg(test)]
mod tests;
mod words;

use super::{Board, KeyHint, Preview, Reply, Role, Scroll, SeatLine};
use crate::{
    game_ui::GameUi,
    prompt::{PromptEntry, grass::GrassPrompt},
    screen::{canvas::Canvas, input::Input},
};
use aim::Aim;
use meadow::Meadow;
use meeple_ai::advice::Advised;
use meeple_core::{Match, Seat, SeatInfo};
use meeple_games::grass::{Cell, Grass, Move, Orientation};
use meeple_view::{
    Scene, View,
    grass::{GrassPicture, GrassView, LegalMove, Look},
};
use ratatui::layout::Rect;

/// Parts of the board that can be clicked: its cells, the next tiles, the map of all of it.
const MEADOW: u8 = 0;
const CARDS: u8 = 1;
const MAP: u8 = 2;

/// Laying Grass in the terminal.
pub(crate) static UI: GameUi = GameUi {
    prompt: PromptEntry::of::<GrassPrompt>(),
    board: || Box::<GrassBoard>::default(),
    help: "\
        Lay the tile in hand beside your grass and beside nobody else's. The largest square of your \
        own grass wins.\n\n\
        r and R turn the tile, f flips it, n jumps to the next place where it fits, 1 to 5 exchange it \
        for one of the next tiles with a coupon, x takes a stone away with one.",
    task: "Find the best move.",
    sizes: &[],
    card: (&[], "greedy"),
};

/// The meadow on the screen.
#[derive(Default)]
pub(crate) struct GrassBoard {
    shown: Option<Shown>,
    role: Role,
    aim: Aim,
    /// The best moves, the best first.
    advice: Vec<Move>,
}

/// A position, and what the view says of it.
struct Shown {
    ply: usize,
    position: Grass,
    seats: Vec<SeatInfo>,
    picture: GrassPicture,
    meadow: Meadow,
    /// Only known where a person is to move: nobody else chooses from them.
    moves: Vec<LegalMove>,
}

impl Shown {
    fn of(scene: &Scene<'_, Grass>, ply: usize) -> Self {
        let picture = GrassView::picture(scene);
        Shown {
            ply,
            position: scene.position.clone(),
            seats: scene.seats.to_vec(),
            meadow: Meadow::of(&picture),
            picture,
            moves: Vec::new(),
        }
    }

    /// How the tile in hand looks so.
    fn look(&self, orientation: Orientation) -> Option<&Look> {
        let looks = &self.picture.hand.as_ref()?.looks;
        looks.iter().find(|look| look.orientation == orientation).or_else(|| looks.first())
    }

    /// The cells of the tile in hand if it lies so.
    fn cells(&self, corner: Cell, orientation: Orientation) -> Vec<Cell> {
        self.look(orientation).map_or_else(Vec::new, |look| cells_of(&look.rows, corner))
    }
}

/// The cells of a tile that is drawn in rows, from its corner on.
fn cells_of(rows: &[String], corner: Cell) -> Vec<Cell> {
    let cells = rows.iter().zip(0..).flat_map(|(row, down)| {
        let filled = row.chars().zip(0..).filter(|(sign, _)| *sign == '#');
        filled.map(move |(_, right)| corner.offset((down, right)))
    });
    cells.collect()
}

/// The columns and rows of a tile that is drawn in rows.
fn size_of(rows: &[String]) -> (usize, usize) {
    (rows.first().map_or(0, String::len), rows.len())
}

impl GrassBoard {
    /// From whose side the ground is seen: what is closed to them is hatched.
    fn viewer(&self) -> Option<Seat> {
        self.role.own.or(self.shown.as_ref()?.picture.to_move)
    }

    /// Whose largest squares are outlined: at the end everybody's.
    fn outlined(&self, picture: &GrassPicture) -> Vec<Seat> {
        if picture.phase == "over" {
            return picture.seats.iter().map(|seat| seat.seat).collect();
        }
        self.viewer().into_iter().collect()
    }
}

impl Board for GrassBoard {
    fn show(&mut self, game: &Match, ply: usize, role: Role) {
        let Some(scene) = Scene::<Grass>::at(game, ply) else { return };
        self.role = role;
        let is_same = |old: &Shown| old.ply == ply && old.position == *scene.position;
        if !self.shown.as_ref().is_some_and(is_same) {
            self.shown = Some(Shown::of(&scene, ply));
            self.advice.clear();
            self.aim.rest();
        }
        let Some(shown) = &mut self.shown else { return };
        if role.mover.is_some() && shown.moves.is_empty() {
            shown.moves = GrassView::legal_moves(&shown.position);
            self.aim.begin(shown);
        }
    }

    fn press(&mut self, input: Input) -> Reply {
        match &self.shown {
            Some(shown) if self.role.mover.is_some() => self.aim.press(shown, input),
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
            small::miniature(&shown.meadow, area, canvas);
        }
    }

    fn wants(&self) -> (u16, u16) {
        layout::wanted(self.shown.as_ref().map_or(20, |shown| shown.picture.side))
    }

    fn keys(&self) -> Vec<KeyHint> {
        match &self.shown {
            Some(shown) if self.role.mover.is_some() => words::keys(shown, self.aim),
            _ => Vec::new(),
        }
    }

    fn seats(&self) -> Vec<SeatLine> {
        self.shown.as_ref().map_or_else(Vec::new, |shown| words::seats(&shown.picture))
    }

    fn due(&self) -> String {
        match &self.shown {
            Some(shown) if self.role.mover.is_some() => words::asked(shown),
            Some(shown) => words::awaited(&shown.picture),
            None => String::new(),
        }
    }

    fn preview(&self) -> Preview {
        match &self.shown {
            Some(shown) if self.role.mover.is_some() => words::preview(shown, self.aim),
            _ => Preview::Nothing,
        }
    }

    fn advise(&mut self, advice: &[Advised<String>]) {
        self.advice = advice.iter().filter_map(|advised| advised.mv.parse().ok()).collect();
    }
}
