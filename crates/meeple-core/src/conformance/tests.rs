//! Tests the suite itself with games that each break one promise; the suite must notice.

use super::ConformanceSuite;
use crate::{
    Game, ImpossibleDeal, OptionsError, Outcome, ParseError, Seat, Turn,
    tree_game::{BranchName, NoBranch, TreeGame, TreeOptions},
};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Debug, Display},
    hash::{DefaultHasher, Hash, Hasher},
    marker::PhantomData,
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

/// The behaviour of a game with one fault; by default, there is none.
trait InjectedFault: Clone + Eq + Debug + Send + Sync + 'static {
    fn legal_moves(game: &TreeGame) -> Vec<BranchName> {
        game.legal_moves().collect()
    }
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        game.random_move(rng)
    }
    fn explain(game: &TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        game.check_move(mv)
    }
    fn play(game: &mut TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        Self::explain(game, mv)?;
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

/// A tree game with a fault.
#[derive(Clone, PartialEq, Eq, Debug)]
struct FaultyTree<F>(TreeGame, PhantomData<F>);

impl<F> Display for FaultyTree<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Display::fmt(&self.0, f)
    }
}

impl<F> FromStr for FaultyTree<F> {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        text.parse().map(|game| FaultyTree(game, PhantomData))
    }
}

impl<F: InjectedFault> Game for FaultyTree<F> {
    type Move = BranchName;
    type Deal = BranchName;
    type Options = TreeOptions;
    type IllegalMove = NoBranch;
    const NAME: &'static str = "broken";
    const ABOUT: &'static str = "a tree with a fault";
    const RULES: &'static str = TreeGame::RULES;
    const RULES_VERSION: u32 = 1;

    fn new(options: &TreeOptions) -> Result<Self, OptionsError> {
        TreeGame::new(options).map(|game| FaultyTree(game, PhantomData))
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
    fn check_move(&self, mv: BranchName) -> Result<(), NoBranch> {
        F::explain(&self.0, mv)
    }
    fn play_unchecked(&mut self, mv: BranchName) {
        self.0.play_unchecked(mv);
    }
    fn play(&mut self, mv: BranchName) -> Result<(), NoBranch> {
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

fn check<F: InjectedFault>() {
    ConformanceSuite::<FaultyTree<F>>::new(trees()).games(20).other_moves(&["never"]).check();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Faultless;
impl InjectedFault for Faultless {}

#[test]
fn a_game_without_a_fault_passes() {
    check::<Faultless>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AlwaysTheFirst;
impl InjectedFault for AlwaysTheFirst {
    fn random_move(game: &TreeGame, _: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        game.legal_moves().next()
    }
}

#[test]
#[should_panic(expected = "random_move is not even")]
fn a_random_move_that_is_always_the_first_is_found() {
    check::<AlwaysTheFirst>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NeverTheLast;
impl InjectedFault for NeverTheLast {
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        let moves: Vec<BranchName> = game.legal_moves().collect();
        let others = moves.len().checked_sub(1)?;
        Some(moves[rng.random_range(0..others)])
    }
}

#[test]
#[should_panic(expected = "random_move is not even")]
fn a_random_move_that_is_never_the_last_is_found() {
    check::<NeverTheLast>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct TwiceTheLast;
impl InjectedFault for TwiceTheLast {
    fn random_move(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        let moves: Vec<BranchName> = game.legal_moves().collect();
        let last = moves.len().checked_sub(1)?;
        Some(moves[rng.random_range(0..=moves.len()).min(last)])
    }
}

#[test]
#[should_panic(expected = "random_move is not even")]
fn a_random_move_that_is_twice_as_likely_is_found() {
    check::<TwiceTheLast>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct NoHash;
impl InjectedFault for NoHash {
    fn hash64(_: &TreeGame) -> u64 {
        0
    }
}

#[test]
#[should_panic(expected = "different positions share a hash")]
fn a_constant_hash_is_found() {
    check::<NoHash>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ForgetfulHash;
impl InjectedFault for ForgetfulHash {
    fn hash64(game: &TreeGame) -> u64 {
        // Ignores which branches were taken, but not how long their names are.
        let mut hasher = DefaultHasher::new();
        (game.seats(), game.to_string().len()).hash(&mut hasher);
        hasher.finish()
    }
}

#[test]
#[should_panic(expected = "different positions share a hash")]
fn a_hash_that_forgets_something_is_found() {
    check::<ForgetfulHash>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct HalfAHash;
impl InjectedFault for HalfAHash {
    fn hash64(game: &TreeGame) -> u64 {
        game.hash64() & 0xffff_ffff
    }
}

#[test]
#[should_panic(expected = "these bits of the hash never change")]
fn half_a_hash_is_found() {
    check::<HalfAHash>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct MovesAfterTheEnd;
impl InjectedFault for MovesAfterTheEnd {
    fn explain(game: &TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        if game.turn() == Turn::Over { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "is legal after the end")]
fn moves_accepted_after_the_end_are_found() {
    check::<MovesAfterTheEnd>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct DealsAfterTheEnd;
impl InjectedFault for DealsAfterTheEnd {
    fn apply_deal(game: &mut TreeGame, deal: BranchName) -> Result<(), ImpossibleDeal> {
        if game.turn() == Turn::Over { Ok(()) } else { game.apply_deal(&deal) }
    }
}

#[test]
#[should_panic(expected = "was dealt after the end")]
fn deals_accepted_after_the_end_are_found() {
    check::<DealsAfterTheEnd>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct MovesFromElsewhere;
impl InjectedFault for MovesFromElsewhere {
    fn explain(game: &TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        // Accepts a move of seat 0 from seat 1 as well.
        let elsewhere = game.turn() != Turn::Over && mv.to_string() == "a";
        if elsewhere { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "a is legal, not listed")]
fn a_move_of_another_position_that_is_accepted_is_found() {
    check::<MovesFromElsewhere>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct MovesNobodyHas;
impl InjectedFault for MovesNobodyHas {
    fn explain(game: &TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        if mv.to_string() == "never" { Ok(()) } else { game.check_move(mv) }
    }
}

#[test]
#[should_panic(expected = "never is legal, not listed")]
fn a_given_move_that_is_accepted_is_found() {
    check::<MovesNobodyHas>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct ChangedByRefusals;
impl InjectedFault for ChangedByRefusals {
    fn play(game: &mut TreeGame, mv: BranchName) -> Result<(), NoBranch> {
        let explained = game.check_move(mv);
        let first = game.legal_moves().next().filter(|_| explained.is_err());
        game.play_unchecked(first.unwrap_or(mv));
        explained
    }
}

#[test]
#[should_panic(expected = "changed the position")]
fn a_refusal_that_changes_the_position_is_found() {
    check::<ChangedByRefusals>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct AnotherOrder;
impl InjectedFault for AnotherOrder {
    fn legal_moves(game: &TreeGame) -> Vec<BranchName> {
        static ASKED: AtomicUsize = AtomicUsize::new(0);
        let mut moves: Vec<BranchName> = game.legal_moves().collect();
        if ASKED.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) {
            moves.reverse();
        }
        moves
    }
}

#[test]
#[should_panic(expected = "the order of moves changed")]
fn an_order_that_changes_is_found() {
    check::<AnotherOrder>();
}

/// Deals that don't depend on the generator alone.
#[derive(Clone, PartialEq, Eq, Debug)]
struct UnsteadyDeals;
impl InjectedFault for UnsteadyDeals {
    fn sample_deal(game: &TreeGame, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        static DEALT: AtomicUsize = AtomicUsize::new(0);
        let deal = game.sample_deal(rng)?;
        let name = if DEALT.fetch_add(1, Ordering::Relaxed).is_multiple_of(2) { "p" } else { "q" };
        Some(name.parse().unwrap_or(deal))
    }
}

#[test]
#[should_panic(expected = "taken back, the game went elsewhere")]
fn a_deal_that_does_not_follow_from_the_generator_is_found() {
    check::<UnsteadyDeals>();
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct OtherPoints;
impl InjectedFault for OtherPoints {
    fn points(game: &TreeGame, seat: Seat) -> i32 {
        game.points(seat) + 1
    }
}

#[test]
#[should_panic(expected = "are not its score")]
fn points_that_are_not_the_score_are_found() {
    check::<OtherPoints>();
}
