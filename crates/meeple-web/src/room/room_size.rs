//! What a room may be like on a server, where many share the memory and the disk. Local games may be larger.

use super::room_config::RoomConfig;
use crate::{
    api_error::{ApiError, ErrorCode, error_sentence},
    config::ServerLimits,
    library::find_game,
};
use meeple_core::AnyGame;
use meeple_games::GameKind;
use meeple_session::TimeControl;
use meeple_view::view;
use serde_json::value::RawValue;

/// Checks the size of the board and of the clock.
pub(crate) fn check_size(config: &RoomConfig, limits: &ServerLimits) -> Result<(), ApiError> {
    let kind = config.kind()?;
    let position = match &config.position {
        Some(text) => kind.parse_position(text).map_err(|error| bad(&error))?,
        None => {
            kind.entry().starting_position(&config.options).map_err(|error| bad(&error))?.position
        }
    };
    check_board(&*position, limits)?;
    let time = match config.clock {
        TimeControl::None => return Ok(()),
        TimeControl::Move(time) | TimeControl::Game { time, .. } => time,
    };
    if time > limits.max_clock {
        let max = humantime::format_duration(limits.max_clock);
        let message = format!("The clock is too long: the limit is {max}. Play without a clock.");
        return Err(ApiError::bad_request(message));
    }
    Ok(())
}

/// Checks the size of the board on which a game starts, and its legal moves.
pub(crate) fn check_board(position: &dyn AnyGame, limits: &ServerLimits) -> Result<(), ApiError> {
    let (bytes, max) = (position.to_string().len(), limits.max_position_bytes);
    if bytes > max {
        let message = format!(
            "The board is too large for a game on a server: as text it has {bytes} characters, and the \
             limit is {max}. Use a smaller board, or play on your own computer."
        );
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    check_moves(position, limits)
}

/// Checks the number of legal moves, and the size of their list.
pub(crate) fn check_moves(position: &dyn AnyGame, limits: &ServerLimits) -> Result<(), ApiError> {
    list_moves(position, limits).map(drop)
}

/// Returns the legal moves as JSON, unless the list is too long. Each move may list many cells, so their number alone
/// says little.
pub(crate) fn list_moves(
    position: &dyn AnyGame,
    limits: &ServerLimits,
) -> Result<Box<RawValue>, ApiError> {
    let too_large = |what: String| {
        let message = format!(
            "The position is too large for a server: {what}. Use a smaller board or piece, or the program on \
             your own computer."
        );
        ApiError::new(ErrorCode::TooLarge, message)
    };
    let (moves, max) = (position.legal_move_count(), limits.max_legal_moves);
    if moves > max {
        return Err(too_large(format!("there are {moves} legal moves, and the limit is {max}")));
    }
    let (kind, max): (GameKind, _) = (find_game(position.name())?, limits.max_moves_bytes);
    let list = view(kind).list_moves(position, max);
    if !list.is_complete {
        let what = format!("the list of its {moves} legal moves is longer than {} KiB", max >> 10);
        return Err(too_large(what));
    }
    Ok(list.json)
}

fn bad(error: &impl std::fmt::Display) -> ApiError {
    ApiError::bad_request(error_sentence(error))
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{
        Notes, Table, TableDue,
        rng::{RngExt as _, RngStream, seeded},
    };
    use meeple_session::open_table::open_anonymous;

    /// Plays a game at random, and returns the length of the longest list of moves in bytes.
    fn longest_list(kind: GameKind, options: &[&str], seed: u64) -> usize {
        let options: Vec<String> = options.iter().map(|&word| word.into()).collect();
        let mut table: Table = open_anonymous(kind, &options, seed).expect("a game");
        let (mut longest, mut rng) = (0, seeded(seed, RngStream::Other(0)));
        loop {
            match table.due() {
                TableDue::Deal => drop(table.deal().expect("a deal is due")),
                TableDue::Seat(seat) => {
                    let list = view(kind).list_moves(table.position(), usize::MAX);
                    longest = longest.max(list.json.get().len());
                    let moves = table.position().legal_move_texts();
                    let mv = &moves[rng.random_range(0..moves.len())];
                    table.play(seat, mv, Notes::default()).expect("it is legal");
                }
                TableDue::End | TableDue::Over => return longest,
            }
        }
    }

    #[test]
    fn the_moves_of_usual_games_are_listed_in_full() {
        let max = ServerLimits::default().max_moves_bytes;
        let check = |kind, options: &[&str]| {
            for seed in 0..3 {
                let bytes = longest_list(kind, options, seed);
                assert!(2 * bytes < max, "{kind} {options:?}: {bytes} bytes");
            }
        };
        for map in ["map02", "42-map02"] {
            for pieces in ["fair", "school", "42"] {
                let (map, pieces) = (format!("map={map}"), format!("pieces={pieces}"));
                check(GameKind::Filler, &[&map, &pieces]);
            }
        }
        check(GameKind::Grass, &["players=9"]);
        check(GameKind::Azul, &["players=4", "wall=grey"]);
        check(GameKind::Chomp, &["width=50", "height=50"]);
    }
}
