//! A token bucket: a steady rate, with bursts allowed.

use crate::config::RateLimit;
use std::time::Instant;

/// A token bucket. It may be in debt, for what is charged only after it was used.
#[derive(Debug)]
pub(crate) struct TokenBucket {
    limit: RateLimit,
    tokens: f64,
    refilled_at: Instant,
}

impl TokenBucket {
    /// Returns a full bucket.
    pub(crate) fn new(limit: RateLimit, now: Instant) -> Self {
        TokenBucket { limit, tokens: limit.burst, refilled_at: now }
    }

    /// Takes this many tokens; takes none and returns `false` if there are fewer. While it is in debt, not even
    /// 0 tokens can be taken.
    pub(crate) fn take(&mut self, tokens: f64, now: Instant) -> bool {
        self.refill(now);
        let has_enough = self.tokens >= tokens;
        if has_enough {
            self.tokens -= tokens;
        }
        has_enough
    }

    /// Takes this many tokens even if there are fewer.
    pub(crate) fn charge(&mut self, tokens: f64, now: Instant) {
        self.refill(now);
        self.tokens -= tokens;
    }

    /// Returns when the bucket was last used.
    pub(crate) fn used_at(&self) -> Instant {
        self.refilled_at
    }

    /// Returns whether nothing is missing.
    pub(crate) fn is_full(&self, now: Instant) -> bool {
        self.tokens_at(now) >= self.limit.burst
    }

    fn refill(&mut self, now: Instant) {
        self.tokens = self.tokens_at(now);
        self.refilled_at = self.refilled_at.max(now);
    }

    fn tokens_at(&self, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.refilled_at).as_secs_f64();
        (self.tokens + since * self.limit.per_second).min(self.limit.burst)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_refills_at_its_rate_and_never_holds_more_than_a_burst() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(RateLimit { per_second: 5.0, burst: 20.0 }, start);
        let mut take_all = |now| (0..1000).filter(|_| bucket.take(1.0, now)).count();
        assert_eq!(take_all(start), 20, "a burst");
        assert_eq!(take_all(start + Duration::from_secs(2)), 10, "two seconds' worth");
        assert_eq!(take_all(start + Duration::from_secs(3600)), 20, "not an hour's worth");
        assert_eq!(take_all(start), 0, "time does not run backwards");
    }

    #[test]
    fn a_debt_is_paid_before_anything_can_be_taken() {
        let start = Instant::now();
        let mut bucket = TokenBucket::new(RateLimit { per_second: 1.0, burst: 3.0 }, start);
        bucket.charge(5.0, start);
        assert!(!bucket.take(0.0, start + Duration::from_secs(1)));
        assert!(bucket.take(0.0, start + Duration::from_secs(2)));
        assert!(!bucket.take(1.0, start + Duration::from_secs(2)));
    }
}
