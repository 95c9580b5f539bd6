//! Refusals: what cannot be done, as every answer says it.
//!
//! ```json
//! {"error": {"code": "stale", "message": "The game went on: ..."}}
//! ```

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use serde::Serialize;

/// Why something was not done. Nothing has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{message}")]
pub(crate) struct Refusal {
    /// What kind of refusal it is: a word for programs.
    pub(crate) code: Code,
    /// Why, in a sentence for people.
    pub(crate) message: String,
    /// Where in the text that was given, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) column: Option<usize>,
}

/// Kinds of refusals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    /// There is no such thing.
    NotFound,
    /// It is not a question that is answered here.
    BadRequest,
    /// It is no position of this game.
    BadPosition,
    /// The game went on meanwhile.
    Stale,
    /// The rules forbid it.
    Illegal,
    /// It is not possible at this moment.
    NotNow,
    /// Somebody else may do it.
    Forbidden,
    /// Too much of it at once.
    TooMany,
    /// More than is read.
    TooLarge,
    /// Something of ours is broken.
    Broken,
}

impl Code {
    fn status(self) -> StatusCode {
        match self {
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::BadRequest => StatusCode::BAD_REQUEST,
            Code::BadPosition | Code::Illegal => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Stale | Code::NotNow => StatusCode::CONFLICT,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::Broken => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

impl Refusal {
    /// A refusal of this kind, with its sentence.
    pub(crate) fn new(code: Code, message: impl Into<String>) -> Self {
        Refusal { code, message: message.into(), column: None }
    }

    /// There is no such thing.
    pub(crate) fn not_found(message: impl Into<String>) -> Self {
        Refusal::new(Code::NotFound, message)
    }

    /// It is not a question that is answered here.
    pub(crate) fn bad_request(message: impl Into<String>) -> Self {
        Refusal::new(Code::BadRequest, message)
    }
}

impl From<meeple_session::Refusal> for Refusal {
    fn from(refusal: meeple_session::Refusal) -> Self {
        use meeple_session::Refusal as Refused;
        let code = match &refusal {
            Refused::Illegal { .. } | Refused::BadDeal(_) => Code::Illegal,
            Refused::Stale { .. } | Refused::StaleAnswer => Code::Stale,
            Refused::Left => Code::Forbidden,
            Refused::NoSeat(_) => Code::NotFound,
            _ => Code::NotNow,
        };
        Refusal::new(code, refusal.to_string())
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        #[derive(Serialize)]
        struct Body<'a> {
            error: &'a Refusal,
        }
        (self.code.status(), Json(Body { error: &self })).into_response()
    }
}
