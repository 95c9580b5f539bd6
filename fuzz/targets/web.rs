//! Feeds any bytes to the parsers behind the socket and `POST /api/rooms`; they must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| meeple_web::fuzzing::message(bytes));
