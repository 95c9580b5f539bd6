//! The priority of threads in the operating system.

/// A running thread, whose priority can be lowered from another thread.
#[derive(Debug, Clone, Copy)]
pub(super) struct ThreadHandle {
    #[cfg(target_os = "linux")]
    id: rustix::process::Pid,
}

/// A priority below the normal one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LowPriority {
    /// The thread gets about a tenth of a processor that another one wants too.
    Low,
    /// The thread gets about a seventieth of it.
    Lowest,
}

impl LowPriority {
    /// Returns the priority as the system counts it.
    #[cfg(target_os = "linux")]
    fn nice(self) -> i32 {
        match self {
            LowPriority::Low => 10,
            LowPriority::Lowest => 19,
        }
    }
}

impl ThreadHandle {
    /// Returns the calling thread.
    pub(super) fn current() -> Self {
        ThreadHandle {
            #[cfg(target_os = "linux")]
            id: rustix::thread::gettid(),
        }
    }

    /// Lowers the thread's priority for good, where the system can do that for a single thread. Elsewhere it
    /// shares the processors with the others.
    pub(super) fn lower_priority(self, priority: LowPriority) {
        #[cfg(target_os = "linux")]
        let _ = rustix::process::setpriority_process(Some(self.id), priority.nice());
        #[cfg(not(target_os = "linux"))]
        let _ = priority;
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn only_the_given_thread_is_affected() {
        let priority = |thread: ThreadHandle| rustix::process::getpriority_process(Some(thread.id));
        let before = priority(ThreadHandle::current()).expect("a thread knows its priority");
        let lowered = thread::spawn(move || {
            let thread = ThreadHandle::current();
            [LowPriority::Low, LowPriority::Lowest].map(|lower| {
                thread.lower_priority(lower);
                priority(thread)
            })
        });
        assert_eq!(lowered.join().expect("the thread ends"), [Ok(10), Ok(19)]);
        assert_eq!(priority(ThreadHandle::current()), Ok(before));
    }
}
