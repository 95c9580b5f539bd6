//! A whole game, judged step by step; what is known is told at the end, or when somebody stops it.

use super::{
    Desk,
    report::{self, Listing},
};
use crate::{cli::AnalyzeArgs, commands::print};
use meeple_ai::analysis::{Analysis, Effort, Judged, Summary};
use meeple_core::{Event, Match, NoChoice};
use meeple_terminal::{
    analysis_file::AnalysisFile,
    failure::{Failure, warn},
    progress::StepsBar,
};
use serde::Serialize;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn run(
    args: &AnalyzeArgs,
    mut desk: Desk<'_>,
    game: &Match,
    path: &Path,
) -> Result<(), Failure> {
    let _care = desk.interrupt.takes_care(); // what is known is said before we go
    let effort = Effort { top: desk.top, limits: desk.limits.clone() };
    let has_place = path != Path::new("-") && !args.record.no_save;
    let mut kept = AnalysisFile::beside(has_place.then_some(path), game, &effort);
    let mut analysis = Analysis::of(game);
    // Lines for a program and a bar do not go together.
    let bar = (!args.json).then(|| StepsBar::start("analyzing", analysis.steps()));
    let ended = loop {
        let Some(key) = analysis.key() else { break Ok(()) };
        let is_kept = kept.find(key).is_some_and(|judged| analysis.add(judged));
        if !is_kept {
            match analysis.judge(&mut *desk.adviser, &effort) {
                Ok(Some(judged)) => {
                    kept.keep(key, &judged);
                    if !analysis.add(judged) {
                        break Err(NoChoice::broken("the adviser spoke of something else"));
                    }
                }
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
        }
        bar.iter().for_each(StepsBar::advance);
        if args.json {
            print(&step(&analysis, is_kept).to_string())?;
        }
    };
    bar.iter().for_each(StepsBar::finish);
    for warning in kept.warnings() {
        warn("meeple", warning);
    }
    let unit = desk.adviser.unit();
    if args.json {
        print(&summary(&analysis, unit).to_string())?;
    } else {
        let listing = if args.record.all { Listing::All } else { Listing::Notable };
        print(&report::text(&analysis, unit, listing, desk.paint))?;
    }
    ended.map_err(|error| match error {
        NoChoice::Stopped => Failure::Interrupted,
        error => Failure::Failed(error.to_string()),
    })
}

/// The last step that is known, for programs.
fn step(analysis: &Analysis<'_>, is_kept: bool) -> Value {
    let at = analysis.judged().len() - 1;
    let event = analysis.game().line().get(at).map(|ply| &*ply.event);
    match (&analysis.judged()[at], event) {
        (Judged::Move(judged), _) => json!({
            "step": "move",
            "ply": at + 1,
            "seat": judged.seat,
            "move": judged.played.mv,
            "grade": judged.grade(),
            "lost": judged.lost(),
            "lost_chance": judged.lost_chance(),
            "forced": judged.forced,
            "values": judged.before.values,
            "chances": judged.before.chances,
            "played": judged.played,
            "best": judged.best,
            "nodes": judged.nodes,
            "depth": judged.depth,
            "proof": judged.proof,
            "kept": is_kept,
        }),
        (Judged::Deal(judged), Some(Event::Deal { deal })) => {
            let seats = (0..judged.before.values.len()).map(meeple_core::Seat::new);
            json!({
                "step": "deal",
                "ply": at + 1,
                "deal": deal,
                "luck": seats.clone().map(|seat| judged.luck(seat)).collect::<Vec<_>>(),
                "luck_chance": seats.map(|seat| judged.luck_chance(seat)).collect::<Vec<_>>(),
                "values": judged.before.values,
                "chances": judged.before.chances,
                "kept": is_kept,
            })
        }
        (judged, _) => json!({
            "step": "end",
            "ply": at,
            "values": judged.before().values,
            "chances": judged.before().chances,
            "kept": is_kept,
        }),
    }
}

fn summary(analysis: &Analysis<'_>, unit: &'static str) -> Value {
    #[derive(Serialize)]
    struct Line {
        step: &'static str,
        #[serde(flatten)]
        summary: Summary,
    }
    let line = Line { step: "summary", summary: analysis.summary(unit) };
    serde_json::to_value(line).expect("a summary is plain data")
}
