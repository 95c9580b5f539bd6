//! `meeple players`: lists the computer players of each game with their measured strength, or measures it.

use super::{
    elo::{interval, signed},
    paint, print, print_json,
    tournament::{self, TournamentRun},
};
use crate::{
    cli::PlayersArgs,
    strength_doc::{HEAD, with_section},
};
use anstyle::Style;
use meeple_ai::{
    roster::{PlayerKind, roster},
    strength::{self, Measured},
};
use meeple_arena::tournament::StandingRow;
use meeple_bots::bounded;
use meeple_games::GameKind;
use meeple_terminal::{command_error::CommandError, interrupt::Interrupt, prompt::today, window};
use serde_json::{Value, json};
use std::{fmt::Write, fs};

/// Most bytes read from a file of ratings.
const LONGEST_FILE: u64 = 1 << 20;
/// Default number of games for each pair of players.
const DEFAULT_GAMES: u64 = 200;
/// The player the others are compared with.
const BASE: &str = "random";

pub(super) fn run(args: &PlayersArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    match args.game {
        Some(game) if args.rate => rate(game, args, interrupt),
        _ if args.measure.is_given() => {
            Err(CommandError::Usage("options for measuring, such as --games, need --rate".into()))
        }
        _ if args.output.quiet => Err(CommandError::Usage("--quiet needs --rate".into())),
        game => list(game, args),
    }
}

fn list(game: Option<GameKind>, args: &PlayersArgs) -> Result<(), CommandError> {
    let kinds = game.map_or_else(|| GameKind::ALL.to_vec(), |game| vec![game]);
    if args.output.json {
        let players = kinds.iter().flat_map(|&kind| {
            let measured = strength::of(kind.name());
            let players = roster(kind).players.iter();
            players.map(move |player| json(kind, player, &measured)).collect::<Vec<_>>()
        });
        return print_json(&players.collect::<Vec<_>>());
    }
    let text: Vec<String> = kinds.into_iter().map(listing).collect();
    let text = format!(
        "{}\nRatings in Elo; random is 0. docs/strength.md says how they were measured.\n",
        text.join("\n")
    );
    print(&window::stdout_columns().map_or(text.clone(), |columns| window::wrap(&text, columns)))
}

/// Lists the players of a game, one per line.
fn listing(kind: GameKind) -> String {
    let measured = strength::of(kind.name());
    let name = format!("{:<12}", kind.name());
    let mut text = format!("{} {:>6}\n", paint(false).style(Style::new().bold(), &name), "Elo");
    for player in roster(kind).players {
        let elo = find(&measured, player).map_or("-", |found| found.elo.as_str());
        let _ = writeln!(text, "  {:<10} {elo:>6}  {}", player.name, player.about);
    }
    text
}

fn find<'a>(measured: &'a [Measured], player: &PlayerKind) -> Option<&'a Measured> {
    measured.iter().find(|found| found.player == player.name)
}

fn json(kind: GameKind, player: &PlayerKind, measured: &[Measured]) -> Value {
    let found = find(measured, player);
    json!({
        "game": kind.name(),
        "name": player.name,
        "about": player.about,
        "elo": found.map(|found| &found.elo),
        "interval": found.map(|found| &found.interval),
    })
}

/// Plays all players of a game against each other and writes their ratings to the file.
fn rate(game: GameKind, args: &PlayersArgs, interrupt: &Interrupt) -> Result<(), CommandError> {
    if let Some(folder) = args.file.parent() {
        fs::create_dir_all(folder).map_err(|error| CommandError::file(folder, &error))?;
    }
    let request = tournament::of_roster(game, &args.options, DEFAULT_GAMES, &args.measure)?;
    let played = tournament::play(request, (&args.output).into(), interrupt)?;
    if !played.ledger.is_complete {
        return Err(CommandError::Interrupted);
    }
    let text = if args.file.exists() {
        let bytes = bounded::read(&args.file, "file of ratings", LONGEST_FILE)?;
        String::from_utf8_lossy(&bytes).into_owned()
    } else {
        String::new()
    };
    let title = [&[game.name().to_owned()][..], &args.options].concat().join(" ");
    let text = with_section(&text, &title, &section(&played, &title));
    fs::write(&args.file, text).map_err(|error| CommandError::file(&args.file, &error))?;
    if !args.output.json {
        print(&format!("Ratings written to {}.", args.file.display()))?;
    }
    Ok(())
}

/// Returns the text for a game: when and how it was measured, and the table of ratings.
fn section(played: &TournamentRun, title: &str) -> String {
    let TournamentRun { config, tournament, standing, .. } = played;
    let date = today();
    let mut text = format!(
        "Measured on {date} with `meeple players {title} --rate --games {} --seed {}{}{}`: {} games \
         in {} blocks, {} per encounter, {}.\n\n{HEAD}",
        tournament.games,
        tournament.seed as i64,
        config.nodes.map_or(String::new(), |nodes| format!(" --nodes {nodes}")),
        match tournament.control {
            meeple_session::TimeControl::None => " --time none".to_owned(),
            control => format!(" --time {control}"),
        },
        standing.games,
        standing.blocks,
        tournament.games,
        match (config.nodes, tournament.control) {
            (Some(nodes), meeple_session::TimeControl::None) =>
                format!("{nodes} positions per move"),
            (_, control) => format!("at most {control} per move"),
        },
    );
    let ratings = played.ledger.ratings();
    let base = standing.rows.iter().find(|row| row.name == BASE).or(standing.rows.last());
    // A withdrawn player has no rating.
    for row in standing.rows.iter().filter(|row| row.games > 0) {
        let above = base.and_then(|base| ratings.difference(row.entrant, base.entrant));
        let is_base = base.is_some_and(|base| base.entrant == row.entrant);
        let StandingRow { name, share, games, .. } = row;
        let _ = match above.filter(|_| !is_base) {
            Some(elo) => writeln!(
                text,
                "| {name} | {} | {} | {:.1} % | {games} |",
                if elo.high.is_finite() {
                    signed(elo.value)
                } else {
                    format!("> {}", signed(elo.low))
                },
                interval(elo),
                share * 100.0,
            ),
            None => writeln!(text, "| {name} | 0 |  | {:.1} % | {games} |", share * 100.0),
        };
    }
    text
}
