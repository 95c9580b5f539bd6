//! A compact board of a few machine words, fast enough to play out thousands of games per move.
//!
//! ```text
//! small_board  the cells as bits
//! flood        which player reaches a cell first
//! playout      plays one game on until it is decided
//! contest      compares placements by the games that follow them
//! ```

mod contest;
mod flood;
mod playout;
mod small_board;
#[cfg(test)]
mod tests;

pub(super) use contest::play_out_best;
