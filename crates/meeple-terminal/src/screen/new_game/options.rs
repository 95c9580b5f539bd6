//! The options of a game, as fields of the form.

use meeple_core::OptionInfo;
use meeple_games::GameKind;

/// An option of the game and its value; an empty value means the default.
pub(super) struct OptionChoice {
    /// The word before the `=`.
    pub(super) name: &'static str,
    about: &'static str,
    default: &'static str,
    possible: String,
    /// The possible values, if there are only a few.
    pub(super) words: &'static [&'static str],
    /// The current value; empty means the default.
    pub(super) value: String,
}

impl OptionChoice {
    /// Returns the current value or the default.
    pub(super) fn shown(&self) -> &str {
        if self.value.is_empty() { self.default } else { &self.value }
    }

    /// Returns the meaning, the possible values, and the default.
    pub(super) fn meaning(&self) -> String {
        let OptionChoice { about, default, possible, .. } = self;
        format!("{about}: {possible} (default {default})")
    }

    /// Returns the option as it would be typed; `None` for the default.
    pub(super) fn word(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| format!("{}={}", self.name, self.value))
    }

    /// Sets the value; returns the previous one.
    pub(super) fn set(&mut self, value: String) -> String {
        let value = if value == self.default { String::new() } else { value };
        std::mem::replace(&mut self.value, value)
    }

    /// Returns the value so many steps further, if values have an order.
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

/// Returns the options of a game, all set to their defaults.
pub(super) fn choices(kind: GameKind) -> Vec<OptionChoice> {
    let choice = |OptionInfo { name, about, default, possible, choices, .. }| OptionChoice {
        name,
        about,
        default,
        possible,
        words: choices,
        value: String::new(),
    };
    kind.entry().options().into_iter().map(choice).collect()
}
