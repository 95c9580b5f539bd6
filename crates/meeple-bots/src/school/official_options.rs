//! Accepts the official engine's options, so that students' scripts work here too.
//!
//! That engine takes long options with one dash (`-player1 bot`) and short ones of two letters
//! (`-p1 bot`), each with one dash or two, and `-f=map` as well as `-f map`. Meeple uses two dashes;
//! the official options are rewritten before the command line is parsed, and only after the
//! subcommand `filler`.

use std::ffi::OsString;

/// The official options and Meeple's equivalents.
const WORDS: &[(&str, &str)] = &[
    ("f", "--file"),
    ("file", "--file"),
    ("p1", "--player1"),
    ("player1", "--player1"),
    ("p2", "--player2"),
    ("player2", "--player2"),
    ("q", "--quiet"),
    ("quiet", "--quiet"),
    ("r", "--refresh"),
    ("refresh", "--refresh"),
    ("s", "--seed"),
    ("seed", "--seed"),
    ("t", "--time"),
    ("time", "--time"),
];

/// Returns the command line with the official options rewritten.
pub fn rewrite_options(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words: Vec<OsString> = words.collect();
    if let Some(command) = command_at(&words).filter(|&at| words[at] == "filler") {
        for word in &mut words[command + 1..] {
            if let Some(ours) = word.to_str().and_then(rewrite_option) {
                *word = ours.into();
            }
        }
    }
    words
}

/// Returns the index of the subcommand: after the program and the global options.
fn command_at(words: &[OsString]) -> Option<usize> {
    let mut at = 1;
    while words.get(at)?.to_str()?.starts_with('-') {
        at += if words[at] == "--color" { 2 } else { 1 };
    }
    Some(at)
}

fn rewrite_option(word: &str) -> Option<String> {
    let (name, value) = match word.split_once('=') {
        Some((name, value)) => (name, Some(value)),
        None => (word, None),
    };
    let name = name.strip_prefix("--").or_else(|| name.strip_prefix('-'))?;
    let (_, ours) = WORDS.iter().find(|(official, _)| *official == name)?;
    Some(match value {
        Some(value) => format!("{ours}={value}"),
        None => (*ours).into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(typed: &str, understood: &str) {
        let words = rewrite_options(typed.split(' ').map(OsString::from));
        let words: Vec<String> = words.iter().map(|w| w.to_string_lossy().into()).collect();
        assert_eq!(words.join(" "), understood);
    }

    #[test]
    fn one_dash_or_two_long_or_short() {
        check(
            "meeple filler -f m -p1 a --p2 b -q -r -s 1 -t 2",
            "meeple filler --file m --player1 a --player2 b --quiet --refresh --seed 1 --time 2",
        );
        check(
            "meeple --color never filler -file=m -player1 a --player2=b -quiet -refresh",
            "meeple --color never filler --file=m --player1 a --player2=b --quiet --refresh",
        );
        check("meeple filler audit bot -t 1", "meeple filler audit bot --time 1");
    }

    #[test]
    fn other_words_and_other_commands_are_left_alone() {
        check("meeple filler -x --games 3 bots/p1", "meeple filler -x --games 3 bots/p1");
        check("meeple prove -q -f", "meeple prove -q -f");
        check("meeple --color", "meeple --color");
        check("meeple", "meeple");
    }
}
