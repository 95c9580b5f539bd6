//! Encounters that are known from the beginning: one round of them all.

use super::{Encounter, Round, Rounds};

/// A list of encounters.
pub(super) struct List {
    groups: Vec<Vec<usize>>,
}

impl List {
    pub(super) fn new(groups: Vec<Vec<usize>>) -> Self {
        List { groups }
    }
}

impl Rounds for List {
    fn next(&mut self, played: &[Round], _: &dyn Fn(usize) -> bool) -> Option<Round> {
        let groups = std::mem::take(&mut self.groups);
        let encounters = groups.into_iter().map(Encounter::of).collect();
        played.is_empty().then(|| Round { encounters, ..Round::default() })
    }
}
