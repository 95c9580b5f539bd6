//! Tests with small explicit game trees and an adviser that searches them completely.

use super::{Analysis, AnalysisEffort, AnalysisRunner, NoStore, StepJudgement, accuracy};
use crate::{
    advice::{Advice, Advised, Adviser, AnyAdviser, Appraisal, Question, chances_at_end, erase},
    grade::Grade,
};
use meeple_core::{
    ChooseError, Contestant, Event, Game, GameHistory, Header, Limits, Notes, Seat, SeatInfo, Turn,
    tree_game::{BranchName, TreeGame, TreeOptions},
};
use rand::Rng;
use std::sync::Arc;

/// An adviser that searches the whole tree: deals are averaged by probability, and every seat maximises
/// its own value.
pub(super) struct Whole;

impl Whole {
    fn appraise(position: &TreeGame) -> Appraisal {
        if let Some(outcome) = position.outcome() {
            let values = outcome.results.iter().map(|result| f64::from(result.score)).collect();
            return Appraisal { values, chances: chances_at_end(&outcome) };
        }
        if let Some(deals) = position.list_deals() {
            let mut sum = Appraisal {
                values: vec![0.0; position.seats()],
                chances: vec![0.0; position.seats()],
            };
            for (deal, part) in deals {
                let mut next = position.clone();
                next.apply_deal(&deal).expect("it is listed");
                let after = Whole::appraise(&next);
                let add = |sum: &mut [f64], more: &[f64]| {
                    sum.iter_mut().zip(more).for_each(|(sum, more)| *sum += part * more);
                };
                add(&mut sum.values, &after.values);
                add(&mut sum.chances, &after.chances);
            }
            return sum;
        }
        let Turn::Seat(seat) = position.turn() else { unreachable!("it is not over") };
        let after = position.legal_moves().map(|mv| Whole::appraise(&after(position, mv)));
        let value = |appraisal: &Appraisal| appraisal.values[seat.index()];
        after.max_by(|a, b| value(a).total_cmp(&value(b))).expect("there is a move")
    }
}

fn after(position: &TreeGame, mv: BranchName) -> TreeGame {
    let mut next = position.clone();
    next.play(mv).expect("it is legal");
    next
}

impl Adviser<TreeGame> for Whole {
    fn unit(&self) -> &'static str {
        "points"
    }

    fn advise(
        &mut self,
        position: &TreeGame,
        question: &Question<BranchName>,
        limits: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Advice<BranchName>, ChooseError> {
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let advised = |mv| {
            let Appraisal { values, chances } = Whole::appraise(&after(position, mv));
            let (value, chance) = (values[seat.index()], chances[seat.index()]);
            let reasons = vec![format!("{mv} brings {value}")];
            Advised { mv, value, chance, visits: None, line: vec![mv], reasons }
        };
        let mut moves: Vec<Advised<BranchName>> = position.legal_moves().map(advised).collect();
        moves.sort_by(|a, b| b.value.total_cmp(&a.value));
        let top = question.top.min(moves.len());
        let asked = moves.split_off(top);
        moves.extend(asked.into_iter().filter(|advised| question.also.contains(&advised.mv)));
        let appraisal = Whole::appraise(position);
        Ok(Advice { appraisal, moves, nodes: 1, depth: Some(9), proof: None })
    }

    fn appraise(
        &mut self,
        position: &TreeGame,
        _: &Limits,
        _: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        Ok(Whole::appraise(position))
    }
}

/// An adviser that only reports its top moves and ignores the other moves of the question.
struct Silent;

impl Adviser<TreeGame> for Silent {
    fn unit(&self) -> &'static str {
        Whole.unit()
    }

    fn advise(
        &mut self,
        position: &TreeGame,
        question: &Question<BranchName>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<BranchName>, ChooseError> {
        Whole.advise(position, &Question::top(question.top), limits, rng)
    }

    fn appraise(
        &mut self,
        position: &TreeGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        Adviser::appraise(&mut Whole, position, limits, rng)
    }
}

/// A coin decides who can win; then seat 0 finds the win or not, and seat 1 has no choice.
pub(super) const COIN: &str =
    "?(heads*3:0(win:1(on:4,0)|lose:1(on:0,2))|tails*1:0(win:1(on:0,2)|lose:0,2))";

pub(super) fn played(tree: &str, steps: &[&str]) -> Arc<GameHistory> {
    let options = TreeOptions { tree: tree.into() };
    let position = TreeGame::new(&options).expect("a good tree");
    let person = SeatInfo { name: "Ann".into(), colour: None, who: Contestant::Person };
    let header = Header::new::<TreeGame>(&options, vec![person; position.seats()]);
    let mut game = GameHistory::start(header, Box::new(position)).expect("two seats");
    for &step in steps {
        let event = match game.position().turn() {
            Turn::Seat(seat) => Event::new_move(seat, step, Notes::default()),
            _ => Event::Deal { deal: step.into() },
        };
        game.apply(event).expect("it can happen");
    }
    Arc::new(game)
}

/// An effort without limits.
pub(super) const FREE: AnalysisEffort = AnalysisEffort { top: 1, nodes: None, time: None };

fn judge_all(game: &Arc<GameHistory>) -> Analysis {
    judge_by(&mut *erase(Whole), game)
}

fn judge_by(adviser: &mut dyn AnyAdviser, game: &Arc<GameHistory>) -> Analysis {
    let mut runner = AnalysisRunner::new(Arc::clone(game), adviser.unit(), FREE, NoStore);
    while runner.step(adviser, &Limits::default()).expect("it is judged").is_some() {}
    assert!(runner.analysis().is_complete());
    runner.analysis().clone()
}

#[test]
fn a_move_is_compared_with_the_best_and_a_deal_with_what_could_be_expected() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let analysis = judge_all(&game);
    let [
        StepJudgement::Deal(coin),
        StepJudgement::Move(lost),
        StepJudgement::Move(forced),
        StepJudgement::End(end),
    ] = analysis.judged()
    else {
        panic!("{:?}", analysis.judged());
    };
    // With probability 3/4 seat 0 gets 4, otherwise seat 1 gets 2.
    assert_eq!(coin.before.values, [3.0, 0.5]);
    assert_eq!((coin.luck(Seat::new(0)), coin.luck(Seat::new(1))), (1.0, -0.5));
    assert_eq!((coin.luck_chance(Seat::new(0)), coin.luck_chance(Seat::new(1))), (0.25, -0.25));
    assert_eq!((lost.best().mv.as_str(), lost.played.mv.as_str()), ("win", "lose"));
    assert_eq!((lost.lost(), lost.lost_chance()), (4.0, 1.0));
    assert_eq!(lost.grade(), Grade::Blunder);
    assert_eq!(lost.played.reasons, ["lose brings 0"]);
    assert!(!lost.forced && forced.forced);
    assert_eq!(end.chances, [0.0, 1.0]);
}

#[test]
fn an_unrated_move_is_judged_by_the_position_it_leads_to() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let analysis = judge_by(&mut *erase(Silent), &game);
    assert_eq!(analysis.seats(), judge_all(&game).seats());
}

#[test]
fn luck_and_skill_add_up_seat_by_seat() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let seats = judge_all(&game).seats();
    assert_eq!((seats[0].luck, seats[0].lost, seats[0].lost_chance), (1.0, 4.0, 1.0));
    assert_eq!((seats[0].moves, seats[0].grades), (1, [0, 0, 0, 0, 1]));
    assert_eq!(seats[0].accuracy, Some(0.0));
    // Forced moves don't count towards accuracy.
    assert_eq!((seats[1].luck, seats[1].moves, seats[1].accuracy), (-0.5, 0, None));
    let start = judge_all(&played(COIN, &[])).history().next().map(|first| first.values.clone());
    let end = [0.0, 2.0]; // every point is either luck or a loss from a move
    let ended = start.expect("there is one")[0] + seats[0].luck - seats[0].lost;
    assert!((ended - end[0]).abs() < 1e-9, "{ended}");
}

#[test]
fn the_game_turns_where_the_chance_to_win_does() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let turns = judge_all(&game).turning_points();
    let at: Vec<usize> = turns.iter().map(|turn| turn.step).collect();
    assert_eq!(at, [0, 1]);
    let blunder = turns[1];
    assert_eq!((blunder.seat, blunder.swing), (Seat::new(0), 1.0));
    assert_eq!((blunder.favourite, blunder.then), (Some(Seat::new(0)), Some(Seat::new(1))));
}

#[test]
fn a_judgement_of_another_step_is_not_added() {
    let game = played(COIN, &["heads", "lose", "on"]);
    let whole = judge_all(&game);
    let mut analysis = Analysis::new(Arc::clone(&game));
    assert!(!analysis.add(whole.judged()[1].clone()), "a move where a deal was made");
    let StepJudgement::Deal(coin) = whole.judged()[0].clone() else { panic!("it is a deal") };
    let mut bad = coin.clone();
    bad.deal = "tails".into();
    assert!(!analysis.add(StepJudgement::Deal(bad)), "another deal");
    assert!(analysis.add(StepJudgement::Deal(coin)));
    let mut elsewhere = Analysis::new(played(COIN, &["heads", "win", "on"]));
    assert!(elsewhere.add(whole.judged()[0].clone()), "the same deal in the same position");
    assert!(!elsewhere.add(whole.judged()[1].clone()), "another move");
    let StepJudgement::Move(good) = whole.judged()[1].clone() else { panic!("it is a move") };
    let mut bad = good.clone();
    bad.before.chances.pop();
    assert!(!analysis.add(StepJudgement::Move(bad)), "a chance is missing");
    let mut bad = good.clone();
    bad.played.chance = 7.0;
    assert!(!analysis.add(StepJudgement::Move(bad)), "no chance is 7");
    assert!(analysis.add(StepJudgement::Move(good)));
}

#[test]
fn accuracy_falls_with_what_is_lost() {
    assert!((accuracy(0.0) - 1.0).abs() < 1e-5);
    assert!(accuracy(0.05) > accuracy(0.1) && accuracy(0.1) > accuracy(0.3));
    assert!(accuracy(1.0) < 1e-9);
}

/// Checks every field in the order documented in docs/analysis.md.
#[test]
fn each_step_and_the_summary_take_one_line() {
    let analysis = judge_all(&played(COIN, &["heads", "lose"]));
    let lines = [0, 1, 2].map(|at| analysis.line(at).expect("it is known"));
    assert_eq!(
        lines,
        [
            r#"{"ply":1,"deal":{"deal":"heads","luck":[1.0,-0.5],"luck_chance":[0.25,-0.25],"before":{"values":[3.0,0.5],"chances":[0.75,0.25]},"after":{"values":[4.0,0.0],"chances":[1.0,0.0]}}}"#,
            r#"{"ply":2,"move":{"seat":0,"grade":"blunder","lost":4.0,"lost_chance":1.0,"forced":false,"before":{"values":[4.0,0.0],"chances":[1.0,0.0]},"played":{"move":"lose","value":0.0,"chance":0.0,"visits":null,"line":["lose"],"reasons":["lose brings 0"]},"best":[{"move":"win","value":4.0,"chance":1.0,"visits":null,"line":["win"],"reasons":["win brings 4"]}],"nodes":1,"depth":9,"proof":null}}"#,
            r#"{"ply":2,"end":{"values":[0.0,2.0],"chances":[0.0,1.0]}}"#,
        ]
    );
    assert_eq!(analysis.line(3), None);
    assert_eq!(
        analysis.summary("points").line(),
        r#"{"summary":{"unit":"points","judged":3,"steps":3,"complete":true,"seats":[{"luck":1.0,"luck_chance":0.25,"lost":4.0,"lost_chance":1.0,"accuracy":0.0,"moves":1,"grades":{"best":0,"good":0,"inaccuracy":0,"mistake":0,"blunder":1}},{"luck":-0.5,"luck_chance":-0.25,"lost":0.0,"lost_chance":0.0,"accuracy":null,"moves":0,"grades":{"best":0,"good":0,"inaccuracy":0,"mistake":0,"blunder":0}}],"turning_points":[{"ply":1,"seat":1,"swing":0.25,"favourite":0,"then":0},{"ply":2,"seat":0,"swing":1.0,"favourite":0,"then":1}]}}"#
    );
}

#[test]
fn a_step_is_read_back_as_it_was_written() {
    let whole = judge_all(&played(COIN, &["heads", "lose", "on"]));
    let text = serde_json::to_string(whole.judged()).expect("plain data");
    let read: Vec<StepJudgement> = serde_json::from_str(&text).expect("as it was written");
    assert_eq!(read, whole.judged());
    assert_eq!(serde_json::to_string(&read).expect("plain data"), text);
}
