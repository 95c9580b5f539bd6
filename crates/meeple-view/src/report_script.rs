//! The only script that runs in a tournament report, and the content security policy that allows no other.
//!
//! The report contains the policy in its head; a server that serves reports sends it as a header too.

use crate::drawings;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use meeple_games::GameKind;
use sha2::{Digest as _, Sha256};

const REPLAY_MODULE: &str = include_str!("../drawings/replay.js");

/// Returns a content security policy that allows inline styles, `data:` images and exactly these scripts.
pub fn csp(scripts: &[String]) -> String {
    let hash = |script: &String| {
        format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
    };
    let hashes: String = scripts.iter().map(hash).collect();
    format!("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src{hashes}")
}

/// Returns the policy that the server sends with every report. The server doesn't know a report's game, so the
/// scripts of all of Meeple's games may run, and no others. A report of another game, or written by another
/// version, is shown but can't replay its games.
pub fn served_csp() -> String {
    let scripts: Vec<String> = GameKind::ALL.iter().map(|kind| script(kind.name())).collect();
    let forbidden = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    format!("{}; {forbidden}", csp(&scripts))
}

/// Bundles the modules that a report of this game needs into one script, because a page opened from disk
/// can't import modules. A game without a drawing shows positions as text.
pub fn script(game: &str) -> String {
    let board = game.parse().ok().map(drawings::board);
    let modules =
        [drawings::COMMON, board.unwrap_or_default(), REPLAY_MODULE].map(strip_module_syntax);
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
    fn the_policy_of_the_server_allows_every_report_script() {
        let served = served_csp();
        for kind in GameKind::ALL {
            let own = csp(&[script(kind.name())]);
            let hash = own.rsplit(' ').next().expect("a hash");
            assert!(hash.starts_with("'sha256-") && served.contains(hash), "{kind}: {own}");
        }
        assert!(!served.contains('\n') && served.contains("frame-ancestors 'none'"));
    }

    #[test]
    fn scripts_contain_no_closing_tag_and_no_module_syntax() {
        for game in ["chomp", "filler", "azul", "grass", "connect-four"] {
            let script = script(game);
            assert!(!script.to_ascii_lowercase().contains("</script"), "{game}");
            assert!(!script.contains("\nimport ") && !script.contains("\nexport "), "{game}");
            assert!(script.contains("function start("), "{game}");
        }
    }
}
