//! Tests of what clients can't cause reliably: connections that end before the room's reply was read.

use super::{
    Identity, RoomCommand,
    room_config::{RoomRequest, draft},
    room_log::{Occupant, RoomLog},
};
use crate::{
    ServerConfig, app_state::AppState, guard::Client, log::MemoryLog, room::Room, secret::Secret,
};
use futures_util::FutureExt as _;
use serde_json::{Value, json};
use std::{net::Ipv4Addr, sync::Arc};

/// A room with Ann on the first seat and a bot on the second one.
struct TestRoom {
    app: AppState,
    client: Client,
    id: String,
    ann: Identity,
    bot: Identity,
}

impl TestRoom {
    async fn open() -> Self {
        let config = ServerConfig::new((Ipv4Addr::LOCALHOST, 0).into(), "unused");
        let app = AppState::new(config, Arc::new(MemoryLog::default())).expect("random numbers");
        let client = app.guard.client(Ipv4Addr::LOCALHOST.into());
        let wish = json!({ "game": "chomp", "seats": ["me", "bot"], "name": "Ann" });
        let request: RoomRequest = serde_json::from_value(wish).expect("a request");
        let draft = draft(request).expect("a room");
        let bot = draft.tokens.first().map(|(_, token)| token.hash());
        let ann = Secret::new().expect("random numbers").hash();
        let mut log = RoomLog::new(draft.config);
        log.occupants[0] = Some(Occupant { name: draft.name, secret: ann.clone() });
        let id = app.lobby.open(&app, &client, log).await.expect("a room");
        TestRoom { app, client, id, ann: Some(ann), bot }
    }

    async fn room(&self) -> Room {
        self.app.lobby.room(&self.app, &self.client, &self.id).await.expect("it is in memory")
    }

    /// Returns who is connected, after the room has handled everything so far.
    async fn here(&self) -> [Value; 2] {
        let ask = |reply| RoomCommand::Checkpoint { reply };
        self.room().await.ask(ask).await.expect("an answer");
        let ask = |reply| RoomCommand::State { who: None, reply };
        let state = self.room().await.ask(ask).await.expect("an answer");
        let state: Value = serde_json::from_str(&state.text).expect("JSON");
        [0, 1].map(|seat| state["state"]["seats"][seat]["here"].clone())
    }
}

#[tokio::test]
async fn nobody_stays_whose_connection_ended_before_the_reply_was_read() {
    let test = TestRoom::open().await;
    let room = test.room().await;
    let client = || test.client.clone();
    let mut joining = Box::pin(room.ask(|reply| RoomCommand::Join {
        who: test.ann.clone(),
        client: client(),
        reply,
    }));
    let mut bot_joining = Box::pin(room.ask(|reply| RoomCommand::BotJoin {
        who: test.bot.clone(),
        client: client(),
        reply,
    }));
    assert!((&mut joining).now_or_never().is_none(), "it is asked");
    assert!((&mut bot_joining).now_or_never().is_none(), "it is asked");
    assert_eq!(test.here().await, [true, true], "and answered by now");
    drop((joining, bot_joining));
    assert_eq!(test.here().await, [false, false]);
}

#[tokio::test]
async fn a_client_stays_until_it_drops_the_reply() {
    let test = TestRoom::open().await;
    let room = test.room().await;
    let join =
        |reply| RoomCommand::Join { who: test.ann.clone(), client: test.client.clone(), reply };
    let joined = room.ask(join).await.expect("a reply");
    assert_eq!(test.here().await, [true, false]);
    drop(joined);
    assert_eq!(test.here().await, [false, false]);
}
