//! `meeple verify`: one line per record, and an exit code that means that all are verified.

use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{fs, path::Path};

const SALT: &str = "00112233445566778899aabbccddeeff";
/// `printf meeple-seed-1:1:00112233445566778899aabbccddeeff | sha256sum`
const COMMITMENT: &str = "2147bcbd7a0157d24f0976adbb198914e86ad7a1dd775942fe797fe16294e0d7";

fn meeple(folder: &Path, words: &[&str]) -> Command {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin!("meeple"));
    command.args(words).current_dir(folder);
    command
}

/// Records a game of Azul with seed 1 in `game.jsonl`, and returns it.
fn record(folder: &Path) -> String {
    let words = ["play", "azul", "--seats", "random,random", "--seed", "1", "--record", "plain"];
    meeple(folder, &words).assert().success();
    fs::read_to_string(folder.join("plain")).expect("a record")
}

#[test]
fn a_record_is_verified_by_its_commitment_and_its_deals() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = record(folder.path());
    let fields = format!("\"seed\":1,\"commitment\":\"{COMMITMENT}\",\"salt\":\"{SALT}\",");
    let fair = plain.replacen("\"seed\":1,", &fields, 1);
    fs::write(folder.path().join("fair"), &fair).expect("a file");

    let both = meeple(folder.path(), &["verify", "fair", "plain"]).assert().success();
    both.stdout(
        contains("fair: verified: the commitment matches the seed and the salt, and all ")
            .and(contains("plain: deals verified: all "))
            .and(contains("; there is no commitment\n")),
    );
    meeple(folder.path(), &["verify", "-"]).write_stdin(fair.clone()).assert().success();
    meeple(folder.path(), &["verify", "fair", "--commitment", COMMITMENT]).assert().success();
    meeple(folder.path(), &["verify", "fair", "--commitment", SALT])
        .assert()
        .code(1)
        .stdout("fair: FAILED: the commitment is not the one you noted\n");
    meeple(folder.path(), &["verify", "fair", "plain", "--commitment", SALT]).assert().code(2);
}

#[test]
fn what_is_not_verified_is_explained_and_fails() {
    let folder = tempfile::tempdir().expect("a folder");
    let plain = record(folder.path());
    let deal = plain.lines().nth(1).expect("a first deal");
    let check = |text: &str, said: &str| {
        fs::write(folder.path().join("changed"), text).expect("a file");
        // A record that is verified doesn't make up for one that isn't.
        let checked = meeple(folder.path(), &["verify", "changed", "plain"]).assert().code(1);
        let is_said = contains(said.to_owned()).and(contains("plain: deals verified"));
        checked.stdout(is_said).stderr(contains("1 of 2 records not verified"));
    };
    let expected = format!("but the seed gives {}", &deal.split('"').nth(7).expect("its text"));
    let other = plain.replacen("\"seed\":1,", "\"seed\":2,", 1);
    check(&other, "changed: FAILED: ply 1 (line 2): the deal is ");
    let dealt = other_deal(folder.path());
    let start = plain.lines().next().expect("a start");
    check(&format!("{start}\n{dealt}\n"), &expected);
    check(&plain.replacen("\"seed\":1,", "", 1), "changed: not verified: the record has no seed");
    let typed = plain.replacen("\"seed\":1,", "\"seed\":1,\"deals\":\"typed\",", 1);
    check(&typed, "changed: not verified: the deals were typed in by a person");
    let unfinished: Vec<&str> = plain.lines().take(3).collect();
    let unfinished = unfinished.join("\n").replacen("\"seed\":1,", "", 1) + "\n";
    check(&unfinished, "changed: not verified: the record has no seed yet");
    check("no record\n", "FAILED: changed: line 1: ");
}

/// Returns the line of the first deal of another seed.
fn other_deal(folder: &Path) -> String {
    let words = ["play", "azul", "--seats", "random,random", "--seed", "2", "--record", "other"];
    meeple(folder, &words).assert().success();
    let other = fs::read_to_string(folder.join("other")).expect("a record");
    other.lines().nth(1).expect("a first deal").into()
}
