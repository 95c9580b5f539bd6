//! The tables at which bots misbehave, and what follows there.

use super::{fixture, marker, still_running};
use meeple_ai::roster::Resources;
use meeple_bots::{
    Between, Host, Kennel, Protocol, Seating,
    school::{Dialect, Reading},
};
use meeple_core::{EndedBy, Event, Header, Limits, Replay, SeatInfo, Table, record::Consequence};
use meeple_games::{GameKind, open_record};
use std::time::{Duration, Instant};

/// Enough for whoever answers at once, and soon over for whoever never does.
pub(crate) const SHORT: Duration = Duration::from_millis(300);
/// For bots that answer or fail by themselves: the clock must not be what ends the wait.
pub(crate) const LONG: Duration = Duration::from_secs(60);

/// A table at which a bot can misbehave.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Place {
    kind: GameKind,
    options: &'static [&'static str],
    seats: usize,
    /// Where the bot sits.
    pub(crate) seat: usize,
    dialect: Option<Dialect>,
    between: Between,
}

/// Every game in the Meeple protocol, and both dialects.
pub(crate) const PLACES: [Place; 10] = [
    json(GameKind::Chomp, &[], 2, 0),
    json(GameKind::Filler, &[], 2, 0),
    json(GameKind::Azul, &[], 2, 0),
    json(GameKind::Azul, &["players=4"], 4, 1),
    json(GameKind::Grass, &[], 2, 0),
    json(GameKind::Grass, &["players=3"], 3, 2),
    filler(&["map=map00"], Dialect::Edu),
    filler(&["map=42-map00", "score=pieces"], Dialect::FortyTwo),
    json(GameKind::Azul, &["players=4"], 4, 1).resting(),
    filler(&["map=map00"], Dialect::Edu).resting(),
];

/// A table of the Meeple protocol.
pub(crate) const fn json(
    kind: GameKind,
    options: &'static [&'static str],
    seats: usize,
    seat: usize,
) -> Place {
    Place { kind, options, seats, seat, dialect: None, between: Between::Running }
}

const fn filler(options: &'static [&'static str], dialect: Dialect) -> Place {
    let dialect = Some(dialect);
    Place { dialect, ..json(GameKind::Filler, options, 2, 0) }
}

impl Place {
    /// The same place, where nobody thinks on the time of others.
    pub(crate) const fn resting(self) -> Self {
        Place { between: Between::Stopped, ..self }
    }

    fn open(&self, seats: Vec<SeatInfo>) -> Table {
        let start = self.kind.entry().set_up(self.options).expect("good options");
        let header = start.header(seats);
        let header = Header { seed: Some(7), time: "2026-01-01T00:00:00Z".into(), ..header };
        Table::start(header, start.position).expect("somebody on each seat")
    }

    fn host(&self, kennel: &Kennel) -> Host {
        let reading = Reading::Lenient;
        let protocol =
            self.dialect.map_or(Protocol::Json, |dialect| Protocol::Filler { dialect, reading });
        Host {
            protocol,
            kennel: kennel.clone(),
            memory: Some(200 << 20),
            between: self.between,
            ..Host::of(self.kind, Resources::default())
        }
    }

    /// The words of the table that are for this place: the names of the verdict, one of which
    /// the bot gets.
    fn expected(&self, bot: &[&'static str; 4]) -> Vec<&'static str> {
        let column = match self.dialect {
            None => bot[1],
            Some(Dialect::Edu) => bot[2],
            Some(Dialect::FortyTwo) => bot[3],
        };
        let here = |word: &'static str| match word.split_once('=') {
            Some((game, name)) => (game == self.kind.name()).then_some(name),
            None => Some(word),
        };
        let names = column.split(' ').find_map(here).expect("a word for every game");
        names.split('|').collect()
    }

    pub(crate) fn is_json(&self) -> bool {
        self.dialect.is_none()
    }

    /// Everybody here: this bot, and ours who play at random.
    pub(crate) fn with<'a>(&self, bot: &'a str) -> Vec<&'a str> {
        (0..self.seats).map(|seat| if seat == self.seat { bot } else { "random" }).collect()
    }

    /// What the referee makes of a verdict here (F5, F7).
    fn consequence(&self, verdict: &str) -> Consequence {
        match (self.kind, self.dialect) {
            (GameKind::Filler, Some(Dialect::FortyTwo)) => Consequence::Plays,
            (GameKind::Filler, _) if verdict == "illegal" => Consequence::Plays,
            _ if self.seats == 2 => Consequence::Ends,
            _ => Consequence::Out,
        }
    }

    /// Plays a game with this bot against ours: its verdict and what follows are as the table
    /// says, the record can be read, and nobody is left.
    pub(crate) fn check(&self, bot: &[&'static str; 4], kennel: &Kennel) {
        let (name, expected) = (bot[0], self.expected(bot));
        let label = format!(
            "{name} at {} {:?} {:?} {:?}",
            self.kind, self.options, self.dialect, self.between
        );
        let marker = marker();
        let limit = if expected.contains(&"time-out") { SHORT } else { LONG };
        let begin = Instant::now();
        let bot = fixture(name, &marker);
        let table = self.play(&self.with(bot.typed()), limit, kennel);
        assert!(begin.elapsed() < LONG / 2, "{label} could hold us for {:?}", begin.elapsed());
        assert_eq!(still_running(&marker), Vec::<String>::new(), "{label} left somebody behind");

        let faults = table.game().log().iter().filter_map(|event| match &**event {
            Event::Fault { seat, verdict, seen, then, .. } => {
                Some((*seat, verdict.as_str(), seen, *then))
            }
            _ => None,
        });
        let faults: Vec<_> = faults.collect();
        let end = table.game().end().expect("it was played to its end");
        let [(seat, verdict, seen, then)] = faults[..] else {
            assert_eq!(
                (expected, faults.len(), end.by),
                (vec!["fine"], 0, EndedBy::Rules),
                "{label}"
            );
            return;
        };
        assert!(expected.contains(&verdict), "{label}: {verdict}, not {expected:?}: {seen}");
        assert_eq!((seat.index(), then), (self.seat, self.consequence(verdict)), "{label}");
        let by = if then == Consequence::Ends { EndedBy::Forfeit } else { EndedBy::Rules };
        assert_eq!(end.by, by, "{label}");
        if then != Consequence::Plays {
            let rank = |seat: usize| usize::from(end.results[seat].rank);
            assert_eq!(rank(self.seat), self.seats, "{label}: whoever failed comes last");
        }
    }

    /// Plays a game between these; its record must read back to the same end.
    pub(crate) fn play(&self, who: &[&str], limit: Duration, kennel: &Kennel) -> Table {
        let host = self.host(kennel);
        let seats = host.read_all(who).expect("good contestants");
        let arrivals = host.sit_all(&seats);
        let mut table = self.open(seats);
        let referee = self.dialect.map_or(host.referee, Dialect::referee);
        let mut seating = Seating::open(&mut table, arrivals, referee);
        let limits = Limits { time: Some(limit), ..Limits::default() };
        seating.play_out(&mut table, &limits, |_, _| ()).expect("nobody stops it");
        let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
        let replay = Replay::read(lines.join("\n").as_bytes(), open_record).expect("a good record");
        assert_eq!(replay.game.end(), table.game().end());
        table
    }
}
