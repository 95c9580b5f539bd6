//! The only script that runs in a tournament report, and the content security policy that allows no other.
//!
//! The report contains the policy in its head; a server that serves reports sends it as a header too.

use crate::drawings;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use meeple_games::GameKind;
use sha2::{Digest as _, Sha256};

const REPLAY: &str = include_str!("../drawings/replay.js");

/// Returns a policy that allows only inline content, and only these scripts.
pub fn csp(scripts: &[String]) -> String {
    let hash = |script: &String| {
        format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
    };
    let hashes: String = scripts.iter().map(hash).collect();
    format!("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src{hashes}")
}

/// Returns the policy to send with served reports. The server doesn't know a report's game, so any of the
/// scripts that this version writes may run, and nothing else. A report written by an older version is shown,
/// but can't replay its games.
pub fn served_csp() -> String {
    let scripts: Vec<String> = GameKind::ALL.iter().map(|kind| script(kind.name())).collect();
    let never = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    format!("{}; {never}", csp(&scripts))
}

/// Bundles all modules into one script, because a page opened from disk cannot import.
pub fn script(game: &str) -> String {
    let board = game.parse().ok().map(drawings::board);
    let modules = [drawings::COMMON, board.unwrap_or_default(), REPLAY].map(strip_module_syntax);
    let start = if board.is_some() { "start(draw);" } else { "start(spell);" };
    format!("{}{start}\n", modules.join("\n"))
}

/// Removes the imports and exports from a module.
fn strip_module_syntax(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_serves_a_page_lets_its_script_run() {
        let served = served_csp();
        for kind in GameKind::ALL {
            let own = csp(&[script(kind.name())]);
            let hash = own.rsplit(' ').next().expect("a hash");
            assert!(hash.starts_with("'sha256-") && served.contains(hash), "{kind}: {own}");
        }
        assert!(!served.contains('\n') && served.contains("frame-ancestors 'none'"));
    }

    #[test]
    fn no_module_can_end_the_script_or_import_anything() {
        for game in ["chomp", "filler", "azul", "grass", "connect-four"] {
            let script = script(game);
            assert!(!script.to_ascii_lowercase().contains("</script"), "{game}");
            assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{game}");
            assert!(script.contains("function start("), "{game}");
        }
    }
}
