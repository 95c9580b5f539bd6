//! The analysis of a game as text: notable moves, turning points, a graph, luck and skill.

use super::graph::{self, GraphScale, GraphSize};
use meeple_ai::{
    analysis::{Analysis, JudgedDeal, JudgedMove, StepJudgement, TurningPoint},
    grade::Grade,
};
use meeple_core::{
    Seat,
    text::{format_count, printable},
};
use meeple_terminal::{
    figures::{
        aligned, grade_colour, grade_mark, padded, percent, seat_colour, seat_label, signed,
        signed_percent,
    },
    paint::Paint,
    window,
};
use meeple_view::AnyView;
use std::fmt::Write;

/// Which deals and moves are listed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum StepFilter {
    /// Moves that lost something.
    Notable,
    /// All deals and moves.
    All,
}

/// Returns the height of a graph in lines, depending on the number of seats.
fn rows(seats: usize) -> usize {
    match seats {
        ..=2 => 8,
        3..=4 => 3,
        _ => 1,
    }
}

/// Returns the whole report.
pub(super) fn text(
    analysis: &Analysis,
    view: &'static dyn AnyView,
    unit: &str,
    listing: StepFilter,
    paint: Paint,
) -> String {
    let columns = window::stdout_columns().unwrap_or(window::DEFAULT_COLUMNS);
    let writer = ReportWriter { analysis, view, unit, paint, columns };
    let mut parts =
        vec![writer.head(), writer.list(listing), writer.turning_points(), writer.graphs()];
    parts.push(writer.luck_and_skill());
    parts.retain(|part| !part.is_empty());
    parts.join("\n\n") + "\n"
}

struct ReportWriter<'a> {
    analysis: &'a Analysis,
    view: &'static dyn AnyView,
    unit: &'a str,
    paint: Paint,
    columns: usize,
}

impl ReportWriter<'_> {
    fn who(&self, seat: Seat) -> String {
        seat_label(self.analysis.game(), seat, self.paint)
    }

    /// Returns the width of the longest name.
    fn width(&self) -> usize {
        let seats = (0..self.analysis.game().position().seats()).map(Seat::new);
        let width = |seat| textwrap::core::display_width(&self.who(seat));
        seats.map(width).max().unwrap_or(0)
    }

    fn head(&self) -> String {
        let header = self.analysis.game().header();
        let seats = (0..header.seats.len()).map(Seat::new);
        let names: Vec<String> = seats.map(|seat| self.who(seat)).collect();
        let (known, steps) = (self.analysis.judged().len(), self.analysis.steps());
        let part = if self.analysis.is_complete() {
            format!("{} analysed", format_count(steps - 1, "ply"))
        } else {
            format!("{} of {} analysed", known, format_count(steps - 1, "ply"))
        };
        let head = format!(
            "{}: {}. {part}; values in {}.",
            header.game,
            names.join(" against "),
            self.unit
        );
        window::wrap(&head, self.columns)
    }

    fn list(&self, listing: StepFilter) -> String {
        let lines: Vec<String> = self
            .analysis
            .judged()
            .iter()
            .enumerate()
            .filter_map(|(at, judged)| match judged {
                StepJudgement::Move(mv) if listing == StepFilter::All || is_notable(mv) => {
                    Some(self.move_text(at, mv))
                }
                StepJudgement::Deal(deal) if listing == StepFilter::All => {
                    Some(self.deal_text(at, deal))
                }
                _ => None,
            })
            .collect();
        if lines.is_empty() { "No mistakes found.".into() } else { lines.join("\n") }
    }

    fn move_text(&self, at: usize, mv: &JudgedMove) -> String {
        let grade = mv.grade();
        let word = if mv.forced { "forced" } else { grade.word() };
        let word = padded(word, "inaccuracy".len());
        let word = self.paint.style(grade_colour(grade), &format!("{} {word}", grade_mark(grade)));
        let head = format!("{:>4}. {word} {}", at + 1, padded(&self.who(mv.seat), self.width()));
        let (before, after) = (percent(mv.best().chance), percent(mv.played.chance));
        let played = self.move_name(at, &mv.played.mv);
        let mut words = format!("{played}: win chance {before}");
        if before != after {
            let _ = write!(words, " {} {after}", self.paint.symbol("→", "->"));
        }
        if signed(mv.lost()) != "0.0" {
            let _ = write!(words, ", {:.1} {} lost", mv.lost(), self.unit);
        }
        let mut text = self.wrapped(&head, &words);
        for line in self.reasons(at, mv) {
            text += "\n";
            text += &window::wrap_with(&line, self.columns, "      ", "      ");
        }
        text
    }

    /// Returns why other moves were better, and the reasons for the move played.
    fn reasons(&self, at: usize, mv: &JudgedMove) -> Vec<String> {
        if mv.lost_chance() <= 0.0 && mv.lost() <= 0.0 {
            return Vec::new();
        }
        let joined = |reasons: &[String]| printable(&reasons.join(", "));
        let mut lines = Vec::new();
        for better in mv.best.iter().take_while(|better| better.mv != mv.played.mv) {
            let why = if better.reasons.is_empty() {
                String::new()
            } else {
                format!(", {}", joined(&better.reasons))
            };
            lines.push(format!("better: {}{why}", self.move_name(at, &better.mv)));
        }
        if !mv.played.reasons.is_empty() {
            lines.push(format!("played: {}", joined(&mv.played.reasons)));
        }
        lines
    }

    /// Names a move of the position before step `at` as people write it.
    fn move_name(&self, at: usize, mv: &str) -> String {
        let position = self.analysis.game().position_at(at);
        let name = position.and_then(|position| self.view.move_name(position, mv));
        name.unwrap_or_else(|| mv.to_owned())
    }

    /// Returns `words` after `head`, wrapped with an indentation of six columns.
    fn wrapped(&self, head: &str, words: &str) -> String {
        let columns = self.columns.max(40);
        window::wrap_with(words, columns, &format!("{head}  "), "      ")
    }

    fn deal_text(&self, at: usize, deal: &JudgedDeal) -> String {
        let seats = (0..deal.before.values.len()).map(Seat::new);
        let luck = seats.filter(|&seat| signed(deal.luck(seat)) != "0.0").map(|seat| {
            let (value, chance) = (signed(deal.luck(seat)), signed_percent(deal.luck_chance(seat)));
            format!("{} {value} (win chance {chance})", self.who(seat))
        });
        let luck: Vec<String> = luck.collect();
        let luck = if luck.is_empty() { "no effect".into() } else { luck.join(", ") };
        self.wrapped(&format!("{:>4}.    deal", at + 1), &luck)
    }

    fn turning_points(&self) -> String {
        let turns = self.analysis.turning_points();
        let lines = turns.iter().map(|turn| {
            window::wrap_with(&self.turning_point_text(turn), self.columns, "  ", "      ")
        });
        let lines: Vec<String> = lines.collect();
        if lines.is_empty() {
            return String::new();
        }
        format!("Turning points\n{}", lines.join("\n"))
    }

    fn turning_point_text(&self, turn: &TurningPoint) -> String {
        let (ply, name) = (turn.step + 1, self.who(turn.seat));
        let what = match &self.analysis.judged()[turn.step] {
            StepJudgement::Move(mv) => {
                format!("{name}'s {} cost {} win chance", mv.grade(), percent(turn.swing))
            }
            StepJudgement::Deal(deal) => {
                let change = signed_percent(deal.luck_chance(turn.seat));
                format!("the deal changed {name}'s win chance by {change}")
            }
            StepJudgement::End(_) => String::new(),
        };
        let then = match (turn.favourite, turn.then) {
            (before, Some(now)) if before != Some(now) => {
                format!("; then {} was ahead", self.who(now))
            }
            (Some(_), None) => "; then the game was level".into(),
            _ => String::new(),
        };
        format!("{ply}. {what}{then}")
    }

    fn graphs(&self) -> String {
        let history: Vec<&[f64]> =
            self.analysis.history().map(|step| step.chances.as_slice()).collect();
        if history.len() < 2 {
            return String::new();
        }
        let seats = self.analysis.game().position().seats();
        let size = GraphSize { rows: rows(seats), columns: self.columns };
        let mut lines = Vec::new();
        // With two players, the second one's chance is the complement.
        let drawn = if seats == 2 { 1 } else { seats };
        for seat in (0..drawn).map(Seat::new) {
            let style = seat_colour(seat);
            lines.push(format!("Win chance of {}", self.paint.style(style, &self.who(seat))));
            let chances: Vec<f64> = history.iter().map(|chances| chances[seat.index()]).collect();
            lines.extend(graph::draw(&chances, size, style, self.paint));
        }
        let marks =
            GraphScale::new(history.len(), self.columns).marks(|step| self.mark_of_step(step));
        if !marks.trim().is_empty() {
            lines.push(marks);
            lines.push("       ? mistake, X blunder".into());
        }
        lines.join("\n")
    }

    fn mark_of_step(&self, step: usize) -> Option<(u8, char)> {
        let StepJudgement::Move(mv) = self.analysis.judged().get(step)? else { return None };
        match mv.grade() {
            Grade::Blunder => Some((2, 'X')),
            Grade::Mistake => Some((1, '?')),
            _ => None,
        }
    }

    fn luck_and_skill(&self) -> String {
        let summaries = self.analysis.seats();
        let has_luck = summaries.iter().any(|seat| signed(seat.luck) != "0.0");
        let mut head = vec![String::new()];
        if has_luck {
            head.extend(["luck", "chance"].map(String::from));
        }
        head.extend(["lost", "chance", "accuracy"].map(String::from));
        head.extend(["best", "good", "?!", "?", "??"].map(String::from));
        let mut rows = vec![head];
        for (at, seat) in summaries.iter().enumerate() {
            let mut row = vec![self.who(Seat::new(at))];
            if has_luck {
                row.extend([signed(seat.luck), signed_percent(seat.luck_chance)]);
            }
            row.extend([format!("{:.1}", seat.lost), percent_of_sum(seat.lost_chance)]);
            row.push(seat.accuracy.map_or_else(|| "-".into(), percent));
            row.extend(seat.grades.iter().map(ToString::to_string));
            rows.push(row);
        }
        let title = if has_luck { "Luck and skill" } else { "Skill" };
        format!(
            "{title}, in {} and win chance\n{}\n?! inaccuracies, ? mistakes, ?? blunders",
            self.unit,
            aligned(&rows).join("\n")
        )
    }
}

/// Returns a percentage that may exceed 100: losses of several moves add up.
fn percent_of_sum(chance: f64) -> String {
    format!("{:.0} %", 100.0 * chance)
}

/// Returns whether a move is listed by default.
fn is_notable(mv: &JudgedMove) -> bool {
    mv.grade() >= Grade::Inaccuracy
}
