//! The arguments of `meeple analyze`.

use super::{TablesArgs, parse_game};
use clap::Args;
use meeple_core::amounts::{parse_nodes, parse_thinking_time};
use meeple_games::GameKind;
use std::{num::NonZeroUsize, time::Duration};

/// `meeple analyze`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  meeple analyze chomp width=5 height=4            the best moves of a position
  meeple analyze azul game.jsonl --at 12           of a record after 12 plies
  meeple analyze azul game.jsonl                   the mistakes of a whole game
  meeple analyze azul game.jsonl --time 2s --all   think longer, list every move
  meeple analyze grass game.jsonl --json | jq .move.grade

A position is written as in docs/notation.md. Game options alone mean the
starting position. A single argument without `=` is a record; `-` is standard
input.

The analysis of a record is saved beside it, in RECORD.analysis.jsonl, and
reused for the same limits. Ctrl-C prints the results so far. docs/analysis.md
explains the figures and the JSON output.")]
pub struct AnalyzeArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, game options, or a record
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Analyse only the position of the record after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Thinking time per position, such as 2s or 500ms [default: 1s; for a whole record, no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_thinking_time)]
    pub time: Option<Duration>,
    /// Search limit per position, in positions visited, such as 20k [default: none; for a whole record,
    /// the limit of the full screen and the browser]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// Number of best moves to find [default: 5; for a whole record, 3 per position]
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,
    /// Options for whole records
    #[command(flatten)]
    pub record: RecordArgs,
    /// Print JSON, one object per line
    #[arg(long, conflicts_with = "all")]
    pub json: bool,
    /// No colours, ASCII only
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// Solved tables
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// Options that apply to whole records only.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// List every deal and move of the record, not only the mistakes
    #[arg(long)]
    pub all: bool,
    /// Don't load or save the analysis beside the record
    #[arg(long)]
    pub no_save: bool,
}
