//! The path under which the whole site lives, such as `/games`, for servers that share a host name.
//!
//! ```text
//! --base /games      GET /games/api/rooms   ──►  the route /api/rooms
//!                    GET /games?x           ──►  308 to /games/?x
//!                    GET /livez             ──►  answered here too, for load balancers
//!                    GET /api/rooms         ──►  404
//! ```
//!
//! The prefix is removed before a request reaches its route, so that routes, metrics and the access log are the
//! same wherever the site lives. Only links that leave the server need the prefix: those in pages and in JSON.

use axum::{
    Router,
    extract::{Request, State},
    http::{
        Uri,
        uri::{InvalidUriParts, PathAndQuery},
    },
    middleware::{self, Next},
    response::{IntoResponse as _, Redirect, Response},
    routing::get,
};
use std::{convert::Infallible, fmt, str::FromStr, sync::Arc};
use tower_service::Service as _;

/// The maximum length of a base path; it is part of every link.
const MAX_LENGTH: usize = 100;
/// Names that the root answers itself.
const PROBES: [&str; 3] = ["livez", "readyz", "healthz"];

/// The path under which the whole site lives: empty, or such as `/games` or `/fun/games`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct BasePath(String);

/// Why a text is no base path.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BasePathError {
    /// It doesn't start with a slash.
    #[error("a path starts with /, as in /games")]
    NoSlash,
    /// It is too long.
    #[error("a path has at most {MAX_LENGTH} characters")]
    TooLong,
    /// Two slashes follow each other.
    #[error("there is nothing between two slashes")]
    EmptyPart,
    /// A part is `.` or `..`, which browsers and proxies remove.
    #[error("{0:?} cannot be part of the path")]
    Dots(String),
    /// A character that would have to be escaped in a URL.
    #[error("only letters, digits and - . _ ~ are allowed between the slashes, not {0:?}")]
    Character(char),
    /// The root answers this path itself.
    #[error("/{0} is the path of a probe")]
    Probe(String),
}

impl BasePath {
    /// Returns the path: empty, or with a slash at the start and none at the end.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the link that leads to this path of the site, which starts with a slash.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("{self}{path}")
    }

    /// Returns the address with the prefix removed, or `None` if it is outside the base.
    fn strip(&self, uri: &Uri) -> Option<Result<Uri, InvalidUriParts>> {
        let rest = uri.path_and_query()?.as_str().strip_prefix(&self.0)?;
        let rest = rest.starts_with('/').then(|| PathAndQuery::try_from(rest).ok())??;
        let mut parts = uri.clone().into_parts();
        parts.path_and_query = Some(rest);
        Some(Uri::from_parts(parts))
    }
}

impl FromStr for BasePath {
    type Err = BasePathError;
    /// Parses a path such as `/games` or `/games/`; `/` is the root.
    fn from_str(text: &str) -> Result<Self, BasePathError> {
        let inside = text.strip_prefix('/').ok_or(BasePathError::NoSlash)?;
        if text.len() > MAX_LENGTH {
            return Err(BasePathError::TooLong);
        }
        let inside = inside.strip_suffix('/').unwrap_or(inside);
        if inside.is_empty() && text.len() <= 1 {
            return Ok(BasePath::default());
        }
        for part in inside.split('/') {
            match part {
                "" => return Err(BasePathError::EmptyPart),
                "." | ".." => return Err(BasePathError::Dots(part.into())),
                _ => {}
            }
            let is_plain = |c: char| c.is_ascii_alphanumeric() || "-._~".contains(c);
            if let Some(character) = part.chars().find(|&c| !is_plain(c)) {
                return Err(BasePathError::Character(character));
            }
        }
        if PROBES.contains(&inside) {
            return Err(BasePathError::Probe(inside.into()));
        }
        Ok(BasePath(format!("/{inside}")))
    }
}

impl fmt::Display for BasePath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Serves `site` under the base, and `outside` everywhere else.
pub(crate) fn serve_under(base: &BasePath, site: Router, outside: Router) -> Router {
    if base.as_str().is_empty() {
        return site;
    }
    let state = (Arc::new(base.clone()), outside);
    Router::new().fallback_service(site).layer(middleware::from_fn_with_state(state, strip_base))
}

async fn strip_base(
    State((base, mut outside)): State<(Arc<BasePath>, Router)>,
    mut request: Request,
    next: Next,
) -> Response {
    match base.strip(request.uri()) {
        Some(Ok(uri)) => {
            *request.uri_mut() = uri;
            next.run(request).await
        }
        Some(Err(_)) | None => {
            outside.call(request).await.unwrap_or_else(|never: Infallible| match never {})
        }
    }
}

/// Returns the route that adds the slash to the base: `/games` ──► `/games/`.
pub(crate) fn redirect_to_slash<S: Clone + Send + Sync + 'static>(base: &BasePath) -> Router<S> {
    if base.as_str().is_empty() {
        return Router::new();
    }
    let target = base.link("/");
    let redirect = move |uri: Uri| async move {
        let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
        Redirect::permanent(&format!("{target}{query}")).into_response()
    };
    Router::new().route(base.as_str(), get(redirect))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_base_path_is_plain_words_between_slashes() {
        let check = |text: &str, expected: &str| {
            assert_eq!(text.parse::<BasePath>().map(|base| base.0), Ok(expected.into()), "{text}");
        };
        check("/", "");
        check("/games", "/games");
        check("/games/", "/games");
        check("/fun/board-games_2.0~x", "/fun/board-games_2.0~x");
        check("/api", "/api");
        let refuse = |text: &str, expected: BasePathError| {
            assert_eq!(text.parse::<BasePath>(), Err(expected), "{text}");
        };
        refuse("", BasePathError::NoSlash);
        refuse("games", BasePathError::NoSlash);
        refuse("https://example.org/games", BasePathError::NoSlash);
        refuse("//", BasePathError::EmptyPart);
        refuse("//evil.example", BasePathError::EmptyPart);
        refuse("/a//b", BasePathError::EmptyPart);
        refuse("/a/../b", BasePathError::Dots("..".into()));
        refuse("/.", BasePathError::Dots(".".into()));
        refuse("/a b", BasePathError::Character(' '));
        refuse("/%2e", BasePathError::Character('%'));
        refuse("/{id}", BasePathError::Character('{'));
        refuse("/a?b", BasePathError::Character('?'));
        refuse("/spiele\u{fc}", BasePathError::Character('\u{fc}'));
        refuse("/a\"><script>", BasePathError::Character('"'));
        refuse("/livez/", BasePathError::Probe("livez".into()));
        refuse(&format!("/{}", "x".repeat(MAX_LENGTH)), BasePathError::TooLong);
    }

    #[test]
    fn only_the_prefix_of_whole_parts_is_removed() {
        let base: BasePath = "/games".parse().expect("a path");
        let check = |uri: &str, expected: Option<&str>| {
            let uri: Uri = uri.parse().expect("a URI");
            let stripped = base.strip(&uri).map(|uri| uri.expect("a URI").to_string());
            assert_eq!(stripped.as_deref(), expected, "{uri}");
        };
        check("/games/", Some("/"));
        check("/games/api/rooms?game=azul", Some("/api/rooms?game=azul"));
        check("/games/games/x", Some("/games/x"));
        check("http://localhost/games/rules", Some("http://localhost/rules"));
        check("/games", None);
        check("/games?x", None);
        check("/gamesome/", None);
        check("/Games/", None);
        check("/", None);
        check("*", None);
    }
}
