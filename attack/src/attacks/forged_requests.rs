//! Requests of other sites' pages, for other hosts, and with forged addresses. Without a trusted proxy, a forged
//! address must not give an attacker more requests.

use crate::{attacker::Attacker, client::Request};
use serde_json::json;

pub(super) async fn run(attacker: Attacker) {
    attacker
        .repeat(4, async |connection| {
            let tally = std::sync::Arc::clone(&connection.client.tally);
            let wish = json!({ "game": "chomp" });
            let post = || Request::post("/api/rooms", &wish);
            for request in [
                post().with("origin", "https://evil.example"),
                post().with("sec-fetch-site", "cross-site"),
                post().with("host", "evil.example"),
                Request::send("/api/rooms", "text/plain", wish.to_string().into_bytes()),
                Request::get("/metrics").with("host", "evil.example"),
            ] {
                let answer = connection.request(request).await?;
                if answer.status < 400 {
                    tally.broken("a forged request was answered");
                }
            }
            for number in 0..50 {
                let forged = format!("203.0.113.{number}");
                let request = Request::get("/api/games").with("x-forwarded-for", &forged);
                connection.request(request.with("forwarded", format!("for={forged}"))).await?;
            }
            Some(())
        })
        .await;
}
