//! Analysis of a record: judges every deal and move, and sends each line as soon as it is known.
//!
//! ```text
//! {"ply":1,"move":{...}}      cached results come at once,
//! {"ply":2,"deal":{...}}      the rest is computed one step at a time
//! {"summary":{...}}
//! ```
//!
//! The lines are those of the other front ends, byte for byte. With `?names=true` each move also has its name.
//!
//! If the client disconnects, the task and its thinking stop.

use super::{
    advice::choose_error,
    move_names::add_names,
    record_cache::{CachedRecord, OpenRecord},
};
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    extract::QueryParams,
    guard::{Caller, Held, Permit, Rate, RequestMemory, run_blocking},
    metrics::Transport,
    room::check_moves,
    running_games::has_several_people,
    thinking_pool::{LostThought, ThoughtOwner},
    transport::ndjson,
};
use axum::{extract::State, response::IntoResponse};
use futures_util::stream;
use meeple_ai::{
    advice::adviser,
    analysis::{AnalysisEffort, AnalysisJob, AnalysisRunner, JobResult, NoStore, StepJudgement},
};
use meeple_core::{ChooseError, Limits};
use serde::Deserialize;
use serde_json::{Value, json};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{mpsc, oneshot},
    task::JoinSet,
    time::sleep,
};

/// The number of lines that may wait for the client to read them.
const AHEAD: usize = 16;

/// How often a step is begun that the pool stops, because others need the threads more.
const TRIES: usize = 6;
/// The pause before it is begun again for the first time; each further pause is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);

/// The query of a request for an analysis.
#[derive(Deserialize)]
pub(super) struct AnalysisQuery {
    #[serde(default)]
    names: bool,
}

/// `GET /api/records/{id}/analysis`
pub(super) async fn run(
    State(app): State<AppState>,
    Caller(client): Caller,
    OpenRecord(record, memory): OpenRecord,
    QueryParams(AnalysisQuery { names }): QueryParams<AnalysisQuery>,
) -> Result<impl IntoResponse, ApiError> {
    check_is_over(&app, &record, &memory).await?;
    let permit = Arc::new(client.acquire(Held::Searches, 1)?);
    let (sender, receiver) = mpsc::channel(AHEAD);
    let owner = ThoughtOwner { client: client.address(), room: None };
    let shared = app.clone();
    let analyst = GameAnalyst { app, owner, record, names, lines: sender, permit };
    let mut task = JoinSet::new(); // dropped with the response, which aborts the analysis
    task.spawn(analyst.run());
    let lines = stream::unfold((receiver, task), |(mut receiver, task)| async {
        Some((receiver.recv().await?, (receiver, task)))
    });
    Ok(ndjson(&shared, lines))
}

/// Refuses a game that people are still playing, also if this is a copy of it.
async fn check_is_over(
    app: &AppState,
    record: &Arc<CachedRecord>,
    memory: &RequestMemory,
) -> Result<(), ApiError> {
    let CachedRecord { is_uploaded, game, .. } = &**record;
    let is_original = !is_uploaded && game.end().is_none() && has_several_people(game);
    if is_original || has_running_position(app, record, memory).await? {
        let message = "People are still playing this game. Analyse it when it is over.";
        return Err(ApiError::not_now(message));
    }
    Ok(())
}

/// Returns whether people are still playing a game that has a position of this record. The hashes of its positions
/// are kept with it, because a long game has many.
async fn has_running_position(
    app: &AppState,
    record: &Arc<CachedRecord>,
    memory: &RequestMemory,
) -> Result<bool, ApiError> {
    let (games, record) = (app.running_games.clone(), Arc::clone(record));
    let search =
        move || games.has_any(record.position_hashes.get_or_init(|| games.hashes(&record.game)));
    memory.run_blocking(search).await
}

/// Tries something that the pool may stop several times, with pauses that get longer, the first one as given.
async fn retry<T, F: Future<Output = Result<Result<T, ApiError>, LostThought>>>(
    mut pause: Duration,
    mut attempt: impl FnMut() -> F,
) -> Result<T, ApiError> {
    for _ in 1..TRIES {
        match attempt().await {
            Ok(found) => return found,
            Err(_) => sleep(pause).await,
        }
        pause *= 2;
    }
    attempt().await?
}

/// The task that analyses a game.
struct GameAnalyst {
    app: AppState,
    owner: ThoughtOwner,
    record: Arc<CachedRecord>,
    /// Whether the moves in the lines are named.
    names: bool,
    lines: mpsc::Sender<String>,
    /// Also held by the step that is being thought about.
    permit: Arc<Permit>,
}

impl GameAnalyst {
    async fn run(self) {
        if let Err(error) = self.judge_all().await {
            self.app.metrics.count_refusal(Transport::Stream, error.code);
            self.send_line(json!({ "error": error }).to_string()).await;
        }
    }

    async fn judge_all(&self) -> Result<(), ApiError> {
        let CachedRecord { kind, game, .. } = &*self.record;
        let unit = adviser(*kind, &self.app.resources).unit();
        let effort = AnalysisEffort::for_game(*kind);
        let mut runner = AnalysisRunner::new(Arc::clone(game), unit, effort, NoStore);
        while let Some(key) = runner.due() {
            let name = key.to_string();
            let cached = self.cached(&name).await;
            if cached.is_none_or(|judged| runner.put(JobResult { key, judged }).is_err()) {
                let Some(job) = runner.job() else { break };
                self.check_step(runner.analysis().judged().len()).await?;
                runner.put(self.think(job).await?).map_err(ApiError::broken)?;
                if let Some(judged) = runner.analysis().judged().last() {
                    self.cache(&name, judged).await;
                }
            }
            let at = runner.analysis().judged().len() - 1;
            let Some(line) = runner.analysis().line(at) else { break };
            let line = if self.names { self.with_names(at, line) } else { line };
            if !self.send_line(line).await {
                return Ok(()); // the client has gone
            }
        }
        self.send_line(runner.summary().line()).await;
        Ok(())
    }

    /// Refuses to judge a step, counted from 0, whose position is too large for advice.
    async fn check_step(&self, at: usize) -> Result<(), ApiError> {
        let (record, config) = (Arc::clone(&self.record), Arc::clone(&self.app.config));
        let check = move || {
            record.game.position_at(at).map_or(Ok(()), |game| check_moves(game, &config.limits))
        };
        run_blocking(Arc::clone(&self.permit), check).await?
    }

    /// Runs one step on the thread pool, again if the pool stops it.
    async fn think(&self, job: AnalysisJob) -> Result<JobResult, ApiError> {
        retry(FIRST_PAUSE, || self.try_to_think(job.clone())).await
    }

    /// Runs one step; `Err` means that the pool has stopped it.
    async fn try_to_think(
        &self,
        job: AnalysisJob,
    ) -> Result<Result<JobResult, ApiError>, LostThought> {
        if self.app.closing.has_begun() {
            return Ok(Err(LostThought::Stopped.into()));
        }
        let (kind, resources) = (self.record.kind, self.app.resources.clone());
        let max_time = self.app.config.limits.max_thinking_time;
        let (begins, begun) = oneshot::channel();
        let permit = Arc::clone(&self.permit);
        let found = self.app.pool.think(self.owner.clone(), Limits::default(), move |limits| {
            let _permit = permit; // also if the client has gone meanwhile
            let _ = begins.send(()); // nobody listens then
            job.run(&mut *adviser(kind, &resources), limits)
        });
        // Less time must not give another result, so a step is judged as in the other front ends or not at all.
        let time_is_up = async {
            let _ = begun.await; // otherwise it is lost, which is noticed first
            sleep(max_time).await;
        };
        tokio::select! {
            biased;
            found = found => match found {
                Ok(Err(ChooseError::Stopped)) | Err(LostThought::Stopped) => Err(LostThought::Stopped),
                Ok(found) => Ok(found.map_err(choose_error)),
                Err(lost) => Ok(Err(lost.into())),
            },
            () = time_is_up => {
                let message = "This ply takes too long here. Try again later, or analyse the game with the \
                               program on your own computer.";
                Ok(Err(ApiError::new(ErrorCode::Unavailable, message)))
            }
        }
    }

    /// Returns the judgement of a step that the server's log has under this name, if any.
    async fn cached(&self, name: &str) -> Option<StepJudgement> {
        let found = self.app.log.cached_result(name).await;
        let found =
            found.inspect_err(|error| tracing::warn!(%error, "cached results cannot be read"));
        serde_json::from_str(&found.ok()??).ok()
    }

    /// Writes the judgement of a step to the log.
    async fn cache(&self, name: &str, judged: &StepJudgement) {
        let client = self.permit.client();
        if !self.app.has_disk_space().await || !client.has_left(Rate::BytesStored) {
            return; // it can be computed again
        }
        let judged = serde_json::to_string(judged).expect("a step is plain data with text keys");
        client.charge(Rate::BytesStored, judged.len() as u64);
        if let Err(error) = self.app.log.cache_result(name, judged).await {
            tracing::warn!(%error, "a result cannot be cached");
        }
    }

    /// Returns the line of a step, counted from 0, with the names of its moves.
    fn with_names(&self, at: usize, line: String) -> String {
        let CachedRecord { kind, game, .. } = &*self.record;
        let step = serde_json::from_str::<Value>(&line).ok().zip(game.position_at(at));
        let Some((mut step, position)) = step else { return line };
        if let Some(judged) = step.get_mut("move") {
            add_names(*kind, position, &mut judged["played"]);
            let best = judged["best"].as_array_mut().into_iter().flatten();
            best.for_each(|advised| add_names(*kind, position, advised));
        }
        step.to_string()
    }

    /// Sends a line; returns `false` if the client has gone.
    async fn send_line(&self, line: String) -> bool {
        self.lines.send(line + "\n").await.is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::future::ready;

    /// Has a thought that is stopped so many times; returns the answer, and how often it was begun.
    async fn stopped(times: usize) -> (Result<usize, ApiError>, usize) {
        let mut begun = 0;
        let attempt = || {
            begun += 1;
            ready(if begun > times { Ok(Ok(7)) } else { Err(LostThought::Stopped) })
        };
        let answer = retry(Duration::ZERO, attempt).await;
        (answer, begun)
    }

    #[tokio::test]
    async fn what_the_pool_stops_is_begun_again_but_not_for_ever() {
        for times in 0..TRIES {
            let (answer, begun) = stopped(times).await;
            assert_eq!((answer.ok(), begun), (Some(7), times + 1));
        }
        let (answer, begun) = stopped(100).await;
        let refusal = answer.expect_err("it is never finished");
        assert_eq!((refusal.code, begun), (ErrorCode::Unavailable, TRIES));
    }
}
