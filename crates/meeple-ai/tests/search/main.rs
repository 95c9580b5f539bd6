//! Checks that every optimised search equals its reference implementation: on thousands of random
//! trees (with chance, with three seats, with seats that move twice in a row), and on small positions
//! of the real games.

#![allow(clippy::float_cmp, reason = "values must be equal, not only near")]

mod limits;
mod real;
mod trees;
mod world;
