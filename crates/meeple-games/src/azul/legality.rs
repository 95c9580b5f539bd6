//! Legal moves, and the reasons why other moves are illegal (A5 to A8, A16).

use super::{
    board::PlayerBoard,
    constants::{COLOUR_COUNT, PATTERN_LINE_COUNT},
    game::{Azul, Phase},
    moves::{Destination, DraftAction, Move, Source, WallAction},
    tile::TileColour,
    wall::{WallColumn, WallRow},
};
use meeple_core::{Seat, Turn};
use rand::{Rng, RngExt};

/// The reason why a move is illegal (A8). For a draft, the reasons are listed in the order in which
/// they are checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// No seat is to move.
    #[error("no move is due: {}", no_move(*.turn))]
    NoMoveDue {
        /// Whose turn it is instead: chance, or the game is over.
        turn: Turn,
    },
    /// There is no such factory (A8).
    #[error("{source_named} does not exist: the factories are 1 to {factories}")]
    BadSource {
        /// The source.
        source_named: Source,
        /// The number of factories in this game.
        factories: usize,
    },
    /// The source has no tile of that colour (A5).
    #[error("{source_named} has no {colour} tile")]
    ColourNotThere {
        /// The source.
        source_named: Source,
        /// The colour.
        colour: TileColour,
    },
    /// There is no such line or row (A2).
    #[error("line {} does not exist: the lines are 1 to 5", u16::from(*.row) + 1)]
    BadRow {
        /// The row, counted from 0.
        row: u8,
    },
    /// The pattern line is full (A6).
    #[error("line {} is complete", row.index() + 1)]
    LineComplete {
        /// The line.
        row: WallRow,
    },
    /// The pattern line holds another colour (A6).
    #[error("line {} holds {held} tiles, not {colour}", row.index() + 1)]
    ColourMismatch {
        /// The line.
        row: WallRow,
        /// The colour it holds.
        held: TileColour,
        /// The colour of the drafted tiles.
        colour: TileColour,
    },
    /// The wall row already has this colour (A6).
    #[error("the wall already holds {colour} in row {}", row.index() + 1)]
    WallConflict {
        /// The row.
        row: WallRow,
        /// The colour.
        colour: TileColour,
    },
    /// Another player is to move (A4).
    #[error("it is seat {to_move}'s turn, not seat {player}'s")]
    NotYourTurn {
        /// The player who tried to move.
        player: Seat,
        /// The seat to move.
        to_move: Seat,
    },
    /// A wall move while tiles are drafted (A5).
    #[error("tiles are drafted now: take some from a factory or the centre")]
    NotTiling,
    /// A draft while a full pattern line needs a cell on the wall (A16).
    #[error("line {} is full: choose its cell on the wall, wall {} COLUMN", row.index() + 1, row.index() + 1)]
    NotDrafting {
        /// The full line.
        row: WallRow,
    },
    /// Another line must be tiled first (A10).
    #[error("line {} comes first: full lines are tiled from top to bottom", first.index() + 1)]
    WrongRow {
        /// The line to tile first.
        first: WallRow,
    },
    /// There is no such column (A2).
    #[error("column {} does not exist: the columns are 1 to 5", u16::from(*.column) + 1)]
    BadColumn {
        /// The column, counted from 0.
        column: u8,
    },
    /// The cell already has a tile (A16).
    #[error("row {} has a tile in column {} already", row.index() + 1, column.index() + 1)]
    CellTaken {
        /// The cell's row.
        row: WallRow,
        /// The cell's column.
        column: WallColumn,
    },
    /// The column already has this colour (A16).
    #[error("column {} already holds {colour}", column.index() + 1)]
    ColumnConflict {
        /// The column.
        column: WallColumn,
        /// The colour.
        colour: TileColour,
    },
}

fn no_move(turn: Turn) -> &'static str {
    if turn == Turn::Over { "the game is over" } else { "a deal comes first" }
}

/// Lists every draft that `player` could make if it were their turn, even if it isn't. The order
/// is: factories from the first, then the centre; for each source the colours B Y R K W; for each
/// colour the lines from the top, then the floor. Empty between rounds.
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
        state.market().tiles_at(source).colours().flat_map(move |colour| {
            let rows = board.into_iter().flat_map(move |board| board.open_rows(colour));
            let lines = rows.map(|row| Destination::PatternLine(row.index() as u8));
            lines.chain([Destination::Floor]).map(move |destination| DraftAction {
                source,
                colour,
                destination,
            })
        })
    })
}

/// Returns whether this row's pattern line accepts tiles of this colour: it is not full, it is
/// empty or has that colour, and the wall row does not have the colour (A6).
pub fn can_place_in_pattern_line(board: &PlayerBoard, row: WallRow, colour: TileColour) -> bool {
    check_placement(board, row, colour).is_ok()
}

/// Checks whether `player` may make this draft and, if not, names the rule that forbids it (A8).
pub fn check_draft(state: &Azul, player: Seat, action: DraftAction) -> Result<(), IllegalMove> {
    let DraftAction { source, colour, destination } = action;
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
    if state.market().tiles_at(source)[colour] == 0 {
        return Err(IllegalMove::ColourNotThere { source_named: source, colour });
    }
    if let Destination::PatternLine(row) = destination {
        let row = WallRow::new(row.into()).ok_or(IllegalMove::BadRow { row })?;
        check_placement(board, row, colour)?;
    }
    if player == to_move { Ok(()) } else { Err(IllegalMove::NotYourTurn { player, to_move }) }
}

fn check_placement(
    board: &PlayerBoard,
    row: WallRow,
    colour: TileColour,
) -> Result<(), IllegalMove> {
    if board.is_line_full(row) {
        return Err(IllegalMove::LineComplete { row });
    }
    if let Some(held) = board.line(row).colour.filter(|&held| held != colour) {
        return Err(IllegalMove::ColourMismatch { row, held, colour });
    }
    if board.wall().row_has_colour(row, colour) {
        return Err(IllegalMove::WallConflict { row, colour });
    }
    Ok(())
}

/// Checks whether the seat to move may choose this cell of the grey wall (A16).
pub(super) fn check_wall(state: &Azul, action: WallAction) -> Result<(), IllegalMove> {
    let seat = state.seat_to_move()?;
    let (Some((first, colour)), Some(board)) = (state.line_to_tile(), state.board(seat)) else {
        return Err(IllegalMove::NotTiling);
    };
    let row = WallRow::new(action.row.into()).ok_or(IllegalMove::BadRow { row: action.row })?;
    if row != first {
        return Err(IllegalMove::WrongRow { first });
    }
    let column = WallColumn::new(action.column.into());
    let column = column.ok_or(IllegalMove::BadColumn { column: action.column })?;
    if board.wall().has_tile(row, column) {
        return Err(IllegalMove::CellTaken { row, column });
    }
    if board.wall().column_has_colour(column, colour) {
        return Err(IllegalMove::ColumnConflict { column, colour });
    }
    Ok(())
}

/// Lists the cells that the seat to move may choose, from the left; empty unless a line must be
/// tiled (A16).
pub(super) fn list_wall_actions(state: &Azul) -> impl Iterator<Item = WallAction> {
    let waiting = state.line_to_tile().zip(state.seat_to_move().ok());
    let board = waiting.and_then(|(line, seat)| Some((line, state.board(seat)?)));
    board.into_iter().flat_map(|((row, colour), board)| {
        let columns = board.wall().free_columns(row, colour);
        columns
            .map(move |column| WallAction { row: row.index() as u8, column: column.index() as u8 })
    })
}

/// Returns a uniformly random legal draft without listing them all: the number of drafts of a
/// colour is its sources times its destinations.
pub(super) fn random_draft(
    state: &Azul,
    board: &PlayerBoard,
    rng: &mut (impl Rng + ?Sized),
) -> Option<Move> {
    let market = state.market();
    let places =
        TileColour::ALL.map(|colour| DESTINATIONS[usize::from(board.open_row_bits(colour))].count);
    // The number of drafts up to and including each colour.
    let mut drafts = [0; COLOUR_COUNT];
    let mut sum = 0;
    for colour in TileColour::ALL {
        sum += market.source_count(colour) * u32::from(places[colour.index()]);
        drafts[colour.index()] = sum;
    }
    if sum == 0 {
        return None;
    }
    let index = rng.random_range(0..sum);
    let colour = drafts.iter().filter(|&&drafts| index >= drafts).count();
    let before = if colour == 0 { 0 } else { drafts[colour - 1] };
    let (index, count) = (index - before, u32::from(places[colour]));
    let colour = TileColour::ALL[colour];
    let source = market.nth_source(colour, index / count);
    let place = DESTINATIONS[usize::from(board.open_row_bits(colour))].at[(index % count) as usize];
    let destination =
        if place == FLOOR { Destination::Floor } else { Destination::PatternLine(place) };
    Some(Move::Draft(DraftAction { source, colour, destination }))
}

/// The destinations for a colour: its open lines, then the floor.
#[derive(Clone, Copy)]
struct DraftDestinations {
    count: u8,
    at: [u8; PATTERN_LINE_COUNT + 1],
}

const FLOOR: u8 = u8::MAX;

/// The [`DraftDestinations`] for every set of open lines.
static DESTINATIONS: [DraftDestinations; 1 << PATTERN_LINE_COUNT] = all_destinations();

const fn all_destinations() -> [DraftDestinations; 1 << PATTERN_LINE_COUNT] {
    let none = DraftDestinations { count: 0, at: [FLOOR; PATTERN_LINE_COUNT + 1] };
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
