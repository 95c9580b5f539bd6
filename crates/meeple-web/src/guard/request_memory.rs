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
use crate::{
    api_error::{ApiError, ErrorCode},
    app_state::AppState,
    lock::lock,
};
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

/// What a request counts for that works with a position, besides its body and its answer. Much less than the share
/// of the reserve, so that a newcomer can do what an ordinary game needs. A large board needs more while it is
/// worked on, but that is limited by the number of threads.
pub(crate) const EXPENSIVE_BYTES: usize = 128 << 10;

/// Answers up to this length to what may have changed something are never refused.
const SMALL_ANSWER_BYTES: u64 = 16 << 10;

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

    /// Returns whose request it is.
    pub(super) fn client(&self) -> &Client {
        &self.client
    }

    /// Refuses an answer that would be more than the client may have at once, however long it waits.
    fn check_answer(&self, bytes: u64) -> Result<(), ApiError> {
        let used = lock(&self.permit).as_ref().map_or(0, Permit::amount);
        let (together, most) = (used.saturating_add(bytes), self.client.most(Held::Memory));
        if together <= most {
            return Ok(());
        }
        let message = format!(
            "The answer is too large: with its request it takes {together} bytes, and the limit is {most}. Ask for a \
             part of the game (its pictures or moves) or for its file."
        );
        Err(ApiError::new(ErrorCode::TooLarge, message))
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

    /// Takes this many bytes more, even if that is more than the client may use.
    fn add(&self, bytes: u64) {
        let permit = &mut *lock(&self.permit);
        if permit.is_none() {
            *permit = self.client.try_acquire(Held::Memory, 0).ok();
        }
        if let Some(permit) = permit {
            permit.set(permit.amount() + bytes);
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
    let may_have_changed = !request.method().is_safe();
    let response = next.run(request).await;
    let bytes = response.body().size_hint().exact().unwrap_or(0);
    if may_have_changed && bytes <= SMALL_ANSWER_BYTES {
        memory.add(bytes); // what the answer tells has happened, such as a move
    } else if let Err(refusal) =
        memory.check_answer(bytes).and_then(|()| memory.grow(bytes as usize))
    {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::{HeldLimit, ServerLimits},
        guard::Guard,
        metrics::LabelledCounter,
    };
    use axum::{
        Router,
        body::to_bytes,
        http::StatusCode,
        middleware::from_fn,
        routing::{get, post},
    };
    use std::net::Ipv4Addr;
    use tower_service::Service as _;

    fn guard(bytes: u64) -> Guard {
        let memory = HeldLimit { per_client: bytes, total: 2 * bytes };
        let limits = ServerLimits { memory, ..ServerLimits::default() };
        Guard::new(&limits, LabelledCounter::default())
    }

    fn memory(guard: &Guard) -> RequestMemory {
        RequestMemory::new(guard.client(Ipv4Addr::LOCALHOST.into()))
    }

    #[test]
    fn what_a_request_uses_adds_up_and_is_given_back_with_the_last_handle() {
        let guard = guard(100);
        let memory = memory(&guard);
        assert_eq!(guard.total(Held::Memory), 0);
        assert!(memory.grow(60).is_ok() && memory.grow(30).is_ok());
        assert_eq!(guard.total(Held::Memory), 90);
        assert!(memory.grow(11).is_err() && memory.grow(10).is_ok());
        let other = memory.clone();
        drop(memory);
        assert_eq!(guard.total(Held::Memory), 100);
        drop(other);
        assert_eq!(guard.total(Held::Memory), 0);
    }

    #[tokio::test]
    async fn an_answer_is_held_until_it_is_sent_and_unchanged() {
        let guard = guard(100);
        let memory = memory(&guard);
        memory.grow(20).expect("memory");
        let body =
            Body::new(HeldBody { body: Body::from("hello"), rest: Bytes::new(), _memory: memory });
        assert_eq!((body.size_hint().exact(), body.is_end_stream()), (Some(5), false));
        assert_eq!(guard.total(Held::Memory), 20);
        assert_eq!(to_bytes(body, 100).await.expect("a body"), "hello");
        assert_eq!(guard.total(Held::Memory), 0);
        let memory = RequestMemory::new(guard.client(Ipv4Addr::LOCALHOST.into()));
        assert!(
            HeldBody { body: Body::empty(), rest: Bytes::new(), _memory: memory }.is_end_stream()
        );
    }

    #[test]
    fn only_an_answer_that_can_never_fit_is_too_large() {
        let guard = guard(100);
        let (first, second) = (memory(&guard), memory(&guard));
        first.grow(60).expect("memory");
        assert_eq!(second.check_answer(100), Ok(()));
        assert_eq!(second.grow(100).expect_err("for now").code, ErrorCode::TooMany);
        let refusal = first.check_answer(41).expect_err("it can never fit");
        assert_eq!(refusal.code, ErrorCode::TooLarge);
        assert!(refusal.message.contains("101 bytes, and the limit is 100."), "{refusal}");
    }

    #[tokio::test]
    async fn an_answer_about_what_has_happened_counts_and_is_not_refused() {
        for (bytes, status) in [
            (SMALL_ANSWER_BYTES, StatusCode::OK),
            (SMALL_ANSWER_BYTES + 1, StatusCode::PAYLOAD_TOO_LARGE),
        ] {
            let guard = guard(4);
            let memory = memory(&guard);
            let answer = async move || "x".repeat(bytes as usize);
            let mut app =
                Router::new().route("/", post(answer)).layer(from_fn(move |request, next| {
                    hold_until_sent(memory.clone(), request, next)
                }));
            let request = Request::post("/").body(Body::empty()).expect("a request");
            let response = app.call(request).await.expect("an answer");
            assert_eq!(response.status(), status);
            let held = if status == StatusCode::OK { bytes } else { 0 };
            assert_eq!(guard.total(Held::Memory), held);
        }
    }

    #[tokio::test]
    async fn an_answer_counts_with_its_length_and_one_that_is_too_long_is_refused() {
        for (limit, status) in [(5, StatusCode::OK), (4, StatusCode::PAYLOAD_TOO_LARGE)] {
            let guard = guard(limit);
            let memory = memory(&guard);
            let mut app = Router::new().route("/", get(async || "hello")).layer(from_fn(
                move |request, next| hold_until_sent(memory.clone(), request, next),
            ));
            let response = app.call(Request::new(Body::empty())).await.expect("an answer");
            assert_eq!(response.status(), status);
            let held = if status == StatusCode::OK { 5 } else { 0 };
            assert_eq!(guard.total(Held::Memory), held);
        }
    }
}
