//! What was learned and is part of the program: for each kind of game the networks that were made
//! from such games. The head of each file says how: the command, its seeds, the matches that it
//! won. Against what they replaced, once more on other deals, wins with ±95 % by blocks, with
//! `alphabeta:nodes=3k` (N) and the same with `evaluation=two` (T) or `evaluation=handmade` (H);
//! those that sit twice have a node or two more, to have a name of their own:
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
//! Three and four players on the grey wall have no network of their own: that of two compares
//! their boards in pairs.

use super::{learned::Nets, setting::Setting};
use crate::learn::Weights;
use meeple_games::azul::WallSide;
use std::sync::Arc;

const TWO: &[u8] = include_bytes!("../../weights/azul.bin");
const THREE: &[u8] = include_bytes!("../../weights/azul-3.bin");
const FOUR: &[u8] = include_bytes!("../../weights/azul-4.bin");
const GREY: &[u8] = include_bytes!("../../weights/azul-grey.bin");

/// What was learned for this kind of game.
pub(crate) fn nets(setting: Setting) -> Arc<Nets> {
    let bytes = match (setting.side, setting.players) {
        (WallSide::Colour, 2) => TWO,
        (WallSide::Colour, 3) => THREE,
        (WallSide::Colour, _) => FOUR,
        (WallSide::Grey, _) => GREY,
    };
    let nets = Weights::from_bytes(bytes).and_then(|weights| Nets::read(&weights));
    Arc::new(nets.expect("the weights of the program are whole"))
}
