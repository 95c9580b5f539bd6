//! Compares JSON with the tables of the document.

use super::document::{Document, Field, Plain, Presence, Type, path};
use serde_json::Value;
use std::{collections::BTreeSet, fs};

/// Checks values and remembers which fields have occurred.
pub(crate) struct Checker<'a> {
    pub(crate) document: &'a Document,
    /// Table and name of the fields that have occurred.
    pub(crate) seen: BTreeSet<(String, String)>,
    pub(crate) problems: BTreeSet<String>,
}

impl<'a> Checker<'a> {
    pub(crate) fn new(document: &'a Document) -> Self {
        Checker { document, seen: BTreeSet::new(), problems: BTreeSet::new() }
    }

    /// Checks an object that this table describes.
    pub(crate) fn check_object(&mut self, table: &str, value: &Value) {
        let fields = self.document.table(table);
        let Value::Object(object) = value else {
            self.problems.insert(format!("{table}: {value} is not an object"));
            return;
        };
        for key in object.keys().filter(|key| fields.iter().all(|field| field.name != **key)) {
            self.problems.insert(format!("{table}: the field `{key}` is not documented"));
        }
        for field in fields {
            let found = object.get(&field.name);
            let is_due = match &field.presence {
                Presence::Always => Some(true),
                Presence::If { key, values } => {
                    let other = object.get(key).and_then(Value::as_str);
                    Some(other.is_some_and(|other| values.iter().any(|value| value == other)))
                }
                Presence::Sometimes => None,
            };
            if is_due.is_some_and(|is_due| is_due != found.is_some()) {
                let is = if found.is_some() { "present" } else { "missing" };
                self.problems.insert(format!("{table}: `{}` is sometimes {is}", field.name));
            }
            if let Some(found) = found {
                self.seen.insert((table.into(), field.name.clone()));
                self.check_value((table, field), &field.kind, found);
            }
        }
    }

    fn check_value(&mut self, place: (&str, &Field), kind: &Type, value: &Value) {
        let (table, field) = place;
        match (kind, value) {
            (kind, value) if !fits(kind, value) => {
                self.problems.insert(format!("{table}: `{}` is {value}", field.name));
            }
            (Type::Plain(Plain::Word), Value::String(word)) if !field.words.contains(word) => {
                self.problems.insert(format!("{table}: `{}` may also be {word:?}", field.name));
            }
            (Type::Plain(_), _) => {}
            (Type::List(kind), Value::Array(items)) => {
                for item in items {
                    self.check_value(place, kind, item);
                }
            }
            (Type::Map(kind), Value::Object(map)) => {
                for item in map.values() {
                    self.check_value(place, kind, item);
                }
            }
            (Type::Table(name), value) => self.check_object(name, value),
            (Type::Elsewhere(document), value) => self.check_elsewhere(document, value),
            (Type::Either(kinds), value) => {
                let kind = kinds.iter().find(|kind| fits(kind, value));
                self.check_value(place, kind.expect("just looked"), value);
            }
            _ => unreachable!("a value that fits has the form of its type"),
        }
    }

    /// Checks that another document names every key of this value.
    pub(crate) fn check_elsewhere(&mut self, document: &str, value: &Value) {
        let text = fs::read_to_string(path(document)).expect("the document is there");
        let mut keys = BTreeSet::new();
        collect_keys(value, &mut keys);
        for key in keys {
            if !text.contains(&format!("`{key}`")) && !text.contains(&format!("\"{key}\"")) {
                self.problems.insert(format!("docs/{document} does not name the field `{key}`"));
            }
        }
    }

    /// Returns whether two objects that this table describes are equal, apart from texts for people and
    /// measured times.
    pub(crate) fn is_same_object(&self, table: &str, one: &Value, other: &Value) -> bool {
        let (Value::Object(one), Value::Object(other)) = (one, other) else { return false };
        let field = |key: &str| self.document.table(table).iter().find(|field| field.name == key);
        one.keys().eq(other.keys())
            && one.iter().zip(other.values()).all(|((key, one), other)| {
                field(key).is_some_and(|field| self.is_same(&field.kind, one, other))
            })
    }

    fn is_same(&self, kind: &Type, one: &Value, other: &Value) -> bool {
        match (kind, one, other) {
            (Type::Plain(Plain::Text | Plain::Milliseconds), ..) => true,
            (Type::List(kind), Value::Array(one), Value::Array(other)) => {
                one.len() == other.len()
                    && one.iter().zip(other).all(|(one, other)| self.is_same(kind, one, other))
            }
            (Type::Map(kind), Value::Object(one), Value::Object(other)) => {
                let mut values = one.values().zip(other.values());
                one.keys().eq(other.keys())
                    && values.all(|(one, other)| self.is_same(kind, one, other))
            }
            (Type::Table(table), ..) => self.is_same_object(table, one, other),
            (Type::Either(kinds), ..) => {
                let mut kinds = kinds.iter().filter(|kind| fits(kind, one) && fits(kind, other));
                kinds.any(|kind| self.is_same(kind, one, other))
            }
            _ => one == other,
        }
    }
}

/// Returns whether a value has the form of this type; its contents are not checked.
fn fits(kind: &Type, value: &Value) -> bool {
    match kind {
        Type::Plain(Plain::String | Plain::Word | Plain::Text) => value.is_string(),
        Type::Plain(Plain::Integer) => value.is_i64() || value.is_u64(),
        Type::Plain(Plain::Number | Plain::Milliseconds) => value.is_number(),
        Type::Plain(Plain::Boolean) => value.is_boolean(),
        Type::Plain(Plain::Null) => value.is_null(),
        Type::Plain(Plain::Any) => true,
        Type::List(_) => value.is_array(),
        Type::Map(_) | Type::Table(_) | Type::Elsewhere(_) => value.is_object(),
        Type::Either(kinds) => kinds.iter().any(|kind| fits(kind, value)),
    }
}

/// Collects the keys of a value at any depth, except those that a game or a player chooses.
fn collect_keys(value: &Value, keys: &mut BTreeSet<String>) {
    match value {
        Value::Array(items) => items.iter().for_each(|item| collect_keys(item, keys)),
        Value::Object(object) => {
            for (key, value) in object {
                keys.insert(key.clone());
                if key != "options" && key != "parameters" {
                    collect_keys(value, keys);
                }
            }
        }
        _ => {}
    }
}
