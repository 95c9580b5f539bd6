//! How each game looks: one position that is good to see, from the middle where that shows more.

use super::positions::{begin, read};
use crate::refusal::Refusal;
use meeple_games::GameKind;
use meeple_view::view;
use serde::Serialize;
use serde_json::Value;

/// A position and its picture.
#[derive(Serialize)]
pub(super) struct Example {
    position: &'static str,
    picture: Option<Value>,
    seats: usize,
}

impl Example {
    /// That of this game.
    pub(super) fn of(kind: GameKind) -> Result<Self, Refusal> {
        let position = text(kind);
        let game = begin(kind, read(kind, position)?, 0)?;
        let picture = view(kind).picture_at(&game, 0);
        Ok(Example { position, picture, seats: game.position().seats() })
    }
}

fn text(kind: GameKind) -> &'static str {
    match kind {
        GameKind::Chomp => "width=7 height=5 rows=7,7,7,7,7 turn=0",
        GameKind::Filler => {
            "board=.......@@.........../......@@@@........../...$@@@@.@@........./\
             ...$$....@@........./.$$$$....@@........./..$$@@@@@@@@@......./\
             ..$$$..@@@@@@@@...../..$$$@@@@@@..@@.@@@./...$$$@@aa....@@@@@./\
             ....$.s....$$$@@@@@./.....$s....$.$$$$$../......$$.$$$.$$.$$../\
             .....$$$$$$$$$$..$../.........$$$......../..........$......... \
             turn=0 piece=3x2:.OO/OOO stuck=none placed=26,26 margins=overhang score=cells"
        }
        GameKind::Azul => {
            "players=2 wall=colour round=3 starter=0 turn=0 marker=1 bag=7,3,7,13,10 \
             lid=5,10,9,0,2 factories=-,BYYK,BYKW,BBBY,- centre=BBYK scores=0,3 \
             lines0=-,K,-,Y,K wall0=...K.,.....,.W...,...B.,Y.... floor0=- \
             lines1=W,W,W,-,WWW wall1=..RK.,...R.,....R,R....,..... floor1=M"
        }
        GameKind::Grass => {
            "players=2 shapes=show final=anywhere tie=grass round=2 turn=1 coupons=1,1 spent=no \
             pending=0,0 stolen=- queue=92,16,88,73,7,65,?12 discarded=- \
             tiles=25:QQrr:0,39:NOr:0,66:MIfrrr:1 single=OM:1,PN:0 \
             bonus=CM:E,EF:E,IF:E,OG:R,PM:R,PR:S captured=- stones=-"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_position_with_a_picture() {
        for &kind in GameKind::ALL {
            let example = Example::of(kind).unwrap_or_else(|error| panic!("{kind}: {error}"));
            assert!(example.picture.is_some() && example.seats == 2, "{kind}");
            let written = read(kind, example.position).expect("a position").to_string();
            assert_eq!(written, example.position);
        }
    }
}
