//! The library: the part of the API about games, positions and records, without a room.
//!
//! - `games`, `examples`, `practice`, `rules`: facts about the games
//! - `positions`, `advice`: any position, its legal moves, and the best ones
//! - `records`, `bringing`, `analysis`: games that were played; `shelf`: a cache of open records
//! - `tournaments`: the arena's reports; `code`: a link as a QR code

pub(crate) mod advice;
mod analysis;
mod examples;
pub(crate) mod games;
mod positions;
mod practice;
mod qr_code;
mod record_cache;
mod records;
mod rules;
mod tournaments;
mod upload;

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
};
use axum::{
    Extension, Router,
    routing::{get, post},
};
use meeple_core::text::printable;
use meeple_games::GameKind;
use meeple_view::words::to_sentence;
use std::fmt::Display;

/// Returns the routes of the library.
pub(crate) fn router() -> Router<AppState> {
    Router::new()
        .route("/api/games", get(games::list))
        .route("/api/practice/{game}", get(practice::list))
        .route("/api/rules/{game}", get(rules::show))
        .route("/api/positions", post(positions::show))
        .route("/api/positions/play", post(positions::play))
        .route("/api/advice", post(advice::give))
        .route("/api/records", post(upload::upload))
        .route("/api/records/{id}", get(records::narration))
        .route("/api/records/{id}/pictures", get(records::pictures))
        .route("/api/records/{id}/moves", get(records::moves))
        .route("/api/records/{id}/file", get(records::file))
        .route("/api/records/{id}/analysis", get(analysis::run))
        .route("/api/tournaments", get(tournaments::list))
        .route("/tournaments/{name}/report.html", get(tournaments::report))
        .route("/api/code", post(qr_code::draw))
        .layer(Extension(record_cache::RecordCache::default()))
        .layer(Extension(tournaments::ReportPolicy::default()))
}

/// Runs work that may take a while on a blocking thread.
async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let broken = |_| ApiError::new(ErrorCode::Broken, "Whoever worked on it broke down.");
    tokio::task::spawn_blocking(work).await.map_err(broken)
}

/// Parses a game's name in a request body; an unknown name is a bad request.
fn parse_game(name: &str) -> Result<GameKind, ApiError> {
    name.parse().map_err(|error| ApiError::bad_request(error_sentence(&error)))
}

/// Parses a game's name in a path; an unknown name is "not found".
fn parse_game_in_path(name: &str) -> Result<GameKind, ApiError> {
    name.parse().map_err(|error| ApiError::not_found(error_sentence(&error)))
}

/// Formats an error as a sentence of printable characters.
pub(crate) fn error_sentence(error: &impl Display) -> String {
    to_sentence(&printable(&error.to_string()))
}
