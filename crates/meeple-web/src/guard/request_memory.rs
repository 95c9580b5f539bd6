//! How much memory a request uses: its body, what is worked out for it, and the answer until it is sent.
//!
//! ```text
//! request ─► limit_requests (whose is it?) ─► read_body   grows by what arrives
//!                                           ─► handler     grows by what it is about to use
//!            hold_until_sent ◄──────────────── response    grows by its length; given back when it is sent
//! ```
//!
//! This is a semaphore with bytes for permits. A request that would need too much is refused at once instead
//! of waiting, so that nobody can fill the queue.

use super::{Client, Held, Permit};
use crate::{api_error::ApiError, app_state::AppState, lock::lock};
use axum::{
    body::{Body, Bytes, HttpBody},
    extract::{FromRequestParts, Request},
    http::request::Parts,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use http_body::{Frame, SizeHint};
use std::{
    pin::Pin,
    sync::{Arc, Mutex},
    task::{Context, Poll, ready},
};

/// What a request may use that works with a position: the position, its picture and its moves.
pub(crate) const EXPENSIVE_BYTES: usize = 1 << 20;

/// The memory of one request. Clones are handles to the same permit.
#[derive(Clone)]
pub(crate) struct RequestMemory {
    client: Client,
    permit: Arc<Mutex<Option<Permit>>>,
}

impl RequestMemory {
    pub(super) fn new(client: Client) -> Self {
        RequestMemory { client, permit: Arc::default() }
    }

    /// Takes this many bytes more, or fails if the client, or all together, would use too much.
    pub(crate) fn grow(&self, bytes: usize) -> Result<(), ApiError> {
        match &mut *lock(&self.permit) {
            Some(permit) => permit.grow(bytes as u64),
            permit @ None => {
                *permit = Some(self.client.acquire(Held::Memory, bytes as u64)?);
                Ok(())
            }
        }
    }
}

impl FromRequestParts<AppState> for RequestMemory {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let memory = parts.extensions.get::<RequestMemory>().cloned();
        memory.ok_or_else(|| ApiError::broken("the client has no address"))
    }
}

/// Holds the memory of a request until its answer is sent.
pub(crate) async fn hold_until_sent(
    memory: RequestMemory,
    request: Request,
    next: Next,
) -> Response {
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or(0);
    if let Err(refusal) = memory.grow(bytes as usize) {
        return refusal.into_response();
    }
    response.map(|body| Body::new(HeldBody { body, rest: Bytes::new(), _memory: memory }))
}

/// A connection takes so many bytes of a response at once, and asks for more when they are sent.
const PIECE_BYTES: usize = 16 << 10;

/// The body of a response, with the memory that its request uses. It is passed on in pieces: a connection that got
/// all of a long response would drop this long before the client has read it.
struct HeldBody {
    body: Body,
    /// What is left of the last frame.
    rest: Bytes,
    _memory: RequestMemory,
}

impl HttpBody for HeldBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        if self.rest.is_empty() {
            let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
            match frame.map(|frame| frame.map(Frame::into_data)) {
                Some(Ok(Ok(bytes))) => self.rest = bytes,
                Some(Ok(Err(trailers))) => return Poll::Ready(Some(Ok(trailers))),
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => return Poll::Ready(None),
            }
        }
        let bytes = self.rest.len().min(PIECE_BYTES);
        Poll::Ready(Some(Ok(Frame::data(self.rest.split_to(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.rest.is_empty() && self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        let (rest, hint) = (self.rest.len() as u64, self.body.size_hint());
        let mut both = SizeHint::new();
        both.set_lower(hint.lower().saturating_add(rest));
        if let Some(upper) = hint.upper().and_then(|upper| upper.checked_add(rest)) {
            both.set_upper(upper);
        }
        both
    }
}
