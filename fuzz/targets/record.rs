//! Reads any bytes as a record; reading and narrating must never panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_core::Replay;
use meeple_games::open_record;
use meeple_terminal::{paint::Paint, prompt::narrate};

fuzz_target!(|bytes: &[u8]| {
    if let Ok(replay) = Replay::read(bytes, open_record) {
        assert!(replay.whole_bytes <= bytes.len());
        let again = Replay::read(&bytes[..replay.whole_bytes], open_record).expect("whole lines");
        assert_eq!(again.game.log(), replay.game.log());
        assert!(!narrate(&replay.game, Paint::PLAIN).contains('\u{1b}'), "nothing moves a cursor");
    }
});
