//! Small boards: a whole one in a few registers, so that games are played on by the thousand.
//!
//! ```text
//! board ─► flood ─► sequel ─► contest
//! words    who reaches what first    one game, to where it is decided    which placement
//! ```

mod board;
mod contest;
mod flood;
mod sequel;
#[cfg(test)]
mod tests;

pub(super) use contest::contest;
