//! What a server answers about games, positions and records, asked over real sockets.

mod advice;
mod analysis;
mod assets;
mod compression;
mod games;
mod house;
mod positions;
mod records;
mod tournaments;
