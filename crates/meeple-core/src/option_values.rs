//! Option values by name, as they are written in records and config files.

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use std::fmt;

/// Option values by name, in the order in which they were given.
///
/// They hold what a JSON object says, unchecked: [`options::from_values`](crate::options::from_values)
/// checks them against a game's or a player's keys. Two sets are equal if they have the same values,
/// in any order.
///
/// ```
/// use meeple_core::OptionValues;
///
/// let mut values: OptionValues = serde_json::from_str(r#"{"wall":"grey","rows":[4,2]}"#)?;
/// values.set_number("players", 3);
/// assert_eq!(values.text("rows").as_deref(), Some("4,2"));
/// assert_eq!(values.words(), ["wall=grey", "rows=4,2", "players=3"]);
/// assert_eq!(values.to_string(), r#"{"wall":"grey","rows":[4,2],"players":3}"#);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct OptionValues(Map<String, Value>);

impl OptionValues {
    /// Creates an empty set of values: every option has its default.
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns whether no option has a value.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns how many options have a value.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether this option has a value.
    pub fn contains(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// Returns the names of the options that have a value.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }

    /// Returns the value as it would be typed after the `=`; `None` if the option has none.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).map(value_text)
    }

    /// Returns the value if it is a whole number that is not negative.
    pub fn number(&self, name: &str) -> Option<u64> {
        self.0.get(name).and_then(Value::as_u64)
    }

    /// Returns the values as `key=value` words.
    pub fn words(&self) -> Vec<String> {
        self.0.iter().map(|(name, value)| format!("{name}={}", value_text(value))).collect()
    }

    /// Sets an option to a number. A new name goes to the end, a known one keeps its place.
    pub fn set_number(&mut self, name: impl Into<String>, value: u64) {
        self.0.insert(name.into(), value.into());
    }

    /// Sets an option to a text. A new name goes to the end, a known one keeps its place.
    pub fn set_text(&mut self, name: impl Into<String>, value: impl Into<String>) {
        self.0.insert(name.into(), Value::String(value.into()));
    }

    /// Adds these values, replacing those of the same name.
    pub fn extend(&mut self, values: OptionValues) {
        self.0.extend(values.0);
    }

    /// Splits the values into those whose name satisfies `predicate` and the others.
    pub fn partition(self, predicate: impl Fn(&str) -> bool) -> (OptionValues, OptionValues) {
        let (chosen, rest): (Vec<_>, Vec<_>) =
            self.0.into_iter().partition(|(name, _)| predicate(name));
        (OptionValues(chosen.into_iter().collect()), OptionValues(rest.into_iter().collect()))
    }

    /// Inserts a JSON value.
    pub(crate) fn insert(&mut self, name: &str, value: Value) {
        self.0.insert(name.into(), value);
    }

    /// Returns all names with their values as they would be typed.
    pub(crate) fn texts(&self) -> impl Iterator<Item = (&str, String)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value_text(value)))
    }
}

/// The values as a JSON object.
impl fmt::Display for OptionValues {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(&self.0).map_err(|_| fmt::Error)?)
    }
}

/// Formats a JSON value as it would be typed after the `=`.
fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}
