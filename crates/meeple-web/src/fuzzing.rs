//! An entry point for the fuzzer: parses text from outside without a running server.

use crate::{
    extract::parse,
    room::{RoomAction, RoomRequest, room_config::draft},
};

/// Parses a message the way a socket and `POST /api/rooms` do, and drafts the room if it is a valid request.
pub fn message(bytes: &[u8]) {
    crate::transport::socket::parse_for_fuzzing(bytes);
    let _ = parse::<RoomAction>(bytes);
    let Ok(request) = parse::<RoomRequest>(bytes) else { return };
    let _ = draft(request);
}
