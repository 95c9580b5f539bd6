//! Tests with malicious clients: they are refused, and a game played at the same time goes on.
//!
//! - `seats`: wrong secrets, tokens and invitations
//! - `sites`: pages of other sites, and names that lead here
//! - `messages`: oversized, malformed and unread messages
//! - `crowds`: many sockets, limits per address, requests that never end
//! - `budgets`: memory, disk, thinking time and rooms
//! - `newcomers`: what is left for them when many clients take as much as they can
//! - `disconnects`: clients that disconnect before they are answered
//! - `answers`: path traversal, security headers, and secrets in the log output

#[path = "../test_server/mod.rs"]
mod test_server;

mod answers;
mod budgets;
mod crowds;
mod disconnects;
mod messages;
mod newcomers;
mod seats;
mod sites;

use meeple_web::{ServerConfig, ServerLimits};
use serde_json::{Value, json};
use test_server::{TestClient, WebTestServer};

/// A long game that the attacks must not disturb.
struct UndisturbedGame {
    ann: TestClient,
    bo: TestClient,
}

impl UndisturbedGame {
    async fn begin(server: &WebTestServer) -> Self {
        UndisturbedGame::on(server, &["width=12", "height=12"]).await
    }

    async fn on(server: &WebTestServer, options: &[&str]) -> Self {
        let (ann, bo) = server.pair(json!({ "game": "chomp", "options": options })).await;
        UndisturbedGame { ann, bo }
    }

    /// Makes a move, and waits until both players see it.
    async fn play_one_move(&mut self) {
        let UndisturbedGame { ann, bo } = self;
        let ply = ann.state["ply"].as_u64().expect("a ply");
        let mover = if ann.state["to_move"] == 0 { &mut *ann } else { &mut *bo };
        mover.play_first().await;
        for person in [ann, bo] {
            person.until(|state| state["ply"].as_u64() > Some(ply)).await;
        }
    }
}

/// Starts a server to which tests can come from any address, by naming it in `X-Forwarded-For`.
async fn behind_proxy(limits: ServerLimits) -> WebTestServer {
    let change = |config| ServerConfig {
        trusted_proxies: vec!["127.0.0.1/32".parse().expect("a network")],
        ..config
    };
    WebTestServer::with_config(limits, change).await
}

/// Sends a JSON body from this address.
async fn post_from(server: &WebTestServer, from: &str, path: &str, body: &Value) -> (u16, Value) {
    let headers = [("x-forwarded-for", from.to_owned())];
    let (status, _, body) =
        server.request("POST", path, &headers, body.to_string().as_bytes()).await;
    (status, serde_json::from_slice(&body).unwrap_or_default())
}
