//! Tests of what whoever runs a server sees of it.
//!
//! - `metrics`: the figures for Prometheus
//! - `health`: probes; `closing`: what happens when the server is closed
//! - `access_log`: the lines about requests and sockets

#[path = "../test_server/mod.rs"]
mod test_server;

mod access_log;
mod closing;
mod health;
mod metrics;

use meeple_web::ServerConfig;

/// Believes the test client, which claims to be a proxy.
fn behind_proxy(config: ServerConfig) -> ServerConfig {
    ServerConfig { trusted_proxies: vec!["127.0.0.0/8".parse().expect("a network")], ..config }
}
