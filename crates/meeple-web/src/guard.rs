//! Rate limits per client address.
//!
//! ```text
//! an address ─► count_creation()  rooms and records per hour
//!            ─► count_action()    actions per second, on average
//!            ─► acquire()         connections, sockets and searches at once; dropping the permit
//!                                 gives one back
//! ```
//!
//! A client with one IPv6 address usually has 2^64 of them, so for IPv6 the /64 network is counted.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    config::ServerLimits,
    lock::lock,
};
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

/// Addresses idle for this long are forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(3600);
/// Up to this many addresses are kept before idle ones are removed.
const CLEAN_UP_ABOVE: usize = 10_000;
/// A burst may contain this many seconds' worth of actions.
const BURST_SECONDS: f64 = 4.0;

/// The IP address of the client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) IpAddr);

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let address = address.ok_or_else(|| ApiError::broken("the client has no address"))?;
        Ok(Caller(address.0.ip()))
    }
}

/// Counts what each address uses and enforces the limits. Clones share the same counts.
#[derive(Clone)]
pub(crate) struct Guard {
    limits: Arc<ServerLimits>,
    usage: Arc<Mutex<UsageTable>>,
}

#[derive(Default)]
struct UsageTable {
    addresses: HashMap<IpAddr, ClientUsage>,
    sockets: usize,
    /// The number of addresses left after the last removal of idle ones.
    after_clean_up: usize,
}

/// The recent usage of one address.
struct ClientUsage {
    /// How many of each [`Resource`] it has.
    in_use: [usize; 3],
    created: u32,
    /// When the current period of `created` started.
    created_since: Instant,
    actions: TokenBucket,
    last_seen: Instant,
}

/// A connection, socket or search in use; dropping it gives it back.
pub(crate) struct Permit {
    guard: Guard,
    address: IpAddr,
    resource: Resource,
}

/// What an address may have only so many of at once.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Resource {
    /// A TCP connection.
    Connection,
    /// A WebSocket or a stream of events; also limited in total.
    Socket,
    /// A request that needs a thinking thread.
    Search,
}

impl Guard {
    /// Returns a guard that enforces these limits.
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        Guard { limits: Arc::new(limits.clone()), usage: Arc::default() }
    }

    /// Counts one new room or record.
    pub(crate) fn count_creation(&self, address: IpAddr) -> Result<(), ApiError> {
        self.count_creation_at(address, Instant::now())
    }

    fn count_creation_at(&self, address: IpAddr, now: Instant) -> Result<(), ApiError> {
        self.update_client(address, now, |client, _| {
            if now.duration_since(client.created_since) > self.limits.creation_period {
                (client.created, client.created_since) = (0, now);
            }
            if client.created >= self.limits.max_creations {
                return Err(too_many("You have created too many rooms. Try again later."));
            }
            client.created += 1;
            Ok(())
        })
    }

    /// Counts one action sent over HTTP rather than a socket.
    pub(crate) fn count_action(&self, address: IpAddr) -> Result<(), ApiError> {
        let now = Instant::now();
        self.update_client(address, now, |client, _| client.actions.take_at(now))
    }

    /// Returns a new bucket that limits the actions of one socket.
    pub(crate) fn bucket(&self) -> TokenBucket {
        TokenBucket::new(self.limits.max_actions_per_second, Instant::now())
    }

    /// Returns the number of open WebSockets and streams.
    pub(crate) fn open_sockets(&self) -> usize {
        lock(&self.usage).sockets
    }

    /// Counts one more of a resource until the permit is dropped.
    pub(crate) fn acquire(&self, address: IpAddr, resource: Resource) -> Result<Permit, ApiError> {
        self.acquire_at(address, resource, Instant::now())
    }

    fn acquire_at(
        &self,
        address: IpAddr,
        resource: Resource,
        now: Instant,
    ) -> Result<Permit, ApiError> {
        let connections = "There are too many connections from your address.";
        let (limit, message) = match resource {
            Resource::Connection => (self.limits.max_connections_per_address, connections),
            Resource::Socket => (self.limits.max_sockets_per_address, connections),
            Resource::Search => {
                let message =
                    "The server is still working on your earlier requests. Wait for them.";
                (self.limits.max_searches_per_address, message)
            }
        };
        self.update_client(address, now, |client, sockets| {
            if resource == Resource::Socket && *sockets >= self.limits.max_sockets {
                return Err(too_many("The server is full. Try again later."));
            }
            if client.in_use[resource as usize] >= limit {
                return Err(too_many(message));
            }
            client.in_use[resource as usize] += 1;
            *sockets += usize::from(resource == Resource::Socket);
            Ok(Permit { guard: self.clone(), address, resource })
        })
    }

    /// Updates the usage of one address and the number of all sockets. Now and then it first forgets
    /// addresses that have been idle for long.
    fn update_client<T>(
        &self,
        address: IpAddr,
        now: Instant,
        update: impl FnOnce(&mut ClientUsage, &mut usize) -> T,
    ) -> T {
        let usage = &mut *lock(&self.usage);
        if usage.addresses.len() > CLEAN_UP_ABOVE.max(2 * usage.after_clean_up) {
            usage.addresses.retain(|_, client| {
                let is_active = client.in_use.iter().any(|&count| count > 0);
                is_active || now.duration_since(client.last_seen) < FORGET_AFTER
            });
            usage.after_clean_up = usage.addresses.len();
        }
        let client = usage.addresses.entry(network(address)).or_insert_with(|| ClientUsage {
            in_use: [0; 3],
            created: 0,
            created_since: now,
            actions: TokenBucket::new(self.limits.max_actions_per_second, now),
            last_seen: now,
        });
        client.last_seen = now;
        update(client, &mut usage.sockets)
    }
}

/// Returns the address under which a client is counted: the /64 network for IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.guard.update_client(self.address, Instant::now(), |client, sockets| {
            client.in_use[self.resource as usize] -= 1;
            *sockets -= usize::from(self.resource == Resource::Socket);
        });
    }
}

/// A token bucket: a steady rate per second, with short bursts allowed.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    per_second: f64,
    tokens: f64,
    refilled_at: Instant,
}

impl TokenBucket {
    fn new(per_second: u32, now: Instant) -> Self {
        let per_second = f64::from(per_second);
        TokenBucket { per_second, tokens: per_second * BURST_SECONDS, refilled_at: now }
    }

    /// Takes one token, or fails if the bucket is empty.
    pub(crate) fn take(&mut self) -> Result<(), ApiError> {
        self.take_at(Instant::now())
    }

    fn take_at(&mut self, now: Instant) -> Result<(), ApiError> {
        let since = now.duration_since(self.refilled_at).as_secs_f64();
        self.tokens = (self.tokens + since * self.per_second).min(self.per_second * BURST_SECONDS);
        self.refilled_at = now;
        if self.tokens < 1.0 {
            return Err(too_many("You are too fast. Slow down a little."));
        }
        self.tokens -= 1.0;
        Ok(())
    }
}

fn too_many(message: &str) -> ApiError {
    ApiError::new(ErrorCode::TooMany, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(number))
    }

    #[test]
    fn dropped_permits_are_returned_and_limits_are_per_address() {
        let limits =
            ServerLimits { max_sockets: 3, max_sockets_per_address: 2, ..ServerLimits::default() };
        let guard = Guard::new(&limits);
        let [ann, bo] = [1, 2].map(address);
        let socket = |address| guard.acquire(address, Resource::Socket);
        let first = socket(ann).expect("one");
        let _second = socket(ann).expect("two");
        assert!(socket(ann).is_err(), "three of one address");
        let _third = socket(bo).expect("another address");
        assert!(socket(bo).is_err(), "the server is full");
        assert_eq!(guard.open_sockets(), 3);
        drop(first);
        assert!(socket(bo).is_ok(), "one has left");
        assert!(guard.acquire(ann, Resource::Search).is_ok(), "each resource has its own limit");
    }

    #[test]
    fn creations_are_counted_per_period() {
        let limits = ServerLimits { max_creations: 2, ..ServerLimits::default() };
        let (guard, start) = (Guard::new(&limits), Instant::now());
        let create = |number, now| guard.count_creation_at(address(number), now).is_ok();
        assert_eq!([1, 1, 1, 2].map(|number| create(number, start)), [true, true, false, true]);
        assert!(!create(1, start + limits.creation_period), "the period is not over");
        assert!(create(1, start + limits.creation_period + Duration::from_secs(1)));
    }

    #[test]
    fn a_bucket_refills_at_its_rate_and_never_holds_more_than_a_burst() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(5, start);
        let mut take_all = |now| (0..1000).filter(|_| bucket.take_at(now).is_ok()).count();
        assert_eq!(take_all(start), 20, "four seconds' worth");
        assert_eq!(take_all(start + Duration::from_secs(2)), 10, "two seconds' worth");
        assert_eq!(take_all(start + Duration::from_secs(3600)), 20, "not an hour's worth");
    }

    #[test]
    fn idle_addresses_are_forgotten_but_not_their_open_sockets() {
        let limits = ServerLimits {
            max_sockets_per_address: 1,
            max_creations: 1,
            ..ServerLimits::default()
        };
        let (guard, start) = (Guard::new(&limits), Instant::now());
        let [busy, idle] = [1, 2].map(address);
        let permit = guard.acquire_at(busy, Resource::Socket, start).expect("the first socket");
        guard.count_creation_at(idle, start).expect("the first room");
        let later = start + 2 * FORGET_AFTER;
        for number in 0..CLEAN_UP_ABOVE as u32 {
            guard.count_creation_at(address(1000 + number), later).expect("its first room");
        }
        assert!(guard.acquire_at(busy, Resource::Socket, later).is_err(), "it still has a socket");
        let known = |address| lock(&guard.usage).addresses.contains_key(&address);
        assert!(known(busy) && !known(idle));
        drop(permit);
        assert!(guard.acquire_at(busy, Resource::Socket, later).is_ok());
    }

    #[test]
    fn an_ipv6_network_counts_as_one_address() {
        let check = |address: &str, counts_as: &str| {
            let [address, counts_as] = [address, counts_as].map(|text| text.parse().expect("one"));
            assert_eq!(network(address), counts_as, "{address}");
        };
        check("192.0.2.7", "192.0.2.7");
        check("::ffff:192.0.2.7", "192.0.2.7");
        check("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::");
        check("2001:db8:1:2::9", "2001:db8:1:2::");
    }
}
