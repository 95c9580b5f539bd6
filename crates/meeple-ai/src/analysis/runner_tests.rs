//! Tests for runners and stores: nothing is computed twice, and no wrong step is returned.

use super::{
    AnalysisEffort, AnalysisRunner, JobResult, MemoryStore, NoStore, PutError, StepJudgement,
    StepKey, Store,
    tests::{COIN, FREE, Whole, played},
};
use crate::advice::{Advice, AnyAdviser, Appraisal, Question, erase};
use meeple_core::{AnyGame, ChooseError, GameHistory, Limits, Millis};
use proptest::prelude::*;
use rand::Rng;
use std::{
    sync::{Arc, atomic::Ordering},
    thread,
    time::Duration,
};

/// An adviser that counts its calls.
struct Counting {
    adviser: Box<dyn AnyAdviser>,
    calls: usize,
}

impl Counting {
    fn new() -> Self {
        Counting { adviser: erase(Whole), calls: 0 }
    }

    /// Returns the number of calls and resets it.
    fn take(&mut self) -> usize {
        std::mem::take(&mut self.calls)
    }
}

impl AnyAdviser for Counting {
    fn unit(&self) -> &'static str {
        self.adviser.unit()
    }

    fn advise_text(
        &mut self,
        position: &dyn AnyGame,
        question: &Question<String>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<String>, ChooseError> {
        self.calls += 1;
        self.adviser.advise_text(position, question, limits, rng)
    }

    fn appraise_any(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        self.calls += 1;
        self.adviser.appraise_any(position, limits, rng)
    }
}

fn runner<S: Store>(game: &Arc<GameHistory>, store: S) -> AnalysisRunner<S> {
    AnalysisRunner::new(Arc::clone(game), "points", FREE, store)
}

fn run<S: Store>(runner: &mut AnalysisRunner<S>, adviser: &mut dyn AnyAdviser) {
    while runner.step(adviser, &Limits::default()).expect("it is judged").is_some() {}
}

fn found(game: &Arc<GameHistory>) -> Vec<JobResult> {
    let mut runner = runner(game, NoStore);
    let mut all = Vec::new();
    while let Some(job) = runner.job() {
        let found = job.run(&mut *erase(Whole), &Limits::default()).expect("it is judged");
        all.push(found.clone());
        runner.put(found).expect("it was due");
    }
    all
}

#[test]
fn one_more_ply_costs_that_ply_and_the_new_final_position() {
    let (short, long) = (played(COIN, &["heads", "lose"]), played(COIN, &["heads", "lose", "on"]));
    let (mut adviser, mut runner) = (Counting::new(), runner(&short, NoStore));
    run(&mut runner, &mut adviser);
    assert_eq!(adviser.take(), 4, "a deal has two positions, the move and the end one each");
    runner.follow(Arc::clone(&long));
    assert_eq!(runner.analysis().judged().len(), 2, "the deal and the move");
    run(&mut runner, &mut adviser);
    assert_eq!(adviser.take(), 2, "the new move and the end");
    let mut anew = self::runner(&long, NoStore);
    run(&mut anew, &mut *erase(Whole));
    assert_eq!(runner.to_json_lines(), anew.to_json_lines());
}

#[test]
fn a_changed_game_keeps_the_common_beginning() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let mut runner = runner(&game, NoStore);
    run(&mut runner, &mut *erase(Whole));
    let known = |runner: &AnalysisRunner<NoStore>| runner.analysis().judged().len();
    runner.follow(played(COIN, &["heads", "lose", "on"]));
    assert_eq!(known(&runner), 4, "the same game");
    runner.follow(played(COIN, &["heads", "win"]));
    assert_eq!(known(&runner), 1, "another move behind the same deal");
    runner.follow(played(COIN, &["tails"]));
    assert_eq!(known(&runner), 0);
    run(&mut runner, &mut *erase(Whole));
    runner.follow(played("0(a:1,0|b:0,1)", &[]));
    assert_eq!(known(&runner), 0, "it begins otherwise");
}

#[test]
fn stored_judgements_are_not_computed_again() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let (mut store, mut adviser) = (MemoryStore::default(), Counting::new());
    let mut first = runner(&game, &mut store);
    run(&mut first, &mut adviser);
    let lines = first.to_json_lines();
    assert_eq!(adviser.take(), 5);
    let mut again = runner(&game, &mut store);
    run(&mut again, &mut adviser);
    assert_eq!((adviser.take(), again.to_json_lines()), (0, lines), "the same bytes");
    let mut changed = runner(&played(COIN, &["heads", "win", "on"]), &mut store);
    run(&mut changed, &mut adviser);
    assert_eq!(adviser.take(), 3, "the deal is the same");
}

#[test]
fn a_job_runs_elsewhere_and_its_result_is_returned() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let mut runner = runner(&game, MemoryStore::default());
    let job = runner.job().expect("a step is due");
    assert_eq!(Some(job.key()), runner.due().as_ref());
    let run = move || job.run(&mut *erase(Whole), &Limits::default());
    let found = thread::spawn(run).join().expect("no panic").expect("it is judged");
    // Meanwhile the game was changed: the result is stored for later.
    runner.follow(played(COIN, &["tails"]));
    assert_eq!(runner.put(found.clone()), Err(PutError::NotDue));
    assert!(runner.analysis().judged().is_empty());
    runner.follow(game);
    assert!(runner.recall());
    assert_eq!(runner.analysis().judged(), std::slice::from_ref(&found.judged));
    assert_eq!(runner.put(found), Err(PutError::NotDue), "it is known");
    let key = runner.due().expect("a move is due");
    let end = StepJudgement::End(Appraisal { values: vec![0.0; 2], chances: vec![0.5; 2] });
    assert_eq!(runner.put(JobResult { key, judged: end }), Err(PutError::Misfit));
    assert_eq!(runner.analysis().judged().len(), 1);
}

#[test]
fn a_stopped_analysis_keeps_what_is_known() {
    let mut runner = runner(&played(COIN, &["heads", "lose", "on"]), NoStore);
    let limits = Limits::default();
    runner.step(&mut *erase(Whole), &limits).expect("it is judged");
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(runner.step(&mut *erase(Whole), &limits), Err(ChooseError::Stopped));
    let summary = runner.summary();
    assert_eq!((summary.judged, summary.steps, summary.complete), (1, 4, false));
}

/// A stored step isn't trusted blindly.
#[test]
fn stored_judgements_that_do_not_fit_are_ignored() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let [deal, mv, ..] = &found(&game)[..] else { panic!("four steps") };
    let mut store = MemoryStore::default();
    store.put(&deal.key, &mv.judged);
    let mut runner = runner(&game, store);
    assert!(!runner.recall());
    run(&mut runner, &mut *erase(Whole));
    assert!(runner.analysis().is_complete());
}

#[test]
fn a_key_is_the_same_in_every_record_and_written_in_two_ways() {
    let (one, other) = (played(COIN, &["heads", "lose"]), played(COIN, &["heads", "win"]));
    let key = |game, at| StepKey::of(game, at, FREE).expect("a step");
    assert_eq!(key(&one, 0), key(&other, 0), "the same deal in the same position");
    assert_ne!(key(&one, 1), key(&other, 1), "another move");
    assert_eq!(StepKey::of(&one, 3, FREE), None);
    let (time, nodes) = (Some(Millis::from_duration(Duration::from_millis(50))), Some(7));
    let key = StepKey {
        game: "chomp".into(),
        rules: 1,
        program: "0.1.0".into(),
        hash: 0xabc,
        effort: AnalysisEffort { top: 3, nodes, time },
    };
    let words = "analysis chomp rules=1 program=0.1.0 top=3 nodes=7 ms=50 0000000000000abc";
    assert_eq!(key.to_string(), words);
    let text = serde_json::to_string(&key).expect("plain data");
    let object = r#"{"game":"chomp","rules":1,"program":"0.1.0","hash":"0000000000000abc","effort":{"top":3,"nodes":7,"ms":50}}"#;
    assert_eq!(text, object);
    assert_eq!(serde_json::from_str::<StepKey>(&text).expect("as it was written"), key);
}

fn keys() -> impl Strategy<Value = StepKey> {
    let limits = (prop::option::of(1_u64..4), prop::option::of(1_u64..4));
    let effort = (1_usize..3, limits).prop_map(|(top, (nodes, millis))| AnalysisEffort {
        top,
        nodes,
        time: millis.map(|millis| Millis::from_duration(Duration::from_millis(millis))),
    });
    let names = (prop::sample::select(vec!["azul", "chomp"]), 1_u32..3);
    let program = prop::sample::select(vec!["0.1.0", "0.2.0"]);
    (names, program, 0_u64..3, effort).prop_map(|((game, rules), program, hash, effort)| StepKey {
        game: game.into(),
        rules,
        program: program.into(),
        hash,
        effort,
    })
}

proptest! {
    /// A step isn't found under another version, effort or position.
    #[test]
    fn only_the_exact_key_finds_a_stored_entry(stored in keys(), asked in keys()) {
        let judged = StepJudgement::End(Appraisal { values: vec![1.0], chances: vec![1.0] });
        let mut store = MemoryStore::default();
        store.put(&stored, &judged);
        prop_assert_eq!(store.get(&asked), (stored == asked).then_some(judged));
        prop_assert_eq!(stored.to_string() == asked.to_string(), stored == asked);
    }
}
