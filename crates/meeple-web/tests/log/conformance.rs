//! What every event log must do, whatever it stores its lines in. The checks use nothing but the trait.

use meeple_web::log::{
    EventLog, ListCursor, ListQuery, ListedGame, LogAppend, LogError, StoredKind, StoredSummary,
};
use std::time::{Duration, SystemTime};

/// Runs every check, each with a new, empty log.
pub(crate) async fn check_all<L: EventLog>(mut new_log: impl AsyncFnMut() -> L) {
    an_append_at_the_wrong_length_is_rejected(new_log().await).await;
    every_writer_but_the_first_is_rejected(new_log().await).await;
    an_empty_append_creates_nothing_to_read(new_log().await).await;
    only_public_finished_games_are_listed_and_the_last_summary_counts(new_log().await).await;
    pages_follow_each_other_although_games_are_added(new_log().await).await;
    a_list_can_be_of_one_game(new_log().await).await;
    a_log_knows_when_it_changed(new_log().await).await;
    keeping_a_game_does_not_move_it_in_the_list(new_log().await).await;
    results_are_replaced_and_removed_when_unused(new_log().await).await;
    old_logs_are_listed_by_kind_without_those_that_are_kept(new_log().await).await;
    a_removed_log_is_gone_from_everywhere(new_log().await).await;
    nothing_works_after_closing(new_log().await).await;
}

/// Lines to append, without a summary.
pub(crate) fn append(name: &str, expected: usize, lines: &[&str]) -> LogAppend {
    let lines = lines.iter().map(|&line| line.to_owned()).collect();
    LogAppend { name: name.into(), expected, lines, summary: None }
}

/// The summary of a public finished game.
pub(crate) fn finished(game: &str, json: &str) -> StoredSummary {
    StoredSummary {
        kind: StoredKind::Finished,
        is_public: true,
        is_kept: false,
        game: game.into(),
        json: json.into(),
    }
}

/// Creates a log of one line with this summary.
pub(crate) async fn store(log: &impl EventLog, name: &str, summary: StoredSummary) {
    let append = LogAppend { summary: Some(summary), ..append(name, 0, &["1"]) };
    assert_eq!(log.append(append).await, Ok(1));
}

/// Returns the summaries of at most `limit` games.
pub(crate) async fn newest(log: &impl EventLog, limit: usize) -> Vec<String> {
    let query = ListQuery { limit, ..ListQuery::default() };
    let games = log.finished_games(query).await.expect("a list");
    games.into_iter().map(|game| game.json).collect()
}

/// A time after everything that the checks do, by far.
pub(crate) fn later() -> SystemTime {
    SystemTime::now() + Duration::from_secs(100 * 24 * 3600)
}

/// A time before everything that the checks do, by far.
pub(crate) fn earlier() -> SystemTime {
    SystemTime::now() - Duration::from_secs(100 * 24 * 3600)
}

async fn an_append_at_the_wrong_length_is_rejected(log: impl EventLog) {
    assert_eq!(log.append(append("a", 0, &["1", "2"])).await, Ok(2));
    let moved = LogError::Moved { name: "a".into(), expected: 0 };
    assert_eq!(log.append(append("a", 0, &["x"])).await, Err(moved));
    assert!(log.append(append("a", 3, &["x"])).await.is_err(), "nothing may be left out");
    assert!(log.append(append("b", 1, &["x"])).await.is_err(), "there is no such log");
    let summary = Some(finished("chomp", "rejected"));
    assert!(log.append(LogAppend { summary, ..append("a", 1, &["x"]) }).await.is_err());
    assert_eq!(log.append(append("a", 2, &["3"])).await, Ok(3));
    assert_eq!(log.read("a").await, Ok(vec!["1".into(), "2".into(), "3".into()]));
    assert_eq!(log.read("b").await, Ok(Vec::new()));
    assert_eq!(newest(&log, 9).await, Vec::<String>::new());
}

async fn every_writer_but_the_first_is_rejected(log: impl EventLog) {
    let appends: Vec<_> =
        (0..20).map(|writer| log.append(append("a", 0, &[&writer.to_string()]))).collect();
    let mut accepted = Vec::new();
    for (writer, append) in appends.into_iter().enumerate() {
        if append.await.is_ok() {
            accepted.push(writer.to_string());
        }
    }
    assert_eq!(accepted.len(), 1, "{accepted:?}");
    assert_eq!(log.read("a").await, Ok(accepted));
}

async fn an_empty_append_creates_nothing_to_read(log: impl EventLog) {
    assert_eq!(log.append(append("a", 0, &[])).await, Ok(0));
    assert_eq!(log.read("a").await, Ok(Vec::new()));
    assert_eq!(log.append(append("a", 0, &["", "\u{0}\u{1f980}\n"])).await, Ok(2));
    assert_eq!(log.read("a").await, Ok(vec![String::new(), "\u{0}\u{1f980}\n".into()]));
}

async fn only_public_finished_games_are_listed_and_the_last_summary_counts(log: impl EventLog) {
    let hidden = StoredSummary { is_public: false, ..finished("chomp", "hidden") };
    let playing = StoredSummary { kind: StoredKind::Unfinished, ..finished("chomp", "playing") };
    let uploaded = StoredSummary { kind: StoredKind::Uploaded, ..finished("chomp", "uploaded") };
    store(&log, "a", finished("chomp", "a")).await;
    store(&log, "b", hidden).await;
    store(&log, "c", playing.clone()).await;
    store(&log, "d", uploaded).await;
    assert_eq!(log.append(append("e", 0, &["no summary"])).await, Ok(1));
    assert_eq!(newest(&log, 9).await, ["a"]);
    assert_eq!(newest(&log, 0).await, Vec::<String>::new());
    let summary = Some(finished("chomp", "c"));
    assert_eq!(log.append(LogAppend { summary, ..append("c", 1, &["2"]) }).await, Ok(2));
    assert_eq!(log.append(append("c", 2, &["3"])).await, Ok(3), "the summary is unchanged");
    let mut both = newest(&log, 9).await;
    both.sort(); // they may have been stored in the same millisecond
    assert_eq!(both, ["a", "c"]);
    let summary = Some(playing);
    assert_eq!(log.append(LogAppend { summary, ..append("a", 1, &["2"]) }).await, Ok(2));
    assert_eq!(newest(&log, 9).await, ["c"]);
}

/// Stores games in different milliseconds, so that their order is known.
async fn store_in_order(log: &impl EventLog, names: impl Iterator<Item = String>, game: &str) {
    for name in names {
        tokio::time::sleep(Duration::from_millis(2)).await;
        store(log, &name, finished(game, &name)).await;
    }
}

/// Reads a list page by page.
async fn pages(
    log: &impl EventLog,
    game: Option<&str>,
    mut before: Option<ListCursor>,
    limit: usize,
) -> Vec<String> {
    let mut all = Vec::new();
    loop {
        let query = ListQuery { game: game.map(Into::into), before, limit };
        let page = log.finished_games(query).await.expect("a page");
        assert!(page.len() <= limit);
        let Some(ListedGame { cursor, .. }) = page.last() else { return all };
        before = Some(cursor.to_string().parse().expect("a cursor that is read back"));
        all.extend(page.into_iter().map(|game| game.json));
    }
}

async fn pages_follow_each_other_although_games_are_added(log: impl EventLog) {
    // Many of these are stored in the same millisecond: the cursor still tells them apart.
    let stored: Vec<_> = (0..40)
        .map(|number| {
            let name = format!("same {number:02}");
            let summary = Some(finished("chomp", &name));
            log.append(LogAppend { summary, ..append(&name, 0, &["1"]) })
        })
        .collect();
    for append in stored {
        assert_eq!(append.await, Ok(1));
    }
    store_in_order(&log, (0..5).map(|number| format!("new {number}")), "azul").await;
    let all = newest(&log, 100).await;
    assert_eq!(all.len(), 45);
    assert_eq!(all[..5], ["new 4", "new 3", "new 2", "new 1", "new 0"]);
    for limit in [1, 7, 45, 100] {
        assert_eq!(pages(&log, None, None, limit).await, all, "{limit} per page");
    }
    let first = ListQuery { limit: 10, ..ListQuery::default() };
    let first = log.finished_games(first).await.expect("a page");
    store_in_order(&log, ["newest".to_owned()].into_iter(), "chomp").await;
    let rest = pages(&log, None, Some(first[9].cursor.clone()), 10).await;
    assert_eq!(rest, all[10..], "the new game is not in the way");
    let end = ListCursor { changed: i64::MIN, name: String::new() };
    assert_eq!(pages(&log, None, Some(end), 10).await, Vec::<String>::new());
}

async fn a_list_can_be_of_one_game(log: impl EventLog) {
    for game in ["azul", "chomp", "azul", "grass", "azul"] {
        let names = newest(&log, 9).await.len()..;
        store_in_order(&log, names.take(1).map(|number| format!("{game} {number}")), game).await;
    }
    assert_eq!(pages(&log, Some("azul"), None, 2).await, ["azul 4", "azul 2", "azul 0"]);
    assert_eq!(pages(&log, Some("grass"), None, 2).await, ["grass 3"]);
    assert_eq!(pages(&log, Some("filler"), None, 2).await, Vec::<String>::new());
    assert_eq!(pages(&log, Some("' OR 1 --"), None, 2).await, Vec::<String>::new());
}

async fn a_log_knows_when_it_changed(log: impl EventLog) {
    assert_eq!(log.last_change("a").await, Ok(None));
    let before = SystemTime::now();
    assert_eq!(log.append(append("a", 0, &["1"])).await, Ok(1));
    let changed = log.last_change("a").await.expect("a time").expect("a log");
    let hour = Duration::from_secs(3600);
    assert!(changed <= SystemTime::now() && changed >= before - hour, "exact to the hour");
    assert_eq!(log.remove_old_log("a", StoredKind::Unfinished, later()).await, Ok(true));
    assert_eq!(log.last_change("a").await, Ok(None));
}

async fn keeping_a_game_does_not_move_it_in_the_list(log: impl EventLog) {
    store_in_order(&log, ["a", "b"].map(str::to_owned).into_iter(), "azul").await;
    tokio::time::sleep(Duration::from_millis(2)).await;
    for (length, is_kept) in [(1, true), (2, false)] {
        let summary = Some(StoredSummary { is_kept, ..finished("azul", "a") });
        let append = LogAppend { summary, ..append("a", length, &["kept"]) };
        assert_eq!(log.append(append).await, Ok(length + 1));
        assert_eq!(newest(&log, 9).await, ["b", "a"]);
        let old = log.old_logs(StoredKind::Finished, later(), 9).await.expect("names");
        assert_eq!(old.contains(&"a".to_owned()), !is_kept);
    }
    let summary = Some(finished("azul", "a, changed"));
    assert_eq!(log.append(LogAppend { summary, ..append("a", 3, &["x"]) }).await, Ok(4));
    assert_eq!(newest(&log, 9).await, ["a, changed", "b"]);
}

async fn results_are_replaced_and_removed_when_unused(log: impl EventLog) {
    assert_eq!(log.cached_result("a").await, Ok(None));
    for value in ["1", "2"] {
        assert_eq!(log.cache_result("a", value.into()).await, Ok(()));
        assert_eq!(log.cached_result("a").await, Ok(Some(value.into())));
    }
    for key in ["b", "c"] {
        assert_eq!(log.cache_result(key, "3".into()).await, Ok(()));
    }
    assert_eq!(log.remove_old_results(earlier(), 9).await, Ok(0));
    assert_eq!(log.remove_old_results(later(), 2).await, Ok(2));
    assert_eq!(log.remove_old_results(later(), 2).await, Ok(1));
    assert_eq!(log.remove_old_results(later(), 2).await, Ok(0));
    assert_eq!(log.cached_result("a").await, Ok(None));
}

async fn old_logs_are_listed_by_kind_without_those_that_are_kept(log: impl EventLog) {
    let of_kind = |kind| StoredSummary { kind, ..finished("chomp", "x") };
    for (name, kind) in [
        ("open", StoredKind::Unfinished),
        ("over", StoredKind::Finished),
        ("upload", StoredKind::Uploaded),
    ] {
        store(&log, name, of_kind(kind)).await;
        store(&log, &format!("kept {name}"), StoredSummary { is_kept: true, ..of_kind(kind) })
            .await;
    }
    assert_eq!(log.append(append("no summary", 0, &["1"])).await, Ok(1));
    let old = async |kind, since| {
        let mut names = log.old_logs(kind, since, 9).await.expect("names");
        names.sort();
        names
    };
    assert_eq!(old(StoredKind::Unfinished, later()).await, ["no summary", "open"]);
    assert_eq!(old(StoredKind::Finished, later()).await, ["over"]);
    assert_eq!(old(StoredKind::Uploaded, later()).await, ["upload"]);
    assert_eq!(log.old_logs(StoredKind::Unfinished, later(), 1).await.expect("names").len(), 1);
    for kind in StoredKind::ALL {
        assert_eq!(old(kind, earlier()).await, Vec::<String>::new());
    }
    // The last summary decides, and no summary changes nothing.
    let kept = Some(StoredSummary { is_kept: true, ..finished("chomp", "x") });
    assert_eq!(log.append(LogAppend { summary: kept, ..append("over", 1, &["2"]) }).await, Ok(2));
    assert_eq!(log.append(append("over", 2, &["3"])).await, Ok(3));
    assert_eq!(old(StoredKind::Finished, later()).await, Vec::<String>::new());
    assert_eq!(log.remove_old_log("over", StoredKind::Finished, later()).await, Ok(false));
    let forgotten = Some(finished("chomp", "x"));
    let forgotten = LogAppend { summary: forgotten, ..append("over", 3, &["4"]) };
    assert_eq!(log.append(forgotten).await, Ok(4));
    assert_eq!(old(StoredKind::Finished, later()).await, ["over"]);
}

async fn a_removed_log_is_gone_from_everywhere(log: impl EventLog) {
    for name in ["a", "b"] {
        store(&log, name, finished("chomp", name)).await;
        let lines: Vec<String> = (0..500).map(|number| format!("{name} {number}")).collect();
        let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
        assert_eq!(log.append(append(name, 1, &lines)).await, Ok(501));
    }
    let remove = |kind, since| log.remove_old_log("a", kind, since);
    assert_eq!(remove(StoredKind::Finished, earlier()).await, Ok(false), "it is too young");
    assert_eq!(remove(StoredKind::Unfinished, later()).await, Ok(false), "it is of another kind");
    assert_eq!(log.read("a").await.expect("lines").len(), 501);
    assert_eq!(remove(StoredKind::Finished, later()).await, Ok(true));
    assert_eq!(remove(StoredKind::Finished, later()).await, Ok(false), "it is gone");
    assert_eq!(log.read("a").await, Ok(Vec::new()));
    assert_eq!(newest(&log, 9).await, ["b"]);
    assert!(log.append(append("a", 501, &["x"])).await.is_err(), "its writer is told");
    assert_eq!(log.read("b").await.expect("lines").len(), 501, "others are untouched");
    while log.release_space().await.expect("space") {}
    assert_eq!(log.read("b").await.expect("lines").len(), 501);
    assert_eq!(log.append(append("a", 0, &["again"])).await, Ok(1));
    assert_eq!(log.read("a").await, Ok(vec!["again".into()]));
}

async fn nothing_works_after_closing(log: impl EventLog) {
    store(&log, "a", finished("chomp", "a")).await;
    assert_eq!(log.close().await, Ok(()));
    assert!(log.append(append("a", 1, &["2"])).await.is_err());
    assert!(log.read("a").await.is_err());
    assert!(log.finished_games(ListQuery { limit: 9, ..ListQuery::default() }).await.is_err());
    assert!(log.cache_result("key", "value".into()).await.is_err());
    assert!(log.cached_result("key").await.is_err());
}
