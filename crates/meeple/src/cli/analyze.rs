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
  meeple analyze chomp width=5 height=4            the best moves of a position, and why
  meeple analyze azul game.jsonl --at 12           of a recorded game after 12 plies
  meeple analyze azul game.jsonl                   what every move of the game lost
  meeple analyze azul game.jsonl --time 2s --all   more exactly, and every move is listed
  meeple analyze grass game.jsonl --json | jq .move.grade

A position is written as in docs/notation.md; only some of its words, the game's
options, mean the first position. A single word without `=` is a record, `-` is a
record on standard input.

What was found out about a record is stored beside it, in RECORD.analysis.jsonl, and
not computed again for the same effort. Ctrl-C shows what is known so far.
docs/analysis.md says what the figures mean, and what --json prints.")]
pub struct AnalyzeArgs {
    /// The game
    #[arg(value_parser = parse_game())]
    pub game: GameKind,
    /// A position, or a record file
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Analyse one position of a record: the one after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// Thinking time per position [default: 1s; for a whole record, no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_thinking_time)]
    pub time: Option<Duration>,
    /// Search limit per position, in positions [default: none; for a whole record, the same as on the full
    /// screen and in the browser]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// How many of the best moves to show [default: 5; for a whole record, 3 per position]
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
    /// List every deal and move of a record, not only the remarkable ones
    #[arg(long)]
    pub all: bool,
    /// Don't read or write the stored analysis beside the record
    #[arg(long)]
    pub no_save: bool,
}
