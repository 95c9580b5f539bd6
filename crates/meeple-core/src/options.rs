//! Game options, described by one table of keys.
//!
//! A game lists its option keys in a table. The command-line syntax (`width=5`), the JSON object in
//! a record (`{"width":5}`), the help text, the error messages and the forms of every front end all
//! come from that table.
//!
//! ```
//! use meeple_core::{OptionsError, OptionKey, GameOptions, options::parse};
//!
//! #[derive(Debug, Clone, Default, PartialEq, Eq)]
//! struct BarDrawing { width: Option<u32> }
//!
//! impl GameOptions for BarDrawing {
//!     const KEYS: &'static [OptionKey<Self>] = &[OptionKey::number(
//!         "width", "columns of the bar", 1..=255, "5", |o| o.width, |o, n| o.width = Some(n),
//!     )];
//! }
//!
//! let bar: BarDrawing = parse(["width=7"])?;
//! assert_eq!(bar.width, Some(7));
//! let error = parse::<BarDrawing>(["widht=7"]).unwrap_err();
//! assert_eq!(error.to_string(), "unknown option \"widht\": did you mean \"width\"? (options: width)");
//! # Ok::<(), OptionsError>(())
//! ```

use crate::{OptionValues, text::nearest};
use serde_json::Value;
use std::{fmt::Debug, ops::RangeInclusive};

/// A set of options described by a table of keys.
pub trait GameOptions: Clone + Default + Eq + Debug + Send + Sync + 'static {
    /// All keys, in the order in which the help shows them.
    const KEYS: &'static [OptionKey<Self>];
}

/// One option: its name, its meaning, its possible values, and how to get and set it.
#[derive(Debug)]
pub struct OptionKey<O: 'static> {
    /// The word before the `=`.
    pub name: &'static str,
    /// A short description of the option.
    pub about: &'static str,
    /// A short description of the default.
    pub default: &'static str,
    access: OptionAccess<O>,
}

#[derive(Debug)]
enum OptionAccess<O: 'static> {
    Number { least: u32, most: u32, get: fn(&O) -> Option<u32>, set: fn(&mut O, u32) },
    Choice { words: &'static [&'static str], get: fn(&O) -> Option<&str>, set: fn(&mut O, usize) },
    Numbers { get: fn(&O) -> Option<&[u8]>, set: fn(&mut O, Vec<u8>) },
    Text { what: &'static str, get: fn(&O) -> Option<&str>, set: fn(&mut O, String) },
    Amount { what: &'static str, get: fn(&O) -> Option<String>, set: fn(&mut O, &str) -> bool },
}

impl<O> OptionKey<O> {
    /// Creates an option that takes a number in a range.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<u32>,
        default: &'static str,
        get: fn(&O) -> Option<u32>,
        set: fn(&mut O, u32),
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        OptionKey { name, about, default, access: OptionAccess::Number { least, most, get, set } }
    }

    /// Creates an option that takes one of a few words, the first being the default; `set` receives
    /// the word's index.
    pub const fn choice(
        name: &'static str,
        about: &'static str,
        words: &'static [&'static str],
        get: fn(&O) -> Option<&str>,
        set: fn(&mut O, usize),
    ) -> Self {
        OptionKey {
            name,
            about,
            default: words[0],
            access: OptionAccess::Choice { words, get, set },
        }
    }

    /// Creates an option that takes numbers 0..=255 separated by commas.
    pub const fn numbers(
        name: &'static str,
        about: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<&[u8]>,
        set: fn(&mut O, Vec<u8>),
    ) -> Self {
        OptionKey { name, about, default, access: OptionAccess::Numbers { get, set } }
    }

    /// Creates an option that takes any text without spaces; `what` describes a valid value.
    pub const fn text(
        name: &'static str,
        about: &'static str,
        what: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<&str>,
        set: fn(&mut O, String),
    ) -> Self {
        OptionKey { name, about, default, access: OptionAccess::Text { what, get, set } }
    }

    /// Creates an option that takes an amount with a unit; `what` describes a valid value, and
    /// `set` returns whether the text is one.
    pub const fn amount(
        name: &'static str,
        about: &'static str,
        what: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<String>,
        set: fn(&mut O, &str) -> bool,
    ) -> Self {
        OptionKey { name, about, default, access: OptionAccess::Amount { what, get, set } }
    }

    /// Describes the possible values: `1-255`, `colour or grey`.
    pub fn possible(&self) -> String {
        match &self.access {
            OptionAccess::Number { least, most, .. } => format!("{least}-{most}"),
            OptionAccess::Choice { words, .. } => words.join(" or "),
            OptionAccess::Numbers { .. } => "numbers and commas".into(),
            OptionAccess::Text { what, .. } | OptionAccess::Amount { what, .. } => (*what).into(),
        }
    }

    /// Returns the words to choose from; empty for other kinds of option.
    pub fn choices(&self) -> &'static [&'static str] {
        match &self.access {
            OptionAccess::Choice { words, .. } => words,
            _ => &[],
        }
    }

    /// Describes the option for help texts and forms.
    pub fn info(&self) -> OptionInfo {
        OptionInfo {
            name: self.name,
            about: self.about,
            default: self.default,
            possible: self.possible(),
            choices: self.choices(),
        }
    }

    /// Returns the value in these options as JSON; `None` if it is the default.
    fn get(&self, options: &O) -> Option<Value> {
        match &self.access {
            OptionAccess::Number { get, .. } => get(options).map(Value::from),
            OptionAccess::Choice { get, .. } | OptionAccess::Text { get, .. } => {
                get(options).map(Value::from)
            }
            OptionAccess::Numbers { get, .. } => get(options).map(Value::from),
            OptionAccess::Amount { get, .. } => get(options).map(Value::from),
        }
    }

    /// Sets the value from the text after the `=`.
    pub fn set(&self, options: &mut O, text: &str) -> Result<(), OptionsError> {
        match &self.access {
            OptionAccess::Number { least, most, set, .. } => match text.parse::<u32>() {
                Ok(number) if (*least..=*most).contains(&number) => set(options, number),
                _ => return Err(self.bad(text)),
            },
            OptionAccess::Choice { words, set, .. } => {
                match words.iter().position(|&word| word == text) {
                    Some(index) => set(options, index),
                    None => return Err(self.bad(text)),
                }
            }
            OptionAccess::Numbers { set, .. } => {
                let numbers: Result<Vec<u8>, _> = text.split(',').map(str::parse).collect();
                set(options, numbers.map_err(|_| self.bad(text))?);
            }
            OptionAccess::Text { set, .. } if !text.is_empty() => set(options, text.into()),
            OptionAccess::Amount { set, .. } if set(options, text) => {}
            OptionAccess::Text { .. } | OptionAccess::Amount { .. } => return Err(self.bad(text)),
        }
        Ok(())
    }

    fn bad(&self, text: &str) -> OptionsError {
        OptionsError::Value {
            key: self.name.into(),
            value: text.into(),
            possible: self.possible(),
            nearest: nearest(text, self.choices().iter().copied()).map(Into::into),
        }
    }
}

/// A description of a [`OptionKey`] for help texts and forms, independent of the options type, which may
/// be a game's options or a player's parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OptionInfo {
    /// See [`OptionKey::name`].
    pub name: &'static str,
    /// See [`OptionKey::about`].
    pub about: &'static str,
    /// See [`OptionKey::default`].
    pub default: &'static str,
    /// See [`OptionKey::possible`].
    pub possible: String,
    /// See [`OptionKey::choices`].
    pub choices: &'static [&'static str],
}

/// Describes all keys of an options type.
pub fn describe<O: GameOptions>() -> Vec<OptionInfo> {
    O::KEYS.iter().map(OptionKey::info).collect()
}

/// Why options were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum OptionsError {
    /// There is no such key.
    #[error("unknown option {key:?}{}", hint(nearest.as_deref(), "options", known))]
    Key {
        /// The key as given.
        key: String,
        /// The known key it resembles, if any.
        nearest: Option<String>,
        /// All known keys.
        known: String,
    },
    /// The key exists, but the value is not allowed.
    #[error("invalid value {value:?} for {key}{}", hint(nearest.as_deref(), "possible", possible))]
    Value {
        /// The key.
        key: String,
        /// The value as given.
        value: String,
        /// The possible values.
        possible: String,
        /// The possible value it resembles, if any.
        nearest: Option<String>,
    },
    /// A word is not of the form `key=value`.
    #[error("{word:?} is not an option: options are written key=value (options: {known})")]
    Word {
        /// The word as given.
        word: String,
        /// All known keys.
        known: String,
    },
    /// A key is given twice.
    #[error("option {key} is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// Each value is valid on its own, but the game cannot be set up with this combination.
    #[error("{reason}")]
    Refused {
        /// The reason.
        reason: String,
    },
}

fn hint(nearest: Option<&str>, label: &str, known: &str) -> String {
    let guess = nearest.map(|word| format!(": did you mean {word:?}?")).unwrap_or_default();
    format!("{guess} ({label}: {known})")
}

impl OptionsError {
    /// Creates the error for a combination of options that the game refuses.
    pub fn refused(reason: impl Into<String>) -> Self {
        OptionsError::Refused { reason: reason.into() }
    }
}

fn key<O: GameOptions>(name: &str) -> Result<&'static OptionKey<O>, OptionsError> {
    O::KEYS.iter().find(|key| key.name == name).ok_or_else(|| OptionsError::Key {
        key: name.into(),
        nearest: nearest(name, O::KEYS.iter().map(|key| key.name)).map(Into::into),
        known: known_keys::<O>(),
    })
}

fn known_keys<O: GameOptions>() -> String {
    let names: Vec<&str> = O::KEYS.iter().map(|key| key.name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Parses options from `key=value` words.
pub fn parse<O: GameOptions>(
    words: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<O, OptionsError> {
    let mut options = O::default();
    let mut seen: Vec<&'static str> = Vec::new();
    for word in words {
        let word = word.as_ref();
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| OptionsError::Word { word: word.into(), known: known_keys::<O>() })?;
        let key = key::<O>(name)?;
        if seen.contains(&key.name) {
            return Err(OptionsError::Twice { key: name.into() });
        }
        seen.push(key.name);
        key.set(&mut options, value)?;
    }
    Ok(options)
}

/// Returns the values of the options that differ from their defaults.
pub fn to_values<O: GameOptions>(options: &O) -> OptionValues {
    let mut values = OptionValues::new();
    for key in O::KEYS {
        if let Some(value) = key.get(options) {
            values.insert(key.name, value);
        }
    }
    values
}

/// Checks values against the keys of an options type, and sets them.
pub fn from_values<O: GameOptions>(values: &OptionValues) -> Result<O, OptionsError> {
    let mut options = O::default();
    for (name, text) in values.texts() {
        key::<O>(name)?.set(&mut options, &text)?;
    }
    Ok(options)
}

/// Converts the options that differ from their defaults to `key=value` words.
pub fn to_words<O: GameOptions>(options: &O) -> Vec<String> {
    to_values(options).words()
}

/// The options of a game or player that has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoOptions;

impl GameOptions for NoOptions {
    const KEYS: &'static [OptionKey<Self>] = &[];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Clone, Default, PartialEq, Eq)]
    struct Sample {
        size: Option<u32>,
        grey: bool,
        rows: Option<Vec<u8>>,
        map: Option<String>,
    }

    impl GameOptions for Sample {
        const KEYS: &'static [OptionKey<Self>] = &[
            OptionKey::number("size", "side", 2..=9, "5", |o| o.size, |o, n| o.size = Some(n)),
            OptionKey::choice(
                "wall",
                "its colour",
                &["colour", "grey"],
                |o| o.grey.then_some("grey"),
                |o, index| o.grey = index == 1,
            ),
            OptionKey::numbers(
                "rows",
                "start",
                "full",
                |o| o.rows.as_deref(),
                |o, r| o.rows = Some(r),
            ),
            OptionKey::text(
                "map",
                "board",
                "a name",
                "m",
                |o| o.map.as_deref(),
                |o, t| o.map = Some(t),
            ),
        ];
    }

    #[track_caller]
    fn refused(words: &str, message: &str) {
        let error = parse::<Sample>(words.split(' ')).expect_err("the words are bad");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn bad_words_are_refused_with_what_is_possible() {
        refused(
            "sise=3",
            "unknown option \"sise\": did you mean \"size\"? (options: size, wall, rows, map)",
        );
        refused("size=1", "invalid value \"1\" for size (possible: 2-9)");
        refused("size=-1", "invalid value \"-1\" for size (possible: 2-9)");
        refused(
            "wall=gray",
            "invalid value \"gray\" for wall: did you mean \"grey\"? (possible: colour or grey)",
        );
        refused("rows=3,", "invalid value \"3,\" for rows (possible: numbers and commas)");
        refused("map=", "invalid value \"\" for map (possible: a name)");
        refused("size=3 size=3", "option size is given twice");
        refused(
            "5",
            "\"5\" is not an option: options are written key=value (options: size, wall, rows, map)",
        );
    }

    #[test]
    fn words_and_json_are_equivalent() {
        let words = ["size=3", "wall=grey", "rows=4,2", "map=a"];
        let options: Sample = parse(words).expect("good words");
        let values = to_values(&options);
        assert_eq!(values.to_string(), r#"{"size":3,"wall":"grey","rows":[4,2],"map":"a"}"#);
        assert_eq!(from_values::<Sample>(&values), Ok(options.clone()));
        assert_eq!(to_words(&options), words);
        assert_eq!(to_words(&Sample::default()), [""; 0]);
    }
}
