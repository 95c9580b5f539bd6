//! Who thinks next: the client that has used the least thinking time lately, then its rooms in turn.
//!
//! ```text
//! client 192.0.2.7    used 0.3 s   room a: [job]              ◄── first
//! client 198.51.100.1 used 41 s    room b: [job]  room c: [job, job]
//! ```
//!
//! Use is forgotten by halves, so that a client who has thought much is only behind for a while. Someone who
//! asks for a lot, in however many rooms, can therefore delay others by one job, but never by many.

use super::ThoughtOwner;
use std::{
    collections::{HashMap, VecDeque},
    net::IpAddr,
    sync::Arc,
    time::{Duration, Instant},
};

/// After this time half of what a client has used is forgotten.
const HALF_LIFE: Duration = Duration::from_secs(60);
/// A client that has used less than this many seconds needn't be remembered.
const FORGOTTEN: f64 = 0.01;
/// Up to this many clients are kept before those that need not be remembered are removed.
const CLEAN_UP_ABOVE: usize = 1_000;

/// A client that has used more seconds than this lately thinks at a low priority.
const LIGHT_SECONDS: f64 = 1.0;

/// How much a client has used lately.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Usage {
    /// So little that it need not wait for those who have used more.
    Light,
    /// More than that.
    Heavy,
}

impl Usage {
    /// Returns whether so many seconds are much.
    fn of(seconds: f64) -> Self {
        if seconds <= LIGHT_SECONDS { Usage::Light } else { Usage::Heavy }
    }
}

/// Jobs that wait, and how much each client has used.
pub(super) struct FairQueue<J> {
    clients: HashMap<IpAddr, ClientShare<J>>,
    arrivals: u64,
    /// The number of clients left after the last removal.
    after_clean_up: usize,
}

/// A client's waiting jobs and what it has used.
struct ClientShare<J> {
    /// Seconds of thinking, as of `used_at`.
    used: f64,
    used_at: Instant,
    /// When each of its running jobs started.
    running: Vec<Instant>,
    /// Its rooms in the order of their turns, each with its jobs in order of arrival; `None` is for what
    /// needs no room.
    rooms: VecDeque<(Option<Arc<str>>, VecDeque<J>)>,
    /// When the client joined the queue, relative to others.
    arrival: u64,
}

impl<J> Default for FairQueue<J> {
    fn default() -> Self {
        FairQueue { clients: HashMap::new(), arrivals: 0, after_clean_up: 0 }
    }
}

impl<J> FairQueue<J> {
    /// Adds a job.
    pub(super) fn push(&mut self, owner: ThoughtOwner, job: J, now: Instant) {
        if self.clients.len() > CLEAN_UP_ABOVE.max(2 * self.after_clean_up) {
            self.clients.retain(|_, share| !share.is_forgotten(now));
            self.after_clean_up = self.clients.len();
        }
        self.arrivals += 1;
        let ThoughtOwner { client, room } = owner;
        let share = self.clients.entry(client).or_insert_with(|| ClientShare::new(now));
        if share.rooms.is_empty() {
            share.arrival = self.arrivals;
        }
        match share.rooms.iter_mut().find(|(other, _)| *other == room) {
            Some((_, jobs)) => jobs.push_back(job),
            None => share.rooms.push_back((room, VecDeque::from([job]))),
        }
    }

    /// Takes the next job of a client that has used this much; the client counts as using time until
    /// [`FairQueue::finish`].
    pub(super) fn pop(&mut self, usage: Usage, now: Instant) -> Option<(IpAddr, J)> {
        let (client, _) = self.neediest(usage, now)?;
        let share = self.clients.get_mut(&client)?;
        let (room, mut jobs) = share.rooms.pop_front()?;
        let job = jobs.pop_front()?;
        if !jobs.is_empty() {
            share.rooms.push_back((room, jobs));
        }
        share.running.push(now);
        Some((client, job))
    }

    /// Removes and returns a waiting job of this client.
    pub(super) fn remove(&mut self, client: IpAddr, is_it: impl Fn(&J) -> bool) -> Option<J> {
        let share = self.clients.get_mut(&client)?;
        let mut places = share.rooms.iter().enumerate();
        let (room, at) = places
            .find_map(|(room, (_, jobs))| jobs.iter().position(&is_it).map(|at| (room, at)))?;
        let jobs = &mut share.rooms[room].1;
        let removed = jobs.remove(at);
        if jobs.is_empty() {
            share.rooms.remove(room);
        }
        removed
    }

    /// Counts the time of a job that started then as used.
    pub(super) fn finish(&mut self, client: IpAddr, started: Instant, now: Instant) {
        let Some(share) = self.clients.get_mut(&client) else { return };
        if let Some(index) = share.running.iter().position(|&other| other == started) {
            share.running.swap_remove(index);
        }
        share.used = share.used_until(now) + now.saturating_duration_since(started).as_secs_f64();
        share.used_at = now;
    }

    /// Returns the waiting client that has used the least, with how many seconds that is, among those that have
    /// used this much.
    pub(super) fn neediest(&self, usage: Usage, now: Instant) -> Option<(IpAddr, f64)> {
        let waiting = self.clients.iter().filter(|(_, share)| !share.rooms.is_empty());
        let ranked = waiting.map(|(client, share)| (share.total(now), share.arrival, *client));
        let ranked = ranked.filter(|(used, ..)| Usage::of(*used) == usage);
        let first = ranked.min_by(|one, other| one.0.total_cmp(&other.0).then(one.1.cmp(&other.1)));
        first.map(|(used, _, client)| (client, used))
    }

    /// Returns how many seconds this client has used lately, including what is running.
    pub(super) fn used(&self, client: IpAddr, now: Instant) -> f64 {
        self.clients.get(&client).map_or(0.0, |share| share.total(now))
    }

    /// Returns whether no job waits.
    pub(super) fn is_empty(&self) -> bool {
        self.clients.values().all(|share| share.rooms.is_empty())
    }

    /// Returns the number of waiting jobs.
    pub(super) fn len(&self) -> usize {
        let rooms = self.clients.values().flat_map(|share| &share.rooms);
        rooms.map(|(_, jobs)| jobs.len()).sum()
    }

    /// Removes and returns all waiting jobs.
    pub(super) fn drain(&mut self) -> impl Iterator<Item = J> {
        let rooms = std::mem::take(&mut self.clients).into_values().flat_map(|share| share.rooms);
        rooms.flat_map(|(_, jobs)| jobs)
    }
}

impl<J> ClientShare<J> {
    fn new(now: Instant) -> Self {
        let (running, rooms) = (Vec::new(), VecDeque::new());
        ClientShare { used: 0.0, used_at: now, running, rooms, arrival: 0 }
    }

    /// Returns what finished jobs have used, without what is forgotten.
    fn used_until(&self, now: Instant) -> f64 {
        let since = now.saturating_duration_since(self.used_at).as_secs_f64();
        self.used * libm::exp2(-since / HALF_LIFE.as_secs_f64())
    }

    fn total(&self, now: Instant) -> f64 {
        let running = self.running.iter();
        let running = running.map(|&start| now.saturating_duration_since(start).as_secs_f64());
        self.used_until(now) + running.sum::<f64>()
    }

    fn is_forgotten(&self, now: Instant) -> bool {
        self.rooms.is_empty() && self.running.is_empty() && self.used_until(now) < FORGOTTEN
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::net::Ipv4Addr;

    fn client(number: u32) -> IpAddr {
        Ipv4Addr::from_bits(number).into()
    }

    fn owner(number: u32, room: &str) -> ThoughtOwner {
        ThoughtOwner { client: client(number), room: Some(room.into()) }
    }

    fn pop_any<J>(queue: &mut FairQueue<J>, now: Instant) -> Option<(IpAddr, J)> {
        queue.pop(Usage::Light, now).or_else(|| queue.pop(Usage::Heavy, now))
    }

    #[test]
    fn clients_that_have_used_much_wait_in_a_queue_of_their_own() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        queue.push(owner(1, "a"), "long", start);
        assert_eq!(queue.pop(Usage::Light, start), Some((client(1), "long")));
        let end = start + Duration::from_secs(3);
        queue.finish(client(1), start, end);
        queue.push(owner(1, "a"), "next", end);
        queue.push(owner(2, "b"), "other", end);
        assert_eq!(queue.pop(Usage::Light, end), Some((client(2), "other")));
        assert_eq!(queue.pop(Usage::Light, end), None);
        assert_eq!(queue.neediest(Usage::Heavy, end), Some((client(1), 3.0)));
        let later = end + 2 * HALF_LIFE;
        assert_eq!(
            queue.pop(Usage::Light, later),
            Some((client(1), "next")),
            "most of it is forgotten"
        );
    }

    #[test]
    fn clients_take_turns_however_many_rooms_and_jobs_they_have() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        for (number, room, job) in [
            (1, "a", "a1"),
            (1, "a", "a2"),
            (1, "a", "a3"),
            (1, "b", "b1"),
            (1, "c", "c1"),
            (2, "d", "d1"),
            (2, "d", "d2"),
        ] {
            queue.push(owner(number, room), job, start);
        }
        let (mut order, mut now) = (Vec::new(), start);
        while let Some((client, job)) = pop_any(&mut queue, now) {
            order.push(job);
            let started = now;
            now += Duration::from_secs(1);
            queue.finish(client, started, now);
        }
        assert_eq!(order, ["a1", "d1", "b1", "d2", "c1", "a2", "a3"]);
        assert_eq!(queue.len(), 0);
    }

    #[test]
    fn clients_that_have_used_as_much_take_turns_in_order_of_arrival() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        for number in (0..30).rev() {
            queue.push(owner(number, "a"), number, start);
        }
        let order: Vec<u32> =
            std::iter::from_fn(|| pop_any(&mut queue, start)).map(|(_, job)| job).collect();
        assert_eq!(order, (0..30).rev().collect::<Vec<_>>());
    }

    #[test]
    fn clients_are_cleaned_up_only_when_their_number_has_doubled() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        let mut number = 0;
        let mut push = |queue: &mut FairQueue<u32>, count: usize| {
            for _ in 0..count {
                number += 1;
                queue.push(owner(number, "a"), number, start);
            }
        };
        let serve_all = |queue: &mut FairQueue<u32>| {
            while let Some((client, _)) = pop_any(queue, start) {
                queue.finish(client, start, start);
            }
        };
        push(&mut queue, CLEAN_UP_ABOVE);
        serve_all(&mut queue);
        push(&mut queue, 1);
        assert_eq!(queue.clients.len(), CLEAN_UP_ABOVE + 1, "so many may stay");
        push(&mut queue, CLEAN_UP_ABOVE);
        assert_eq!(queue.clients.len(), CLEAN_UP_ABOVE + 1, "those without jobs have gone");
        push(&mut queue, 1);
        assert_eq!(queue.clients.len(), CLEAN_UP_ABOVE + 2, "all of them wait");
        serve_all(&mut queue);
        push(&mut queue, CLEAN_UP_ABOVE + 1);
        assert_eq!(queue.clients.len(), 2 * CLEAN_UP_ABOVE + 3, "they had not doubled");
        push(&mut queue, 1);
        assert_eq!(queue.clients.len(), CLEAN_UP_ABOVE + 2, "now they have");
    }

    #[test]
    fn a_client_is_remembered_while_it_waits_or_runs_or_has_used_much() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        let is_forgotten = |queue: &FairQueue<u8>| queue.clients[&client(1)].is_forgotten(start);
        queue.push(owner(1, "a"), 1, start);
        assert!(!is_forgotten(&queue), "it waits");
        pop_any(&mut queue, start);
        assert!(!is_forgotten(&queue), "it runs");
        queue.finish(client(1), start, start);
        assert!(is_forgotten(&queue));
        queue.clients.get_mut(&client(1)).expect("it is known").used = FORGOTTEN;
        assert!(!is_forgotten(&queue), "it has used that much");
    }

    #[test]
    fn a_waiting_job_can_be_removed_and_leaves_nothing_behind() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        for (number, room, job) in [(1, "a", 1), (1, "a", 2), (1, "b", 3), (2, "c", 4)] {
            queue.push(owner(number, room), job, start);
        }
        assert_eq!(queue.remove(client(1), |&job| job == 4), None, "it is another client's");
        assert_eq!(queue.remove(client(2), |&job| job == 4), Some(4));
        assert_eq!(queue.remove(client(1), |&job| job == 1), Some(1));
        assert_eq!(queue.remove(client(1), |&job| job == 1), None);
        assert_eq!(queue.remove(client(3), |_| true), None);
        assert_eq!(queue.len(), 2);
        let order: Vec<u32> =
            std::iter::from_fn(|| pop_any(&mut queue, start)).map(|(_, job)| job).collect();
        assert_eq!((order, queue.is_empty()), (vec![2, 3], true));
    }

    #[test]
    fn all_waiting_jobs_can_be_taken_out() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        for (number, room, job) in [(1, "a", 1), (1, "b", 2), (2, "c", 3), (2, "c", 4)] {
            queue.push(owner(number, room), job, start);
        }
        let mut jobs: Vec<u8> = queue.drain().collect();
        jobs.sort_unstable();
        assert_eq!((jobs, queue.len()), (vec![1, 2, 3, 4], 0));
    }

    #[test]
    fn running_jobs_count_as_used() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        queue.push(owner(1, "a"), "long", start);
        queue.push(owner(1, "b"), "next", start);
        assert_eq!(queue.pop(Usage::Light, start), Some((client(1), "long")));
        let later = start + Duration::from_secs(5);
        queue.push(owner(2, "c"), "other", later);
        assert!((queue.used(client(1), later) - 5.0).abs() < 1e-9);
        assert_eq!(queue.neediest(Usage::Light, later), Some((client(2), 0.0)));
        queue.finish(client(1), start, later);
        assert!((queue.used(client(1), later) - 5.0).abs() < 1e-9);
        assert_eq!(queue.pop(Usage::Light, later), Some((client(2), "other")));
    }

    #[test]
    fn use_is_forgotten_by_halves() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        queue.push(owner(1, "a"), "job", start);
        queue.pop(Usage::Light, start);
        let end = start + Duration::from_secs(8);
        queue.finish(client(1), start, end);
        assert!((queue.used(client(1), end + HALF_LIFE) - 4.0).abs() < 1e-9);
        assert!((queue.used(client(1), end + 2 * HALF_LIFE) - 2.0).abs() < 1e-9);
    }

    #[test]
    fn clients_without_jobs_are_forgotten_with_their_use() {
        let (mut queue, start) = (FairQueue::default(), Instant::now());
        for number in 0..=CLEAN_UP_ABOVE as u32 {
            queue.push(owner(number, "a"), (), start);
        }
        while let Some((client, ())) = queue.pop(Usage::Light, start) {
            queue.finish(client, start, start + Duration::from_millis(5));
        }
        queue.push(owner(5_000, "a"), (), start + Duration::from_secs(1));
        assert_eq!(queue.clients.len(), 1, "they have used next to nothing");
    }
}
