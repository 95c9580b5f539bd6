//! Serialisation of values as their texts.

use serde::Serializer;
use std::fmt::Display;

/// Serialises a value, such as a cell or a move, as its text.
pub(crate) fn text<T: Display, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(value)
}
