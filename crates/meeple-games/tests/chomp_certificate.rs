//! Certificates that were tampered with are rejected with the exact reason.

use meeple_core::Seat;
use meeple_games::chomp::{Certificate, Move};

/// Three columns, two rows: after the bite 1,2 the top row is one square longer than the bottom row; the
/// winner can restore this after any reply.
const VALID: &str = r#"{"certificate":"chomp","format":1,"width":3,"height":2,"rows":[3,3],"opening":"1,2","lost":[[1],[2,1],[3,2]]}"#;

fn valid() -> Certificate {
    VALID.parse().expect("a certificate")
}

#[test]
fn a_valid_certificate_proves_who_wins_and_is_printed_as_it_was_read() {
    let proof = valid().check().expect("a proof");
    assert_eq!((proof.winner, proof.positions), (Seat::new(0), 3));
    assert_eq!(valid().to_string(), VALID);
    let lost = Certificate { rows: vec![3, 2], opening: None, ..valid() };
    assert_eq!(lost.check().expect("a proof").winner, Seat::new(1));
}

#[track_caller]
fn assert_rejected(tamper: impl FnOnce(&mut Certificate), message: &str) {
    let mut certificate = valid();
    tamper(&mut certificate);
    assert_eq!(certificate.check().expect_err("no proof").to_string(), message);
}

#[test]
fn a_bite_without_a_losing_reply_is_reported() {
    assert_rejected(
        |c| drop(c.lost.remove(1)),
        "from the lost position [3, 2], no reply to the bite 0,2 leads to a lost one",
    );
    assert_rejected(
        |c| drop(c.lost.remove(0)),
        "from the lost position [2, 1], no reply to the bite 0,1 leads to a lost one",
    );
    // A won position among the lost ones: the opponent moves into the set first.
    assert_rejected(
        |c| c.lost.push(vec![2, 2]),
        "from the lost position [2, 2], no reply to the bite 1,1 leads to a lost one",
    );
    assert_rejected(
        |c| c.lost[1] = vec![2, 2],
        "from the lost position [2, 2], no reply to the bite 1,1 leads to a lost one",
    );
}

#[test]
fn an_invalid_start_or_opening_is_rejected() {
    let unproven = "[3, 1], the position after the opening 1,1, is not among the lost ones";
    assert_rejected(|c| c.opening = Some(Move { row: 1, column: 1 }), unproven);
    let unproven = "[3, 3], the position at the start, is not among the lost ones";
    assert_rejected(|c| c.opening = None, unproven);
    assert_rejected(|c| c.opening = Some(Move::POISON), "the opening bites the poison");
    assert_rejected(
        |c| c.opening = Some(Move { row: 2, column: 0 }),
        "the opening: square 2,0 is outside the bar: rows are 0 to 1, columns 0 to 2",
    );
    assert_rejected(|c| c.rows = vec![3, 2], "the opening: square 1,2 is already eaten");
    assert_rejected(
        |c| c.rows = vec![2, 3],
        "the start: row 1 has 3 squares, more than the 2 above it",
    );
    assert_rejected(|c| c.rows.clear(), "the start: the bar is empty");
    assert_rejected(
        |c| c.width = 0,
        "the start: a bar has 1 to 255 columns and 1 to 255 rows, not 0 and 2",
    );
}

#[test]
fn impossible_positions_are_rejected() {
    assert_rejected(
        |c| c.lost.push(vec![4]),
        "lost position 3, [4]: row 0 has 4 squares, but the bar has 3 columns",
    );
    assert_rejected(
        |c| c.lost.push(vec![1, 1, 1]),
        "lost position 3, [1, 1, 1]: 3 rows are given, but the bar has only 2",
    );
    assert_rejected(
        |c| c.lost[2] = vec![2, 3],
        "lost position 2, [2, 3]: row 1 has 3 squares, more than the 2 above it",
    );
    assert_rejected(|c| c.lost[0] = vec![1, 0], "lost position 0, [1, 0]: omit empty rows");
    assert_rejected(|c| c.lost[0].clear(), "lost position 0, []: omit empty rows");
    assert_rejected(|c| c.lost.push(vec![2, 1]), "lost position 3, [2, 1], is listed twice");
}

#[track_caller]
fn assert_unparsable(from: &str, to: &str, message: &str) {
    let error = VALID.replace(from, to).parse::<Certificate>().expect_err("no certificate");
    assert!(error.to_string().starts_with(message), "{error}");
}

#[test]
fn text_that_is_not_a_certificate_is_rejected() {
    assert_unparsable(
        "\"chomp\"",
        "\"azul\"",
        "this certificate is for \"azul\", expected \"chomp\"",
    );
    assert_unparsable(
        "\"format\":1",
        "\"format\":2",
        "unsupported certificate format 2 (expected 1)",
    );
    assert_unparsable(
        "1,2\"",
        "1;2\"",
        "the opening: bad bite at character 4: expected row,column",
    );
    assert_unparsable("[[1]", "[[256]", "not a certificate: invalid value: integer `256`");
    assert_unparsable("\"width\":3,", "", "not a certificate: missing field `width`");
    assert_unparsable(
        "\"width\"",
        "\"depth\":1,\"width\"",
        "not a certificate: unknown field `depth`",
    );
    assert_unparsable("]]}", "]]} x", "not a certificate: trailing characters");
    assert_unparsable("]]}", "]", "not a certificate: EOF");
}
