//! The tables at which bots misbehave, and the consequences there.

use super::{fixture, marker, still_running};
use meeple_ai::roster::Resources;
use meeple_bots::{
    GameRunner, IdlePolicy, PlayerLauncher, ProcessSupervisor, Protocol,
    school::{AnswerReading, Dialect},
};
use meeple_core::{EndedBy, Event, Header, Limits, Replay, SeatInfo, Table, record::Consequence};
use meeple_games::{GameKind, open_record};
use std::time::Duration;

/// Time limit for bots that are expected to time out. The computer players at the table have the same limit.
pub(crate) const SHORT_LIMIT: Duration = Duration::from_secs(2);
/// Time limit for bots that answer or fail by themselves: it must not be what ends the wait.
pub(crate) const LONG_LIMIT: Duration = Duration::from_secs(60);

/// A table at which a bot can misbehave.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TestTable {
    kind: GameKind,
    options: &'static [&'static str],
    seats: usize,
    /// The bot's seat.
    pub(crate) seat: usize,
    dialect: Option<Dialect>,
    idle_policy: IdlePolicy,
}

/// Every game in the Meeple protocol (larger tables too), both Filler dialects, and tables at which bots are
/// suspended between their turns.
pub(crate) const TEST_TABLES: [TestTable; 10] = [
    meeple_protocol(GameKind::Chomp, &[], 2, 0),
    meeple_protocol(GameKind::Filler, &[], 2, 0),
    meeple_protocol(GameKind::Azul, &[], 2, 0),
    meeple_protocol(GameKind::Azul, &["players=4"], 4, 1),
    meeple_protocol(GameKind::Grass, &[], 2, 0),
    meeple_protocol(GameKind::Grass, &["players=3"], 3, 2),
    filler(&["map=map00"], Dialect::Edu),
    filler(&["map=42-map00", "score=pieces"], Dialect::FortyTwo),
    meeple_protocol(GameKind::Azul, &["players=4"], 4, 1).suspending(),
    filler(&["map=map00"], Dialect::Edu).suspending(),
];

/// Creates a table with the Meeple protocol.
pub(crate) const fn meeple_protocol(
    kind: GameKind,
    options: &'static [&'static str],
    seats: usize,
    seat: usize,
) -> TestTable {
    TestTable { kind, options, seats, seat, dialect: None, idle_policy: IdlePolicy::Running }
}

const fn filler(options: &'static [&'static str], dialect: Dialect) -> TestTable {
    let dialect = Some(dialect);
    TestTable { dialect, ..meeple_protocol(GameKind::Filler, options, 2, 0) }
}

impl TestTable {
    /// Returns the same table, with bots suspended while it is not their turn.
    pub(crate) const fn suspending(self) -> Self {
        TestTable { idle_policy: IdlePolicy::Stopped, ..self }
    }

    fn open(&self, seats: Vec<SeatInfo>) -> Table {
        let start = self.kind.entry().starting_position(self.options).expect("good options");
        let header = start.header(seats);
        let header = Header { seed: Some(7), time: "2026-01-01T00:00:00Z".into(), ..header };
        Table::start(header, start.position).expect("a player in each seat")
    }

    fn launcher(&self, supervisor: &ProcessSupervisor) -> PlayerLauncher {
        let reading = AnswerReading::Lenient;
        let protocol =
            self.dialect.map_or(Protocol::Json, |dialect| Protocol::Filler { dialect, reading });
        PlayerLauncher {
            protocol,
            supervisor: supervisor.clone(),
            memory: Some(200 << 20),
            idle_policy: self.idle_policy,
            ..PlayerLauncher::for_game(self.kind, Resources::default())
        }
    }

    /// Returns the verdicts that are allowed at this table, from the bot's row in `verdicts::BOTS`.
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

    pub(crate) fn uses_meeple_protocol(&self) -> bool {
        self.dialect.is_none()
    }

    /// Returns the contestants: this bot, and random players on the other seats.
    pub(crate) fn contestants_with<'a>(&self, bot: &'a str) -> Vec<&'a str> {
        (0..self.seats).map(|seat| if seat == self.seat { bot } else { "random" }).collect()
    }

    /// Returns the consequence of a verdict at this table (Filler: F5, F7).
    fn consequence(&self, verdict: &str) -> Consequence {
        match (self.kind, self.dialect) {
            (GameKind::Filler, Some(Dialect::FortyTwo)) => Consequence::Plays,
            (GameKind::Filler, _) if verdict == "illegal" => Consequence::Plays,
            _ if self.seats == 2 => Consequence::Ends,
            _ => Consequence::Out,
        }
    }

    /// Plays a game with this bot against random players. Checks that its verdict and the consequence are
    /// as expected, that the record can be read, and that no process is left.
    pub(crate) fn check(&self, bot: &[&'static str; 4], supervisor: &ProcessSupervisor) {
        let (name, expected) = (bot[0], self.expected(bot));
        let label = format!(
            "{name} at {} {:?} {:?} {:?}",
            self.kind, self.options, self.dialect, self.idle_policy
        );
        let marker = marker();
        let limit = if expected.contains(&"time-out") { SHORT_LIMIT } else { LONG_LIMIT };
        let bot = fixture(name, &marker);
        let table = self.play(&self.contestants_with(bot.typed()), limit, supervisor);
        assert_eq!(still_running(&marker), Vec::<String>::new(), "{label} left a process behind");

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
            assert_eq!(rank(self.seat), self.seats, "{label}: the bot that failed comes last");
        }
    }

    /// Plays a game between these contestants; its record must read back to the same end.
    pub(crate) fn play(
        &self,
        who: &[&str],
        limit: Duration,
        supervisor: &ProcessSupervisor,
    ) -> Table {
        let launcher = self.launcher(supervisor);
        let seats = launcher.parse_contestants(who).expect("good contestants");
        let started = launcher.start_players(&seats);
        let mut table = self.open(seats);
        let referee = self.dialect.map_or(launcher.referee, Dialect::referee);
        let mut runner = GameRunner::open(&mut table, started, referee);
        let limits = Limits { time: Some(limit), ..Limits::default() };
        runner.play_out(&mut table, &limits, |_, _| ()).expect("the game is not stopped");
        let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
        let replay = Replay::read(lines.join("\n").as_bytes(), open_record).expect("a good record");
        assert_eq!(replay.game.end(), table.game().end());
        table
    }
}
