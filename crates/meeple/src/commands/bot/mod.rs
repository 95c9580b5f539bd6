//! `meeple bot`: one of ours at the end of two pipes, or anybody's at the end of a socket.

mod connect;

use crate::cli::BotArgs;
use meeple_ai::roster::{Resources, roster};
use meeple_bots::{
    Host, Kennel,
    json::{self, BadMessage},
    school::{self, BadQuestion, Question},
};
use meeple_core::{
    AnyPlayer, Contestant, Event, GameClock, Header, Limits, Seat, SeatInfo,
    record::FORMAT,
    rng::{Stream, seeded},
};
use meeple_games::{
    GameKind,
    filler::{Filler, Margins, Move},
};
use meeple_session::protocol::{Answer, Limit, Message, Start, Turn};
use meeple_terminal::{
    failure::{Failure, warn},
    interrupt::Interrupt,
};
use std::{
    io::{self, BufRead},
    time::Duration,
};

/// What part of the time we take: the rest is for the pipes and for whoever holds the clock.
const TIME_TAKEN: f64 = 0.95;

pub(super) fn run(args: &BotArgs, interrupt: &Interrupt) -> Result<(), Failure> {
    if let Some(url) = &args.connect {
        return away(args, url, interrupt);
    }
    let player = roster(args.game).seat(&args.name, &Resources::default())?;
    if args.game != GameKind::Filler && args.dialect.is_some() {
        let why = format!("--dialect is for filler: {} has none", args.game);
        return Err(Failure::Usage(why));
    }
    let mut bot = Bot::new(args, Who::Seated(player));
    let mut input = io::stdin().lock();
    // A school's engine begins with `$$$ exec`.
    let hears_json = args.dialect.is_none() && input.fill_buf()?.first() == Some(&b'{');
    if args.game == GameKind::Filler && !hears_json {
        bot.filler(args, input)
    } else {
        bot.json(input)
    }
}

/// Plays on a server: one of ours, or a program.
fn away(args: &BotArgs, url: &str, interrupt: &Interrupt) -> Result<(), Failure> {
    let address = connect::Address::read(url)?;
    let kennel = Kennel::adopting();
    let host = Host { kennel: kennel.clone(), ..Host::of(args.game, Resources::default()) };
    let info = host.read(&args.name).map_err(|error| Failure::Usage(error.to_string()))?;
    if info.who == Contestant::Person {
        return Err(Failure::Usage(
            "people play in the browser: a bot is a player or a program".into(),
        ));
    }
    let _swept = interrupt.on_exit(move || kennel.kill_everybody());
    let mut bot = Bot::new(args, Who::Invited(Box::new(host), info.who));
    connect::play(&mut bot, &address)
}

/// Who is to answer.
enum Who {
    /// One of ours, who needs no seat to be asked.
    Seated(Box<dyn AnyPlayer>),
    /// Whoever this is: they sit down when a game starts.
    Invited(Box<Host>, Contestant),
    /// Somebody who has sat down.
    Arrived(Box<Host>, Contestant, Box<dyn AnyPlayer>),
    /// Nobody any more.
    Gone,
}

/// Who answers, and the seed of its choices.
struct Bot {
    kind: GameKind,
    seed: u64,
    who: Who,
    /// What `start` said of them.
    limit: Limit,
    /// What `start` said of the game, until it was passed on.
    header: Option<Header>,
}

impl Bot {
    fn new(args: &BotArgs, who: Who) -> Self {
        Bot { kind: args.game, seed: args.seed, who, limit: Limit::default(), header: None }
    }

    fn player(&mut self) -> Result<&mut dyn AnyPlayer, String> {
        match &mut self.who {
            Who::Seated(player) | Who::Arrived(_, _, player) => Ok(&mut **player),
            Who::Invited(..) | Who::Gone => Err("a turn before the start".into()),
        }
    }

    /// Speaks the Meeple protocol.
    fn json(&mut self, input: impl BufRead) -> Result<(), Failure> {
        let served = json::serve(input, io::stdout().lock(), |message| self.hear(message));
        served.map_err(|error| match error {
            BadMessage::Pipe(error) => error.into(),
            error => Failure::Failed(error.to_string()),
        })
    }

    /// What is answered to a message, if anything is.
    fn hear(&mut self, message: Message) -> Result<Option<Answer>, String> {
        match message {
            Message::Start(start) => self.begin(&start).map(|()| None),
            Message::Turn(turn) => self.answer(&turn).map(Some),
            Message::End(_) | Message::Unknown => Ok(None),
        }
    }

    /// The game is over: whoever was started is gone afterwards.
    fn leave(&mut self) {
        if let Ok(player) = self.player() {
            player.end(None);
        }
    }

    fn begin(&mut self, start: &Start) -> Result<(), String> {
        self.limit = start.limits;
        let (ours, theirs) = (self.kind.name(), &start.game);
        if ours != theirs {
            return Err(format!("a game of {theirs:?}, not of {ours}"));
        }
        self.header = Some(header(start));
        self.who = match std::mem::replace(&mut self.who, Who::Gone) {
            Who::Invited(host, who) => sit(host, who, start.seat)?,
            Who::Arrived(host, who, mut player) => {
                player.end(None); // a game that is begun again, after the connection broke
                sit(host, who, start.seat)?
            }
            who => who,
        };
        Ok(())
    }

    fn answer(&mut self, turn: &Turn) -> Result<Answer, String> {
        let position = self.kind.read_position(&turn.position).map_err(|bad| bad.to_string())?;
        let limits = limits(self.limit, turn);
        let (header, seed) = (self.header.take(), self.seed);
        let player = self.player()?;
        for event in header.map(Event::Start).iter().chain(&turn.events) {
            player.hear(event, &*position);
        }
        let stream = Stream::Choice { seat: turn.seat, ply: turn.ply as u32 };
        let mut rng = seeded(seed, stream);
        let choice = player.choose_text(&*position, &limits, &mut rng);
        let choice = choice.map_err(|error| error.to_string())?;
        let value = choice.values.get(turn.seat.index()).copied();
        let value = value.filter(|value| value.is_finite());
        Ok(Answer { mv: choice.mv, value, comment: choice.remark })
    }

    /// Speaks one of Filler's dialects.
    fn filler(&mut self, args: &BotArgs, input: impl BufRead) -> Result<(), Failure> {
        let mut ply = 0;
        let seed = self.seed;
        let player = self.player().map_err(Failure::Failed)?;
        let choose = |question: &Question| {
            let Question { board, piece, seat, .. } = question.clone();
            let position = Filler::asked(board, seat, piece, Margins::Overhang);
            let mut rng = seeded(seed, Stream::Choice { seat: Seat::new(0), ply });
            ply += 1;
            // Nobody is there who could be told: what cannot be chosen is laid nowhere.
            let choice = player.choose_text(&position, &Limits::default(), &mut rng).ok()?;
            match choice.mv.parse().ok()? {
                Move::Place(at) => Some(at),
                Move::Stop => None,
            }
        };
        let complain = |bad: &BadQuestion| warn("meeple", bad);
        Ok(school::serve(input, io::stdout().lock(), args.dialect, choose, complain)?)
    }
}

/// Takes the seat; a program is started.
fn sit(host: Box<Host>, who: Contestant, seat: Seat) -> Result<Who, String> {
    let arrived = host.sit(&who, seat).map_err(|verdict| verdict.to_string())?;
    let player = arrived.ok_or("people play in the browser")?;
    Ok(Who::Arrived(host, who, player))
}

/// What a record would say of the game that starts.
fn header(start: &Start) -> Header {
    let seat = |name: &String| SeatInfo {
        name: name.clone(),
        colour: None,
        who: Contestant::Person, // whoever they are
    };
    Header {
        format: FORMAT,
        game: start.game.clone(),
        rules: start.rules,
        options: start.options.clone(),
        seats: start.seats.iter().map(seat).collect(),
        seed: None,
        deals: None,
        position: None,
        time: String::new(),
    }
}

/// How long ours may think in this turn.
fn limits(limit: Limit, turn: &Turn) -> Limits {
    let Limit { nodes, game_ms, increment_ms, .. } = limit;
    let clock = turn.clocks_ms.as_ref().map(|clocks| GameClock {
        game: Duration::from_millis(game_ms.unwrap_or(0)),
        increment: Duration::from_millis(increment_ms.unwrap_or(0)),
        left: clocks.iter().copied().map(Duration::from_millis).collect(),
    });
    let time = turn.time_ms.map(|ms| Duration::from_millis(ms).mul_f64(TIME_TAKEN));
    Limits { nodes, time, clock, ..Limits::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn turn(keys: &str) -> Turn {
        let line = format!(r#"{{"type":"turn","ply":0,"seat":0,"moves":[],"position":""{keys}}}"#);
        match Message::read(line.as_bytes()) {
            Ok(Message::Turn(turn)) => turn,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn what_the_engine_says_of_time_and_nodes_is_kept() {
        let limit = Limit {
            nodes: Some(9),
            game_ms: Some(60_000),
            increment_ms: Some(500),
            ..Limit::default()
        };
        let told = limits(limit, &turn(r#","time_ms":2000,"clocks_ms":[2000,3000]"#));
        let left = [2000, 3000].map(Duration::from_millis).into();
        let increment = Duration::from_millis(500);
        let clock = GameClock { game: Duration::from_secs(60), increment, left };
        assert_eq!((told.nodes, told.clock), (Some(9), Some(clock)));
        assert_eq!(told.time, Some(Duration::from_millis(1900)));
        let told = limits(Limit::default(), &turn(""));
        assert_eq!((told.nodes, told.clock, told.time), (None, None, None));
    }
}
