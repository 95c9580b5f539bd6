//! Stores for judged steps, so that none is computed twice.

use super::{StepJudgement, StepKey};
use std::collections::HashMap;

/// Stores judged steps by key. A store may lose steps; they are then computed again.
pub trait Store {
    /// Returns the step stored under exactly this key, if any.
    fn get(&self, key: &StepKey) -> Option<StepJudgement>;
    /// Stores a judged step under this key.
    fn put(&mut self, key: &StepKey, judged: &StepJudgement);
}

/// A store that stores nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoStore;

impl Store for NoStore {
    fn get(&self, _: &StepKey) -> Option<StepJudgement> {
        None
    }

    fn put(&mut self, _: &StepKey, _: &StepJudgement) {}
}

/// A store in memory.
#[derive(Debug, Clone, Default)]
pub struct MemoryStore {
    steps: HashMap<StepKey, StepJudgement>,
}

impl Store for MemoryStore {
    fn get(&self, key: &StepKey) -> Option<StepJudgement> {
        self.steps.get(key).cloned()
    }

    fn put(&mut self, key: &StepKey, judged: &StepJudgement) {
        self.steps.insert(key.clone(), judged.clone());
    }
}

/// A borrowed store.
impl<S: Store + ?Sized> Store for &mut S {
    fn get(&self, key: &StepKey) -> Option<StepJudgement> {
        (**self).get(key)
    }

    fn put(&mut self, key: &StepKey, judged: &StepJudgement) {
        (**self).put(key, judged);
    }
}
