//! The options of a game, as the fields of a form.

use meeple_core::KeyInfo;
use meeple_games::GameKind;

/// An option of the game, and what it is set to; nothing is its default.
pub(super) struct Choice {
    /// The word before the `=`.
    pub(super) name: &'static str,
    about: &'static str,
    default: &'static str,
    possible: String,
    /// The words it may be, where it is one of a few.
    pub(super) words: &'static [&'static str],
    /// What it is set to; nothing is its default.
    pub(super) value: String,
}

impl Choice {
    /// What it is, its default if nothing was said.
    pub(super) fn shown(&self) -> &str {
        if self.value.is_empty() { self.default } else { &self.value }
    }

    /// What it means, what it may be, and what it is otherwise.
    pub(super) fn meaning(&self) -> String {
        let Choice { about, default, possible, .. } = self;
        format!("{about}: {possible}; {default} if nothing is said")
    }

    /// As it would be typed; nothing where it is left to its default.
    pub(super) fn word(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| format!("{}={}", self.name, self.value))
    }

    /// Sets it, and gives what it was.
    pub(super) fn set(&mut self, value: String) -> String {
        let value = if value == self.default { String::new() } else { value };
        std::mem::replace(&mut self.value, value)
    }

    /// The value so many steps further, where values follow each other.
    pub(super) fn next(&self, by: i64) -> Option<String> {
        if self.words.is_empty() {
            let number: u64 = self.shown().parse().ok()?;
            return Some(number.saturating_add_signed(by).to_string());
        }
        let now = self.words.iter().position(|&word| word == self.shown()).unwrap_or(0) as i64;
        let next = (now + by).rem_euclid(self.words.len() as i64) as usize;
        Some(self.words[next].to_owned())
    }
}

/// The options of a game, as the fields of a form.
pub(super) fn choices(kind: GameKind) -> Vec<Choice> {
    let choice = |KeyInfo { name, about, default, possible, choices }| Choice {
        name,
        about,
        default,
        possible,
        words: choices,
        value: String::new(),
    };
    kind.entry().options().into_iter().map(choice).collect()
}
