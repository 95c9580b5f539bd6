//! Boards small enough to fit into a few registers, so that thousands of games can be played out.
//!
//! ```text
//! board ─► flood ─► sequel ─► contest
//! words    who reaches what first    one game until it is decided    which placement
//! ```

mod contest;
mod flood;
mod playout;
mod small_board;
#[cfg(test)]
mod tests;

pub(super) use contest::play_out_best;
