//! Sends any keys, clicks, scrolling and window sizes to the full screen: it must never panic, and
//! the record of the game must always replay.
//!
//! The first byte chooses the appearance; each following pair of bytes is one input event.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_terminal::screen::{Appearance, HeadlessScreen, apply_random_event};

fuzz_target!(|bytes: &[u8]| {
    let Some((&look, rest)) = bytes.split_first() else { return };
    let mut screen =
        HeadlessScreen::new(Appearance::ALL[usize::from(look) % Appearance::ALL.len()], 80, 24);
    for pair in rest.chunks_exact(2).take(120) {
        apply_random_event(&mut screen, [pair[0], pair[1]]);
        if screen.is_exiting() {
            break;
        }
    }
    screen.check_record().expect("every record replays");
});
