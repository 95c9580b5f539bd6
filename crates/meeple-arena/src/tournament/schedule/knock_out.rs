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
//! Tables are drawn anew in each round, the strongest remaining entrants against the weakest, so that the
//! favourites meet late. Entrants that don't fill a table, again the favourites, advance without playing. If
//! a table is tied at the cut, its entrants play more blocks.

use super::{Encounter, RankedEntrant, RoundGenerator, ScheduleInput, ScheduleRound};

/// How many times a tied table plays extra games before the order of the entrants decides.
const MAX_EXTRA_ROUNDS: usize = 5;

/// A knock-out tournament.
pub(super) struct KnockOut {
    seats: usize,
    /// Remaining entrants, favourites first.
    left: Vec<usize>,
    /// Eliminated entrants, most recent first.
    gone: Vec<usize>,
    stage: usize,
    extras: usize,
    /// Tied tables of this stage, with their points so far.
    level: Vec<Encounter>,
    /// Losers of this stage, with their points.
    losers: Vec<(usize, f64)>,
    is_over: bool,
}

impl KnockOut {
    pub(super) fn new(field: ScheduleInput) -> Self {
        KnockOut {
            seats: field.seats,
            left: (0..field.entrants).collect(),
            gone: Vec::new(),
            stage: 0,
            extras: 0,
            level: Vec::new(),
            losers: Vec::new(),
            is_over: false,
        }
    }

    /// Returns the number of tables in this stage. With two players per table there are byes in the first
    /// round only.
    fn tables(&self) -> usize {
        let left = self.left.len();
        if self.seats == 2 { left - left.next_power_of_two() / 2 } else { left / self.seats }
    }

    /// Returns how many entrants of a table advance; in the final only one.
    fn advancing(&self) -> usize {
        if self.left.len() <= self.seats { 1 } else { self.seats / 2 }
    }

    fn title(&self) -> String {
        let stage = match (self.seats, self.left.len()) {
            (seats, left) if left <= seats => "Final".into(),
            (2, 3 | 4) => "Semi-finals".into(),
            (2, 5..=8) => "Quarter-finals".into(),
            _ => format!("Round {}", self.stage),
        };
        if self.extras == 0 { stage } else { format!("{stage}, extra games {}", self.extras) }
    }

    /// Returns whether the last advancing entrant has as many points as the first eliminated one.
    fn is_level(&self, encounter: &Encounter) -> bool {
        let mut points = encounter.points.clone();
        points.sort_by(|a, b| b.total_cmp(a));
        let cut = self.advancing();
        points.get(cut).is_some_and(|next| (points[cut - 1] - next).abs() < 1e-9)
    }

    /// Draws the tables of a new stage in a snake order (1 2 3, 6 5 4, ...).
    fn draw(&mut self) -> ScheduleRound {
        self.stage += 1;
        let tables = self.tables();
        let byes = self.left.len() - tables * self.seats;
        let mut groups = vec![Vec::new(); tables];
        for (place, &entrant) in self.left[byes..].iter().enumerate() {
            let (row, column) = (place / tables, place % tables);
            groups[if row % 2 == 0 { column } else { tables - 1 - column }].push(entrant);
        }
        ScheduleRound {
            title: self.title(),
            encounters: groups.into_iter().map(Encounter::of).collect(),
            byes: self.left[..byes].to_vec(),
            blocks: None,
        }
    }

    /// Ends a decided stage. If the remaining entrants don't fill a table, the best losers come back.
    fn finish_stage(&mut self) {
        self.is_over = self.left.len() <= self.seats;
        let mut losers = std::mem::take(&mut self.losers);
        losers.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
        let stay = |one: &usize| !losers.iter().any(|(loser, _)| loser == one);
        self.left.retain(stay);
        let missing = if self.is_over { 0 } else { self.seats.saturating_sub(self.left.len()) };
        let out = losers.split_off(missing.min(losers.len()));
        self.left.extend(losers.into_iter().map(|(entrant, _)| entrant));
        self.left.sort_unstable();
        self.gone.splice(0..0, out.into_iter().map(|(entrant, _)| entrant));
        self.extras = 0;
    }

    /// Adds the points of the games before extra games; withdrawn entrants come last.
    fn add_up(&self, encounter: &mut Encounter, is_out: &dyn Fn(usize) -> bool) {
        if let Some(before) = self.level.iter().find(|one| one.entrants == encounter.entrants) {
            let sum = before.points.iter().zip(&encounter.points).map(|(a, b)| a + b);
            encounter.points = sum.collect();
        }
        for (&entrant, points) in encounter.entrants.iter().zip(&mut encounter.points) {
            if is_out(entrant) {
                *points = -1.0;
            }
        }
    }
}

impl RoundGenerator for KnockOut {
    fn next_round(
        &mut self,
        _: &[ScheduleRound],
        is_out: &dyn Fn(usize) -> bool,
    ) -> Option<ScheduleRound> {
        if !self.level.is_empty() {
            let encounters = self.level.iter().map(|table| Encounter::of(table.entrants.clone()));
            let encounters = encounters.collect();
            let title = self.title();
            return Some(ScheduleRound {
                title,
                encounters,
                blocks: Some(1),
                ..ScheduleRound::default()
            });
        }
        let (out, left): (Vec<usize>, Vec<usize>) = self.left.iter().partition(|&&one| is_out(one));
        self.left = left;
        self.gone.extend(out);
        let can_play = !self.is_over && self.left.len() >= self.seats.max(2);
        can_play.then(|| self.draw())
    }

    fn record_results(&mut self, last: &mut ScheduleRound, is_out: &dyn Fn(usize) -> bool) {
        for encounter in &mut last.encounters {
            self.add_up(encounter, is_out);
        }
        self.level.clear();
        for encounter in &mut last.encounters {
            if self.is_level(encounter) && self.extras < MAX_EXTRA_ROUNDS {
                self.level.push(encounter.clone());
                continue;
            }
            let ranking = encounter.ranking();
            let (advance, rest) = ranking.split_at(self.advancing().min(ranking.len()));
            encounter.advance = advance.to_vec();
            let points = |one: usize| {
                let place = encounter.entrants.iter().position(|&other| other == one);
                (one, place.map_or(0.0, |place| encounter.points[place]))
            };
            self.losers.extend(rest.iter().map(|&one| points(one)));
        }
        if self.level.is_empty() {
            self.finish_stage();
        } else {
            self.extras += 1;
        }
    }

    fn ranking(&self) -> Option<Vec<RankedEntrant>> {
        let order = self.left.iter().chain(&self.gone).enumerate();
        let place = |(place, &entrant)| RankedEntrant { entrant, figures: vec![-(place as f64)] };
        Some(order.map(place).collect())
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
    fn the_favourites_meet_late() {
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
    fn every_field_comes_down_to_one_full_table() {
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
    fn level_tables_play_on_and_then_the_list_decides() {
        let mut rounds = KnockOut::new(ScheduleInput { entrants: 2, seats: 2, rounds: None });
        let mut titles = Vec::new();
        while let Some(mut round) = rounds.next_round(&[], &|_| false) {
            round.encounters[0].points = vec![1.0, 1.0];
            rounds.record_results(&mut round, &|_| false);
            titles.push(round.title);
        }
        assert_eq!(titles.len(), 1 + MAX_EXTRA_ROUNDS);
        assert_eq!(titles[1], "Final, extra games 1");
        let order = rounds.ranking().expect("a knock-out has an order");
        assert_eq!((order[0].entrant, order[1].entrant), (0, 1));
    }

    #[test]
    fn who_is_withdrawn_loses_and_the_others_go_on() {
        let mut rounds = KnockOut::new(ScheduleInput { entrants: 4, seats: 2, rounds: None });
        let is_out = |one: usize| one == 0;
        let mut round = rounds.next_round(&[], &|_| false).expect("four play");
        round.encounters.iter_mut().for_each(|one| one.points = vec![2.0, 0.0]);
        rounds.record_results(&mut round, &is_out);
        let last = rounds.next_round(&[], &is_out).expect("a final");
        assert_eq!(last.encounters[0].entrants, [1, 3]);
    }
}
