//! Session behaviour, tested once for all front ends.

mod clocks;
mod faults;
mod playing;
mod support;
mod undo;
