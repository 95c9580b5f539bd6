//! Parses any words as options and seats; it must never panic, and accepted options must
//! round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_fuzz::FuzzEntry;
use meeple_games::GameKind;

fuzz_target!(|text: &str| {
    for &kind in GameKind::ALL {
        (FuzzEntry::of(kind).options)(text);
        let seats: Vec<String> = text.split(',').map(str::to_owned).collect();
        let _ = meeple_terminal::prompt::check_seats(kind, &seats);
    }
});
