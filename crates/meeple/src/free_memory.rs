//! How much memory this process may use: the smaller of what the system reports as available and the limit of
//! its control group.
//!
//! ```text
//! /proc/meminfo                  MemAvailable:   22548578 kB
//! /sys/fs/cgroup/memory.max      4294967296, or max
//! ```

use meeple_bots::bounded;
use std::path::Path;

/// Most bytes read from either file.
const LONGEST: u64 = 1 << 16;

/// Returns the number of bytes that can be allocated without swapping; `None` if the system doesn't report
/// it.
pub(crate) fn available() -> Option<u64> {
    let read = |path: &str| {
        let bytes = bounded::read(Path::new(path), "count of memory", LONGEST).ok()?;
        String::from_utf8(bytes).ok()
    };
    let allowed = read("/sys/fs/cgroup/memory.max").and_then(|most| bytes_in_group(&most));
    let available = bytes_available(&read("/proc/meminfo")?)?;
    Some(allowed.map_or(available, |allowed| allowed.min(available)))
}

fn bytes_available(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Returns the control group's limit, or `None` if there is no limit.
fn bytes_in_group(most: &str) -> Option<u64> {
    most.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_system_says_is_understood() {
        let meminfo = "MemTotal:  24039012 kB\nMemFree: 9 kB\nMemAvailable:   22548578 kB\n";
        assert_eq!(bytes_available(meminfo), Some(22_548_578 * 1024));
        assert_eq!(bytes_available("MemTotal:  24039012 kB\n"), None);
        assert_eq!(bytes_available("MemAvailable: many kB\n"), None);
        assert_eq!((bytes_in_group("max\n"), bytes_in_group("4096\n")), (None, Some(4096)));
    }
}
