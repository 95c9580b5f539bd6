//! What clients have seen: how many requests they made, and every refusal by code.

use serde::{Deserialize, Serialize};
use std::{
    collections::BTreeMap,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

/// The maximum number of requests and messages of one attack.
const MAX_REQUESTS: u64 = 2_000_000;
/// The maximum number of broken expectations that are kept.
const MAX_BROKEN: usize = 20;

/// What the clients of one attack have seen.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Counts {
    /// HTTP requests and WebSocket messages sent.
    pub requests: u64,
    /// Connections that were closed without an answer.
    pub unanswered: u64,
    /// Responses by HTTP status.
    pub statuses: BTreeMap<u16, u64>,
    /// Refusals by code and transport, such as `too-many http`.
    pub refusals: BTreeMap<String, u64>,
    /// What the server should have prevented.
    pub broken: Vec<String>,
}

impl Counts {
    /// Adds the counts of another attack.
    pub fn add(&mut self, other: &Counts) {
        self.requests += other.requests;
        self.unanswered += other.unanswered;
        for (status, count) in &other.statuses {
            *self.statuses.entry(*status).or_default() += count;
        }
        for (code, count) in &other.refusals {
            *self.refusals.entry(code.clone()).or_default() += count;
        }
        self.broken.extend(other.broken.iter().cloned());
    }
}

/// Counts that several clients share.
#[derive(Debug, Default)]
pub struct Tally {
    requests: AtomicU64,
    counts: Mutex<Counts>,
}

impl Tally {
    /// Counts a request or a message.
    pub fn request(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// Returns whether this attack has sent as much as it may.
    pub fn is_full(&self) -> bool {
        self.requests.load(Ordering::Relaxed) >= MAX_REQUESTS
    }

    /// Counts a connection that was closed without an answer.
    pub fn unanswered(&self) {
        self.change(|counts| counts.unanswered += 1);
    }

    /// Counts a response.
    pub fn status(&self, status: u16) {
        self.change(|counts| *counts.statuses.entry(status).or_default() += 1);
    }

    /// Counts a refusal.
    pub fn refused(&self, code: &str, via: &str) {
        self.change(|counts| *counts.refusals.entry(format!("{code} {via}")).or_default() += 1);
    }

    /// Notes something that the server should have prevented.
    pub fn broken(&self, what: impl Into<String>) {
        self.change(|counts| {
            if counts.broken.len() < MAX_BROKEN {
                counts.broken.push(what.into());
            }
        });
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> Counts {
        let counts = self.counts.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Counts { requests: self.requests.load(Ordering::Relaxed), ..counts }
    }

    fn change(&self, change: impl FnOnce(&mut Counts)) {
        change(&mut self.counts.lock().unwrap_or_else(PoisonError::into_inner));
    }
}
