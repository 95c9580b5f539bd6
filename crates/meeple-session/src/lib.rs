//! A running game with people, computer players and programs.

mod clocks;
pub mod opening;
pub mod protocol;
mod referee;
pub mod thinking_time;
pub mod time_control;

pub use clocks::Clocks;
pub use referee::{Referee, illegal};
pub use thinking_time::{ThinkingTime, thinking_times};
pub use time_control::TimeControl;
