//! Chomp: the bar, its bites, and the squares they take.
//!
//! ```text
//! row 1   P # # # #     A picture has the lengths of the rows, now and before
//! row 2   # # # x x     the last bite (here D2): the difference is what it
//! row 3   # # # x x     took. The view doesn't know who wins; the solver does.
//! ```

use crate::{
    View, ViewScene,
    as_text::text,
    entry::ViewEntry,
    erase,
    words::{capitalise, conjugate, format_count, whose_turn},
};
use meeple_core::{CellName, Event, Game, Outcome, Seat, Turn};
use meeple_games::chomp::{Board, Chomp, IllegalMove, Move};
use serde::Serialize;

/// The view of Chomp.
pub struct ChompView;

/// A bar and its players. Rows and columns are counted from 0 (C6).
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ShownPosition {
    /// The number of columns of the whole bar.
    pub width: u8,
    /// The number of rows of the whole bar.
    pub height: u8,
    /// The number of squares left in each row, from the top; they are the leftmost ones.
    pub rows: Vec<u8>,
    /// The number of squares left, including the poisoned one.
    pub squares_left: u32,
    /// The poisoned square.
    pub poison: BarSquare,
    /// The seat to move; `None` when the game is over.
    pub to_move: Option<Seat>,
    /// What happens next, in a sentence.
    pub due: String,
    /// The players by seat.
    pub seats: Vec<ChompSeat>,
    /// The last bite, if any.
    pub last_bite: Option<LastMove>,
}

/// A square of the bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct BarSquare {
    /// The row, from the top.
    pub row: u8,
    /// The column, from the left.
    pub column: u8,
}

/// A player.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ChompSeat {
    /// The seat.
    pub seat: Seat,
    /// The player's name.
    pub name: String,
    /// 1 for the winner, once there is one.
    pub score: i32,
}

/// The bite that led here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LastMove {
    /// The seat that made it.
    pub seat: Seat,
    /// The bite.
    #[serde(flatten)]
    pub bite: LegalMove,
    /// The number of squares in each row before the bite.
    pub rows_before: Vec<u8>,
}

/// A bite and the squares it takes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct LegalMove {
    /// The move, as text.
    #[serde(rename = "move", serialize_with = "text")]
    pub mv: Move,
    /// The row of the square.
    pub row: u8,
    /// The column of the square.
    pub column: u8,
    /// The number of squares it takes, including the bitten one.
    pub takes: u32,
    /// Whether it bites the poison, which loses (C3).
    pub poison: bool,
}

/// The view, drawing and example position of Chomp.
pub(crate) static ENTRY: ViewEntry = ViewEntry {
    view: erase::<ChompView>(),
    drawing: include_str!("../drawings/chomp.js"),
    example: "width=7 height=5 rows=7,7,7,7,7 turn=0",
};

impl View for ChompView {
    type Game = Chomp;
    type Picture = ShownPosition;
    type LegalMove = LegalMove;

    fn picture(scene: &ViewScene<'_, Chomp>) -> ShownPosition {
        let (game, board) = (scene.position, scene.position.board());
        let seats = (0..game.seats()).map(Seat::new);
        let to_move = match game.turn() {
            Turn::Seat(seat) => Some(seat),
            Turn::Chance | Turn::Over => None,
        };
        ShownPosition {
            width: board.width(),
            height: board.height(),
            rows: board.rows().to_vec(),
            squares_left: board.squares_left(),
            poison: BarSquare { row: Move::POISON.row, column: Move::POISON.column },
            to_move,
            due: describe_next(scene, to_move),
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

    fn legal_moves(position: &Chomp) -> impl Iterator<Item = LegalMove> {
        position.legal_moves().map(|bite| legal_move(position.board(), bite))
    }

    fn write_legal_move(bite: &LegalMove, out: &mut Vec<u8>) {
        let LegalMove { row, column, takes, poison, .. } = bite;
        let mut buffers = [(); 3].map(|()| itoa::Buffer::new());
        let [row_text, column_text, takes_text] = &mut buffers;
        let (row, column) = (row_text.format(*row), column_text.format(*column));
        let parts = [
            "{\"move\":\"",
            row,
            ",",
            column,
            "\",\"row\":",
            row,
            ",\"column\":",
            column,
            ",\"takes\":",
            takes_text.format(*takes),
            if *poison { ",\"poison\":true}" } else { ",\"poison\":false}" },
        ];
        for part in parts {
            out.extend_from_slice(part.as_bytes());
        }
    }

    fn move_name(_: &Chomp, bite: Move) -> String {
        bite.name().to_string()
    }

    fn narrate_move(before: &ViewScene<'_, Chomp>, seat: Seat, bite: Move) -> String {
        let (name, square) = (before.name(seat), bite.name());
        let bites = conjugate(name, "bite");
        if bite == Move::POISON {
            return format!("{name} {bites} {square}, the poison");
        }
        let taken = format_count(squares_taken(before.position.board(), bite) as usize, "square");
        format!("{name} {bites} {square}: {taken}")
    }

    fn explain_illegal(scene: &ViewScene<'_, Chomp>, reason: &IllegalMove) -> String {
        match reason {
            IllegalMove::Over => format!("the game is over: {}", explain_loss(scene)),
            IllegalMove::Eaten { bite } => format!("{} is already eaten", bite.name()),
            IllegalMove::Outside { bite, .. } => {
                format!("{} is outside the bar: {}", bite.name(), bounds(scene.position.board()))
            }
        }
    }

    fn explain_end(scene: &ViewScene<'_, Chomp>, _: &Outcome) -> String {
        explain_loss(scene)
    }
}

/// Describes the size of a bar: `columns are A to E, rows 1 to 4`.
pub fn bounds(board: &Board) -> String {
    let last = CellName::column_letters(u16::from(board.width()) - 1);
    format!("columns are A to {last}, rows 1 to {}", board.height())
}

fn last_bite(scene: &ViewScene<'_, Chomp>) -> Option<LastMove> {
    let ply = scene.plies.last()?;
    let Event::Move { seat, mv, .. } = &*ply.event else { return None };
    let board = ply.before.as_any().downcast_ref::<Chomp>()?.board();
    let bite = legal_move(board, mv.parse().ok()?);
    Some(LastMove { seat: *seat, bite, rows_before: board.rows().to_vec() })
}

fn legal_move(board: &Board, bite: Move) -> LegalMove {
    let Move { row, column } = bite;
    let (takes, poison) = (squares_taken(board, bite), bite == Move::POISON);
    LegalMove { mv: bite, row, column, takes, poison }
}

/// Returns the number of squares that this bite takes (C2).
fn squares_taken(board: &Board, bite: Move) -> u32 {
    let below = board.rows().iter().skip(bite.row.into());
    below.map(|&length| u32::from(length.saturating_sub(bite.column))).sum()
}

fn describe_next(scene: &ViewScene<'_, Chomp>, to_move: Option<Seat>) -> String {
    match to_move {
        Some(seat) => capitalise(&format!("{} to bite.", whose_turn(scene.name(seat)))),
        None => format!("The game is over: {}.", explain_loss(scene)),
    }
}

/// Explains the loss: `only the poison is left for Ann` (C4).
fn explain_loss(scene: &ViewScene<'_, Chomp>) -> String {
    let seats = (0..scene.position.seats()).map(Seat::new);
    let loser = seats.min_by_key(|&seat| scene.position.points(seat));
    let name = loser.map_or("nobody", |seat| scene.name(seat));
    if scene.position.board().is_eaten() {
        format!("{name} ate the poison")
    } else {
        format!("only the poison is left for {name}")
    }
}
