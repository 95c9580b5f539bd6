//! One address that attacks, and the threads from which all of them do.

use crate::{
    attacks::{ATTACKS, Attack},
    client::{Client, Connection},
    tally::{Counts, Tally},
};
use futures_util::future::join_all;
use std::{
    net::{Ipv4Addr, SocketAddr},
    sync::Arc,
    thread,
    time::Duration,
};
use tokio::{
    runtime::Builder,
    task::{LocalSet, spawn_local},
    time::{Instant, sleep_until, timeout},
};

/// The number of addresses that attack.
pub const ADDRESSES: u8 = 16;
/// The last part of the first of these addresses, 127.0.0.2.
const FIRST_ADDRESS: u8 = 2;
/// The number of threads that attack.
const THREADS: usize = 2;
/// The pause of a client whose request was not answered.
const PAUSE: Duration = Duration::from_millis(50);
/// How long after the end attackers wait for an answer that may take long.
const LAST_ANSWERS: Duration = Duration::from_secs(5);
/// How long after the end attackers may finish what they are doing.
const GRACE: Duration = Duration::from_secs(110);

/// One address that carries out an attack.
#[derive(Clone)]
pub struct Attacker {
    /// The client that all its connections belong to.
    pub client: Client,
    /// The number of the address, from 0 to 15.
    pub number: u8,
    end: Instant,
}

impl Attacker {
    /// Returns whether the attack has ended.
    pub fn is_over(&self) -> bool {
        Instant::now() >= self.end || self.client.tally.is_full()
    }

    /// Returns how long the attack still lasts.
    pub fn left(&self) -> Duration {
        self.end.saturating_duration_since(Instant::now())
    }

    /// Waits this long, or until the attack ends.
    pub async fn pause(&self, time: Duration) {
        sleep_until(self.end.min(Instant::now() + time)).await;
    }

    /// Waits until some seconds after the end, when what is still not answered is given up.
    pub async fn after_the_end(&self) {
        sleep_until(self.end + LAST_ANSWERS).await;
    }

    /// Repeats this work with so many connections until the attack ends. Work that returns `None` is repeated
    /// after a moment.
    pub async fn repeat(
        &self,
        connections: usize,
        work: impl AsyncFn(&mut Connection) -> Option<()>,
    ) {
        let one = async || {
            let mut connection = self.client.connection();
            while !self.is_over() {
                if work(&mut connection).await.is_none() {
                    self.pause(PAUSE).await;
                }
                tokio::task::yield_now().await;
            }
        };
        join_all((0..connections).map(|_| one())).await;
    }
}

/// Returns what an attack does, in a few words.
pub fn about(name: &str) -> &'static str {
    ATTACKS.iter().find(|attack| attack.name == name).map_or("", |attack| attack.about)
}

/// Carries out all attacks from all addresses for this long; returns what the attackers have seen.
pub fn attack_all(server: SocketAddr, time: Duration) -> Vec<(&'static str, Counts)> {
    attack_with(server, time, "")
}

/// The same with only those attacks whose names contain this word.
pub fn attack_with(server: SocketAddr, time: Duration, word: &str) -> Vec<(&'static str, Counts)> {
    let attacks: Vec<&Attack> =
        ATTACKS.iter().filter(|attack| attack.name.contains(word)).collect();
    let tallies: Vec<Arc<Tally>> = attacks.iter().map(|_| Arc::default()).collect();
    thread::scope(|scope| {
        for thread in 0..THREADS {
            let (attacks, tallies) = (&attacks, &tallies);
            scope.spawn(move || {
                let numbers =
                    (0..ADDRESSES).filter(|&number| usize::from(number) % THREADS == thread);
                attack_from(server, time, &numbers.collect::<Vec<_>>(), (attacks, tallies));
            });
        }
    });
    attacks
        .iter()
        .map(|attack| attack.name)
        .zip(tallies.iter().map(|tally| tally.counts()))
        .collect()
}

/// Carries out all attacks from these addresses, on this thread.
fn attack_from(
    server: SocketAddr,
    time: Duration,
    numbers: &[u8],
    (attacks, tallies): (&[&Attack], &[Arc<Tally>]),
) {
    let runtime = Builder::new_current_thread().enable_all().build().expect("a runtime");
    let tasks = LocalSet::new();
    let attacking = tasks.run_until(async {
        let end = Instant::now() + time;
        let mut running = Vec::new();
        for &number in numbers {
            for (Attack { run, .. }, tally) in attacks.iter().zip(tallies) {
                let from = Ipv4Addr::new(127, 0, 0, FIRST_ADDRESS + number);
                let client = Client { from, server, tally: Arc::clone(tally) };
                running.push(spawn_local(run(Attacker { client, number, end })));
            }
        }
        let _ = timeout(time + GRACE, join_all(running)).await;
    });
    runtime.block_on(attacking);
}
