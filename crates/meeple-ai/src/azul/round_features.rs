//! The inputs of the rest-of-round network, used where a search is cut off within a round: numbers
//! about the table and both sides, the own side first.
//!
//! ```text
//! 0  tiles, centre, marker (free, mine, theirs), floors, round      8
//! 8  by colour: tiles on the table, the largest heap               10
//! 18 by side and colour: room on all lines, room on begun lines    20
//! 38 full lines, empty lines of both; sources                       5
//! 43 with three or four players: plies until the own turn           4
//! ```
//!
//! With two players the own side is the player to move. With more it can be any seat, and the other
//! side is the average of all opponents.

use super::round::{CENTRE, DraftBoard, DraftRound, UNTAKEN};
use meeple_games::azul::MAX_PLAYERS;

/// The number of inputs for two players.
pub(crate) const NUMBERS: usize = 43;
/// The number of inputs for three or four players.
pub(crate) const MANY: usize = NUMBERS + MAX_PLAYERS;

/// Returns the inputs of a two-player position, seen by the player to move.
pub(crate) fn numbers(round: &DraftRound, round_number: u8) -> [f32; NUMBERS] {
    let mut numbers = [0.0; NUMBERS];
    let me = usize::from(round.to_move);
    let boards = [&round.boards[me], &round.boards[1 - me]];
    numbers[0] = f32::from(round.tiles) / 10.0;
    numbers[1] = (0..5).map(|colour| round.centre.count(colour)).sum::<u32>() as f32 / 5.0;
    let owners = [UNTAKEN, round.to_move, 1 - round.to_move];
    for (at, owner) in owners.into_iter().enumerate() {
        numbers[2 + at] = f32::from(u8::from(round.marker == owner));
    }
    numbers[5] = f32::from(boards[0].floor) / 4.0;
    numbers[6] = f32::from(boards[1].floor) / 4.0;
    numbers[7] = f32::from(round_number.min(8)) / 4.0;
    of_table(round, &mut numbers);
    for (side, board) in boards.into_iter().enumerate() {
        board_features(board, side, 1.0, &mut numbers);
    }
    numbers
}

/// Returns the inputs of a position with three or four players, seen from this seat.
pub(crate) fn of_many(round: &DraftRound, round_number: u8, seat: usize) -> [f32; MANY] {
    let mut numbers = [0.0; MANY];
    let players = usize::from(round.players);
    let part = 1.0 / (players - 1) as f32;
    numbers[0] = f32::from(round.tiles) / 10.0;
    numbers[1] = (0..5).map(|colour| round.centre.count(colour)).sum::<u32>() as f32 / 5.0;
    let owner = match round.marker {
        UNTAKEN => 0,
        marker if usize::from(marker) == seat => 1,
        _ => 2,
    };
    numbers[2 + owner] = 1.0;
    numbers[7] = f32::from(round_number.min(8)) / 4.0;
    of_table(round, &mut numbers);
    for (other, board) in round.boards[..players].iter().enumerate() {
        let (side, part) = if other == seat { (0, 1.0) } else { (1, part) };
        numbers[5 + side] += part * f32::from(board.floor) / 4.0;
        board_features(board, side, part, &mut numbers);
    }
    numbers[NUMBERS + (seat + players - usize::from(round.to_move)) % players] = 1.0;
    numbers
}

fn of_table(round: &DraftRound, numbers: &mut [f32]) {
    let sources = (0..=CENTRE).filter(|&source| !round.heap(source).is_empty());
    for source in sources {
        let heap = round.heap(source);
        for colour in 0..5 {
            let count = heap.count(colour) as f32;
            numbers[8 + colour] += count / 4.0;
            numbers[13 + colour] = numbers[13 + colour].max(count / 4.0);
        }
        numbers[42] += 0.2;
    }
}

fn board_features(board: &DraftBoard, side: usize, part: f32, numbers: &mut [f32]) {
    for row in 0..5 {
        let count = board.lines.count(row);
        let room = (row as u32 + 1 - count) as f32 / 4.0;
        if room == 0.0 {
            numbers[38 + side] += 0.4 * part;
            continue;
        }
        for colour in (0..5).filter(|&colour| board.open >> (5 * row + colour) & 1 == 1) {
            numbers[18 + 5 * side + colour] += part * room;
        }
        if count > 0 {
            numbers[28 + 5 * side + board.lines.colour(row)] += part * room;
        } else {
            numbers[40 + side] += 0.4 * part;
        }
    }
}
