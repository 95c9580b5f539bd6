//! The list of games, in groups of a hundred, each followed by the replays of its games.

use super::{
    ReplayLimit, TournamentReport, WrittenReport,
    entrant_marks::EntrantMarks,
    format::{count_of, grouped, printable},
    page,
    replay::{ReplayStyle, pack_replay},
};
use crate::tournament::{GameLine, GameStatus};
use maud::{Markup, PreEscaped, html};
use meeple_core::{EndedBy, GameHistory};
use meeple_view::AnyView;
use std::io;

/// Maximum number of games listed.
const MAX_LISTED: usize = 10_000;
/// Number of games in a collapsible group.
const GROUP_SIZE: usize = 100;

/// Writes the list of games and the replays.
pub(super) struct GameListWriter<'a> {
    report: &'a TournamentReport<'a>,
    marks: &'a EntrantMarks<'a>,
    style: ReplayStyle,
    limit: ReplayLimit,
    written: WrittenReport,
}

impl<'a> GameListWriter<'a> {
    pub(super) fn new(
        report: &'a TournamentReport<'a>,
        marks: &'a EntrantMarks<'a>,
        view: &'static dyn AnyView,
        limit: ReplayLimit,
    ) -> Self {
        let can_draw = page::board_module(report.game).is_some();
        let shown = if can_draw { ReplayStyle::Drawn(view) } else { ReplayStyle::Text(view) };
        GameListWriter { report, marks, style: shown, limit, written: WrittenReport::default() }
    }

    /// Returns the statistics of what was written.
    pub(super) fn written(&self) -> WrittenReport {
        self.written
    }

    /// Writes the whole section.
    pub(super) fn write(
        &mut self,
        replays: &mut dyn FnMut(&GameLine) -> Option<GameHistory>,
        out: &mut dyn io::Write,
    ) -> io::Result<()> {
        let games = self.report.games;
        write!(out, "{}", SECTION_START.0)?;
        for (hundred, lines) in games[..games.len().min(MAX_LISTED)].chunks(GROUP_SIZE).enumerate()
        {
            let first = hundred * GROUP_SIZE + 1;
            let packed: Vec<Option<String>> =
                lines.iter().map(|game| self.replay(game, replays)).collect();
            let table = self.table(first, lines, &packed);
            out.write_all(table.into_string().as_bytes())?;
        }
        self.written.unlisted = games.len().saturating_sub(MAX_LISTED);
        self.written.left_out += self.written.unlisted;
        out.write_all(self.omission_notes().into_string().as_bytes())?;
        out.write_all(b"</section>")
    }

    /// Returns the packed replay of a game, unless it has no record or the limit is reached.
    fn replay(
        &mut self,
        line: &GameLine,
        replays: &mut dyn FnMut(&GameLine) -> Option<GameHistory>,
    ) -> Option<String> {
        let written = &mut self.written;
        if written.left_out > 0 {
            written.left_out += 1;
            return None;
        }
        let Some(game) = replays(line) else {
            written.missing += 1;
            return None;
        };
        let packed = pack_replay(&game, self.style, &seat_marks(line, self.marks));
        if written.replay_bytes + packed.len() as u64 > self.limit.bytes {
            written.left_out += 1;
            return None;
        }
        written.replay_bytes += packed.len() as u64;
        written.replays += 1;
        Some(packed)
    }

    fn table(&self, first: usize, lines: &[GameLine], packed: &[Option<String>]) -> Markup {
        let last = first + lines.len() - 1;
        html! {
            details.hundred open[first == 1] {
                summary { "Games " (grouped(first as u64)) " to " (grouped(last as u64)) }
                table.games {
                    caption.unseen { "Games " (first) " to " (last) }
                    thead {
                        tr {
                            th.number scope="col" { "Game" }
                            th scope="col" { "Players and scores, in seat order" }
                            th.number scope="col" { "Length" }
                            th scope="col" { "End" }
                            td.play {}
                        }
                    }
                    tbody {
                        @for (index, game) in lines.iter().enumerate() {
                            (self.row(first + index, game, packed[index].is_some()))
                        }
                    }
                }
            }
            @for (index, packed) in packed.iter().enumerate() {
                @if let Some(packed) = packed {
                    script type="text/plain" id={ "replay-" (first + index) } { (PreEscaped(packed)) }
                }
            }
        }
    }

    fn row(&self, number: usize, game: &GameLine, has_replay: bool) -> Markup {
        html! {
            tr id={ "game-" (number) } {
                td.number { (grouped(number as u64)) }
                td { (self.seats(game)) }
                td.number { (grouped(game.plies as u64)) }
                td { (self.end(game)) }
                td.play {
                    @if has_replay {
                        a.watch href={ "#game-" (number) "-ply-0" }
                            aria-label={ "Replay game " (number) } { "▶" span { " Replay" } }
                    }
                }
            }
        }
    }

    fn seats(&self, game: &GameLine) -> Markup {
        let won = |seat: usize| game.ranks.get(seat) == Some(&1);
        html! {
            ul.seats {
                @for (seat, &entrant) in game.seats.iter().enumerate() {
                    li.won[won(seat)] {
                        (self.marks.labelled_name(entrant)) " "
                        span.number {
                            @if let Some(score) = game.scores.get(seat) { (score) }
                            @if won(seat) { span.check aria-label="won" { "✓" } }
                        }
                    }
                }
            }
        }
    }

    fn end(&self, game: &GameLine) -> Markup {
        // A forfeit's reason repeats its faults, which are shown below.
        let reason = match game.by {
            Some(EndedBy::Forfeit) if !game.faults.is_empty() => "forfeit".into(),
            Some(EndedBy::Forfeit) => format!("forfeit: {}", printable(&game.reason)),
            Some(EndedBy::Rules | EndedBy::Resignation) | None => printable(&game.reason),
        };
        html! {
            @if let Some(why) = state_label(game.state) { span.state { (why) } " " }
            span.reason { (reason) }
            @for fault in &game.faults {
                small.verdict {
                    "✗ " @if let Some(&entrant) = game.seats.get(fault.seat.index()) {
                        (self.marks.name(entrant)) ": "
                    }
                    (printable(&fault.verdict))
                }
            }
        }
    }

    /// Returns notes on what was left out, and why.
    fn omission_notes(&self) -> Markup {
        let WrittenReport { left_out, missing, unlisted, .. } = self.written;
        let count = |number: usize| count_of(number as u64, "game");
        html! {
            @if unlisted > 0 {
                p.note { (count(unlisted)) " more are listed only in games.csv." }
            }
            @if left_out > 0 {
                p.note {
                    "The replays of " (count(left_out)) " are not included, because the page would be "
                    "too large: its replays are limited to "
                    (grouped(self.limit.bytes >> 10)) " KiB."
                }
            }
            @if missing > 0 { p.note { "No record was found for " (count(missing)) "." } }
        }
    }
}

/// The start of the section.
const SECTION_START: PreEscaped<&str> = PreEscaped(
    "<section id=\"games\" aria-labelledby=\"games-title\"><h2 id=\"games-title\">Games</h2>\
     <noscript><p class=\"note\">Replays need JavaScript; the rest of this page \
     does not.</p></noscript>\
     <p class=\"note\" id=\"too-old\" hidden>This browser cannot decompress the replays. Use a \
     version from 2023 or later.</p>",
);

fn state_label(state: GameStatus) -> Option<&'static str> {
    match state {
        GameStatus::Counted => None,
        GameStatus::Void => Some("void"),
        GameStatus::Truncated => Some("cut off"),
        GameStatus::Annulled => Some("annulled"),
        GameStatus::BlockIncomplete => Some("incomplete block"),
    }
}

/// Returns the mark for each seat: the entrants' marks, or the seat numbers if an entrant has no mark or
/// plays twice.
fn seat_marks(game: &GameLine, marks: &EntrantMarks<'_>) -> Vec<Option<usize>> {
    let own: Vec<Option<usize>> = game.seats.iter().map(|&who| marks.mark(who)).collect();
    let has_own_mark =
        |(seat, mark): (usize, &Option<usize>)| mark.is_some() && !own[..seat].contains(mark);
    let all = own.iter().enumerate().all(has_own_mark);
    if all { own } else { (0..game.seats.len()).map(Some).collect() }
}
