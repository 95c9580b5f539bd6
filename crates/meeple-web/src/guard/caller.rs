//! Whose request it is: found out once per request, before anything is done for it.

use super::{Client, Guard, Rate, RequestMemory, forwarded};
use crate::{api_error::ApiError, app_state::AppState};
use axum::{
    Extension,
    extract::{ConnectInfo, FromRequestParts, Request, State},
    http::request::Parts,
    middleware::Next,
    response::{IntoResponse as _, Response},
};
use ipnet::IpNet;
use std::{
    net::{IpAddr, SocketAddr},
    sync::Arc,
    time::Duration,
};

/// How long a client waits for being told that it sends too many requests.
const PENALTY: Duration = Duration::from_secs(1);

/// The client that sent the request.
#[derive(Clone)]
pub(crate) struct Caller(pub(crate) Client);

impl FromRequestParts<AppState> for Caller {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let caller = parts.extensions.get::<Caller>().cloned();
        caller.ok_or_else(|| ApiError::broken("the client has no address"))
    }
}

/// The address of the client that sent the request, with all its bits; requests and responses carry it.
#[derive(Clone, Copy)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

impl FromRequestParts<AppState> for ClientAddress {
    type Rejection = ApiError;
    async fn from_request_parts(parts: &mut Parts, _: &AppState) -> Result<Self, ApiError> {
        let address = parts.extensions.get::<ClientAddress>().copied();
        address.ok_or_else(|| ApiError::broken("the client has no address"))
    }
}

/// Finds out who sends a request and counts it. Behind a trusted proxy, that is the client the proxy names.
pub(crate) async fn limit_requests(
    State((guard, proxies)): State<(Guard, Arc<[IpNet]>)>,
    mut request: Request,
    next: Next,
) -> Response {
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>();
    let Some(ConnectInfo(peer)) = peer else {
        return ApiError::broken("the client has no address").into_response();
    };
    let address = forwarded::client_address(peer.ip(), request.headers(), &proxies);
    let client = guard.client(address);
    if let Err(refusal) = client.spend(Rate::Requests, 1) {
        tokio::time::sleep(PENALTY).await; // who asks at once again waits for this first
        return (Extension(ClientAddress(address)), refusal).into_response(); // for the access log
    }
    request.extensions_mut().insert(RequestMemory::new(client.clone()));
    request.extensions_mut().insert(Caller(client));
    request.extensions_mut().insert(ClientAddress(address));
    (Extension(ClientAddress(address)), next.run(request).await).into_response()
}
