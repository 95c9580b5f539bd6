//! Connects a bot on this machine to a seat on a remote server.
//!
//! ```text
//! server ◄── socket ──► here ──► a computer player, or a program over its pipes
//! ```
//!
//! Every turn message contains the complete state, so after a lost connection the client reconnects and the
//! game continues.

use super::LocalBot;
use meeple_session::protocol::EngineMessage;
use meeple_terminal::command_error::{CommandError, warn};
use meeple_web::BasePath;
use std::{
    io::ErrorKind,
    net::TcpStream,
    thread,
    time::{Duration, Instant},
};
use tungstenite::{
    Error, Message as Frame, WebSocket,
    client::IntoClientRequest,
    handshake::client::Request,
    http::{HeaderValue, StatusCode, header::AUTHORIZATION},
    stream::MaybeTlsStream,
};

/// How long to try to reconnect to a server.
const RECONNECT_TIMEOUT: Duration = Duration::from_secs(120);
/// The pause between two attempts, at first and at most.
const PAUSES: [Duration; 2] = [Duration::from_millis(500), Duration::from_secs(5)];

type Socket = WebSocket<MaybeTlsStream<TcpStream>>;

/// The address of a bot's seat.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeatUrl {
    socket: String,
    token: String,
}

impl SeatUrl {
    /// Parses the URL shown on the room's page: `http://host/room/ID#bot=TOKEN`. The site may be below a path,
    /// and reached over TLS: `https://host/games/room/ID#bot=TOKEN`.
    pub(super) fn parse(url: &str) -> Result<Self, CommandError> {
        let bad = |why: &str| CommandError::Usage(format!("--connect {url:?}: {why}"));
        let schemes = [("http://", "ws://"), ("https://", "wss://")];
        let found = schemes.iter().find_map(|(from, to)| Some((url.strip_prefix(from)?, to)));
        let (rest, scheme) =
            found.ok_or_else(|| bad("the URL must start with http:// or https://"))?;
        let (place, token) = rest
            .split_once("#bot=")
            .ok_or_else(|| bad("#bot=TOKEN is missing; copy the whole URL from the room's page"))?;
        let (host, id) =
            place.rsplit_once("/room/").ok_or_else(|| bad("the URL contains no valid room"))?;
        let is_word = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_alphanumeric() || b"-_".contains(&b))
        };
        let (host, base) = host.find('/').map_or((host, ""), |at| host.split_at(at));
        let has_base = base.parse::<BasePath>().is_ok_and(|path| path.as_str() == base);
        if !is_word(id) || !is_word(token) || host.is_empty() || !(base.is_empty() || has_base) {
            return Err(bad("the URL contains no valid room"));
        }
        let socket = format!("{scheme}{host}{base}/api/rooms/{id}/bot");
        Ok(SeatUrl { socket, token: token.into() })
    }

    fn request(&self) -> Result<Request, CommandError> {
        let failed =
            |error: &dyn ToString| CommandError::Usage(format!("--connect: {}", error.to_string()));
        let mut request =
            self.socket.as_str().into_client_request().map_err(|error| failed(&error))?;
        let bearer = HeaderValue::from_str(&format!("Bearer {}", self.token));
        request.headers_mut().insert(AUTHORIZATION, bearer.map_err(|error| failed(&error))?);
        Ok(request)
    }
}

/// Plays until the game is over.
pub(super) fn play(bot: &mut LocalBot, address: &SeatUrl) -> Result<(), CommandError> {
    // Fails only if there is one already.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let (mut lost, mut pause, mut was_connected) = (Instant::now(), PAUSES[0], false);
    loop {
        match tungstenite::connect(address.request()?) {
            Ok((mut socket, _)) => {
                warn("meeple", "connected");
                (pause, was_connected) = (PAUSES[0], true);
                if answer_messages(bot, &mut socket)? {
                    return Ok(());
                }
                lost = Instant::now();
            }
            Err(Error::Http(response))
                if was_connected && response.status() == StatusCode::CONFLICT =>
            {
                warn("meeple", "the game ended while the connection was lost");
                bot.leave();
                return Ok(());
            }
            Err(Error::Http(response)) => {
                let body = response.body().as_deref().unwrap_or_default();
                let text = String::from_utf8_lossy(&body[..body.len().min(500)]).into_owned();
                let text = meeple_core::text::printable(&text);
                return Err(CommandError::Failed(format!(
                    "the server refused: {} {text}",
                    response.status()
                )));
            }
            Err(error) if is_permanent(&error) => {
                return Err(CommandError::Failed(format!("no secure connection: {error}")));
            }
            Err(error) if lost.elapsed() > RECONNECT_TIMEOUT => {
                return Err(CommandError::Failed(format!("no connection: {error}")));
            }
            Err(error) => warn("meeple", format_args!("no connection ({error}); retrying")),
        }
        thread::sleep(pause);
        pause = (pause * 2).min(PAUSES[1]);
    }
}

/// Returns whether trying again is pointless: the server's certificate is not trusted, or this machine trusts
/// none.
fn is_permanent(error: &Error) -> bool {
    match error {
        Error::Tls(_) => true,
        Error::Io(error) => matches!(error.kind(), ErrorKind::InvalidData | ErrorKind::NotFound),
        _ => false,
    }
}

/// Answers messages until the connection is lost or the game is over; returns whether it is over.
fn answer_messages(bot: &mut LocalBot, socket: &mut Socket) -> Result<bool, CommandError> {
    loop {
        let text = match socket.read() {
            Ok(Frame::Text(text)) => text,
            Ok(Frame::Close(_)) | Err(_) => return Ok(false),
            Ok(_) => continue,
        };
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            let message = EngineMessage::read(line.as_bytes());
            let message = message.map_err(|error| {
                CommandError::Failed(format!("the server sent an invalid message: {error}"))
            })?;
            if let EngineMessage::End(end) = &message {
                let reason = meeple_core::text::printable(&end.reason);
                warn("meeple", format_args!("the game is over: {reason}"));
                bot.leave();
                return Ok(true);
            }
            let Some(answer) = bot.handle(message).map_err(CommandError::Failed)? else { continue };
            let answer = serde_json::to_string(&answer).expect("answers are plain data");
            if socket.send(Frame::text(answer)).is_err() {
                return Ok(false);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_room_and_a_token() {
        let read = |url: &str| SeatUrl::parse(url).ok().map(|found| (found.socket, found.token));
        assert_eq!(
            read("http://127.0.0.1:8080/room/k7mq2w9xt4#bot=a-B_9"),
            Some(("ws://127.0.0.1:8080/api/rooms/k7mq2w9xt4/bot".into(), "a-B_9".into()))
        );
        assert_eq!(
            read("https://play.example.org/fun/games/room/k7mq2w9xt4#bot=a"),
            Some(("wss://play.example.org/fun/games/api/rooms/k7mq2w9xt4/bot".into(), "a".into()))
        );
        for bad in [
            "",
            "k7mq2w9xt4",
            "ftp://host/room/k7mq2w9xt4#bot=x",
            "https:///games/room/k7mq2w9xt4#bot=x",
            "http://host//room/k7mq2w9xt4#bot=x",
            "http://host/a b/room/k7mq2w9xt4#bot=x",
            "http://host/../room/k7mq2w9xt4#bot=x",
            "http://host/room/k7mq2w9xt4",
            "http://host/room/#bot=x",
            "http://host/room/a/../b#bot=x",
            "http:///room/k7mq2w9xt4#bot=x",
            "http://host/room/k7mq2w9xt4#bot=a b",
        ] {
            assert_eq!(read(bad), None, "{bad}");
        }
    }
}
