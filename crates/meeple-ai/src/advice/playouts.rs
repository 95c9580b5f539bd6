//! An adviser for any game that tries each move in random games.
//!
//! ```text
//! 2,2   won 41 of 60      tried more often, because it wins more often
//! 0,1   won  9 of 25
//! ```
//!
//! It knows only the rules, so a new game has hints and analysis before any AI is written for it.

use super::{Advice, Advised, Adviser, Appraisal, Question, chances_at_end};
use crate::search::{Budget, BudgetExhausted};
use meeple_core::{ChooseError, Game, Limits, Seat, Turn};
use rand::Rng;

/// The number of random games if no limit is given.
const USUAL_TRIES: u64 = 2000;
/// The exploration constant of UCB1: how strongly rarely tried moves are favoured.
const CURIOSITY: f64 = 1.4;
/// The weight of the prior (equal chances), in tries.
const DOUBT: f64 = 2.0;
/// Values are wins in this many games.
const GAMES: f64 = 100.0;

/// Rates moves by playing random games.
#[derive(Debug, Clone, Copy, Default)]
pub struct Playouts;

/// How often a move was tried, and how many wins each seat got from it.
#[derive(Debug, Clone)]
struct Tries {
    count: u64,
    won: Vec<f64>,
}

impl Tries {
    fn none(seats: usize) -> Self {
        Tries { count: 0, won: vec![0.0; seats] }
    }

    fn add(&mut self, chances: &[f64]) {
        self.count += 1;
        self.won.iter_mut().zip(chances).for_each(|(won, more)| *won += more);
    }

    /// Returns a seat's share of the wins. A prior of equal chances keeps it away from certainty
    /// after a single win.
    fn chance(&self, seat: Seat) -> f64 {
        let even = 1.0 / self.won.len().max(1) as f64;
        (self.won[seat.index()] + DOUBT * even) / (self.count as f64 + DOUBT)
    }

    fn appraisal(&self) -> Appraisal {
        let seats = (0..self.won.len()).map(Seat::new);
        let chances: Vec<f64> = seats.map(|seat| self.chance(seat)).collect();
        Appraisal { values: chances.iter().map(|chance| GAMES * chance).collect(), chances }
    }
}

impl<G: Game> Adviser<G> for Playouts {
    fn unit(&self) -> &'static str {
        "wins in 100"
    }

    fn advise(
        &mut self,
        position: &G,
        question: &Question<G::Move>,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Advice<G::Move>, ChooseError> {
        let Turn::Seat(seat) = position.turn() else { return Err(ChooseError::NotNow) };
        let mut budget = Budget::start(limits);
        let mut moves: Vec<(G::Move, Tries)> =
            question.also.iter().copied().map(|mv| (mv, Tries::none(position.seats()))).collect();
        let others = position.legal_moves().filter(|mv| !question.also.contains(mv));
        moves.extend(others.map(|mv| (mv, Tries::none(position.seats()))));
        for tried in 0..tries(limits) {
            let Some(at) = next(&moves, seat, tried) else { return Err(ChooseError::NotNow) };
            // The move itself counts too, because it may end the game.
            if !budget.spend(1) {
                break;
            }
            let mut end = position.clone();
            end.play_unchecked(moves[at].0);
            let Some(chances) = play_out(end, &mut budget, rng) else { break };
            moves[at].1.add(&chances);
        }
        if limits.is_stopped() {
            return Err(ChooseError::Stopped);
        }
        Ok(advice(moves, seat, question, budget.nodes()))
    }

    fn appraise(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Appraisal, ChooseError> {
        if let Some(outcome) = position.outcome() {
            let chances = chances_at_end(&outcome);
            let values = chances.iter().map(|chance| GAMES * chance).collect();
            return Ok(Appraisal { values, chances });
        }
        let mut budget = Budget::start(limits);
        let mut tries = Tries::none(position.seats());
        for _ in 0..self::tries(limits) {
            let Some(chances) = play_out(position.clone(), &mut budget, rng) else { break };
            tries.add(&chances);
        }
        if budget.exhausted_by() == Some(BudgetExhausted::Stopped) {
            return Err(ChooseError::Stopped);
        }
        Ok(tries.appraisal())
    }
}

/// Returns the maximum number of random games.
fn tries(limits: &Limits) -> u64 {
    if limits.time.is_some() || limits.nodes.is_some() { u64::MAX } else { USUAL_TRIES }
}

/// Selects the move to try next: each move once, then the one with the highest upper bound.
fn next<M>(moves: &[(M, Tries)], seat: Seat, tried: u64) -> Option<usize> {
    if (tried as usize) < moves.len() {
        return Some(tried as usize);
    }
    let doubt = libm::log(tried as f64);
    let hope =
        |tries: &Tries| tries.chance(seat) + CURIOSITY * (doubt / tries.count.max(1) as f64).sqrt();
    (0..moves.len()).max_by(|&a, &b| hope(&moves[a].1).total_cmp(&hope(&moves[b].1)))
}

/// Plays random moves to the end and returns each seat's win; `None` if the budget runs out first.
fn play_out<G: Game>(
    mut position: G,
    budget: &mut Budget<'_>,
    rng: &mut dyn Rng,
) -> Option<Vec<f64>> {
    loop {
        match position.turn() {
            Turn::Over => return position.outcome().map(|outcome| chances_at_end(&outcome)),
            _ if !budget.spend(1) => return None,
            Turn::Seat(_) => {
                let mv = position.random_move(rng)?;
                position.play_unchecked(mv);
            }
            Turn::Chance => {
                let deal = position.sample_deal(rng)?;
                position.apply_deal(&deal).ok()?;
            }
        }
    }
}

fn advice<M: Copy + Eq>(
    mut moves: Vec<(M, Tries)>,
    seat: Seat,
    question: &Question<M>,
    nodes: u64,
) -> Advice<M> {
    moves.sort_by(|a, b| b.1.chance(seat).total_cmp(&a.1.chance(seat)));
    let seats = moves.first().map_or(0, |(_, tries)| tries.won.len());
    let appraisal =
        moves.first().map_or_else(|| Tries::none(seats), |(_, tries)| tries.clone()).appraisal();
    let is_wanted =
        |(at, (mv, _)): &(usize, (M, Tries))| *at < question.top || question.also.contains(mv);
    let advised = |(_, (mv, tries)): (usize, (M, Tries))| Advised {
        mv,
        value: GAMES * tries.chance(seat),
        chance: tries.chance(seat),
        visits: Some(tries.count),
        line: vec![mv],
        reasons: vec![format!(
            "wins {:.0} % of games that chance plays on",
            GAMES * tries.chance(seat)
        )],
    };
    let moves = moves.into_iter().enumerate().filter(is_wanted).map(advised).collect();
    Advice { appraisal, moves, nodes, depth: None, proof: None }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{
        rng::{RngStream, seeded},
        tree_game::{BranchName, TreeGame},
    };

    fn asked(tree: &str, nodes: u64, question: &Question<BranchName>) -> Advice<BranchName> {
        let position: TreeGame = tree.parse().expect("a good tree");
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let rng = &mut seeded(1, RngStream::Deals);
        Adviser::<TreeGame>::advise(&mut Playouts, &position, question, &limits, rng)
            .expect("there is a move")
    }

    const FAIR: &str = "tree=0(good:?(a*3:1,0|b*1:0,1)|bad:?(a*1:1,0|b*3:0,1)|worst:0,1)";

    #[test]
    fn moves_are_ranked_by_how_often_they_win() {
        let good: BranchName = "good".parse().expect("a name");
        let advice = asked(FAIR, 4000, &Question::top(1));
        assert_eq!(advice.moves.len(), 1);
        assert_eq!(advice.moves[0].mv, good);
        assert!((0.65..0.85).contains(&advice.moves[0].chance), "{advice:?}");
        let chances = &advice.appraisal.chances;
        assert!((chances[0] + chances[1] - 1.0).abs() < 1e-9);
    }

    #[test]
    fn a_move_that_ends_the_game_counts_as_well() {
        let advice = asked("tree=0(win:1,0|lose:0,1)", 50, &Question::top(2));
        assert_eq!((advice.nodes, advice.moves[0].visits.is_some()), (50, true));
        assert!(advice.moves[0].chance > 0.9 && advice.moves[1].chance < 0.3, "{advice:?}");
    }

    #[test]
    fn every_requested_move_is_rated() {
        let worst: BranchName = "worst".parse().expect("a name");
        let question = Question { top: 1, also: vec![worst] };
        for nodes in [1, 50, 1000] {
            let advice = asked(FAIR, nodes, &question);
            assert!(advice.moves.iter().any(|advised| advised.mv == worst), "{advice:?}");
            assert!(advice.nodes <= nodes);
            assert_eq!(advice, asked(FAIR, nodes, &question), "nodes decide alone");
        }
    }
}
