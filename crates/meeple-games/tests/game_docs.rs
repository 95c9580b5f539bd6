//! Every game has numbered rules and a section on its notation in the docs.

use meeple_games::GameKind;
use std::{fs, path::Path};

fn read(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(path);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Extracts the rule numbers in text order: the digits after `**` and a capital letter.
fn rule_numbers(rules: &str) -> Vec<u32> {
    let bold = rules.split("**").skip(1);
    let number = |text: &str| {
        let digits = text.strip_prefix(|letter: char| letter.is_ascii_uppercase())?;
        let digits = digits.split(|letter: char| !letter.is_ascii_digit()).next()?;
        digits.parse().ok()
    };
    bold.filter_map(number).collect()
}

#[test]
fn every_game_has_numbered_rules() {
    for kind in GameKind::ALL {
        let rules = read(&format!("rules/{kind}.md"));
        assert_eq!(kind.rules(), rules, "the rules of {kind} are another text");
        let numbers = rule_numbers(&rules);
        let counted: Vec<u32> = (1..=numbers.len() as u32).collect();
        assert_eq!(numbers, counted, "the rules of {kind} are numbered otherwise");
        assert!(numbers.len() > 1, "the rules of {kind} have no numbers");
    }
}

#[test]
fn every_game_has_a_page_on_how_to_play() {
    for &kind in GameKind::ALL {
        let page = read(&format!("how-to-play/{kind}.md"));
        assert_eq!(kind.how_to_play(), page, "another text is shown for {kind}");
        let heading = format!("# How to play {}", title(kind));
        assert_eq!(page.lines().next(), Some(heading.as_str()));
    }
}

/// Returns the game's name as spelled in the heading of its rules.
fn title(kind: GameKind) -> &'static str {
    let heading = kind.rules().lines().next().unwrap_or_default();
    let title = heading.strip_prefix("# ").unwrap_or_else(|| panic!("{kind} has no heading"));
    title.split(':').next().unwrap_or(title)
}

#[test]
fn every_game_has_a_section_on_its_notation() {
    let notation = read("notation.md");
    for &kind in GameKind::ALL {
        let mut sections = notation.split("\n## ");
        let section = sections.find(|section| section.lines().next() == Some(title(kind)));
        let section = section.unwrap_or_else(|| panic!("no section {:?}", title(kind)));
        for what in ["move", "position"] {
            let example = format!("```text {what} {kind}\n");
            assert!(section.contains(&example), "{kind}: no example of a {what}");
        }
    }
}
