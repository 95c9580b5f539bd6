//! What a room may be like on a server, where many share the memory and the disk. Local games may be larger.

use super::room_config::RoomConfig;
use crate::{
    api_error::{ApiError, ErrorCode, error_sentence},
    config::ServerLimits,
};
use meeple_core::AnyGame;
use meeple_session::TimeControl;

/// Checks the size of the board and of the clock.
pub(crate) fn check_size(config: &RoomConfig, limits: &ServerLimits) -> Result<(), ApiError> {
    let kind = config.kind()?;
    let position = match &config.position {
        Some(text) => kind.parse_position(text).map_err(|error| bad(&error))?,
        None => {
            kind.entry().starting_position(&config.options).map_err(|error| bad(&error))?.position
        }
    };
    let bytes = position.to_string().len();
    if bytes > limits.max_position_bytes {
        let max = limits.max_position_bytes;
        let message = format!(
            "The board is too large for a game on a server: as text it has {bytes} characters, and the \
             limit is {max}. Use a smaller board, or play on your own computer."
        );
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    check_moves(&*position, limits)?;
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

/// Checks the number of legal moves, on which the size of every answer depends.
pub(crate) fn check_moves(position: &dyn AnyGame, limits: &ServerLimits) -> Result<(), ApiError> {
    let (moves, max) = (position.legal_move_texts().len(), limits.max_legal_moves);
    if moves > max {
        let message = format!(
            "The board is too large for a server: there are {moves} legal moves, and the limit is {max}. Use a \
             smaller board, or the program on your own computer."
        );
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    Ok(())
}

fn bad(error: &impl std::fmt::Display) -> ApiError {
    ApiError::bad_request(error_sentence(error))
}
