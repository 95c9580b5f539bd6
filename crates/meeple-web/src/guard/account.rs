//! What one client uses.

use super::{FORGET_AFTER, GuardShared, Held, LimitScope, Rate, token_bucket::TokenBucket};
use crate::{
    api_error::ApiError,
    config::{HeldLimit, RateLimit, ServerLimits},
    lock::lock,
};
use std::{
    net::IpAddr,
    sync::{Arc, Mutex, atomic::Ordering},
    time::Instant,
};
use tokio::sync::Semaphore;

/// One part in this many of each total is reserved for clients that hold little of it.
const RESERVED_PART: u64 = 5;
/// What grows without being asked may become this many times as much as its limit.
const GROWTH: u64 = 4;
/// Of a small total, a client may take at most one part in this many from the reserve, or just one.
const LITTLE_PART: u64 = 100;

/// What a client uses, as long as it is remembered.
pub(super) struct ClientAccount {
    address: IpAddr,
    usage: Mutex<ClientUsage>,
    slow_turns: Arc<Semaphore>,
}

struct ClientUsage {
    buckets: [TokenBucket; Rate::ALL.len()],
    held: [u64; Held::ALL.len()],
}

impl ClientAccount {
    pub(super) fn new(address: IpAddr, limits: &ServerLimits, now: Instant) -> Self {
        let bucket = |rate| TokenBucket::new(rate_limit(limits, rate), now);
        let buckets = Rate::ALL.map(bucket);
        let held = [0; Held::ALL.len()];
        let usage = Mutex::new(ClientUsage { buckets, held });
        ClientAccount { address, usage, slow_turns: Arc::new(Semaphore::new(limits.slow_turns)) }
    }

    /// Returns whether something that the client has used must still come back.
    pub(super) fn is_remembered(&self, now: Instant) -> bool {
        let usage = lock(&self.usage);
        usage.buckets.iter().any(|bucket| {
            now.saturating_duration_since(bucket.used_at()) < FORGET_AFTER && !bucket.is_full(now)
        })
    }
}

/// A client of the server. Clones are handles to the same account.
#[derive(Clone)]
pub(crate) struct Client {
    account: Arc<ClientAccount>,
    shared: Arc<GuardShared>,
}

impl Client {
    pub(super) fn new(account: Arc<ClientAccount>, shared: Arc<GuardShared>) -> Self {
        Client { account, shared }
    }

    /// Returns the address under which the client is counted: its own, or its /64 network.
    pub(crate) fn address(&self) -> IpAddr {
        self.account.address
    }

    /// Returns the client's turns for slow work.
    pub(super) fn slow_turns(&self) -> Arc<Semaphore> {
        Arc::clone(&self.account.slow_turns)
    }

    /// Returns how much of this the client may have at once.
    pub(super) fn most(&self, held: Held) -> u64 {
        held_limit(&self.shared.limits, held).per_client
    }

    /// Uses this much, or fails if the client has used too much lately. While it is in debt, even 0 fails.
    pub(crate) fn spend(&self, rate: Rate, amount: u64) -> Result<(), ApiError> {
        self.spend_at(rate, amount, Instant::now())
    }

    pub(super) fn spend_at(&self, rate: Rate, amount: u64, now: Instant) -> Result<(), ApiError> {
        let has_enough = lock(&self.account.usage).buckets[rate as usize].take(amount as f64, now);
        has_enough
            .then_some(())
            .ok_or_else(|| self.shared.refuse(rate.name(), LimitScope::Client, rate.refusal()))
    }

    /// Returns whether the client is not in debt.
    pub(crate) fn has_left(&self, rate: Rate) -> bool {
        lock(&self.account.usage).buckets[rate as usize].take(0.0, Instant::now())
    }

    /// Returns the refusal for a limit that is counted elsewhere, and counts it.
    pub(crate) fn refuse(&self, limit: &'static str, message: &str) -> ApiError {
        self.shared.refuse(limit, LimitScope::Client, message)
    }

    /// Charges what was used already, even if it was too much: the client is in debt then.
    pub(crate) fn charge(&self, rate: Rate, amount: u64) {
        lock(&self.account.usage).buckets[rate as usize].charge(amount as f64, Instant::now());
    }

    /// Takes this much until the permit is dropped, or fails if the client, or all together, would have too
    /// much.
    pub(crate) fn acquire(&self, held: Held, amount: u64) -> Result<Permit, ApiError> {
        self.try_acquire(held, amount).map_err(|scope| self.refuse_held(held, scope))
    }

    /// Does the same, but returns which limit is reached, which doesn't count as a refusal.
    pub(crate) fn try_acquire(&self, held: Held, amount: u64) -> Result<Permit, LimitScope> {
        let mut permit = Permit { client: self.clone(), held, amount: 0 };
        permit.try_grow(amount).map(|()| permit)
    }

    fn refuse_held(&self, held: Held, scope: LimitScope) -> ApiError {
        let message = match scope {
            LimitScope::Client => held.refusal(),
            LimitScope::Total => "The server is full. Try again later.",
        };
        self.shared.refuse(held.name(), scope, message)
    }
}

/// Something that a client has; dropping it gives it back.
pub(crate) struct Permit {
    client: Client,
    held: Held,
    amount: u64,
}

impl Permit {
    /// Returns whose permit this is.
    pub(crate) fn client(&self) -> &Client {
        &self.client
    }

    /// Returns the amount.
    pub(super) fn amount(&self) -> u64 {
        self.amount
    }

    /// Sets the amount, even if that is more than the client may have: for what can't be refused any more.
    pub(crate) fn set(&mut self, amount: u64) {
        let Client { account, shared } = &self.client;
        let mut usage = lock(&account.usage);
        let (own, total) =
            (&mut usage.held[self.held as usize], &shared.totals[self.held as usize]);
        *own = *own - self.amount + amount;
        total.fetch_add(amount, Ordering::Relaxed);
        total.fetch_sub(self.amount, Ordering::Relaxed);
        self.amount = amount;
    }

    /// Returns whether the client, or all together, have more than the limit, because of [`Permit::set`].
    pub(crate) fn is_over_limit(&self) -> bool {
        self.exceeds(1)
    }

    /// Returns whether what has begun may go on to grow. Otherwise so much has been added with [`Permit::set`]
    /// that the client has several times its limit; or all together have, unless this client has little.
    pub(crate) fn may_grow(&self) -> bool {
        !self.exceeds(GROWTH)
    }

    /// Refuses what makes this grow if it may not.
    pub(crate) fn check_growth(&self) -> Result<(), ApiError> {
        if !self.may_grow() {
            let message = "Your games take too much memory. Finish some first.";
            return Err(self.client.refuse(self.held.name(), message));
        }
        Ok(())
    }

    /// Returns whether the client, or all together, have more than this many times the limit.
    fn exceeds(&self, times: u64) -> bool {
        let Client { account, shared } = &self.client;
        let limit = held_limit(&shared.limits, self.held);
        let own = lock(&account.usage).held[self.held as usize];
        let total = shared.totals[self.held as usize].load(Ordering::Relaxed);
        own > limit.per_client.saturating_mul(times)
            || total > limit.total.saturating_mul(times) && !is_little(self.held, own, limit)
    }

    /// Takes more of the same.
    pub(crate) fn grow(&mut self, amount: u64) -> Result<(), ApiError> {
        self.try_grow(amount).map_err(|scope| self.client.refuse_held(self.held, scope))
    }

    fn try_grow(&mut self, amount: u64) -> Result<(), LimitScope> {
        let Client { account, shared } = &self.client;
        let limit = held_limit(&shared.limits, self.held);
        let mut usage = lock(&account.usage);
        let own = &mut usage.held[self.held as usize];
        let after = own.saturating_add(amount);
        if after > limit.per_client {
            return Err(LimitScope::Client);
        }
        let reserve =
            if is_little(self.held, after, limit) { 0 } else { limit.total / RESERVED_PART };
        let total = &shared.totals[self.held as usize];
        let others = total.fetch_add(amount, Ordering::Relaxed);
        if others.saturating_add(amount) > limit.total - reserve {
            total.fetch_sub(amount, Ordering::Relaxed);
            return Err(LimitScope::Total);
        }
        *own = after;
        self.amount += amount;
        Ok(())
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        let Client { account, shared } = &self.client;
        lock(&account.usage).held[self.held as usize] -= self.amount;
        shared.totals[self.held as usize].fetch_sub(self.amount, Ordering::Relaxed);
    }
}

/// Returns whether a client who has this amount has only little of the total.
fn is_little(held: Held, amount: u64, limit: HeldLimit) -> bool {
    amount <= held.little().min(limit.total / LITTLE_PART).max(1)
}

fn rate_limit(limits: &ServerLimits, rate: Rate) -> RateLimit {
    match rate {
        Rate::Requests => limits.requests,
        Rate::BytesRead => limits.bytes_read,
        Rate::BytesStored => limits.bytes_stored,
        Rate::Creations => limits.creations,
        Rate::Actions => limits.actions,
        Rate::WakeUps => limits.wake_ups,
        Rate::Reactions => limits.reactions,
        Rate::Keeps => limits.keeps,
    }
}

pub(super) fn held_limit(limits: &ServerLimits, held: Held) -> HeldLimit {
    match held {
        Held::Connections => limits.connections,
        Held::Sockets => limits.sockets,
        Held::Searches => limits.searches,
        Held::Rooms => limits.rooms,
        Held::Memory => limits.memory,
        Held::Buffers => limits.buffers,
    }
}
