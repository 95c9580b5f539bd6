//! A game's options: each key named once, used everywhere.
//!
//! A game lists its keys in a table; from that one table come the words on the
//! command line (`width=5`), the object in a record (`{"width":5}`), the help,
//! the errors and the forms of every front.
//!
//! ```
//! use meeple_core::{BadOptions, Key, Options, options::parse};
//!
//! #[derive(Debug, Clone, Default, PartialEq, Eq)]
//! struct Bar { width: Option<u32> }
//!
//! impl Options for Bar {
//!     const KEYS: &'static [Key<Self>] = &[Key::number(
//!         "width", "columns of the bar", 1..=255, "5", |o| o.width, |o, n| o.width = Some(n),
//!     )];
//! }
//!
//! let bar: Bar = parse(["width=7"])?;
//! assert_eq!(bar.width, Some(7));
//! let error = parse::<Bar>(["widht=7"]).unwrap_err();
//! assert_eq!(error.to_string(), "unknown option \"widht\": did you mean \"width\"? (options: width)");
//! # Ok::<(), BadOptions>(())
//! ```

use crate::text::nearest;
use serde_json::{Map, Value};
use std::{fmt::Debug, ops::RangeInclusive};

/// A set of options described by a table of keys.
pub trait Options: Clone + Default + Eq + Debug + Send + Sync + 'static {
    /// Every key, in the order in which help shows them.
    const KEYS: &'static [Key<Self>];
}

/// One option: its name, what it means, what it may be, and how to read and write it.
#[derive(Debug)]
pub struct Key<O: 'static> {
    /// The word before the `=`.
    pub name: &'static str,
    /// What it means, in a few words.
    pub about: &'static str,
    /// What happens when it is not given, in a few words.
    pub default: &'static str,
    access: Access<O>,
}

#[derive(Debug)]
enum Access<O: 'static> {
    Number { least: u32, most: u32, get: fn(&O) -> Option<u32>, set: fn(&mut O, u32) },
    Choice { words: &'static [&'static str], get: fn(&O) -> Option<&str>, set: fn(&mut O, usize) },
    Numbers { get: fn(&O) -> Option<&[u8]>, set: fn(&mut O, Vec<u8>) },
    Text { what: &'static str, get: fn(&O) -> Option<&str>, set: fn(&mut O, String) },
    Amount { what: &'static str, get: fn(&O) -> Option<String>, set: fn(&mut O, &str) -> bool },
}

impl<O> Key<O> {
    /// A number in a range.
    pub const fn number(
        name: &'static str,
        about: &'static str,
        range: RangeInclusive<u32>,
        default: &'static str,
        get: fn(&O) -> Option<u32>,
        set: fn(&mut O, u32),
    ) -> Self {
        let (least, most) = (*range.start(), *range.end());
        Key { name, about, default, access: Access::Number { least, most, get, set } }
    }

    /// One of a few words; `set` receives the index of the word.
    pub const fn choice(
        name: &'static str,
        about: &'static str,
        words: &'static [&'static str],
        get: fn(&O) -> Option<&str>,
        set: fn(&mut O, usize),
    ) -> Self {
        Key { name, about, default: words[0], access: Access::Choice { words, get, set } }
    }

    /// Numbers 0..=255 separated by commas.
    pub const fn numbers(
        name: &'static str,
        about: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<&[u8]>,
        set: fn(&mut O, Vec<u8>),
    ) -> Self {
        Key { name, about, default, access: Access::Numbers { get, set } }
    }

    /// Any text without spaces; `what` says in words what it should be.
    pub const fn text(
        name: &'static str,
        about: &'static str,
        what: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<&str>,
        set: fn(&mut O, String),
    ) -> Self {
        Key { name, about, default, access: Access::Text { what, get, set } }
    }

    /// An amount with a unit; `what` says in words what it should be, `set` whether it is that.
    pub const fn amount(
        name: &'static str,
        about: &'static str,
        what: &'static str,
        default: &'static str,
        get: fn(&O) -> Option<String>,
        set: fn(&mut O, &str) -> bool,
    ) -> Self {
        Key { name, about, default, access: Access::Amount { what, get, set } }
    }

    /// What the value may be, in words: `1..=255`, `colour or grey`.
    pub fn possible(&self) -> String {
        match &self.access {
            Access::Number { least, most, .. } => format!("{least}..={most}"),
            Access::Choice { words, .. } => words.join(" or "),
            Access::Numbers { .. } => "numbers and commas".into(),
            Access::Text { what, .. } | Access::Amount { what, .. } => (*what).into(),
        }
    }

    /// The words the value may be, where it is one of a few.
    pub fn choices(&self) -> &'static [&'static str] {
        match &self.access {
            Access::Choice { words, .. } => words,
            _ => &[],
        }
    }

    /// What help and forms say of it.
    pub fn info(&self) -> KeyInfo {
        KeyInfo {
            name: self.name,
            about: self.about,
            default: self.default,
            possible: self.possible(),
            choices: self.choices(),
        }
    }

    /// The value in these options, unless it is left to the default.
    pub fn get(&self, options: &O) -> Option<Value> {
        match &self.access {
            Access::Number { get, .. } => get(options).map(Value::from),
            Access::Choice { get, .. } | Access::Text { get, .. } => get(options).map(Value::from),
            Access::Numbers { get, .. } => get(options).map(Value::from),
            Access::Amount { get, .. } => get(options).map(Value::from),
        }
    }

    /// Sets the value from the text a person typed behind the `=`.
    pub fn set(&self, options: &mut O, text: &str) -> Result<(), BadOptions> {
        match &self.access {
            Access::Number { least, most, set, .. } => match text.parse::<u32>() {
                Ok(number) if (*least..=*most).contains(&number) => set(options, number),
                _ => return Err(self.bad(text)),
            },
            Access::Choice { words, set, .. } => {
                match words.iter().position(|&word| word == text) {
                    Some(index) => set(options, index),
                    None => return Err(self.bad(text)),
                }
            }
            Access::Numbers { set, .. } => {
                let numbers: Result<Vec<u8>, _> = text.split(',').map(str::parse).collect();
                set(options, numbers.map_err(|_| self.bad(text))?);
            }
            Access::Text { set, .. } if !text.is_empty() => set(options, text.into()),
            Access::Amount { set, .. } if set(options, text) => {}
            Access::Text { .. } | Access::Amount { .. } => return Err(self.bad(text)),
        }
        Ok(())
    }

    fn bad(&self, text: &str) -> BadOptions {
        BadOptions::Value {
            key: self.name.into(),
            value: text.into(),
            possible: self.possible(),
            nearest: nearest(text, self.choices().iter().copied()).map(Into::into),
        }
    }
}

/// A [`Key`] described for help and forms, whatever options it belongs to: those of a game or the
/// parameters of a player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyInfo {
    /// [`Key::name`].
    pub name: &'static str,
    /// [`Key::about`].
    pub about: &'static str,
    /// [`Key::default`].
    pub default: &'static str,
    /// [`Key::possible`].
    pub possible: String,
    /// [`Key::choices`].
    pub choices: &'static [&'static str],
}

/// Every key of a table of options, described.
pub fn describe<O: Options>() -> Vec<KeyInfo> {
    O::KEYS.iter().map(Key::info).collect()
}

/// Why options were refused.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BadOptions {
    /// There is no such key.
    #[error("unknown option {key:?}{}", hint(nearest.as_deref(), "options", known))]
    Key {
        /// The key as it was given.
        key: String,
        /// The known key that it resembles.
        nearest: Option<String>,
        /// All keys.
        known: String,
    },
    /// The key exists, the value does not fit.
    #[error("bad value {value:?} for {key}{}", hint(nearest.as_deref(), "possible", possible))]
    Value {
        /// The key.
        key: String,
        /// The value as it was given.
        value: String,
        /// What the value may be.
        possible: String,
        /// The possible value that it resembles.
        nearest: Option<String>,
    },
    /// A word that is not `key=value`.
    #[error("{word:?} is not an option: options are written key=value (options: {known})")]
    Word {
        /// The word as it was given.
        word: String,
        /// All keys.
        known: String,
    },
    /// The same key twice.
    #[error("option {key} is given twice")]
    Twice {
        /// The key.
        key: String,
    },
    /// Every value is fine by itself, but the game cannot be set up with them together.
    #[error("{reason}")]
    Refused {
        /// Why not.
        reason: String,
    },
}

fn hint(nearest: Option<&str>, label: &str, known: &str) -> String {
    let guess = nearest.map(|word| format!("did you mean {word:?}? ")).unwrap_or_default();
    format!(": {guess}({label}: {known})")
}

impl BadOptions {
    /// The game cannot be set up so, and why.
    pub fn refused(reason: impl Into<String>) -> Self {
        BadOptions::Refused { reason: reason.into() }
    }
}

fn key<O: Options>(name: &str) -> Result<&'static Key<O>, BadOptions> {
    O::KEYS.iter().find(|key| key.name == name).ok_or_else(|| BadOptions::Key {
        key: name.into(),
        nearest: nearest(name, O::KEYS.iter().map(|key| key.name)).map(Into::into),
        known: known_keys::<O>(),
    })
}

fn known_keys<O: Options>() -> String {
    let names: Vec<&str> = O::KEYS.iter().map(|key| key.name).collect();
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

/// Options from `key=value` words.
pub fn parse<O: Options>(
    words: impl IntoIterator<Item = impl AsRef<str>>,
) -> Result<O, BadOptions> {
    let mut options = O::default();
    let mut seen: Vec<&'static str> = Vec::new();
    for word in words {
        let word = word.as_ref();
        let (name, value) = word
            .split_once('=')
            .ok_or_else(|| BadOptions::Word { word: word.into(), known: known_keys::<O>() })?;
        let key = key::<O>(name)?;
        if seen.contains(&key.name) {
            return Err(BadOptions::Twice { key: name.into() });
        }
        seen.push(key.name);
        key.set(&mut options, value)?;
    }
    Ok(options)
}

/// The options that are not left to their defaults, as a JSON object.
pub fn to_json<O: Options>(options: &O) -> Map<String, Value> {
    let given = O::KEYS.iter().filter_map(|key| Some((key.name.into(), key.get(options)?)));
    given.collect()
}

/// Options from the JSON object that [`to_json`] makes.
pub fn from_json<O: Options>(object: &Map<String, Value>) -> Result<O, BadOptions> {
    let mut options = O::default();
    for (name, value) in object {
        key::<O>(name)?.set(&mut options, &value_text(value))?;
    }
    Ok(options)
}

/// The options that are not left to their defaults, as the words one would type.
pub fn to_words<O: Options>(options: &O) -> Vec<String> {
    to_json(options).iter().map(|(name, value)| format!("{name}={}", value_text(value))).collect()
}

/// A JSON value as it would be typed behind the `=`.
pub fn value_text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(items) => items.iter().map(value_text).collect::<Vec<_>>().join(","),
        other => other.to_string(),
    }
}

/// The options of what has none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct NoOptions;

impl Options for NoOptions {
    const KEYS: &'static [Key<Self>] = &[];
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

    impl Options for Sample {
        const KEYS: &'static [Key<Self>] = &[
            Key::number("size", "side", 2..=9, "5", |o| o.size, |o, n| o.size = Some(n)),
            Key::choice(
                "wall",
                "its colour",
                &["colour", "grey"],
                |o| o.grey.then_some("grey"),
                |o, index| o.grey = index == 1,
            ),
            Key::numbers("rows", "start", "full", |o| o.rows.as_deref(), |o, r| o.rows = Some(r)),
            Key::text("map", "board", "a name", "m", |o| o.map.as_deref(), |o, t| o.map = Some(t)),
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
        refused("size=1", "bad value \"1\" for size: (possible: 2..=9)");
        refused("size=-1", "bad value \"-1\" for size: (possible: 2..=9)");
        refused(
            "wall=gray",
            "bad value \"gray\" for wall: did you mean \"grey\"? (possible: colour or grey)",
        );
        refused("rows=3,", "bad value \"3,\" for rows: (possible: numbers and commas)");
        refused("map=", "bad value \"\" for map: (possible: a name)");
        refused("size=3 size=3", "option size is given twice");
        refused(
            "5",
            "\"5\" is not an option: options are written key=value (options: size, wall, rows, map)",
        );
    }

    #[test]
    fn words_and_json_say_the_same() {
        let words = ["size=3", "wall=grey", "rows=4,2", "map=a"];
        let options: Sample = parse(words).expect("good words");
        let json = to_json(&options);
        assert_eq!(
            Value::from(json.clone()).to_string(),
            r#"{"size":3,"wall":"grey","rows":[4,2],"map":"a"}"#
        );
        assert_eq!(from_json::<Sample>(&json), Ok(options.clone()));
        assert_eq!(to_words(&options), words);
        assert_eq!(to_words(&Sample::default()), [""; 0]);
    }
}
