//! Practice positions.

use super::find_game;
use crate::{api_error::ApiError, extract::PathParam};
use axum::Json;
use meeple_ai::practice::{GameStage, positions};
use serde_json::{Value, json};

/// `GET /api/practice/{game}`
pub(super) async fn list(PathParam(game): PathParam) -> Result<Json<Value>, ApiError> {
    let kind = find_game(&game)?;
    let stages = GameStage::ALL.map(|stage| {
        let positions: Vec<_> = positions(kind, stage).collect();
        json!({ "name": stage.word(), "positions": positions })
    });
    Ok(Json(json!({ "stages": stages })))
}
