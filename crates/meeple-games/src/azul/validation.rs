//! Validation of positions: which positions are possible in a game.

use super::{
    board::PlayerBoard,
    constants::{COLOUR_COUNT, FLOOR_LINE_SLOTS, LAST_ROUND, TILES_PER_COLOUR},
    game::{Azul, Marker, Phase},
    history,
    options::WallSide,
    scoring::EndBonus,
    tile::{TileColour, TileCounts},
    wall::{WallColumn, WallRow, wall_colour_at},
};
use meeple_core::{Seat, text::format_count};

/// The reason why no game can reach a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImpossiblePosition {
    /// Some tiles are missing, or there are too many.
    #[error("there should be {TILES_PER_COLOUR} {colour} tiles, not {found} (A1)")]
    TileCount {
        /// The colour.
        colour: TileColour,
        /// The number of tiles found.
        found: u32,
    },
    /// A tile is on a cell of another colour.
    #[error("seat {seat}: {found} lies on the {expected} cell of row {} (A3)", row.index() + 1)]
    WrongCell {
        /// The owner of the wall.
        seat: Seat,
        /// The row.
        row: WallRow,
        /// The cell's colour.
        expected: TileColour,
        /// The tile's colour.
        found: TileColour,
    },
    /// A colour appears twice in a row or a column of the grey wall.
    #[error("seat {seat}: {colour} comes twice in a row or column of the wall (A16)")]
    ColourTwice {
        /// The owner of the wall.
        seat: Seat,
        /// The colour.
        colour: TileColour,
    },
    /// A pattern line holds a colour that its wall row already has.
    #[error("seat {seat}: line {} holds {colour}, which its wall row has (A6)", row.index() + 1)]
    LineConflict {
        /// The owner of the board.
        seat: Seat,
        /// The line.
        row: WallRow,
        /// The colour.
        colour: TileColour,
    },
    /// The score is higher than the tiles on the wall allow.
    #[error("seat {seat} has a score of {score}, but its wall gives at most {most} (A10, A12)")]
    TooManyPoints {
        /// The player with that score.
        seat: Seat,
        /// The score.
        score: u16,
        /// The maximum: ten points per tile, plus the bonuses once the game is over.
        most: u16,
    },
    /// A floor line holds more than it has slots.
    #[error(
        "seat {seat}: {used} slots of the floor are used, but there are {FLOOR_LINE_SLOTS} (A2)"
    )]
    FloorTooFull {
        /// The owner of the floor line.
        seat: Seat,
        /// The number of slots used.
        used: usize,
    },
    /// The marker is on the floor of a player who doesn't have it, or not on the floor of the one
    /// who does.
    #[error("seat {seat}: the marker's place on the floor does not fit marker={marker} (A5)")]
    MarkerMisplaced {
        /// The owner of the floor line.
        seat: Seat,
        /// The location of the marker.
        marker: Marker,
    },
    /// A row is complete, but the game is not over.
    #[error("seat {seat} has a complete row, so the game is over (A12)")]
    RowAlreadyComplete {
        /// The owner of the wall.
        seat: Seat,
    },
    /// Between rounds or at the end, something is still left to tile, to pay or to draft.
    #[error("turn={turn}, but {left} (A10, A11)")]
    NotCleared {
        /// The turn as given.
        turn: &'static str,
        /// What is left to do.
        left: &'static str,
    },
    /// The seat to move has no move.
    #[error("seat {seat} is to move, but {why}")]
    NothingToDo {
        /// The seat.
        seat: Seat,
        /// The reason.
        why: &'static str,
    },
    /// The starter is to be drawn although the game has already begun.
    #[error("the starter is drawn before the first deal only (A4)")]
    LateStarter,
    /// The bag holds more or fewer tiles than the deals so far leave.
    #[error("in round {round} the bag should hold {due} of its tiles, not {found} (A1, A13)")]
    BagCount {
        /// The number of tiles in the bag.
        found: u32,
        /// The number of tiles that the deals should have left.
        due: u32,
        /// The round.
        round: u8,
    },
    /// A wall row has more tiles than rounds have been tiled.
    #[error(
        "seat {seat}: row {} of the wall has {}, but a round adds only one and {} been tiled (A10)",
        row.index() + 1, format_count((*tiles).into(), "tile"), have_been(*rounds)
    )]
    RowTooSoon {
        /// The owner of the wall.
        seat: Seat,
        /// The row.
        row: WallRow,
        /// The number of tiles in the row.
        tiles: u8,
        /// The number of rounds that have been tiled.
        rounds: u8,
    },
    /// The lid lacks the tiles that remained of lines whose tile went to the wall.
    #[error("the lines of the {colour} tiles on the walls left {least} for the lid (A10)")]
    LidTooEmpty {
        /// The colour.
        colour: TileColour,
        /// The minimum number of tiles of that colour in the lid.
        least: u8,
    },
    /// A factory has fewer than four tiles although there were enough.
    #[error("factory {factory} has {}, but four are dealt, and all are taken together (A5, A13)", format_count(*tiles, "tile"))]
    ShortFactory {
        /// The factory, from 1.
        factory: usize,
        /// The number of tiles on it.
        tiles: usize,
    },
    /// The centre has more tiles than can have come from the factories.
    #[error("the centre has {}, but only {} empty (A5)", format_count(*tiles, "tile"), factories_are(*emptied))]
    CentreTooFull {
        /// The number of tiles in the centre.
        tiles: usize,
        /// The number of empty factories.
        emptied: usize,
    },
    /// The marker was taken before any tile was in the centre.
    #[error("seat {seat} has the marker, but no factory is empty (A5)")]
    MarkerTooSoon {
        /// The seat that has the marker.
        seat: Seat,
    },
    /// The wrong seat is to move: while the marker is in the centre, each move empties a factory.
    #[error(
        "nobody has taken from the centre and {} empty, so it is seat {due}'s turn, not seat {seat}'s (A4, A5)",
        factories_are(*emptied)
    )]
    WrongTurn {
        /// The seat to move as given.
        seat: Seat,
        /// The number of empty factories.
        emptied: usize,
        /// The seat whose turn it should be.
        due: Seat,
    },
    /// Floors and full lines hold more tiles than were drafted in this round.
    #[error("the floors and full lines hold more than the {} of this round's draft (A10, A11)", format_count(*taken as usize, "tile"))]
    NotDrafted {
        /// The number of tiles taken in this round.
        taken: u32,
    },
    /// Tiles drafted in this round are missing from lines and floors.
    #[error("{} drafted in this round, but lines and floors hold {found} (A6, A7)", format_count(*taken as usize, "tile"))]
    DraftedTilesMissing {
        /// The number of tiles taken in this round.
        taken: u32,
        /// The number of tiles on lines and floors.
        found: u32,
    },
    /// The game is marked as over without a reason.
    #[error(
        "turn=over, but no row is complete, tiles can be placed and round {LAST_ROUND} is not over (A12, A15)"
    )]
    NotOver,
}

fn have_been(rounds: u8) -> String {
    format!("{} {}", format_count(rounds.into(), "round"), if rounds == 1 { "has" } else { "have" })
}

fn factories_are(number: usize) -> String {
    match number {
        1 => "1 factory is".into(),
        _ => format!("{number} factories are"),
    }
}

/// Checks whether a game could reach this position; doesn't detect every impossible history.
pub(super) fn check_reachable(game: &Azul) -> Result<(), ImpossiblePosition> {
    check_consistency(game)?;
    history::check(game)
}

/// Checks whether the position is consistent in itself, regardless of its history.
pub(super) fn check_consistency(game: &Azul) -> Result<(), ImpossiblePosition> {
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
    let mut found = [0; COLOUR_COUNT];
    for tiles in heaps.into_iter().chain(factories).chain(boards) {
        for colour in TileColour::ALL {
            found[colour.index()] += u32::from(tiles[colour]);
        }
    }
    let wrong = TileColour::ALL
        .into_iter()
        .find(|colour| found[colour.index()] != u32::from(TILES_PER_COLOUR));
    wrong.map_or(Ok(()), |colour| {
        Err(ImpossiblePosition::TileCount { colour, found: found[colour.index()] })
    })
}

fn check_board(game: &Azul, seat: Seat, board: &PlayerBoard) -> Result<(), ImpossiblePosition> {
    for row in WallRow::ALL {
        for column in WallColumn::ALL {
            let expected = wall_colour_at(row, column);
            let tile = board.wall().tile_at(row, column);
            let wrong = tile.filter(|&found| found != expected && game.side == WallSide::Colour);
            if let Some(found) = wrong {
                return Err(ImpossiblePosition::WrongCell { seat, row, expected, found });
            }
        }
        if let Some(colour) =
            board.line(row).colour.filter(|&c| board.wall().row_has_colour(row, c))
        {
            return Err(ImpossiblePosition::LineConflict { seat, row, colour });
        }
    }
    for colour in TileColour::ALL {
        let rows =
            WallRow::ALL.iter().filter(|row| board.wall().row_has_colour(**row, colour)).count();
        let columns = WallColumn::ALL.iter();
        let columns =
            columns.filter(|column| board.wall().column_has_colour(**column, colour)).count();
        let tiles = usize::from(board.wall().count(colour));
        if rows < tiles || columns < tiles {
            return Err(ImpossiblePosition::ColourTwice { seat, colour });
        }
    }
    let tiles: u8 = TileColour::ALL.into_iter().map(|colour| board.wall().count(colour)).sum();
    let bonuses = if game.phase == Phase::Over { bonus_points(board) } else { 0 };
    let (score, most) = (board.score(), 10 * u16::from(tiles) + bonuses);
    if score > most {
        return Err(ImpossiblePosition::TooManyPoints { seat, score, most });
    }
    check_floor(game, seat, board)
}

fn bonus_points(board: &PlayerBoard) -> u16 {
    EndBonus::ALL.into_iter().map(|bonus| u16::from(bonus.count(board)) * bonus.points()).sum()
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
    complete.map_or(Ok(()), |seat| {
        Err(ImpossiblePosition::RowAlreadyComplete { seat: Seat::new(seat) })
    })
}

fn check_cleared(game: &Azul, turn: &'static str) -> Result<(), ImpossiblePosition> {
    let left = if game.boards().iter().any(|board| board.first_full_line().is_some()) {
        "a line is full"
    } else if game.boards().iter().any(|board| board.floor().slots_used() > 0) {
        "a floor line is not empty"
    } else if game.marker != Marker::Centre {
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
    let full = game.supply.bag == TileCounts::new([TILES_PER_COLOUR; COLOUR_COUNT]);
    let first = game.round == 1 && game.starter == 0 && game.marker == Marker::Centre;
    if untouched && full && first { Ok(()) } else { Err(ImpossiblePosition::LateStarter) }
}

fn check_tiling(game: &Azul) -> Result<(), ImpossiblePosition> {
    let seat = Seat::new(game.to_move.into());
    let nothing = |why| Err(ImpossiblePosition::NothingToDo { seat, why });
    if game.side == WallSide::Colour {
        return nothing("there is no tile on the table (A9)");
    }
    let Some((row, colour)) = game.line_to_tile() else {
        return nothing("there is no tile on the table and no full line of its own (A16)");
    };
    if game.boards()[..seat.index()].iter().any(|board| board.first_full_line().is_some()) {
        return nothing("a seat before it has a full line (A16)");
    }
    if game.boards()[seat.index()].wall().free_columns(row, colour).next().is_none() {
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
        // A15: tiles are left on the table only after a stalemate.
        !row_complete && !game.can_continue()
    };
    if fits { Ok(()) } else { Err(ImpossiblePosition::NotOver) }
}
