//! A module as it is packed: what it imports, what it exports, and its code without both.
//!
//! ```text
//! import { get as ask } from "./api.js";          imports  /api.js { get: ask }
//! export function show() { ... }             ──►  exports  show
//! await import(`./boards/${name}.js`)              body     function show() { ... }
//!                                                           await $bring(`/boards/${name}.js`)
//! ```
//!
//! Only what our own modules use is read; anything else is refused, with its line.

use super::script::{Piece, pieces};
use std::borrow::Cow;

/// What is declared behind `export`; its name follows.
const DECLARATIONS: [&str; 6] =
    ["async function* ", "async function ", "function* ", "function ", "const ", "class "];

/// A module, ready to be packed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Module {
    /// The modules that it needs, each with names there and here.
    pub(super) imports: Vec<Import>,
    /// Names that others may use.
    pub(super) exports: Vec<String>,
    /// What it does.
    pub(super) body: String,
}

/// What is taken from another module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Import {
    pub(super) path: String,
    /// The name there, and the name here.
    pub(super) names: Vec<(String, String)>,
}

/// Why modules cannot be packed.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum CannotPack {
    #[error("{module}:{line}: {why}")]
    Line { module: String, line: usize, why: &'static str },
    #[error("{module} ends in the middle of something")]
    Unfinished { module: String },
    #[error("{module} imports {name:?} from {from}, which is not there")]
    Missing { module: String, from: String, name: String },
    #[error("{module} needs itself")]
    Cycle { module: String },
}

/// A part of a module without its comments, and the line where it begins.
struct Part<'a> {
    is_code: bool,
    text: Cow<'a, str>,
    line: usize,
}

impl Module {
    /// Reads the module at this path.
    pub(super) fn read(path: &str, source: &str) -> Result<Self, CannotPack> {
        let unfinished = || CannotPack::Unfinished { module: path.to_owned() };
        let parts = without_comments(&pieces(source).ok_or_else(unfinished)?);
        let refuse =
            |(line, why)| CannotPack::Line { module: path.to_owned(), line: line + 1, why };
        Reader { folder: folder(path), parts, module: Module::empty() }.read().map_err(refuse)
    }

    fn empty() -> Self {
        Module { imports: Vec::new(), exports: Vec::new(), body: String::new() }
    }
}

fn without_comments<'a>(pieces: &[Piece<'a>]) -> Vec<Part<'a>> {
    let mut parts: Vec<Part<'a>> = Vec::new();
    let mut line = 0;
    for piece in pieces {
        let (is_code, text, lines) = match *piece {
            Piece::Code(text) => (true, Cow::from(text), text.matches('\n').count()),
            Piece::Text(text) => (false, Cow::from(text), text.matches('\n').count()),
            // Words that a comment has kept apart stay apart, and lines keep their numbers.
            Piece::Comment(text) => match text.matches('\n').count() {
                0 => (true, Cow::from(" "), 0),
                lines => (true, Cow::from("\n".repeat(lines)), lines),
            },
        };
        match parts.last_mut() {
            Some(last) if is_code && last.is_code => last.text.to_mut().push_str(&text),
            _ => parts.push(Part { is_code, text, line }),
        }
        line += lines;
    }
    parts
}

/// A line, counted from 0, and what is wrong with it.
type Wrong = (usize, &'static str);

struct Reader<'a> {
    /// Where the module is: paths may begin there.
    folder: &'a str,
    parts: Vec<Part<'a>>,
    module: Module,
}

impl Reader<'_> {
    fn read(mut self) -> Result<Module, Wrong> {
        self.check_await()?;
        for at in 0..self.parts.len() {
            if !self.parts[at].is_code {
                self.module.body.push_str(&self.parts[at].text);
                continue;
            }
            let code = std::mem::take(&mut self.parts[at].text).into_owned();
            let line = self.parts[at].line;
            let code = self.take_import(at, &code)?.unwrap_or(code);
            let code = self.bring(at, &code)?.unwrap_or(code);
            let code = self.take_exports(&code, line)?;
            check(&code, line)?;
            self.module.body.push_str(&tidy(&code));
        }
        Ok(self.module)
    }

    /// `import { a, b as c } from` before a text: it is taken out, with the text and its semicolon.
    fn take_import(&mut self, at: usize, code: &str) -> Result<Option<String>, Wrong> {
        let begin = match code.rfind("\nimport ") {
            Some(before) => before + 1,
            None if code.starts_with("import ") => 0,
            None => return Ok(None),
        };
        let line = self.parts[at].line + code[..begin].matches('\n').count();
        let wrong = |why| (line, why);
        let Some([path, next, ..]) = self.parts.get_mut(at + 1..) else {
            return Err(wrong("an import without a path"));
        };
        let names =
            names(&code[begin + "import ".len()..]).ok_or(wrong("only names can be imported"))?;
        let absolute = absolute(self.folder, path.text.trim_matches('"'));
        let path_is_plain = path.text.starts_with('"');
        let absolute = absolute.filter(|_| path_is_plain).ok_or(wrong("no path of a module"))?;
        let rest = next.text.strip_prefix(';').ok_or(wrong("an import without its semicolon"))?;
        next.text = rest.to_owned().into();
        path.text = "".into();
        self.module.imports.push(Import { path: absolute, names });
        Ok(Some(code[..begin].to_owned()))
    }

    /// `import(` before a text: what is brought later, from wherever this was packed.
    fn bring(&mut self, at: usize, code: &str) -> Result<Option<String>, Wrong> {
        let Some(before) = code.strip_suffix("import(") else { return Ok(None) };
        let line = self.parts[at].line + code.matches('\n').count();
        let path = self.parts.get_mut(at + 1).ok_or((line, "an import without a path"))?;
        let (quote, written) = path.text.split_at(1);
        let absolute = absolute(self.folder, written).ok_or((line, "no path of a module"))?;
        path.text = format!("{quote}{absolute}").into();
        Ok(Some(format!("{before}$bring(")))
    }

    /// `export` at the beginning of a line: it is taken out, and what it exports is known.
    fn take_exports(&mut self, code: &str, first: usize) -> Result<String, Wrong> {
        let mut lines = Vec::new();
        for (at, line) in code.split('\n').enumerate() {
            let Some(declared) = line.strip_prefix("export ") else {
                lines.push(line);
                continue;
            };
            let name = DECLARATIONS.iter().find_map(|word| declared.strip_prefix(word));
            let name: String =
                name.unwrap_or("").chars().take_while(|&letter| is_of_name(letter)).collect();
            if name.is_empty() {
                return Err((first + at, "only functions, constants and classes are exported"));
            }
            self.module.exports.push(name);
            lines.push(declared);
        }
        Ok(lines.join("\n"))
    }

    /// A module that waits while it is loaded would let all others wait.
    fn check_await(&self) -> Result<(), Wrong> {
        let mut depth = 0_usize;
        for part in self.parts.iter().filter(|part| part.is_code) {
            for (at, line) in part.text.split('\n').enumerate() {
                if depth == 0 && line.contains("await ") && !line.contains("async ") {
                    return Err((part.line + at, "nothing is awaited outside of functions"));
                }
                let opened = line.matches(['{', '(', '[']).count();
                let closed = line.matches(['}', ')', ']']).count();
                depth = (depth + opened).saturating_sub(closed);
            }
        }
        Ok(())
    }
}

/// What must not be left in code that is packed.
fn check(code: &str, first: usize) -> Result<(), Wrong> {
    let refused = [
        ("import ", "imports stand at the beginning of a line"),
        ("import(", "what is brought later is named by a text"),
        ("import.", "a packed module does not know where it is"),
        ("export ", "exports stand at the beginning of a line"),
        ("$", "names with $ are those of the packing"),
    ];
    for (at, line) in code.split('\n').enumerate() {
        let own = line.replace("$bring(", "(");
        if let Some((_, why)) = refused.iter().find(|(what, _)| own.contains(what)) {
            return Err((first + at, why));
        }
    }
    Ok(())
}

/// `{ a, b as c } from `: names there and here; none if only the module itself is wanted.
fn names(text: &str) -> Option<Vec<(String, String)>> {
    if text.trim().is_empty() {
        return Some(Vec::new());
    }
    let list = text.trim().strip_suffix("from")?.trim().strip_prefix('{')?.strip_suffix('}')?;
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    names
        .map(|name| {
            let (there, here) = name.split_once(" as ").unwrap_or((name, name));
            let is_name = |name: &str| !name.is_empty() && name.chars().all(is_of_name);
            let both = (there.trim().to_owned(), here.trim().to_owned());
            (is_name(&both.0) && is_name(&both.1)).then_some(both)
        })
        .collect()
}

fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || letter == '_'
}

/// Code without empty lines and without what stands before and behind the others.
fn tidy(code: &str) -> String {
    let mut lines = code.split('\n');
    let mut tidied = lines.next().unwrap_or("").to_owned();
    for line in lines {
        tidied.truncate(tidied.trim_end().len());
        tidied.push('\n');
        tidied.push_str(line.trim_start());
    }
    tidied
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// A path as it is written in a module of this folder, from the root.
fn absolute(folder: &str, written: &str) -> Option<String> {
    if written.starts_with('/') {
        return Some(written.to_owned());
    }
    let (mut folder, mut rest) = (folder, written.strip_prefix("./").unwrap_or(written));
    while let Some(above) = rest.strip_prefix("../") {
        (folder, rest) = (folder.rsplit_once('/')?.0, above);
    }
    let is_relative = written.starts_with('.') && !rest.starts_with('.');
    is_relative.then(|| format!("{folder}/{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(source: &str) -> Module {
        Module::read("/parts/a.js", source).expect("a module")
    }

    #[test]
    fn imports_are_taken_out_with_their_names() {
        let module = read(
            "// what it is\nimport { b, c as d } from \"./b.js\";\nimport {\n    e,\n    f,\n} from \
             \"../e.js\";\nimport \"/drawings/g.js\";\nb(d, e, f);\n",
        );
        let import = |path: &str, names: &[(&str, &str)]| Import {
            path: path.to_owned(),
            names: names.iter().map(|&(there, here)| (there.into(), here.into())).collect(),
        };
        assert_eq!(
            module.imports,
            [
                import("/parts/b.js", &[("b", "b"), ("c", "d")]),
                import("/e.js", &[("e", "e"), ("f", "f")]),
                import("/drawings/g.js", &[]),
            ]
        );
        assert_eq!(module.body.trim(), "b(d, e, f);");
    }

    #[test]
    fn exports_lose_their_word_and_keep_their_names() {
        let module = read(
            "export function a() {}\nexport async function b() {}\nexport async function* c() \
             {}\nexport const D = 1;\nexport class E {}\nconst f = `\nexport const g`;\n",
        );
        assert_eq!(module.exports, ["a", "b", "c", "D", "E"]);
        assert_eq!(
            module.body,
            "function a() {}\nasync function b() {}\nasync function* c() {}\nconst D = 1;\nclass E \
             {}\nconst f = `\nexport const g`;\n"
        );
    }

    #[test]
    fn comments_and_indentation_go_but_not_those_of_a_text() {
        let module = read(
            "/** Of a. @type {import(\"./b.js\").B} */\nlet a = /** @type {A} */ (b); // \
             why\n\n    // so\n    a(`\n    // this stays\n    ${c}`);\n",
        );
        assert_eq!(module.body, "\nlet a =   (b);\na(`\n    // this stays\n    ${c}`);\n");
    }

    #[test]
    fn what_is_brought_later_has_a_path_from_the_root() {
        let module = read("const a = async () => (await import(`../boards/${b}.js`)).c;\n");
        assert_eq!(module.body, "const a = async () => (await $bring(`/boards/${b}.js`)).c;\n");
        assert_eq!(read("f(() => import('./x.js'));").body, "f(() => $bring('/parts/x.js'));");
    }

    #[test]
    fn anything_else_is_refused_with_its_line() {
        let check = |source: &str, at: usize| match Module::read("/a.js", source) {
            Err(CannotPack::Line { line, .. }) => assert_eq!(line, at, "{source}"),
            other => panic!("{source}: {other:?}"),
        };
        check("// a\nimport a from \"./a.js\";\n", 2);
        check("import * as a from \"./a.js\";\n", 1);
        check("import { a } from \"a\";\n", 1);
        check("import { a } from \"../a.js\";\n", 1);
        check("/* a\n*/\nexport default a;\n", 3);
        check("export let a = 1;\n", 1);
        check("export { a };\n", 1);
        check("export * from \"./a.js\";\n", 1);
        check("export const { a } = b;\n", 1);
        check("a();\nconst b = await c();\n", 2);
        check("a();\n\nimport(b);\n", 3);
        check("a(import.meta.url);\n", 1);
        check("const $a = 1;\n", 1);
        let unfinished = CannotPack::Unfinished { module: "/a.js".to_owned() };
        assert_eq!(Module::read("/a.js", "`"), Err(unfinished));
    }
}
