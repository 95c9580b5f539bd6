//! Parses any text as a move, a deal and a position of every game; whatever parses must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_fuzz::FuzzEntry;
use meeple_games::GameKind;

fuzz_target!(|text: &str| {
    for &kind in GameKind::ALL {
        (FuzzEntry::of(kind).texts)(text);
    }
});
