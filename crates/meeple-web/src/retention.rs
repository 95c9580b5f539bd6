//! How long games are stored. Nothing is removed unless whoever runs the server asks for it.

use crate::log::StoredKind;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Ages are counted in steps of this many seconds, as the log on disk does.
const STEP_SECONDS: u64 = 3600;

/// For how long something is stored after its last change; `None` is forever. Games that a player keeps are
/// stored forever.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Retention {
    /// Rooms whose games aren't over.
    pub unfinished: Option<Duration>,
    /// Rooms whose games are over.
    pub finished: Option<Duration>,
    /// Records that were uploaded, and cached analyses, which change when they are used.
    pub analysed: Option<Duration>,
}

impl Retention {
    /// Stores everything for this long.
    pub fn all(age: Option<Duration>) -> Self {
        Retention { unfinished: age, finished: age, analysed: age }
    }

    /// Returns whether nothing is ever removed.
    pub fn is_forever(&self) -> bool {
        *self == Retention::default()
    }

    /// Returns for how long logs of this kind are stored.
    pub(crate) fn of(&self, kind: StoredKind) -> Option<Duration> {
        match kind {
            StoredKind::Unfinished => self.unfinished,
            StoredKind::Finished => self.finished,
            StoredKind::Uploaded => self.analysed,
        }
    }

    /// Returns until when a log of this kind is stored at least, if it doesn't change any more; `None` means
    /// forever.
    pub(crate) fn stored_until(&self, kind: StoredKind, changed: SystemTime) -> Option<SystemTime> {
        let seconds = changed.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        let step = Duration::from_secs(seconds - seconds % STEP_SECONDS);
        (UNIX_EPOCH + step).checked_add(self.of(kind)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_has_its_own_time() {
        let [day, week] = [1, 7].map(|days| Duration::from_secs(days * 24 * 3600));
        let retention =
            Retention { unfinished: Some(day), finished: None, ..Retention::all(Some(week)) };
        let changed = UNIX_EPOCH + Duration::from_secs(5 * 3600 + 1234);
        let until = |kind| retention.stored_until(kind, changed);
        let hour = UNIX_EPOCH + Duration::from_secs(5 * 3600);
        assert_eq!(until(StoredKind::Unfinished), Some(hour + day));
        assert_eq!(until(StoredKind::Finished), None);
        assert_eq!(until(StoredKind::Uploaded), Some(hour + week));
        assert!(!retention.is_forever() && Retention::all(None).is_forever());
    }
}
