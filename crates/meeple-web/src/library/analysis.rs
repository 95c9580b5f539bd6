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
    record_cache::{CachedRecord, OpenRecord},
};
use crate::{
    api_error::ApiError,
    app_state::AppState,
    guard::{Caller, Permit, Resource},
    log::EventLog,
    thinking_pool::ThoughtOwner,
    transport::ndjson,
};
use axum::{extract::State, response::IntoResponse};
use futures_util::stream;
use meeple_ai::{
    advice::adviser,
    analysis::{
        AnalysisEffort, AnalysisJob, AnalysisRunner, JobResult, StepJudgement, StepKey, Store,
    },
};
use meeple_core::{Contestant, Limits, Match};
use serde_json::json;
use std::sync::Arc;
use tokio::{sync::mpsc, task::JoinSet};

/// The number of lines that may wait for the client to read them.
const AHEAD: usize = 16;

/// `GET /api/records/{id}/analysis`
pub(super) async fn run(
    State(app): State<AppState>,
    Caller(address): Caller,
    OpenRecord(record): OpenRecord,
) -> Result<impl IntoResponse, ApiError> {
    if !record.is_uploaded && is_between_people(&record.game) {
        let message = "People are still playing this game. Analyse it when it is over.";
        return Err(ApiError::not_now(message));
    }
    let permit = app.guard.acquire(address, Resource::Thought)?;
    let (sender, receiver) = mpsc::channel(AHEAD);
    let owner = ThoughtOwner::Address(address);
    let analyst = GameAnalyst { app, owner, record, lines: sender, _permit: permit };
    let mut task = JoinSet::new(); // dropped with the response, which aborts the analysis
    task.spawn(analyst.run());
    Ok(ndjson(stream::unfold((receiver, task), |(mut receiver, task)| async {
        Some((receiver.recv().await?, (receiver, task)))
    })))
}

/// Returns whether this is an unfinished game between people.
fn is_between_people(game: &Match) -> bool {
    let people = game.header().seats.iter().filter(|info| info.who == Contestant::Person);
    game.end().is_none() && people.count() > 1
}

/// The task that analyses a game.
struct GameAnalyst {
    app: AppState,
    owner: ThoughtOwner,
    record: Arc<CachedRecord>,
    lines: mpsc::Sender<String>,
    _permit: Permit,
}

impl GameAnalyst {
    async fn run(self) {
        if let Err(error) = self.judge_all().await {
            self.send_line(json!({ "error": error }).to_string()).await;
        }
    }

    async fn judge_all(&self) -> Result<(), ApiError> {
        let log = Arc::clone(&self.app.log);
        let store = LogStore { log, fetched: None, unwritten: Vec::new() };
        let CachedRecord { kind, game, .. } = &*self.record;
        let unit = adviser(*kind, &self.app.resources).unit();
        let effort = AnalysisEffort::for_game(*kind);
        let mut runner = AnalysisRunner::new(Arc::clone(game), unit, effort, store);
        while let Some(key) = runner.due() {
            runner.store_mut().fetch(key).await;
            if !runner.recall() {
                let Some(job) = runner.job() else { break };
                runner.put(self.think(job).await?).map_err(ApiError::broken)?;
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
        let (kind, resources) = (self.record.kind, self.app.resources.clone());
        let found = self.app.pool.think(self.owner.clone(), Limits::default(), move |limits| {
            job.run(&mut *adviser(kind, &resources), limits)
        });
        found.await?.map_err(choose_error)
    }

    /// Sends a line; returns `false` if the client has gone.
    async fn send_line(&self, line: String) -> bool {
        self.lines.send(line + "\n").await.is_ok()
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
    /// Reads a step from the log.
    async fn fetch(&mut self, key: StepKey) {
        let found = self.log.cached_result(&key.to_string()).await;
        let found =
            found.inspect_err(|error| tracing::warn!(%error, "cached results cannot be read"));
        let judged = found.ok().flatten().and_then(|text| serde_json::from_str(&text).ok());
        self.fetched = judged.map(|judged| (key, judged));
    }

    /// Writes the new judgements to the log.
    async fn flush(&mut self) {
        for (key, judged) in self.unwritten.drain(..) {
            if let Err(error) = self.log.cache_result(&key, judged).await {
                tracing::warn!(%error, "a result cannot be cached");
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
