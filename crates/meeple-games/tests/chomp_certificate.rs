//! Certificates that were tampered with are refused with the exact reason.

use meeple_core::Seat;
use meeple_games::chomp::{Certificate, Move};

/// Three columns, two rows: after 1,2 the top row is one square longer, and the winner can always
/// restore that.
const GOOD: &str = r#"{"certificate":"chomp","format":1,"width":3,"height":2,"rows":[3,3],"opening":"1,2","lost":[[1],[2,1],[3,2]]}"#;

fn good() -> Certificate {
    GOOD.parse().expect("a certificate")
}

#[test]
fn a_good_certificate_proves_who_wins_and_is_printed_as_it_was_read() {
    let proof = good().check().expect("a proof");
    assert_eq!((proof.winner, proof.positions), (Seat::new(0), 3));
    assert_eq!(good().to_string(), GOOD);
    let lost = Certificate { rows: vec![3, 2], opening: None, ..good() };
    assert_eq!(lost.check().expect("a proof").winner, Seat::new(1));
}

#[track_caller]
fn refused(tamper: impl FnOnce(&mut Certificate), message: &str) {
    let mut certificate = good();
    tamper(&mut certificate);
    assert_eq!(certificate.check().expect_err("no proof").to_string(), message);
}

#[test]
fn a_set_that_is_not_closed_is_refused_with_the_bite_that_has_no_reply() {
    refused(
        |c| drop(c.lost.remove(1)),
        "from the lost position [3, 2], no reply to the bite 0,2 leads to a lost one",
    );
    refused(
        |c| drop(c.lost.remove(0)),
        "from the lost position [2, 1], no reply to the bite 0,1 leads to a lost one",
    );
    // A won position among the lost ones: the opponent moves into the set first.
    refused(
        |c| c.lost.push(vec![2, 2]),
        "from the lost position [2, 2], no reply to the bite 1,1 leads to a lost one",
    );
    refused(
        |c| c.lost[1] = vec![2, 2],
        "from the lost position [2, 2], no reply to the bite 1,1 leads to a lost one",
    );
}

#[test]
fn a_wrong_start_or_opening_is_refused() {
    let unproven = "[3, 1], the position after the opening 1,1, is not among the lost ones";
    refused(|c| c.opening = Some(Move { row: 1, column: 1 }), unproven);
    let unproven = "[3, 3], the position at the start, is not among the lost ones";
    refused(|c| c.opening = None, unproven);
    refused(|c| c.opening = Some(Move::POISON), "the opening bites the poison (C3)");
    refused(
        |c| c.opening = Some(Move { row: 2, column: 0 }),
        "the opening: square 2,0 is outside the bar: rows are 0 to 1, columns 0 to 2",
    );
    refused(|c| c.rows = vec![3, 2], "the opening: square 1,2 is already eaten");
    refused(|c| c.rows = vec![2, 3], "the start: row 1 has 3 squares, more than the 2 above it");
    refused(|c| c.rows.clear(), "the start: nothing is left of the bar");
    refused(
        |c| c.width = 0,
        "the start: a bar has 1 to 255 columns and 1 to 255 rows, not 0 and 2",
    );
}

#[test]
fn positions_that_cannot_be_are_refused() {
    refused(
        |c| c.lost.push(vec![4]),
        "lost position 3, [4]: row 0 has 4 squares, but the bar has 3 columns",
    );
    refused(
        |c| c.lost.push(vec![1, 1, 1]),
        "lost position 3, [1, 1, 1]: 3 rows do not fit in a bar of 2",
    );
    refused(
        |c| c.lost[2] = vec![2, 3],
        "lost position 2, [2, 3]: row 1 has 3 squares, more than the 2 above it",
    );
    refused(
        |c| c.lost[0] = vec![1, 0],
        "lost position 0, [1, 0]: rows that are eaten are not written",
    );
    refused(|c| c.lost[0].clear(), "lost position 0, []: rows that are eaten are not written");
    refused(|c| c.lost.push(vec![2, 1]), "lost position 3, [2, 1], comes twice");
}

#[track_caller]
fn unreadable(from: &str, to: &str, message: &str) {
    let error = GOOD.replace(from, to).parse::<Certificate>().expect_err("no certificate");
    assert!(error.to_string().starts_with(message), "{error}");
}

#[test]
fn text_that_is_no_certificate_is_refused() {
    unreadable("\"chomp\"", "\"azul\"", "a certificate of \"azul\", expected \"chomp\"");
    unreadable("\"format\":1", "\"format\":2", "format 2 of the certificate, expected 1");
    unreadable("1,2\"", "1;2\"", "the opening: bad bite at column 4: expected row,column");
    unreadable("[[1]", "[[256]", "not a certificate: invalid value: integer `256`");
    unreadable("\"width\":3,", "", "not a certificate: missing field `width`");
    unreadable("\"width\"", "\"depth\":1,\"width\"", "not a certificate: unknown field `depth`");
    unreadable("]]}", "]]} x", "not a certificate: trailing characters");
    unreadable("]]}", "]", "not a certificate: EOF");
}
