//! The library: what is answered about games, positions and records, without a room.
//!
//! - `games`, `examples`, `practice`, `rules`: what this program knows of its games
//! - `positions`, `advice`: any position, what can be done in it, and what is best
//! - `records`, `bringing`, `analysis`: games that were played; `shelf`: those opened last
//! - `tournaments`: the arena's reports; `code`: a link as something to be scanned

pub(crate) mod advice;
mod analysis;
mod bringing;
mod code;
mod examples;
pub(crate) mod games;
mod positions;
mod practice;
mod records;
mod rules;
mod shelf;
mod tournaments;

use crate::{
    app::App,
    refusal::{Code, Refusal},
};
use axum::{
    Extension, Router,
    routing::{get, post},
};
use meeple_core::text::printable;
use meeple_games::GameKind;
use meeple_view::words::sentence;
use std::fmt::Display;

/// All of it.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/practice/{game}", get(practice::list))
        .route("/api/rules/{game}", get(rules::show))
        .route("/api/positions", post(positions::show))
        .route("/api/positions/play", post(positions::play))
        .route("/api/advice", post(advice::give))
        .route("/api/records", post(bringing::bring))
        .route("/api/records/{id}", get(records::tell))
        .route("/api/records/{id}/pictures", get(records::pictures))
        .route("/api/records/{id}/moves", get(records::moves))
        .route("/api/records/{id}/file", get(records::file))
        .route("/api/records/{id}/analysis", get(analysis::run))
        .route("/api/tournaments", get(tournaments::list))
        .route("/tournaments/{name}/report.html", get(tournaments::report))
        .route("/api/code", post(code::draw))
        .layer(Extension(shelf::Shelf::default()))
        .layer(Extension(tournaments::Policy::default()))
}

/// Does what may take longer than a moment where nobody waits for it.
async fn aside<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
    let broken = |_| Refusal::new(Code::Broken, "Whoever worked on it broke down.");
    tokio::task::spawn_blocking(work).await.map_err(broken)
}

/// The game of this name, in a question.
fn kind(name: &str) -> Result<GameKind, Refusal> {
    name.parse().map_err(|error| Refusal::bad_request(said(&error)))
}

/// The game of this name, in an address.
fn kind_there(name: &str) -> Result<GameKind, Refusal> {
    name.parse().map_err(|error| Refusal::not_found(said(&error)))
}

/// Why something is refused, as a sentence fit for any screen.
pub(crate) fn said(error: &impl Display) -> String {
    sentence(&printable(&error.to_string()))
}
