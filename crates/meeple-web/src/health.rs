//! Readiness: whether the server can serve games right now, as a list of checks.
//!
//! ```json
//! {"ready": false, "checks": [{"name": "log", "ok": false, "problem": "The log cannot be written."}]}
//! ```

use crate::app_state::AppState;
use serde::Serialize;
use std::{
    future::Future,
    pin::Pin,
    thread,
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};
use tokio::time::timeout;

/// How long a report is valid, so that asking for it often costs nothing.
const VALID_FOR: Duration = Duration::from_secs(1);
/// The time limit for each check.
const PATIENCE: Duration = Duration::from_secs(3);
/// The key of the cached result that is written to check the log.
const LOG_KEY: &str = "readyz";

type CheckFuture = Pin<Box<dyn Future<Output = Result<(), String>> + Send>>;
type Check = Box<dyn Fn(&AppState) -> CheckFuture + Send + Sync>;

/// The checks, and their last report.
pub(crate) struct Health {
    checks: Vec<(&'static str, Check)>,
    last: tokio::sync::Mutex<Option<(Instant, ReadinessReport)>>,
}

/// The results of all checks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct ReadinessReport {
    /// Whether all checks have passed.
    pub(crate) ready: bool,
    checks: Vec<CheckResult>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
struct CheckResult {
    name: &'static str,
    ok: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

impl Health {
    /// Returns the checks of every server.
    pub(crate) fn new() -> Self {
        let mut health = Health { checks: Vec::new(), last: tokio::sync::Mutex::default() };
        health.add("log", |app| {
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
            let written = app.log.cache_result(LOG_KEY, now.to_string());
            async move { written.await.map_err(|_| "The log cannot be written.".to_owned()) }
        });
        health.add("searches", |app| {
            let (waiting, ..) = app.pool.counts();
            let processors = thread::available_parallelism().map_or(1, usize::from);
            let most = app.config.limits.max_waiting_searches.saturating_mul(processors);
            let problem = format!("{waiting} searches are waiting.");
            std::future::ready(if waiting <= most { Ok(()) } else { Err(problem) })
        });
        health.add("disk", |app| {
            let app = app.clone();
            async move {
                let problem = "The disk is almost full: nothing new is stored.";
                if app.has_disk_space().await { Ok(()) } else { Err(problem.to_owned()) }
            }
        });
        health.add("running", |app| {
            let is_closing = app.closing.has_begun();
            let problem = || "The server is stopping.".to_owned();
            std::future::ready(if is_closing { Err(problem()) } else { Ok(()) })
        });
        health
    }

    /// Adds a check; it returns what is wrong as a sentence without secrets, since anyone can read it.
    pub(crate) fn add<F: Future<Output = Result<(), String>> + Send + 'static>(
        &mut self,
        name: &'static str,
        check: impl Fn(&AppState) -> F + Send + Sync + 'static,
    ) {
        self.checks.push((name, Box::new(move |app| Box::pin(check(app)))));
    }

    /// Runs all checks, unless they have just been run.
    pub(crate) async fn report(&self, app: &AppState) -> ReadinessReport {
        let mut last = self.last.lock().await; // whoever asks in the meantime gets the same report
        if let Some((at, report)) = &*last
            && at.elapsed() < VALID_FOR
        {
            return report.clone();
        }
        let mut checks = Vec::with_capacity(self.checks.len());
        for (name, check) in &self.checks {
            let result = timeout(PATIENCE, check(app)).await;
            let problem = result.unwrap_or_else(|_| Err("No answer in time.".into())).err();
            if let Some(problem) = &problem {
                tracing::warn!(check = name, problem, "not ready");
            }
            checks.push(CheckResult { name, ok: problem.is_none(), problem });
        }
        let report = ReadinessReport { ready: checks.iter().all(|check| check.ok), checks };
        *last = Some((Instant::now(), report.clone()));
        report
    }
}
