//! Computer players and programs are held to exactly the same time limits, and every failure, even a
//! panic in a computer player, leaves a record that says how.

mod support;

use meeple_ai::roster::Resources;
use meeple_bots::{GameRunner, PlayerLauncher, ProcessSupervisor, TurnResult, json::JsonProgram};
use meeple_core::{
    AnyPlayer, Choice, ChooseError, Consequence, Contestant, Event, Game, GameClock, Header,
    Limits, Millis, Player, Seat, SeatInfo, Table, Verdict,
    player::{RandomPlayer, erase},
    record::EndedBy,
    verdict::is_internal,
};
use meeple_games::{
    GameKind,
    azul::{self, Azul},
    chomp::{self, Chomp},
};
use meeple_session::{Referee, ThinkingTime, TimeControl, thinking_times};
use meeple_view::view;
use rand::Rng;
use serde_json::{Value, json};
use std::{thread, time::Duration};
use support::{fixture, marker};

fn millis(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn named(seats: usize) -> Vec<SeatInfo> {
    let seat = |index: usize| SeatInfo {
        name: format!("player {index}"),
        colour: None,
        who: Contestant::Person,
    };
    (0..seats).map(seat).collect()
}

fn bar() -> Table {
    let options = chomp::Options { width: Some(4), height: Some(3), ..Default::default() };
    let header = Header { seed: Some(1), ..Header::new::<Chomp>(&options, named(2)) };
    Table::open::<Chomp>(&options, header).expect("a good bar")
}

/// What a test player does when it is asked or notified.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Habit {
    Quick,
    Sleeps(Duration),
    PanicsWhenAsked,
    PanicsWhenNotified,
}

struct TestPlayer(Habit);

impl<G: Game> Player<G> for TestPlayer {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, ChooseError> {
        match self.0 {
            Habit::Sleeps(time) => thread::sleep(time),
            Habit::PanicsWhenAsked => panic!("out of {}", "luck"),
            Habit::Quick | Habit::PanicsWhenNotified => {}
        }
        RandomPlayer.choose(position, limits, rng)
    }

    fn on_event(&mut self, _: &Event, _: &G) {
        assert!(self.0 != Habit::PanicsWhenNotified, "too many events");
    }
}

fn odd<G: Game>(habit: Habit) -> Box<dyn AnyPlayer> {
    erase::<G>(TestPlayer(habit))
}

/// Plays the game to its end; returns the players and every answer.
fn play(
    table: &mut Table,
    players: Vec<Box<dyn AnyPlayer>>,
    control: TimeControl,
) -> (GameRunner, Vec<TurnResult>) {
    let started = players.into_iter().map(|player| Ok(Some(player))).collect();
    let runner = GameRunner::open(table, started, Referee::default());
    let mut runner = runner.with_control(control);
    let mut answers = Vec::new();
    let each = |_: &Table, asked: &TurnResult| answers.push(asked.clone());
    runner.play_out(table, &Limits::default(), each).expect("the game is not stopped");
    (runner, answers)
}

#[test]
fn a_game_clock_is_kept_to_the_nanosecond() {
    let (time, increment) = (Duration::from_secs(3600), millis(1500));
    let (mut table, control) = (bar(), TimeControl::Game { time, increment });
    let players = vec![odd::<Chomp>(Habit::Quick), odd::<Chomp>(Habit::Sleeps(millis(2)))];
    let (runner, answers) = play(&mut table, players, control);
    assert_eq!(table.game().end().map(|end| end.by), Some(EndedBy::Rules));
    for seat in [0, 1].map(Seat::new) {
        let own = answers.iter().filter(|asked| asked.seat == seat);
        let expected = own.fold(time, |left, asked| left.saturating_sub(asked.time) + increment);
        assert_eq!(runner.time_left(seat), Some(expected));
    }
    let mut slow = answers.iter().filter(|asked| asked.seat == Seat::new(1));
    assert!(slow.all(|asked| asked.time >= millis(2)), "it sleeps that long");
}

#[test]
fn the_record_has_the_thinking_times_to_the_microsecond() {
    let (mut table, micros) = (bar(), Duration::from_micros(60));
    let players = vec![odd::<Chomp>(Habit::Sleeps(micros)), odd::<Chomp>(Habit::Sleeps(micros))];
    let (_, answers) = play(&mut table, players, TimeControl::None);
    let mut expected = [ThinkingTime::default(); 2];
    for asked in &answers {
        expected[asked.seat.index()].add(Millis::from_duration(asked.time).to_duration());
    }
    assert_eq!(thinking_times(table.game().log(), 2), expected);
    assert!(expected.iter().all(|time| !time.total.is_zero()));
}

#[test]
fn a_computer_player_that_uses_up_its_game_time_is_flagged() {
    let (time, increment) = (millis(50), millis(1));
    let (mut table, control) = (bar(), TimeControl::Game { time, increment });
    let players = vec![odd::<Chomp>(Habit::Sleeps(millis(60))), odd::<Chomp>(Habit::Quick)];
    let (runner, answers) = play(&mut table, players, control);
    let late = answers[0].time.checked_sub(time);
    let flag = Verdict::Flag { game: time, increment, late };
    assert_eq!(runner.verdict(Seat::new(0)), Some(&flag));
    let end = table.game().end().expect("it is over");
    assert_eq!((end.by, end.results[0].rank), (EndedBy::Forfeit, 2));
    let words = "player 0 failed: flag: used up its 0.05 s + 0.001 s a move: its answer came";
    assert!(end.reason.starts_with(words), "{}", end.reason);
    assert_eq!(runner.time_left(Seat::new(0)), Some(Duration::ZERO), "nothing comes back");
}

#[test]
fn a_computer_player_that_exceeds_its_move_time_is_late() {
    let mut table = bar();
    let players = vec![odd::<Chomp>(Habit::Sleeps(millis(60))), odd::<Chomp>(Habit::Quick)];
    let (runner, answers) = play(&mut table, players, TimeControl::Move(millis(50)));
    let late = Verdict::Late { took: answers[0].time, limit: millis(50) };
    assert_eq!(runner.verdict(Seat::new(0)), Some(&late));
}

/// Plays this fixture against a quick computer player.
fn against(name: &str, control: TimeControl) -> (Table, GameRunner) {
    let (mut table, launcher) =
        (bar(), PlayerLauncher::for_game(GameKind::Chomp, Resources::default()));
    let command = fixture(name, &marker()).typed().to_owned();
    let program = launcher.start_player(&Contestant::Program { command }, Seat::new(0));
    let program = program.expect("it starts").expect("it is a program");
    let (runner, _) = play(&mut table, vec![program, odd::<Chomp>(Habit::Quick)], control);
    (table, runner)
}

#[test]
fn a_program_that_does_not_answer_is_flagged_when_its_game_is_used_up() {
    let (time, increment) = (millis(200), millis(100));
    let (_, runner) = against("silent.sh", TimeControl::Game { time, increment });
    let flag = Verdict::Flag { game: time, increment, late: None };
    assert_eq!(runner.verdict(Seat::new(0)), Some(&flag));
}

#[test]
fn a_program_with_a_game_clock_plays_and_is_charged() {
    let (time, increment) = (Duration::from_secs(3600), Duration::ZERO);
    let (table, runner) = against("two_writes.sh", TimeControl::Game { time, increment });
    assert_eq!(table.game().end().map(|end| end.by), Some(EndedBy::Rules));
    let thought = runner.thinking_time(Seat::new(0)).total;
    assert_eq!(runner.time_left(Seat::new(0)), time.checked_sub(thought));
}

#[test]
fn a_fault_has_the_last_lines_of_stderr() {
    let (table, _) = against("crash.sh", TimeControl::None);
    let faults: Vec<Value> = table
        .game()
        .log()
        .iter()
        .filter(|event| matches!(***event, Event::Fault { .. }))
        .map(|event| serde_json::to_value(&**event).expect("plain data"))
        .collect();
    assert_eq!(
        faults,
        [json!({
            "event": "fault", "seat": 0, "verdict": "crash", "seen": "exited with status 3",
            "then": "ends", "stderr": ["no memory for the board"],
        })]
    );
}

#[track_caller]
fn breaks_down(habit: Habit, words: &str) {
    let mut table = bar();
    let players = vec![odd::<Chomp>(Habit::Quick), odd::<Chomp>(habit)];
    let (runner, _) = play(&mut table, players, TimeControl::None);
    let broken = Verdict::InternalError { reason: words.into() };
    assert_eq!(runner.verdict(Seat::new(1)), Some(&broken));
    assert!(is_internal(broken.name()));
    let end = table.game().end().expect("it is over");
    assert_eq!((end.by, end.results[1].rank), (EndedBy::Forfeit, 2));
}

#[test]
fn a_computer_player_that_panics_gets_a_verdict() {
    breaks_down(Habit::PanicsWhenAsked, "panicked: out of luck");
    breaks_down(Habit::PanicsWhenNotified, "panicked: too many events");
}

#[test]
fn with_more_seats_the_others_continue_after_a_panic() {
    let options = azul::Options { players: Some(3), ..Default::default() };
    let header = Header { seed: Some(1), ..Header::new::<Azul>(&options, named(3)) };
    let mut table = Table::open::<Azul>(&options, header).expect("good options");
    let habits = [Habit::Quick, Habit::PanicsWhenAsked, Habit::Quick];
    let (runner, _) = play(&mut table, habits.map(odd::<Azul>).into(), TimeControl::None);
    assert_eq!(runner.verdict(Seat::new(1)).map(Verdict::name), Some("broken"));
    let end = table.game().end().expect("it is over");
    assert_eq!((end.by, end.results[1].rank), (EndedBy::Rules, 3));
}

/// Returns the messages that a program would receive.
fn messages(limits: &Limits, events: &[Event]) -> Vec<Value> {
    let table = bar();
    let program = "cat".parse().expect("a good command line");
    let view = view(GameKind::Chomp);
    let started = JsonProgram::start(&program, Seat::new(0), view, &ProcessSupervisor::default());
    let mut program = started.expect("cat is there");
    program.on_event(&table.game().log()[0], table.position());
    for event in events {
        program.on_event(event, table.position());
    }
    let lines = program.question(table.position(), limits);
    let lines = lines.split_inclusive(|&byte| byte == b'\n');
    lines.map(|line| serde_json::from_slice(line).expect("a message is JSON")).collect()
}

#[test]
fn a_program_receives_its_clock() {
    let left = vec![millis(59_300), Duration::from_micros(47_120_999)];
    let clock = GameClock { game: millis(60_000), increment: millis(500), left };
    let time = Some(millis(59_300));
    let limits = Limits { time, clock: Some(clock), nodes: Some(9), ..Limits::default() };
    let [start, turn] = &messages(&limits, &[])[..] else { panic!("start and turn") };
    let limits = json!({"game_ms": 60_000, "increment_ms": 500, "nodes": 9});
    assert_eq!(start["limits"], limits);
    assert_eq!((&turn["time_ms"], &turn["clocks_ms"]), (&json!(59_300), &json!([59_300, 47_120])));

    let limits = Limits { time: Some(millis(200)), ..Limits::default() };
    let [start, turn] = &messages(&limits, &[])[..] else { panic!("start and turn") };
    assert_eq!((&start["limits"], &turn["time_ms"]), (&json!({"move_ms": 200}), &json!(200)));
    assert_eq!(turn.get("clocks_ms"), None);
}

#[test]
fn a_program_does_not_receive_the_stderr_of_others() {
    let fault = Event::Fault {
        seat: Seat::new(1),
        verdict: "crash".into(),
        seen: "exited with status 3".into(),
        then: Consequence::Out,
        stderr: vec!["a secret".into()],
    };
    let [_, turn] = &messages(&Limits::default(), &[fault])[..] else { panic!("start and turn") };
    let expected = json!({
        "event": "fault", "seat": 1, "verdict": "crash", "seen": "exited with status 3",
        "then": "out",
    });
    assert_eq!(turn["events"], json!([expected]));
}
