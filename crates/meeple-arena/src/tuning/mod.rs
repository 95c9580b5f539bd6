//! Tunes the parameters of a computer player by letting it play against itself.
//!
//! ```text
//!            plus  answers=15 best=9  ─┐
//! answers=12 ┤                         ├─ a few deals, both seatings ──► share of plus
//!     best=11└ minus answers=9 best=13 ┘                                     │
//!        ▲                                                                   │
//!        └───────────── a step towards the better side ◄─────────────────────┘
//! ```
//!
//! Every step varies all parameters at once, so the number of games doesn't grow with the number of
//! parameters (SPSA, see [`Spsa`]). After the last step the parameters found play a match against the
//! original ones, on deals not used before: only that match shows whether they are better.

mod config;
mod folder;
mod parameter_range;
mod plan;
mod run;
mod spsa;
mod tuned_player;

pub use config::TuningConfig;
pub use folder::{SavedSteps, TuneFolder};
pub use parameter_range::{ParameterRange, ParameterRangeError};
pub use plan::TuningPlan;
pub use run::{Comparison, Tuner, TuningError, TuningEvent, TuningStep};
pub use spsa::{Spsa, SpsaTrial};
pub use tuned_player::TuningConfigError;
