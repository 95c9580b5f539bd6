//! Any words as a game's options and seats: taken or refused, and what is taken is said back.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_core::{Game, options};
use meeple_games::{GameKind, GameTask};

struct SetUp<'a>(&'a str);

impl GameTask for SetUp<'_> {
    type Output = ();
    fn run<G: Game>(self) {
        let Ok(parsed) = options::parse::<G::Options>(self.0.split(' ')) else { return };
        let json = options::to_json(&parsed);
        assert_eq!(options::from_json::<G::Options>(&json).as_ref(), Ok(&parsed));
        if let Ok(game) = G::new(&parsed) {
            assert_eq!(game.to_string().parse::<G>(), Ok(game));
        }
    }
}

fuzz_target!(|text: &str| {
    for kind in GameKind::ALL {
        kind.run(SetUp(text));
        let seats: Vec<String> = text.split(',').map(str::to_owned).collect();
        let _ = meeple_terminal::prompt::check_seats(*kind, &seats);
    }
});
