//! `mcts`: a player for every game that knows nothing but its rules.
//!
//! It tries moves in random games to their end and lets a tree grow where that pays (see
//! [`crate::search::mcts`]). What was learned stays for its next move, where time is the limit.

use crate::{
    pace::Pace,
    roster::{PlayerKind, Resources, Seatable},
    search::{Budget, Forest, Growth, Rollout, mcts},
};
use meeple_core::{Choice, End, Game, Limits, NoChoice, Player, Seat, options::NoOptions};
use rand::{Rng, RngExt};

/// How many games are tried for a move, unless something else is said.
const USUAL_GAMES: u64 = 2000;

/// Tries moves in random games.
#[derive(Debug)]
pub struct PlayoutPlayer<G: Game> {
    forest: Forest<G>,
}

impl<G: Game> PlayoutPlayer<G> {
    /// Its entry in the roster of a game.
    pub(crate) const fn kind() -> PlayerKind {
        PlayerKind::of::<G, Self>("mcts", "knows only the rules, and tries moves in random games")
            .thinks(Pace::nodes(USUAL_GAMES))
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
    ) -> Result<Choice<G::Move>, NoChoice> {
        if limits.nodes.is_some() {
            self.forest = Forest::default(); // nothing from before may change the answer
        }
        let growth = Growth { seed: rng.random(), ..Growth::default() };
        let mut budget = Budget::start(limits);
        let playouts = Rollout::new(left_behind::<G>);
        let thought = mcts(position, &playouts, &growth, &mut self.forest, &mut budget);
        budget.answer(thought.map(|thought| thought.choice(&budget)))
    }

    fn end(&mut self, _: Option<&End>) {
        self.forest = Forest::default();
    }
}

impl<G: Game> Seatable<G> for PlayoutPlayer<G> {
    type Options = NoOptions;
    fn seat(_: NoOptions, _: &Resources) -> Self {
        PlayoutPlayer::default()
    }
}

/// The part of the others that a seat has left behind; those beside it count half.
fn left_behind<G: Game>(position: &G, seat: Seat) -> f32 {
    let Some(outcome) = position.outcome() else { return 0.5 };
    let Some(own) = outcome.of(seat) else { return 0.5 };
    let others = outcome.results.len() - 1;
    let behind = outcome.results.iter().filter(|result| result.rank > own.rank).count();
    let beside = outcome.results.iter().filter(|result| result.rank == own.rank).count() - 1;
    (behind as f32 + 0.5 * beside as f32) / others.max(1) as f32
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{
        rng::{Stream, seeded},
        tree_game::TreeGame,
    };

    #[test]
    fn the_move_that_wins_most_often_is_found() {
        let tree: TreeGame = "tree=0(a:1(c:5,0|d:0,9)|b:?(e*1:2,4|f*3:4,2))".parse().expect("fine");
        let limits = Limits { nodes: Some(200), ..Limits::default() };
        let mut player = PlayoutPlayer::default();
        let choice = player.choose(&tree, &limits, &mut seeded(1, Stream::Deals)).expect("a move");
        assert_eq!((choice.mv.to_string(), choice.values), ("b".into(), vec![0.75, 0.25]));
    }

    #[test]
    fn those_beside_count_half() {
        let end: TreeGame = "tree=0(a:3,1,3|b:0,0,0) at=a".parse().expect("fine");
        let quarters = [0, 1, 2].map(|seat| (4.0 * left_behind(&end, Seat::new(seat))) as u8);
        assert_eq!(quarters, [3, 0, 3]);
    }
}
