//! A value that many clients ask for and that may be a little old: it is made once for all of them.

use std::time::{Duration, Instant};
use tokio::sync::Mutex;

/// A cached value. While it is being made, everyone who asks waits for it, so that it is made only once.
#[derive(Debug)]
pub(crate) struct FreshCache<T> {
    lifetime: Duration,
    /// The value, and when it was complete.
    value: Mutex<Option<(Instant, T)>>,
}

impl<T: Clone> FreshCache<T> {
    /// Returns an empty cache, whose value is used for this long.
    pub(crate) fn new(lifetime: Duration) -> Self {
        FreshCache { lifetime, value: Mutex::new(None) }
    }

    /// Returns the value, which is made if there is none that is fresh.
    pub(crate) async fn get(&self, make: impl Future<Output = T>) -> T {
        let mut cached = self.value.lock().await;
        if let Some((made, value)) = &*cached
            && made.elapsed() < self.lifetime
        {
            return value.clone();
        }
        let value = make.await;
        *cached = Some((Instant::now(), value.clone()));
        value
    }

    /// Forgets the value, also one that is being made.
    pub(crate) async fn clear(&self) {
        *self.value.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    };

    #[tokio::test]
    async fn a_thousand_who_ask_at_once_get_one_value() {
        let cache = Arc::new(FreshCache::new(Duration::from_secs(3600)));
        let made = Arc::new(AtomicUsize::new(0));
        let ask = || {
            let (cache, made) = (Arc::clone(&cache), Arc::clone(&made));
            tokio::spawn(async move {
                let making = async {
                    tokio::task::yield_now().await; // now everyone else asks
                    made.fetch_add(1, Ordering::Relaxed)
                };
                cache.get(making).await
            })
        };
        for answer in (0..1000).map(|_| ask()).collect::<Vec<_>>() {
            assert_eq!(answer.await.expect("an answer"), 0);
        }
        assert_eq!(made.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn a_value_that_is_not_fresh_or_was_never_completed_is_made_again() {
        let cache = FreshCache::new(Duration::ZERO);
        assert_eq!(cache.get(async { 1 }).await, 1);
        assert_eq!(cache.get(async { 2 }).await, 2);
        let cache = FreshCache::new(Duration::from_secs(3600));
        let given_up =
            tokio::time::timeout(Duration::ZERO, cache.get(std::future::pending())).await;
        assert!(given_up.is_err(), "whoever makes it may go away");
        assert_eq!(cache.get(async { 3 }).await, 3);
        assert_eq!(cache.get(async { 4 }).await, 3);
    }
}
