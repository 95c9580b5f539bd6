//! `mcts`: a player for every game that knows only the rules.
//!
//! It plays random games to the end and grows a search tree towards the better moves (see
//! [`crate::search::mcts`]). The tree is kept for the next move if time is the limit.

use crate::{
    pace::Pace,
    roster::{PlayerKind, Resources, Seatable},
    search::{Budget, Forest, MctsSettings, Rollout, mcts},
};
use meeple_core::{Choice, ChooseError, EndEvent, Game, Limits, Player, Seat, options::NoOptions};
use rand::{Rng, RngExt};

/// The default number of random games for each move.
const USUAL_GAMES: u64 = 2000;

/// Chooses moves by Monte Carlo tree search with random playouts.
#[derive(Debug)]
pub struct PlayoutPlayer<G: Game> {
    forest: Forest<G>,
}

impl<G: Game> PlayoutPlayer<G> {
    /// Returns its roster entry.
    pub const fn kind() -> PlayerKind {
        PlayerKind::new::<G, Self>("mcts", "knows only the rules, and tries moves in random games")
            .with_pace(Pace::nodes(USUAL_GAMES))
    }
}

impl<G: Game> Default for PlayoutPlayer<G> {
    fn default() -> Self {
        PlayoutPlayer { forest: Forest::default() }
    }
}

impl<G: Game> Player<G> for PlayoutPlayer<G> {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, ChooseError> {
        if limits.nodes.is_some() {
            self.forest = Forest::default(); // the answer must not depend on earlier searches
        }
        let growth = MctsSettings { seed: rng.random(), ..MctsSettings::default() };
        let mut budget = Budget::start(limits);
        let playouts = Rollout::new(left_behind::<G>);
        let thought = mcts(position, &playouts, &growth, &mut self.forest, &mut budget);
        budget.to_result(thought.map(|thought| thought.into_choice(&budget)))
    }

    fn on_end(&mut self, _: Option<&EndEvent>) {
        self.forest = Forest::default();
    }
}

impl<G: Game> Seatable<G> for PlayoutPlayer<G> {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        PlayoutPlayer::default()
    }
}

/// Returns the fraction of opponents ranked below this seat; ties count half.
fn left_behind<G: Game>(position: &G, seat: Seat) -> f32 {
    let Some(outcome) = position.outcome() else { return 0.5 };
    let Some(own) = outcome.result(seat) else { return 0.5 };
    let others = outcome.results.len() - 1;
    let behind = outcome.results.iter().filter(|result| result.rank > own.rank).count();
    let beside = outcome.results.iter().filter(|result| result.rank == own.rank).count() - 1;
    (behind as f32 + 0.5 * beside as f32) / others.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{
        rng::{RngStream, seeded},
        tree_game::TreeGame,
    };

    #[test]
    fn the_move_that_wins_most_often_is_found() {
        let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:?(e*1:2,4|f*3:4,2))".parse().expect("fine");
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let mut player = PlayoutPlayer::default();
        let choice =
            player.choose(&tree, &limits, &mut seeded(1, RngStream::Deals)).expect("a move");
        assert_eq!((choice.mv.to_string(), choice.values), ("b".into(), vec![0.75, 0.25]));
    }

    #[test]
    fn neighbours_count_half() {
        let end: TreeGame = "tree=0(a:3,1,3|b:0,0,0) at=a".parse().expect("fine");
        let quarters = [0, 1, 2].map(|seat| (4.0 * left_behind(&end, Seat::new(seat))) as u8);
        assert_eq!(quarters, [3, 0, 3]);
    }
}
