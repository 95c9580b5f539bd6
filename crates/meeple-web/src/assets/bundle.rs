//! Bundles: many small modules as few large files, so that a page comes in two steps.
//!
//! ```text
//! /packed/main.js              main.js with all that it imports; what all others stand on
//! /packed/pages/room.js        a page (board, drawing, editor) with all that it imports,
//! /packed/boards/azul.js       without what main.js brings anyway
//! /packed/style.css            all style sheets, in the order of the page
//! ```
//!
//! In a bundle each module is a function that gives what it exports. Whichever bundle comes first
//! puts it into one map, so there is never a second one of it:
//!
//! ```js
//! $put("/parts/stage.js", () => {
//! const { sound } = $loaded.get("/sound.js");
//! async function stageOn(...) { const { mount } = await $bring(`/boards/${game}.js`); ... }
//! return { stageOn };
//! });
//! ```

use super::module::{CannotPack, Import, Module};
use meeple_games::GameKind;
use std::{
    collections::{BTreeMap, HashSet},
    fmt::Write as _,
};

/// The module that every page begins with.
const MAIN: &str = "/main.js";
/// Folders of which each module is a bundle...
const PAGES: &str = "/pages/";
/// ...and those with one for each game.
const OF_GAMES: [&str; 3] = ["/boards/", "/drawings/", "/editors/"];
/// The page that shows every game, and brings all drawings with it.
const SHOWS_ALL: &str = "/pages/home.js";

/// How the main bundle begins. What is asked for while bundles are read waits until they are.
const FIRST: &str = "export const $loaded = new Map();
export function $put(path, make) {
if (!$loaded.has(path)) $loaded.set(path, make());
}
export async function $bring(path) {
await null;
if (!$loaded.has(path)) await import(`/packed${path}`);
return $loaded.get(path);
}
";
/// How all others begin.
const OTHERS: &str = "import { $bring, $loaded, $put } from \"/packed/main.js\";\n";

/// All modules, each fit to be packed.
pub(super) struct Modules(BTreeMap<String, Module>);

impl Modules {
    /// Reads modules by their paths, such as `/parts/stage.js`.
    pub(super) fn read(
        sources: impl Iterator<Item = (String, String)>,
    ) -> Result<Self, CannotPack> {
        let read = |(path, source): (String, String)| {
            let module = Module::read(&path, &source)?;
            Ok((path, module))
        };
        let modules = Modules(sources.map(read).collect::<Result<_, _>>()?);
        for (path, module) in &modules.0 {
            modules.check(path, &module.imports)?;
        }
        modules.in_order(modules.0.keys().map(String::as_str))?;
        Ok(modules)
    }

    /// Whether what a module imports is there.
    fn check(&self, path: &str, imports: &[Import]) -> Result<(), CannotPack> {
        for Import { path: from, names } in imports {
            let missing = |name: &str| CannotPack::Missing {
                module: path.to_owned(),
                from: from.clone(),
                name: name.to_owned(),
            };
            let module = self.0.get(from).ok_or_else(|| missing(""))?;
            let gone = names.iter().find(|(there, _)| !module.exports.contains(there));
            gone.map_or(Ok(()), |(there, _)| Err(missing(there)))?;
        }
        Ok(())
    }

    /// The paths of all bundles.
    #[cfg(test)]
    pub(super) fn bundles(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str).filter(|path| self.is_bundle(path))
    }

    fn is_bundle(&self, path: &str) -> bool {
        let is_of_game =
            |folder: &str| GameKind::ALL.iter().any(|game| path == format!("{folder}{game}.js"));
        self.0.contains_key(path)
            && (path == MAIN
                || path.starts_with(PAGES)
                || OF_GAMES.iter().any(|folder| is_of_game(folder)))
    }

    /// The bundle of the module at this path; nothing if there is none.
    pub(super) fn pack(&self, path: &str) -> Option<String> {
        if !self.is_bundle(path) {
            return None;
        }
        let main = self.in_order([MAIN]).ok()?;
        if path == MAIN {
            return self.bundle(FIRST, &main);
        }
        let drawings = GameKind::ALL.iter().map(|game| format!("/drawings/{game}.js"));
        let drawings: Vec<String> = drawings.filter(|_| path == SHOWS_ALL).collect();
        let roots = drawings.iter().map(String::as_str).chain([path]);
        let mut paths = self.in_order(roots).ok()?;
        paths.retain(|path| !main.contains(path));
        self.bundle(OTHERS, &paths)
    }

    fn bundle(&self, begin: &str, paths: &[&str]) -> Option<String> {
        let mut text = begin.to_owned();
        for &path in paths {
            let Module { imports, exports, body } = self.0.get(path)?;
            let _ = writeln!(text, "$put(\"{path}\", () => {{");
            for Import { path, names } in imports.iter().filter(|one| !one.names.is_empty()) {
                let names = names.iter().map(|(there, here)| format!("{there}: {here}"));
                let names: Vec<String> = names.collect();
                let _ =
                    writeln!(text, "const {{ {} }} = $loaded.get(\"{path}\");", names.join(", "));
            }
            let _ = writeln!(text, "{}\nreturn {{ {} }};\n}});", body.trim(), exports.join(", "));
        }
        Some(text)
    }

    /// Modules with all that they import, each behind what it needs.
    fn in_order<'a>(
        &'a self,
        paths: impl IntoIterator<Item = &'a str>,
    ) -> Result<Vec<&'a str>, CannotPack> {
        let (mut open, mut order) = (HashSet::new(), Vec::new());
        paths.into_iter().try_for_each(|path| self.visit(path, &mut open, &mut order))?;
        Ok(order)
    }

    fn visit<'a>(
        &'a self,
        path: &'a str,
        open: &mut HashSet<&'a str>,
        order: &mut Vec<&'a str>,
    ) -> Result<(), CannotPack> {
        if order.contains(&path) {
            return Ok(());
        }
        if !open.insert(path) {
            return Err(CannotPack::Cycle { module: path.to_owned() });
        }
        for import in self.0.get(path).into_iter().flat_map(|module| &module.imports) {
            self.visit(&import.path, open, order)?;
        }
        order.push(path);
        Ok(())
    }
}

/// A style sheet without its comments.
pub(super) fn style(sheet: &str) -> String {
    let mut parts = sheet.split("/*");
    let first = parts.next().unwrap_or("").to_owned();
    let rest = parts.filter_map(|part| part.split_once("*/"));
    let all = rest.fold(first, |all, (_, style)| all + style);
    let lines = all.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |all, line| all + line + "\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modules(sources: &[(&str, &str)]) -> Result<Modules, CannotPack> {
        Modules::read(sources.iter().map(|&(path, source)| (path.into(), source.into())))
    }

    const SMALL: [(&str, &str); 4] = [
        ("/a.js", "export const a = 1;\n"),
        ("/b.js", "import { a as c } from \"./a.js\";\nexport const b = c;\nexport class D {}\n"),
        ("/main.js", "import { a } from \"./a.js\";\nimport(`./pages/${a}.js`);\n"),
        ("/pages/x.js", "import { a } from \"../a.js\";\nimport { b } from \"../b.js\";\na(b);\n"),
    ];

    #[test]
    fn a_bundle_has_each_module_behind_what_it_needs() {
        let modules = modules(&SMALL).expect("modules");
        let main = modules.pack("/main.js").expect("a bundle");
        assert!(main.starts_with(FIRST));
        assert_eq!(
            &main[FIRST.len()..],
            "$put(\"/a.js\", () => {\nconst a = 1;\nreturn { a };\n});\n$put(\"/main.js\", () => {\nconst { a: a } = $loaded.get(\"/a.js\");\n$bring(`/pages/${a}.js`);\nreturn {  };\n});\n"
        );
        let page = modules.pack("/pages/x.js").expect("a bundle");
        assert!(page.starts_with(OTHERS));
        assert_eq!(
            &page[OTHERS.len()..],
            "$put(\"/b.js\", () => {\nconst { a: c } = $loaded.get(\"/a.js\");\nconst b = c;\nclass D {}\nreturn { b, D };\n});\n$put(\"/pages/x.js\", () => {\nconst { a: a } = $loaded.get(\"/a.js\");\nconst { b: b } = $loaded.get(\"/b.js\");\na(b);\nreturn {  };\n});\n"
        );
        for none in ["/a.js", "/pages/y.js", "/pages/", "", "/boards/azul.js", "/../main.js"] {
            assert_eq!(modules.pack(none), None, "{none}");
        }
    }

    #[test]
    fn what_is_missing_or_needs_itself_is_refused() {
        let missing = |from: &str, name: &str| CannotPack::Missing {
            module: "/a.js".into(),
            from: from.into(),
            name: name.into(),
        };
        let error = |sources: &[(&str, &str)]| modules(sources).err();
        let import = "import { b } from \"./b.js\";\n";
        assert_eq!(error(&[("/a.js", import)]), Some(missing("/b.js", "")));
        let other = ("/b.js", "export const c = 1;\n");
        assert_eq!(error(&[("/a.js", import), other]), Some(missing("/b.js", "b")));
        let back = ("/b.js", "import \"./a.js\";\nexport const b = 1;\n");
        let cycle = CannotPack::Cycle { module: "/a.js".into() };
        assert_eq!(error(&[("/a.js", import), back]), Some(cycle));
    }

    #[test]
    fn a_style_sheet_loses_its_comments() {
        assert_eq!(style("/* a */\na { b: c; } /* d\n e */\n\n    f {}\n"), "a { b: c; }\nf {}\n");
    }
}
