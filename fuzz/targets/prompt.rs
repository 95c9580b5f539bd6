//! Types any text at the prompts of a game; it must never panic.
//!
//! The first byte chooses the game; the rest is typed. Lines that would save a file are left out: a
//! fuzzer must not choose where files are written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_fuzz::FuzzEntry;
use meeple_games::GameKind;
use meeple_terminal::{
    console::Console,
    paint::Paint,
    prompt::{Env, GameSetup, play},
};

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, typed)) = bytes.split_first() else { return };
    let kind = GameKind::ALL[usize::from(choice) % GameKind::ALL.len()];
    let options = FuzzEntry::of(kind).short_game.iter().map(|&word| word.into()).collect();
    let setting = GameSetup { options, seed: Some(1), ..GameSetup::default() };
    let lines = typed.split_inclusive(|&byte| byte == b'\n').filter(|line| !saves(line));
    let typed = lines.flatten().copied().collect::<Vec<u8>>();
    let console = Console::new(&typed[..], std::io::sink(), Paint::PLAIN);
    play(kind, setting, Env::default(), console).expect("memory does not fail");
});

/// Returns whether this line would write a file.
fn saves(line: &[u8]) -> bool {
    let line = String::from_utf8_lossy(line).to_lowercase();
    line.split_whitespace().next() == Some("save")
}
