//! Groups of entrants that fill a table: all of them, or a balanced selection if there are too many.

use super::ScheduleInput;

/// Maximum number of groups for which all are played.
const MAX_GROUPS: usize = 500;

/// Returns groups in which every entrant meets every other.
pub(super) fn all_against_all(field: ScheduleInput) -> Vec<Vec<usize>> {
    let all: Vec<usize> = (0..field.entrants).collect();
    groups(&all, field.seats, field.rounds)
}

/// Returns groups in which the first entrant meets all others.
pub(super) fn first_against_all(field: ScheduleInput) -> Vec<Vec<usize>> {
    let others: Vec<usize> = (1..field.entrants).collect();
    let mut groups = groups(&others, field.seats.saturating_sub(1), field.rounds);
    for group in &mut groups {
        group.insert(0, 0);
    }
    groups
}

/// Returns all groups, unless there are too many or a number of rounds is given.
fn groups(who: &[usize], size: usize, rounds: Option<usize>) -> Vec<Vec<usize>> {
    match rounds {
        None if size <= 2 || count(who.len(), size) <= MAX_GROUPS => all(who, size),
        rounds => balanced(who, size, rounds.unwrap_or(who.len().saturating_sub(1))),
    }
}

/// Returns the number of groups; `usize::MAX` if it overflows.
fn count(among: usize, size: usize) -> usize {
    (0..size.min(among))
        .try_fold(1_usize, |groups, taken| Some(groups.checked_mul(among - taken)? / (taken + 1)))
        .unwrap_or(usize::MAX)
}

/// Returns all groups, sorted lexicographically.
fn all(who: &[usize], size: usize) -> Vec<Vec<usize>> {
    match (size, who.split_first()) {
        (0, _) => vec![Vec::new()],
        (_, None) => Vec::new(),
        (_, Some((&first, rest))) => {
            let mut groups = all(rest, size - 1);
            for group in &mut groups {
                group.insert(0, first);
            }
            groups.extend(all(rest, size));
            groups
        }
    }
}

/// Returns this many rounds of as many groups as fit. Entrants with the fewest games are chosen first, with
/// the opponents they have met least.
fn balanced(who: &[usize], size: usize, rounds: usize) -> Vec<Vec<usize>> {
    let mut meetings = Meetings::new(who.len());
    let mut groups = Vec::new();
    for _ in 0..rounds {
        let mut free: Vec<usize> = (0..who.len()).collect();
        free.sort_by_key(|&one| meetings.played[one]);
        while free.len() >= size && size > 0 {
            let mut group = vec![free.remove(0)];
            while group.len() < size {
                let next = meetings.least_met(&group, &free);
                group.push(free.remove(next));
            }
            group.sort_unstable();
            meetings.note(&group);
            groups.push(group.into_iter().map(|one| who[one]).collect());
        }
    }
    groups
}

/// How often each pair of entrants has met.
#[derive(Debug, Clone)]
pub(super) struct Meetings {
    met: Vec<Vec<u32>>,
    played: Vec<u32>,
}

impl Meetings {
    pub(super) fn new(count: usize) -> Self {
        Meetings { met: vec![vec![0; count]; count], played: vec![0; count] }
    }

    pub(super) fn note(&mut self, group: &[usize]) {
        for &one in group {
            self.played[one] += 1;
            group.iter().filter(|&&other| other != one).for_each(|&other| {
                self.met[one][other] += 1;
            });
        }
    }

    pub(super) fn between(&self, one: usize, other: usize) -> u32 {
        self.met[one][other]
    }

    /// Returns the index in `free` of the entrant the group has met least; ties are broken by fewest games,
    /// then by position.
    pub(super) fn least_met(&self, group: &[usize], free: &[usize]) -> usize {
        let often = |one: usize| group.iter().map(|&other| self.met[one][other]).sum::<u32>();
        let places = 0..free.len();
        places.min_by_key(|&place| (often(free[place]), self.played[free[place]])).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(entrants: usize, seats: usize) -> ScheduleInput {
        ScheduleInput { entrants, seats, rounds: None }
    }

    #[test]
    fn everybody_meets_everybody() {
        assert_eq!(all_against_all(field(4, 2)).len(), 6);
        assert_eq!(
            all_against_all(field(5, 4)),
            [[0, 1, 2, 3], [0, 1, 2, 4], [0, 1, 3, 4], [0, 2, 3, 4], [1, 2, 3, 4]]
        );
        assert_eq!(all_against_all(field(40, 2)).len(), 780, "pairs are never too many");
        assert_eq!(first_against_all(field(4, 2)), [[0, 1], [0, 2], [0, 3]]);
        assert_eq!(first_against_all(field(4, 3)), [[0, 1, 2], [0, 1, 3], [0, 2, 3]]);
    }

    #[test]
    fn where_all_groups_are_too_many_everybody_still_meets_everybody() {
        let groups = all_against_all(field(30, 4));
        assert_eq!(groups.len(), 29 * 7);
        let mut meetings = Meetings::new(30);
        for group in &groups {
            meetings.note(group);
        }
        let (least, most) = (meetings.played.iter().min(), meetings.played.iter().max());
        assert!(most.zip(least).is_some_and(|(most, least)| most - least <= 1), "{meetings:?}");
        for one in 0..30 {
            for other in 0..one {
                let met = meetings.between(one, other);
                assert!((1..=6).contains(&met), "{one} and {other} met {met} times");
            }
        }
    }

    #[test]
    fn groups_are_counted_without_overflow() {
        assert_eq!(count(9, 4), 126);
        assert_eq!(count(30, 4), 27_405);
        assert_eq!(count(1000, 9), usize::MAX);
        assert_eq!(count(3, 9), 1);
    }
}
