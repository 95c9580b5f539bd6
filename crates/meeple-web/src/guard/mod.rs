//! The guard: how much of the server each client may use.
//!
//! ```text
//! request ─► Caller (whose request is it?) ─► Client ─► spend()    per time: requests, bytes, new rooms ...
//!                                                    ─► acquire()  at once: connections, memory ...
//!                                                                  dropping the permit gives it back
//! ```
//!
//! A client is an IP address, or a /64 network for IPv6, since one customer usually has a whole network. What can
//! be used up in total has a reserve, which only clients that hold little of it may touch: one client, or a few
//! of them, can't lock everybody else out. [`Held::little`] is enough for an ordinary game.
//!
//! All limits on clients are in [`ServerLimits`]. This is where they are counted:
//!
//! | budget | counted in |
//! | --- | --- |
//! | everything in [`Rate`] and [`Held`] | here, per client; what is held also in total |
//! | `slow_turns`: a client's work on threads of its own | `slow_work` |
//! | thinking time, by client and room | `thinking_pool`: it only decides who waits |
//! | `seat_reactions`: reactions of a seat, from whatever address | the room, `room/actions.rs` |
//! | `max_game_bytes`: the size of one game on disk | the room, `room/task.rs` |
//! | sizes of single bodies, messages, boards and clocks | where they are read: `extract`, `transport`, `room/room_size.rs` |
//! | how often a socket may fail to say hello | `transport/socket.rs` |
//! | what one bot may report, and what waits for one slow reader of a room | the room: `room/bots.rs`, `room/feed.rs` |
//! | records in memory, and how many are read at once: for all clients together | `library/record_cache.rs` |

mod account;
mod caller;
mod forwarded;
mod request_memory;
mod slow_work;
mod token_bucket;

pub(crate) use account::{Client, Permit};
pub(crate) use caller::{Caller, ClientAddress, limit_requests};
pub(crate) use request_memory::{EXPENSIVE_BYTES, RequestMemory, hold_until_sent};
pub(crate) use slow_work::run_blocking;
pub(crate) use token_bucket::TokenBucket;

use crate::{
    api_error::{ApiError, ErrorCode},
    config::ServerLimits,
    lock::lock,
    metrics::LabelledCounter,
};
use account::ClientAccount;
use std::{
    collections::HashMap,
    net::{IpAddr, Ipv6Addr},
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// Clients that have not used anything for this long are forgotten, even if something still has to come back.
const FORGET_AFTER: Duration = Duration::from_secs(7 * 24 * 3600);
/// Up to this many clients are kept before those are removed that nothing is known about.
const CLEAN_UP_ABOVE: usize = 10_000;

/// What a client may use only so much of per time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Rate {
    /// An HTTP request.
    Requests,
    /// A byte of a request body or WebSocket message.
    BytesRead,
    /// A byte appended to the log.
    BytesStored,
    /// A new room or record.
    Creations,
    /// An action in a room.
    Actions,
    /// A room or record that is read from disk.
    WakeUps,
    /// A reaction.
    Reactions,
    /// A game that is to be kept.
    Keeps,
}

impl Rate {
    const ALL: [Rate; 8] = [
        Rate::Requests,
        Rate::BytesRead,
        Rate::BytesStored,
        Rate::Creations,
        Rate::Actions,
        Rate::WakeUps,
        Rate::Reactions,
        Rate::Keeps,
    ];

    /// Returns the name of the limit, as in [`ServerLimits`].
    fn name(self) -> &'static str {
        match self {
            Rate::Requests => "requests",
            Rate::BytesRead => "bytes_read",
            Rate::BytesStored => "bytes_stored",
            Rate::Creations => "creations",
            Rate::Actions => "actions",
            Rate::WakeUps => "wake_ups",
            Rate::Reactions => "reactions",
            Rate::Keeps => "keeps",
        }
    }

    /// Returns what a client is told that has used too much.
    fn refusal(self) -> &'static str {
        match self {
            Rate::Requests | Rate::Actions => "You are too fast. Slow down a little.",
            Rate::BytesRead => "You are sending too much. Slow down a little.",
            Rate::BytesStored => "Your games have filled their share of the disk. Try again later.",
            Rate::Creations => "You have created too many rooms. Try again later.",
            Rate::WakeUps => "You are opening too many games. Try again in a minute.",
            Rate::Reactions => "That is enough for now.",
            Rate::Keeps => "You have kept many games lately. Try again tomorrow.",
        }
    }
}

/// What a client may have only so much of at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Held {
    /// A TCP connection.
    Connections,
    /// A WebSocket or a stream of events.
    Sockets,
    /// A request that needs a thinking thread.
    Searches,
    /// A room in memory.
    Rooms,
    /// A byte of a request or of the answer to it, while it is worked on.
    Memory,
    /// A byte that waits for a slow reader.
    Buffers,
}

impl Held {
    const ALL: [Held; 6] = [
        Held::Connections,
        Held::Sockets,
        Held::Searches,
        Held::Rooms,
        Held::Memory,
        Held::Buffers,
    ];

    /// Returns how much a client may take of the reserve: what somebody needs who opens the site, creates a room
    /// and plays in it with a second page open, asks for advice and looks at a record.
    fn little(self) -> u64 {
        match self {
            Held::Connections => 24, // browsers open six at once
            Held::Sockets | Held::Rooms => 16,
            Held::Searches => 2,
            Held::Memory | Held::Buffers => 640 << 10, // some requests at once, each with an answer
        }
    }

    /// Returns the name of the limit, as in [`ServerLimits`].
    fn name(self) -> &'static str {
        match self {
            Held::Connections => "connections",
            Held::Sockets => "sockets",
            Held::Searches => "searches",
            Held::Rooms => "rooms",
            Held::Memory => "memory",
            Held::Buffers => "buffers",
        }
    }

    /// Returns what a client is told that holds too much.
    fn refusal(self) -> &'static str {
        match self {
            Held::Connections | Held::Sockets => {
                "There are too many connections from your address."
            }
            Held::Searches | Held::Memory => {
                "The server is still working on your earlier requests. Wait for them."
            }
            Held::Rooms => "You have too many rooms with running games. Finish some first.",
            Held::Buffers => "You are not reading what you asked for.",
        }
    }
}

/// Whose limit is reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitScope {
    /// One client's.
    Client,
    /// That of all clients together.
    Total,
}

impl LimitScope {
    /// Returns the name of the scope, as in the metrics.
    fn name(self) -> &'static str {
        match self {
            LimitScope::Client => "client",
            LimitScope::Total => "total",
        }
    }
}

/// Knows all clients and what they use. Clones share the same counts.
#[derive(Clone)]
pub(crate) struct Guard {
    shared: Arc<GuardShared>,
}

struct GuardShared {
    limits: ServerLimits,
    /// How much of each [`Held`] all clients have together.
    totals: [AtomicU64; Held::ALL.len()],
    clients: Mutex<ClientTable>,
    /// What limits have refused: by limit, and whether it was the limit per client or the total.
    refusals: LabelledCounter<2>,
}

impl GuardShared {
    /// Returns the refusal for a limit that is reached, and counts it.
    fn refuse(&self, limit: &'static str, scope: LimitScope, message: &str) -> ApiError {
        self.refusals.get_or_create(&[("limit", limit), ("scope", scope.name())]).inc();
        ApiError::new(ErrorCode::TooMany, message)
    }
}

#[derive(Default)]
struct ClientTable {
    accounts: HashMap<IpAddr, Arc<ClientAccount>>,
    /// The number of clients left after the last removal of idle ones.
    after_clean_up: usize,
}

impl Guard {
    /// Returns a guard that enforces these limits.
    pub(crate) fn new(limits: &ServerLimits, refusals: LabelledCounter<2>) -> Self {
        let (limits, totals, clients) = (limits.clone(), Default::default(), Mutex::default());
        Guard { shared: Arc::new(GuardShared { limits, totals, clients, refusals }) }
    }

    /// Returns the client with this address.
    pub(crate) fn client(&self, address: IpAddr) -> Client {
        self.client_at(address, Instant::now())
    }

    fn client_at(&self, address: IpAddr, now: Instant) -> Client {
        let clients = &mut *lock(&self.shared.clients);
        if clients.accounts.len() > CLEAN_UP_ABOVE.max(2 * clients.after_clean_up) {
            clients
                .accounts
                .retain(|_, account| Arc::strong_count(account) > 1 || account.is_remembered(now));
            clients.after_clean_up = clients.accounts.len();
        }
        let address = network(address);
        let account = clients
            .accounts
            .entry(address)
            .or_insert_with(|| Arc::new(ClientAccount::new(address, &self.shared.limits, now)));
        Client::new(Arc::clone(account), Arc::clone(&self.shared))
    }

    /// Returns how much of this all clients hold together.
    pub(crate) fn total(&self, held: Held) -> u64 {
        self.shared.totals[held as usize].load(Ordering::Relaxed)
    }
}

/// Returns the address under which a client is counted: the /64 network for IPv6.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => Ipv6Addr::from_bits(address.to_bits() & (!0 << 64)).into(),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{HeldLimit, RateLimit};
    use std::net::Ipv4Addr;

    fn address(number: u32) -> IpAddr {
        IpAddr::V4(Ipv4Addr::from_bits(number))
    }

    fn guard(change: impl FnOnce(&mut ServerLimits)) -> Guard {
        let mut limits = ServerLimits::default();
        change(&mut limits);
        Guard::new(&limits, LabelledCounter::default())
    }

    #[test]
    fn dropped_permits_are_returned_and_limits_are_per_client() {
        let guard = guard(|limits| limits.sockets = HeldLimit { per_client: 2, total: 3 });
        let [ann, bo] = [1, 2].map(|number| guard.client(address(number)));
        let socket = |client: &Client| client.acquire(Held::Sockets, 1);
        let first = socket(&ann).expect("one");
        let _second = socket(&ann).expect("two");
        assert!(socket(&ann).is_err(), "three of one client");
        let _third = socket(&bo).expect("another client");
        assert!(socket(&bo).is_err(), "the server is full");
        assert_eq!(guard.total(Held::Sockets), 3);
        drop(first);
        assert!(socket(&bo).is_ok(), "one has left");
        assert!(ann.acquire(Held::Searches, 1).is_ok(), "each resource has its own limit");
    }

    #[test]
    fn a_reserve_is_left_for_clients_that_hold_little() {
        let guard = guard(|limits| limits.rooms = HeldLimit { per_client: 95, total: 100 });
        let greedy = guard.client(address(1));
        let held: Vec<Permit> =
            std::iter::from_fn(|| greedy.acquire(Held::Rooms, 1).ok()).collect();
        assert_eq!(held.len(), 80, "a fifth is reserved");
        let modest = (2..200).map(|number| guard.client(address(number)).acquire(Held::Rooms, 1));
        let modest: Vec<Permit> = modest.filter_map(Result::ok).collect();
        assert_eq!(modest.len(), 20, "others get the rest");
        assert!(greedy.acquire(Held::Rooms, 1).is_err());
        drop(held);
        assert_eq!(guard.total(Held::Rooms), 20);
    }

    #[test]
    fn what_has_begun_may_grow_to_four_times_the_limit() {
        let guard = guard(|limits| limits.rooms = HeldLimit { per_client: 10, total: 100 });
        let client = guard.client(address(1));
        let mut permit = client.acquire(Held::Rooms, 1).expect("a room");
        for (amount, is_over, may_grow) in
            [(10, false, true), (11, true, true), (40, true, true), (41, true, false)]
        {
            permit.set(amount);
            assert_eq!(permit.is_over_limit(), is_over, "{amount}");
            assert_eq!(permit.may_grow(), may_grow, "{amount}");
        }
        assert!(permit.check_growth().is_err());
        let mut others: Vec<Permit> = (2..12)
            .map(|other| guard.client(address(other)).acquire(Held::Rooms, 1).expect("a room"))
            .collect();
        let little = guard.client(address(12)).acquire(Held::Rooms, 1).expect("a room");
        for permit in &mut others {
            permit.set(40);
        }
        assert!(others.iter().all(|permit| !permit.may_grow()), "all together have too much");
        assert!(little.may_grow() && !little.is_over_limit(), "it has little");
    }

    #[test]
    fn a_permit_grows_within_the_limit() {
        let guard = guard(|limits| limits.memory = HeldLimit { per_client: 10, total: 100 });
        let client = guard.client(address(1));
        let mut permit = client.acquire(Held::Memory, 4).expect("four");
        assert!(permit.grow(6).is_ok() && permit.grow(1).is_err());
        assert_eq!(guard.total(Held::Memory), 10);
        drop(permit);
        assert_eq!(guard.total(Held::Memory), 0);
        assert!(client.acquire(Held::Memory, 11).is_err());
        assert!(client.acquire(Held::Memory, 10).is_ok());
    }

    #[test]
    fn what_is_spent_comes_back_with_time() {
        let guard = guard(|limits| limits.creations = RateLimit { per_second: 0.5, burst: 2.0 });
        let start = Instant::now();
        let create = |number, now| {
            guard.client_at(address(number), now).spend_at(Rate::Creations, 1, now).is_ok()
        };
        assert_eq!([1, 1, 1, 2].map(|number| create(number, start)), [true, true, false, true]);
        assert!(!create(1, start + Duration::from_secs(1)), "half of one is back");
        assert!(create(1, start + Duration::from_secs(2)));
    }

    #[test]
    fn what_is_only_known_afterwards_is_charged_afterwards() {
        let guard = guard(|limits| limits.bytes_stored = RateLimit { per_second: 1.0, burst: 9.0 });
        let (client, start) = (guard.client(address(1)), Instant::now());
        client.charge(Rate::BytesStored, 100);
        assert!(client.spend_at(Rate::BytesStored, 0, start).is_err(), "it is in debt");
        let later = start + Duration::from_secs(95);
        assert!(client.spend_at(Rate::BytesStored, 0, later).is_ok(), "the debt is paid");
    }

    #[test]
    fn idle_clients_are_forgotten_but_not_their_permits() {
        let guard = guard(|limits| {
            limits.sockets = HeldLimit { per_client: 1, total: 1000 };
            limits.creations = RateLimit { per_second: 0.0, burst: 1.0 };
        });
        let start = Instant::now();
        let at = |number, now| guard.client_at(address(number), now);
        let permit = at(1, start).acquire(Held::Sockets, 1).expect("the first socket");
        at(2, start).spend_at(Rate::Creations, 1, start).expect("the first room");
        let later = start + FORGET_AFTER;
        for number in 0..=CLEAN_UP_ABOVE as u32 {
            at(1000 + number, later).spend_at(Rate::Creations, 1, later).expect("its first room");
        }
        assert!(at(1, later).acquire(Held::Sockets, 1).is_err(), "it still has a socket");
        assert!(at(2, later).spend_at(Rate::Creations, 1, later).is_ok(), "it was forgotten");
        assert!(at(1001, later).spend_at(Rate::Creations, 1, later).is_err(), "it was not");
        drop(permit);
        assert!(at(1, later).acquire(Held::Sockets, 1).is_ok());
    }

    #[test]
    fn a_refusal_says_what_is_wrong_and_is_counted_under_the_name_of_its_limit() {
        let none = RateLimit { per_second: 0.0, burst: 0.0 };
        let full = HeldLimit { per_client: 1, total: 1 };
        let guard = guard(|limits| {
            (limits.requests, limits.bytes_read, limits.bytes_stored) = (none, none, none);
            (limits.creations, limits.actions) = (none, none);
            (limits.wake_ups, limits.reactions) = (none, none);
            (limits.connections, limits.sockets, limits.searches) = (full, full, full);
            (limits.rooms, limits.memory, limits.buffers) = (full, full, full);
        });
        let client = guard.client(address(1));
        let rates = [
            (Rate::Requests, "requests"),
            (Rate::BytesRead, "bytes_read"),
            (Rate::BytesStored, "bytes_stored"),
            (Rate::Creations, "creations"),
            (Rate::Actions, "actions"),
            (Rate::WakeUps, "wake_ups"),
            (Rate::Reactions, "reactions"),
        ];
        let held = [
            (Held::Connections, "connections"),
            (Held::Sockets, "sockets"),
            (Held::Searches, "searches"),
            (Held::Rooms, "rooms"),
            (Held::Memory, "memory"),
            (Held::Buffers, "buffers"),
        ];
        let check = |name: &'static str, scope, refused: Option<ApiError>| {
            let refused = refused.expect("it is refused");
            assert_eq!(refused.code, ErrorCode::TooMany, "{name}");
            assert!(refused.message.len() > 15 && refused.message.ends_with('.'), "{refused}");
            let counted = guard.shared.refusals.get_or_create(&[("limit", name), ("scope", scope)]);
            assert_eq!(counted.get(), 1, "{name}");
        };
        for (rate, name) in rates {
            check(name, "client", client.spend(rate, 1).err());
        }
        for (held, name) in held {
            check(name, "client", client.acquire(held, 2).err());
            let permit = client.acquire(held, 1).expect("one");
            check(name, "total", guard.client(address(2)).acquire(held, 1).err());
            drop(permit);
        }
    }

    #[test]
    fn what_cannot_be_refused_any_more_counts_all_the_same() {
        let guard = guard(|limits| limits.rooms = HeldLimit { per_client: 10, total: 100 });
        let client = guard.client(address(1));
        let mut room = client.acquire(Held::Rooms, 1).expect("a room");
        let mut other = client.acquire(Held::Rooms, 2).expect("two more");
        room.set(12);
        assert_eq!(guard.total(Held::Rooms), 14);
        assert!(client.acquire(Held::Rooms, 1).is_err() && other.grow(0).is_err());
        room.set(7);
        assert_eq!(guard.total(Held::Rooms), 9);
        assert!(client.acquire(Held::Rooms, 2).is_err() && client.acquire(Held::Rooms, 1).is_ok());
        drop((room, other));
        assert_eq!(guard.total(Held::Rooms), 0);
        assert!(client.acquire(Held::Rooms, 10).is_ok());
    }

    #[test]
    fn little_is_enough_for_an_ordinary_game() {
        let guard = guard(|_| {});
        let newcomer = guard.client(address(1));
        for held in Held::ALL {
            let little = held.little();
            let limit = account::held_limit(&guard.shared.limits, held);
            assert!(little <= limit.per_client && little < limit.total / 50, "{held:?}");
            // Whoever is greedy has taken everything but the reserve.
            guard.shared.totals[held as usize]
                .store(limit.total - limit.total / 5, Ordering::Relaxed);
            assert!(newcomer.acquire(held, little).is_ok(), "{held:?}");
            assert!(newcomer.acquire(held, little + 1).is_err(), "{held:?}");
        }
        // A page asks for several things at once that need a position.
        assert!(4 * EXPENSIVE_BYTES as u64 <= Held::Memory.little());
    }

    #[test]
    fn little_is_at_most_a_hundredth_of_the_total() {
        let guard = guard(|limits| limits.rooms = HeldLimit { per_client: 1000, total: 1000 });
        let greedy =
            guard.client(address(1)).acquire(Held::Rooms, 800).expect("all but the reserve");
        let modest = guard.client(address(2));
        assert!(modest.acquire(Held::Rooms, 11).is_err());
        assert!(modest.acquire(Held::Rooms, 10).is_ok());
        assert!(greedy.client().acquire(Held::Rooms, 1).is_err());
    }

    #[test]
    fn clients_are_cleaned_up_only_when_their_number_has_doubled() {
        let guard = guard(|_| {});
        let known = || lock(&guard.shared.clients).accounts.len();
        let mut number = 0;
        let mut meet = |count: usize| -> Vec<Client> {
            let meet_next = |_| {
                number += 1;
                guard.client(address(number))
            };
            (0..count).map(meet_next).collect()
        };
        drop(meet(CLEAN_UP_ABOVE));
        drop(meet(1));
        assert_eq!(known(), CLEAN_UP_ABOVE + 1, "so many may stay");
        let present = meet(CLEAN_UP_ABOVE);
        assert_eq!(known(), CLEAN_UP_ABOVE, "those that have gone have used nothing");
        drop(meet(1));
        assert_eq!(known(), CLEAN_UP_ABOVE + 1, "so many may stay");
        drop(meet(CLEAN_UP_ABOVE));
        assert_eq!(known(), 2 * CLEAN_UP_ABOVE, "only one of them has gone");
        drop(meet(1));
        assert_eq!(known(), 2 * CLEAN_UP_ABOVE + 1, "they haven't doubled");
        drop(meet(1));
        assert_eq!(known(), CLEAN_UP_ABOVE + 1, "now they have; those that are present stay");
        drop(present);
    }

    #[test]
    fn what_comes_back_slowly_does_not_come_back_by_being_forgotten() {
        let guard = guard(|limits| limits.keeps = RateLimit { per_second: 0.001, burst: 100.0 });
        let start = Instant::now();
        let keep_all = |now| {
            let client = guard.client_at(address(1), now);
            (0..200).filter(|_| client.spend_at(Rate::Keeps, 1, now).is_ok()).count()
        };
        assert_eq!(keep_all(start), 100);
        let later = start + Duration::from_secs(10_000);
        (0..=CLEAN_UP_ABOVE as u32)
            .for_each(|number| drop(guard.client_at(address(1000 + number), later)));
        assert_eq!(keep_all(later), 10, "it was remembered");
        let much_later = later + Duration::from_secs(100_000);
        (0..=CLEAN_UP_ABOVE as u32)
            .for_each(|number| drop(guard.client_at(address(1000 + number), much_later)));
        assert!(
            !lock(&guard.shared.clients).accounts.contains_key(&address(1)),
            "nothing is missing"
        );
    }

    #[test]
    fn asking_whether_something_is_allowed_is_no_refusal() {
        let guard = guard(|limits| {
            limits.rooms = HeldLimit { per_client: 2, total: 5 };
            limits.bytes_stored = RateLimit::once(10.0);
        });
        let clients = [1, 2, 3].map(|number| guard.client(address(number)));
        let _held: Vec<Permit> = clients[..2]
            .iter()
            .flat_map(|client| (0..2).map(|_| client.try_acquire(Held::Rooms, 1)))
            .flatten()
            .collect();
        assert_eq!(clients[0].try_acquire(Held::Rooms, 1).err(), Some(LimitScope::Client));
        assert_eq!(clients[2].try_acquire(Held::Rooms, 2).err(), Some(LimitScope::Total));
        assert!(clients[0].has_left(Rate::BytesStored));
        clients[0].charge(Rate::BytesStored, 11);
        assert!(!clients[0].has_left(Rate::BytesStored));
        let refused = |limit, scope: LimitScope| {
            let labels = [("limit", limit), ("scope", scope.name())];
            guard.shared.refusals.get_or_create(&labels).get()
        };
        assert_eq!(refused("rooms", LimitScope::Client) + refused("rooms", LimitScope::Total), 0);
        assert!(clients[2].acquire(Held::Rooms, 2).is_err());
        assert_eq!(refused("rooms", LimitScope::Total), 1);
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
