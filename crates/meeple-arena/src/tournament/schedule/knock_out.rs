//! Knock-out schedule: losers are eliminated.
//!
//! ```text
//! two at a table            four at a table: the best two advance
//! 1 ─┐                      1 4 5 8 ─┐
//! 4 ─┴─ 1 ─┐                         ├─ 1 4 2 3 ─ 1
//! 2 ─┐     ├─ 1             2 3 6 7 ─┘
//! 3 ─┴─ 2 ─┘
//! ```
//!
//! A *stage* is one elimination round with its tie-break rounds. Tables are re-seeded in each stage, the
//! strongest remaining entrants against the weakest, so that the top seeds meet late. If the entrants don't fill
//! the tables, the top seeds advance without playing. If a table is tied at the cut, its entrants play more
//! blocks.

use super::{Encounter, RankedEntrant, RoundGenerator, ScheduleInput, ScheduleRound};

/// How many tie-break rounds a tied table plays before seeding decides.
const MAX_EXTRA_ROUNDS: usize = 5;
/// Below the points of any entrant that still plays.
const WITHDRAWN_POINTS: f64 = -1.0;

/// A knock-out tournament.
pub(super) struct KnockOut {
    seats: usize,
    /// Remaining entrants, top seeds first.
    remaining: Vec<usize>,
    /// Entrants that are out, best first: the losers of later stages come before those of earlier ones;
    /// entrants withdrawn between stages come last.
    eliminated: Vec<usize>,
    /// The number of the current stage, from 1.
    stage: usize,
    /// How many tie-break rounds of this stage have been due.
    extra_rounds: usize,
    /// Tied tables of this stage, with their points so far.
    tied: Vec<Encounter>,
    /// Losers of this stage, with their points.
    losers: Vec<(usize, f64)>,
    is_over: bool,
}

impl KnockOut {
    pub(super) fn new(field: ScheduleInput) -> Self {
        KnockOut {
            seats: field.seats,
            remaining: (0..field.entrants).collect(),
            eliminated: Vec::new(),
            stage: 0,
            extra_rounds: 0,
            tied: Vec::new(),
            losers: Vec::new(),
            is_over: false,
        }
    }

    /// Returns the number of tables in this stage. With two players per table there are byes in the first
    /// round only.
    fn tables(&self) -> usize {
        let remaining = self.remaining.len();
        if self.seats == 2 {
            remaining - remaining.next_power_of_two() / 2
        } else {
            remaining / self.seats
        }
    }

    /// Returns how many entrants of a table advance; in the final only one.
    fn advancing(&self) -> usize {
        if self.remaining.len() <= self.seats { 1 } else { self.seats / 2 }
    }

    fn title(&self) -> String {
        let stage = match (self.seats, self.remaining.len()) {
            (seats, remaining) if remaining <= seats => "Final".into(),
            (2, 3 | 4) => "Semi-finals".into(),
            (2, 5..=8) => "Quarter-finals".into(),
            _ => format!("Round {}", self.stage),
        };
        if self.extra_rounds == 0 {
            stage
        } else {
            format!("{stage}, tie-break {}", self.extra_rounds)
        }
    }

    /// Returns whether the last advancing entrant has as many points as the first eliminated one.
    fn is_tied_at_the_cut(&self, encounter: &Encounter) -> bool {
        let mut points = encounter.points.clone();
        points.sort_by(|a, b| b.total_cmp(a));
        let cut = self.advancing();
        points.get(cut).is_some_and(|next| (points[cut - 1] - next).abs() < 1e-9)
    }

    /// Seats the entrants of a new stage in a snake order (1 2 3, 6 5 4, ...).
    fn pair_stage(&mut self) -> ScheduleRound {
        self.stage += 1;
        let tables = self.tables();
        let byes = self.remaining.len() - tables * self.seats;
        let mut groups = vec![Vec::new(); tables];
        for (place, &entrant) in self.remaining[byes..].iter().enumerate() {
            let (row, column) = (place / tables, place % tables);
            groups[if row % 2 == 0 { column } else { tables - 1 - column }].push(entrant);
        }
        ScheduleRound {
            title: self.title(),
            encounters: groups.into_iter().map(Encounter::of).collect(),
            byes: self.remaining[..byes].to_vec(),
            blocks: None,
        }
    }

    /// Ends a decided stage. If the remaining entrants don't fill a table, the best losers come back.
    fn finish_stage(&mut self) {
        self.is_over = self.remaining.len() <= self.seats;
        let mut losers = std::mem::take(&mut self.losers);
        losers.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let survives = |entrant: &usize| !losers.iter().any(|(loser, _)| loser == entrant);
        self.remaining.retain(survives);
        let missing =
            if self.is_over { 0 } else { self.seats.saturating_sub(self.remaining.len()) };
        let out = losers.split_off(missing.min(losers.len()));
        self.remaining.extend(losers.into_iter().map(|(entrant, _)| entrant));
        self.remaining.sort_unstable();
        self.eliminated.splice(0..0, out.into_iter().map(|(entrant, _)| entrant));
        self.extra_rounds = 0;
    }

    /// Adds the points of the earlier rounds of this stage; withdrawn entrants come last.
    fn add_earlier_points(&self, encounter: &mut Encounter, is_withdrawn: &dyn Fn(usize) -> bool) {
        if let Some(before) = self.tied.iter().find(|tied| tied.entrants == encounter.entrants) {
            let sum = before.points.iter().zip(&encounter.points).map(|(a, b)| a + b);
            encounter.points = sum.collect();
        }
        for (&entrant, points) in encounter.entrants.iter().zip(&mut encounter.points) {
            if is_withdrawn(entrant) {
                *points = WITHDRAWN_POINTS;
            }
        }
    }
}

impl RoundGenerator for KnockOut {
    fn next_round(
        &mut self,
        _: &[ScheduleRound],
        is_withdrawn: &dyn Fn(usize) -> bool,
    ) -> Option<ScheduleRound> {
        if !self.tied.is_empty() {
            let encounters = self.tied.iter().map(|table| Encounter::of(table.entrants.clone()));
            let encounters = encounters.collect();
            let title = self.title();
            return Some(ScheduleRound {
                title,
                encounters,
                blocks: Some(1),
                ..ScheduleRound::default()
            });
        }
        let (withdrawn, remaining): (Vec<usize>, Vec<usize>) =
            self.remaining.iter().partition(|&&entrant| is_withdrawn(entrant));
        self.remaining = remaining;
        self.eliminated.extend(withdrawn);
        let can_play = !self.is_over && self.remaining.len() >= self.seats.max(2);
        can_play.then(|| self.pair_stage())
    }

    fn record_results(&mut self, last: &mut ScheduleRound, is_withdrawn: &dyn Fn(usize) -> bool) {
        for encounter in &mut last.encounters {
            self.add_earlier_points(encounter, is_withdrawn);
        }
        self.tied.clear();
        for encounter in &mut last.encounters {
            if self.is_tied_at_the_cut(encounter) && self.extra_rounds < MAX_EXTRA_ROUNDS {
                self.tied.push(encounter.clone());
                continue;
            }
            let ranking = encounter.ranking();
            let (advance, rest) = ranking.split_at(self.advancing().min(ranking.len()));
            encounter.advance = advance.to_vec();
            let with_points = |entrant: usize| {
                let index = encounter.entrants.iter().position(|&other| other == entrant);
                (entrant, index.map_or(0.0, |index| encounter.points[index]))
            };
            self.losers.extend(rest.iter().map(|&entrant| with_points(entrant)));
        }
        if self.tied.is_empty() {
            self.finish_stage();
        } else {
            self.extra_rounds += 1;
        }
    }

    fn ranking(&self) -> Option<Vec<RankedEntrant>> {
        let order = self.remaining.iter().chain(&self.eliminated).enumerate();
        let ranked =
            |(place, &entrant)| RankedEntrant { entrant, sort_keys: vec![-(place as f64)] };
        Some(order.map(ranked).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a knock-out in which the lower index always wins; returns the groups of each round and the final
    /// order.
    fn play(entrants: usize, seats: usize) -> (Vec<Vec<Vec<usize>>>, Vec<usize>) {
        let mut rounds = KnockOut::new(ScheduleInput { entrants, seats, rounds: None });
        let mut played = Vec::new();
        while let Some(mut round) = rounds.next_round(&[], &|_| false) {
            for encounter in &mut round.encounters {
                encounter.points = encounter.entrants.iter().map(|&one| -(one as f64)).collect();
            }
            rounds.record_results(&mut round, &|_| false);
            let groups = round.encounters.into_iter().map(|encounter| encounter.entrants);
            played.push(groups.collect());
            assert!(played.len() < 20, "it ends: {played:?}");
        }
        let order = rounds.ranking().expect("a knock-out has an order");
        (played, order.into_iter().map(|one| one.entrant).collect())
    }

    #[test]
    fn the_top_seeds_meet_late() {
        let (rounds, order) = play(4, 2);
        assert_eq!(rounds, [vec![vec![0, 3], vec![1, 2]], vec![vec![0, 1]]]);
        assert_eq!(order, [0, 1, 2, 3]);
    }

    #[test]
    fn byes_are_in_the_first_round_only() {
        let (rounds, order) = play(6, 2);
        assert_eq!(rounds[0], [[2, 5], [3, 4]]);
        assert_eq!(rounds[1..], [vec![vec![0, 3], vec![1, 2]], vec![vec![0, 1]]]);
        assert_eq!(order, [0, 1, 2, 3, 4, 5]);
    }

    #[test]
    fn every_knock_out_ends_with_one_full_table() {
        for seats in 2..=9 {
            for entrants in seats..30 {
                let (rounds, order) = play(entrants, seats);
                let full = rounds.iter().flatten().all(|group| group.len() == seats);
                assert!(full, "{entrants} at tables of {seats}: {rounds:?}");
                assert_eq!(rounds.last().map(Vec::len), Some(1));
                assert_eq!(order[0], 0);
                let mut all = order.clone();
                all.sort_unstable();
                assert_eq!(all, (0..entrants).collect::<Vec<_>>(), "{seats}: {order:?}");
            }
        }
    }

    #[test]
    fn tied_tables_play_tie_breaks_and_then_seeding_decides() {
        let mut rounds = KnockOut::new(ScheduleInput { entrants: 2, seats: 2, rounds: None });
        let mut titles = Vec::new();
        while let Some(mut round) = rounds.next_round(&[], &|_| false) {
            round.encounters[0].points = vec![1.0, 1.0];
            rounds.record_results(&mut round, &|_| false);
            titles.push(round.title);
        }
        assert_eq!(titles.len(), 1 + MAX_EXTRA_ROUNDS);
        assert_eq!(titles[1], "Final, tie-break 1");
        let order = rounds.ranking().expect("a knock-out has an order");
        assert_eq!((order[0].entrant, order[1].entrant), (0, 1));
    }

    #[test]
    fn a_withdrawn_entrant_loses_and_the_others_play_on() {
        let mut rounds = KnockOut::new(ScheduleInput { entrants: 4, seats: 2, rounds: None });
        let is_withdrawn = |entrant: usize| entrant == 0;
        let mut round = rounds.next_round(&[], &|_| false).expect("four play");
        round.encounters.iter_mut().for_each(|one| one.points = vec![2.0, 0.0]);
        rounds.record_results(&mut round, &is_withdrawn);
        let last = rounds.next_round(&[], &is_withdrawn).expect("a final");
        assert_eq!(last.encounters[0].entrants, [1, 3]);
    }
}
