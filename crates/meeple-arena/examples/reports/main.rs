//! Plays small tournaments of every game and writes their HTML reports to a folder.
//!
//! ```text
//! cargo run -p meeple-arena --example reports -- FOLDER [WORD]
//! ```
//!
//! The browser tests step through these pages and compare what each page shows with the last positions of its
//! games, which are written to a file beside it.

mod played;

use meeple_arena::{
    report::{ReplayLimit, TournamentReport, write_html},
    tournament::{Encounter, GameStatus, Ledger, ScheduleRound},
};
use meeple_core::GameHistory;
use meeple_games::GameKind::{Azul, Chomp, Filler, Grass};
use meeple_view::view;
use played::{CRASHES, FinishedTournament, ReportPlan};
use serde_json::Value;
use std::{env, error::Error, fs, path::Path, process::ExitCode, time::Instant};

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let words: Vec<String> = env::args().skip(1).collect();
    let Some(folder) = words.first() else {
        eprintln!("usage: reports FOLDER [WORD]");
        return Ok(ExitCode::from(2));
    };
    fs::create_dir_all(folder)?;
    let wanted = |name: &str| words.get(1).is_none_or(|word| name.contains(word.as_str()));
    for (name, plan) in plans().iter().filter(|(name, _)| wanted(name)) {
        write(name, plan, Path::new(folder))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns the tournaments by the name of their page.
fn plans() -> Vec<(&'static str, ReportPlan<'static>)> {
    let plan = |kind, options, who, seats, blocks| ReportPlan {
        kind,
        options,
        who,
        seats,
        blocks,
        seatings: seats,
        longest: usize::MAX,
    };
    let once = |plan| ReportPlan { seatings: 1, ..plan };
    vec![
        ("chomp", plan(Chomp, &["width=7", "height=5"], CHOMP, 2, 60)),
        ("filler", plan(Filler, &["map=map00"], FILLER, 2, 5)),
        (
            "filler-large",
            ReportPlan { longest: 700, ..once(plan(Filler, &["map=map02"], &FILLER_LARGE, 2, 1)) },
        ),
        ("azul", plan(Azul, &["players=2"], AZUL, 2, 16)),
        ("azul-four", plan(Azul, &["players=4"], AZUL, 4, 4)),
        ("grass", plan(Grass, &["players=2"], &GRASS_TWO, 2, 3)),
        ("grass-four", plan(Grass, &["players=4"], GRASS, 4, 2)),
        ("grass-nine", once(plan(Grass, &["players=9"], GRASS, 9, 2))),
    ]
}

const CHOMP: &[(&str, &str)] = &[
    ("perfect", "perfect"),
    ("perfect:slip=10", "slips 10 %"),
    ("perfect:slip=20", "slips 20 %"),
    ("perfect:slip=30", "slips 30 %"),
    ("perfect:slip=40", "slips 40 %"),
    ("perfect:slip=50", "slips 50 %"),
    ("perfect:slip=60", "slips 60 %"),
    ("perfect:slip=70", "slips 70 %"),
    ("perfect:slip=80", "slips 80 %"),
    ("perfect:slip=90", "slips 90 %"),
    ("random", "random"),
    (CRASHES, "students/ann.py"),
];
const FILLER: &[(&str, &str)] = &[
    ("champion:samples=0", "champion:samples=0"),
    ("terminator", "terminator"),
    ("heat", "heat"),
    ("bender", "bender"),
    (CRASHES, "students/bo.py"),
];
const FILLER_LARGE: [(&str, &str); 2] = [("random", "random"), ("heat", "heat")];
const AZUL: &[(&str, &str)] = &[
    ("greedy", "greedy"),
    ("greedy", "greedy's twin"),
    ("random", "random"),
    (CRASHES, "students/cy.sh"),
];
const GRASS: &[(&str, &str)] = &[
    ("window", "window"),
    ("greedy", "greedy"),
    ("random", "random"),
    ("window", "window 2"),
    ("greedy", "greedy 2"),
    ("random", "random 2"),
    ("window", "window 3"),
    ("greedy", "greedy 3"),
    ("random", "random 3"),
];

/// One name attempts an HTML injection.
const GRASS_TWO: [(&str, &str); 2] =
    [("window", "window"), ("random", "<script>document.title='taken'</script>")];

fn write(name: &str, plan: &ReportPlan<'_>, folder: &Path) -> Result<(), Box<dyn Error>> {
    let since = Instant::now();
    let FinishedTournament { mut entrants, mut games, matches } = plan.play();
    let playing = since.elapsed();
    if name == "azul" {
        games[3].state = GameStatus::Void;
        entrants[3].withdrawn = Some("failed in 3 games: crash".into());
    }
    let ledger = Ledger::from_games(entrants, games, plan.seatings);
    let (standing, rating_history) = (ledger.standings(), ledger.rating_history());
    let Ledger { entrants, lines: games, .. } = ledger;
    let facts = [
        ("Game", plan.kind.name()),
        ("Options", &plan.options.join(" ")),
        ("Schedule", "blocks of neighbours"),
        ("Time", "20 s a move"),
        ("Seed", "7"),
        ("Played on", "16 November 2026"),
        ("Command", "cargo run --example reports"),
    ]
    .map(|(what, is)| (what.to_owned(), is.to_owned()));
    let refused =
        [("students/di.py".to_owned(), "1 of 9 checks failed\nit does not answer".to_owned())];
    let report = TournamentReport {
        game: plan.kind.name(),
        title: &format!("{}: {} and {} more", plan.kind, entrants[0].info.name, entrants.len() - 1),
        facts: &facts,
        entrants: &entrants,
        refused: if name == "azul" { &refused } else { &[] },
        standings: &standing,
        games: &games,
        rating_history: &rating_history,
        decision: (name == "azul")
            .then_some("greedy is stronger than random by 50 Elo or more (risk 5 %)."),
        rounds: &if name == "azul-four" { rounds() } else { Vec::new() },
    };
    let last = |game: &GameHistory| view(plan.kind).picture_at(game, game.plies().len());
    let last: Vec<Option<Value>> = matches.iter().map(last).collect();
    fs::write(folder.join(format!("{name}.json")), serde_json::to_string(&last)?)?;
    let mut matches = matches.into_iter();
    let mut page = Vec::new();
    let since = Instant::now();
    let mut next = |_: &_| matches.next();
    let written =
        write_html(&report, view(plan.kind), &mut next, ReplayLimit::default(), &mut page)?;
    let each = written.replay_bytes / written.replays.max(1) as u64;
    println!(
        "{name}: {} games in {playing:.1?}, page of {} KiB in {:.1?}, {each} bytes a replay",
        games.len(),
        written.bytes >> 10,
        since.elapsed()
    );
    fs::write(folder.join(format!("{name}.html")), page)?;
    Ok(())
}

/// Returns the rounds of a sample knock-out with four entrants.
fn rounds() -> Vec<ScheduleRound> {
    let met = |(one, own), (other, theirs), winner| Encounter {
        entrants: vec![one, other],
        points: vec![own, theirs],
        advance: vec![winner],
    };
    vec![
        ScheduleRound {
            title: "Semi-finals".into(),
            encounters: vec![met((0, 3.0), (3, 1.0), 0), met((1, 2.5), (2, 1.5), 1)],
            ..ScheduleRound::default()
        },
        ScheduleRound {
            title: "Final".into(),
            encounters: vec![met((0, 2.0), (1, 2.0), 1)],
            ..ScheduleRound::default()
        },
    ]
}
