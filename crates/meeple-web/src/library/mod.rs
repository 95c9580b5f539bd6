//! The library: the routes that need no room, for games, positions, records and tournaments.
//!
//! - `games`, `examples`, `practice`, `rules`: the catalogue of games, their rules and sample positions
//! - `positions`, `advice`: any position, its legal moves, and the best of them; `move_names`: their names
//! - `records`, `upload`, `analysis`: recorded games; `record_cache`: the records opened last
//! - `tournaments`: tournament reports; `qr_code`: a short text, such as a link, as a QR code

pub(crate) mod advice;
mod analysis;
mod examples;
pub(crate) mod games;
mod move_names;
pub(crate) mod positions;
mod practice;
mod qr_code;
pub(crate) mod record_cache;
mod records;
mod rules;
mod tournaments;
mod upload;

use crate::{
    api_error::{ApiError, error_sentence},
    route::Route,
};
use meeple_games::GameKind;

/// Returns the routes of the library.
pub(crate) fn routes() -> Vec<Route> {
    vec![
        Route::get("/api/games", games::list),
        Route::get("/api/practice/{game}", practice::list),
        Route::get("/api/rules/{game}", rules::show),
        Route::post("/api/positions", positions::show),
        Route::post("/api/positions/play", positions::play),
        Route::post("/api/advice", advice::give),
        Route::post("/api/records", upload::upload),
        Route::get("/api/records/{id}", records::narration),
        Route::get("/api/records/{id}/pictures", records::pictures),
        Route::get("/api/records/{id}/moves", records::moves),
        Route::get("/api/records/{id}/file", records::file),
        Route::get("/api/records/{id}/analysis", analysis::run),
        Route::get("/api/tournaments", tournaments::list),
        Route::get("/tournaments/{name}/report.html", tournaments::report),
        Route::post("/api/code", qr_code::draw),
    ]
}

/// Parses a game's name; an unknown name is a bad request.
fn parse_game(name: &str) -> Result<GameKind, ApiError> {
    name.parse().map_err(|error| ApiError::bad_request(error_sentence(&error)))
}

/// Looks up the game that a request is about; an unknown name is "not found".
pub(crate) fn find_game(name: &str) -> Result<GameKind, ApiError> {
    name.parse().map_err(|error| ApiError::not_found(error_sentence(&error)))
}
