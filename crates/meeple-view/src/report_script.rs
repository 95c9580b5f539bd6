//! The one script that runs in a report of a tournament, and the policy that allows no other.
//!
//! Whoever writes such a page puts the policy into its head, whoever serves one sends it along.

use crate::drawings;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use meeple_games::GameKind;
use sha2::{Digest as _, Sha256};

const REPLAY: &str = include_str!("../drawings/replay.js");

/// Nothing but what stands in the page, and of scripts only these.
pub fn policy(scripts: &[String]) -> String {
    let hash = |script: &String| {
        format!(" 'sha256-{}'", STANDARD.encode(Sha256::digest(script.as_bytes())))
    };
    let hashes: String = scripts.iter().map(hash).collect();
    format!("default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src{hashes}")
}

/// The policy for whoever serves such pages, to be sent with them: a page whose game is not known
/// may run any of the scripts that this program writes, and nothing else. One written by an older
/// program is shown, but does not replay its games.
pub fn served_policy() -> String {
    let scripts: Vec<String> = GameKind::ALL.iter().map(|kind| script(kind.name())).collect();
    let never = "frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    format!("{}; {never}", policy(&scripts))
}

/// All modules as one, because a page from a disk cannot import.
pub fn script(game: &str) -> String {
    let board = game.parse().ok().map(drawings::board);
    let modules = [drawings::COMMON, board.unwrap_or_default(), REPLAY].map(joined);
    let start = if board.is_some() { "start(draw);" } else { "start(spell);" };
    format!("{}{start}\n", modules.join("\n"))
}

/// A module without its imports and exports.
fn joined(module: &str) -> String {
    let lines = module.lines().filter(|line| !line.starts_with("import "));
    let lines = lines.map(|line| line.strip_prefix("export ").unwrap_or(line));
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_serves_a_page_lets_its_script_run() {
        let served = served_policy();
        for kind in GameKind::ALL {
            let own = policy(&[script(kind.name())]);
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
