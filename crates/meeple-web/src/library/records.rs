//! Records: games that were played here or brought (`bringing`), told, shown and given back.

use super::{
    aside,
    positions::Shown,
    said,
    shelf::{Opened, Shelf},
};
use crate::{
    app::App,
    asked::{Named, Wanted},
    refusal::{Code, Refusal},
};
use axum::{
    Extension, Json,
    extract::State,
    http::header::{CONTENT_DISPOSITION, CONTENT_TYPE},
    response::IntoResponse,
};
use meeple_core::{Event, Header, Match, Millis, Notes, Seat, text::printable};
use meeple_games::GameKind;
use meeple_view::{Ending, view};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::sync::Arc;

/// How many pictures there are in an answer unless something else is said...
const USUAL_PICTURES: usize = 40;
/// ...and at most.
const MOST_PICTURES: usize = 64;

/// All that can be said of a game in words.
#[derive(Serialize)]
struct Told {
    id: String,
    game: &'static str,
    header: Header,
    plies: Vec<ToldPly>,
    /// Everybody's points, before the first ply and after each.
    points: Vec<Vec<i32>>,
    ending: Option<Ending>,
}

#[derive(Serialize)]
struct ToldPly {
    seat: Option<Seat>,
    #[serde(rename = "move")]
    mv: Option<String>,
    deal: Option<String>,
    did: String,
    followed: Vec<String>,
    ms: Option<Millis>,
}

/// `GET /api/records/{id}`
pub(super) async fn tell(
    State(app): State<App>,
    Extension(shelf): Extension<Shelf>,
    Named(id): Named,
) -> Result<impl IntoResponse, Refusal> {
    let record = shelf.open(&app, &id).await?;
    let told = aside(move || {
        let game = &record.game;
        let kind = kind_of(game)?;
        let told = Told {
            id,
            game: kind.name(),
            header: public_header(&record),
            plies: (1..=game.line().len()).map(|ply| told_ply(kind, game, ply)).collect(),
            points: (0..=game.line().len()).map(|ply| points(game, ply)).collect(),
            ending: view(kind).ending(game),
        };
        serde_json::to_string(&told).map_err(|error| Refusal::new(Code::Broken, said(&error)))
    })
    .await??;
    Ok(([(CONTENT_TYPE, "application/json")], told))
}

fn told_ply(kind: GameKind, game: &Match, ply: usize) -> ToldPly {
    let told = view(kind).tell(game, ply).unwrap_or_default();
    let (seat, mv, deal, ms) = match &*game.line()[ply - 1].event {
        Event::Move { seat, mv, ms, .. } => (Some(*seat), Some(mv.clone()), None, *ms),
        Event::Deal { deal } => (None, None, Some(deal.clone()), None),
        _ => (None, None, None, None),
    };
    // What is not told in words, such as being stuck, is what followed; else it is spelled.
    let is_told = !told.did.is_empty() || !told.followed.is_empty();
    let spelled = || mv.as_ref().or(deal.as_ref()).map(|text| printable(text)).unwrap_or_default();
    let did = if is_told { told.did } else { spelled() };
    ToldPly { seat, mv, deal, did, followed: told.followed, ms }
}

fn points(game: &Match, ply: usize) -> Vec<i32> {
    let position = game.position_at(ply);
    let seats = (0..game.header().seats.len()).map(Seat::new);
    seats.map(|seat| position.map_or(0, |position| position.points(seat))).collect()
}

/// Which pictures.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Pages {
    #[serde(default)]
    from: usize,
    count: Option<usize>,
}

/// `GET /api/records/{id}/pictures`
pub(super) async fn pictures(
    State(app): State<App>,
    Extension(shelf): Extension<Shelf>,
    Named(id): Named,
    Wanted(Pages { from, count }): Wanted<Pages>,
) -> Result<Json<Value>, Refusal> {
    let record = shelf.open(&app, &id).await?;
    let count = count.unwrap_or(USUAL_PICTURES).min(MOST_PICTURES);
    aside(move || {
        let kind = kind_of(&record.game)?;
        let plies = from..from.saturating_add(count);
        let pictures = plies.map_while(|ply| view(kind).picture_at(&record.game, ply));
        Ok(Json(json!({ "from": from, "pictures": pictures.collect::<Vec<_>>() })))
    })
    .await?
}

/// Which ply.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct At {
    ply: usize,
}

/// `GET /api/records/{id}/moves`
pub(super) async fn moves(
    State(app): State<App>,
    Extension(shelf): Extension<Shelf>,
    Named(id): Named,
    Wanted(At { ply }): Wanted<At>,
) -> Result<Json<Shown>, Refusal> {
    let record = shelf.open(&app, &id).await?;
    aside(move || Shown::of(kind_of(&record.game)?, &record.game, ply)).await?.map(Json)
}

/// `GET /api/records/{id}/file`
pub(super) async fn file(
    State(app): State<App>,
    Extension(shelf): Extension<Shelf>,
    Named(id): Named,
) -> Result<impl IntoResponse, Refusal> {
    let record = shelf.open(&app, &id).await?;
    let name = format!("attachment; filename=\"{}-{id}.jsonl\"", kind_of(&record.game)?);
    let text = aside(move || text_of(&record)).await?;
    Ok(([(CONTENT_TYPE, "application/x-ndjson".into()), (CONTENT_DISPOSITION, name)], text))
}

/// The record as a file; what nobody may know yet is not in it.
fn text_of(record: &Arc<Opened>) -> String {
    let line = |event: &Arc<Event>| match &**event {
        Event::Start(_) => Event::Start(public_header(record)).to_string(),
        Event::Move { seat, mv, ms, .. } if !is_public(record) => {
            Event::played(*seat, mv, Notes { ms: *ms, ..Notes::default() }).to_string()
        }
        event => event.to_string(),
    };
    record.game.log().iter().map(|event| line(event) + "\n").collect()
}

/// While a game is played here, nobody is told what will be dealt, nor what others thought.
fn is_public(record: &Opened) -> bool {
    record.is_brought || record.game.end().is_some()
}

fn public_header(record: &Opened) -> Header {
    let header = record.game.header().clone();
    let seed = header.seed.filter(|_| is_public(record));
    Header { seed, ..header }
}

/// Which game it is.
pub(super) fn kind_of(game: &Match) -> Result<GameKind, Refusal> {
    game.header().game.parse().map_err(|error| Refusal::new(Code::Broken, said(&error)))
}
