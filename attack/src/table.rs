//! The results as tables, with what each goal requires.

use crate::{
    attacker::{ADDRESSES, about},
    kills::Survived,
    withstand::{
        Latency, MAX_CREATION, MAX_LATENCY, MAX_MEMORY, MAX_SLOWDOWN, RunFigures, UNNOTICED,
        Withstood,
    },
};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A part of a latency.
type Part = fn(&Latency) -> f64;

/// A row: what, without attack, under attack, the goal, and whether it was reached (`None` if there is none).
struct Row(String, String, String, String, Option<bool>);

/// A table that knows whether all its goals were reached.
pub struct Table {
    rows: Vec<Row>,
    notes: Vec<String>,
    json: Value,
}

impl Table {
    /// Returns whether every goal was reached.
    pub fn is_reached(&self) -> bool {
        self.rows.iter().all(|Row(.., is_reached)| is_reached.unwrap_or(true))
    }

    /// Prints it as text.
    pub fn print(&self) {
        let cells = |Row(what, before, under, goal, is_reached): &Row| {
            let verdict = is_reached.map_or("", |is| if is { "ok" } else { "MISSED" });
            [what.clone(), before.clone(), under.clone(), goal.clone(), verdict.to_owned()]
        };
        let head = ["", "without", "attacked", "goal", ""].map(str::to_owned);
        let lines: Vec<[String; 5]> =
            std::iter::once(head).chain(self.rows.iter().map(cells)).collect();
        let width = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
        };
        let [what, before, under, goal] = [0, 1, 2, 3].map(width);
        for line in &lines {
            let [name, normal, attacked, limit, verdict] = line;
            let line = format!(
                "{name:what$}  {normal:>before$}  {attacked:>under$}  {limit:goal$}  {verdict}"
            );
            println!("{}", line.trim_end());
        }
        self.notes.iter().for_each(|note| println!("{note}"));
    }

    /// Prints it as JSON.
    pub fn print_json(&self) {
        let goals = self.rows.iter().filter_map(|Row(what, .., goal, is_reached)| {
            is_reached.map(|is| json!({ "what": what, "goal": goal, "reached": is }))
        });
        let goals: Vec<Value> = goals.collect();
        println!("{}", json!({ "goals": goals, "figures": self.json }));
    }
}

/// Returns the table of both runs.
pub fn of_attack(result: &Withstood) -> Table {
    let Withstood { before, under_attack: under, attacks, seen, counted, disk_allowed } = result;
    let mut rows = Vec::new();
    let within = |is: bool| Some(is);
    let p99 = |latency: &Latency| format!("{:.1} ms", latency.p99);
    let goal = format!("<= {MAX_LATENCY:.0} ms");
    for (what, before, under) in [
        ("moves: answered, 99 %", &before.moves, &under.moves),
        ("moves: on the other's screen, 99 %", &before.screens, &under.screens),
    ] {
        let is = under.count > 0 && under.p99 <= MAX_LATENCY;
        rows.push(Row(what.into(), p99(before), p99(under), goal.clone(), within(is)));
    }
    for (game, normal) in &before.replies {
        let attacked = under.replies.get(game).copied().unwrap_or_default();
        let parts: [(&str, Part); 2] =
            [("median", |latency| latency.median), ("99 %", |latency| latency.p99)];
        for (name, part) in parts {
            let slowest = MAX_SLOWDOWN * part(normal);
            let (most, mark) = if slowest < UNNOTICED { (UNNOTICED, " *") } else { (slowest, "") };
            let is = attacked.count > 0 && part(&attacked) <= most;
            let [before, under] = [normal, &attacked].map(|of| format!("{:.1} ms", part(of)));
            let what = format!("computer's reply, {game}, {name}");
            rows.push(Row(what, before, under, format!("<= {most:.0} ms{mark}"), within(is)));
        }
    }
    let is = under.creations.count > 0 && under.creations.p99 <= MAX_CREATION;
    let [was, took] = [&before.creations, &under.creations].map(p99);
    let goal = format!("<= {MAX_CREATION:.0} ms");
    rows.push(Row("rooms created by people, 99 %".into(), was, took, goal, within(is)));
    let [was, are] = [before, under].map(|run| run.refused_creations);
    let what = "rooms refused to people".into();
    rows.push(Row(what, was.to_string(), are.to_string(), "0".into(), within(was + are == 0)));
    let count = |what: &str, of: fn(&RunFigures) -> usize| {
        Row(what.into(), of(before).to_string(), of(under).to_string(), String::new(), None)
    };
    rows.push(count("moves answered", |run| run.moves.count));
    rows.push(count("computers' replies", |run| {
        run.replies.values().map(|latency| latency.count).sum()
    }));
    rows.push(count("games finished", |run| run.finished));
    let lost = count("connections lost by people", |run| run.lost);
    rows.push(Row(lost.0, lost.1, lost.2, "0".into(), within(under.lost == 0)));
    let goal = format!("< {} MB", megabytes(MAX_MEMORY));
    let memory = |run: &RunFigures| format!("{} MB", megabytes(run.memory));
    let is = under.memory < MAX_MEMORY;
    rows.push(Row("resident memory, most".into(), memory(before), memory(under), goal, within(is)));
    let goal = format!("<= {} MB", megabytes(*disk_allowed));
    let disk = |run: &RunFigures| format!("{} MB", megabytes(run.disk));
    let is = under.disk <= *disk_allowed;
    rows.push(Row("growth on disk".into(), disk(before), disk(under), goal, within(is)));
    let processor = |run: &RunFigures| format!("{:.1} s", run.processor);
    let empty = String::new();
    let what = "processor time of the server".into();
    rows.push(Row(what, processor(before), processor(under), empty.clone(), None));
    let word = |is: bool| if is { "yes" } else { "no" }.to_owned();
    let (was, is) = (before.is_alive, under.is_alive);
    rows.push(Row("alive at the end".into(), word(was), word(is), "yes".into(), within(is)));
    let problems = |run: &RunFigures| run.problems.len().to_string();
    let is = under.problems.is_empty() && before.problems.is_empty();
    let what = "lost moves, broken rules".into();
    rows.push(Row(what, problems(before), problems(under), "0".into(), within(is)));
    for code in seen.keys().chain(counted.keys()).collect::<BTreeSet<_>>() {
        let [seen, counted] = [seen, counted].map(|of| of.get(code).copied().unwrap_or_default());
        let what = format!("refusals seen: {code}");
        let goal = format!("{counted} counted");
        rows.push(Row(what, empty.clone(), seen.to_string(), goal, within(seen == counted)));
    }
    let requests: u64 = attacks.values().map(|counts| counts.requests).sum();
    rows.push(Row(
        "requests of attackers".into(),
        empty.clone(),
        requests.to_string(),
        empty,
        None,
    ));
    let mut notes = vec![format!(
        "\n{ADDRESSES} addresses attack for {:.0} s, in a process of their own at the lowest priority (nice 19), \
         because\nattackers on a network would not share the server's processors. People's clients run at normal \
         priority\non the same machine. A computer player may take {MAX_SLOWDOWN:.0} times as long as without \
         attack.\n* is a floor: that would be less than {UNNOTICED:.0} ms, which people perceive as immediate. \
         Growth on disk: 32 MiB at once\nand 8 KiB per second for each client.\n",
        under.seconds
    )];
    for (name, counts) in attacks {
        let statuses = counts.statuses.iter().map(|(status, count)| format!("{status}: {count}"));
        let statuses: Vec<String> = statuses.collect();
        notes.push(format!(
            "{name}: {}\n    {} requests, {} unanswered; {}",
            about(name),
            counts.requests,
            counts.unanswered,
            statuses.join(", ")
        ));
    }
    let problems = before.problems.iter().chain(&under.problems);
    notes.extend(problems.map(|problem| format!("problem: {problem}")));
    Table { rows, notes, json: json!(result) }
}

/// Returns the table of the kills.
pub fn of_kills(result: &Survived) -> Table {
    let empty = String::new;
    let row = |what: &str, value: String, goal: &str, is: Option<bool>| {
        Row(what.into(), empty(), value, goal.into(), is)
    };
    let Survived { seed, kills, acknowledged, records, found, verified, problems, .. } = result;
    let rows = vec![
        row("seed", seed.to_string(), "", None),
        row("kills", kills.to_string(), "", None),
        row("longest restart", format!("{:.0} ms", result.longest_restart), "", None),
        row("records compared", records.to_string(), "", None),
        row(
            "acknowledged moves found",
            found.to_string(),
            &acknowledged.to_string(),
            Some(found == acknowledged && *found > 0),
        ),
        row("finished games verified", verified.to_string(), "", None),
        row("problems", problems.len().to_string(), "0", Some(problems.is_empty())),
    ];
    let notes = problems.iter().map(|problem| format!("problem: {problem}")).collect();
    Table { rows, notes, json: json!(result) }
}

fn megabytes(bytes: u64) -> u64 {
    bytes / 1_000_000
}
