//! Positions: read, shown, and played on, with nothing kept.

use super::{aside, kind, said};
use crate::{
    asked::Asked,
    refusal::{Code, Refusal},
};
use axum::Json;
use meeple_core::{AnyGame, Header, Match, Notes, ParseError, PlayError, Seat, Table, Turn};
use meeple_games::GameKind;
use meeple_session::opening;
use meeple_view::{view, words::sentence};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// No position's text has more bytes.
pub(super) const LONGEST: usize = 64 << 10;

/// A position, what is to be seen of it, and what can be done.
#[derive(Debug, Serialize)]
pub(super) struct Shown {
    game: &'static str,
    position: String,
    picture: Value,
    moves: Vec<Value>,
    to_move: Option<Seat>,
    over: bool,
    seats: usize,
}

/// `{game, position}` or `{game, options, seed?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Which {
    game: String,
    position: Option<String>,
    options: Option<Vec<String>>,
    seed: Option<u64>,
}

/// `{game, position, move?, seed?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Played {
    game: String,
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    seed: Option<u64>,
}

/// `POST /api/positions`
pub(super) async fn show(Asked(which): Asked<Which>) -> Result<Json<Shown>, Refusal> {
    let Which { game, position, options, seed } = which;
    let kind = kind(&game)?;
    let seed = seed_or_any(seed)?;
    match (position, options) {
        (Some(_), Some(_)) => {
            Err(Refusal::bad_request("Either a position or options: a position has its own."))
        }
        (Some(text), None) => aside(move || {
            let game = begin(kind, read(kind, &text)?, seed)?;
            Shown::of(kind, &game, 0)
        })
        .await?
        .map(Json),
        (None, options) => aside(move || {
            let game = opening::preview(kind, &options.unwrap_or_default(), seed);
            let game = game.map_err(Refusal::bad_request)?;
            Shown::of(kind, &game, game.line().len())
        })
        .await?
        .map(Json),
    }
}

/// `POST /api/positions/play`
pub(super) async fn play(Asked(played): Asked<Played>) -> Result<Json<Shown>, Refusal> {
    let Played { game, position, mv, seed } = played;
    let kind = kind(&game)?;
    let seed = seed_or_any(seed)?;
    aside(move || {
        let mut table = Table::resume(begin(kind, read(kind, &position)?, seed)?);
        if let Some(mv) = &mv {
            make_move(kind, &mut table, mv)?;
        }
        while table.position().turn() == Turn::Chance {
            table.deal().map_err(|error| Refusal::new(Code::Broken, said(&error)))?;
        }
        Shown::of(kind, table.game(), table.game().line().len())
    })
    .await?
    .map(Json)
}

fn make_move(kind: GameKind, table: &mut Table, mv: &str) -> Result<(), Refusal> {
    let Turn::Seat(seat) = table.position().turn() else {
        let over = table.position().turn() == Turn::Over;
        let why = if over { "The game is over." } else { "A deal is due, not a move." };
        return Err(Refusal::new(Code::NotNow, why));
    };
    check_move(kind, table.game(), mv)?;
    let played = table.play(seat, mv, Notes::default());
    played.map(drop).map_err(|error| Refusal::new(Code::Illegal, said(&error)))
}

/// Refuses a text that is no move, or one that is not legal now, and says why.
pub(super) fn check_move(kind: GameKind, game: &Match, mv: &str) -> Result<(), Refusal> {
    match game.position().explain_text(mv) {
        Ok(()) => Ok(()),
        Err(PlayError::Syntax(error)) => Err(at_column(Code::BadRequest, &error)),
        Err(PlayError::Illegal(why)) => {
            let why = view(kind).refusal(game, mv).unwrap_or(why);
            Err(Refusal::new(Code::Illegal, sentence(&why)))
        }
    }
}

/// The position that this text spells.
pub(super) fn read(kind: GameKind, text: &str) -> Result<Box<dyn AnyGame>, Refusal> {
    if text.len() > LONGEST {
        let message = format!("No position has more than {LONGEST} bytes.");
        return Err(Refusal::new(Code::TooLarge, message));
    }
    kind.read_position(text).map_err(|error| at_column(Code::BadPosition, &error))
}

/// A game that begins with this position, with nobody in particular at it.
pub(super) fn begin(
    kind: GameKind,
    position: Box<dyn AnyGame>,
    seed: u64,
) -> Result<Match, Refusal> {
    let broken = |why: String| Refusal::new(Code::Broken, why);
    let usual = opening::without_players(kind, &[], seed).map_err(broken)?;
    let header = Header {
        seats: opening::nobodies(position.seats()),
        position: Some(position.to_string()),
        ..usual.game().header().clone()
    };
    Match::start(header, position).map_err(|error| broken(said(&error)))
}

impl Shown {
    /// A game as it stood after so many deals and moves.
    pub(super) fn of(kind: GameKind, game: &Match, ply: usize) -> Result<Self, Refusal> {
        let position = game.position_at(ply).ok_or_else(|| {
            let last = game.line().len();
            Refusal::not_found(format!("This game has {last} deals and moves, not {ply}."))
        })?;
        let picture = view(kind).picture_at(game, ply);
        Ok(Shown {
            game: kind.name(),
            position: position.to_string(),
            picture: picture.ok_or_else(|| Refusal::new(Code::Broken, "It cannot be shown."))?,
            moves: view(kind).legal_moves(position),
            to_move: match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            over: position.turn() == Turn::Over,
            seats: position.seats(),
        })
    }
}

fn at_column(code: Code, error: &ParseError) -> Refusal {
    Refusal { column: Some(error.column), ..Refusal::new(code, said(error)) }
}

/// The seed that was given, or any.
fn seed_or_any(seed: Option<u64>) -> Result<u64, Refusal> {
    let broken = |_| Refusal::new(Code::Broken, "The system has no random numbers.");
    seed.map_or_else(|| getrandom::u64().map_err(broken), Ok)
}
