//! The guard: who may do how much.
//!
//! ```text
//! an address ─► made()        rooms and records in an hour
//!            ─► connection()  connections at once  (given back when the permit is dropped)
//!            ─► socket()      sockets at once      (likewise)
//!            ─► thought()     thoughts at once     (likewise)
//!            ─► verb()        verbs a second, on average
//! ```
//!
//! Whoever has one address of the sixth version has 2^64 of them: there it is the network that
//! counts.

use crate::{
    app::App,
    config::Limits,
    refusal::{Code, Refusal},
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

/// Whoever has done nothing for so long is forgotten.
const MEMORY: Duration = Duration::from_secs(3600);
/// How many addresses may be known before the forgettable ones are looked for.
const MANY: usize = 10_000;
/// How many seconds' worth of verbs may come at once.
const BURST: f64 = 4.0;

/// The address that asks.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Caller(pub(crate) IpAddr);

impl FromRequestParts<App> for Caller {
    type Rejection = Refusal;
    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Refusal> {
        let address = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let ConnectInfo(address) = address.ok_or_else(|| Refusal::bad_request("Nobody asks."))?;
        Ok(Caller(address.ip()))
    }
}

/// Who may do how much; a clone is another handle on the same.
#[derive(Clone)]
pub(crate) struct Guard {
    limits: Arc<Limits>,
    known: Arc<Mutex<Known>>,
}

#[derive(Default)]
struct Known {
    addresses: HashMap<IpAddr, Conduct>,
    sockets: usize,
    /// How many addresses there were when the forgettable ones were last looked for.
    kept: usize,
}

/// What an address did lately.
struct Conduct {
    connections: usize,
    sockets: usize,
    thoughts: usize,
    made: u32,
    made_since: Instant,
    verbs: Bucket,
    last: Instant,
}

/// What is given back when it is dropped.
pub(crate) struct Permit {
    guard: Guard,
    address: IpAddr,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Connection,
    Socket,
    Thought,
}

impl Guard {
    /// Keeps these limits.
    pub(crate) fn new(limits: &Limits) -> Self {
        Guard { limits: Arc::new(limits.clone()), known: Arc::default() }
    }

    /// A room or a record is made.
    pub(crate) fn made(&self, address: IpAddr) -> Result<(), Refusal> {
        let now = Instant::now();
        self.with(address, |conduct, _| {
            if now.duration_since(conduct.made_since) > self.limits.made_in {
                (conduct.made, conduct.made_since) = (0, now);
            }
            if conduct.made >= self.limits.made {
                return Err(too_many("You have made very many rooms: try again later."));
            }
            conduct.made += 1;
            Ok(())
        })
    }

    /// A verb comes without a socket.
    pub(crate) fn verb(&self, address: IpAddr) -> Result<(), Refusal> {
        self.with(address, |conduct, _| conduct.verbs.take())
    }

    /// A bucket of verbs, for one socket.
    pub(crate) fn bucket(&self) -> Bucket {
        Bucket::new(self.limits.verbs)
    }

    /// Somebody comes in, and has not asked for anything yet.
    pub(crate) fn connection(&self, address: IpAddr) -> Result<Permit, Refusal> {
        self.with(address, |conduct, _| {
            if conduct.connections >= self.limits.connections_of_one {
                return Err(too_many("Too many connections come from your address."));
            }
            conduct.connections += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, what: What::Connection })
    }

    /// A socket is opened.
    pub(crate) fn socket(&self, address: IpAddr) -> Result<Permit, Refusal> {
        self.with(address, |conduct, sockets| {
            if *sockets >= self.limits.sockets {
                return Err(too_many("The house is full: try again later."));
            }
            if conduct.sockets >= self.limits.sockets_of_one {
                return Err(too_many("Too many connections come from your address."));
            }
            conduct.sockets += 1;
            *sockets += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, what: What::Socket })
    }

    /// Something is thought about.
    pub(crate) fn thought(&self, address: IpAddr) -> Result<Permit, Refusal> {
        self.with(address, |conduct, _| {
            if conduct.thoughts >= self.limits.thoughts_of_one {
                return Err(too_many("Much is thought about for you already: wait for it."));
            }
            conduct.thoughts += 1;
            Ok(())
        })?;
        Ok(Permit { guard: self.clone(), address, what: What::Thought })
    }

    fn with<T>(&self, address: IpAddr, act: impl FnOnce(&mut Conduct, &mut usize) -> T) -> T {
        let known = &mut *self.lock();
        let now = Instant::now();
        if known.addresses.len() > MANY.max(2 * known.kept) {
            known.addresses.retain(|_, conduct| {
                conduct.has_something() || now.duration_since(conduct.last) < MEMORY
            });
            known.kept = known.addresses.len();
        }
        let conduct = known.addresses.entry(network(address)).or_insert_with(|| Conduct {
            connections: 0,
            sockets: 0,
            thoughts: 0,
            made: 0,
            made_since: now,
            verbs: Bucket::new(self.limits.verbs),
            last: now,
        });
        conduct.last = now;
        act(conduct, &mut known.sockets)
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Conduct {
    fn has_something(&self) -> bool {
        self.connections + self.sockets + self.thoughts > 0
    }
}

/// What is counted as one address.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.guard.with(self.address, |conduct, sockets| match self.what {
            What::Connection => conduct.connections -= 1,
            What::Thought => conduct.thoughts -= 1,
            What::Socket => {
                conduct.sockets -= 1;
                *sockets -= 1;
            }
        });
    }
}

/// So much a second on average, and a little more at once.
#[derive(Debug)]
pub(crate) struct Bucket {
    a_second: f64,
    left: f64,
    at: Instant,
}

impl Bucket {
    fn new(a_second: u32) -> Self {
        let a_second = f64::from(a_second);
        Bucket { a_second, left: a_second * BURST, at: Instant::now() }
    }

    /// Takes one out, if there is one.
    pub(crate) fn take(&mut self) -> Result<(), Refusal> {
        let now = Instant::now();
        let since = now.duration_since(self.at).as_secs_f64();
        self.left = (self.left + since * self.a_second).min(self.a_second * BURST);
        self.at = now;
        if self.left < 1.0 {
            return Err(too_many("That is too quick: slow down a little."));
        }
        self.left -= 1.0;
        Ok(())
    }
}

fn too_many(message: &str) -> Refusal {
    Refusal::new(Code::TooMany, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    #[test]
    fn what_is_taken_is_given_back_and_limits_hold_for_each_address() {
        let limits =
            Limits { sockets: 3, sockets_of_one: 2, made: 2, verbs: 1, ..Limits::default() };
        let guard = Guard::new(&limits);
        let [ann, bo] = [1, 2].map(|last| IpAddr::V4(Ipv4Addr::new(127, 0, 0, last)));
        let first = guard.socket(ann).expect("one");
        let _second = guard.socket(ann).expect("two");
        assert!(guard.socket(ann).is_err(), "three of one address");
        let _third = guard.socket(bo).expect("another address");
        assert!(guard.socket(bo).is_err(), "the house is full");
        drop(first);
        assert!(guard.socket(bo).is_ok(), "one has left");
        assert!(guard.made(ann).is_ok() && guard.made(ann).is_ok() && guard.made(ann).is_err());
        assert!(guard.made(bo).is_ok());
        let taken = (0..10).filter(|_| guard.verb(ann).is_ok()).count();
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
