//! The task that removes old games, a few at a time, so that players don't notice.
//!
//! ```text
//! every ten minutes:  old logs, without those that are kept ──► remove a few ──► pause ──► the next ...
//!                     cached analyses that nobody has used   ──► remove a few ──► pause ──► ...
//!                     free space in the database file        ──► give back a little ──► pause ──► ...
//! ```
//!
//! It writes through the same queue as everybody else. After each step it rests for longer than the step has
//! taken, so that it never uses more than a small share of the disk's time.

use crate::{
    app_state::AppState,
    log::{LogError, StoredKind},
};
use futures_util::future::join_all;
use std::{
    collections::HashSet,
    time::{Duration, Instant, SystemTime},
};
use tokio::time::sleep;

/// The number of names of old logs that are read at once.
const BATCH: usize = 64;
/// The maximum number of logs that are removed at once...
const AT_ONCE: usize = 32;
/// ...as long as a step doesn't take longer than this: a move may have to wait for it.
const QUICK: Duration = Duration::from_millis(50);
/// The number of cached results that are removed at once; most have about a kilobyte.
const RESULTS: usize = 64;
/// The pause after a step is this many times as long as the step...
const REST: u32 = 4;
/// ...but at least this long.
const SHORTEST_REST: Duration = Duration::from_millis(2);

/// What has been removed in one go.
#[derive(Debug, Default)]
struct RemovedCounts {
    unfinished: u64,
    finished: u64,
    uploaded: u64,
    results: u64,
}

/// Removes what is old, again and again.
pub(crate) async fn run(app: AppState) {
    loop {
        let mut removed = RemovedCounts::default();
        if let Err(error) = remove_all(&app, &mut removed).await {
            tracing::warn!(%error, "old games cannot be removed; trying again later");
        }
        let RemovedCounts { unfinished, finished, uploaded, results } = removed;
        if unfinished + finished + uploaded + results > 0 {
            tracing::info!(unfinished, finished, uploaded, results, "old games removed");
        }
        sleep(app.config.cleanup_interval).await;
    }
}

async fn remove_all(app: &AppState, removed: &mut RemovedCounts) -> Result<(), LogError> {
    for kind in StoredKind::ALL {
        let count = match kind {
            StoredKind::Unfinished => &mut removed.unfinished,
            StoredKind::Finished => &mut removed.finished,
            StoredKind::Uploaded => &mut removed.uploaded,
        };
        if let Some(since) = since(app.config.retention.of(kind)) {
            remove_logs(app, kind, since, count).await?;
        }
    }
    if let Some(since) = since(app.config.retention.analysed) {
        remove_results(app, since, &mut removed.results).await?;
    }
    loop {
        let begin = Instant::now();
        let has_more = app.log.release_space().await?;
        if !has_more {
            return Ok(());
        }
        rest(begin).await;
    }
}

/// Returns the time before which everything is too old.
fn since(age: Option<Duration>) -> Option<SystemTime> {
    SystemTime::now().checked_sub(age?)
}

async fn remove_logs(
    app: &AppState,
    kind: StoredKind,
    since: SystemTime,
    removed: &mut u64,
) -> Result<(), LogError> {
    // Rooms in memory; there is a limit on them.
    let mut skipped = HashSet::new();
    let mut at_once = 1;
    loop {
        let mut names = app.log.old_logs(kind, since, BATCH + skipped.len()).await?;
        names.retain(|name| !skipped.contains(name));
        if names.is_empty() {
            return Ok(());
        }
        let mut names = &names[..];
        while !names.is_empty() {
            let (step, others) = names.split_at(at_once.min(names.len()));
            names = others;
            let begin = Instant::now();
            // Together they are one transaction, with one sync.
            let mut removing = Vec::with_capacity(step.len());
            for name in step {
                removing.push(app.lobby.remove_old_log(app, name, kind, since));
            }
            for (name, is_removed) in step.iter().zip(join_all(removing).await) {
                if is_removed? {
                    tracing::debug!(room = name, ?kind, "removed for its age");
                    app.metrics.count_removed(kind.name(), 1);
                    *removed += 1;
                } else {
                    skipped.insert(name.clone());
                }
            }
            let is_quick = begin.elapsed() < QUICK;
            at_once = if is_quick { (2 * at_once).min(AT_ONCE) } else { (at_once / 2).max(1) };
            rest(begin).await;
        }
        app.room_list.clear().await;
    }
}

async fn remove_results(
    app: &AppState,
    since: SystemTime,
    removed: &mut u64,
) -> Result<(), LogError> {
    loop {
        let begin = Instant::now();
        let count = app.log.remove_old_results(since, RESULTS).await? as u64;
        app.metrics.count_removed("analysis", count);
        *removed += count;
        if count < RESULTS as u64 {
            return Ok(());
        }
        rest(begin).await;
    }
}

async fn rest(begin: Instant) {
    sleep((REST * begin.elapsed()).max(SHORTEST_REST)).await;
}
