//! The options of a game, as fields of the form.

use crate::screen::input::wrap;
use meeple_core::OptionInfo;
use meeple_games::GameKind;

/// An option of the game and its value; an empty value means the default.
pub(super) struct OptionChoice {
    pub(super) info: OptionInfo,
    /// The current value; empty means the default.
    pub(super) value: String,
}

impl OptionChoice {
    /// Returns the current value or the default.
    pub(super) fn shown(&self) -> &str {
        if self.value.is_empty() { self.info.default } else { &self.value }
    }

    /// Returns the meaning, the possible values, and the default.
    pub(super) fn meaning(&self) -> String {
        let OptionInfo { about, default, possible, .. } = &self.info;
        format!("{about}: {possible} (default {default})")
    }

    /// Returns the option as it would be typed; `None` for the default.
    pub(super) fn word(&self) -> Option<String> {
        (!self.value.is_empty()).then(|| format!("{}={}", self.info.name, self.value))
    }

    /// Sets the value; returns the previous one.
    pub(super) fn set(&mut self, value: String) -> String {
        let value = if value == self.info.default { String::new() } else { value };
        std::mem::replace(&mut self.value, value)
    }

    /// Returns the value so many steps further, if values have an order.
    pub(super) fn next(&self, by: i64) -> Option<String> {
        let words = self.info.choices;
        if words.is_empty() {
            let number: u64 = self.shown().parse().ok()?;
            return Some(number.saturating_add_signed(by).to_string());
        }
        let now = words.iter().position(|&word| word == self.shown()).unwrap_or(0);
        Some(words[wrap(now, by, words.len())].to_owned())
    }
}

/// Returns the options of a game, all set to their defaults.
pub(super) fn choices(kind: GameKind) -> Vec<OptionChoice> {
    let choice = |info| OptionChoice { info, value: String::new() };
    kind.entry().options().into_iter().map(choice).collect()
}
