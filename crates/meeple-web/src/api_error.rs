//! Errors of the API, in the form in which every response reports them.
//!
//! ```json
//! {"error": {"code": "stale", "message": "The game has moved on: ..."}}
//! ```

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// Why a request was refused; nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub(crate) struct ApiError {
    /// The kind of error: a word for programs.
    pub(crate) code: ErrorCode,
    /// The reason: a sentence for people.
    pub(crate) message: String,
    /// The column of the error in the text that was sent, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

/// The kinds of errors; each has its own HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ErrorCode {
    /// There is no such thing.
    NotFound,
    /// It is not a question that is answered here.
    BadRequest,
    /// The text is not a position of this game.
    BadPosition,
    /// The game has moved on since the client last saw it.
    Stale,
    /// The rules of the game forbid it.
    Illegal,
    /// It is not possible at the moment.
    NotNow,
    /// This client isn't allowed to do it.
    Forbidden,
    /// The client has reached a limit.
    TooMany,
    /// The body or message is longer than allowed.
    TooLarge,
    /// Something failed inside the server.
    Broken,
}

impl ErrorCode {
    fn status(self) -> StatusCode {
        match self {
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCode::BadPosition | ErrorCode::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorCode::Stale | ErrorCode::NotNow => StatusCode::CONFLICT,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl ApiError {
    /// Returns an error of this kind without a column.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError { code, message: message.into(), column: None }
    }

    /// There is no such thing.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::NotFound, message)
    }

    /// It is not a question that is answered here.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::BadRequest, message)
    }
}

impl From<meeple_session::Refusal> for ApiError {
    fn from(refusal: meeple_session::Refusal) -> Self {
        use meeple_session::Refusal as Refused;
        let code = match &refusal {
            Refused::Illegal { .. } | Refused::BadDeal(_) => ErrorCode::Illegal,
            Refused::Stale { .. } | Refused::StaleAnswer => ErrorCode::Stale,
            Refused::Left => ErrorCode::Forbidden,
            Refused::NoSeat(_) => ErrorCode::NotFound,
            _ => ErrorCode::NotNow,
        };
        ApiError::new(code, refusal.to_string())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body<'a> {
            error: &'a ApiError,
        }
        (self.code.status(), Json(Body { error: &self })).into_response()
    }
}
