//! `meeple bot`: runs a computer player on standard input and output, or connects a computer player or
//! program to a server.

mod connect;

use crate::cli::BotArgs;
use meeple_ai::roster::{Resources, roster};
use meeple_bots::{
    PlayerLauncher, ProcessSupervisor,
    json::{self, BadMessage},
    school::{self, BadQuestion, SchoolQuestion},
};
use meeple_core::{
    AnyPlayer, Contestant, Event, GameClock, Header, Limits, Seat, SeatInfo,
    record::FORMAT,
    rng::{RngStream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Filler, Margins, Move},
};
use meeple_session::protocol::{
    EngineMessage, LimitsMessage, MoveAnswer, StartMessage, TurnMessage,
};
use meeple_terminal::{
    command_error::{CommandError, warn},
    interrupt::Interrupt,
};
use std::{
    io::{self, BufRead},
    time::Duration,
};

/// The share of the time limit that the player uses; the rest is a margin for communication.
const TIME_SHARE: f64 = 0.95;

pub(super) fn run(args: &BotArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    if let Some(url) = &args.connect {
        return play_on_server(args, url, interrupt);
    }
    let player = roster(args.game).seat(&args.name, &Resources::default())?;
    if args.game != GameKind::Filler && args.dialect.is_some() {
        let why = "--dialect is only for filler".to_owned();
        return Err(CommandError::Usage(why));
    }
    let mut bot = LocalBot::new(args, BotPlayer::Stateless(player));
    let mut input = io::stdin().lock();
    // A school's engine starts with `$$$ exec`.
    let is_json = args.dialect.is_none() && input.fill_buf()?.first() == Some(&b'{');
    if args.game == GameKind::Filler && !is_json {
        bot.serve_filler(args, input)
    } else {
        bot.serve_json(input)
    }
}

/// Plays on a server with a computer player or a program.
fn play_on_server(args: &BotArgs, url: &str, interrupt: &Interrupt) -> Result<(), CommandError> {
    let address = connect::SeatUrl::parse(url)?;
    let supervisor = ProcessSupervisor::with_orphan_adoption();
    let launcher = PlayerLauncher {
        supervisor: supervisor.clone(),
        ..PlayerLauncher::for_game(args.game, Resources::default())
    };
    let info = launcher
        .parse_contestant(&args.name)
        .map_err(|error| CommandError::Usage(error.to_string()))?;
    if info.who == Contestant::Person {
        return Err(CommandError::Usage(
            "a bot is a computer player or a program, not a person".into(),
        ));
    }
    let _exit = interrupt.on_exit(move || supervisor.kill_all());
    let mut bot = LocalBot::new(args, BotPlayer::Waiting(Box::new(launcher), info.who));
    connect::play(&mut bot, &address)
}

/// Who answers the turns, and whether it has been started.
enum BotPlayer {
    /// A computer player, which plays any seat without being started first.
    Stateless(Box<dyn AnyPlayer>),
    /// A player or program that takes its seat when a game starts.
    Waiting(Box<PlayerLauncher>, Contestant),
    /// A player or program in its seat.
    Started(Box<PlayerLauncher>, Contestant, Box<dyn AnyPlayer>),
    /// A placeholder while the value is replaced, or after a failed start.
    Gone,
}

/// The player that answers, and the seed of its choices.
struct LocalBot {
    kind: GameKind,
    seed: u64,
    who: BotPlayer,
    /// The limits from the `start` message.
    limit: LimitsMessage,
    /// The header from the `start` message, until the player has received it.
    header: Option<Header>,
}

impl LocalBot {
    fn new(args: &BotArgs, who: BotPlayer) -> Self {
        LocalBot {
            kind: args.game,
            seed: args.seed,
            who,
            limit: LimitsMessage::default(),
            header: None,
        }
    }

    fn player(&mut self) -> Result<&mut dyn AnyPlayer, String> {
        match &mut self.who {
            BotPlayer::Stateless(player) | BotPlayer::Started(_, _, player) => Ok(&mut **player),
            BotPlayer::Waiting(..) | BotPlayer::Gone => {
                Err("received a turn before the start of the game".into())
            }
        }
    }

    /// Speaks the Meeple protocol.
    fn serve_json(&mut self, input: impl BufRead) -> Result<(), CommandError> {
        let served = json::serve(input, io::stdout().lock(), |message| self.handle(message));
        served.map_err(|error| match error {
            BadMessage::Pipe(error) => error.into(),
            error => CommandError::Failed(error.to_string()),
        })
    }

    /// Handles a message and returns the answer, if it needs one.
    fn handle(&mut self, message: EngineMessage) -> Result<Option<MoveAnswer>, String> {
        match message {
            EngineMessage::Start(start) => self.begin(&start).map(|()| None),
            EngineMessage::Turn(turn) => self.answer(&turn).map(Some),
            EngineMessage::End(_) | EngineMessage::Unknown => Ok(None),
        }
    }

    /// Ends the game for the player; a program that was started exits.
    fn leave(&mut self) {
        if let Ok(player) = self.player() {
            player.on_end(None);
        }
    }

    fn begin(&mut self, start: &StartMessage) -> Result<(), String> {
        self.limit = start.limits;
        let (ours, theirs) = (self.kind.name(), &start.game);
        if ours != theirs {
            return Err(format!("the game is {theirs:?}, but this bot plays {ours}"));
        }
        self.header = Some(header(start));
        self.who = match std::mem::replace(&mut self.who, BotPlayer::Gone) {
            BotPlayer::Waiting(launcher, who) => self::start(launcher, who, start.seat)?,
            BotPlayer::Started(launcher, who, mut player) => {
                player.on_end(None); // a game that starts again after the connection was lost
                self::start(launcher, who, start.seat)?
            }
            who => who,
        };
        Ok(())
    }

    fn answer(&mut self, turn: &TurnMessage) -> Result<MoveAnswer, String> {
        let position = self.kind.parse_position(&turn.position).map_err(|bad| bad.to_string())?;
        let limits = limits(self.limit, turn);
        let (header, seed) = (self.header.take(), self.seed);
        let player = self.player()?;
        for event in header.map(Event::Start).iter().chain(&turn.events) {
            player.on_event(event, &*position);
        }
        let stream = RngStream::Choice { seat: turn.seat, ply: turn.ply as u32 };
        let mut rng = seeded(seed, stream);
        let choice = player.choose_text(&*position, &limits, &mut rng);
        let choice = choice.map_err(|error| error.to_string())?;
        let value = choice.values.get(turn.seat.index()).copied();
        let value = value.filter(|value| value.is_finite());
        Ok(MoveAnswer { mv: choice.mv, value, comment: choice.remark })
    }

    /// Speaks one of Filler's protocols.
    fn serve_filler(&mut self, args: &BotArgs, input: impl BufRead) -> Result<(), CommandError> {
        let mut ply = 0;
        let seed = self.seed;
        let player = self.player().map_err(CommandError::Failed)?;
        let choose = |question: &SchoolQuestion| {
            let SchoolQuestion { board, piece, seat, .. } = question.clone();
            let position = Filler::with_piece_in_hand(board, seat, piece, Margins::Overhang);
            let mut rng = seeded(seed, RngStream::Choice { seat: Seat::new(0), ply });
            ply += 1;
            // These protocols can't report errors: if the player fails to choose, no piece is placed.
            let choice = player.choose_text(&position, &Limits::default(), &mut rng).ok()?;
            match choice.mv.parse().ok()? {
                Move::Place(at) => Some(at),
                Move::Stop => None,
            }
        };
        let on_error = |bad: &BadQuestion| warn("meeple", bad);
        Ok(school::serve(input, io::stdout().lock(), args.dialect, choose, on_error)?)
    }
}

/// Starts the player or program in this seat.
fn start(launcher: Box<PlayerLauncher>, who: Contestant, seat: Seat) -> Result<BotPlayer, String> {
    let arrived = launcher.start_player(&who, seat).map_err(|verdict| verdict.to_string())?;
    let player = arrived.ok_or("a person cannot be started as a bot")?;
    Ok(BotPlayer::Started(launcher, who, player))
}

/// Returns the header that a record of this game would have.
fn header(start: &StartMessage) -> Header {
    let seat = |name: &String| SeatInfo {
        name: name.clone(),
        colour: None,
        who: Contestant::Person, // unknown: could be anything
    };
    Header {
        format: FORMAT,
        game: start.game.clone(),
        rules: start.rules,
        options: start.options.clone(),
        seats: start.seats.iter().map(seat).collect(),
        seed: None,
        commitment: None,
        salt: None,
        deals: None,
        position: None,
        time: String::new(),
    }
}

/// Returns how long the player may think in this turn.
fn limits(limit: LimitsMessage, turn: &TurnMessage) -> Limits {
    let LimitsMessage { nodes, game_ms, increment_ms, .. } = limit;
    let clock = turn.clocks_ms.as_ref().map(|clocks| GameClock {
        game: Duration::from_millis(game_ms.unwrap_or(0)),
        increment: Duration::from_millis(increment_ms.unwrap_or(0)),
        left: clocks.iter().copied().map(Duration::from_millis).collect(),
    });
    let time = turn.time_ms.map(|ms| Duration::from_millis(ms).mul_f64(TIME_SHARE));
    Limits { nodes, time, clock, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(keys: &str) -> TurnMessage {
        let line = format!(r#"{{"type":"turn","ply":0,"seat":0,"moves":[],"position":""{keys}}}"#);
        match EngineMessage::read(line.as_bytes()) {
            Ok(EngineMessage::Turn(turn)) => turn,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn time_and_node_limits_of_the_engine_are_used() {
        let limit = LimitsMessage {
            nodes: Some(9),
            game_ms: Some(60_000),
            increment_ms: Some(500),
            ..LimitsMessage::default()
        };
        let limited = limits(limit, &turn(r#","time_ms":2000,"clocks_ms":[2000,3000]"#));
        let left = [2000, 3000].map(Duration::from_millis).into();
        let increment = Duration::from_millis(500);
        let clock = GameClock { game: Duration::from_secs(60), increment, left };
        assert_eq!((limited.nodes, limited.clock), (Some(9), Some(clock)));
        assert_eq!(limited.time, Some(Duration::from_millis(1900)));
        let unlimited = limits(LimitsMessage::default(), &turn(""));
        assert_eq!((unlimited.nodes, unlimited.clock, unlimited.time), (None, None, None));
    }
}
