//! Advice: the best moves of a position, what they are worth, and why.

use super::{
    aside, kind,
    positions::{begin, check_move, read},
    said,
};
use crate::{
    app::App,
    asked::Asked,
    guard::Caller,
    refusal::{Code, Refusal},
    thinking::Owner,
};
use axum::{Json, extract::State};
use meeple_ai::{
    advice::{Advice, AnyAdviser, Question, adviser},
    roster::Resources,
};
use meeple_core::{
    AnyGame, Limits, NoChoice, Turn,
    rng::{Stream, seeded},
};
use meeple_games::GameKind;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// How long is thought unless something else is said.
const USUAL_TIME: Duration = Duration::from_secs(1);
/// How many moves are named unless something else is said...
const USUAL_TOP: usize = 5;
/// ...and at most.
const MOST: usize = 20;

/// `{game, position, top?, time_ms?, also?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    game: String,
    position: String,
    top: Option<usize>,
    time_ms: Option<u64>,
    #[serde(default)]
    also: Vec<String>,
}

/// `POST /api/advice`
pub(super) async fn give(
    State(app): State<App>,
    Caller(address): Caller,
    Asked(wish): Asked<Wish>,
) -> Result<Json<Value>, Refusal> {
    let Wish { game, position, top, time_ms, also } = wish;
    let kind = kind(&game)?;
    if also.len() > MOST {
        return Err(Refusal::bad_request(format!("At most {MOST} moves can be asked about.")));
    }
    let top = top.unwrap_or(USUAL_TOP).clamp(1, MOST);
    let (position, question) = aside(move || {
        let game = begin(kind, read(kind, &position)?, 0)?;
        also.iter().try_for_each(|mv| check_move(kind, &game, mv))?;
        Ok::<_, Refusal>((game.position().boxed_clone(), Question { top, also }))
    })
    .await??;
    let time = time_ms.map_or(USUAL_TIME, Duration::from_millis).min(app.config.limits.thinking);
    let _permit = app.guard.thought(address)?;
    think(&app, Owner::Address(address), (kind, position), question, time).await.map(Json)
}

/// Advice for somebody who sits at this position.
pub(crate) async fn hint(
    app: &App,
    owner: Owner,
    position: Box<dyn AnyGame>,
) -> Result<Value, Refusal> {
    let kind = kind(position.name())?;
    let time = USUAL_TIME.min(app.config.limits.thinking);
    think(app, owner, (kind, position), Question::top(USUAL_TOP), time).await
}

async fn think(
    app: &App,
    owner: Owner,
    (kind, position): (GameKind, Box<dyn AnyGame>),
    question: Question<String>,
    time: Duration,
) -> Result<Value, Refusal> {
    let resources = app.resources.clone();
    let limits = Limits { time: Some(time), ..Limits::default() };
    let answer = app.pool.think(owner, limits, move |limits| {
        answer(kind, &*position, &question, &resources, limits)
    });
    answer.await?.map_err(refused)
}

fn answer(
    kind: GameKind,
    position: &dyn AnyGame,
    question: &Question<String>,
    resources: &Resources,
    limits: &Limits,
) -> Result<Value, NoChoice> {
    let mut adviser = adviser(kind, resources);
    let advice = match position.turn() {
        Turn::Seat(_) => {
            let rng = &mut seeded(position.hash64(), Stream::Other(0));
            adviser.advise_text(position, question, limits, rng)?
        }
        Turn::Chance | Turn::Over => nobody_moves(&mut *adviser, position, limits)?,
    };
    serde_json::to_value(advice.told(adviser.unit()))
        .map_err(|error| NoChoice::broken(error.to_string()))
}

/// There is no move to speak of, but how it stands can be said.
fn nobody_moves(
    adviser: &mut dyn AnyAdviser,
    position: &dyn AnyGame,
    limits: &Limits,
) -> Result<Advice<String>, NoChoice> {
    let rng = &mut seeded(position.hash64(), Stream::Other(0));
    let appraisal = adviser.appraise_any(position, limits, rng)?;
    Ok(Advice { appraisal, moves: Vec::new(), nodes: 0, depth: None, proof: None })
}

/// Why nothing was found.
pub(super) fn refused(error: NoChoice) -> Refusal {
    match error {
        NoChoice::Stopped => Refusal::new(Code::NotNow, "The thinking was stopped."),
        NoChoice::NotNow => Refusal::new(Code::NotNow, "Nobody is to move there."),
        error @ (NoChoice::OtherGame(_) | NoChoice::Failed(_)) => {
            tracing::error!(%error, "an adviser failed");
            Refusal::new(Code::Broken, said(&error))
        }
    }
}
