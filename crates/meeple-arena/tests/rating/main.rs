//! Ratings: reckoned by hand, held to their word by simulation, and robust against any input.

mod any;
mod cases;
mod coverage;
mod sprt;
mod support;
mod world;
