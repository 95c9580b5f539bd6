//! Small positions of the real games.
