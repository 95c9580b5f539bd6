//! Analysis: every deal and move of a record judged, a line as soon as it is known.
//!
//! ```text
//! {"ply":1,"move":{...}}      what was found before comes at once,
//! {"ply":2,"deal":{...}}      the rest is thought about, one step at a time
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
    log::EventLog,
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
    analysis::{Effort, Found, Job, Judged, Runner, StepKey, Store},
};
use meeple_core::{Contestant, Limits, Match};
use meeple_games::GameKind;
use serde::Serialize;
use std::{convert::Infallible, sync::Arc};
use tokio::{sync::mpsc, task::AbortHandle};

/// So many lines may wait for whoever reads them.
const AHEAD: usize = 16;

/// The last line, where it fails.
#[derive(Serialize)]
struct ErrorLine {
    error: Refusal,
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
            let line = serde_json::to_string(&ErrorLine { error });
            self.say(line.expect("a refusal is plain data with text keys")).await;
        }
    }

    async fn judge_all(&self) -> Result<(), Refusal> {
        let store = LogStore::new(Arc::clone(&self.app.log));
        let unit = adviser(self.kind, &self.app.resources).unit();
        let game = Arc::clone(&self.record.game);
        let mut runner = Runner::new(game, unit, Effort::of(self.kind), store);
        while let Some(key) = runner.due() {
            runner.store_mut().fetch(key).await;
            if !runner.recall() {
                let Some(job) = runner.job() else { break };
                runner.put(self.think(job).await?).map_err(|error| {
                    tracing::error!(%error, "a step is not analysed");
                    Refusal::new(Code::Broken, "The adviser spoke of something else.")
                })?;
                runner.store_mut().flush().await;
            }
            let analysis = runner.analysis();
            let Some(line) = analysis.line(analysis.judged().len() - 1) else { break };
            if !self.say(line).await {
                return Ok(()); // nobody listens
            }
        }
        self.say(runner.summary().line()).await;
        Ok(())
    }

    /// Has a step thought about.
    async fn think(&self, job: Job) -> Result<Found, Refusal> {
        let (kind, resources) = (self.kind, self.app.resources.clone());
        let found = self.app.pool.think(self.owner.clone(), Limits::default(), move |limits| {
            job.run(&mut *adviser(kind, &resources), limits)
        });
        found.await?.map_err(refused)
    }

    /// Says a line; `false` if nobody listens any more.
    async fn say(&self, line: String) -> bool {
        self.lines.send((line + "\n").into()).await.is_ok()
    }
}

/// Steps in the server's log. The log is asked between steps, because it answers later and a
/// runner does not wait.
struct LogStore {
    log: Arc<dyn EventLog>,
    /// What the log has of the step that is due.
    fetched: Option<(StepKey, Judged)>,
    /// What the log is still to be told.
    unwritten: Vec<(String, String)>,
}

impl LogStore {
    fn new(log: Arc<dyn EventLog>) -> Self {
        LogStore { log, fetched: None, unwritten: Vec::new() }
    }

    /// Asks the log for a step.
    async fn fetch(&mut self, key: StepKey) {
        let found = self.log.found(&key.to_string()).await;
        let found = found.inspect_err(|error| tracing::warn!(%error, "nothing is found again"));
        let judged = found.ok().flatten().and_then(|text| serde_json::from_str(&text).ok());
        self.fetched = judged.map(|judged| (key, judged));
    }

    /// Writes what was put since the last time.
    async fn flush(&mut self) {
        for (key, judged) in self.unwritten.drain(..) {
            if let Err(error) = self.log.keep(&key, judged).await {
                tracing::warn!(%error, "nothing is kept");
            }
        }
    }
}

impl Store for LogStore {
    fn get(&self, key: &StepKey) -> Option<Judged> {
        let (_, judged) = self.fetched.as_ref().filter(|(fetched, _)| fetched == key)?;
        Some(judged.clone())
    }

    fn put(&mut self, key: &StepKey, judged: &Judged) {
        let judged = serde_json::to_string(judged).expect("a step is plain data with text keys");
        self.unwritten.push((key.to_string(), judged));
    }
}
