//! Chomp: the bar, its bites, and what they take.
//!
//! ```text
//! row 0   P # # # #     A picture has the lengths of the rows, now and before
//! row 1   # # # x x     the last bite (here 1,3): what lies between is what it
//! row 2   # # # x x     took. Who wins from here is the solver's business.
//! ```

use crate::{
    Scene, View,
    entry::ViewEntry,
    erase,
    words::{capitalised, counted, verb},
};
use meeple_core::{Event, Game, Outcome, Seat, Turn};
use meeple_games::chomp::{Bite, Board, Chomp, IllegalBite};
use serde::Serialize;

/// How Chomp is shown.
pub struct ChompView;

/// A bar and who sits at it. Rows and columns are counted from 0 (C6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChompPicture {
    /// Columns of the whole bar.
    pub width: u8,
    /// Rows of the whole bar.
    pub height: u8,
    /// How many squares are left in each row, from the top; they are the leftmost ones.
    pub rows: Vec<u8>,
    /// How many squares are left, the poison among them.
    pub squares_left: u32,
    /// The poisoned square.
    pub poison: Square,
    /// Who bites next; `None` when the game is over.
    pub to_move: Option<Seat>,
    /// What is due, in a sentence.
    pub due: String,
    /// Who sits where.
    pub seats: Vec<ChompSeat>,
    /// The last bite.
    pub last_bite: Option<LastBite>,
}

/// A square of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Square {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

/// Somebody at the bar.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChompSeat {
    /// The seat.
    pub seat: Seat,
    /// Who sits there.
    pub name: String,
    /// 1 for the winner, once there is one.
    pub score: i32,
}

/// The bite that led here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastBite {
    /// Who made it.
    pub seat: Seat,
    /// The bite.
    #[serde(flatten)]
    pub bite: ChompMove,
    /// How many squares were left in each row before it.
    pub rows_before: Vec<u8>,
}

/// A bite and what it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChompMove {
    /// The move's text.
    #[serde(rename = "move")]
    pub mv: String,
    /// The row of the square.
    pub row: u8,
    /// The column of the square.
    pub column: u8,
    /// How many squares go, the bitten one among them.
    pub takes: u32,
    /// Whether it is the poison: biting it loses (C3).
    pub poison: bool,
}

/// How Chomp is shown, drawn and introduced.
pub(crate) static ENTRY: ViewEntry = ViewEntry {
    view: erase::<ChompView>(),
    drawing: include_str!("../drawings/chomp.js"),
    example: "width=7 height=5 rows=7,7,7,7,7 turn=0",
};

impl View for ChompView {
    type Game = Chomp;
    type Picture = ChompPicture;
    type LegalMove = ChompMove;

    fn picture(scene: &Scene<'_, Chomp>) -> ChompPicture {
        let (game, board) = (scene.position, scene.position.board());
        let seats = (0..game.seats()).map(Seat::new);
        let to_move = match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        ChompPicture {
            width: board.width(),
            height: board.height(),
            rows: board.rows().to_vec(),
            squares_left: board.squares_left(),
            poison: Square { row: Bite::POISON.row, column: Bite::POISON.column },
            to_move,
            due: tell_due(scene, to_move),
            seats: seats
                .map(|seat| ChompSeat {
                    seat,
                    name: scene.name(seat).into(),
                    score: game.points(seat),
                })
                .collect(),
            last_bite: last_bite(scene),
        }
    }

    fn legal_moves(position: &Chomp) -> Vec<ChompMove> {
        position.legal_moves().map(|bite| look_at(position.board(), bite)).collect()
    }

    fn tell_move(before: &Scene<'_, Chomp>, seat: Seat, bite: Bite) -> String {
        let name = before.name(seat);
        let bites = verb(name, "bite");
        if bite == Bite::POISON {
            return format!("{name} {bites} {bite}, the poison");
        }
        let taken = counted(takes(before.position.board(), bite) as usize, "square");
        format!("{name} {bites} {bite}: {taken}")
    }

    fn tell_refusal(scene: &Scene<'_, Chomp>, reason: &IllegalBite) -> String {
        match reason {
            IllegalBite::Over => format!("the game is over: {}", tell_loss(scene)),
            _ => reason.to_string(),
        }
    }

    fn tell_reason(scene: &Scene<'_, Chomp>, _: &Outcome) -> String {
        tell_loss(scene)
    }
}

fn last_bite(scene: &Scene<'_, Chomp>) -> Option<LastBite> {
    let ply = scene.line.last()?;
    let Event::Move { seat, mv, .. } = &*ply.event else { return None };
    let board = ply.before.as_any().downcast_ref::<Chomp>()?.board();
    let bite = look_at(board, mv.parse().ok()?);
    Some(LastBite { seat: *seat, bite, rows_before: board.rows().to_vec() })
}

fn look_at(board: &Board, bite: Bite) -> ChompMove {
    let Bite { row, column } = bite;
    let (takes, poison) = (takes(board, bite), bite == Bite::POISON);
    ChompMove { mv: bite.to_string(), row, column, takes, poison }
}

/// How many squares this bite takes (C2).
fn takes(board: &Board, bite: Bite) -> u32 {
    let below = board.rows().iter().skip(bite.row.into());
    below.map(|&length| u32::from(length.saturating_sub(bite.column))).sum()
}

fn tell_due(scene: &Scene<'_, Chomp>, to_move: Option<Seat>) -> String {
    match to_move {
        Some(seat) => {
            let name = scene.name(seat);
            capitalised(&format!("{name} {} next.", verb(name, "bite")))
        }
        None => format!("The game is over: {}.", tell_loss(scene)),
    }
}

/// What became of the loser: `only the poison is left for Ann (C4)`.
fn tell_loss(scene: &Scene<'_, Chomp>) -> String {
    let seats = (0..scene.position.seats()).map(Seat::new);
    let loser = seats.min_by_key(|&seat| scene.position.points(seat));
    let name = loser.map_or("nobody", |seat| scene.name(seat));
    if scene.position.board().is_eaten() {
        format!("{name} ate the poison (C3)")
    } else {
        format!("only the poison is left for {name} (C4)")
    }
}
