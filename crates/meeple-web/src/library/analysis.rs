//! Analysis: every deal and move of a record judged, a line as soon as it is known.
//!
//! ```text
//! {"ply":1,"judged":{"move":{...}}}      what was found before comes at once,
//! {"ply":2,"judged":{"deal":{...}}}      the rest is thought about, one step at a time
//! {"summary":{...}}
//! ```
//!
//! Whoever goes away ends it: the task and what it thinks about.

use super::{
    advice::refused,
    records::kind_of,
    shelf::{Opened, Shelf},
};
use crate::{
    app::App,
    asked::Named,
    guard::{Caller, Permit},
    refusal::{Code, Refusal},
    thinking::Owner,
};
use axum::{
    Extension,
    body::{Body, Bytes},
    extract::State,
    http::header::CONTENT_TYPE,
    response::IntoResponse,
};
use futures_util::stream;
use meeple_ai::{
    advice::adviser,
    analysis::{self, Analysis, Effort, Judged, Summary, ToldStep},
};
use meeple_core::{Contestant, Limits, Match};
use meeple_games::GameKind;
use serde::Serialize;
use std::{convert::Infallible, sync::Arc, time::Duration};
use tokio::{sync::mpsc, task::AbortHandle};

/// How long each deal and move is thought about.
const TIME: Duration = Duration::from_millis(300);
/// How many of the best moves are named.
const TOP: usize = 3;
/// What was found depends on the program that found it.
const PROGRAM: &str = env!("CARGO_PKG_VERSION");
/// So many lines may wait for whoever reads them.
const AHEAD: usize = 16;

/// A line of the answer.
#[derive(Serialize)]
#[serde(untagged)]
enum Line<'a> {
    Step { ply: usize, judged: ToldStep<'a> },
    Summary { summary: Summary },
    Error { error: Refusal },
}

/// `GET /api/records/{id}/analysis`
pub(super) async fn run(
    State(app): State<App>,
    Caller(address): Caller,
    Extension(shelf): Extension<Shelf>,
    Named(id): Named,
) -> Result<impl IntoResponse, Refusal> {
    let record = shelf.open(&app, &id).await?;
    let kind = kind_of(&record.game)?;
    if !record.is_brought && is_between_people(&record.game) {
        let message = "People are playing this game: its analysis comes when it is over.";
        return Err(Refusal::new(Code::NotNow, message));
    }
    let permit = app.guard.thought(address)?;
    let (lines, told) = mpsc::channel(AHEAD);
    let judge = Judge { app, owner: Owner::Address(address), kind, record, lines, _permit: permit };
    let task = Task(tokio::spawn(judge.run()).abort_handle());
    let lines = stream::unfold((told, task), |(mut told, task)| async {
        let line: Bytes = told.recv().await?;
        Some((Ok::<_, Infallible>(line), (told, task)))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}

/// Whether people play against each other, and still do.
fn is_between_people(game: &Match) -> bool {
    let people = game.header().seats.iter().filter(|info| info.who == Contestant::Person);
    game.end().is_none() && people.count() > 1
}

/// The task ends with whoever reads.
struct Task(AbortHandle);

impl Drop for Task {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Who judges a game.
struct Judge {
    app: App,
    owner: Owner,
    kind: GameKind,
    record: Arc<Opened>,
    lines: mpsc::Sender<Bytes>,
    _permit: Permit,
}

impl Judge {
    async fn run(self) {
        if let Err(error) = self.judge_all().await {
            self.say(&Line::Error { error }).await;
        }
    }

    async fn judge_all(&self) -> Result<(), Refusal> {
        let record = Arc::clone(&self.record);
        let mut analysis = Analysis::of(&record.game);
        while let Some(key) = analysis.key() {
            let at = analysis.judged().len();
            let key = self.name_of(key);
            let is_known = self.known(&key).await.is_some_and(|judged| analysis.add(judged));
            if !is_known {
                let judged = self.think(at).await?;
                self.keep(&key, &judged).await;
                if !analysis.add(judged) {
                    return Err(Refusal::new(Code::Broken, "The adviser spoke of something else."));
                }
            }
            let judged = analysis.judged()[at].told();
            let ply = (at + 1).min(record.game.line().len());
            if !self.say(&Line::Step { ply, judged }).await {
                return Ok(()); // nobody listens
            }
        }
        let unit = adviser(self.kind, &self.app.resources).unit();
        self.say(&Line::Summary { summary: analysis.summary(unit) }).await;
        Ok(())
    }

    /// Has a step thought about.
    async fn think(&self, at: usize) -> Result<Judged, Refusal> {
        let (kind, record, resources) =
            (self.kind, Arc::clone(&self.record), self.app.resources.clone());
        let limits = Limits { time: Some(TIME), ..Limits::default() };
        let judged = self.app.pool.think(self.owner.clone(), limits, move |limits| {
            let effort = Effort { top: TOP, limits: limits.clone() };
            analysis::judge(&record.game, at, &mut *adviser(kind, &resources), &effort)
        });
        let judged = judged.await?.map_err(refused)?;
        judged.ok_or_else(|| Refusal::new(Code::Broken, "There is no such step."))
    }

    /// Under which name a step is kept: everything that its figures depend on.
    fn name_of(&self, key: u64) -> String {
        let game: &Match = &self.record.game;
        let (rules, ms) = (game.header().rules, TIME.as_millis());
        format!(
            "analysis {} rules={rules} program={PROGRAM} ms={ms} top={TOP} {key:016x}",
            self.kind
        )
    }

    async fn known(&self, name: &str) -> Option<Judged> {
        let found = self.app.log.found(name).await;
        let found = found.inspect_err(|error| tracing::warn!(%error, "nothing is found again"));
        serde_json::from_str(&found.ok()??).ok()
    }

    async fn keep(&self, name: &str, judged: &Judged) {
        let Ok(text) = serde_json::to_string(judged) else { return };
        if let Err(error) = self.app.log.keep(name, text).await {
            tracing::warn!(%error, "nothing is kept");
        }
    }

    /// Says a line; `false` if nobody listens any more.
    async fn say(&self, line: &Line<'_>) -> bool {
        let mut text = serde_json::to_vec(line).expect("what is said is plain data with text keys");
        text.push(b'\n');
        self.lines.send(text.into()).await.is_ok()
    }
}
