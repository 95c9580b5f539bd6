//! Practice results and the user's own mistakes, kept between runs.

use crate::screen::app_context::AppContext;
use meeple_ai::grade::Grade;
use meeple_games::GameKind;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Files in the user's data folder.
const PROGRESS: &str = "practice.json";
const MISTAKES: &str = "mistakes.json";
/// Maximum number of stored mistakes; the oldest are dropped first.
const MAX_MISTAKES: usize = 300;

/// Practice results by game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PracticeProgress {
    games: BTreeMap<String, PracticeResult>,
}

/// Practice results in one game.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(super) struct PracticeResult {
    /// Number of positions tried.
    pub(super) tried: u32,
    /// Number of positions in which a best or good move was found.
    pub(super) found: u32,
    /// Length of the current streak, and of the longest one.
    pub(super) streak: u32,
    pub(super) best: u32,
    /// The index of the next position in each set.
    pub(super) next: BTreeMap<String, usize>,
}

/// A position in which the user made a mistake.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mistake {
    pub(super) game: String,
    pub(super) position: String,
}

impl PracticeProgress {
    /// Reads the results; empty if they can't be read.
    pub(super) fn read(ctx: &AppContext) -> Self {
        ctx.files.read(PROGRESS).ok().flatten().unwrap_or_default()
    }

    /// Returns the results in this game.
    pub(super) fn of(&self, kind: GameKind) -> PracticeResult {
        self.games.get(kind.name()).cloned().unwrap_or_default()
    }

    /// Counts a position as tried, and saves the results; shows a message if that fails.
    pub(super) fn count_attempt(
        kind: GameKind,
        source: &str,
        grade: Grade,
        ctx: &mut AppContext,
    ) -> PracticeResult {
        let mut progress = match ctx.files.read::<PracticeProgress>(PROGRESS) {
            Ok(progress) => progress.unwrap_or_default(),
            Err(why) => {
                ctx.notify_refusal(why); // a file that can't be parsed is not overwritten
                return PracticeResult::default();
            }
        };
        let done = progress.games.entry(kind.name().into()).or_default();
        done.tried += 1;
        if is_found(grade) {
            done.found += 1;
            done.streak += 1;
            done.best = done.best.max(done.streak);
        } else {
            done.streak = 0;
        }
        *done.next.entry(source.into()).or_default() += 1;
        let done = done.clone();
        if let Err(why) = ctx.files.write(PROGRESS, &progress) {
            ctx.notify_refusal(format!("Your progress was not saved: {why}"));
        }
        done
    }
}

/// Returns whether a move with this grade counts as found.
pub(super) fn is_found(grade: Grade) -> bool {
    grade <= Grade::Good
}

/// Returns the positions of the mistakes made in this game, newest first; an error says why the file can't
/// be read.
pub(super) fn mistakes(kind: GameKind, ctx: &AppContext) -> Result<Vec<String>, String> {
    let all: Vec<Mistake> = ctx.files.read(MISTAKES)?.unwrap_or_default();
    let ours = all.into_iter().rev().filter(|mistake| mistake.game == kind.name());
    Ok(ours.map(|mistake| mistake.position).collect())
}

/// Saves a position in which the user made a mistake, for practice.
pub(crate) fn remember_mistake(kind: GameKind, position: &str, ctx: &mut AppContext) {
    let mut all = match ctx.files.read::<Vec<Mistake>>(MISTAKES) {
        Ok(all) => all.unwrap_or_default(),
        // A file that can't be parsed is not overwritten.
        Err(why) => {
            return ctx.notify_refusal(format!("The mistake was not saved for practice: {why}"));
        }
    };
    let mistake = Mistake { game: kind.name().into(), position: position.into() };
    if all.contains(&mistake) {
        return;
    }
    all.push(mistake);
    let old = all.len().saturating_sub(MAX_MISTAKES);
    all.drain(..old);
    if let Err(why) = ctx.files.write(MISTAKES, &all) {
        ctx.notify_refusal(format!("The mistake was not saved for practice: {why}"));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::screen::{theme::Theme, user_files::UserFiles};
    use std::fs;

    #[test]
    fn damaged_mistakes_are_reported_and_not_overwritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(MISTAKES);
        let mut ctx = AppContext::immediate(Theme::PLAIN);
        ctx.files = UserFiles::in_folder(folder.path());
        remember_mistake(GameKind::Chomp, "rows=3,2 turn=0", &mut ctx);
        assert_eq!(mistakes(GameKind::Chomp, &ctx), Ok(vec!["rows=3,2 turn=0".to_owned()]));
        assert_eq!(mistakes(GameKind::Azul, &ctx), Ok(Vec::new()));
        assert!(ctx.toast().is_none());

        fs::write(&path, "[{\"game\":").expect("a file");
        let reason = mistakes(GameKind::Chomp, &ctx).expect_err("it is damaged");
        assert!(reason.contains(MISTAKES), "{reason}");
        remember_mistake(GameKind::Chomp, "rows=3,1 turn=0", &mut ctx);
        let said = &ctx.toast().expect("a message").words;
        assert!(said.contains("not saved for practice") && said.contains(MISTAKES), "{said}");
        assert_eq!(fs::read_to_string(&path).expect("it is still there"), "[{\"game\":");
    }
}
