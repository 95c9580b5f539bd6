//! Tests the replays embedded in a page.

use super::{FinishedTournament, ReplayLimit, ReportFixture, TournamentReport, chomp, page};
use base64::{Engine as _, engine::general_purpose::STANDARD};
use flate2::read::ZlibDecoder;
use meeple_arena::report::write_html;
use meeple_games::GameKind;
use meeple_view::view;
use serde_json::{Value, json};

/// Unpacks the replay of a game as the page does.
fn unpacked(page: &str, number: usize) -> Value {
    let begin = format!("<script type=\"text/plain\" id=\"replay-{number}\">");
    let (_, rest) = page.split_once(&begin).expect("a replay");
    let (packed, _) = rest.split_once('<').expect("an end");
    let bytes = STANDARD.decode(packed).expect("base64");
    serde_json::from_reader(ZlibDecoder::new(&bytes[..])).expect("JSON")
}

#[test]
fn a_replay_has_every_picture_and_word() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    for (index, game) in played.matches.iter().enumerate() {
        let replay = unpacked(&page, index + 1);
        let plies = game.plies().len();
        assert_eq!(replay["first"], view(GameKind::Chomp).picture_at(game, 0).unwrap());
        assert_eq!(replay["plies"].as_array().unwrap().len(), plies);
        assert_eq!(replay["points"].as_array().unwrap().len(), plies + 1);
        let ending = view(GameKind::Chomp).ending(game).unwrap();
        assert_eq!(replay["ending"], ending.sentence);
        for ply in 1..=plies {
            let told = view(GameKind::Chomp).narrate(game, ply).unwrap();
            assert_eq!(replay["plies"][ply - 1]["did"], told.did);
        }
    }
}

#[test]
fn a_fault_stands_at_its_ply() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    let failed = |game: &meeple_arena::tournament::GameLine| !game.faults.is_empty();
    for (index, game) in played.games.iter().enumerate().filter(|(_, game)| failed(game)) {
        // The bot fails at its first turn: immediately, or after its opponent's first bite.
        let fault = &unpacked(&page, index + 1)["faults"][0];
        assert_eq!(fault["ply"], game.faults[0].seat.index());
        assert_eq!(fault["verdict"], "crash");
    }
    assert!(played.games.iter().any(failed));
}

#[test]
fn seats_keep_the_marks_of_the_standing() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    let place = |entrant| shown.standing.rows.iter().position(|row| row.entrant == entrant);
    for (index, game) in played.games.iter().enumerate() {
        let marks: Vec<Value> = game.seats.iter().map(|&who| json!(place(who))).collect();
        let seats = unpacked(&page, index + 1)["seats"].clone();
        let drawn: Vec<Value> =
            seats.as_array().unwrap().iter().map(|seat| seat["mark"].clone()).collect();
        assert_eq!(drawn, marks);
    }
}

#[test]
fn a_game_without_a_board_is_shown_as_text() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let report = TournamentReport { game: "connect-four", ..shown.report(&played) };
    let (page, _) = page(&report, &played.matches, ReplayLimit::default());
    let text = played.matches[0].position_at(0).unwrap().to_string();
    assert_eq!(unpacked(&page, 1)["first"], text);
    assert!(page.contains("start(spell);"));
}

#[test]
fn replays_end_where_the_limit_is_and_the_page_says_so() {
    let FinishedTournament { entrants, games, matches } = chomp();
    let played = FinishedTournament { entrants, games, matches: Vec::new() };
    let shown = ReportFixture::of(&played);
    let report = shown.report(&played);
    let mut asked = 0;
    let mut replays = |_: &_| {
        asked += 1;
        matches.get(asked - 1).cloned()
    };
    let mut page = Vec::new();
    let limit = ReplayLimit { bytes: 2048 };
    let written =
        write_html(&report, view(GameKind::Chomp), &mut replays, limit, &mut page).unwrap();
    assert!(written.replays > 0 && written.left_out > 0, "{written:?}");
    assert!(written.replay_bytes <= limit.bytes, "{written:?}");
    assert_eq!(written.replays + written.left_out, 6);
    assert_eq!(asked, written.replays + 1, "nobody is asked for what has no room");
    let page = String::from_utf8(page).unwrap();
    let said = format!("The replays of {} games are not included", written.left_out);
    assert!(page.contains(&said) && page.contains("2 KiB"));
    assert_eq!(page.matches("class=\"watch\"").count(), written.replays);
}
