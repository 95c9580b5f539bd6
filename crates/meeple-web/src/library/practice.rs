//! Practice positions.

use super::parse_game_in_path;
use crate::{api_error::ApiError, extract::PathParam};
use axum::Json;
use meeple_ai::practice::{GameStage, positions};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct PracticeStages {
    stages: Vec<PracticeStageSet>,
}

#[derive(Serialize)]
struct PracticeStageSet {
    name: &'static str,
    positions: Vec<&'static str>,
}

/// `GET /api/practice/{game}`
pub(super) async fn list(PathParam(game): PathParam) -> Result<Json<PracticeStages>, ApiError> {
    let kind = parse_game_in_path(&game)?;
    let set = |stage: GameStage| PracticeStageSet {
        name: stage.word(),
        positions: positions(kind, stage).collect(),
    };
    Ok(Json(PracticeStages { stages: GameStage::ALL.into_iter().map(set).collect() }))
}
