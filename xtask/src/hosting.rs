//! `cargo xtask hosting`: `meeple serve` behind real proxies, with the configurations of `deploy/`.
//!
//! `front-tests/hosting/` starts nginx and Caddy on free ports of this machine, in front of the program itself, and
//! plays through them with browsers, a stream and a bot. Nothing runs on when it ends.

use crate::{
    browser,
    command::{cargo, run, step},
    tools,
};

/// Runs the tests; the npm packages and the tools are installed.
pub(crate) fn test() -> Result<(), String> {
    run(cargo(&["build", "--quiet", "--bin", "meeple"]))?;
    let mut node = browser::node_tests(&["hosting/hosting.test.js".to_owned()])?;
    for (variable, tool) in [("MEEPLE_NGINX", tools::NGINX), ("MEEPLE_CADDY", tools::CADDY)] {
        if let Some(command) = tool.command() {
            node.env(variable, command);
        }
    }
    step("hosting tests", node)
}
