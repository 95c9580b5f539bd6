//! Benchmarks of Chomp: playouts, tables of perfect play, and solutions from them.

use crate::{
    entry::BenchEntry,
    table::{BenchGoal, BenchTable},
    table_moves,
};
use meeple_ai::chomp::{
    ChompSolver, Memory, PerfectOptions, PerfectPlayer, SharedSolver, Stall, Tablebase, prove,
};
use meeple_core::{
    Game, Limits, Player, Turn,
    rng::{RngStream, seeded},
};
use meeple_games::chomp::{Board, Chomp, ReferenceSolver};
use rand::RngExt;
use std::{hint::black_box, time::Instant};

/// The benchmarks of Chomp.
pub(crate) static ENTRY: BenchEntry = BenchEntry {
    rows,
    at_a_table: table_moves::row::<Chomp>,
    on_screen: (&["width=20", "height=16"], 2),
};

/// Adds all rows of Chomp.
fn rows(bench: &mut BenchTable) {
    playouts(bench);
    against_the_memo(bench);
    builds(bench);
    table_of_18(bench);
    answers(bench);
    proofs(bench);
    stalling(bench);
}

fn bar(width: usize, height: usize) -> Board {
    Board::new(width, height).expect("a good size")
}

fn table(side: u8) -> Tablebase {
    Tablebase::build(side, side, &Limits::default()).expect("small enough")
}

fn playouts(bench: &mut BenchTable) {
    let start = Chomp::from_board(bar(7, 4));
    let mut rng = seeded(1, RngStream::Deals);
    let playouts = || {
        for _ in 0..1000 {
            let mut game = start.clone();
            while let Some(bite) = game.random_move(&mut rng) {
                game.play_unchecked(bite);
            }
        }
        1000
    };
    // A well-known Java framework plays 30,000 of these per second.
    bench.rate(
        "chomp: random playouts, 4 rows x 7 columns",
        "/s",
        playouts,
        Some(BenchGoal::AtLeast(1e6)),
    );
}

/// Compares the table with the memoised recursion on equal work.
fn against_the_memo(bench: &mut BenchTable) {
    let every_position = || {
        let mut memo = ReferenceSolver::default();
        let mut lost = 0_u64;
        visit_positions(&mut vec![10; 10], 0, &mut |rows| {
            let board = Board::with_rows(10, 10, rows).expect("rows that never grow");
            lost += u64::from(!board.is_eaten() && !memo.is_win(&board));
        });
        lost
    };
    bench.compare(
        "chomp: who wins every position of 10x10",
        || table(10).lost_positions(),
        "memoised recursion",
        every_position,
        Some(BenchGoal::RatioAtLeast(300.0)),
    );
    let board = bar(10, 9);
    let first_only = || ReferenceSolver::default().winning_move(&board);
    bench.compare(
        "chomp: the first winning bite of 9x10",
        || Tablebase::build(10, 9, &Limits::default()).map(|table| table.winning_bites(&board)),
        "memoised recursion",
        first_only,
        None,
    );
}

/// Visits all positions: rows that never get longer downwards, none longer than the given first one.
fn visit_positions(rows: &mut Vec<u8>, row: usize, visit: &mut impl FnMut(&[u8])) {
    if row == rows.len() {
        return visit(rows);
    }
    let most = if row == 0 { rows.len() as u8 } else { rows[row - 1] };
    for length in 0..=most {
        rows[row] = length;
        visit_positions(rows, row + 1, visit);
    }
}

fn builds(bench: &mut BenchTable) {
    let what = |side: u8| format!("chomp: the table of {side}x{side}");
    let growth = "chomp: 16x16 takes how many times as long as 14x14";
    let bytes = "chomp: memory of the table of 16x16";
    if !bench.is_any_selected(&[&what(12), &what(14), &what(16), growth, bytes]) {
        return;
    }
    let seconds = |side| {
        let start = Instant::now();
        let table = table(side);
        (start.elapsed().as_secs_f64(), table.bytes())
    };
    let twelve = (0..10).map(|_| seconds(12).0).fold(f64::INFINITY, f64::min);
    bench.figure(&what(12), twelve, "s", None);
    // The two are measured alternately and for about the same time, since the machine's speed varies. The
    // growth is that of the means: the best of many short runs hits a quiet moment that no long run has.
    let (mut small, mut large, mut size) = (Vec::new(), Vec::new(), 0);
    for _ in 0..2 {
        small.extend((0..8).map(|_| seconds(14).0));
        let (took, bytes) = seconds(16);
        large.push(took);
        size = bytes;
        small.extend((0..8).map(|_| seconds(14).0));
    }
    let mean = |times: &[f64]| times.iter().sum::<f64>() / times.len() as f64;
    let least = |times: &[f64]| times.iter().copied().fold(f64::INFINITY, f64::min);
    bench.figure(&what(14), least(&small), "s", None);
    bench.figure(&what(16), least(&large), "s", None);
    bench.figure(growth, mean(&large) / mean(&small), "times", Some(BenchGoal::AtMost(20.0)));
    bench.figure(bytes, size as f64, "B", Some(BenchGoal::AtMost(100e6)));
}

/// Measures a table with more positions than 32 bits can count.
fn table_of_18(bench: &mut BenchTable) {
    let what = "chomp: the table of 18x18, 9,075,135,300 positions";
    if !bench.is_any_selected(&[what]) {
        return;
    }
    let mut solver = ChompSolver::default().in_memory(Memory::of_bytes(2 << 30));
    let start = Instant::now();
    let table = solver.table_for(&bar(18, 18), &Limits::default()).expect("two gigabytes suffice");
    assert_eq!(table.lost_positions(), 37_993_832, "as all runs before");
    bench.figure(what, start.elapsed().as_secs_f64(), "s", Some(BenchGoal::AtMost(60.0)));
}

fn answers(bench: &mut BenchTable) {
    let what = "chomp: whole solutions with plies and best bite, random positions of 12x12";
    if !bench.is_any_selected(&[what]) {
        return;
    }
    let mut rng = seeded(2, RngStream::Deals);
    let mut position = || {
        let mut rows: Vec<u8> = (0..12).map(|_| rng.random_range(0..=12)).collect();
        rows.sort_unstable_by(|a, b| b.cmp(a));
        rows[0] = rows[0].max(1);
        Board::with_rows(12, 12, &rows).expect("rows that never grow")
    };
    let positions: Vec<Board> = (0..10_000).map(|_| position()).collect();
    let (mut solver, limits) = (ChompSolver::default(), Limits::default());
    solver.solve(&bar(12, 12), &limits).expect("small enough");
    let solve_all = || {
        for board in &positions {
            black_box(solver.solve(board, &limits).expect("it fits in the table"));
        }
        positions.len() as u64
    };
    bench.rate(what, "/s", solve_all, Some(BenchGoal::AtLeast(100_000.0)));
}

fn proofs(bench: &mut BenchTable) {
    for (height, width, most) in [(4, 5, 14.0), (8, 10, 594.0)] {
        let what = format!("chomp: positions that prove {height}x{width}");
        if bench.is_any_selected(&[&what]) {
            let proof = prove(&mut ChompSolver::default(), &bar(width, height), &Limits::default());
            let proof = proof.expect("small enough").check().expect("a good proof");
            bench.figure(&what, proof.positions as f64, "positions", Some(BenchGoal::AtMost(most)));
        }
    }
}

/// Measures how often a lost 10x10 position is won against an opponent that errs once in ten moves.
fn stalling(bench: &mut BenchTable) {
    for (stall, name) in [(Stall::Resist, "longest resistance"), (Stall::Nibble, "nibbling")] {
        let what = format!("chomp: lost positions of 10x10 won by {name} against slip=10");
        if bench.is_any_selected(&[&what]) {
            let goal = (stall == Stall::Resist).then_some(BenchGoal::AtLeast(70.0));
            bench.figure(&what, percent_won(stall), "%", goal);
        }
    }
}

/// Returns the percentage of games won; each lost position is played four times.
fn percent_won(stall: Stall) -> f64 {
    let table = table(10);
    let mut lost = Vec::new();
    visit_positions(&mut vec![10; 10], 0, &mut |rows| {
        let board = Board::with_rows(10, 10, rows).expect("rows that never grow");
        if table.wins(&board) == Some(false) {
            lost.push(Chomp::from_board(board));
        }
    });
    let solver = SharedSolver::default();
    solver.solve(&bar(10, 10), &Limits::default()).expect("small enough");
    let player = |options| PerfectPlayer::new(options, solver.clone());
    let mut stalls = player(PerfectOptions { stall: Some(stall), slip: None });
    let mut slips = player(PerfectOptions { stall: None, slip: Some(10) });
    let mut rng = seeded(3, RngStream::Deals);
    let mut won = 0;
    for start in lost.iter().cycle().take(lost.len() * 4) {
        let mut game = start.clone();
        while let Turn::Seat(seat) = game.turn() {
            let player = if seat.index() == 0 { &mut stalls } else { &mut slips };
            let choice = player.choose(&game, &Limits::default(), &mut rng);
            game.play_unchecked(choice.expect("a small bar").mv);
        }
        let outcome = game.outcome().expect("nobody is to move");
        won += u32::from(outcome.winners().any(|seat| seat.index() == 0));
    }
    f64::from(won) / (lost.len() * 4) as f64 * 100.0
}
