//! The server's settings: where it listens, where it stores its data, and its limits.

use crate::{base_path::BasePath, disk::FreeSpace, host_name::HostName, retention::Retention};
use ipnet::IpNet;
use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// The default of [`ServerConfig::cleanup_interval`]. Ages are only exact to an hour anyway.
const CLEANUP_INTERVAL: Duration = Duration::from_secs(600);
/// The default of [`ServerConfig::min_free_bytes`]: what the limits let many players store while somebody makes
/// room.
const MIN_FREE_BYTES: u64 = 512 << 20;

/// The server's settings.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The address to listen on; port 0 means any free port.
    pub listen: SocketAddr,
    /// The folder with the log and the tournaments; nothing outside it is read or written.
    pub data_folder: PathBuf,
    /// The path under which the whole site lives.
    pub base: BasePath,
    /// Host names under which the server is reached, besides IP addresses and `localhost`. A name without a
    /// port stands for all ports.
    pub hosts: Vec<HostName>,
    /// Proxies whose `Forwarded` and `X-Forwarded-For` headers are believed.
    pub trusted_proxies: Vec<IpNet>,
    /// How the addresses of clients appear in the access log.
    pub log_addresses: LogAddresses,
    /// How long games are stored.
    pub retention: Retention,
    /// How often old games are looked for.
    pub cleanup_interval: Duration,
    /// With less free space on the disk, in bytes, only games that have begun are stored.
    pub min_free_bytes: u64,
    /// Where the free space is read from.
    pub free_space: FreeSpace,
    /// The server's limits.
    pub limits: ServerLimits,
}

/// How the addresses of clients appear in the access log.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum LogAddresses {
    /// As they are.
    #[default]
    Plain,
    /// Hashed with a random key that lasts until the server stops.
    Hashed,
    /// Not at all.
    None,
}

impl ServerConfig {
    /// Returns the default settings for a server that listens here and stores its data there.
    pub fn new(listen: SocketAddr, data_folder: impl Into<PathBuf>) -> Self {
        let data_folder = data_folder.into();
        ServerConfig {
            listen,
            free_space: FreeSpace::of_folder(&data_folder),
            data_folder,
            base: BasePath::default(),
            hosts: Vec::new(),
            trusted_proxies: Vec::new(),
            log_addresses: LogAddresses::default(),
            retention: Retention::default(),
            cleanup_interval: CLEANUP_INTERVAL,
            min_free_bytes: MIN_FREE_BYTES,
            limits: ServerLimits::default(),
        }
    }
}

/// How much of something a client may use: `per_second` on average, and up to `burst` at once.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RateLimit {
    /// The average rate.
    pub per_second: f64,
    /// How much may be used at once after a pause.
    pub burst: f64,
}

impl RateLimit {
    /// No limit.
    pub const UNLIMITED: RateLimit = RateLimit { per_second: f64::MAX, burst: f64::MAX };

    /// A limit on what may be used at all.
    pub const fn once(burst: f64) -> Self {
        RateLimit { per_second: 0.0, burst }
    }
}

/// How much of something clients may have at once. The last fifth of the total is left to clients that have no more
/// than an ordinary game needs, and at most a hundredth of the total.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeldLimit {
    /// The maximum for one client.
    pub per_client: u64,
    /// The maximum for all clients together.
    pub total: u64,
}

impl HeldLimit {
    /// No limit.
    pub const UNLIMITED: HeldLimit = HeldLimit { per_client: u64::MAX, total: u64::MAX };

    /// The same limit for one client as for all.
    pub const fn total(total: u64) -> Self {
        HeldLimit { per_client: total, total }
    }
}

/// The limits on what clients may send and use. A client is an IP address, or a /64 network for IPv6.
#[derive(Debug, Clone)]
pub struct ServerLimits {
    /// The maximum size of a request body in bytes.
    pub max_body_bytes: usize,
    /// The maximum size of an uploaded record in bytes.
    pub max_record_bytes: usize,
    /// The maximum size of a WebSocket message in bytes.
    pub max_message_bytes: usize,
    /// The maximum length of a position's text in bytes; it limits the size of boards.
    pub max_position_bytes: usize,
    /// The maximum number of legal moves in a position.
    pub max_legal_moves: usize,
    /// The maximum size of a list of legal moves in bytes of JSON; it limits the size of messages.
    pub max_moves_bytes: usize,
    /// The size of a game's log in bytes above which only moves are stored: no remarks, no undoing.
    pub max_game_bytes: usize,
    /// The longest time on a room's clock.
    pub max_clock: Duration,
    /// HTTP requests.
    pub requests: RateLimit,
    /// Bytes of request bodies and WebSocket messages.
    pub bytes_read: RateLimit,
    /// Bytes written to the log.
    pub bytes_stored: RateLimit,
    /// New rooms and records.
    pub creations: RateLimit,
    /// Games that are kept although the server removes old ones.
    pub keeps: RateLimit,
    /// Actions in rooms.
    pub actions: RateLimit,
    /// Rooms and records read from disk.
    pub wake_ups: RateLimit,
    /// Reactions.
    pub reactions: RateLimit,
    /// Reactions of one seat, from however many sockets and addresses.
    pub seat_reactions: RateLimit,
    /// How much slow work of one client, such as reading a record, may run or be next; the rest waits.
    pub slow_turns: usize,
    /// TCP connections, not counting WebSockets. Those of trusted proxies are not counted either.
    pub connections: HeldLimit,
    /// WebSockets and event streams.
    pub sockets: HeldLimit,
    /// Advice, hints and analyses that are computed or waiting.
    pub searches: HeldLimit,
    /// Rooms in memory, counted for whoever plays in them, created them or read them from disk. A long game on a
    /// large board counts more than once. Above the limit, idle rooms leave memory first.
    pub rooms: HeldLimit,
    /// Bytes of requests, and of the answers to them, while they are worked on.
    pub memory: HeldLimit,
    /// Bytes that wait for clients to read them.
    pub buffers: HeldLimit,
    /// The maximum time for one search.
    pub max_thinking_time: Duration,
    /// With more searches waiting per processor, the server isn't ready: players would wait for minutes.
    pub max_waiting_searches: usize,
    /// The time limit for reading the headers of a request.
    pub header_timeout: Duration,
    /// The time limit for reading a request body.
    pub body_timeout: Duration,
    /// The time limit for a client to read what was sent to it.
    pub write_timeout: Duration,
    /// How long requests may go on when the server is closed.
    pub close_timeout: Duration,
    /// How long a stream or WebSocket is silent before the server sends an empty line or a ping: proxies cut
    /// connections that are silent for a minute.
    pub heartbeat: Duration,
    /// The time after which a room without clients leaves memory.
    pub idle_timeout: Duration,
    /// How long a client without a socket counts as present after a request.
    pub presence_timeout: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        const KIB: u64 = 1 << 10;
        const MIB: u64 = 1 << 20;
        ServerLimits {
            max_body_bytes: 64 << 10,
            max_record_bytes: 1 << 20,
            max_message_bytes: 16 << 10,
            max_position_bytes: 12 << 10,
            max_legal_moves: 5_000,
            max_moves_bytes: 512 << 10,
            max_game_bytes: 2 << 20,
            max_clock: Duration::from_secs(24 * 3600),
            requests: RateLimit { per_second: 100.0, burst: 2_000.0 },
            bytes_read: RateLimit { per_second: (256 * KIB) as f64, burst: (16 * MIB) as f64 },
            bytes_stored: RateLimit { per_second: (8 * KIB) as f64, burst: (32 * MIB) as f64 },
            creations: RateLimit { per_second: 300.0 / 3600.0, burst: 300.0 },
            keeps: RateLimit { per_second: 20.0 / 86_400.0, burst: 100.0 },
            actions: RateLimit { per_second: 200.0, burst: 1_000.0 },
            wake_ups: RateLimit { per_second: 2.0, burst: 200.0 },
            reactions: RateLimit { per_second: 5.0, burst: 50.0 },
            seat_reactions: RateLimit { per_second: 1.0, burst: 10.0 },
            slow_turns: 2,
            connections: HeldLimit { per_client: 300, total: 20_000 },
            sockets: HeldLimit { per_client: 400, total: 20_000 },
            searches: HeldLimit { per_client: 4, total: 200 },
            rooms: HeldLimit { per_client: 500, total: 5_000 },
            memory: HeldLimit { per_client: 8 * MIB, total: 64 * MIB },
            buffers: HeldLimit { per_client: 8 * MIB, total: 64 * MIB },
            max_thinking_time: Duration::from_secs(20),
            max_waiting_searches: 100,
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(20),
            close_timeout: Duration::from_secs(5),
            heartbeat: Duration::from_secs(20),
            idle_timeout: Duration::from_secs(120),
            presence_timeout: Duration::from_secs(60),
        }
    }
}
