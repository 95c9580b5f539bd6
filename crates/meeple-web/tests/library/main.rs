//! Tests of the API for games, positions and records, over real sockets.

mod advice;
mod analysis;
mod assets;
mod compression;
mod games;
mod library_server;
mod positions;
mod records;
mod tournaments;
