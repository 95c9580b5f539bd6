//! A hash of everything that distinguishes two positions, the same on every machine.

use super::{
    board::PlayerBoard,
    game::{Azul, Marker},
    tile::{TileColour, TileCounts},
    wall::WallRow,
};
use meeple_core::PositionHasher;

/// Hashes a position for transposition tables.
pub(super) fn hash64(game: &Azul) -> u64 {
    let mut hash = PositionHasher::default();
    let marker = match game.marker {
        Marker::Centre => 0xff,
        Marker::Taken(seat) => seat.index() as u8,
    };
    let (phase, side) = (game.phase as u8, game.side as u8);
    let Azul { players, round, starter, to_move, .. } = *game;
    hash.mix(u64::from_le_bytes([players, side, phase, round, starter, to_move, marker, 0]));
    hash.mix(packed(game.supply.bag, 8));
    hash.mix(packed(game.supply.lid, 8));
    hash.mix(packed(game.market.centre(), 8));
    for four in 0..game.factory_count().div_ceil(4) {
        let factory = |index| packed(game.market.factory(4 * four + index), 3) << (16 * index);
        hash.mix((0..4).map(factory).sum());
    }
    for board in game.boards() {
        mix_board(&mut hash, board);
    }
    hash.finish()
}

fn mix_board(hash: &mut PositionHasher, board: &PlayerBoard) {
    let mut lines = 0;
    for row in WallRow::ALL {
        let line = board.line(row);
        let colour = line.colour.map_or(7, |colour| colour as u64);
        lines = lines << 6 | colour << 3 | u64::from(line.count_filled);
    }
    let floor = packed(board.floor().tiles, 3) << 1 | u64::from(board.floor().has_marker);
    hash.mix(lines << 32 | floor << 16 | u64::from(board.score()));
    for two in board.wall().cells().chunks(2) {
        hash.mix(two.iter().fold(0, |word, &cells| word << 32 | u64::from(cells)));
    }
}

/// Packs the counts into a word, with this many bits each.
fn packed(tiles: TileCounts, bits: u32) -> u64 {
    TileColour::ALL.into_iter().fold(0, |word, colour| word << bits | u64::from(tiles[colour]))
}
