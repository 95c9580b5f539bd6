//! Where judged steps are stored, so that none is computed twice.

use super::{Judged, StepKey};
use std::collections::HashMap;

/// Stores judged steps by what they depend on. A store that fails forgets: nothing is wrong then,
/// only computed again.
pub trait Store {
    /// What was stored under this very key, if anything.
    fn get(&self, key: &StepKey) -> Option<Judged>;
    /// Stores what is known under this key.
    fn put(&mut self, key: &StepKey, judged: &Judged);
}

/// Stores nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoStore;

impl Store for NoStore {
    fn get(&self, _: &StepKey) -> Option<Judged> {
        None
    }

    fn put(&mut self, _: &StepKey, _: &Judged) {}
}

/// Stores steps for as long as it lives.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    steps: HashMap<StepKey, Judged>,
}

impl Store for MemoryStore {
    fn get(&self, key: &StepKey) -> Option<Judged> {
        self.steps.get(key).cloned()
    }

    fn put(&mut self, key: &StepKey, judged: &Judged) {
        self.steps.insert(key.clone(), judged.clone());
    }
}

/// A store that somebody else owns.
impl<S: Store + ?Sized> Store for &mut S {
    fn get(&self, key: &StepKey) -> Option<Judged> {
        (**self).get(key)
    }

    fn put(&mut self, key: &StepKey, judged: &Judged) {
        (**self).put(key, judged);
    }
}
