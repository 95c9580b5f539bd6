//! `connect-four`, played at Meeple's prompts.

fn main() -> std::process::ExitCode {
    meeple::run_game::<connect_four::table::Grid>()
}
