//! The server's settings: where it listens, where it stores its data, and its limits.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// The server's settings.
#[derive(Debug, Clone)]
pub struct ServerConfig {
    /// The address to listen on; port 0 means any free port.
    pub listen: SocketAddr,
    /// The folder with the log and the tournaments; nothing outside it is read or written.
    pub data_folder: PathBuf,
    /// Host names under which the server is reached, besides the address it listens on.
    pub hosts: Vec<String>,
    /// The server's limits.
    pub limits: ServerLimits,
}

impl ServerConfig {
    /// Returns the default settings for a server that listens here and stores its data there.
    pub fn new(listen: SocketAddr, data_folder: impl Into<PathBuf>) -> Self {
        let (hosts, limits) = (Vec::new(), ServerLimits::default());
        ServerConfig { listen, data_folder: data_folder.into(), hosts, limits }
    }
}

/// The limits on what clients may send and use.
#[derive(Debug, Clone)]
pub struct ServerLimits {
    /// The maximum size of a request body in bytes.
    pub max_body_bytes: usize,
    /// The maximum size of an uploaded record in bytes.
    pub max_record_bytes: usize,
    /// The maximum size of a WebSocket message in bytes.
    pub max_message_bytes: usize,
    /// The maximum number of rooms in memory.
    pub max_rooms: usize,
    /// The maximum number of rooms and records that an address may create within `creation_period`.
    pub max_creations: u32,
    /// The period of `max_creations`.
    pub creation_period: Duration,
    /// The maximum number of connections per address, not counting WebSockets.
    pub max_connections_per_address: usize,
    /// The maximum number of WebSockets in total.
    pub max_sockets: usize,
    /// The maximum number of WebSockets per address.
    pub max_sockets_per_address: usize,
    /// The maximum average number of actions per second from one socket or address.
    pub max_actions_per_second: u32,
    /// The maximum number of an address's searches (advice, hints, analyses) at once.
    pub max_searches_per_address: usize,
    /// The maximum time for one search.
    pub max_thinking_time: Duration,
    /// The time limit for reading the headers of a request.
    pub header_timeout: Duration,
    /// The time limit for reading a request body.
    pub body_timeout: Duration,
    /// The time limit for a client to read what was sent to it.
    pub write_timeout: Duration,
    /// The time after which a room without clients leaves memory.
    pub idle_timeout: Duration,
    /// How long a client without a socket counts as present after a request.
    pub presence_timeout: Duration,
}

impl Default for ServerLimits {
    fn default() -> Self {
        ServerLimits {
            max_body_bytes: 64 << 10,
            max_record_bytes: 1 << 20,
            max_message_bytes: 16 << 10,
            max_rooms: 5_000,
            max_creations: 300,
            creation_period: Duration::from_secs(3600),
            max_connections_per_address: 1_000,
            max_sockets: 20_000,
            max_sockets_per_address: 400,
            max_actions_per_second: 20,
            max_searches_per_address: 4,
            max_thinking_time: Duration::from_secs(20),
            header_timeout: Duration::from_secs(10),
            body_timeout: Duration::from_secs(60),
            write_timeout: Duration::from_secs(20),
            idle_timeout: Duration::from_secs(120),
            presence_timeout: Duration::from_secs(60),
        }
    }
}
