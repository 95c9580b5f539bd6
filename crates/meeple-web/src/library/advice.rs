//! Advice: the best moves in a position, their values, and the reasons.

use super::{
    move_names::add_names,
    parse_game,
    positions::{check_move, parse_position, start_game},
};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    extract::JsonBody,
    guard::{Caller, EXPENSIVE_BYTES, Held, Permit, RequestMemory},
    room::check_moves,
    thinking_pool::{LostThought, ThoughtOwner},
};
use axum::{Json, extract::State};
use meeple_ai::advice::{Advice, HINT_TIME, Question, adviser};
use meeple_core::{
    AnyGame, ChooseError, Limits, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::GameKind;
use serde::Deserialize;
use serde_json::Value;
use std::{sync::Arc, time::Duration};

/// The default number of moves.
const DEFAULT_TOP: usize = 5;
/// The maximum number of moves.
const MAX_MOVES: usize = 20;

/// `{game, position, top?, time_ms?, also?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct AdviceRequest {
    game: String,
    position: String,
    top: Option<usize>,
    time_ms: Option<u64>,
    #[serde(default)]
    also: Vec<String>,
}

/// `POST /api/advice`
pub(super) async fn give(
    State(app): State<AppState>,
    Caller(client): Caller,
    memory: RequestMemory,
    JsonBody(request): JsonBody<AdviceRequest>,
) -> Result<Json<Value>, ApiError> {
    memory.grow(EXPENSIVE_BYTES)?;
    let AdviceRequest { game, position, top, time_ms, also } = request;
    let kind = parse_game(&game)?;
    if also.len() > MAX_MOVES {
        let message = format!("You can ask about at most {MAX_MOVES} moves.");
        return Err(ApiError::bad_request(message));
    }
    let top = top.unwrap_or(DEFAULT_TOP).clamp(1, MAX_MOVES);
    let server = Arc::clone(&app.config);
    let asked = memory.run_blocking(move || {
        let game = start_game(kind, parse_position(kind, &position)?, 0)?;
        check_moves(game.position(), &server.limits)?;
        also.iter().try_for_each(|mv| check_move(kind, &game, mv))?;
        Ok::<_, ApiError>((game.position().boxed_clone(), Question { top, also }))
    });
    let (position, question) = asked.await??;
    let time =
        time_ms.map_or(HINT_TIME, Duration::from_millis).min(app.config.limits.max_thinking_time);
    let held = (client.acquire(Held::Searches, 1)?, memory);
    let owner = ThoughtOwner { client: client.address(), room: None };
    think(&app, (owner, held), (kind, position), question, time).await.map(Json)
}

/// Returns advice for a player in a room; the search holds the permit.
pub(crate) async fn hint(
    app: &AppState,
    (owner, permit): (ThoughtOwner, Permit),
    position: Box<dyn AnyGame>,
) -> Result<Value, ApiError> {
    let kind = parse_game(position.name())?;
    let time = HINT_TIME.min(app.config.limits.max_thinking_time);
    think(app, (owner, permit), (kind, position), Question::top(DEFAULT_TOP), time).await
}

async fn think(
    app: &AppState,
    (owner, held): (ThoughtOwner, impl Send + 'static),
    (kind, position): (GameKind, Box<dyn AnyGame>),
    question: Question<String>,
    time: Duration,
) -> Result<Value, ApiError> {
    check_is_free(app, &*position)?;
    let resources = app.resources.clone();
    let limits = Limits { time: Some(time), ..Limits::default() };
    let answer = app.pool.think(owner, limits, move |limits| {
        let _held = held; // until the search ends, also if the client has gone meanwhile
        let mut adviser = adviser(kind, &resources);
        let rng = &mut seeded(position.hash64(), RngStream::Other(0));
        let advice = match position.turn() {
            Turn::Seat(_) => adviser.advise_text(&*position, &question, limits, rng)?,
            Turn::Chance | Turn::Over => {
                let appraisal = adviser.appraise_any(&*position, limits, rng)?;
                Advice { appraisal, moves: Vec::new(), nodes: 0, depth: None, proof: None }
            }
        };
        let advice = advice.graded(adviser.unit());
        let mut advice = serde_json::to_value(advice).expect("advice is plain data");
        let moves = advice["moves"].as_array_mut().into_iter().flatten();
        moves.for_each(|advised| add_names(kind, &*position, advised));
        Ok(advice)
    });
    answer.await?.map_err(choose_error)
}

/// Refuses a position that people are still playing.
pub(crate) fn check_is_free(app: &AppState, position: &dyn AnyGame) -> Result<(), ApiError> {
    if app.running_games.has(position) {
        let message = "People are still playing this position. Ask again when their game is over.";
        return Err(ApiError::not_now(message));
    }
    Ok(())
}

/// Converts a player's error into an API error.
pub(super) fn choose_error(error: ChooseError) -> ApiError {
    match error {
        ChooseError::Stopped => LostThought::Stopped.into(),
        ChooseError::NotNow => ApiError::not_now("No player is to move in this position."),
        error => {
            tracing::error!(%error, "an adviser failed");
            ApiError::broken(error)
        }
    }
}
