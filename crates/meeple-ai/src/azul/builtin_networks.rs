//! The networks built into the program, one set per kind of game, trained on such games.
//!
//! The header of each weights file records the training command, its seeds and the matches that the
//! networks won. The table shows their share of wins against the evaluation that they replaced, on
//! other deals, with 95 % confidence intervals by blocks. N is `alphabeta:nodes=3k`, T the same with
//! `evaluation=two`, H with `evaluation=handmade`; a player that sits more than once gets a node or
//! two more in each further seat, to have a different name:
//!
//! ```text
//! meeple match azul players=3 N T T          --games 240 --seed 993201   41.7 ±10.3 %, fair 33.3
//! meeple match azul players=4 N T T T        --games 240 --seed 993101   34.4 ± 4.7 %, fair 25
//! meeple match azul players=4 N N T T        --games 240 --seed 993301   55.2 ± 6.1 %, fair 50
//! meeple match azul wall=grey N H            --games 300 --seed 991001   87.0 ± 3.6 %, fair 50
//! meeple match azul wall=grey players=3 N H H   --games 120 --seed 993401   44.2 ±11.9 %, fair 33.3
//! meeple match azul wall=grey players=4 N H H H --games  96 --seed 993501   39.1 ±10.1 %, fair 25
//! ```
//!
//! There is no separate network for three or four players on the grey wall: the one for two players
//! compares their boards in pairs.

use super::{learned::Networks, variant::GameVariant};
use crate::learn::WeightsFile;
use meeple_games::azul::WallSide;
use std::sync::Arc;

const TWO: &[u8] = include_bytes!("../../weights/azul.bin");
const THREE: &[u8] = include_bytes!("../../weights/azul-3.bin");
const FOUR: &[u8] = include_bytes!("../../weights/azul-4.bin");
const GREY: &[u8] = include_bytes!("../../weights/azul-grey.bin");

/// Loads the built-in networks for this kind of game.
pub(crate) fn networks(variant: GameVariant) -> Arc<Networks> {
    let bytes = match (variant.side, variant.players) {
        (WallSide::Colour, 2) => TWO,
        (WallSide::Colour, 3) => THREE,
        (WallSide::Colour, _) => FOUR,
        (WallSide::Grey, _) => GREY,
    };
    let networks = WeightsFile::from_bytes(bytes).and_then(|weights| Networks::read(&weights));
    Arc::new(networks.expect("the weights of the program are whole"))
}
