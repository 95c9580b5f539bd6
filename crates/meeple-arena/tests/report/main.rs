//! Tests a tournament's HTML page and CSV files: complete, escaped, and within the size limit.

mod csv;
#[path = "../../examples/reports/played.rs"]
mod played;
mod replays;

use meeple_arena::{
    report::{ReplayLimit, TournamentReport, WrittenReport, write_html},
    tournament::{Checkpoint, GameStatus, Ledger, TournamentStandings},
};
use meeple_core::GameHistory;
use meeple_games::GameKind;
use meeple_view::view;
use played::{CRASHES, FinishedTournament, ReportPlan};

/// Plays a small tournament of Chomp in which one entrant fails.
fn chomp() -> FinishedTournament {
    let who = [("perfect", "perfect"), ("random", "random"), (CRASHES, "ann.py")];
    let options = ["width=4", "height=3"];
    let (kind, longest) = (GameKind::Chomp, usize::MAX);
    ReportPlan { kind, options: &options, who: &who, seats: 2, blocks: 3, seatings: 2, longest }
        .play()
}

/// Owns what a report borrows.
struct ReportFixture {
    standing: TournamentStandings,
    rating_history: Vec<Checkpoint>,
    facts: Vec<(String, String)>,
    refused: Vec<(String, String)>,
}

impl ReportFixture {
    fn of(played: &FinishedTournament) -> Self {
        let ledger = Ledger::from_games(played.entrants.clone(), played.games.clone(), 2);
        ReportFixture {
            standing: ledger.standings(),
            rating_history: ledger.rating_history(),
            facts: vec![("Seed".into(), "7".into())],
            refused: Vec::new(),
        }
    }

    fn report<'a>(&'a self, played: &'a FinishedTournament) -> TournamentReport<'a> {
        TournamentReport {
            game: "chomp",
            title: "chomp: perfect and 2 more",
            facts: &self.facts,
            entrants: &played.entrants,
            refused: &self.refused,
            standings: &self.standing,
            games: &played.games,
            rating_history: &self.rating_history,
            decision: None,
            rounds: &[],
        }
    }
}

/// Writes the page with the replays of these games.
fn page(
    report: &TournamentReport<'_>,
    matches: &[GameHistory],
    limit: ReplayLimit,
) -> (String, WrittenReport) {
    let mut matches = matches.iter();
    let mut next = |_: &_| matches.next().cloned();
    let mut page = Vec::new();
    let written = write_html(report, view(GameKind::Chomp), &mut next, limit, &mut page).unwrap();
    (String::from_utf8(page).expect("a page is text"), written)
}

#[test]
fn every_number_of_the_standing_is_in_the_page() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, written) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    assert_eq!(written.bytes, page.len() as u64);
    assert_eq!((written.replays, written.left_out, written.missing), (6, 0, 0));
    for row in &shown.standing.rows {
        assert!(page.contains(&format!("<bdi>{}</bdi>", row.name)), "{}", row.name);
        assert!(page.contains(&format!("<strong>{:.1} %</strong>", row.share * 100.0)));
    }
    let faults = played.games.iter().map(|game| game.faults.len()).sum::<usize>();
    assert_eq!(page.matches("<span class=\"verdict\">✗ crash</span>").count(), faults);
    assert!(page.contains("&lt;b&gt;no memory&lt;/b&gt; for the board"));
}

#[test]
fn tables_have_captions_and_charts_have_words() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    let count = |what: &str| page.matches(what).count();
    assert!(count("<table") >= 5);
    assert_eq!(count("<table"), count("<caption"));
    let charts = page.split("<svg ").skip(1).map(|rest| &rest[..rest.find('>').unwrap()]);
    for chart in charts.filter(|chart| chart.contains("class=\"chart")) {
        assert!(chart.contains("role=\"img\"") && chart.contains("aria-label=\""), "{chart}");
    }
}

#[test]
fn nothing_is_fetched_and_one_script_may_run() {
    let played = chomp();
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    let page = page.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "url(http", "@import", "src="] {
        assert!(!page.contains(word), "{word}");
    }
    assert!(page.contains("default-src 'none'; img-src data:; style-src"));
    assert_eq!(page.matches("<script type=\"module\">").count(), 1);
}

#[test]
fn hostile_text_is_only_text() {
    const HOSTILE: &str =
        "</script><script>alert(1)</script>]]>\"' onload='x' \u{202e}\u{0}\u{1b}[2J";
    let mut played = chomp();
    let mut shown = ReportFixture::of(&played);
    let (tame, _) = page(&shown.report(&played), &played.matches, ReplayLimit::default());
    for entrant in &mut played.entrants {
        entrant.info.name = HOSTILE.into();
        entrant.withdrawn = Some(HOSTILE.into());
    }
    for game in &mut played.games {
        game.reason = HOSTILE.into();
        for fault in &mut game.faults {
            (fault.verdict, fault.seen) = (HOSTILE.into(), HOSTILE.into());
            fault.stderr = vec![HOSTILE.into()];
        }
    }
    shown.facts = vec![(HOSTILE.into(), HOSTILE.into())];
    shown.refused = vec![(HOSTILE.into(), HOSTILE.into())];
    let report =
        TournamentReport { title: HOSTILE, decision: Some(HOSTILE), ..shown.report(&played) };
    let (page, _) = page(&report, &played.matches, ReplayLimit::default());
    assert_eq!(page.matches("<script").count(), tame.matches("<script").count());
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;]]&gt;&quot;"));
    assert!(!page.contains("onload='x'>") && !page.contains("\"' onload"));
    assert!(!page.contains(['\u{202e}', '\u{0}', '\u{1b}']));
    assert!(page.contains(r"\u{202e}"));
}

#[test]
fn games_that_do_not_count_are_marked_in_the_list() {
    let mut played = chomp();
    played.games[1].state = GameStatus::Truncated;
    let shown = ReportFixture::of(&played);
    let (page, _) = page(&shown.report(&played), &[], ReplayLimit::default());
    assert!(page.contains("<span class=\"state\">cut off</span>"));
    assert!(page.contains("No record was found for 6 games."));
}

#[test]
fn a_list_that_is_too_long_ends_and_says_so() {
    let mut played = chomp();
    played.games = played.games.iter().cycle().take(10_003).cloned().collect();
    let shown = ReportFixture::of(&chomp());
    let (page, written) = page(&shown.report(&played), &[], ReplayLimit::default());
    assert_eq!(written.unlisted, 3);
    assert!(page.contains("3 games more are listed only in games.csv"));
    assert!(page.contains("id=\"game-10000\"") && !page.contains("id=\"game-10001\""));
}
