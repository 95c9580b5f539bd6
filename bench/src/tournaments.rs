//! Benchmarks of tournaments: the overhead of clocks, verdicts, blocks, threads and the disk over a bare loop
//! at a table, and the gain from a second job. All players move at random.

use crate::{
    table::{BenchGoal, BenchTable},
    table_moves::play_at_a_table,
};
use meeple_ai::roster::Resources;
use meeple_arena::tournament::{self, Tournament, TournamentConfig, TournamentFolder};
use meeple_bots::PlayerLauncher;
use meeple_core::Game;
use meeple_games::{GameKind, azul::Azul, chomp::Chomp};

/// Minimum number of games per measurement.
const GAMES: u64 = 400;

/// Adds all rows about tournaments.
pub(crate) fn rows(bench: &mut BenchTable) {
    against_a_bare_loop::<Chomp>(bench);
    against_a_bare_loop::<Azul>(bench);
    two_jobs(bench);
    on_disk(bench);
}

fn match_of_two<G: Game>(jobs: usize) -> Tournament {
    let kind = G::NAME.parse().expect("one of ours");
    let launcher = PlayerLauncher::for_game(kind, Resources::default());
    let entrants = launcher.parse_contestants(["random", "random"]).expect("everybody has it");
    Tournament {
        games: GAMES,
        jobs,
        ..Tournament::new_match::<G>(G::Options::default(), launcher, entrants)
    }
}

/// Plays the next deals; returns the number of games.
fn play(tournament: &mut Tournament, folder: Option<&TournamentFolder>) -> u64 {
    tournament.seed += tournament.games;
    let ledger = tournament::play(tournament, folder, &mut |_| ()).expect("the options are good");
    ledger.lines.len() as u64
}

fn against_a_bare_loop<G: Game>(bench: &mut BenchTable) {
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
        Some(BenchGoal::RatioAtLeast(0.5)),
    );
}

fn two_jobs(bench: &mut BenchTable) {
    let games = 10 * GAMES; // long enough that waiting for the last block doesn't matter
    let of = |jobs| Tournament { games, ..match_of_two::<Azul>(jobs) };
    let (mut two, mut one) = (of(2), of(1));
    bench.compare_rates(
        "tournament: games of azul, two jobs",
        "/s",
        || play(&mut two, None),
        "one job",
        || play(&mut one, None),
        Some(BenchGoal::RatioAtLeast(1.8)),
    );
}

/// Measures the cost of saving every game to its own file and to the index.
fn on_disk(bench: &mut BenchTable) {
    let place = std::env::temp_dir().join(format!("meeple-bench-{}", std::process::id()));
    let (mut kept, mut unkept) = (match_of_two::<Azul>(1), match_of_two::<Azul>(1));
    let config = TournamentConfig::new(GameKind::Azul, Vec::new());
    bench.compare_rates(
        "tournament: games of azul, kept on disk",
        "/s",
        || {
            // A folder resumes with the games it has, so each run needs a new one.
            let folder = TournamentFolder::open(&place.join(kept.seed.to_string()), &config)
                .expect("a folder");
            play(&mut kept, Some(&folder))
        },
        "not kept",
        || play(&mut unkept, None),
        None,
    );
    std::fs::remove_dir_all(&place).ok();
}
