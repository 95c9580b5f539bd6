//! What was learned and is part of the program: for each kind of game the networks that were made
//! from such games. The head of each file says how: the command, its seeds, the match that it won.

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
