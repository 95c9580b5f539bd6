//! Tests the suite itself with games that each break one promise; the suite must notice.

use super::ConformanceSuite;
use crate::{
    Game, ImpossibleDeal, OptionsError, Outcome, ParseError, Seat, Turn,
    tree_game::{BranchName, NoSuchBranch, TreeGame, TreeOptions},
};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Debug, Display},
    hash::{DefaultHasher, Hash, Hasher},
    marker::PhantomData,
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

/// Replaces a method of a game by one with a bug; the default methods are correct.
trait InjectedBug: Clone + Eq + Debug + Send + Sync + 'static {
    fn legal_moves(game: &TreeGame) -> Vec<BranchName> {
        game.legal_moves().collect()
    }
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        game.random_move(rng)
    }
    fn check_move(game: &TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        game.check_move(mv)
    }
    fn play(game: &mut TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        Self::check_move(game, mv)?;
        game.play_unchecked(mv);
        Ok(())
    }
    fn apply_deal(game: &mut TreeGame, deal: BranchName) -> Result<(), ImpossibleDeal> {
        game.apply_deal(&deal)
    }
    fn sample_deal(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        game.sample_deal(rng)
    }
    fn points(game: &TreeGame, seat: Seat) -> i32 {
        game.points(seat)
    }
    fn hash64(game: &TreeGame) -> u64 {
        game.hash64()
    }
}

/// A tree game with a bug.
#[derive(Clone, PartialEq, Eq, Debug)]
struct BuggyTree<F>(TreeGame, PhantomData<F>);

impl<F> Display for BuggyTree<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<F> FromStr for BuggyTree<F> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(|game| BuggyTree(game, PhantomData))
    }
}

impl<F: InjectedBug> Game for BuggyTree<F> {
    type Move = BranchName;
    type Deal = BranchName;
    type Options = TreeOptions;
    type IllegalMove = NoSuchBranch;
    const NAME: &'static str = "broken";
    const ABOUT: &'static str = "a tree with a bug";
    const RULES: &'static str = TreeGame::RULES;
    const RULES_VERSION: u32 = 1;

    fn new(options: &TreeOptions) -> Result<Self, OptionsError> {
        TreeGame::new(options).map(|game| BuggyTree(game, PhantomData))
    }
    fn seats(&self) -> usize {
        self.0.seats()
    }
    fn turn(&self) -> Turn {
        self.0.turn()
    }
    fn legal_moves(&self) -> impl Iterator<Item = BranchName> {
        F::legal_moves(&self.0).into_iter()
    }
    fn check_move(&self, mv: BranchName) -> Result<(), NoSuchBranch> {
        F::check_move(&self.0, mv)
    }
    fn play_unchecked(&mut self, mv: BranchName) {
        self.0.play_unchecked(mv);
    }
    fn play(&mut self, mv: BranchName) -> Result<(), NoSuchBranch> {
        F::play(&mut self.0, mv)
    }
    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        F::sample_deal(&self.0, rng)
    }
    fn apply_deal(&mut self, deal: &BranchName) -> Result<(), ImpossibleDeal> {
        F::apply_deal(&mut self.0, *deal)
    }
    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }
    fn points(&self, seat: Seat) -> i32 {
        F::points(&self.0, seat)
    }
    fn hash64(&self) -> u64 {
        F::hash64(&self.0)
    }
    fn random_move(&self, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        F::random_move(&self.0, rng)
    }
}

/// Small trees with a choice by seat 0, chance, and a choice by seat 1.
fn trees() -> impl Iterator<Item = TreeOptions> {
    let tree = |score| format!("0(a:?(p*3:1(x:{score},0|y:0,1|z:1,1)|q*1:0,1)|b:1,0|c:0,1|d:1,1)");
    (0..20).map(move |score| TreeOptions { tree: tree(score) })
}

fn check<F: InjectedBug>() {
    ConformanceSuite::<BuggyTree<F>>::new(trees()).games(20).probe_moves(&["bogus"]).check();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NoBug;
impl InjectedBug for NoBug {}

#[test]
fn a_correct_game_passes() {
    check::<NoBug>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AlwaysFirstMove;
impl InjectedBug for AlwaysFirstMove {
    fn random_move(game: &TreeGame, _: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        game.legal_moves().next()
    }
}

#[test]
#[should_panic(expected = "random_move is not uniform")]
fn detects_a_random_move_that_is_always_the_first() {
    check::<AlwaysFirstMove>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NeverLastMove;
impl InjectedBug for NeverLastMove {
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        let moves: Vec<BranchName> = game.legal_moves().collect();
        let others = moves.len().checked_sub(1)?;
        Some(moves[rng.random_range(0..others)])
    }
}

#[test]
#[should_panic(expected = "random_move is not uniform")]
fn detects_a_random_move_that_is_never_the_last() {
    check::<NeverLastMove>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct LastMoveTwiceAsLikely;
impl InjectedBug for LastMoveTwiceAsLikely {
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        let moves: Vec<BranchName> = game.legal_moves().collect();
        let last = moves.len().checked_sub(1)?;
        Some(moves[rng.random_range(0..=moves.len()).min(last)])
    }
}

#[test]
#[should_panic(expected = "random_move is not uniform")]
fn detects_a_last_move_that_is_twice_as_likely() {
    check::<LastMoveTwiceAsLikely>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ConstantHash;
impl InjectedBug for ConstantHash {
    fn hash64(_: &TreeGame) -> u64 {
        0
    }
}

#[test]
#[should_panic(expected = "different positions share a hash")]
fn detects_a_constant_hash() {
    check::<ConstantHash>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct CollidingHash;
impl InjectedBug for CollidingHash {
    fn hash64(game: &TreeGame) -> u64 {
        // Hashes only the length of the text, so different branches collide.
        let mut hasher = DefaultHasher::new();
        (game.seats(), game.to_string().len()).hash(&mut hasher);
        hasher.finish()
    }
}

#[test]
#[should_panic(expected = "different positions share a hash")]
fn detects_hash_collisions() {
    check::<CollidingHash>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct UpperHashBitsZero;
impl InjectedBug for UpperHashBitsZero {
    fn hash64(game: &TreeGame) -> u64 {
        game.hash64() & 0xffff_ffff
    }
}

#[test]
#[should_panic(expected = "constant hash bits")]
fn detects_constant_hash_bits() {
    check::<UpperHashBitsZero>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct MovesAfterTheEnd;
impl InjectedBug for MovesAfterTheEnd {
    fn check_move(game: &TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        if game.turn() == Turn::Over { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "is legal after the end")]
fn detects_moves_accepted_after_the_end() {
    check::<MovesAfterTheEnd>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct DealsAfterTheEnd;
impl InjectedBug for DealsAfterTheEnd {
    fn apply_deal(game: &mut TreeGame, deal: BranchName) -> Result<(), ImpossibleDeal> {
        if game.turn() == Turn::Over { Ok(()) } else { game.apply_deal(&deal) }
    }
}

#[test]
#[should_panic(expected = "was dealt after the end")]
fn detects_deals_accepted_after_the_end() {
    check::<DealsAfterTheEnd>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AcceptsMovesOfOtherPositions;
impl InjectedBug for AcceptsMovesOfOtherPositions {
    fn check_move(game: &TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        // Also accepts seat 0's move `a` when seat 1 is to move.
        let is_foreign_move = game.turn() != Turn::Over && mv.to_string() == "a";
        if is_foreign_move { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "a is accepted but not listed")]
fn detects_an_accepted_move_of_another_position() {
    check::<AcceptsMovesOfOtherPositions>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AcceptsUnlistedMove;
impl InjectedBug for AcceptsUnlistedMove {
    fn check_move(game: &TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        if mv.to_string() == "bogus" { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "bogus is accepted but not listed")]
fn detects_an_accepted_unlisted_move() {
    check::<AcceptsUnlistedMove>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct RefusedMoveChangesPosition;
impl InjectedBug for RefusedMoveChangesPosition {
    fn play(game: &mut TreeGame, mv: BranchName) -> Result<(), NoSuchBranch> {
        let result = game.check_move(mv);
        let first = game.legal_moves().next().filter(|_| result.is_err());
        game.play_unchecked(first.unwrap_or(mv));
        result
    }
}

#[test]
#[should_panic(expected = "changed the position")]
fn detects_a_refused_move_that_changes_the_position() {
    check::<RefusedMoveChangesPosition>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct UnstableMoveOrder;
impl InjectedBug for UnstableMoveOrder {
    fn legal_moves(game: &TreeGame) -> Vec<BranchName> {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let mut moves: Vec<BranchName> = game.legal_moves().collect();
        if CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
            moves.reverse();
        }
        moves
    }
}

#[test]
#[should_panic(expected = "the order of moves changed")]
fn detects_an_unstable_order_of_moves() {
    check::<UnstableMoveOrder>();
}

/// Deals that also depend on how many were drawn before.
#[derive(Clone, PartialEq, Eq, Debug)]
struct IrreproducibleDeals;
impl InjectedBug for IrreproducibleDeals {
    fn sample_deal(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let deal = game.sample_deal(rng)?;
        let name = if CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { "p" } else { "q" };
        Some(name.parse().unwrap_or(deal))
    }
}

#[test]
#[should_panic(expected = "after undo, the same seed gave another game")]
fn detects_irreproducible_deals() {
    check::<IrreproducibleDeals>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct WrongScore;
impl InjectedBug for WrongScore {
    fn points(game: &TreeGame, seat: Seat) -> i32 {
        game.points(seat) + 1
    }
}

#[test]
#[should_panic(expected = "are not its score")]
fn detects_a_wrong_final_score() {
    check::<WrongScore>();
}
