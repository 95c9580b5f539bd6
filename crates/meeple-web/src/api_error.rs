//! Errors of the API, in the form in which every response reports them.
//!
//! ```json
//! {"error": {"code": "stale", "message": "The game has moved on. ..."}}
//! ```

use crate::log::LogError;
use axum::{
    Extension, Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use meeple_core::text::printable;
use meeple_session::Refusal;
use meeple_view::words::to_sentence;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::fmt::Display;

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
    /// After an illegal move: a legal one, as an example of the notation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) legal: Option<String>,
}

/// The kinds of errors; each has an HTTP status.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ErrorCode {
    /// What was asked for does not exist.
    NotFound,
    /// The request is malformed.
    BadRequest,
    /// The text is not a position of this game.
    BadPosition,
    /// A person can't have this name.
    BadName,
    /// The game has moved on since the client last saw it.
    Stale,
    /// The rules of the game forbid it.
    Illegal,
    /// It is not possible in the current state.
    NotNow,
    /// This client isn't allowed to do it.
    Forbidden,
    /// The client has reached a limit.
    TooMany,
    /// The body or message is longer than allowed.
    TooLarge,
    /// The server can't do it at the moment.
    Unavailable,
    /// The body has a content type that isn't accepted here.
    UnsupportedType,
    /// The request is for another host.
    WrongHost,
    /// Something failed inside the server.
    Broken,
}

impl ErrorCode {
    /// Returns the code as programs see it.
    pub(crate) fn name(self) -> &'static str {
        match self {
            ErrorCode::NotFound => "not-found",
            ErrorCode::BadRequest => "bad-request",
            ErrorCode::BadPosition => "bad-position",
            ErrorCode::BadName => "bad-name",
            ErrorCode::Stale => "stale",
            ErrorCode::Illegal => "illegal",
            ErrorCode::NotNow => "not-now",
            ErrorCode::Forbidden => "forbidden",
            ErrorCode::TooMany => "too-many",
            ErrorCode::TooLarge => "too-large",
            ErrorCode::UnsupportedType => "unsupported-type",
            ErrorCode::WrongHost => "wrong-host",
            ErrorCode::Unavailable => "unavailable",
            ErrorCode::Broken => "broken",
        }
    }

    fn status(self) -> StatusCode {
        match self {
            ErrorCode::NotFound => StatusCode::NOT_FOUND,
            ErrorCode::BadRequest => StatusCode::BAD_REQUEST,
            ErrorCode::BadPosition | ErrorCode::BadName | ErrorCode::Illegal => {
                StatusCode::UNPROCESSABLE_ENTITY
            }
            ErrorCode::Stale | ErrorCode::NotNow => StatusCode::CONFLICT,
            ErrorCode::Forbidden => StatusCode::FORBIDDEN,
            ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
            ErrorCode::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            ErrorCode::UnsupportedType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            ErrorCode::WrongHost => StatusCode::MISDIRECTED_REQUEST,
            ErrorCode::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Serialize for ErrorCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl ApiError {
    /// Returns an error of this kind with nothing but a message.
    pub(crate) fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        ApiError { code, message: message.into(), column: None, legal: None }
    }

    /// Returns an [`ErrorCode::NotFound`].
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::NotFound, message)
    }

    /// Returns an [`ErrorCode::BadRequest`].
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::BadRequest, message)
    }

    /// Returns an [`ErrorCode::NotNow`].
    pub(crate) fn not_now(message: impl Into<String>) -> Self {
        ApiError::new(ErrorCode::NotNow, message)
    }

    /// Returns an [`ErrorCode::Broken`], with the cause as a sentence.
    pub(crate) fn broken(cause: impl Display) -> Self {
        ApiError::new(ErrorCode::Broken, error_sentence(&cause))
    }
}

/// Formats an error as a sentence of printable characters.
pub(crate) fn error_sentence(error: &impl Display) -> String {
    to_sentence(&printable(&error.to_string()))
}

impl From<LogError> for ApiError {
    fn from(error: LogError) -> Self {
        tracing::error!(%error, "the log failed");
        // The reason is for whoever runs the server.
        let message = "The server cannot store or read games at the moment. Try again soon.";
        ApiError::new(ErrorCode::Unavailable, message)
    }
}

impl From<getrandom::Error> for ApiError {
    fn from(error: getrandom::Error) -> Self {
        ApiError::broken(format!("the system has no random numbers: {error}"))
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> Self {
        let code = match &refusal {
            Refusal::Illegal { .. } | Refusal::BadDeal(_) => ErrorCode::Illegal,
            Refusal::Stale { .. } | Refusal::StaleAnswer => ErrorCode::Stale,
            Refusal::Left => ErrorCode::Forbidden,
            Refusal::NoSeat(_) => ErrorCode::NotFound,
            _ => ErrorCode::NotNow,
        };
        let message = refusal.to_string();
        let legal = match refusal {
            Refusal::Illegal { legal, .. } => legal,
            _ => None,
        };
        ApiError { legal, ..ApiError::new(code, message) }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let code = self.code; // for the metrics
        (code.status(), Extension(code), Json(json!({ "error": self }))).into_response()
    }
}
