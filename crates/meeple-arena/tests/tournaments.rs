//! Tests whole tournaments: the results are the same for any number of jobs, a stopped tournament can be
//! resumed, and misbehaving bots don't disturb the others.

#[path = "../../meeple-bots/tests/support/mod.rs"]
mod support;

use meeple_ai::roster::{PlayerKind, Resources, Roster};
use meeple_arena::{
    rating::Sprt,
    tournament::{
        self, GameLine, GameOrigin, GameStatus, Ledger, Schedule, Seatings, Tournament,
        TournamentConfig, TournamentEvent, TournamentFolder, TournamentStandings,
    },
};
use meeple_bots::{PlayerLauncher, Protocol};
use meeple_core::{
    Choice, ChooseError, Game, Limits, Player, options::parse, player::RandomPlayer,
};
use meeple_games::{
    GameKind,
    azul::Azul,
    chomp::{Chomp, Move},
    filler::Filler,
    grass::Grass,
};
use rand::Rng;
use std::{fs, sync::atomic::Ordering};
use support::{fixture, marker, still_running, test_tables::SHORT_LIMIT, verdicts::BOTS};

fn launcher(kind: GameKind) -> PlayerLauncher {
    PlayerLauncher {
        protocol: Protocol::Json,
        ..PlayerLauncher::for_game(kind, Resources::default())
    }
}

/// Creates a tournament of game `G` with these options and contestants.
fn arranged<G: Game>(options: &str, contestants: &[&str]) -> Tournament {
    let kind: GameKind = G::NAME.parse().expect("one of ours");
    let options: G::Options = parse(options.split_whitespace()).expect("good options");
    let (launcher, seats) = (launcher(kind), G::new(&options).expect("good options").seats());
    let entrants = launcher.parse_contestants(contestants).expect("good contestants");
    let tournament = Tournament::new_match::<G>(options, launcher, entrants);
    let games = tournament.seatings.orders(seats).len() as u64;
    Tournament { seats, games, schedule: Schedule::RoundRobin, ..tournament }
}

/// Returns the configuration of all folders in these tests.
fn config() -> TournamentConfig {
    TournamentConfig::new(GameKind::Azul, Vec::new())
}

fn play(tournament: &Tournament, folder: Option<&TournamentFolder>) -> Ledger {
    let ledger = tournament::play(tournament, folder, &mut |_| ()).expect("it can be played");
    assert!(ledger.is_complete);
    ledger
}

/// Returns a game's line without its times.
fn timeless(line: &GameLine) -> GameLine {
    let none = vec![0.0; line.seats.len()];
    GameLine { total_ms: none.clone(), slowest_ms: none, ..line.clone() }
}

fn timeless_all(ledger: &Ledger) -> Vec<GameLine> {
    ledger.lines.iter().map(timeless).collect()
}

/// Formats standings without times.
fn standings_text(standing: &TournamentStandings) -> String {
    let mut standing = standing.clone();
    for row in &mut standing.rows {
        (row.average_ms, row.slowest_ms, row.total_ms) = (0.0, 0.0, 0.0);
    }
    format!("{standing:?}")
}

#[test]
fn it_is_the_same_for_any_number_of_jobs() {
    for schedule in Schedule::ALL {
        let run = |jobs| {
            let players = ["random", "greedy", "random", "random", "random"];
            let tournament = arranged::<Azul>("players=2", &players);
            let ledger = play(&Tournament { schedule, games: 4, jobs, ..tournament }, None);
            (timeless_all(&ledger), standings_text(&ledger.standings()), ledger.rounds)
        };
        let alone = run(1);
        assert!(!alone.0.is_empty());
        assert_eq!(alone, run(3), "{schedule}");
    }
}

#[test]
fn every_game_has_tournaments_at_every_table() {
    fn check<G: Game>(options: &str, contestants: &[&str], groups: u64) {
        let tournament = arranged::<G>(options, contestants);
        let (games, seats) = (tournament.games, tournament.seats);
        let ledger = play(&Tournament { jobs: 2, ..tournament }, None);
        let standing = ledger.standings();
        assert_eq!(standing.games, games * groups, "{} {options}", G::NAME);
        let points: f64 = standing.rows.iter().map(|row| row.points).sum();
        let expected = standing.games as f64 * seats as f64 / 2.0;
        assert!((points - expected).abs() < 1e-6, "{points} points of {expected}");
    }
    check::<Chomp>("width=4 height=3", &["perfect", "random", "perfect:slip=50"], 3);
    check::<Filler>("", &["terminator", "wall_e", "random"], 3);
    check::<Azul>("players=4", &["greedy", "random", "random", "random", "random"], 5);
    let nine =
        ["greedy", "random", "random", "random", "random", "random", "random", "random", "random"];
    check::<Grass>("players=9", &nine, 1);
}

#[test]
fn a_tournament_that_is_stopped_goes_on_as_if_it_had_not_been() {
    let contestants = ["random", "greedy", "random"];
    let make = || Tournament { games: 60, jobs: 2, ..arranged::<Azul>("", &contestants) };
    let undisturbed = play(&make(), None);
    let place = tempfile::tempdir().expect("a folder");
    for stop_after in [1, 14, 57] {
        let folder = TournamentFolder::open(place.path(), &config()).expect("a folder");
        let tournament = make();
        let mut games = 0;
        let ledger = tournament::play(&tournament, Some(&folder), &mut |news| {
            games += usize::from(matches!(news, TournamentEvent::Game(..)));
            if games >= stop_after {
                tournament.limits.stop.store(true, Ordering::SeqCst);
            }
        });
        assert!(!ledger.expect("it can be stopped").is_complete);
    }
    let folder = TournamentFolder::open(place.path(), &config()).expect("a folder");
    let mut found = 0;
    let ledger = tournament::play(&make(), Some(&folder), &mut |news| {
        found += usize::from(matches!(news, TournamentEvent::Game(_, GameOrigin::Found)));
    });
    let ledger = ledger.expect("it goes on");
    assert!(found >= 57, "only {found} games were found again");
    let without_records = |ledger: &Ledger| {
        let mut lines = timeless_all(ledger);
        for line in &mut lines {
            line.record.clear();
        }
        lines
    };
    assert_eq!(without_records(&ledger), without_records(&undisturbed));
    assert_eq!(standings_text(&ledger.standings()), standings_text(&undisturbed.standings()));
    let index = fs::read_to_string(place.path().join("games.jsonl")).expect("an index");
    let lines = index.lines().map(|line| serde_json::from_str::<GameLine>(line).expect("a line"));
    assert_eq!(lines.collect::<Vec<_>>(), ledger.lines);
}

#[test]
fn a_damaged_record_is_named_and_its_game_played_again() {
    let make = || Tournament { games: 4, ..arranged::<Chomp>("", &["random", "perfect"]) };
    let place = tempfile::tempdir().expect("a folder");
    let open = || TournamentFolder::open(place.path(), &config()).expect("a folder");
    let whole = play(&make(), Some(&open()));
    let path = |game: usize| place.path().join(&whole.lines[game].record);
    let text = fs::read_to_string(path(0)).expect("a record");
    let changes = [
        text[..text.len() / 2].to_owned(),
        text.replacen("\"move\":\"", "\"move\":\"9", 1),
        String::new(),
        fs::read_to_string(path(1)).expect("another record"),
        text.split_inclusive('\n').take(2).collect(),
    ];
    for change in changes {
        fs::write(path(0), &change).expect("it can be written");
        let mut damaged = Vec::new();
        let ledger = tournament::play(&make(), Some(&open()), &mut |news| match news {
            TournamentEvent::Damaged(problem) => damaged.push(problem.path.clone()),
            TournamentEvent::Game(line, origin) => {
                assert_eq!(origin == GameOrigin::Played, line.record == whole.lines[0].record);
            }
            _ => {}
        });
        assert_eq!(damaged, [path(0)], "{change:?}");
        assert_eq!(timeless_all(&ledger.expect("it goes on")), timeless_all(&whole));
    }
}

#[test]
fn one_folder_is_used_by_one_tournament_at_a_time() {
    let place = tempfile::tempdir().expect("a folder");
    let _first = TournamentFolder::open(place.path(), &config()).expect("a folder");
    let second =
        TournamentFolder::open(place.path(), &config()).expect_err("it is in use").to_string();
    assert!(second.ends_with("another tournament is running in this folder"), "{second}");
}

#[test]
fn the_games_of_two_entrants_do_not_depend_on_the_others() {
    let few = play(&arranged::<Chomp>("", &["perfect", "random"]), None);
    let many = play(&arranged::<Chomp>("", &["perfect:slip=9", "random", "perfect"]), None);
    let without_first = many.lines.iter().filter(|line| !line.seats.contains(&0));
    let played = |line: &GameLine| (line.seed, line.plies, line.scores.clone());
    let few: Vec<_> = few.lines.iter().map(played).collect();
    let mut same: Vec<_> = without_first.map(played).collect();
    same.reverse(); // random is named first in that tournament
    assert_eq!(same, few);
}

#[test]
fn failing_bots_are_withdrawn_and_do_not_affect_the_ratings_of_the_others() {
    let ours = ["greedy", "random"];
    let without = play(&arranged::<Azul>("", &ours), None);
    let (marker, mut all) = (marker(), ours.map(str::to_owned).to_vec());
    // All failing bots, except the one that escapes an ordinary supervisor, which is tested in `orphans.rs`.
    let bad = BOTS.iter().filter(|bot| bot[1] != "fine" && bot[0] != "wiped_child.sh");
    all.extend(bad.map(|bot| fixture(bot[0], &marker).typed().to_owned()));
    assert!(all.len() > 35);
    let all: Vec<&str> = all.iter().map(String::as_str).collect();
    let tournament = arranged::<Azul>("", &all);
    let limits = Limits { time: Some(SHORT_LIMIT), ..Limits::default() };
    // Most of them only wait for input or for the clock, so several run in parallel.
    let tournament = Tournament { jobs: 16, fault_limit: Some(3), limits, ..tournament };
    let with = play(&tournament, None);
    for (entrant, name) in all.iter().enumerate().skip(2) {
        assert!(with.is_withdrawn(entrant), "{name} is still in it");
    }
    let elo = |ledger: &Ledger| {
        let ratings = ledger.ratings();
        [0, 1].map(|entrant| ratings.elo(entrant).map(|elo| format!("{elo:?}")))
    };
    assert_eq!(elo(&with), elo(&without));
    let rows = |ledger: &Ledger| {
        let rows = ledger.standings().rows.into_iter().filter(|row| row.entrant < 2);
        rows.map(|row| (row.place, row.games, row.points.to_string())).collect::<Vec<_>>()
    };
    assert_eq!(rows(&with), rows(&without));
    assert_eq!(still_running(&marker), Vec::<String>::new());
}

/// Always plays the last legal move, so the result depends on the seat alone.
#[derive(Debug, Clone, Copy, Default)]
struct LastMovePlayer;

impl Player<Chomp> for LastMovePlayer {
    fn choose(
        &mut self,
        bar: &Chomp,
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        bar.legal_moves().last().map(Choice::from_move).ok_or(ChooseError::NotNow)
    }
}

/// Never returns a move.
#[derive(Debug, Clone, Copy, Default)]
struct FailingPlayer;

impl Player<Chomp> for FailingPlayer {
    fn choose(
        &mut self,
        _: &Chomp,
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Choice<Move>, ChooseError> {
        Err(ChooseError::NotNow)
    }
}

static OURS: [PlayerKind; 3] = [
    PlayerKind::simple::<Chomp, LastMovePlayer>("stubborn", "always the same"),
    PlayerKind::simple::<Chomp, FailingPlayer>("broken", "a fault of ours"),
    PlayerKind::simple::<Chomp, RandomPlayer>("random", "anything"),
];

fn of_ours(contestants: [&str; 2]) -> Tournament {
    let roster = Roster { game: Chomp::NAME, players: &OURS };
    let launcher = PlayerLauncher { roster, ..launcher(GameKind::Chomp) };
    let entrants = launcher.parse_contestants(contestants).expect("good contestants");
    Tournament::new_match::<Chomp>(parse(["width=4"]).expect("good options"), launcher, entrants)
}

#[test]
fn two_equal_deterministic_players_are_certainly_equal() {
    let tournament = of_ours(["stubborn", "stubborn"]);
    let ledger = play(&Tournament { games: 40, ..tournament }, None);
    let difference = ledger.ratings().difference(0, 1).expect("they have met");
    assert_eq!((difference.value, difference.low, difference.high), (0.0, 0.0, 0.0));
    let standing = ledger.standings();
    for row in &standing.rows {
        assert_eq!((row.share, row.share_interval, row.place), (0.5, [0.5, 0.5], Some(1)));
    }
    assert_eq!(standing.rows[0].superior_to_next, Some(0.5));
}

#[test]
fn a_fault_of_ours_counts_against_nobody() {
    let tournament = of_ours(["broken", "random"]);
    let ledger = play(&Tournament { games: 8, fault_limit: Some(3), ..tournament }, None);
    let standing = ledger.standings();
    assert!(ledger.lines.iter().any(|line| line.state == GameStatus::Void));
    let others = [GameStatus::Void, GameStatus::BlockIncomplete];
    assert!(ledger.lines.iter().all(|line| others.contains(&line.state)), "{:?}", ledger.lines);
    assert_eq!((standing.games, standing.voids + standing.incomplete), (0, 8));
    assert!(standing.rows.iter().all(|row| row.withdrawn.is_none() && row.faults.is_empty()));
}

#[test]
fn a_game_that_is_too_long_is_cut_off_and_its_block_does_not_count() {
    let place = tempfile::tempdir().expect("a folder");
    let run = || {
        let folder = TournamentFolder::open(place.path(), &config()).expect("a folder");
        let tournament = of_ours(["random", "random"]);
        play(&Tournament { games: 20, max_plies: 3, ..tournament }, Some(&folder))
    };
    let (ledger, again) = (run(), run());
    let standing = ledger.standings();
    assert!(standing.truncated > 0 && standing.games > 0, "{standing:?}");
    assert_eq!(standing.games + standing.truncated + standing.incomplete, 20);
    assert_eq!(standing.games % 2, 0, "only whole blocks count");
    assert_eq!(timeless_all(&ledger), timeless_all(&again), "what was cut off is found again");
}

#[test]
fn a_sequential_test_ends_at_the_same_game_for_any_number_of_jobs() {
    let run = |jobs, contestants| {
        let tournament = arranged::<Chomp>("", contestants);
        let (schedule, sprt) = (Schedule::Match, Some(Sprt::new(0.0, 50.0).expect("good")));
        play(&Tournament { schedule, sprt, jobs, games: 100_000, ..tournament }, None)
    };
    let (alone, both) = (run(1, &["perfect", "random"]), run(2, &["perfect", "random"]));
    assert_eq!(timeless_all(&alone), timeless_all(&both));
    assert_eq!(alone.sprt, both.sprt);
    assert!(alone.lines.len() < 1000, "{} games", alone.lines.len());
}

#[test]
fn all_seatings_of_four_are_played_if_asked_for() {
    let tournament = arranged::<Azul>("players=4", &["greedy", "random", "random", "random"]);
    let seatings = Seatings::All;
    let ledger = play(&Tournament { seatings, games: 24, jobs: 2, ..tournament }, None);
    let mut orders: Vec<Vec<usize>> = ledger.lines.iter().map(|line| line.seats.clone()).collect();
    orders.sort();
    orders.dedup();
    assert_eq!(orders.len(), 24);
    assert_eq!(ledger.standings().blocks, 1);
}
