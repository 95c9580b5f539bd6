//! Analysis of a record: judges every deal and move, and sends each line as soon as it is known.
//!
//! ```text
//! {"ply":1,"move":{...}}      cached results come at once,
//! {"ply":2,"deal":{...}}      the rest is computed one step at a time
//! {"summary":{...}}
//! ```
//!
//! If the client disconnects, the task and its thinking stop.

use super::{
    advice::choose_error,
    record_cache::{CachedRecord, RecordCache},
    records::kind_of,
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    extract::PathParam,
    guard::{Caller, Permit},
    log::EventLog,
    thinking_pool::ThoughtOwner,
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
    analysis::{
        AnalysisEffort, AnalysisJob, AnalysisRunner, JobResult, StepJudgement, StepKey, Store,
    },
};
use meeple_core::{Contestant, Limits, Match};
use meeple_games::GameKind;
use serde::Serialize;
use std::{convert::Infallible, sync::Arc};
use tokio::{sync::mpsc, task::AbortHandle};

/// The number of lines that may wait for the client to read them.
const AHEAD: usize = 16;

/// The last line, if the analysis fails.
#[derive(Serialize)]
struct ErrorLine {
    error: ApiError,
}

/// `GET /api/records/{id}/analysis`
pub(super) async fn run(
    State(app): State<AppState>,
    Caller(address): Caller,
    Extension(shelf): Extension<RecordCache>,
    PathParam(id): PathParam,
) -> Result<impl IntoResponse, ApiError> {
    let record = shelf.open(&app, &id).await?;
    let kind = kind_of(&record.game)?;
    if !record.is_uploaded && is_between_people(&record.game) {
        let message = "People are playing this game: its analysis comes when it is over.";
        return Err(ApiError::new(ErrorCode::NotNow, message));
    }
    let permit = app.guard.acquire_thought(address)?;
    let (lines, told) = mpsc::channel(AHEAD);
    let judge = GameAnalyst {
        app,
        owner: ThoughtOwner::Address(address),
        kind,
        record,
        lines,
        _permit: permit,
    };
    let task = AnalysisTask(tokio::spawn(judge.run()).abort_handle());
    let lines = stream::unfold((told, task), |(mut told, task)| async {
        let line: Bytes = told.recv().await?;
        Some((Ok::<_, Infallible>(line), (told, task)))
    });
    Ok(([(CONTENT_TYPE, "application/x-ndjson")], Body::from_stream(lines)))
}

/// Returns whether this is an unfinished game between people.
fn is_between_people(game: &Match) -> bool {
    let people = game.header().seats.iter().filter(|info| info.who == Contestant::Person);
    game.end().is_none() && people.count() > 1
}

/// Aborts the analysis when the response is dropped.
struct AnalysisTask(AbortHandle);

impl Drop for AnalysisTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// The task that analyses a game.
struct GameAnalyst {
    app: AppState,
    owner: ThoughtOwner,
    kind: GameKind,
    record: Arc<CachedRecord>,
    lines: mpsc::Sender<Bytes>,
    _permit: Permit,
}

impl GameAnalyst {
    async fn run(self) {
        if let Err(error) = self.judge_all().await {
            let line = serde_json::to_string(&ErrorLine { error });
            self.send_line(line.expect("a refusal is plain data with text keys")).await;
        }
    }

    async fn judge_all(&self) -> Result<(), ApiError> {
        let store = LogStore::new(Arc::clone(&self.app.log));
        let unit = adviser(self.kind, &self.app.resources).unit();
        let game = Arc::clone(&self.record.game);
        let mut runner = AnalysisRunner::new(game, unit, AnalysisEffort::of(self.kind), store);
        while let Some(key) = runner.due() {
            runner.store_mut().fetch(key).await;
            if !runner.recall() {
                let Some(job) = runner.job() else { break };
                runner.put(self.think(job).await?).map_err(|error| {
                    tracing::error!(%error, "a step is not analysed");
                    ApiError::new(ErrorCode::Broken, "The adviser spoke of something else.")
                })?;
                runner.store_mut().flush().await;
            }
            let analysis = runner.analysis();
            let Some(line) = analysis.line(analysis.judged().len() - 1) else { break };
            if !self.send_line(line).await {
                return Ok(()); // the client has gone
            }
        }
        self.send_line(runner.summary().line()).await;
        Ok(())
    }

    /// Runs one step on the thread pool.
    async fn think(&self, job: AnalysisJob) -> Result<JobResult, ApiError> {
        let (kind, resources) = (self.kind, self.app.resources.clone());
        let found = self.app.pool.think(self.owner.clone(), Limits::default(), move |limits| {
            job.run(&mut *adviser(kind, &resources), limits)
        });
        found.await?.map_err(choose_error)
    }

    /// Sends a line; returns `false` if the client has gone.
    async fn send_line(&self, line: String) -> bool {
        self.lines.send((line + "\n").into()).await.is_ok()
    }
}

/// A store of judged steps in the server's log. The log is asynchronous and the runner isn't, so the log is
/// read and written between steps.
struct LogStore {
    log: Arc<dyn EventLog>,
    /// The logged judgement of the current step, if any.
    fetched: Option<(StepKey, StepJudgement)>,
    /// Judgements that still have to be written to the log.
    unwritten: Vec<(String, String)>,
}

impl LogStore {
    fn new(log: Arc<dyn EventLog>) -> Self {
        LogStore { log, fetched: None, unwritten: Vec::new() }
    }

    /// Reads a step from the log.
    async fn fetch(&mut self, key: StepKey) {
        let found = self.log.cached_result(&key.to_string()).await;
        let found = found.inspect_err(|error| tracing::warn!(%error, "nothing is found again"));
        let judged = found.ok().flatten().and_then(|text| serde_json::from_str(&text).ok());
        self.fetched = judged.map(|judged| (key, judged));
    }

    /// Writes the new judgements to the log.
    async fn flush(&mut self) {
        for (key, judged) in self.unwritten.drain(..) {
            if let Err(error) = self.log.cache_result(&key, judged).await {
                tracing::warn!(%error, "nothing is kept");
            }
        }
    }
}

impl Store for LogStore {
    fn get(&self, key: &StepKey) -> Option<StepJudgement> {
        let (_, judged) = self.fetched.as_ref().filter(|(fetched, _)| fetched == key)?;
        Some(judged.clone())
    }

    fn put(&mut self, key: &StepKey, judged: &StepJudgement) {
        let judged = serde_json::to_string(judged).expect("a step is plain data with text keys");
        self.unwritten.push((key.to_string(), judged));
    }
}
