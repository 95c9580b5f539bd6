//! Games of Filler over real pipes: bots that play, and bots that misbehave.

mod support;

use meeple_arena::{
    Verdict,
    filler::{
        Contestant, Dialect, Ending, FillerGame, Judge, Setup, Turned,
        series::{self, Series},
    },
    verdict::{Exit, PipeEnd},
};
use meeple_core::{Event, Replay, Seat, record::EndedBy};
use meeple_games::{filler::FillerOptions, open_record};
use std::{sync::Arc, time::Duration};
use support::{example_bot, fixture, marker, still_running};

fn setup(dialect: Dialect, judge: Judge) -> Setup {
    let map = match dialect {
        Dialect::Edu => "map00",
        Dialect::FortyTwo => "42-map00",
    };
    Setup {
        options: FillerOptions { map: Some(map.into()), ..FillerOptions::default() },
        dialect,
        judge,
        limit: Duration::from_secs(60),
        seed: 7,
        time: "2026-01-01T00:00:00Z".into(),
        stop: Arc::default(),
    }
}

fn contestant(text: &str) -> Contestant {
    Contestant::read(text, None).expect("a good contestant")
}

fn python() -> Contestant {
    contestant(&example_bot("python_filler.py"))
}

struct Played {
    game: FillerGame,
    ending: Ending,
    turns: Vec<Turned>,
}

/// Plays one game; its record must read back to the same end.
#[track_caller]
fn play(setup: Setup, contestants: [&Contestant; 2]) -> Played {
    let mut game = FillerGame::start(setup, contestants).expect("a good setup");
    let (mut turns, mut record) = (Vec::new(), vec![game.start_event()]);
    let ending = game
        .play(|turned| {
            record.extend(turned.events.iter().cloned());
            turns.push(turned.clone());
        })
        .expect("nobody stops it");
    record.push(ending.event.clone());
    game.close();
    let lines: Vec<String> = record.iter().map(Event::to_string).collect();
    let replay = Replay::read(lines.join("\n").as_bytes(), open_record).expect("a good record");
    assert_eq!(replay.game.end(), Some(&ending.end));
    assert_eq!(replay.game.position().to_string(), game.position().to_string());
    Played { game, ending, turns }
}

#[test]
fn a_python_bot_plays_in_both_dialects_and_strictly() {
    for dialect in Dialect::ALL {
        let played = play(setup(dialect, Judge::Strict), [&python(), &python()]);
        assert_eq!(played.ending.end.by, EndedBy::Rules, "{:?}", played.ending.end);
        assert_eq!(played.game.verdicts(), &[None, None]);
        assert!(played.turns.len() > 20, "only {} turns", played.turns.len());
    }
}

#[test]
fn a_program_and_one_of_ours_sit_at_one_board() {
    for dialect in Dialect::ALL {
        let played = play(setup(dialect, Judge::Lenient), [&contestant("random"), &python()]);
        assert_eq!(played.game.verdicts(), &[None, None]);
        let warned = played.turns.iter().find(|turned| turned.warning.is_some());
        assert!(warned.is_none(), "{warned:?}");
        assert_eq!(played.ending.end.results[1].rank, 1, "it beats one that lays anywhere");
    }
}

#[test]
fn carriage_returns_are_forgiven_with_a_warning_and_fatal_when_strict() {
    let command = format!("sh -c \"'{}' | sed -u 's/$/\\r/'\"", example_bot("python_filler.py"));
    let bot = contestant(&command);
    let lenient = play(setup(Dialect::Edu, Judge::Lenient), [&bot, &contestant("random")]);
    assert_eq!(lenient.game.verdicts(), &[None, None]);
    let warning = lenient.turns[0].warning.as_deref().expect("a warning");
    assert!(warning.contains("the official engine ends the game here: bad answer"), "{warning}");

    let strict = play(setup(Dialect::Edu, Judge::Strict), [&bot, &contestant("random")]);
    let names =
        strict.game.verdicts().each_ref().map(|verdict| verdict.as_ref().map(Verdict::name));
    assert_eq!(names, [Some("bad-answer"), None]);
    assert_eq!(strict.ending.end.by, EndedBy::Forfeit);
    assert_eq!(strict.ending.end.results.iter().map(|r| r.rank).collect::<Vec<_>>(), [2, 1]);
}

/// Plays the fixture as player 1 against the Python bot, in both dialects.
#[track_caller]
fn misbehaves(name: &str, judge: Judge, limit: Duration, expected: &Verdict) {
    for dialect in Dialect::ALL {
        let marker = marker();
        let bad = Contestant::Program(fixture(name, &marker));
        let setup = Setup { limit, ..setup(dialect, judge) };
        let played = play(setup, [&bad, &contestant("random")]);
        assert_eq!(played.game.verdicts(), &[Some(expected.clone()), None], "{name}");
        let (end, turns) = (&played.ending.end, &played.turns);
        match dialect {
            // F7: the game is over at once, and the other wins.
            Dialect::Edu => {
                assert_eq!((end.by, turns.len()), (EndedBy::Forfeit, 1), "{name}");
                assert_eq!((end.results[0].rank, end.results[1].rank), (2, 1), "{name}");
                assert!(end.reason.starts_with("player 1: "), "{}", end.reason);
            }
            // F7: only that player is out, and the other goes on.
            Dialect::FortyTwo => {
                assert_eq!(end.by, EndedBy::Rules, "{name}");
                assert!(turns.len() > 10, "{name}: only {} turns", turns.len());
                assert!(turns[1..].iter().all(|turned| turned.seat == Seat::new(1)), "{name}");
            }
        }
        assert_eq!(still_running(&marker), Vec::<String>::new(), "{name} left somebody behind");
    }
}

#[test]
fn every_failure_ends_the_game_or_the_player() {
    let (short, long) = (Duration::from_millis(300), Duration::from_secs(60));
    let crash = |exit| Verdict::Crash { exit };
    let lenient = Judge::Lenient;
    misbehaves("silent.sh", lenient, short, &Verdict::TimeOut { limit: short, heard: vec![] });
    misbehaves("crash.sh", lenient, long, &crash(Exit::Status(3)));
    misbehaves("segfault.sh", lenient, long, &crash(Exit::Signal(11)));
    misbehaves("forks.sh", lenient, long, &crash(Exit::Status(4)));
    let closed = Verdict::ClosedPipe { end: PipeEnd::Stdout };
    misbehaves("closes_stdout.sh", lenient, long, &closed);
    let too_long = Verdict::LineTooLong { limit: 1024, start: vec![b'7'; 40] };
    misbehaves("huge_line.sh", lenient, long, &too_long);
}

#[test]
fn a_strict_judge_looks_at_one_read_only() {
    let marker = marker();
    let half = Contestant::Program(fixture("half_a_line.sh", &marker));
    let played = play(setup(Dialect::Edu, Judge::Strict), [&half, &contestant("random")]);
    let Some(Verdict::BadAnswer { answer, reason }) = &played.game.verdicts()[0] else {
        panic!("{:?}", played.game.verdicts())
    };
    assert_eq!((answer.as_slice(), reason.as_str()), (&b"7 2"[..], "the line feed is missing"));
}

#[test]
fn an_illegal_placement_makes_stuck_and_the_other_goes_on() {
    let marker = marker();
    // It says `0 0` for ever and never listens.
    let eager = Contestant::Program(fixture("eager.sh", &marker));
    let played = play(setup(Dialect::Edu, Judge::Lenient), [&eager, &contestant("random")]);
    let verdict = played.game.verdicts()[0].as_ref().expect("a verdict");
    assert_eq!(verdict.name(), "illegal");
    assert_eq!(played.ending.end.by, EndedBy::Rules);
    assert_eq!(played.turns.iter().filter(|turned| turned.seat == Seat::new(0)).count(), 1);
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

#[test]
fn a_program_that_does_not_start_loses_at_once() {
    for dialect in Dialect::ALL {
        let nobody = contestant("/no/such/bot");
        let played = play(setup(dialect, Judge::Lenient), [&contestant("random"), &nobody]);
        let ranks: Vec<u8> = played.ending.end.results.iter().map(|r| r.rank).collect();
        assert_eq!((ranks, played.ending.end.by), (vec![1, 2], EndedBy::Forfeit));
        assert!(played.ending.end.reason.starts_with("player 2: cannot-start: "));
    }
}

#[test]
fn a_series_plays_both_sides_with_the_same_pieces_whatever_the_threads() {
    let play = |threads| {
        let series = Series {
            contestants: [contestant("random"), contestant("random")],
            setup: setup(Dialect::Edu, Judge::Lenient),
            games: 5,
            threads,
        };
        let mut games = Vec::new();
        let summary = series::play(&series, |game| games.push(game.clone())).expect("good options");
        (games, summary)
    };
    let (games, summary) = play(2);
    let numbers: Vec<(u64, u64, usize)> =
        games.iter().map(|game| (game.number, game.seed, game.seats[0].index())).collect();
    assert_eq!(numbers, [(0, 7, 0), (1, 7, 1), (2, 8, 0), (3, 8, 1), (4, 9, 0)]);
    assert_eq!(summary.games, 5);
    let wins: u64 = summary.contestants.iter().map(|report| report.wins).sum();
    assert_eq!(wins + summary.draws, 5);

    let first_deals = |game: &series::Finished| {
        let deals = game.record.iter().filter(|event| matches!(event, Event::Deal { .. }));
        deals.take(6).cloned().collect::<Vec<_>>()
    };
    assert_eq!(first_deals(&games[0]), first_deals(&games[1]));
    assert_ne!(first_deals(&games[0]), first_deals(&games[2]));

    // Times differ; moves and deals do not.
    let (alone, _) = play(1);
    for (left, right) in games.iter().zip(&alone) {
        assert_eq!((left.scores, left.winner), (right.scores, right.winner));
    }
}
