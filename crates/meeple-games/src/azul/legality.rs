//! Which moves are legal, and why the others are not (A5 to A8, A16).

use super::{
    board::PlayerBoard,
    constants::{COLOR_COUNT, PATTERN_LINE_COUNT},
    game::{Azul, Phase},
    moves::{AzulMove, Destination, DraftAction, Source, WallAction},
    tile::TileColor,
    wall::{Column, Row},
};
use meeple_core::{Seat, Turn};
use rand::{Rng, RngExt};

/// Why a move is refused (A8), the reasons of a draft in the order in which
/// they are looked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// No seat is to move.
    #[error("no move is due: {}", no_move(*.turn))]
    NoMoveDue {
        /// Chance, or nobody.
        turn: Turn,
    },
    /// There is no such factory.
    #[error("{source_named} does not exist: the factories are 1 to {factories} (A8)")]
    BadSource {
        /// The source.
        source_named: Source,
        /// How many factories this game has.
        factories: usize,
    },
    /// The source has no tile of that colour.
    #[error("{source_named} has no {color} tile (A5)")]
    ColorNotThere {
        /// The source.
        source_named: Source,
        /// The colour.
        color: TileColor,
    },
    /// There is no such line or row.
    #[error("line {} does not exist: the lines are 1 to 5 (A2)", u16::from(*.row) + 1)]
    BadRow {
        /// The row, counted from 0.
        row: u8,
    },
    /// The line has no room.
    #[error("line {} is complete (A6)", row.index() + 1)]
    LineComplete {
        /// The line.
        row: Row,
    },
    /// The line holds another colour.
    #[error("line {} holds {held} tiles, not {color} (A6)", row.index() + 1)]
    ColorMismatch {
        /// The line.
        row: Row,
        /// What it holds.
        held: TileColor,
        /// What was to be put there.
        color: TileColor,
    },
    /// The wall has that colour in that row.
    #[error("the wall already holds {color} in row {} (A6)", row.index() + 1)]
    WallConflict {
        /// The row.
        row: Row,
        /// The colour.
        color: TileColor,
    },
    /// Another player is to move.
    #[error("it is seat {to_move}'s turn, not seat {player}'s (A4)")]
    NotYourTurn {
        /// Who wanted to move.
        player: Seat,
        /// Whose turn it is.
        to_move: Seat,
    },
    /// A tile was put on the wall while tiles are drafted.
    #[error("tiles are drafted now: take some from the table (A5)")]
    NotTiling,
    /// Tiles were drafted while a full line waits for its place on the wall.
    #[error("line {} is full: choose its cell on the wall, wall {} COLUMN (A16)", row.index() + 1, row.index() + 1)]
    NotDrafting {
        /// The line that waits.
        row: Row,
    },
    /// Another line comes first.
    #[error("line {} comes first: full lines are tiled from top to bottom (A10)", first.index() + 1)]
    WrongRow {
        /// The line that waits.
        first: Row,
    },
    /// There is no such column.
    #[error("column {} does not exist: the columns are 1 to 5 (A2)", u16::from(*.column) + 1)]
    BadColumn {
        /// The column, counted from 0.
        column: u8,
    },
    /// The cell has a tile.
    #[error("row {} has a tile in column {} already (A16)", row.index() + 1, column.index() + 1)]
    CellTaken {
        /// The cell's row.
        row: Row,
        /// The cell's column.
        column: Column,
    },
    /// The column has that colour.
    #[error("column {} already holds {color} (A16)", column.index() + 1)]
    ColumnConflict {
        /// The column.
        column: Column,
        /// The colour.
        color: TileColor,
    },
}

fn no_move(turn: Turn) -> &'static str {
    if turn == Turn::Over { "the game is over (A12, A15)" } else { "a deal comes first (A13)" }
}

/// Every draft that `player` could make if it were their turn, also while it is
/// another's: factories from the first on, then the centre; at each source the
/// colours B Y R K W; for each colour the lines from the top, then the floor.
/// None between rounds.
///
/// ```
/// use meeple_core::Seat;
/// use meeple_games::azul::{Azul, list_legal_actions};
///
/// let game: Azul = "players=2 wall=colour round=1 starter=0 turn=0 marker=centre \
///     bag=16,15,16,16,17 lid=0,0,0,0,0 factories=BBYR,-,-,-,- centre=BBYYYRR \
///     scores=0,0 lines0=-,-,-,-,- wall0=.....,.....,.....,.....,..... floor0=KKKK \
///     lines1=-,-,WWW,-,- wall1=.....,.....,.....,.....,..... floor1=YR".parse()?;
/// let moves: Vec<String> = list_legal_actions(&game, Seat::new(0)).map(|a| a.to_string()).collect();
/// assert_eq!((moves.len(), moves[0].as_str(), moves[35].as_str()), (36, "1 blue 1", "centre red floor"));
/// # Ok::<(), meeple_core::ParseError>(())
/// ```
pub fn list_legal_actions(state: &Azul, player: Seat) -> impl Iterator<Item = DraftAction> {
    let board = state.board(player);
    let drafting = state.phase() == Phase::Draft;
    let sources = state.market().sources().filter(move |_| drafting && board.is_some());
    sources.flat_map(move |source| {
        state.market().tiles_at(source).colors().flat_map(move |color| {
            let rows = board.into_iter().flat_map(move |board| board.open_rows(color));
            let lines = rows.map(|row| Destination::PatternLine(row.index() as u8));
            lines.chain([Destination::Floor]).map(move |destination| DraftAction {
                source,
                color,
                destination,
            })
        })
    })
}

/// Whether the line of this row takes tiles of this colour: it is not full, is
/// empty or of that colour, and the wall's row does not hold the colour (A6).
pub fn can_place_in_pattern_line(board: &PlayerBoard, row: Row, color: TileColor) -> bool {
    explain_placing(board, row, color).is_ok()
}

/// Which rule forbids `player` this draft, if any does (A8).
pub fn explain_draft(state: &Azul, player: Seat, action: DraftAction) -> Result<(), IllegalMove> {
    let DraftAction { source, color, destination } = action;
    let to_move = state.seat_to_move()?;
    let Some(board) = state.board(player) else {
        return Err(IllegalMove::NotYourTurn { player, to_move });
    };
    if let (Phase::Tile, Some((row, _))) = (state.phase(), state.line_to_tile()) {
        return Err(IllegalMove::NotDrafting { row });
    }
    let factories = state.factory_count();
    if matches!(source, Source::Factory(index) if usize::from(index) >= factories) {
        return Err(IllegalMove::BadSource { source_named: source, factories });
    }
    if state.market().tiles_at(source)[color] == 0 {
        return Err(IllegalMove::ColorNotThere { source_named: source, color });
    }
    if let Destination::PatternLine(row) = destination {
        let row = Row::new(row.into()).ok_or(IllegalMove::BadRow { row })?;
        explain_placing(board, row, color)?;
    }
    if player == to_move { Ok(()) } else { Err(IllegalMove::NotYourTurn { player, to_move }) }
}

fn explain_placing(board: &PlayerBoard, row: Row, color: TileColor) -> Result<(), IllegalMove> {
    if board.is_line_full(row) {
        return Err(IllegalMove::LineComplete { row });
    }
    if let Some(held) = board.line(row).color.filter(|&held| held != color) {
        return Err(IllegalMove::ColorMismatch { row, held, color });
    }
    if board.wall().row_has_color(row, color) {
        return Err(IllegalMove::WallConflict { row, color });
    }
    Ok(())
}

/// Which rule forbids the seat to move this cell of the grey wall, if any does (A16).
pub(super) fn explain_wall(state: &Azul, action: WallAction) -> Result<(), IllegalMove> {
    let seat = state.seat_to_move()?;
    let (Some((first, color)), Some(board)) = (state.line_to_tile(), state.board(seat)) else {
        return Err(IllegalMove::NotTiling);
    };
    let row = Row::new(action.row.into()).ok_or(IllegalMove::BadRow { row: action.row })?;
    if row != first {
        return Err(IllegalMove::WrongRow { first });
    }
    let column = Column::new(action.column.into());
    let column = column.ok_or(IllegalMove::BadColumn { column: action.column })?;
    if board.wall().has_tile(row, column) {
        return Err(IllegalMove::CellTaken { row, column });
    }
    if board.wall().column_has_color(column, color) {
        return Err(IllegalMove::ColumnConflict { column, color });
    }
    Ok(())
}

/// The cells the seat to move may choose, from the left; none unless it tiles (A16).
pub(super) fn list_wall_actions(state: &Azul) -> impl Iterator<Item = WallAction> {
    let waiting = state.line_to_tile().zip(state.seat_to_move().ok());
    let board = waiting.and_then(|(line, seat)| Some((line, state.board(seat)?)));
    board.into_iter().flat_map(|((row, color), board)| {
        let columns = board.wall().free_columns(row, color);
        columns
            .map(move |column| WallAction { row: row.index() as u8, column: column.index() as u8 })
    })
}

/// One of the legal drafts, each as likely as the others, without listing them:
/// a colour has as many as it has sources times places.
pub(super) fn random_draft(
    state: &Azul,
    board: &PlayerBoard,
    rng: &mut (impl Rng + ?Sized),
) -> Option<AzulMove> {
    let market = state.market();
    let places = TileColor::ALL.map(|color| PLACES[usize::from(board.open_row_bits(color))].count);
    // How many drafts there are up to and with each colour.
    let mut drafts = [0; COLOR_COUNT];
    let mut sum = 0;
    for color in TileColor::ALL {
        sum += market.source_count(color) * u32::from(places[color.index()]);
        drafts[color.index()] = sum;
    }
    if sum == 0 {
        return None;
    }
    let index = rng.random_range(0..sum);
    let color = drafts.iter().filter(|&&drafts| index >= drafts).count();
    let before = if color == 0 { 0 } else { drafts[color - 1] };
    let (index, count) = (index - before, u32::from(places[color]));
    let color = TileColor::ALL[color];
    let source = market.nth_source(color, index / count);
    let place = PLACES[usize::from(board.open_row_bits(color))].at[(index % count) as usize];
    let destination =
        if place == FLOOR { Destination::Floor } else { Destination::PatternLine(place) };
    Some(AzulMove::Draft(DraftAction { source, color, destination }))
}

/// The places for a colour: its open lines, then the floor.
#[derive(Clone, Copy)]
struct Places {
    count: u8,
    at: [u8; PATTERN_LINE_COUNT + 1],
}

const FLOOR: u8 = u8::MAX;

/// [`Places`] for every set of open lines.
static PLACES: [Places; 1 << PATTERN_LINE_COUNT] = all_places();

const fn all_places() -> [Places; 1 << PATTERN_LINE_COUNT] {
    let none = Places { count: 0, at: [FLOOR; PATTERN_LINE_COUNT + 1] };
    let mut all = [none; 1 << PATTERN_LINE_COUNT];
    let mut open_rows = 0;
    while open_rows < all.len() {
        let places = &mut all[open_rows];
        let mut row = 0;
        while row < PATTERN_LINE_COUNT {
            if open_rows >> row & 1 == 1 {
                places.at[places.count as usize] = row as u8;
                places.count += 1;
            }
            row += 1;
        }
        places.count += 1; // the floor
        open_rows += 1;
    }
    all
}
