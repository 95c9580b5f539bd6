//! Any text as a move, a deal and a position of every game: what is read prints as it reads.
#![no_main]

use libfuzzer_sys::fuzz_target;
use meeple_core::Game;
use meeple_games::{GameKind, GameTask};

struct Read<'a>(&'a str);

impl GameTask for Read<'_> {
    type Output = ();
    fn run<G: Game>(self) {
        if let Ok(mv) = self.0.parse::<G::Move>() {
            assert_eq!(mv.to_string().parse::<G::Move>(), Ok(mv));
        }
        if let Ok(deal) = self.0.parse::<G::Deal>() {
            assert_eq!(deal.to_string().parse::<G::Deal>(), Ok(deal));
        }
        if let Ok(position) = self.0.parse::<G>() {
            assert_eq!(position.to_string().parse::<G>().as_ref(), Ok(&position));
            for mv in position.legal_moves().take(50) {
                let mut next = position.clone();
                next.play(mv).expect("a listed move is legal");
            }
        }
    }
}

fuzz_target!(|text: &str| {
    for kind in GameKind::ALL {
        kind.run(Read(text));
    }
});
