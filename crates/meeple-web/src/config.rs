//! What a server is told: where it listens, where it keeps things, and its limits.

use std::{net::SocketAddr, path::PathBuf, time::Duration};

/// What a server is told.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where it listens; port 0 is any free one.
    pub listen: SocketAddr,
    /// Where it keeps its log and looks for tournaments. Nothing outside is read or written.
    pub data: PathBuf,
    /// The names under which it is reached, beside the one that it listens on.
    pub hosts: Vec<String>,
    /// Its limits.
    pub limits: Limits,
}

/// Nothing is taken without a limit.
#[derive(Debug, Clone)]
pub struct Limits {
    /// Bytes of a body...
    pub body: usize,
    /// ...and of a record.
    pub record: usize,
    /// Bytes of a message over a socket.
    pub message: usize,
    /// Rooms that are awake at once.
    pub rooms: usize,
    /// Rooms and records that an address may make...
    pub made: u32,
    /// ...in so long.
    pub made_in: Duration,
    /// Connections of one address at once, before they are sockets.
    pub connections_of_one: usize,
    /// Sockets at once...
    pub sockets: usize,
    /// ...and of one address.
    pub sockets_of_one: usize,
    /// Verbs a second from one socket or address, on average.
    pub verbs: u32,
    /// What an address may have thought about at once.
    pub thoughts_of_one: usize,
    /// How long one thought may take.
    pub thinking: Duration,
    /// How long the head of a request may take.
    pub heads: Duration,
    /// How long its body may take.
    pub bodies: Duration,
    /// How long somebody may take to read what was sent.
    pub reading: Duration,
    /// How long a room stays awake when nobody is there.
    pub idle: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            body: 64 << 10,
            record: 1 << 20,
            message: 16 << 10,
            rooms: 5_000,
            made: 300,
            made_in: Duration::from_secs(3600),
            connections_of_one: 1_000,
            sockets: 20_000,
            sockets_of_one: 400,
            verbs: 20,
            thoughts_of_one: 4,
            thinking: Duration::from_secs(20),
            heads: Duration::from_secs(10),
            bodies: Duration::from_secs(60),
            reading: Duration::from_secs(20),
            idle: Duration::from_secs(120),
        }
    }
}
