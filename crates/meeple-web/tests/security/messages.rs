//! What is too long, is no message, or is never read.

use super::{Game, House};
use crate::house::{Player, Socket};
use futures_util::{SinkExt as _, StreamExt as _};
use meeple_web::Limits;
use proptest::{
    prelude::*,
    strategy::ValueTree as _,
    test_runner::{Config, RngAlgorithm, TestRng, TestRunner},
};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpSocket, TcpStream},
    time::timeout,
};
use tokio_tungstenite::{MaybeTlsStream, client_async, tungstenite::Message};

/// How many messages are sent unless `MEEPLE_MESSAGES` says something else.
const MESSAGES: usize = 10_000;
/// So many are sent in one room, and so many at a time.
const IN_A_ROOM: usize = 500;
const AT_A_TIME: usize = 50;

#[tokio::test]
async fn what_is_too_long_is_not_read() {
    let house = House::open().await;
    let mut game = Game::begin(&house).await;
    let limits = Limits::default();
    for (path, most) in [
        ("/api/rooms".to_owned(), limits.body),
        (format!("/api/rooms/{}/do", game.ann.room), limits.body),
        ("/api/positions".into(), limits.body),
        ("/api/advice".into(), limits.body),
        ("/api/code".into(), limits.body),
        ("/api/records".into(), limits.record),
    ] {
        let (status, _, _) = house.request("POST", &path, &[], &vec![b' '; most + 1]).await;
        assert_eq!(status, 413, "{path}");
        game.goes_on().await;
    }
    // Nor is it where its length is not said before.
    let mut stream = TcpStream::connect(house.address).await.expect("a connection");
    let head = "POST /api/rooms HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n";
    stream.write_all(head.as_bytes()).await.expect("it is heard");
    let chunk = format!("{:x}\r\n{}\r\n", 0x4000, " ".repeat(0x4000));
    for _ in 0..8 {
        let _ = stream.write_all(chunk.as_bytes()).await; // who refuses need not read it all
    }
    let mut answer = vec![0; 1000];
    let length = timeout(Duration::from_secs(20), stream.read(&mut answer)).await;
    let length = length.expect("an answer in time").expect("an answer");
    assert!(String::from_utf8_lossy(&answer[..length]).starts_with("HTTP/1.1 413"));
    let long = "x".repeat(1 << 20);
    let path = format!("/api/rooms?{long}");
    assert!(matches!(house.request("GET", &path, &[], b"").await.0, 414 | 431));
    game.goes_on().await;
}

#[tokio::test]
async fn a_message_that_is_too_long_ends_the_socket_and_nothing_else() {
    let house = House::open().await;
    let mut game = Game::begin(&house).await;
    let most = Limits::default().message;
    for message in [Message::text("x".repeat(most + 1)), Message::binary(vec![0; most + 1])] {
        let mut eve = house.visit(&game.ann.room, game.ann.secret.as_deref()).await;
        eve.socket.send(message).await.expect("it is sent");
        assert!(is_closed(&mut eve.socket).await);
        game.goes_on().await;
    }
    let mut eve = house.visit(&game.ann.room, None).await;
    let long = eve.ask(json!({ "do": "x".repeat(most / 2) })).await;
    assert_eq!(long["refused"]["code"], "bad-request", "what is short enough is answered");
    // A frame that says it has 2^62 bytes.
    let MaybeTlsStream::Plain(stream) = eve.socket.get_mut() else { panic!("a plain socket") };
    stream.write_all(b"\x81\xff\x40\0\0\0\0\0\0\0abcd").await.expect("it is sent");
    assert!(is_closed(&mut eve.socket).await);
    game.goes_on().await;
}

/// Whether the other end closes it, whatever it says before.
async fn is_closed(socket: &mut Socket) -> bool {
    let closing = async { while let Some(Ok(_)) = socket.next().await {} };
    timeout(Duration::from_secs(20), closing).await.is_ok()
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

/// What is almost a verb.
fn almost_a_verb() -> impl Strategy<Value = Value> {
    let verbs = [
        "hello", "sit", "stand", "play", "resign", "back", "answer", "rematch", "react", "hint", "",
    ];
    let keys =
        ["id", "ply", "move", "seat", "name", "invite", "agree", "reaction", "secret", "sequence"];
    let rest = prop::collection::vec((prop::sample::select(keys.to_vec()), any_json()), 0..5);
    (prop::sample::select(verbs.to_vec()), rest).prop_map(|(verb, rest)| {
        let mut message = json!({ "do": verb });
        for (key, value) in rest {
            message[key] = value;
        }
        message
    })
}

/// Anything that can be sent as one message.
fn any_message() -> impl Strategy<Value = Message> {
    let bytes = || prop::collection::vec(any::<u8>(), 0..60);
    prop_oneof![
        4 => almost_a_verb().prop_map(|verb| Message::text(verb.to_string())),
        2 => any_json().prop_map(|json| Message::text(json.to_string())),
        // A message that breaks off.
        1 => (almost_a_verb(), 0.0..1.0).prop_map(|(verb, part): (Value, f64)| {
            let text = verb.to_string();
            let length = text.chars().count() as f64 * part;
            Message::text(text.chars().take(length as usize).collect::<String>())
        }),
        1 => bytes().prop_map(|bytes| Message::text(String::from_utf8_lossy(&bytes).into_owned())),
        1 => bytes().prop_map(Message::binary),
    ]
}

#[tokio::test]
async fn every_message_is_answered_whatever_it_says() {
    let count = std::env::var("MEEPLE_MESSAGES").ok().and_then(|count| count.parse().ok());
    let count: usize = count.unwrap_or(MESSAGES);
    let unlimited = Limits { verbs: u32::MAX, made: u32::MAX, ..Limits::default() };
    let house = House::with(unlimited).await;
    let mut game = Game::on(&house, &["width=60", "height=60"]).await;
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let messages = any_message();
    let mut next = || messages.new_tree(&mut runner).expect("nothing is left out").current();
    for room in 0..count.div_ceil(IN_A_ROOM) {
        // With a seat, so that more than one refusal is reached; and without.
        let wish = json!({ "game": "chomp", "options": ["width=9"] });
        let (mut eve, _bo) = house.pair(wish).await;
        if room % 4 == 0 {
            eve = house.visit(&eve.room, None).await;
        }
        for _ in 0..IN_A_ROOM / AT_A_TIME {
            answer_all(&mut eve, &mut next).await;
        }
        if room % 4 == 0 {
            game.goes_on().await;
        }
    }
    game.goes_on().await;
}

/// Sends some messages, and hears an answer to each.
async fn answer_all(eve: &mut Player, next: &mut impl FnMut() -> Message) {
    for _ in 0..AT_A_TIME {
        eve.socket.feed(next()).await.expect("it is open");
    }
    eve.socket.flush().await.expect("it is open");
    let mut answers = 0;
    while answers < AT_A_TIME {
        let message = eve.hear().await;
        if let Some(answer) = message.as_object().filter(|answer| answer.contains_key("re")) {
            assert!(answer.contains_key("ok") || answer["refused"]["message"].is_string());
            answers += 1;
        }
    }
}

#[tokio::test]
async fn bytes_that_are_no_text_end_the_socket_and_nothing_else() {
    let house = House::open().await;
    let mut game = Game::begin(&house).await;
    for bytes in [
        &b"\x81\x84\0\0\0\0\xff\xfe\xfd\xfc"[..], // a text that is none
        b"\x81\x04abcd",                          // without a mask
        b"\xf1\x84\0\0\0\0abcd",                  // bits that mean nothing
        b"\x8f\x84\0\0\0\0abcd",                  // a kind that there is not
        b"\x80\x84\0\0\0\0abcd",                  // the rest of nothing
        b"GET / HTTP/1.1\r\n\r\n",
    ] {
        let mut eve = house.visit(&game.ann.room, None).await;
        let MaybeTlsStream::Plain(stream) = eve.socket.get_mut() else { panic!("a plain socket") };
        stream.write_all(bytes).await.expect("it is sent");
        assert!(is_closed(&mut eve.socket).await, "{bytes:?}");
        game.goes_on().await;
    }
}

#[tokio::test]
async fn who_never_reads_holds_up_nobody() {
    let reading = Duration::from_millis(500);
    let limits = Limits { verbs: u32::MAX, reading, ..Limits::default() };
    let house = House::forgetful(limits).await;
    let mut game = Game::on(&house, &["width=30", "height=40"]).await;
    let mut sloth = with_little_room(&house, &game.ann.room).await;
    sloth.send(Message::text(r#"{"do":"hello"}"#)).await.expect("it is heard");
    for _ in 0..1000 {
        game.goes_on().await;
    }
    // It is closed, or has the state as it is; not a thousand updates.
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
    timeout(Duration::from_secs(20), hearing).await.expect("the end, or the state");
    assert!(messages < 500, "{messages} messages waited for somebody who never read");
    game.goes_on().await;
}

#[tokio::test]
async fn who_never_reads_the_news_is_gone() {
    let reading = Duration::from_millis(500);
    let limits = Limits { verbs: u32::MAX, reading, ..Limits::default() };
    let house = House::forgetful(limits).await;
    let mut game = Game::on(&house, &["width=30", "height=40"]).await;
    let mut sloth = connection_with_little_room(&house).await;
    let (room, address) = (&game.ann.room, house.address);
    let ask = format!("GET /api/rooms/{room}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    sloth.write_all(ask.as_bytes()).await.expect("it is heard");
    let since = Instant::now();
    for _ in 0..400 {
        game.goes_on().await;
    }
    tokio::time::sleep((3 * reading).saturating_sub(since.elapsed())).await;
    // The game is not over, so nothing else ends the news.
    let mut news = Vec::new();
    let end = timeout(Duration::from_secs(20), sloth.read_to_end(&mut news)).await;
    assert!(end.is_ok(), "the server has closed it");
    game.goes_on().await;
}

/// A connection for which the system keeps little.
async fn connection_with_little_room(house: &House) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.set_recv_buffer_size(4096).expect("it can be small");
    socket.connect(house.address).await.expect("a connection")
}

/// A socket on such a connection.
async fn with_little_room(house: &House, room: &str) -> Socket {
    let stream = connection_with_little_room(house).await;
    let url = format!("ws://{}/api/rooms/{room}/socket", house.address);
    let (socket, _) = client_async(url, MaybeTlsStream::Plain(stream)).await.expect("a socket");
    socket
}
