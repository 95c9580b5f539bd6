//! Analyses one position: its best moves with value, chance to win, continuation and reasons.

use super::AnalysisContext;
use crate::{cli::AnalyzeArgs, commands::print};
use meeple_ai::advice::{Advice, Advised, Appraisal, GradedAdvice, Question};
use meeple_core::{
    AnyGame, ChooseError, GameHistory, Limits, Seat, Turn,
    rng::{RngStream, seeded},
    text::{format_count, printable},
};
use meeple_terminal::{
    ask_adviser::{AdviserAnswer, ask_adviser},
    command_error::CommandError,
    figures::{aligned, percent, seat_label, signed},
    progress::DelayedProgress,
    window,
};
use meeple_view::{AnyView, view};
use serde::Serialize;
use serde_json::{Value, json};

/// Most moves of a continuation shown in the table.
const MAX_LINE_MOVES: usize = 4;

pub(super) fn run(
    args: &AnalyzeArgs,
    context: AnalysisContext<'_>,
    game: &GameHistory,
    ply: usize,
) -> Result<(), CommandError> {
    let position = game.position_at(ply).expect("the ply is in the line");
    let (text, is_interrupted) = match position.turn() {
        Turn::Seat(seat) => {
            let (unit, mut context) = (context.adviser.unit(), context);
            let AdviserAnswer { advice, is_interrupted } = think(&mut context, position)?;
            let text = if args.json {
                as_json(position, unit, &advice, is_interrupted).to_string()
            } else {
                table((game, position), seat, &advice, &context, view(args.game))
            };
            (text, is_interrupted)
        }
        _ => (appraise(args, context, game, position)?, false),
    };
    print(&text)?;
    if is_interrupted { Err(CommandError::Interrupted) } else { Ok(()) }
}

/// Asks the adviser for the best moves, with a progress bar if that takes long.
fn think(
    context: &mut AnalysisContext<'_>,
    position: &dyn AnyGame,
) -> Result<AdviserAnswer, CommandError> {
    let _shutdown_guard = context.interrupt.shut_down_gracefully(); // the results so far are printed before the process exits
    let progress = DelayedProgress::default();
    progress.begin("thinking (Ctrl-C to stop)", context.limits.time);
    let limits =
        Limits { progress: progress.limits("thinking").progress, ..context.limits.clone() };
    let rng = seeded(position.hash64(), RngStream::Other(0));
    let question = Question::top(context.effort.top);
    let answer = ask_adviser(&mut *context.adviser, position, &question, &limits, rng);
    progress.done();
    answer.map_err(failed)
}

/// Describes a position in which no player is to move: each seat's expected result.
fn appraise(
    args: &AnalyzeArgs,
    mut context: AnalysisContext<'_>,
    game: &GameHistory,
    position: &dyn AnyGame,
) -> Result<String, CommandError> {
    let rng = &mut seeded(position.hash64(), RngStream::Other(0));
    let Appraisal { values, chances } =
        context.adviser.appraise_any(position, &context.limits, rng).map_err(failed)?;
    let unit = context.adviser.unit();
    let state = if position.turn() == Turn::Over { "over" } else { "a deal is due" };
    if args.json {
        return Ok(json!({
            "position": position.to_string(),
            "state": state,
            "unit": unit,
            "values": values,
            "chances": chances,
        })
        .to_string());
    }
    let mut rows = vec![["", unit, "win chance"].map(String::from).to_vec()];
    for (at, (value, chance)) in values.iter().zip(&chances).enumerate() {
        rows.push(vec![
            seat_label(game, Seat::new(at), context.paint),
            signed(*value),
            percent(*chance),
        ]);
    }
    let head = if position.turn() == Turn::Over {
        "The game is over."
    } else {
        "The next step is a deal."
    };
    Ok(format!("{head}\n\n{}\n", aligned(&rows).join("\n")))
}

fn failed(error: ChooseError) -> CommandError {
    match error {
        ChooseError::Stopped => CommandError::Interrupted,
        error => CommandError::Failed(error.to_string()),
    }
}

fn as_json(
    position: &dyn AnyGame,
    unit: &'static str,
    advice: &Advice<String>,
    interrupted: bool,
) -> Value {
    #[derive(Serialize)]
    struct MoveRow<'a> {
        position: String,
        #[serde(flatten)]
        advice: GradedAdvice<'a>,
        interrupted: bool,
    }
    let line = MoveRow { position: position.to_string(), advice: advice.graded(unit), interrupted };
    serde_json::to_value(line).expect("an advice is plain data")
}

fn table(
    (game, position): (&GameHistory, &dyn AnyGame),
    seat: Seat,
    advice: &Advice<String>,
    context: &AnalysisContext<'_>,
    view: &dyn AnyView,
) -> String {
    let unit = context.adviser.unit();
    let columns = window::stdout_columns().unwrap_or(window::DEFAULT_COLUMNS);
    let depth = advice.depth.map(|depth| format!(", {} deep", format_count(depth as usize, "ply")));
    let searched = format_count(advice.nodes as usize, "position") + &depth.unwrap_or_default();
    let mut lines = vec![
        format!("{} to move; values in {unit}.", seat_label(game, seat, context.paint)),
        format!("Win chance: {}. Searched {searched}.", chances(game, &advice.appraisal, context)),
        String::new(),
    ];
    let has_visits = advice.moves.iter().any(|advised| advised.visits.is_some());
    let mut head = vec!["", "value", "win chance"];
    head.extend(has_visits.then_some("visits"));
    let mut rows = vec![head.into_iter().map(String::from).collect::<Vec<_>>()];
    let lines_named = advice.moves.iter().map(|advised| view.line_names(position, &advised.line));
    let lines_named: Vec<Vec<String>> = lines_named.collect();
    for (at, (advised, line)) in advice.moves.iter().zip(&lines_named).enumerate() {
        let name = line.first().unwrap_or(&advised.mv);
        rows.push(row(format!("{:>2}. {name}", at + 1), advised, has_visits));
    }
    let mut table = aligned(&rows).into_iter();
    lines.extend(table.next());
    for ((row, advised), line) in table.zip(&advice.moves).zip(&lines_named) {
        lines.push(row);
        let mut explain = |text: String| {
            lines.push(window::wrap_with(&text, columns, "     ", "     "));
        };
        if !advised.reasons.is_empty() {
            explain(printable(&advised.reasons.join(", ")));
        }
        if line.len() > 1 {
            let more = if line.len() > MAX_LINE_MOVES { ", ..." } else { "" };
            let shown = &line[1..line.len().min(MAX_LINE_MOVES)];
            explain(format!("then {}{more}", shown.join(", ")));
        }
    }
    if let Some(proof) = &advice.proof {
        lines.push(String::new());
        lines.push(window::wrap(&format!("Proof: {}.", printable(proof)), columns));
    }
    lines.join("\n") + "\n"
}

/// Returns a text such as `● Ann 62 %, ■ Bob 38 %`.
fn chances(game: &GameHistory, appraisal: &Appraisal, context: &AnalysisContext<'_>) -> String {
    let seats = appraisal.chances.iter().enumerate();
    let parts = seats.map(|(at, &chance)| {
        format!("{} {}", seat_label(game, Seat::new(at), context.paint), percent(chance))
    });
    parts.collect::<Vec<_>>().join(", ")
}

fn row(label: String, advised: &Advised<String>, has_visits: bool) -> Vec<String> {
    let Advised { value, chance, visits, .. } = advised;
    let mut row = vec![label, signed(*value), percent(*chance)];
    if has_visits {
        row.push(visits.map(|visits| visits.to_string()).unwrap_or_default());
    }
    row
}
