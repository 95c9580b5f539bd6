//! Schedules whose encounters are all known from the start: a single round.

use super::{Encounter, RoundGenerator, ScheduleRound};

/// A single round of these groups.
pub(super) struct SingleRound {
    groups: Vec<Vec<usize>>,
}

impl SingleRound {
    pub(super) fn new(groups: Vec<Vec<usize>>) -> Self {
        SingleRound { groups }
    }
}

impl RoundGenerator for SingleRound {
    fn next_round(
        &mut self,
        played: &[ScheduleRound],
        _: &dyn Fn(usize) -> bool,
    ) -> Option<ScheduleRound> {
        let groups = std::mem::take(&mut self.groups);
        let encounters = groups.into_iter().map(Encounter::of).collect();
        played.is_empty().then(|| ScheduleRound { encounters, ..ScheduleRound::default() })
    }
}
