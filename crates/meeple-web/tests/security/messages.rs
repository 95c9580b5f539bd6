//! Tests of oversized, malformed and unread messages.

use super::{UndisturbedGame, WebTestServer, behind_proxy, post_from};
use crate::test_server::{PATIENCE, Socket, TestClient};
use futures_util::{SinkExt as _, StreamExt as _};
use meeple_web::{RateLimit, ServerLimits};
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use std::time::Duration;
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{MaybeTlsStream, client_async, tungstenite::Message};

/// The number of messages sent, unless `MEEPLE_MESSAGES` says otherwise.
const MESSAGES: usize = 10_000;
/// The number of messages sent in one room, and at a time.
const IN_A_ROOM: usize = 500;
const AT_A_TIME: usize = 50;

#[tokio::test]
async fn requests_that_are_too_long_are_rejected() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let limits = ServerLimits::default();
    for (path, most) in [
        ("/api/rooms".to_owned(), limits.max_body_bytes),
        (format!("/api/rooms/{}/do", game.ann.room), limits.max_body_bytes),
        ("/api/positions".into(), limits.max_body_bytes),
        ("/api/advice".into(), limits.max_body_bytes),
        ("/api/code".into(), limits.max_body_bytes),
        ("/api/records".into(), limits.max_record_bytes),
    ] {
        let (status, _, _) = server.request("POST", &path, &[], &vec![b' '; most + 1]).await;
        assert_eq!(status, 413, "{path}");
        game.play_one_move().await;
    }
    // A body without a declared length is limited too.
    let mut stream = TcpStream::connect(server.address).await.expect("a connection");
    let head = "POST /api/rooms HTTP/1.1\r\nhost: localhost\r\n\
                content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("it is heard");
    let chunk = format!("{:x}\r\n{}\r\n", 0x4000, " ".repeat(0x4000));
    for _ in 0..8 {
        let _ = stream.write_all(chunk.as_bytes()).await; // it needn't be read
    }
    let mut answer = vec![0; 1000];
    let length = timeout(PATIENCE, stream.read(&mut answer)).await;
    let length = length.expect("an answer in time").expect("an answer");
    assert!(String::from_utf8_lossy(&answer[..length]).starts_with("HTTP/1.1 413"));
    let long = "x".repeat(1 << 20);
    let path = format!("/api/rooms?{long}");
    assert!(matches!(server.request("GET", &path, &[], b"").await.0, 414 | 431));
    game.play_one_move().await;
}

#[tokio::test]
async fn a_message_that_is_too_long_closes_only_its_own_socket() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let most = ServerLimits::default().max_message_bytes;
    for message in [Message::text("x".repeat(most + 1)), Message::binary(vec![0; most + 1])] {
        let mut eve = server.visit(&game.ann.room, game.ann.secret.as_deref()).await;
        eve.socket.send(message).await.expect("it is sent");
        assert!(is_closed(&mut eve.socket).await);
        game.play_one_move().await;
    }
    let mut eve = server.visit(&game.ann.room, None).await;
    let long = eve.ask(json!({ "do": "x".repeat(most / 2) })).await;
    assert_eq!(long["refused"]["code"], "bad-request", "what is short enough is answered");
    // A frame that claims to have 2^62 bytes.
    let MaybeTlsStream::Plain(stream) = eve.socket.get_mut() else { panic!("a plain socket") };
    stream.write_all(b"\x81\xff\x40\0\0\0\0\0\0\0abcd").await.expect("it is sent");
    assert!(is_closed(&mut eve.socket).await);
    game.play_one_move().await;
}

/// Returns whether the server closes the socket, whatever it sends before.
async fn is_closed(socket: &mut Socket) -> bool {
    let closing = async { while let Some(Ok(_)) = socket.next().await {} };
    timeout(PATIENCE, closing).await.is_ok()
}

/// Any JSON, not very deep.
fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0_u64..50).prop_map(Value::from),
        "\\PC{0,12}".prop_map(Value::from),
        any::<String>().prop_map(Value::from),
        "[1-9],[1-9]".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 12, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::hash_map("[a-z]{0,5}", inner, 0..4)
                .prop_map(|map| Value::Object(map.into_iter().collect())),
        ]
    })
}

/// Generates objects that are almost actions.
fn almost_an_action() -> impl Strategy<Value = Value> {
    let actions = [
        "hello", "sit", "stand", "play", "resign", "back", "answer", "rematch", "react", "hint", "",
    ];
    let keys =
        ["id", "ply", "move", "seat", "name", "invite", "agree", "reaction", "secret", "sequence"];
    let rest = prop::collection::vec((prop::sample::select(keys.to_vec()), any_json()), 0..5);
    (prop::sample::select(actions.to_vec()), rest).prop_map(|(action, rest)| {
        let mut message = json!({ "do": action });
        for (key, value) in rest {
            message[key] = value;
        }
        message
    })
}

/// Generates any single message.
fn any_message() -> impl Strategy<Value = Message> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..60);
    prop_oneof![
        4 => almost_an_action().prop_map(|action| Message::text(action.to_string())),
        2 => any_json().prop_map(|json| Message::text(json.to_string())),
        // A truncated message.
        1 => (almost_an_action(), 0.0..1.0).prop_map(|(action, part): (Value, f64)| {
            let text = action.to_string();
            let length = text.chars().count() as f64 * part;
            Message::text(text.chars().take(length as usize).collect::<String>())
        }),
        1 => bytes().prop_map(|bytes| Message::text(String::from_utf8_lossy(&bytes).into_owned())),
        1 => bytes().prop_map(Message::binary),
    ]
}

#[tokio::test]
async fn every_message_gets_a_reply() {
    let count = std::env::var("MEEPLE_MESSAGES").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(MESSAGES);
    let unlimited = ServerLimits {
        actions: RateLimit::UNLIMITED,
        bytes_read: RateLimit::UNLIMITED,
        requests: RateLimit::UNLIMITED,
        creations: RateLimit::UNLIMITED,
        ..ServerLimits::default()
    };
    let server = WebTestServer::with(unlimited).await;
    let mut game = UndisturbedGame::on(&server, &["width=60", "height=60"]).await;
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let messages = any_message();
    let mut next = || messages.new_tree(&mut runner).expect("nothing is left out").current();
    for room in 0..count.div_ceil(IN_A_ROOM) {
        // Mostly with a seat, so that different errors are reached; sometimes without.
        let wish = json!({ "game": "chomp", "options": ["width=9"] });
        let (mut eve, _bo) = server.pair(wish).await;
        if room % 4 == 0 {
            eve = server.visit(&eve.room, None).await;
        }
        for _ in 0..IN_A_ROOM / AT_A_TIME {
            answer_all(&mut eve, &mut next).await;
        }
        if room % 4 == 0 {
            game.play_one_move().await;
        }
    }
    game.play_one_move().await;
}

/// Sends some messages, and receives a reply to each.
async fn answer_all(eve: &mut TestClient, next: &mut impl FnMut() -> Message) {
    for _ in 0..AT_A_TIME {
        eve.socket.feed(next()).await.expect("it is open");
    }
    eve.socket.flush().await.expect("it is open");
    let mut answers = 0;
    while answers < AT_A_TIME {
        let message = eve.receive().await;
        if let Some(answer) = message.as_object().filter(|answer| answer.contains_key("re")) {
            assert!(answer.contains_key("ok") || answer["refused"]["message"].is_string());
            answers += 1;
        }
    }
}

#[tokio::test]
async fn invalid_frames_close_only_their_own_socket() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    for bytes in [
        &b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc"[..], // text that isn't UTF-8
        b"\x81\x04abcd",                          // unmasked
        b"\xf1\x84\0\0\0\0abcd",                  // reserved bits set
        b"\x8f\x84\0\0\0\0abcd",                  // unknown opcode
        b"\x80\x84\0\0\0\0abcd",                  // continuation of nothing
        b"GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut eve = server.visit(&game.ann.room, None).await;
        let MaybeTlsStream::Plain(stream) = eve.socket.get_mut() else { panic!("a plain socket") };
        stream.write_all(bytes).await.expect("it is sent");
        assert!(is_closed(&mut eve.socket).await, "{bytes:?}");
        game.play_one_move().await;
    }
}

#[tokio::test]
async fn a_client_that_never_reads_delays_nobody() {
    let write_timeout = Duration::from_secs(2);
    let limits =
        ServerLimits { actions: RateLimit::UNLIMITED, write_timeout, ..ServerLimits::default() };
    let server = WebTestServer::with_memory_log(limits).await;
    let mut game = UndisturbedGame::on(&server, &["width=30", "height=40"]).await;
    let mut sloth = with_little_room(&server, &game.ann.room).await;
    sloth.send(Message::text(r#"{"do":"hello"}"#)).await.expect("it is heard");
    for _ in 0..1000 {
        game.play_one_move().await;
    }
    // The socket was closed or got the current state, not a thousand updates.
    let (mut messages, mut ply) = (0, Value::Null);
    let hearing = async {
        while let Some(Ok(message)) = sloth.next().await {
            let Ok(text) = message.into_text() else { continue };
            let news: Value = serde_json::from_str(&text).unwrap_or_default();
            let now = if news["state"].is_object() { &news["state"] } else { &news["update"] };
            (messages, ply) = (messages + 1, now["ply"].clone());
            if ply == 1000 {
                return;
            }
        }
    };
    timeout(PATIENCE, hearing).await.expect("the end, or the state");
    assert!(messages < 500, "{messages} messages were kept for a client that never read");
    game.play_one_move().await;
}

#[tokio::test]
async fn a_stream_client_that_never_reads_is_disconnected() {
    let write_timeout = Duration::from_secs(2);
    let limits =
        ServerLimits { actions: RateLimit::UNLIMITED, write_timeout, ..ServerLimits::default() };
    let server = WebTestServer::with_memory_log(limits).await;
    let mut game = UndisturbedGame::on(&server, &["width=30", "height=40"]).await;
    let mut sloth = connection_with_little_room(&server).await;
    let (room, address) = (&game.ann.room, server.address);
    let ask = format!("GET /api/rooms/{room}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    sloth.write_all(ask.as_bytes()).await.expect("it is heard");
    for _ in 0..400 {
        game.play_one_move().await;
    }
    let gone = async {
        loop {
            let (_, _, page) = server.request("GET", "/metrics", &[], b"").await;
            if String::from_utf8_lossy(&page).contains("\nmeeple_sockets 2\n") {
                break; // only Ann and Bo are left
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    timeout(PATIENCE, gone).await.expect("the server disconnects it");
    // The game isn't over, so nothing else ends the stream.
    let mut news = Vec::new();
    let end = timeout(PATIENCE, sloth.read_to_end(&mut news)).await;
    assert!(end.is_ok(), "the server has closed it");
    game.play_one_move().await;
}

/// Opens a connection with small system buffers.
async fn connection_with_little_room(server: &WebTestServer) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("it can be small");
    socket.connect(server.address).await.expect("a connection")
}

/// Opens a WebSocket with small system buffers.
async fn with_little_room(server: &WebTestServer, room: &str) -> Socket {
    let stream = connection_with_little_room(server).await;
    let url = format!("ws://{}/api/rooms/{room}/socket", server.address);
    let opening = client_async(url, MaybeTlsStream::Plain(stream));
    let (socket, _) = timeout(PATIENCE, opening).await.expect("in time").expect("a socket");
    socket
}

/// Waits until this address has used up its actions, apart from a few with which that is found out.
async fn until_exhausted(server: &WebTestServer, from: &str, room: &str) {
    let (path, resign) = (format!("/api/rooms/{room}/do"), json!({ "do": "resign" }));
    for _ in 0..MANY / 2 {
        if post_from(server, from, &path, &resign).await.0 == 429 {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    panic!("the messages of {from} are not charged");
}

/// As many actions as a client has, and as many messages as it sends.
const MANY: usize = 500;

#[tokio::test]
async fn every_message_before_hello_is_charged() {
    let limits = ServerLimits { actions: RateLimit::once(MANY as f64), ..ServerLimits::default() };
    let server = behind_proxy(limits).await;
    let mut game = UndisturbedGame::begin(&server).await;
    let messages = [Message::Ping(vec![0; 100].into()), Message::binary(vec![0; 100])];
    for (number, message) in messages.into_iter().enumerate() {
        let eve = format!("192.0.2.{number}");
        let mut client = TestClient::connect_from(&server, &game.ann.room, &eve).await;
        for _ in 0..MANY {
            client.socket.feed(message.clone()).await.expect("it is open");
        }
        client.socket.flush().await.expect("it is open");
        until_exhausted(&server, &eve, &game.ann.room).await;
        game.play_one_move().await;
    }
}

#[tokio::test]
async fn a_client_that_fails_to_say_hello_again_and_again_is_disconnected() {
    let server = WebTestServer::open().await;
    let mut game = UndisturbedGame::begin(&server).await;
    let mut eve = TestClient::connect(&server, &game.ann.room).await;
    for _ in 0..20 {
        // It may be closed before all of them are sent.
        let _ = eve.socket.send(Message::text(r#"{"id":1,"do":"resign"}"#)).await;
    }
    let mut refused = 0;
    let reading = async {
        while let Some(Ok(message)) = eve.socket.next().await {
            refused += u32::from(message.is_text());
        }
    };
    timeout(PATIENCE, reading).await.expect("it is closed");
    assert_eq!(refused, 10);
    let made = server.visit(&game.ann.room, None).await;
    assert_eq!(made.seat, None, "a new socket is welcome");
    game.play_one_move().await;
}

#[tokio::test]
async fn every_message_of_a_bot_is_charged() {
    let limits = ServerLimits { actions: RateLimit::once(MANY as f64), ..ServerLimits::default() };
    for message in [Message::Ping(vec![0; 100].into()), Message::binary(vec![0; 100])] {
        let server = behind_proxy(limits.clone()).await;
        let wish = json!({ "game": "chomp", "seats": ["bot", "open"] });
        let made = server.make(wish).await;
        let room = made["room"].as_str().expect("a room");
        let token = made["bots"][0]["token"].as_str().expect("a token");
        let mut bot = server.bot(room, token).await.expect("a seat");
        for _ in 0..MANY {
            bot.socket.feed(message.clone()).await.expect("it is open");
        }
        bot.socket.flush().await.expect("it is open");
        until_exhausted(&server, "127.0.0.1", room).await;
    }
}
