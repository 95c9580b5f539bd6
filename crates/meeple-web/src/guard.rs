//! Rate limits per client address.
//!
//! ```text
//! an address ─► made()        rooms and records per hour
//!            ─► connection()  connections at once (given back when the permit is dropped)
//!            ─► socket()      sockets at once     (likewise)
//!            ─► thought()     thoughts at once    (likewise)
//!            ─► verb()        verbs per second, on average
//! ```
//!
//! A client with one IPv6 address usually has 2^64 of them, so for IPv6 the /64 network is counted.

use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    config::ServerLimits,
};
use axum::{
    extract::{ConnectInfo, FromRequestParts},
    http::request::Parts,
};
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

/// Addresses idle for this long are forgotten.
const FORGET_AFTER: Duration = Duration::from_secs(3600);
/// Up to this many addresses are kept before idle ones are removed.
const CLEAN_UP_ABOVE: usize = 10_000;
/// A burst may contain this many seconds' worth of verbs.
const BURST: f64 = 4.0;

/// The IP address of the client.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) IpAddr);

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let ConnectInfo(address) = address.ok_or_else(|| ApiError::bad_request("Nobody asks."))?;
        Ok(Caller(address.ip()))
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
    connections: usize,
    sockets: usize,
    thoughts: usize,
    made: u32,
    made_since: Instant,
    verbs: TokenBucket,
    last: Instant,
}

/// A connection, socket or thought in use; dropping it gives it back.
pub(crate) struct Permit {
    guard: Guard,
    address: IpAddr,
    resource: LimitedResource,
}

#[derive(Clone, Copy)]
enum LimitedResource {
    Connection,
    Socket,
    Thought,
}

impl Guard {
    /// Returns a guard that enforces these limits.
    pub(crate) fn new(limits: &ServerLimits) -> Self {
        Guard { limits: Arc::new(limits.clone()), usage: Arc::default() }
    }

    /// Counts one new room or record.
    pub(crate) fn count_creation(&self, address: IpAddr) -> Result<(), ApiError> {
        let now = Instant::now();
        self.update_client(address, |conduct, _| {
            if now.duration_since(conduct.made_since) > self.limits.creation_period {
                (conduct.made, conduct.made_since) = (0, now);
            }
            if conduct.made >= self.limits.creations {
                return Err(too_many("You have made very many rooms: try again later."));
            }
            conduct.made += 1;
            Ok(())
        })
    }

    /// Counts one verb sent over HTTP rather than a socket.
    pub(crate) fn count_verb(&self, address: IpAddr) -> Result<(), ApiError> {
        self.update_client(address, |conduct, _| conduct.verbs.take())
    }

    /// Returns a new bucket that limits the verbs of one socket.
    pub(crate) fn bucket(&self) -> TokenBucket {
        TokenBucket::new(self.limits.verbs_per_second)
    }

    /// Counts a new connection, before its first request.
    pub(crate) fn acquire_connection(&self, address: IpAddr) -> Result<Permit, ApiError> {
        self.update_client(address, |conduct, _| {
            if conduct.connections >= self.limits.connections_per_address {
                return Err(too_many("Too many connections come from your address."));
            }
            conduct.connections += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, resource: LimitedResource::Connection })
    }

    /// Counts a new WebSocket.
    pub(crate) fn acquire_socket(&self, address: IpAddr) -> Result<Permit, ApiError> {
        self.update_client(address, |conduct, sockets| {
            if *sockets >= self.limits.max_sockets {
                return Err(too_many("The house is full: try again later."));
            }
            if conduct.sockets >= self.limits.sockets_per_address {
                return Err(too_many("Too many connections come from your address."));
            }
            conduct.sockets += 1;
            *sockets += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, resource: LimitedResource::Socket })
    }

    /// Counts a request that needs a thinking thread.
    pub(crate) fn acquire_thought(&self, address: IpAddr) -> Result<Permit, ApiError> {
        self.update_client(address, |conduct, _| {
            if conduct.thoughts >= self.limits.thoughts_per_address {
                return Err(too_many("Much is thought about for you already: wait for it."));
            }
            conduct.thoughts += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, resource: LimitedResource::Thought })
    }

    fn update_client<T>(
        &self,
        address: IpAddr,
        act: impl FnOnce(&mut ClientUsage, &mut usize) -> T,
    ) -> T {
        let known = &mut *self.lock();
        let now = Instant::now();
        if known.addresses.len() > CLEAN_UP_ABOVE.max(2 * known.after_clean_up) {
            known.addresses.retain(|_, conduct| {
                conduct.is_active() || now.duration_since(conduct.last) < FORGET_AFTER
            });
            known.after_clean_up = known.addresses.len();
        }
        let conduct = known.addresses.entry(network(address)).or_insert_with(|| ClientUsage {
            connections: 0,
            sockets: 0,
            thoughts: 0,
            made: 0,
            made_since: now,
            verbs: TokenBucket::new(self.limits.verbs_per_second),
            last: now,
        });
        conduct.last = now;
        act(conduct, &mut known.sockets)
    }

    fn lock(&self) -> MutexGuard<'_, UsageTable> {
        self.usage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ClientUsage {
    fn is_active(&self) -> bool {
        self.connections + self.sockets + self.thoughts > 0
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
        self.guard.update_client(self.address, |conduct, sockets| match self.resource {
            LimitedResource::Connection => conduct.connections -= 1,
            LimitedResource::Thought => conduct.thoughts -= 1,
            LimitedResource::Socket => {
                conduct.sockets -= 1;
                *sockets -= 1;
            }
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
    fn new(a_second: u32) -> Self {
        let a_second = f64::from(a_second);
        TokenBucket { per_second: a_second, tokens: a_second * BURST, refilled_at: Instant::now() }
    }

    /// Takes one token, or fails if the bucket is empty.
    pub(crate) fn take(&mut self) -> Result<(), ApiError> {
        let now = Instant::now();
        let since = now.duration_since(self.refilled_at).as_secs_f64();
        self.tokens = (self.tokens + since * self.per_second).min(self.per_second * BURST);
        self.refilled_at = now;
        if self.tokens < 1.0 {
            return Err(too_many("That is too quick: slow down a little."));
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

    #[test]
    fn what_is_taken_is_given_back_and_limits_hold_for_each_address() {
        let limits = ServerLimits {
            max_sockets: 3,
            sockets_per_address: 2,
            creations: 2,
            verbs_per_second: 1,
            ..ServerLimits::default()
        };
        let guard = Guard::new(&limits);
        let [ann, bo] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)));
        let first = guard.acquire_socket(ann).expect("one");
        let _second = guard.acquire_socket(ann).expect("two");
        assert!(guard.acquire_socket(ann).is_err(), "three of one address");
        let _third = guard.acquire_socket(bo).expect("another address");
        assert!(guard.acquire_socket(bo).is_err(), "the house is full");
        drop(first);
        assert!(guard.acquire_socket(bo).is_ok(), "one has left");
        assert!(
            guard.count_creation(ann).is_ok()
                && guard.count_creation(ann).is_ok()
                && guard.count_creation(ann).is_err()
        );
        assert!(guard.count_creation(bo).is_ok());
        let taken = (0..10).filter(|_| guard.count_verb(ann).is_ok()).count();
        assert_eq!(taken, 4, "four seconds' worth at once");
    }

    #[test]
    fn whoever_has_a_whole_network_counts_once() {
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
