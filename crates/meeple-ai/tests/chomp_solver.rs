//! Checks the solver against published results and reference implementations, and the table files.

use meeple_ai::chomp::{
    ChompSolver, MAX_POSITIONS_WITH_DEPTHS, Memory, PerfectPlay, SolveError, TableStore, Tablebase,
    TablebaseFileError, positions_in_box,
};
use meeple_core::{Game, Limits, Turn};
use meeple_games::chomp::{Board, Chomp, Move, ReferenceSolver, reference_winning_move};
use proptest::prelude::*;
use std::{
    cell::Cell,
    collections::HashMap,
    io::{Cursor, Read},
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

fn bar(width: usize, height: usize) -> Board {
    Board::new(width, height).expect("a good size")
}

fn rows(rows: &[u8]) -> Board {
    Board::from_rows(rows).expect("good rows")
}

fn table(width: u8, height: u8) -> Tablebase {
    Tablebase::build(width, height, &Limits::default()).expect("a small box")
}

#[test]
fn lost_positions_of_square_boxes_are_as_published() {
    let lost = (1..=12).map(|side| table(side, side).lost_positions());
    let expected = [1, 2, 5, 10, 23, 48, 129, 322, 867, 2612, 8037, 26838];
    assert_eq!(lost.collect::<Vec<_>>(), expected);
}

#[track_caller]
fn opening(height: usize, width: usize, bites: &[(u8, u8)], plies: Option<u32>) {
    let solution = ChompSolver::default().solve(&bar(width, height), &Limits::default());
    let solution = solution.expect("it can be solved");
    let expected: Vec<Move> = bites.iter().map(|&(row, column)| Move { row, column }).collect();
    assert!(solution.wins);
    assert_eq!(solution.winning, expected);
    assert!(expected.contains(&solution.best.expect("it is won")));
    if plies.is_some() {
        assert_eq!(solution.plies, plies);
    }
}

#[test]
fn openings_and_plies_of_rectangles_are_as_published() {
    // The published numbers include biting the poison, which isn't played here (C4): one less.
    opening(2, 3, &[(1, 2)], Some(6 - 1));
    opening(3, 4, &[(1, 2)], Some(8 - 1));
    opening(3, 5, &[(2, 3)], Some(12 - 1));
    opening(4, 5, &[(2, 2)], Some(12 - 1));
    opening(4, 6, &[(1, 2)], Some(12 - 1));
    opening(5, 6, &[(2, 3)], Some(16 - 1));
    opening(6, 7, &[(4, 4)], Some(28 - 1));
    opening(7, 8, &[(2, 2)], Some(20 - 1));
    opening(8, 10, &[(3, 8), (4, 5)], None);
    opening(9, 10, &[(6, 7), (8, 4)], Some(62 - 1));
    opening(9, 12, &[(6, 8)], Some(72 - 1));
    opening(11, 12, &[(8, 8)], Some(88 - 1));
}

#[test]
fn a_game_of_best_play_lasts_as_many_bites_as_the_solver_says() {
    let mut solver = ChompSolver::default();
    for (width, height) in [(2, 1), (3, 2), (5, 4), (7, 6), (12, 11)] {
        let mut game = Chomp::from_board(bar(width, height));
        let mut solve = |game: &Chomp| solver.solve(game.board(), &Limits::default());
        let promised = solve(&game).expect("it can be solved").plies;
        let mut bites = 0;
        while game.turn() != Turn::Over {
            let best = solve(&game).expect("it can be solved").best.expect("it is not over");
            game.play(best).expect("a legal bite");
            bites += 1;
        }
        assert_eq!(promised, Some(bites), "{width}x{height}");
    }
}

#[test]
fn square_bars_are_won_only_by_the_diagonal_bite_next_to_the_poison() {
    for side in 2..=12 {
        opening(side, side, &[(1, 1)], None);
    }
}

#[test]
fn two_rows_are_lost_exactly_when_the_top_has_one_square_more() {
    let table = table(40, 2);
    for top in 1..=40 {
        opening(2, top.into(), &[(1, top - 1)], None);
        for bottom in 0..=top {
            let wins = table.wins(&Board::with_rows(40, 2, &[top, bottom]).expect("good rows"));
            assert_eq!(wins, Some(top != bottom + 1), "{top} over {bottom}");
        }
    }
}

#[test]
fn an_l_is_lost_exactly_when_its_arms_are_equal() {
    let table = table(12, 12);
    for across in 1..=12 {
        for down in 1..=12 {
            let mut arms = vec![1; down];
            arms[0] = across;
            assert_eq!(table.wins(&rows(&arms)), Some(usize::from(across) != down));
        }
    }
}

#[test]
fn all_winning_bites_of_all_bars_up_to_twelve_agree_with_the_memoised_recursion() {
    let table = table(12, 12);
    let mut memo = ReferenceSolver::default();
    for (width, height) in (1..=12).flat_map(|width| (1..=12).map(move |height| (width, height))) {
        let board = bar(width, height);
        let bites = board.squares().filter(|&bite| bite != Move::POISON);
        let slow: Vec<Move> = bites.filter(|&bite| !memo.is_win(&board.after(bite))).collect();
        assert_eq!(table.winning_bites(&board), Some(slow), "{width}x{height}");
    }
}

#[test]
fn the_first_winning_bite_agrees_with_the_plain_recursion() {
    for (width, height) in (1..=4).flat_map(|width| (1..=4).map(move |height| (width, height))) {
        let board = bar(width, height);
        assert_eq!(board.winning_move(), Ok(reference_winning_move(&board)));
    }
    let board = bar(5, 4);
    assert_eq!(board.winning_move(), Ok(reference_winning_move(&board)));
}

/// The reference implementation of perfect play, straight from the definition, with a cache.
#[derive(Default)]
struct Naive {
    known: HashMap<Vec<u8>, (bool, u32)>,
}

impl Naive {
    /// Returns whether the player to move wins, and the plies to the end (C3, C4).
    fn value(&mut self, board: &Board) -> (bool, u32) {
        if board.is_eaten() || board.is_only_poison() {
            return (board.is_eaten(), 0);
        }
        if let Some(&known) = self.known.get(board.rows_left()) {
            return known;
        }
        let after = board.squares().map(|bite| self.value(&board.after(bite))).collect::<Vec<_>>();
        let fastest = after.iter().filter(|(wins, _)| !wins).map(|&(_, plies)| plies).min();
        let longest = after.iter().map(|&(_, plies)| plies).max().expect("a square is left");
        let value = (fastest.is_some(), fastest.unwrap_or(longest) + 1);
        self.known.insert(board.rows_left().to_vec(), value);
        value
    }

    fn winning(&mut self, board: &Board) -> Vec<Move> {
        board.squares().filter(|&bite| !self.value(&board.after(bite)).0).collect()
    }

    fn best(&mut self, board: &Board) -> Option<Move> {
        let wins = self.value(board).0;
        let bites = board.squares().skip(1).collect::<Vec<_>>();
        let bites = bites.into_iter().filter(|&bite| self.value(&board.after(bite)).0 != wins);
        let key = |naive: &mut Naive, bite: Move| {
            let after = board.after(bite);
            let plies = naive.value(&after).1;
            if wins { (plies, 0) } else { (u32::MAX - plies, naive.winning(&after).len()) }
        };
        let bites: Vec<Move> = bites.collect();
        bites.into_iter().min_by_key(|&bite| (key(self, bite), bite))
    }
}

/// Generates the rows of a bitten bar in a box of up to `side` by `side`.
fn bitten(side: u8) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(1..=side, 1..=usize::from(side)).prop_map(|mut rows| {
        rows.sort_unstable_by(|a, b| b.cmp(a));
        rows
    })
}

thread_local! {
    /// Shared by all cases, because 8x8 has few positions.
    static NAIVE: Cell<Option<Naive>> = Cell::new(Some(Naive::default()));
}

fn mirrored(rows: &[u8]) -> Vec<u8> {
    (0..rows[0]).map(|column| rows.iter().filter(|&&row| row > column).count() as u8).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn solutions_match_the_plain_recursion(
        lengths in bitten(8), old_box in (1..=8_usize, 1..=8_usize),
    ) {
        let mut naive = NAIVE.take().unwrap_or_default();
        let board = rows(&lengths);
        let mut solver = ChompSolver::default();
        // The solver already has another table, which it must use or replace.
        solver.solve(&bar(old_box.0, old_box.1), &Limits::default()).expect("small");
        let solution = solver.solve(&board, &Limits::default()).expect("small");
        let (wins, plies) = naive.value(&board);
        prop_assert_eq!((solution.wins, solution.plies), (wins, Some(plies)));
        prop_assert_eq!(&solution.winning, &naive.winning(&board));
        prop_assert_eq!(solution.best, naive.best(&board));
        for judged in solver.judge(&board, &Limits::default()).expect("small") {
            let after = board.after(judged.bite);
            let (opponent_wins, plies) = naive.value(&after);
            prop_assert_eq!((judged.wins, judged.plies), (!opponent_wins, Some(plies + 1)));
            let refutation = if opponent_wins { naive.best(&after) } else { None };
            prop_assert_eq!(judged.refutation, refutation);
        }
        NAIVE.set(Some(naive));
    }

    #[test]
    fn a_bar_and_its_mirror_image_are_the_same_game(lengths in bitten(9)) {
        let limits = Limits::default();
        let one = ChompSolver::default().solve(&rows(&lengths), &limits).expect("small");
        let other = ChompSolver::default().solve(&rows(&mirrored(&lengths)), &limits).expect("small");
        prop_assert_eq!((one.wins, one.plies), (other.wins, other.plies));
        let turn = |bite: &Move| Move { row: bite.column, column: bite.row };
        let mut turned: Vec<Move> = other.winning.iter().map(turn).collect();
        turned.sort_unstable();
        prop_assert_eq!(one.winning, turned);
    }
}

#[test]
fn a_lost_position_has_no_winning_bite_and_only_the_poison_has_no_bite() {
    let mut solver = ChompSolver::default();
    let mut best = |board: &Board| solver.solve(board, &Limits::default()).expect("small").best;
    assert_eq!(best(&rows(&[1])), None);
    assert_eq!(best(&Board::with_rows(5, 4, &[1]).expect("good rows")), None);
    assert_eq!(best(&rows(&[2, 1])), Some(Move { row: 0, column: 1 }));
    let eaten = Board::with_rows(3, 3, &[]).expect("good rows");
    assert_eq!(solver.solve(&eaten, &Limits::default()), Err(SolveError::NothingLeft));
}

#[test]
fn where_plies_are_not_counted_the_loser_leaves_the_fewest_correct_replies() {
    let (mut solver, limits) = (ChompSolver::default(), Limits::default());
    let won = solver.solve(&bar(80, 5), &limits).expect("it can be solved");
    assert!(won.positions > MAX_POSITIONS_WITH_DEPTHS);
    assert_eq!((won.wins, won.best, won.plies), (true, won.winning.first().copied(), None));
    let lost = bar(80, 5).after(won.winning[0]);
    let solution = solver.solve(&lost, &limits).expect("it can be solved");
    assert_eq!((solution.wins, solution.plies), (false, None));
    let replies = |bite: Move| solver.table().and_then(|t| t.winning_bites(&lost.after(bite)));
    let fewest = lost.squares().skip(1).min_by_key(|&bite| replies(bite).expect("it fits").len());
    assert_eq!(solution.best, fewest);
}

#[test]
fn an_answer_does_not_depend_on_what_was_asked_before() {
    let (mut solver, limits) = (ChompSolver::default(), Limits::default());
    let small = rows(&[5, 3, 3, 1]);
    let alone = ChompSolver::default().solve(&small, &limits).expect("small");
    let vast = solver.solve(&bar(80, 5), &limits).expect("it can be solved");
    assert!(vast.positions > MAX_POSITIONS_WITH_DEPTHS);
    assert_eq!(solver.solve(&small, &limits), Ok(alone));
    assert!(solver.judge(&small, &limits).expect("small").iter().all(|bite| bite.plies.is_some()));
    assert!(solver.solve(&bar(40, 40), &limits).is_err());
    assert_eq!(solver.solve(&bar(80, 5), &limits), Ok(vast));
}

#[test]
fn boxes_are_counted_without_overflow_and_limited_by_work() {
    assert_eq!(positions_in_box(16, 16), Some(601_080_390));
    assert_eq!(positions_in_box(255, 4), Some(183_181_376));
    assert_eq!(positions_in_box(33, 34), Some(14_226_520_737_620_288_370));
    assert_eq!(positions_in_box(34, 34), None);
    assert_eq!(positions_in_box(255, 255), None);
    assert!(Memory::default().positions_in_box(20, 13).is_some());
    let error = bar(17, 17).winning_move().expect_err("too large");
    assert_eq!(
        error.to_string(),
        "17 columns and 17 rows are too large to solve: \
         2333606220 positions, one bit each, and the memory for them is 128M"
    );
    let error = bar(255, 255).winning_move().expect_err("too large").to_string();
    assert!(error.contains("more than 2^64 positions"), "{error}");
    // Only the remaining squares count.
    let left = Board::with_rows(255, 255, &[3, 3]).expect("good rows");
    assert_eq!(left.winning_move(), Ok(Some(Move { row: 1, column: 2 })));
}

#[test]
fn a_box_is_solved_if_it_has_room_in_the_memory() {
    let memory = Memory::LEAST;
    let mut solver = ChompSolver::default().in_memory(memory);
    let (positions, limits) = (positions_in_box(16, 16), Limits::default());
    let error = SolveError::TooLarge { width: 16, height: 16, positions, memory };
    assert_eq!(solver.solve(&bar(16, 16), &limits), Err(error));
    assert_eq!(solver.solve(&bar(9, 9), &limits).map(|solution| solution.wins), Ok(true));
    // More than 2^32 positions are allowed, but the node limit doesn't suffice.
    let mut solver = ChompSolver::default().in_memory(Memory::ALL);
    let short = Limits { nodes: Some(1 << 32), ..Limits::default() };
    assert_eq!(solver.solve(&bar(18, 18), &short), Err(SolveError::Spent));
}

#[test]
fn long_work_reports_its_progress_and_can_be_stopped() {
    let heard = Arc::new(Mutex::new(Vec::new()));
    let writer = Arc::clone(&heard);
    let stop = Arc::new(AtomicBool::new(false));
    let stopper = Arc::clone(&stop);
    let progress = move |part| {
        writer.lock().expect("no panic").push(part);
        stopper.store(part > 0.3, Ordering::Relaxed);
    };
    let limits = Limits { stop, progress: Some(Arc::new(progress)), ..Limits::default() };
    let solution = ChompSolver::default().solve(&bar(12, 12), &limits);
    assert_eq!(solution, Err(SolveError::Stopped));
    let heard = heard.lock().expect("no panic");
    assert!(heard.is_sorted() && heard.len() > 2 && heard.iter().all(|&part| part < 1.0));
}

fn stored(table: &Tablebase) -> Vec<u8> {
    let mut bytes = Vec::new();
    table.write_to(&mut bytes).expect("memory can be written");
    bytes
}

#[track_caller]
fn refused(damage: impl FnOnce(&mut Vec<u8>), message: &str) {
    let mut bytes = stored(&table(6, 5));
    damage(&mut bytes);
    assert_eq!(Tablebase::from_bytes(&bytes).expect_err("damaged").to_string(), message);
}

/// Changes a byte of the header and updates its checksum.
fn in_head(at: usize, value: u8) -> impl FnOnce(&mut Vec<u8>) {
    move |bytes| {
        bytes[at] = value;
        let checksum = crc32fast::hash(&bytes[..28]);
        bytes[28..32].copy_from_slice(&checksum.to_le_bytes());
    }
}

#[test]
fn a_table_survives_its_bytes_and_damage_is_refused() {
    let whole = table(5, 6);
    let bytes = stored(&whole);
    let read = Tablebase::from_bytes(&bytes).expect("whole");
    assert_eq!(stored(&read), bytes);
    assert_eq!(read.lost_positions(), whole.lost_positions());
    assert_eq!(read.winning_bites(&bar(6, 5)), Some(vec![Move { row: 2, column: 3 }]));

    let size = bytes.len();
    assert_eq!(Tablebase::stored_bytes(5, 6), Some(size as u64));
    assert_eq!((Tablebase::stored_bytes(0, 6), Tablebase::stored_bytes(24, 24)), (None, None));
    // 18 blocks of 64 MiB, each with its checksum.
    assert_eq!(Tablebase::stored_bytes(18, 18), Some(32 + 9_075_135_300_u64.div_ceil(64) * 8 + 68));
    refused(|bytes| bytes[0] = b'x', "not a table of Chomp");
    refused(Vec::clear, "not a table of Chomp");
    refused(|bytes| bytes[8] = 1, "version 1 of the table format, expected 2");
    refused(in_head(13, 7), "no table has 6 columns and 7 rows");
    refused(in_head(13, 0), "no table has 6 columns and 0 rows");
    refused(in_head(12, 255), "100 bytes, expected 1190679048");
    refused(|bytes| bytes.truncate(size - 1), "99 bytes, expected 100");
    refused(|bytes| bytes.truncate(20), "20 bytes, expected 32");
    refused(|bytes| bytes.push(0), "101 bytes, expected 100");
    let mut damaged = bytes;
    damaged[40] ^= 1;
    let error = Tablebase::from_bytes(&damaged).expect_err("damaged");
    assert!(matches!(error, TablebaseFileError::Block { block: 1, blocks: 1, .. }), "{error}");
}

#[test]
fn no_changed_bit_of_a_table_goes_unnoticed() {
    let whole = stored(&table(6, 5));
    for bit in 0..whole.len() * 8 {
        let mut bytes = whole.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        assert!(Tablebase::from_bytes(&bytes).is_err(), "bit {bit}");
    }
}

type Sides = (u8, u8);

#[derive(Clone, Default)]
struct MemoryTables {
    tables: Arc<Mutex<HashMap<Sides, Vec<u8>>>>,
    saves: Arc<Mutex<Vec<Sides>>>,
}

impl TableStore for MemoryTables {
    fn load(&self, width: u8, height: u8) -> Result<Option<Box<dyn Read>>, String> {
        let table = self.tables.lock().expect("no panic").get(&(width, height)).cloned();
        Ok(table.map(|bytes| Box::new(Cursor::new(bytes)) as Box<dyn Read>))
    }
    fn save(&self, table: &Tablebase) {
        let sides = (table.longer_side(), table.shorter_side());
        self.tables.lock().expect("no panic").insert(sides, stored(table));
        self.saves.lock().expect("no panic").push(sides);
    }
}

#[test]
fn a_stored_table_is_used_and_a_bad_one_is_rebuilt() {
    let store = MemoryTables::default();
    let solve = || {
        let mut solver = ChompSolver::with_store(store.clone());
        let solution = solver.solve(&bar(4, 5), &Limits::default()).expect("small");
        assert_eq!((solution.winning.len(), solution.box_width, solution.box_height), (1, 4, 5));
        solver.remark().map(String::from)
    };
    let saves = || store.saves.lock().expect("no panic").len();
    assert_eq!((solve(), saves()), (None, 1));
    assert_eq!((solve(), saves()), (None, 1));
    let spoil = |bytes: &[u8]| {
        store.tables.lock().expect("no panic").insert((5, 4), bytes.to_vec());
    };
    spoil(b"rubbish");
    let remark = solve().expect("it was rebuilt");
    assert_eq!(remark, "the stored table could not be read (not a table of Chomp) and was rebuilt");
    assert_eq!((solve(), saves()), (None, 2));
    spoil(&stored(&table(3, 3)));
    let remark = solve().expect("it was rebuilt");
    assert_eq!(
        remark,
        "the stored table could not be read (the file is for a 3x3 bar) and was rebuilt"
    );
    assert_eq!((solve(), saves()), (None, 3));
}

#[test]
fn the_solver_keeps_its_table_and_lets_it_grow_while_that_is_instant() {
    let store = MemoryTables::default();
    let mut solver = ChompSolver::with_store(store.clone());
    for (width, height) in [(6, 2), (5, 1), (2, 6), (3, 3), (4, 4), (255, 2), (2, 2)] {
        solver.solve(&bar(width, height), &Limits::default()).expect("small");
    }
    // 3x3 needs 6x3, 4x4 then 6x4; together with 255 columns that would be 2^27 positions.
    let built = store.saves.lock().expect("no panic");
    assert_eq!(*built, [(6, 2), (6, 3), (6, 4), (255, 2)]);
}
