//! Tests ratings: against hand calculations, by simulation, and with arbitrary input.

mod any;
mod cases;
mod coverage;
mod sprt;
mod support;
mod world;
