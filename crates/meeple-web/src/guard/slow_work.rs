//! Slow work on threads of its own, so that it delays no other request.
//!
//! ```text
//! request ─► turn of its client ─► queue of the threads ─► work, or nothing if nobody waits for it any more
//!            (others wait here)    └── keeps the turn and the memory until then
//! ```
//!
//! A client that disconnects gets back what its request used only when the work is done or skipped: otherwise it
//! could fill the queue with work that nobody wants. Since a client has few turns, the queue stays short, and
//! requests of others don't wait behind all of its own.

use super::{Client, RequestMemory};
use crate::api_error::ApiError;
use tokio::sync::{OwnedSemaphorePermit, oneshot};

/// Runs slow work on a blocking thread, and holds `held` until it is done. It is skipped if the caller has gone
/// before it begins. Fails if it panics.
pub(crate) async fn run_blocking<T: Send + 'static>(
    held: impl Send + 'static,
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let (reply, answer) = oneshot::channel();
    tokio::task::spawn_blocking(move || {
        if reply.is_closed() {
            return;
        }
        let result = work();
        drop(held); // first, so that whoever has the answer can ask again
        let _ = reply.send(result); // the caller may no longer wait
    });
    answer.await.map_err(|_| ApiError::broken("the server failed"))
}

impl Client {
    /// Waits for one of the client's turns for slow work.
    pub(crate) async fn slow_turn(&self) -> Result<OwnedSemaphorePermit, ApiError> {
        self.slow_turns().acquire_owned().await.map_err(ApiError::broken)
    }
}

impl RequestMemory {
    /// Runs slow work for this request when it is its client's turn.
    pub(crate) async fn run_blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        let turn = self.client().slow_turn().await?;
        run_blocking((turn, self.clone()), work).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        config::ServerLimits,
        guard::{Guard, Held},
        metrics::LabelledCounter,
    };
    use std::{
        net::Ipv4Addr,
        sync::{
            Arc,
            atomic::{AtomicUsize, Ordering},
            mpsc,
        },
        time::Duration,
    };
    use tokio::{runtime::Builder, time::timeout};

    #[test]
    fn work_that_nobody_waits_for_is_skipped_and_counts_until_then() {
        let runtime = Builder::new_current_thread().max_blocking_threads(1).build();
        runtime.expect("a runtime").block_on(async {
            let guard = Guard::new(&ServerLimits::default(), LabelledCounter::default());
            let client = guard.client(Ipv4Addr::LOCALHOST.into());
            let (release, gate) = mpsc::channel::<()>();
            let blocking = tokio::task::spawn_blocking(move || gate.recv());
            let done = Arc::new(AtomicUsize::new(0));
            for _ in 0..100 {
                let memory = RequestMemory::new(client.clone());
                memory.grow(1).expect("memory");
                let done = Arc::clone(&done);
                let work = memory.run_blocking(move || done.fetch_add(1, Ordering::Relaxed));
                let given_up = futures_util::poll!(Box::pin(work));
                assert!(given_up.is_pending());
            }
            let turns = ServerLimits::default().slow_turns as u64;
            assert_eq!(guard.total(Held::Memory), turns, "what is queued counts");
            release.send(()).expect("the thread waits");
            blocking.await.expect("it ends").expect("it was released");
            let memory = RequestMemory::new(client.clone());
            assert_eq!(memory.run_blocking(|| 7).await, Ok(7));
            assert_eq!((guard.total(Held::Memory), done.load(Ordering::Relaxed)), (0, 0));
        });
    }

    #[test]
    fn a_client_with_much_slow_work_does_not_delay_others() {
        let runtime = Builder::new_current_thread().enable_time().max_blocking_threads(3).build();
        runtime.expect("a runtime").block_on(async {
            let guard = Guard::new(&ServerLimits::default(), LabelledCounter::default());
            let memory =
                |last| RequestMemory::new(guard.client(Ipv4Addr::new(192, 0, 2, last).into()));
            let (release, gate) = mpsc::channel::<()>();
            let gate = Arc::new(std::sync::Mutex::new(gate));
            let greedy: Vec<_> = (0..20)
                .map(|_| {
                    let (memory, gate) = (memory(1), Arc::clone(&gate));
                    tokio::spawn(async move {
                        let wait = move || gate.lock().is_ok_and(|gate| gate.recv().is_ok());
                        memory.run_blocking(wait).await
                    })
                })
                .collect();
            tokio::task::yield_now().await;
            let modest = memory(2);
            let modest = timeout(Duration::from_secs(60), modest.run_blocking(|| 7)).await;
            assert_eq!(modest.expect("a free thread"), Ok(7));
            drop(release);
            for work in greedy {
                assert!(work.await.expect("it ends").is_ok());
            }
        });
    }
}
