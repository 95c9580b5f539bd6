//! Reads `docs/json.md`: its tables of fields and its examples.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
};

/// What the document says.
pub(crate) struct Document {
    /// The tables of fields, by their heading in small letters.
    pub(crate) tables: BTreeMap<String, Vec<Field>>,
    pub(crate) examples: Vec<Example>,
    /// All headings, in small letters.
    pub(crate) headings: Vec<String>,
}

/// One row of a table.
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: Type,
    /// The values that the meaning lists in backticks.
    pub(crate) words: Vec<String>,
    pub(crate) presence: Presence,
}

/// When a field is present.
pub(crate) enum Presence {
    Always,
    /// Exactly if another field has one of these values.
    If {
        key: String,
        values: Vec<String>,
    },
    /// Under a condition in words.
    Sometimes,
}

/// The type of a field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Type {
    Plain(Plain),
    List(Box<Type>),
    Map(Box<Type>),
    /// An object that another table describes.
    Table(String),
    /// A value that another document describes.
    Elsewhere(String),
    Either(Vec<Type>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plain {
    String,
    Word,
    Text,
    Integer,
    Number,
    Boolean,
    Null,
    Milliseconds,
    Any,
}

/// A block with JSON.
pub(crate) struct Example {
    /// Names the table, or the command for a command that prints several kinds of lines.
    pub(crate) output: String,
    /// The shell command that prints it, if the block shows one.
    pub(crate) command: Option<String>,
    pub(crate) json: String,
    /// Whether the real output is longer.
    pub(crate) is_shortened: bool,
}

/// Returns the path of a document.
pub(crate) fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)
}

impl Document {
    pub(crate) fn read() -> Self {
        let text = fs::read_to_string(path("json.md")).expect("the document is there");
        let mut document =
            Document { tables: BTreeMap::new(), examples: Vec::new(), headings: Vec::new() };
        let (mut head, mut lines) = (Vec::new(), text.lines());
        while let Some(line) = lines.next() {
            if let Some(info) = line.strip_prefix("```") {
                let body: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
                document.examples.push(Example::read(info, &body));
            } else if let Some(heading) = line.strip_prefix('#') {
                let heading = heading.trim_start_matches('#').trim().to_lowercase();
                assert!(!document.headings.contains(&heading), "two headings {heading:?}");
                document.headings.push(heading);
            } else if line.starts_with('|') {
                let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
                if head.is_empty() {
                    head.clone_from(&cells);
                } else if !cells[0].starts_with("---") {
                    document.add_row(&head, &cells);
                }
            } else {
                head.clear();
            }
        }
        document
    }

    fn add_row(&mut self, head: &[&str], cells: &[&str]) {
        match (head, cells) {
            (["field", "type", "meaning", "present"], [name, kind, meaning, present]) => {
                let field = Field {
                    name: code(name),
                    kind: Type::parse(kind),
                    words: quoted(meaning),
                    presence: Presence::parse(present),
                };
                let table = self.headings.last().expect("a table has a heading").clone();
                let fields = self.tables.entry(table).or_default();
                assert!(fields.iter().all(|other| other.name != field.name), "{name} twice");
                fields.push(field);
            }
            (["field", ..], _) => panic!("a row with other columns: {cells:?}"),
            _ => {} // a table for readers
        }
    }

    pub(crate) fn table(&self, name: &str) -> &[Field] {
        self.tables.get(name).unwrap_or_else(|| panic!("no table is called {name:?}"))
    }

    /// Returns table and name of all fields.
    pub(crate) fn fields(&self) -> BTreeSet<(String, String)> {
        let tables = self.tables.iter();
        let names = tables.flat_map(|(table, fields)| {
            fields.iter().map(|field| (table.clone(), field.name.clone()))
        });
        names.collect()
    }
}

impl Example {
    fn read(info: &str, body: &[&str]) -> Self {
        let (kind, output) = info.split_once(' ').expect("a block says what it shows");
        let (output, is_shortened) = match output.strip_suffix(" shortened") {
            Some(output) => (output, true),
            None => (output, false),
        };
        let (command, json) = match kind {
            "console" => {
                let command = body[0].strip_prefix("$ ").expect("a command comes first");
                (Some(command.to_owned()), &body[1..])
            }
            "json" => (None, body),
            _ => panic!("no test reads a block marked {info:?}"),
        };
        Example { output: output.into(), command, json: json.join("\n"), is_shortened }
    }
}

impl Presence {
    fn parse(text: &str) -> Self {
        let words = quoted(text);
        match &words[..] {
            _ if text == "always" => Presence::Always,
            [key, values @ ..] if text.starts_with(&format!("`{key}` is ")) => {
                Presence::If { key: key.clone(), values: values.to_vec() }
            }
            _ => Presence::Sometimes,
        }
    }
}

impl Type {
    fn parse(text: &str) -> Self {
        let mut rest = text;
        let kind = Self::parse_either(&mut rest);
        assert!(rest.is_empty(), "{rest:?} is left of the type {text:?}");
        kind
    }

    fn parse_either(rest: &mut &str) -> Self {
        let mut kinds = vec![Self::parse_one(rest)];
        while let Some(more) = rest.strip_prefix(" or ") {
            *rest = more;
            kinds.push(Self::parse_one(rest));
        }
        if kinds.len() == 1 { kinds.remove(0) } else { Type::Either(kinds) }
    }

    fn parse_one(rest: &mut &str) -> Self {
        if let Some(inner) = rest.strip_prefix('(') {
            *rest = inner;
            let kind = Self::parse_either(rest);
            *rest = rest.strip_prefix(')').expect("parentheses are closed");
            return kind;
        }
        if let Some(items) = rest.strip_prefix("list of ") {
            *rest = items;
            return Type::List(Box::new(Self::parse_one(rest)));
        }
        if let Some(values) = rest.strip_prefix("map of ") {
            *rest = values;
            return Type::Map(Box::new(Self::parse_one(rest)));
        }
        if let Some(link) = rest.strip_prefix('[') {
            let (name, after) = link.split_once("](").expect("a link has a target");
            let (target, after) = after.split_once(')').expect("a link is closed");
            *rest = after;
            return match target.strip_prefix('#') {
                Some(anchor) => {
                    let name = name.to_lowercase();
                    assert_eq!(anchor, name.replace(' ', "-"), "the link leads elsewhere");
                    Type::Table(name)
                }
                None => Type::Elsewhere(target.split('#').next().unwrap_or_default().into()),
            };
        }
        let end = rest.find([' ', ')']).unwrap_or(rest.len());
        let (word, after) = rest.split_at(end);
        *rest = after;
        Type::Plain(match word {
            "string" => Plain::String,
            "word" => Plain::Word,
            "text" => Plain::Text,
            "integer" => Plain::Integer,
            "number" => Plain::Number,
            "boolean" => Plain::Boolean,
            "null" => Plain::Null,
            "ms" => Plain::Milliseconds,
            "any" => Plain::Any,
            _ => panic!("{word:?} is not a type"),
        })
    }
}

/// Returns the text without its backticks.
fn code(text: &str) -> String {
    let inner = text.strip_prefix('`').and_then(|text| text.strip_suffix('`'));
    inner.unwrap_or_else(|| panic!("{text} is not in backticks")).into()
}

/// Returns all parts of a text that are in backticks.
fn quoted(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(Into::into).collect()
}
