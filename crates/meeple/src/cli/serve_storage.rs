//! What the options of `meeple serve` say about storage: how long games are stored, and how much of the disk is
//! left free.

use bytesize::ByteSize;
use clap::Args;
use meeple_web::Retention;
use std::{str::FromStr, time::Duration};

/// The shortest time: the server counts ages in hours.
const SHORTEST: Duration = Duration::from_secs(3600);
/// The longest time, 100 years; a longer one is probably a slip.
const LONGEST: Duration = Duration::from_secs(100 * 366 * 24 * 3600);

/// Options about storage.
#[derive(Debug, Args)]
pub struct StorageOptions {
    /// Remove games that haven't changed for this long, such as 90d, 12h or 1y; with unfinished=, finished= or
    /// analysed= before it only such games; can be repeated [default: forever]
    #[arg(long, value_name = "TIME")]
    keep: Vec<KeepRule>,
    /// With less free space on the disk, such as 2GiB, store nothing new; 0 turns this off
    #[arg(long, value_name = "SIZE", default_value = "512MiB", value_parser = parse_size)]
    pub min_free: u64,
}

/// One `--keep`: a time for one kind of game, or for all that have none of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct KeepRule {
    kind: Option<KeptKind>,
    /// `None` means forever.
    age: Option<Duration>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KeptKind {
    Unfinished,
    Finished,
    Analysed,
}

impl KeptKind {
    const ALL: [(&str, KeptKind); 3] = [
        ("unfinished", KeptKind::Unfinished),
        ("finished", KeptKind::Finished),
        ("analysed", KeptKind::Analysed),
    ];
}

impl StorageOptions {
    /// Returns how long games are stored, or why the options contradict each other.
    pub(crate) fn retention(&self) -> Result<Retention, String> {
        let of = |kind: Option<KeptKind>| {
            let mut ages = self.keep.iter().filter(|rule| rule.kind == kind);
            match (ages.next(), ages.next()) {
                (first, None) => Ok(first.map(|rule| rule.age)),
                (_, Some(_)) => Err(match KeptKind::ALL.iter().find(|(_, it)| Some(*it) == kind) {
                    Some((name, _)) => format!("--keep {name}= is given twice"),
                    None => "--keep is given twice for the same games; write --keep finished=90d \
                             or the like"
                        .to_owned(),
                }),
            }
        };
        let all = of(None)?.flatten();
        let own = |kind| of(Some(kind)).map(|age| age.unwrap_or(all));
        Ok(Retention {
            unfinished: own(KeptKind::Unfinished)?,
            finished: own(KeptKind::Finished)?,
            analysed: own(KeptKind::Analysed)?,
        })
    }
}

impl FromStr for KeepRule {
    type Err = String;
    fn from_str(text: &str) -> Result<Self, String> {
        let (kind, age) = match text.split_once('=') {
            None => (None, text),
            Some((name, age)) => {
                let known = KeptKind::ALL.iter().find(|(known, _)| *known == name);
                let (_, kind) = known
                    .ok_or_else(|| format!("\"{name}\" is not unfinished, finished or analysed"))?;
                (Some(*kind), age)
            }
        };
        Ok(KeepRule { kind, age: parse_age(age)? })
    }
}

fn parse_age(text: &str) -> Result<Option<Duration>, String> {
    if text == "forever" {
        return Ok(None);
    }
    let age = humantime::parse_duration(text).map_err(|_| {
        format!("\"{text}\" is not a time: use a unit, such as 12h, 90d, 6months or 1y, or forever")
    })?;
    match age {
        age if age < SHORTEST => Err("the shortest time is 1h".into()),
        age if age > LONGEST => Err("the longest time is 100 years; use forever".into()),
        age => Ok(Some(age)),
    }
}

fn parse_size(text: &str) -> Result<u64, String> {
    let bad = || {
        format!("\"{text}\" is not a size: use a unit, such as 512MiB or 2GiB, or 0 for no limit")
    };
    let has_unit = text.ends_with(|last: char| last.is_ascii_alphabetic());
    if text != "0" && !has_unit {
        return Err(bad());
    }
    text.parse().map(|ByteSize(bytes)| bytes).map_err(|_| bad())
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: Duration = Duration::from_secs(24 * 3600);

    fn retention(rules: &[&str]) -> Result<Retention, String> {
        let keep: Result<Vec<KeepRule>, String> = rules.iter().map(|rule| rule.parse()).collect();
        StorageOptions { keep: keep?, min_free: 0 }.retention()
    }

    #[test]
    fn a_rule_for_one_kind_comes_before_the_rule_for_all() {
        assert_eq!(retention(&[]), Ok(Retention::all(None)));
        assert_eq!(retention(&["90d"]), Ok(Retention::all(Some(90 * DAY))));
        let expected = Retention { finished: None, ..Retention::all(Some(2 * DAY)) };
        assert_eq!(retention(&["finished=forever", "2d"]), Ok(expected));
        let expected =
            Retention { unfinished: Some(DAY), finished: Some(7 * DAY), analysed: Some(DAY / 24) };
        assert_eq!(retention(&["unfinished=24h", "analysed=1h", "finished=1w"]), Ok(expected));
    }

    #[test]
    fn a_bad_rule_says_what_is_wrong() {
        let check = |rules: &[&str], expected: &str| {
            let error = retention(rules).expect_err("a bad rule");
            assert!(error.contains(expected), "{rules:?}: {error}");
        };
        check(&["90"], "\"90\" is not a time");
        check(&["-3d"], "not a time");
        check(&[""], "\"\" is not a time");
        check(&["finished="], "not a time");
        check(&["99999999999999999999d"], "not a time");
        check(&["5m"], "the shortest time is 1h");
        check(&["1000y"], "the longest time");
        check(&["over=3d"], "\"over\" is not unfinished, finished or analysed");
        check(&["3d", "4d"], "twice for the same games");
        check(&["finished=3d", "finished=3d"], "--keep finished= is given twice");
    }

    #[test]
    fn a_size_needs_a_unit() {
        assert_eq!(parse_size("1GiB"), Ok(1 << 30));
        assert_eq!(parse_size("1.5 MiB"), Ok(3 << 19));
        assert_eq!(parse_size("500MB"), Ok(500_000_000));
        assert_eq!(parse_size("0"), Ok(0));
        for bad in ["", "512", "-1GiB", "1 parsec", "MiB", "1e99GiB x"] {
            assert!(parse_size(bad).is_err_and(|error| error.contains("not a size")), "{bad}");
        }
    }
}
