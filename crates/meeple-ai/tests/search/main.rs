//! Every clever search equals the textbook: on thousands of random trees, with chance, with three
//! seats and with seats that move twice running, and on small positions of the real games.

#![allow(clippy::float_cmp, reason = "values must be equal, not only near")]

mod limits;
mod real;
mod trees;
mod world;
