//! Checks the prover's certificates with the checker that knows only the rules.

use meeple_ai::chomp::{ChompSolver, SolveError, prove};
use meeple_core::{Limits, Seat};
use meeple_games::chomp::{Board, Certificate};

fn certificate(board: &Board) -> Certificate {
    prove(&mut ChompSolver::default(), board, &Limits::default()).expect("small enough")
}

#[track_caller]
fn proves(board: &Board, winner: usize) -> usize {
    let certificate = certificate(board);
    assert_eq!(certificate.to_string().parse(), Ok(certificate.clone()));
    let proof = certificate.check().expect("a good proof");
    assert_eq!(proof.winner, Seat::new(winner), "{board:?}");
    proof.positions
}

#[test]
fn every_bar_up_to_six_is_proven_and_so_is_what_its_opening_leaves() {
    for (width, height) in (1..=6).flat_map(|width| (1..=6).map(move |height| (width, height))) {
        let board = Board::new(width, height).expect("a good size");
        match certificate(&board).opening {
            None => assert_eq!((width, height, proves(&board, 1)), (1, 1, 1)), // C5
            Some(opening) => {
                proves(&board, 0);
                proves(&board.after(opening), 1);
            }
        }
    }
}

#[test]
fn every_position_of_a_small_bar_is_proven_for_whoever_wins_it() {
    let mut solver = ChompSolver::default();
    for top in 1..=4 {
        for middle in 0..=top {
            for bottom in 0..=middle {
                let board = Board::with_rows(4, 3, &[top, middle, bottom]).expect("good rows");
                let wins = solver.wins(&board, &Limits::default()).expect("small");
                proves(&board, usize::from(!wins));
            }
        }
    }
}

#[test]
fn proofs_are_short() {
    let positions = |width, height| proves(&Board::new(width, height).expect("a good size"), 0);
    assert_eq!(positions(5, 4), 14);
    assert_eq!(positions(4, 5), 14);
    assert_eq!(positions(12, 12), 12); // the Ls with equal arms, ever shorter
    assert!(positions(10, 8) <= 594);
}

#[test]
fn there_is_no_proof_for_an_empty_bar_or_after_a_stop() {
    let eaten = Board::with_rows(3, 3, &[]).expect("good rows");
    let mut solver = ChompSolver::default();
    assert_eq!(prove(&mut solver, &eaten, &Limits::default()), Err(SolveError::NothingLeft));
    let limits = Limits::default();
    limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    let board = Board::new(5, 4).expect("a good size");
    assert_eq!(prove(&mut solver, &board, &limits), Err(SolveError::Stopped));
}
