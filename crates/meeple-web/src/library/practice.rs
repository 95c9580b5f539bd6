//! Positions to be practised.

use super::kind_there;
use crate::{asked::Named, refusal::Refusal};
use axum::Json;
use meeple_ai::practice::{Stage, positions};
use serde::Serialize;

#[derive(Serialize)]
pub(super) struct Stages {
    stages: Vec<Set>,
}

#[derive(Serialize)]
struct Set {
    name: &'static str,
    positions: Vec<&'static str>,
}

/// `GET /api/practice/{game}`
pub(super) async fn list(Named(game): Named) -> Result<Json<Stages>, Refusal> {
    let kind = kind_there(&game)?;
    let set =
        |stage: Stage| Set { name: stage.word(), positions: positions(kind, stage).collect() };
    Ok(Json(Stages { stages: Stage::ALL.into_iter().map(set).collect() }))
}
