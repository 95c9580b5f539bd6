//! A player's parameters, chosen by letting it play against itself.
//!
//! ```text
//!            plus  answers=15 best=9  ─┐
//! answers=12 ┤                         ├─ a few deals, both seatings ──► share of plus
//!     best=11└ minus answers=9 best=13 ┘                                     │
//!        ▲                                                                   │
//!        └───────────── a step towards whoever did better ◄──────────────────┘
//! ```
//!
//! Every step asks all parameters at once, so the number of games does not
//! grow with that of the parameters (SPSA, see [`Spsa`]). When the steps are
//! done, the parameters found play the ones from which they came, on deals
//! that were never used before: only that match says whether they are better.

mod config;
mod file;
mod plan;
mod range;
mod run;
mod spsa;
mod subject;

pub use config::Config;
pub use file::{Found, TuneFolder};
pub use plan::Plan;
pub use range::{BadRange, Range};
pub use run::{Comparison, Step, Told, TuneTrouble, Tuner};
pub use spsa::{Spsa, Trial};
pub use subject::BadTuning;
