//! How long a player thinks by default: `hard:time=2s`, `alphabeta:nodes=20k`.
//!
//! The caller's limits are binding; the pace is what a player uses within them. It is the same for
//! every player that searches, so it is parsed and enforced in one place.

use crate::search::clock_share;
use meeple_core::{
    AnyGame, AnyPlayer, Choice, ChooseError, EndEvent, Event, Game, GameOptions, Limits, OptionKey,
    Player,
    amounts::{Seconds, parse_nodes, parse_thinking_time},
};
use rand::Rng;
use std::time::Duration;

/// How long a player thinks about a move; `None` means no limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Pace {
    /// Maximum time for each move.
    pub time: Option<Duration>,
    /// Maximum number of positions searched for each move.
    pub nodes: Option<u64>,
}

impl GameOptions for Pace {
    const KEYS: &'static [OptionKey<Self>] = &[
        OptionKey::amount(
            "time",
            "maximum time per move",
            "a time such as 500ms or 2s",
            "the player's own",
            |pace| pace.time.map(|time| format!("{}s", Seconds(time))),
            |pace, text| {
                pace.time = parse_thinking_time(text).ok();
                pace.time.is_some()
            },
        ),
        OptionKey::amount(
            "nodes",
            "maximum positions searched per move",
            "a number such as 5000, 20k or 3M",
            "the player's own",
            |pace| pace.nodes.map(|nodes| nodes.to_string()),
            |pace, text| {
                pace.nodes = parse_nodes(text).ok();
                pace.nodes.is_some()
            },
        ),
    ];
}

impl Pace {
    /// No limit of its own.
    pub const FREE: Pace = Pace { time: None, nodes: None };

    /// Limits each move to this many positions: plays the same game on every machine.
    pub const fn nodes(nodes: u64) -> Self {
        Pace { time: None, nodes: Some(nodes) }
    }

    /// Limits each move to this many milliseconds.
    pub const fn millis(millis: u64) -> Self {
        Pace { time: Some(Duration::from_millis(millis)), nodes: None }
    }

    /// Narrows the limits to this pace.
    pub fn within(self, limits: &Limits) -> Limits {
        let least = |a: Option<u64>, b: Option<u64>| a.into_iter().chain(b).min();
        let mut narrowed = Limits { nodes: least(self.nodes, limits.nodes), ..limits.clone() };
        if let Some(own) = self.time {
            // With a clock for the whole game, a move uses at most its share of it.
            narrowed.time = clock_share(limits).map_or(Some(own), |share| Some(own.min(share)));
            narrowed.clock = None;
        }
        narrowed
    }
}

/// A player that thinks at a given pace: the player of one game, or any player.
#[derive(Debug, Clone, Copy)]
pub struct Paced<P> {
    /// The player.
    pub player: P,
    /// Its pace.
    pub pace: Pace,
}

impl<G: Game, P: Player<G>> Player<G> for Paced<P> {
    fn choose(
        &mut self,
        position: &G,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<G::Move>, ChooseError> {
        self.player.choose(position, &self.pace.within(limits), rng)
    }

    fn on_event(&mut self, event: &Event, now: &G) {
        self.player.on_event(event, now);
    }

    fn on_end(&mut self, end: Option<&EndEvent>) {
        self.player.on_end(end);
    }
}

impl AnyPlayer for Paced<Box<dyn AnyPlayer>> {
    fn choose_text(
        &mut self,
        position: &dyn AnyGame,
        limits: &Limits,
        rng: &mut dyn Rng,
    ) -> Result<Choice<String>, ChooseError> {
        self.player.choose_text(position, &self.pace.within(limits), rng)
    }

    fn on_event(&mut self, event: &Event, now: &dyn AnyGame) {
        self.player.on_event(event, now);
    }

    fn on_end(&mut self, end: Option<&EndEvent>) {
        self.player.on_end(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use meeple_core::{GameClock, options::parse};

    #[test]
    fn a_pace_parses_like_any_option_and_prints_back() {
        let pace: Pace = parse(["time=500ms", "nodes=20k"]).expect("both are fine");
        assert_eq!(pace, Pace { time: Some(Duration::from_millis(500)), nodes: Some(20_000) });
        assert_eq!(meeple_core::options::to_words(&pace), ["time=0.5s", "nodes=20000"]);
        let error = parse::<Pace>(["time=soon"]).expect_err("no time").to_string();
        assert_eq!(error, "invalid value \"soon\" for time (possible: a time such as 500ms or 2s)");
    }

    #[test]
    fn the_narrower_limit_binds() {
        let limits = |time: Option<u64>, nodes| Limits {
            time: time.map(Duration::from_millis),
            nodes,
            ..Limits::default()
        };
        let own = Pace { time: Some(Duration::from_millis(50)), nodes: Some(1000) };
        let check = |given: Limits, time: u64, nodes: u64| {
            let kept = own.within(&given);
            assert_eq!((kept.time, kept.nodes), (Some(Duration::from_millis(time)), Some(nodes)));
        };
        check(limits(None, None), 50, 1000);
        check(limits(Some(20), Some(5000)), 20, 1000);
        check(limits(Some(200), Some(10)), 50, 10);
        let kept = Pace::FREE.within(&limits(Some(7), None));
        assert_eq!((kept.time, kept.nodes), (Some(Duration::from_millis(7)), None));
    }

    #[test]
    fn only_a_share_of_a_game_clock_is_used() {
        let left = Duration::from_secs(50);
        let clock = GameClock { game: left, increment: Duration::ZERO, left: vec![left; 2] };
        let limits = Limits { time: Some(left), clock: Some(clock), ..Limits::default() };
        assert_eq!(Pace::millis(50).within(&limits).time, Some(Duration::from_millis(50)));
        assert_eq!(Pace::millis(60_000).within(&limits).time, Some(Duration::from_secs(2)));
        assert!(Pace::FREE.within(&limits).clock.is_some());
    }
}
