//! Tournaments: what clocks, verdicts, blocks, threads and the disk cost over a bare loop at a
//! table, and what a second job brings. Everybody plays any legal move.

use crate::{
    table::{Bench, Goal},
    table_moves::play_at_a_table,
};
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, Config, Folder, Tournament};
use meeple_bots::Host;
use meeple_core::Game;
use meeple_games::{GameKind, azul::Azul, chomp::Chomp};

/// How many games each measurement plays at least.
const GAMES: u64 = 400;

/// All rows about tournaments.
pub(crate) fn rows(bench: &mut Bench) {
    against_a_bare_loop::<Chomp>(bench);
    against_a_bare_loop::<Azul>(bench);
    two_jobs(bench);
    on_disk(bench);
}

fn match_of_two<G: Game>(jobs: usize) -> Tournament {
    let kind = G::NAME.parse().expect("one of ours");
    let host = Host::of(kind, Resources::default());
    let entrants = host.read_all(["random", "random"]).expect("everybody has it");
    Tournament { games: GAMES, jobs, ..Tournament::of::<G>(G::Options::default(), host, entrants) }
}

/// Plays the next deals; how many games it were.
fn play(tournament: &mut Tournament, folder: Option<&Folder>) -> u64 {
    tournament.seed += tournament.games;
    let ledger = tournament::play(tournament, folder, &mut |_| ()).expect("the options are good");
    ledger.lines.len() as u64
}

fn against_a_bare_loop<G: Game>(bench: &mut Bench) {
    let (mut tournament, mut seed) = (match_of_two::<G>(1), 0);
    bench.compare_rates(
        &format!("tournament: games of {} in process", G::NAME),
        "/s",
        || play(&mut tournament, None),
        "a bare loop at a table",
        || {
            seed += 1;
            play_at_a_table::<G>(seed);
            1
        },
        Some(Goal::RatioAtLeast(0.5)),
    );
}

fn two_jobs(bench: &mut Bench) {
    let games = 10 * GAMES; // long enough for the last block, which one of them waits for, not to count
    let of = |jobs| Tournament { games, ..match_of_two::<Azul>(jobs) };
    let (mut two, mut one) = (of(2), of(1));
    bench.compare_rates(
        "tournament: games of azul, two jobs",
        "/s",
        || play(&mut two, None),
        "one job",
        || play(&mut one, None),
        Some(Goal::RatioAtLeast(1.8)),
    );
}

/// Every game in a file of its own, and a line in the index.
fn on_disk(bench: &mut Bench) {
    let place = std::env::temp_dir().join(format!("meeple-bench-{}", std::process::id()));
    let (mut kept, mut unkept) = (match_of_two::<Azul>(1), match_of_two::<Azul>(1));
    let config = Config::new(GameKind::Azul, Vec::new());
    bench.compare_rates(
        "tournament: games of azul, kept on disk",
        "/s",
        || {
            // A folder goes on with the games it has: each time a new one.
            let folder =
                Folder::open(&place.join(kept.seed.to_string()), &config).expect("a folder");
            play(&mut kept, Some(&folder))
        },
        "not kept",
        || play(&mut unkept, None),
        None,
    );
    std::fs::remove_dir_all(&place).ok();
}
