//! The routes of the API as a list, so that a test can compare it with `docs/api.md`.

use crate::app_state::AppState;
use axum::{
    Router,
    handler::Handler,
    routing::{MethodRouter, get, post},
};

/// A method, a path, and what answers it.
pub(crate) struct Route {
    #[cfg_attr(not(test), expect(dead_code, reason = "a test compares it with the documentation"))]
    method: &'static str,
    path: &'static str,
    handler: MethodRouter<AppState>,
}

impl Route {
    /// Returns a route for `GET`.
    pub(crate) fn get<T: 'static>(path: &'static str, handler: impl Handler<T, AppState>) -> Self {
        Route { method: "GET", path, handler: get(handler) }
    }

    /// Returns a route for `POST`.
    pub(crate) fn post<T: 'static>(path: &'static str, handler: impl Handler<T, AppState>) -> Self {
        Route { method: "POST", path, handler: post(handler) }
    }
}

/// Returns a router for these routes.
pub(crate) fn router(routes: Vec<Route>) -> Router<AppState> {
    let add = |router: Router<AppState>, route: Route| router.route(route.path, route.handler);
    routes.into_iter().fold(Router::new(), add)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{library, transport};
    use std::{collections::BTreeSet, fs};

    #[test]
    fn routes_and_their_documentation_match() {
        let routes = transport::routes().into_iter().chain(library::routes());
        let routes: BTreeSet<String> =
            routes.map(|Route { method, path, .. }| format!("{method} {path}")).collect();
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/api.md");
        let text = fs::read_to_string(file).expect("the documentation of the API");
        let is_route = |code: &&str| code.starts_with("GET /") || code.starts_with("POST /");
        let codes = text.split('`').filter(is_route);
        let documented: BTreeSet<String> =
            codes.filter_map(|code| Some(code.split('?').next()?.to_owned())).collect();
        assert_eq!(documented, routes);
    }
}
