//! Any keys, clicks, wheels and windows on the full screen: never a panic, and the game that is
//! played can always be read again from its record.
//!
//! The first byte chooses how it looks, then each pair of bytes is something that happens.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_terminal::screen::{Look, Rehearsal, happens};

fuzz_target!(|bytes: &[u8]| {
    let Some((&look, rest)) = bytes.split_first() else { return };
    let mut screen = Rehearsal::new(Look::ALL[usize::from(look) % Look::ALL.len()], 80, 24);
    for pair in rest.chunks_exact(2).take(120) {
        happens(&mut screen, [pair[0], pair[1]]);
        if screen.is_left() {
            break;
        }
    }
    screen.check().expect("every record replays");
});
