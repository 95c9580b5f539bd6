//! Anything typed at the prompts of a game: a reason or a move, and never a panic.
//!
//! The first byte chooses the game, the rest is what is typed.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple::{
    console::Console,
    paint::Paint,
    plain::{Setting, play},
};
use meeple_ai::roster::Resources;
use meeple_games::GameKind;

fuzz_target!(|bytes: &[u8]| {
    let Some((&choice, mut typed)) = bytes.split_first() else { return };
    let kind = GameKind::ALL[usize::from(choice) % GameKind::ALL.len()];
    let options = match kind {
        GameKind::Chomp => vec!["width=4".into(), "height=3".into()],
        GameKind::Filler => vec!["map=@..../...../....$".into()],
        GameKind::Azul => Vec::new(),
        GameKind::Grass => vec!["players=2".into()],
    };
    let setting = Setting { options, seed: Some(1), ..Setting::default() };
    let mut output = std::io::sink();
    let console = Console::new(&mut typed, &mut output, Paint::PLAIN);
    play(kind, setting, Resources::default(), console).expect("memory does not fail");
});
