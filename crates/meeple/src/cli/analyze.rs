//! The words of `meeple analyze`.

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
    /// A position, or the file of a record
    #[arg(value_name = "POSITION|RECORD")]
    pub what: Vec<String>,
    /// Look at one position of a record: the one after this many plies
    #[arg(long, value_name = "PLY")]
    pub at: Option<usize>,
    /// How long to think about each position [default: 1s; for each of a record, no limit]
    #[arg(long, value_name = "TIME", value_parser = parse_thinking_time)]
    pub time: Option<Duration>,
    /// How many positions to look at for each [default: no limit; for each of a record, as many as
    /// in every front end]
    #[arg(long, value_name = "N", value_parser = parse_nodes)]
    pub nodes: Option<u64>,
    /// How many of the best moves [default: 5, or 3 for each position of a record]
    #[arg(long, value_name = "N")]
    pub top: Option<NonZeroUsize>,
    /// What is for a record only
    #[command(flatten)]
    pub record: RecordArgs,
    /// For programs: one object a line
    #[arg(long, conflicts_with = "all")]
    pub json: bool,
    /// Letters only: no colours, no signs beyond ASCII
    #[arg(long, conflicts_with = "json")]
    pub plain: bool,
    /// Where tables are kept
    #[command(flatten)]
    pub tables: TablesArgs,
}

/// What makes sense for a whole record only.
#[derive(Debug, Args)]
pub struct RecordArgs {
    /// List every deal and move of a record, not only what was worth a remark
    #[arg(long)]
    pub all: bool,
    /// Leave nothing beside the record, and use nothing that is there
    #[arg(long)]
    pub no_save: bool,
}
