//! Positions: parsed, shown and played on; nothing is stored.

use super::{move_names::move_name, parse_game};
use crate::{
    api_error::{ApiError, ErrorCode, error_sentence},
    app_state::AppState,
    config::ServerLimits,
    extract::JsonBody,
    guard::{EXPENSIVE_BYTES, RequestMemory},
    room::list_moves,
};
use axum::{Json, extract::State};
use meeple_core::{AnyGame, GameHistory, Header, Notes, ParseError, PlayError, Seat, Table, Turn};
use meeple_games::GameKind;
use meeple_session::open_table;
use meeple_view::{view, words::to_sentence};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json, value::RawValue};

/// The maximum length of a position's text in bytes.
const MAX_POSITION_BYTES: usize = 64 << 10;

/// A position with its picture and its legal moves.
#[derive(Debug, Serialize)]
pub(super) struct PositionResponse {
    game: &'static str,
    position: String,
    picture: Box<RawValue>,
    moves: Box<RawValue>,
    to_move: Option<Seat>,
    over: bool,
    seats: usize,
    /// The move that led to the position, with its name; only if one was made.
    #[serde(skip_serializing_if = "Option::is_none")]
    played: Option<Value>,
}

/// `{game, position}` or `{game, options, seed?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionRequest {
    game: String,
    position: Option<String>,
    options: Option<Vec<String>>,
    seed: Option<u64>,
}

/// `{game, position, move?, seed?}`
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PositionMoveRequest {
    game: String,
    position: String,
    #[serde(rename = "move")]
    mv: Option<String>,
    seed: Option<u64>,
}

/// `POST /api/positions`
pub(super) async fn show(
    State(app): State<AppState>,
    memory: RequestMemory,
    JsonBody(request): JsonBody<PositionRequest>,
) -> Result<Json<PositionResponse>, ApiError> {
    memory.grow(EXPENSIVE_BYTES)?;
    let PositionRequest { game, position, options, seed } = request;
    let kind = parse_game(&game)?;
    let seed = seed.map_or_else(getrandom::u64, Ok)?;
    let position = memory.run_blocking(move || {
        let game = match (position, options) {
            (Some(_), Some(_)) => {
                let message = "Send either a position or options. A position contains its options.";
                return Err(ApiError::bad_request(message));
            }
            (Some(text), None) => start_game(kind, parse_position(kind, &text)?, seed)?,
            (None, options) => open_table::preview(kind, &options.unwrap_or_default(), seed)
                .map_err(ApiError::bad_request)?,
        };
        PositionResponse::of(kind, &game, game.plies().len(), &app.config.limits).map(Json)
    });
    position.await?
}

/// `POST /api/positions/play`
pub(super) async fn play(
    State(app): State<AppState>,
    memory: RequestMemory,
    JsonBody(request): JsonBody<PositionMoveRequest>,
) -> Result<Json<PositionResponse>, ApiError> {
    memory.grow(EXPENSIVE_BYTES)?;
    let PositionMoveRequest { game, position, mv, seed } = request;
    let kind = parse_game(&game)?;
    let seed = seed.map_or_else(getrandom::u64, Ok)?;
    let position = memory.run_blocking(move || {
        let mut table = Table::resume(start_game(kind, parse_position(kind, &position)?, seed)?);
        let play = |mv: String| {
            let name = move_name(kind, table.position(), &mv);
            make_move(kind, &mut table, &mv).map(|()| json!({ "move": mv, "name": name }))
        };
        let played = mv.map(play).transpose()?;
        while table.position().turn() == Turn::Chance {
            table.deal().map_err(ApiError::broken)?;
        }
        let position = PositionResponse::of(
            kind,
            table.game(),
            table.game().plies().len(),
            &app.config.limits,
        )?;
        Ok(Json(PositionResponse { played, ..position }))
    });
    position.await?
}

fn make_move(kind: GameKind, table: &mut Table, mv: &str) -> Result<(), ApiError> {
    let Turn::Seat(seat) = table.position().turn() else {
        let over = table.position().turn() == Turn::Over;
        let why = if over { "The game is over." } else { "A deal is due, not a move." };
        return Err(ApiError::not_now(why));
    };
    check_move(kind, table.game(), mv)?;
    let played = table.play(seat, mv, Notes::default());
    played.map(drop).map_err(|error| ApiError::new(ErrorCode::Illegal, error_sentence(&error)))
}

/// Checks a move; the error says why the text isn't a move, or why the move isn't legal now.
pub(super) fn check_move(kind: GameKind, game: &GameHistory, mv: &str) -> Result<(), ApiError> {
    match game.position().check_move_text(mv) {
        Ok(()) => Ok(()),
        Err(PlayError::Syntax(error)) => Err(at_column(ErrorCode::BadRequest, &error)),
        Err(PlayError::Illegal(why)) => {
            let why = view(kind).explain_illegal(game, mv).unwrap_or(why);
            Err(ApiError::new(ErrorCode::Illegal, to_sentence(&why)))
        }
    }
}

/// Parses a position.
pub(crate) fn parse_position(kind: GameKind, text: &str) -> Result<Box<dyn AnyGame>, ApiError> {
    if text.len() > MAX_POSITION_BYTES {
        let message = format!("The position is longer than {MAX_POSITION_BYTES} bytes.");
        return Err(ApiError::new(ErrorCode::TooLarge, message));
    }
    kind.parse_position(text).map_err(|error| at_column(ErrorCode::BadPosition, &error))
}

/// Starts a game from this position, with anonymous players.
pub(super) fn start_game(
    kind: GameKind,
    position: Box<dyn AnyGame>,
    seed: u64,
) -> Result<GameHistory, ApiError> {
    let table = open_table::open_anonymous(kind, &[], seed).map_err(ApiError::broken)?;
    let header = Header {
        seats: open_table::anonymous_seats(position.seats()),
        position: Some(position.to_string()),
        ..table.game().header().clone()
    };
    GameHistory::start(header, position).map_err(ApiError::broken)
}

impl PositionResponse {
    /// Describes a game after this many plies.
    pub(super) fn of(
        kind: GameKind,
        game: &GameHistory,
        ply: usize,
        limits: &ServerLimits,
    ) -> Result<Self, ApiError> {
        let position = game.position_at(ply).ok_or_else(|| {
            let last = game.plies().len();
            ApiError::not_found(format!("There is no ply {ply}: this game has {last}."))
        })?;
        let moves = list_moves(position, limits)?;
        Ok(PositionResponse {
            game: kind.name(),
            position: position.to_string(),
            picture: view(kind).raw_picture(game, ply),
            moves,
            to_move: match position.turn() {
                Turn::Seat(seat) => Some(seat),
                Turn::Chance | Turn::Over => None,
            },
            over: position.turn() == Turn::Over,
            seats: position.seats(),
            played: None,
        })
    }
}

fn at_column(code: ErrorCode, error: &ParseError) -> ApiError {
    ApiError { column: Some(error.column), ..ApiError::new(code, error_sentence(error)) }
}
