//! Swiss schedule: a fixed number of rounds, in each of which entrants with similar points meet, avoiding
//! repeated pairings as far as possible.
//!
//! An entrant's points for a round are its share of the points available, from 0 to 1; a bye is worth 1. Ties
//! are broken by the opponents' points. Among entrants with equal points, the upper half meets the lower
//! half.

use super::{
    Encounter, RankedEntrant, RoundGenerator, ScheduleInput, ScheduleRound, groups::Meetings,
};
use std::cmp::Ordering;

/// Number of attempts after which the search for a pairing without repeats is given up.
const MAX_TRIES: u32 = 100_000;

/// A Swiss tournament.
pub(super) struct Swiss {
    seats: usize,
    rounds: usize,
    points: Vec<f64>,
    byes: Vec<u32>,
    meetings: Meetings,
}

impl Swiss {
    pub(super) fn new(field: ScheduleInput) -> Self {
        let ScheduleInput { entrants, seats, rounds } = field;
        // Enough rounds to find the best entrant, plus two to rank those behind.
        let usual = entrants.next_power_of_two().trailing_zeros() as usize + 2;
        let most = if seats == 2 { entrants.saturating_sub(1).max(1) } else { usize::MAX };
        Swiss {
            seats,
            rounds: rounds.unwrap_or(usual.min(most)),
            points: vec![0.0; entrants],
            byes: vec![0; entrants],
            meetings: Meetings::new(entrants),
        }
    }

    /// Returns the entrants that play, leaders first, and those with a bye: the ones with the fewest byes so
    /// far, lowest-ranked first.
    fn field(&self, is_withdrawn: &dyn Fn(usize) -> bool) -> (Vec<usize>, Vec<usize>) {
        let mut playing: Vec<usize> =
            (0..self.points.len()).filter(|&one| !is_withdrawn(one)).collect();
        playing.sort_by(|&a, &b| self.points[b].total_cmp(&self.points[a]).then(a.cmp(&b)));
        let mut byes = Vec::new();
        while !playing.len().is_multiple_of(self.seats) {
            let places = (0..playing.len()).rev();
            let place = places.min_by_key(|&place| self.byes[playing[place]]).unwrap_or(0);
            byes.push(playing.remove(place));
        }
        (playing, byes)
    }

    /// Sums the points of all opponents met so far, which breaks ties (Buchholz).
    fn buchholz(&self, entrant: usize) -> f64 {
        let points = self.points.iter().enumerate();
        points
            .map(|(other, points)| f64::from(self.meetings.between(entrant, other)) * points)
            .sum()
    }

    /// Returns the tables of a round: pairs, or groups if a table has more than two seats.
    fn tables(&self, playing: &[usize]) -> Vec<Vec<usize>> {
        if self.seats == 2 {
            let mut tries = MAX_TRIES;
            if let Some(pairs) = self.pairs(playing.to_vec(), &mut tries) {
                return pairs;
            }
        }
        let (mut free, mut tables) = (playing.to_vec(), Vec::new());
        while !free.is_empty() {
            let mut table = vec![free.remove(0)];
            while table.len() < self.seats {
                let often = |one: usize| -> u32 {
                    table.iter().map(|&other| self.meetings.between(one, other)).sum()
                };
                let next = (0..free.len()).min_by_key(|&place| often(free[place])).unwrap_or(0);
                table.push(free.remove(next));
            }
            tables.push(table);
        }
        tables
    }

    /// Pairs the leader with the most suitable opponent it hasn't met, such that the rest can be paired too;
    /// `None` if no such pairing is found.
    fn pairs(&self, mut free: Vec<usize>, tries: &mut u32) -> Option<Vec<Vec<usize>>> {
        if free.is_empty() {
            return Some(Vec::new());
        }
        let leader = free.remove(0);
        for place in self.by_preference(leader, &free) {
            *tries = tries.checked_sub(1)?;
            let mut rest = free.clone();
            let other = rest.remove(place);
            if let Some(mut pairs) = self.pairs(rest, tries) {
                pairs.insert(0, vec![leader, other]);
                return Some(pairs);
            }
        }
        None
    }

    /// Returns the possible opponents of the leader (indices in `free`): the lower half of those with equal
    /// points, then the upper half, then the others in order.
    fn by_preference(&self, leader: usize, free: &[usize]) -> Vec<usize> {
        let is_equal = |&&one: &&usize| (self.points[one] - self.points[leader]).abs() < 1e-9;
        let equals = free.iter().take_while(is_equal).count();
        let half = equals / 2;
        let order = (half..equals).chain((0..half).rev()).chain(equals..free.len());
        order.filter(|&place| self.meetings.between(leader, free[place]) == 0).collect()
    }
}

impl RoundGenerator for Swiss {
    fn next_round(
        &mut self,
        played: &[ScheduleRound],
        is_withdrawn: &dyn Fn(usize) -> bool,
    ) -> Option<ScheduleRound> {
        let (playing, byes) = self.field(is_withdrawn);
        if played.len() >= self.rounds || playing.is_empty() {
            return None;
        }
        let encounters = self.tables(&playing).into_iter().map(Encounter::of).collect();
        let title = format!("Round {}", played.len() + 1);
        Some(ScheduleRound { title, encounters, byes, blocks: None })
    }

    fn record_results(&mut self, last: &mut ScheduleRound, _: &dyn Fn(usize) -> bool) {
        for encounter in &last.encounters {
            self.meetings.note(&encounter.entrants);
            let games = encounter.points.iter().sum::<f64>() * 2.0 / self.seats as f64;
            for (&one, points) in encounter.entrants.iter().zip(&encounter.points) {
                self.points[one] += if games > 0.0 { points / games } else { 0.0 };
            }
        }
        for &one in &last.byes {
            self.points[one] += 1.0;
            self.byes[one] += 1;
        }
    }

    fn ranking(&self) -> Option<Vec<RankedEntrant>> {
        let mut order: Vec<RankedEntrant> = (0..self.points.len())
            .map(|entrant| RankedEntrant {
                entrant,
                sort_keys: vec![self.points[entrant], self.buchholz(entrant)],
            })
            .collect();
        order.sort_by(|a, b| {
            let orders = a.sort_keys.iter().zip(&b.sort_keys).map(|(a, b)| b.total_cmp(a));
            orders.fold(Ordering::Equal, Ordering::then).then(a.entrant.cmp(&b.entrant))
        });
        Some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn play(
        entrants: usize,
        seats: usize,
        rounds: Option<usize>,
    ) -> (Vec<ScheduleRound>, Vec<usize>) {
        let mut swiss = Swiss::new(ScheduleInput { entrants, seats, rounds });
        let mut played: Vec<ScheduleRound> = Vec::new();
        while let Some(mut round) = swiss.next_round(&played, &|_| false) {
            for encounter in &mut round.encounters {
                let points = |&one: &usize| {
                    let behind = encounter.entrants.iter().filter(|&&other| other > one).count();
                    behind as f64 / (seats - 1) as f64
                };
                encounter.points = encounter.entrants.iter().map(points).collect();
            }
            swiss.record_results(&mut round, &|_| false);
            played.push(round);
        }
        let order = swiss.ranking().expect("by points");
        (played, order.into_iter().map(|one| one.entrant).collect())
    }

    #[test]
    fn the_strongest_wins_and_nobody_meets_the_same_twice() {
        for entrants in 2..20 {
            let (rounds, order) = play(entrants, 2, None);
            assert_eq!(order[0], 0, "{entrants}");
            let mut pairs: Vec<Vec<usize>> = rounds
                .iter()
                .flat_map(|round| &round.encounters)
                .map(|e| e.entrants.clone())
                .collect();
            for pair in &mut pairs {
                pair.sort_unstable();
            }
            let count = pairs.len();
            pairs.sort();
            pairs.dedup();
            assert_eq!(pairs.len(), count, "{entrants}: {rounds:?}");
        }
    }

    #[test]
    fn the_upper_half_meets_the_lower_half() {
        let (rounds, _) = play(4, 2, None);
        let pairs: Vec<&[usize]> =
            rounds[0].encounters.iter().map(|encounter| encounter.entrants.as_slice()).collect();
        assert_eq!(pairs, [[0, 2], [1, 3]]);
    }

    #[test]
    fn nobody_sits_out_twice_before_all_others_have() {
        let (rounds, _) = play(5, 2, None);
        let mut byes: Vec<usize> = rounds.iter().flat_map(|round| round.byes.clone()).collect();
        byes.sort_unstable();
        byes.dedup();
        assert_eq!(byes.len(), rounds.len());
    }

    #[test]
    fn a_bye_is_worth_as_much_as_a_win() {
        let mut swiss = Swiss::new(ScheduleInput { entrants: 3, seats: 2, rounds: Some(1) });
        let mut round = swiss.next_round(&[], &|_| false).expect("a round");
        let (bye, pair) = (round.byes[0], round.encounters[0].entrants.clone());
        round.encounters[0].points = vec![2.0, 0.0]; // both games of the pair
        swiss.record_results(&mut round, &|_| false);
        for (entrant, points) in [(bye, 1.0), (pair[0], 1.0), (pair[1], 0.0)] {
            assert!((swiss.points[entrant] - points).abs() < 1e-9, "{entrant}");
        }
    }

    #[test]
    fn when_everybody_has_met_everybody_they_meet_again() {
        let (rounds, _) = play(4, 2, Some(5));
        assert_eq!(rounds.len(), 5);
        assert!(rounds.iter().all(|round| round.encounters.len() == 2));
        let (rounds, order) = play(11, 4, Some(6));
        assert_eq!(order[0], 0);
        assert!(rounds.iter().all(|round| round.encounters.len() == 2 && round.byes.len() == 3));
    }
}
