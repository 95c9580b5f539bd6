//! Anything that a socket or `POST /api/rooms` is sent: a verb, a plan or a reason, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| meeple_web::fuzzing::message(bytes));
