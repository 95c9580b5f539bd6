//! What comes from outside as text, without a server around it: for the fuzzer.

use crate::{
    asked::parse,
    room::{Verb, Wish, plan::draft},
};

/// Reads a message as a socket and `POST /api/rooms` do; a room that could be made is drafted.
pub fn message(bytes: &[u8]) {
    crate::doors::socket::read(bytes);
    let _ = parse::<Verb>(bytes);
    let Ok(wish) = parse::<Wish>(bytes) else { return };
    let _ = draft(wish);
}
