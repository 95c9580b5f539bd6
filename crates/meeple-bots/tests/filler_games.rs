//! Games of Filler over real pipes, with bots that play and bots that misbehave.

mod support;

use meeple_ai::roster::Resources;
use meeple_bots::{
    Exit, GameRunner, PipeEnd, PlayerLauncher, Protocol, TurnResult,
    process::LONGEST_LINE,
    school::{AnswerReading, Dialect},
};
use meeple_core::{EndedBy, Event, Header, Limits, Replay, Seat, SeatInfo, Table, Verdict};
use meeple_games::{
    GameKind,
    filler::{Filler, Options},
    open_record,
};
use std::time::Duration;
use support::{example_bot, fixture, marker, still_running};

const LONG: Duration = Duration::from_secs(60);

fn launcher(dialect: Dialect, reading: AnswerReading) -> PlayerLauncher {
    let protocol = Protocol::Filler { dialect, reading };
    PlayerLauncher { protocol, ..PlayerLauncher::for_game(GameKind::Filler, Resources::default()) }
}

fn open(dialect: Dialect, seed: u64, seats: Vec<SeatInfo>) -> Table {
    let map = match dialect {
        Dialect::Edu => "map00",
        Dialect::FortyTwo => "42-map00",
    };
    let score = dialect.scoring();
    let options = Options { map: Some(map.into()), score, ..Options::default() };
    let header = Header::new::<Filler>(&options, seats);
    let header = Header { seed: Some(seed), time: "2026-01-01T00:00:00Z".into(), ..header };
    Table::open::<Filler>(&options, header).expect("good options")
}

fn python() -> String {
    example_bot("python_filler.py")
}

fn limits(time: Duration) -> Limits {
    Limits { time: Some(time), ..Limits::default() }
}

struct Played {
    table: Table,
    runner: GameRunner,
    asked: Vec<TurnResult>,
}

impl Played {
    fn end(&self) -> &meeple_core::EndEvent {
        self.table.game().end().expect("it was played to its end")
    }

    fn ranks(&self) -> Vec<u8> {
        self.end().results.iter().map(|result| result.rank).collect()
    }

    fn verdicts(&self) -> [Option<Verdict>; 2] {
        [0, 1].map(|seat| self.runner.verdict(Seat::new(seat)).cloned())
    }
}

/// Plays one game; its record must read back to the same end.
#[track_caller]
fn play(launcher: &PlayerLauncher, contestants: [&str; 2], limits: &Limits) -> Played {
    let Protocol::Filler { dialect, .. } = launcher.protocol else { panic!("no protocol") };
    let seats = launcher.parse_contestants(contestants).expect("good contestants");
    let arrivals = launcher.start_players(&seats);
    let mut table = open(dialect, 7, seats);
    let mut runner = GameRunner::open(&mut table, arrivals, dialect.referee());
    let mut answers = Vec::new();
    runner
        .play_out(&mut table, limits, |_, asked| answers.push(asked.clone()))
        .expect("nobody stops it");
    let lines: Vec<String> = table.game().log().iter().map(ToString::to_string).collect();
    let replay = Replay::read(lines.join("\n").as_bytes(), open_record).expect("a good record");
    assert_eq!(replay.game.end(), table.game().end());
    assert_eq!(replay.game.position().to_string(), table.position().to_string());
    Played { table, runner, asked: answers }
}

#[test]
fn a_python_bot_plays_in_both_dialects_and_strictly() {
    for dialect in Dialect::ALL {
        let launcher = launcher(dialect, AnswerReading::Strict);
        let played = play(&launcher, [&python(), &python()], &limits(LONG));
        assert_eq!(played.end().by, EndedBy::Rules, "{:?}", played.end());
        assert_eq!(played.verdicts(), [None, None]);
        assert!(played.asked.len() > 20, "only {} turns", played.asked.len());
    }
}

#[test]
fn a_program_and_one_of_ours_sit_at_one_board() {
    for dialect in Dialect::ALL {
        let launcher = launcher(dialect, AnswerReading::Lenient);
        let played = play(&launcher, ["random", &python()], &limits(LONG));
        assert_eq!(played.verdicts(), [None, None]);
        let remark = |asked: &TurnResult| asked.choice.as_ref().and_then(|c| c.remark.clone());
        assert_eq!(played.asked.iter().find_map(remark), None, "no warning");
        assert_eq!(played.ranks()[1], 1, "it beats one that lays anywhere");
    }
}

#[test]
fn carriage_returns_are_forgiven_with_a_warning_and_fatal_when_strict() {
    let bot = format!("sh -c \"'{}' | sed -u 's/$/\\r/'\"", python());
    let lenient =
        play(&launcher(Dialect::Edu, AnswerReading::Lenient), [&bot, "random"], &limits(LONG));
    assert_eq!(lenient.verdicts(), [None, None]);
    let warning = lenient.asked[0].choice.as_ref().and_then(|choice| choice.remark.as_deref());
    let warning = warning.expect("a warning");
    assert!(warning.contains("the official engine ends the game here: said"), "{warning}");

    let strict =
        play(&launcher(Dialect::Edu, AnswerReading::Strict), [&bot, "random"], &limits(LONG));
    let names = strict.verdicts().map(|verdict| verdict.map(|verdict| verdict.name()));
    assert_eq!(names, [Some("bad-answer"), None]);
    assert_eq!((strict.end().by, strict.ranks()), (EndedBy::Forfeit, vec![2, 1]));
}

/// Plays the fixture as player 1 against a computer player, in both dialects.
#[track_caller]
fn misbehaves(name: &str, limit: Duration, expected: &Verdict) {
    for dialect in Dialect::ALL {
        let marker = marker();
        let bad = fixture(name, &marker);
        let launcher = launcher(dialect, AnswerReading::Lenient);
        let played = play(&launcher, [bad.typed(), "wall_e"], &limits(limit));
        assert_eq!(played.verdicts(), [Some(expected.clone()), None], "{name}");
        let (end, asked) = (played.end(), &played.asked);
        let log = played.table.game().log();
        let fault = log.iter().find_map(|event| match &**event {
            Event::Fault { seat, verdict, seen, .. } => Some((*seat, verdict, seen)),
            _ => None,
        });
        let (seat, verdict, seen) = fault.expect("the record says who failed");
        assert_eq!((seat, verdict.as_str()), (Seat::new(0), expected.name()), "{name}");
        assert_eq!(*seen, expected.to_string(), "{name}");
        match dialect {
            // F7: the game is over at once, and the opponent wins.
            Dialect::Edu => {
                assert_eq!((end.by, asked.len()), (EndedBy::Forfeit, 1), "{name}");
                assert_eq!(played.ranks(), [2, 1], "{name}");
                assert!(end.reason.contains(expected.name()), "{}", end.reason);
            }
            // F7: only that player is out, and the opponent goes on.
            Dialect::FortyTwo => {
                assert_eq!(end.by, EndedBy::Rules, "{name}");
                assert!(asked.len() > 10, "{name}: only {} turns", asked.len());
                assert!(asked[1..].iter().all(|asked| asked.seat == Seat::new(1)), "{name}");
            }
        }
        assert_eq!(still_running(&marker), Vec::<String>::new(), "{name} left somebody behind");
    }
}

#[test]
fn every_failure_ends_the_game_or_the_player() {
    // In 42's dialect, the computer player then plays on with the same limit.
    let short = Duration::from_secs(2);
    let crash = Exit::verdict;
    misbehaves("silent.sh", short, &Verdict::TimeOut { limit: short, heard: vec![] });
    misbehaves("crash.sh", LONG, &crash(Exit::Status(3)));
    misbehaves("segfault.sh", LONG, &crash(Exit::Signal(11)));
    misbehaves("forks.sh", LONG, &crash(Exit::Status(4)));
    misbehaves("closes_stdout.sh", LONG, &PipeEnd::Stdout.verdict());
    let too_long = Verdict::LineTooLong { limit: LONGEST_LINE, start: vec![b'7'; 40] };
    misbehaves("huge_line.sh", LONG, &too_long);
}

#[test]
fn a_strict_judge_looks_at_one_read_only() {
    let marker = marker();
    let half = fixture("half_a_line.sh", &marker);
    let launcher = launcher(Dialect::Edu, AnswerReading::Strict);
    let played = play(&launcher, [half.typed(), "random"], &limits(LONG));
    let [Some(Verdict::BadAnswer { answer, reason }), None] = played.verdicts() else {
        panic!("{:?}", played.verdicts())
    };
    assert_eq!((answer.as_slice(), reason.as_str()), (&b"7 2"[..], "the line feed is missing"));
}

#[test]
fn an_illegal_placement_makes_stuck_and_the_other_goes_on() {
    let marker = marker();
    // It writes `0 0` forever and never reads.
    let eager = fixture("eager.sh", &marker);
    let launcher = launcher(Dialect::Edu, AnswerReading::Lenient);
    let played = play(&launcher, [eager.typed(), "wall_e"], &limits(LONG));
    let [Some(verdict), None] = played.verdicts() else { panic!("{:?}", played.verdicts()) };
    assert_eq!(verdict.name(), "illegal");
    assert_eq!(played.end().by, EndedBy::Rules);
    assert_eq!(played.asked.iter().filter(|asked| asked.seat == Seat::new(0)).count(), 1);
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_program_that_does_not_start_loses_at_once() {
    for dialect in Dialect::ALL {
        let launcher = launcher(dialect, AnswerReading::Lenient);
        let played = play(&launcher, ["random", "/no/such/bot"], &limits(LONG));
        assert_eq!((played.ranks(), played.end().by), (vec![1, 2], EndedBy::Forfeit));
        let reason = &played.end().reason;
        assert!(reason.starts_with("/no/such/bot failed: cannot-start: "), "{reason}");
        assert_eq!(played.asked, []);
    }
}

#[test]
fn one_of_ours_that_is_late_has_failed_too() {
    let launcher = launcher(Dialect::Edu, AnswerReading::Lenient);
    let nothing = limits(Duration::ZERO);
    let played = play(&launcher, ["terminator", "wall_e"], &nothing);
    let [Some(verdict), None] = played.verdicts() else { panic!("{:?}", played.verdicts()) };
    assert_eq!(verdict.name(), "late");
    assert_eq!((played.end().by, played.ranks()), (EndedBy::Forfeit, vec![2, 1]));
}
