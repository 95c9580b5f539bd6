//! Checks whether the tiles can be where they are in the current round.
//!
//! ```text
//! bag ──deal──► factories ──draft──► lines, floors ──tiling──► walls, lid
//!  ▲                                                                 │
//!  └───────────── only when the bag is empty (A13) ──────────────────┘
//! ```
//!
//! A deal takes four tiles per factory from the bag. So until the lid is poured in for the first
//! time, the number of tiles left in the bag is known, and the lid must hold what remained of the
//! pattern lines of all wall tiles. During a draft, the number of tiles taken in this round is
//! known, and they must be somewhere.

use super::{
    board::PlayerBoard,
    constants::{FLOOR_LINE_SLOTS, TILES_PER_FACTORY, TOTAL_TILES},
    game::{Azul, Marker, Phase},
    tile::TileColour,
    validation::ImpossiblePosition,
    wall::{WallColumn, WallRow},
};
use meeple_core::Seat;

/// Checks whether the tiles can be where they are after this many rounds.
pub(super) fn check(game: &Azul) -> Result<(), ImpossiblePosition> {
    check_bag(game)?;
    check_walls(game)?;
    check_lid(game)?;
    if game.market.is_empty() {
        return Ok(());
    }
    check_factories(game)?;
    check_centre(game)?;
    check_taken(game)
}

/// Returns the number of deals so far.
fn deal_count(game: &Azul) -> u32 {
    let is_due = matches!(game.phase, Phase::DrawStarter | Phase::Deal);
    u32::from(game.round) - u32::from(is_due)
}

/// Returns the number of tiles in a full deal.
fn tiles_per_deal(game: &Azul) -> u32 {
    (TILES_PER_FACTORY * game.factory_count()) as u32
}

/// Returns the number of tiles left in the bag if the lid was never poured in; `None` if it was
/// (A13).
fn left_in_bag(game: &Azul) -> Option<u32> {
    u32::from(TOTAL_TILES).checked_sub(tiles_per_deal(game) * deal_count(game))
}

/// Returns whether the last deal may have been short because it emptied the bag (A13).
fn is_deal_short(game: &Azul) -> bool {
    left_in_bag(game).is_none() && game.supply.bag.is_empty()
}

fn has_full_floor(game: &Azul) -> bool {
    game.boards().iter().any(|board| board.floor().slots_used() == FLOOR_LINE_SLOTS)
}

fn check_bag(game: &Azul) -> Result<(), ImpossiblePosition> {
    let found = game.supply.bag.total();
    match left_in_bag(game) {
        Some(due) if due != found => {
            Err(ImpossiblePosition::BagCount { found, due, round: game.round })
        }
        _ => Ok(()),
    }
}

/// A10: a round adds at most one tile to a row.
fn check_walls(game: &Azul) -> Result<(), ImpossiblePosition> {
    for (index, board) in game.boards().iter().enumerate() {
        let is_tiled = match game.phase {
            Phase::Over => game.market.is_empty(),
            Phase::Tile => index <= usize::from(game.to_move),
            _ => false,
        };
        let rounds = if is_tiled { game.round } else { game.round - 1 };
        for row in WallRow::ALL {
            let has_tile = |column: &&WallColumn| board.wall().has_tile(row, **column);
            let tiles = WallColumn::ALL.iter().filter(has_tile).count() as u8;
            if tiles > rounds {
                let seat = Seat::new(index);
                return Err(ImpossiblePosition::RowTooSoon { seat, row, tiles, rounds });
            }
        }
    }
    Ok(())
}

/// A10: a line of four that moved a tile to the wall put three tiles in the lid.
fn check_lid(game: &Azul) -> Result<(), ImpossiblePosition> {
    if left_in_bag(game).is_none() {
        return Ok(());
    }
    for colour in TileColour::ALL {
        let of_row = |board: &PlayerBoard, row: WallRow| {
            if board.wall().row_has_colour(row, colour) { row.capacity() - 1 } else { 0 }
        };
        let of_board =
            |board: &PlayerBoard| WallRow::ALL.map(|row| of_row(board, row)).iter().sum::<u8>();
        let least: u8 = game.boards().iter().map(of_board).sum();
        if game.supply.lid[colour] < least {
            return Err(ImpossiblePosition::LidTooEmpty { colour, least });
        }
    }
    Ok(())
}

/// A5, A13: a factory is emptied all at once, and only the last one dealt can have had fewer than
/// four tiles, when bag and lid were empty.
fn check_factories(game: &Azul) -> Result<(), ImpossiblePosition> {
    let tiles = |index| game.market.factory(index).total() as usize;
    let is_short = |index: &usize| (1..TILES_PER_FACTORY).contains(&tiles(*index));
    let Some(short) = (0..game.factory_count()).find(is_short) else { return Ok(()) };
    let is_last = (short + 1..game.factory_count()).all(|index| tiles(index) == 0);
    let is_lid_new = game.supply.lid.is_empty() || has_full_floor(game); // A7
    if is_deal_short(game) && is_last && is_lid_new {
        Ok(())
    } else {
        Err(ImpossiblePosition::ShortFactory { factory: short + 1, tiles: tiles(short) })
    }
}

/// Returns the number of empty factories, assuming that all of them were filled.
fn empty_factory_count(game: &Azul) -> usize {
    (0..game.factory_count()).filter(|&index| game.market.factory(index).is_empty()).count()
}

/// A5: tiles in the centre came from factories, and the marker was taken together with such tiles.
fn check_centre(game: &Azul) -> Result<(), ImpossiblePosition> {
    let (emptied, tiles) = (empty_factory_count(game), game.market.centre().total() as usize);
    if tiles > (TILES_PER_FACTORY - 1) * emptied {
        return Err(ImpossiblePosition::CentreTooFull { tiles, emptied });
    }
    match game.marker {
        Marker::Taken(seat) if emptied == 0 => Err(ImpossiblePosition::MarkerTooSoon { seat }),
        // With the marker in the centre, every move so far emptied a factory; a stalemate had no
        // moves.
        Marker::Centre if !is_deal_short(game) && game.phase == Phase::Draft => {
            let due = (usize::from(game.starter) + emptied) % game.players();
            let (due, seat) = (Seat::new(due), Seat::new(game.to_move.into()));
            if due == seat {
                Ok(())
            } else {
                Err(ImpossiblePosition::WrongTurn { seat, emptied, due })
            }
        }
        _ => Ok(()),
    }
}

/// A6, A7: tiles drafted in this round are on lines and floors or overflowed a full floor; and
/// everything on floors and on full lines was drafted in this round.
fn check_taken(game: &Azul) -> Result<(), ImpossiblePosition> {
    let taken = tiles_per_deal(game) - game.market.tiles().total().min(tiles_per_deal(game));
    let (mut on_lines, mut on_floors, mut full_lines) = (0, 0, 0);
    for board in game.boards() {
        on_floors += board.floor().tiles.total();
        on_lines +=
            WallRow::ALL.map(|row| u32::from(board.line(row).count_filled)).iter().sum::<u32>();
        full_lines += WallRow::ALL.iter().filter(|row| board.is_line_full(**row)).count() as u32;
    }
    if on_floors + full_lines > taken {
        return Err(ImpossiblePosition::NotDrafted { taken });
    }
    let overflow = if has_full_floor(game) { game.supply.lid.total() } else { 0 };
    if taken > on_lines + on_floors + overflow && !is_deal_short(game) {
        return Err(ImpossiblePosition::DraftedTilesMissing { taken, found: on_lines + on_floors });
    }
    Ok(())
}
