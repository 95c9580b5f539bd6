//! Which positions are possible: what a text may say, and what it may not.

use super::{
    board::PlayerBoard,
    constants::{COLOR_COUNT, FLOOR_LINE_SLOTS, LAST_ROUND, TILES_PER_COLOR},
    game::{Azul, Marker, Phase},
    history,
    options::WallSide,
    scoring::Bonus,
    tile::{TileColor, TileCounts},
    wall::{Column, Row, get_wall_color},
};
use meeple_core::{Seat, text::counted};

/// Why no game can come to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ImpossiblePosition {
    /// Tiles are missing or too many.
    #[error("there should be {TILES_PER_COLOR} {color} tiles, not {found} (A1)")]
    TileCount {
        /// The colour.
        color: TileColor,
        /// How many there are.
        found: u32,
    },
    /// A tile lies on a cell of another colour.
    #[error("seat {seat}: {found} lies on the {expected} cell of row {} (A3)", row.index() + 1)]
    WrongCell {
        /// Whose wall.
        seat: Seat,
        /// The row.
        row: Row,
        /// The cell's colour.
        expected: TileColor,
        /// The tile's colour.
        found: TileColor,
    },
    /// A colour twice in a row or a column of the grey wall.
    #[error("seat {seat}: {color} comes twice in a row or column of the wall (A16)")]
    ColorTwice {
        /// Whose wall.
        seat: Seat,
        /// The colour.
        color: TileColor,
    },
    /// A line holds a colour that its wall row has.
    #[error("seat {seat}: line {} holds {color}, which its wall row has (A6)", row.index() + 1)]
    LineConflict {
        /// Whose board.
        seat: Seat,
        /// The line.
        row: Row,
        /// The colour.
        color: TileColor,
    },
    /// More points than the tiles on the wall can have given.
    #[error("seat {seat} has a score of {score}, but its wall gives at most {most} (A10, A12)")]
    TooManyPoints {
        /// Whose score.
        seat: Seat,
        /// The score.
        score: u16,
        /// Ten for each tile, and the bonuses once the game is over.
        most: u16,
    },
    /// More on a floor line than it has slots.
    #[error(
        "seat {seat}: {used} slots of the floor are used, but there are {FLOOR_LINE_SLOTS} (A2)"
    )]
    FloorTooFull {
        /// Whose floor.
        seat: Seat,
        /// Slots used.
        used: usize,
    },
    /// The marker lies on the floor of somebody who does not have it, or not on that of who has.
    #[error("seat {seat}: the marker's place on the floor does not fit marker={marker} (A5)")]
    MarkerMisplaced {
        /// Whose floor.
        seat: Seat,
        /// Where the marker is.
        marker: Marker,
    },
    /// A row is complete, but the game goes on.
    #[error("seat {seat} has a complete row, so the game is over (A12)")]
    GoesOn {
        /// Whose wall.
        seat: Seat,
    },
    /// Between rounds, or at the end, something is still to be tiled, paid or drafted.
    #[error("turn={turn}, but {left} (A10, A11)")]
    NotCleared {
        /// What is said to come next.
        turn: &'static str,
        /// What is left.
        left: &'static str,
    },
    /// The seat to move has nothing to do.
    #[error("seat {seat} is to move, but {why}")]
    NothingToDo {
        /// The seat.
        seat: Seat,
        /// Why not.
        why: &'static str,
    },
    /// The starter is drawn only before anything else.
    #[error("the starter is drawn before the first deal only (A4)")]
    LateStarter,
    /// The bag holds more or fewer tiles than so many deals leave.
    #[error("in round {round} the bag should hold {due} of its tiles, not {found} (A1, A13)")]
    BagCount {
        /// Tiles in the bag.
        found: u32,
        /// Tiles that the deals have left in it.
        due: u32,
        /// The round.
        round: u8,
    },
    /// A wall's row has more tiles than rounds were tiled.
    #[error(
        "seat {seat}: row {} of the wall has {}, but a round adds only one and {} been tiled (A10)",
        row.index() + 1, counted((*tiles).into(), "tile"), have_been(*rounds)
    )]
    RowTooSoon {
        /// Whose wall.
        seat: Seat,
        /// The row.
        row: Row,
        /// Its tiles.
        tiles: u8,
        /// Rounds that were tiled.
        rounds: u8,
    },
    /// The lid lacks what lines left over when they sent a tile to the wall.
    #[error("the lines of the {color} tiles on the walls left {least} for the lid (A10)")]
    LidTooEmpty {
        /// The colour.
        color: TileColor,
        /// How many there must be.
        least: u8,
    },
    /// A factory has fewer than four tiles, though there were enough.
    #[error("factory {factory} has {}, but four are dealt, and all are taken together (A5, A13)", counted(*tiles, "tile"))]
    ShortFactory {
        /// The factory, from 1.
        factory: usize,
        /// Its tiles.
        tiles: usize,
    },
    /// More in the centre than can have slid there.
    #[error("the centre has {}, but only {} empty (A5)", counted(*tiles, "tile"), factories_are(*emptied))]
    CentreTooFull {
        /// Tiles in the centre.
        tiles: usize,
        /// Empty factories.
        emptied: usize,
    },
    /// The marker was taken before anything was in the centre.
    #[error("seat {seat} has the marker, but no factory is empty (A5)")]
    MarkerTooSoon {
        /// Who has it.
        seat: Seat,
    },
    /// While the marker is in the centre, each move empties a factory.
    #[error(
        "nobody has taken from the centre and {} empty, so it is seat {due}'s turn, not seat {seat}'s (A4, A5)",
        factories_are(*emptied)
    )]
    WrongTurn {
        /// Who is said to move.
        seat: Seat,
        /// Empty factories.
        emptied: usize,
        /// Whose turn it is.
        due: Seat,
    },
    /// Floors and full lines hold more than was drafted in this round.
    #[error("the floors and full lines hold more than the {} of this round's draft (A10, A11)", counted(*taken as usize, "tile"))]
    NotDrafted {
        /// Tiles taken in this round.
        taken: u32,
    },
    /// Tiles drafted in this round lie nowhere.
    #[error("{} drafted in this round, but lines and floors hold {found} (A6, A7)", counted(*taken as usize, "tile"))]
    TakenNowhere {
        /// Tiles taken in this round.
        taken: u32,
        /// Tiles on lines and floors.
        found: u32,
    },
    /// The game is said to be over without a reason.
    #[error(
        "turn=over, but no row is complete, tiles can be placed and round {LAST_ROUND} is not over (A12, A15)"
    )]
    NotOver,
}

fn have_been(rounds: u8) -> String {
    format!("{} {}", counted(rounds.into(), "round"), if rounds == 1 { "has" } else { "have" })
}

fn factories_are(number: usize) -> String {
    match number {
        1 => "1 factory is".into(),
        _ => format!("{number} factories are"),
    }
}

/// Whether a game could come here; not every impossible history is found out.
pub(super) fn check(game: &Azul) -> Result<(), ImpossiblePosition> {
    check_now(game)?;
    history::check(game)
}

/// Whether everything fits together, however the game came here.
pub(super) fn check_now(game: &Azul) -> Result<(), ImpossiblePosition> {
    for (seat, board) in game.boards().iter().enumerate() {
        check_board(game, Seat::new(seat), board)?;
    }
    check_tiles(game)?;
    match game.phase {
        Phase::DrawStarter => check_start(game),
        Phase::Deal => check_cleared(game, "deal").and_then(|()| check_no_row(game)),
        Phase::Draft => check_no_row(game),
        Phase::Tile => check_tiling(game),
        Phase::Over => check_over(game),
    }
}

fn check_tiles(game: &Azul) -> Result<(), ImpossiblePosition> {
    let heaps = [game.market.centre(), game.supply.bag, game.supply.lid];
    let factories = (0..game.factory_count()).map(|index| game.market.factory(index));
    let boards = game.boards().iter().map(PlayerBoard::tiles);
    let mut found = [0; COLOR_COUNT];
    for tiles in heaps.into_iter().chain(factories).chain(boards) {
        for color in TileColor::ALL {
            found[color.index()] += u32::from(tiles[color]);
        }
    }
    let wrong =
        TileColor::ALL.into_iter().find(|color| found[color.index()] != u32::from(TILES_PER_COLOR));
    wrong.map_or(Ok(()), |color| {
        Err(ImpossiblePosition::TileCount { color, found: found[color.index()] })
    })
}

fn check_board(game: &Azul, seat: Seat, board: &PlayerBoard) -> Result<(), ImpossiblePosition> {
    for row in Row::ALL {
        for column in Column::ALL {
            let expected = get_wall_color(row, column);
            let tile = board.wall().tile_at(row, column);
            let wrong = tile.filter(|&found| found != expected && game.side == WallSide::Colour);
            if let Some(found) = wrong {
                return Err(ImpossiblePosition::WrongCell { seat, row, expected, found });
            }
        }
        if let Some(color) = board.line(row).color.filter(|&c| board.wall().row_has_color(row, c)) {
            return Err(ImpossiblePosition::LineConflict { seat, row, color });
        }
    }
    for color in TileColor::ALL {
        let rows = Row::ALL.iter().filter(|row| board.wall().row_has_color(**row, color)).count();
        let columns = Column::ALL.iter();
        let columns =
            columns.filter(|column| board.wall().column_has_color(**column, color)).count();
        let tiles = usize::from(board.wall().count(color));
        if rows < tiles || columns < tiles {
            return Err(ImpossiblePosition::ColorTwice { seat, color });
        }
    }
    let tiles: u8 = TileColor::ALL.into_iter().map(|color| board.wall().count(color)).sum();
    let bonuses = if game.phase == Phase::Over { bonus_points(board) } else { 0 };
    let (score, most) = (board.score(), 10 * u16::from(tiles) + bonuses);
    if score > most {
        return Err(ImpossiblePosition::TooManyPoints { seat, score, most });
    }
    check_floor(game, seat, board)
}

fn bonus_points(board: &PlayerBoard) -> u16 {
    Bonus::ALL.into_iter().map(|bonus| u16::from(bonus.count(board)) * bonus.points()).sum()
}

fn check_floor(game: &Azul, seat: Seat, board: &PlayerBoard) -> Result<(), ImpossiblePosition> {
    let (floor, marker) = (board.floor(), game.marker);
    let used = floor.slots_used();
    if used > FLOOR_LINE_SLOTS {
        return Err(ImpossiblePosition::FloorTooFull { seat, used });
    }
    let fits = if marker == Marker::Taken(seat) {
        floor.has_marker || used == FLOOR_LINE_SLOTS // A7
    } else {
        !floor.has_marker
    };
    if fits { Ok(()) } else { Err(ImpossiblePosition::MarkerMisplaced { seat, marker }) }
}

fn check_no_row(game: &Azul) -> Result<(), ImpossiblePosition> {
    let complete = game.boards().iter().position(|board| board.wall().complete_rows() > 0);
    complete.map_or(Ok(()), |seat| Err(ImpossiblePosition::GoesOn { seat: Seat::new(seat) }))
}

fn check_cleared(game: &Azul, turn: &'static str) -> Result<(), ImpossiblePosition> {
    let left = if game.boards().iter().any(|board| board.first_full_line().is_some()) {
        "a line is full"
    } else if game.boards().iter().any(|board| board.floor().slots_used() > 0) {
        "a floor line is not empty"
    } else if game.marker != Marker::Center {
        "the marker is not in the centre"
    } else if game.phase == Phase::Deal && game.supply.total() == 0 {
        "there is no tile to deal, so the game is over"
    } else {
        return Ok(());
    };
    Err(ImpossiblePosition::NotCleared { turn, left })
}

fn check_start(game: &Azul) -> Result<(), ImpossiblePosition> {
    let untouched = game.boards().iter().all(|board| *board == PlayerBoard::default());
    let full = game.supply.bag == TileCounts::new([TILES_PER_COLOR; COLOR_COUNT]);
    let first = game.round == 1 && game.starter == 0 && game.marker == Marker::Center;
    if untouched && full && first { Ok(()) } else { Err(ImpossiblePosition::LateStarter) }
}

fn check_tiling(game: &Azul) -> Result<(), ImpossiblePosition> {
    let seat = Seat::new(game.to_move.into());
    let nothing = |why| Err(ImpossiblePosition::NothingToDo { seat, why });
    if game.side == WallSide::Colour {
        return nothing("there is no tile on the table (A9)");
    }
    let Some((row, color)) = game.line_to_tile() else {
        return nothing("there is no tile on the table and no full line of its own (A16)");
    };
    if game.boards()[..seat.index()].iter().any(|board| board.first_full_line().is_some()) {
        return nothing("a seat before it has a full line (A16)");
    }
    if game.boards()[seat.index()].wall().free_columns(row, color).next().is_none() {
        return nothing("its topmost full line has no free cell (A16)");
    }
    Ok(())
}

fn check_over(game: &Azul) -> Result<(), ImpossiblePosition> {
    check_cleared(game, "over")?;
    let row_complete = check_no_row(game).is_err();
    let at_end = row_complete || game.supply.total() == 0 || game.round == LAST_ROUND;
    let fits = if game.market.is_empty() {
        at_end
    } else {
        // A15: tiles are left on the table only where the game could not go on.
        !row_complete && !game.can_go_on()
    };
    if fits { Ok(()) } else { Err(ImpossiblePosition::NotOver) }
}
