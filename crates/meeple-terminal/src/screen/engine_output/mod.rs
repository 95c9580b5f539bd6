//! Shows a game of Filler from the output of another engine, live or recorded.
//!
//! ```text
//! EngineOutput ── one step at a time, on a thread ──► EngineOutputModel ──► view
//! ```

mod model;
mod step;
mod transcript;
mod view;

pub(crate) use step::PrintedStep;
pub(crate) use transcript::EngineOutput;

use super::{
    app::{ExitReason, Navigation, ScreenPage},
    app_context::{AppContext, JobId, JobOutcome},
    boards::KeyHint,
    canvas::Canvas,
    input::{Direction, KeyPress, UserInput},
};
use crate::command_error::CommandError;
use model::EngineOutputModel;
use ratatui::layout::Rect;
use std::{io::BufRead, time::Instant};
use step::EndText;

/// The output of an engine, from any source.
pub(crate) type AnyOutput = EngineOutput<Box<dyn BufRead + Send>>;

/// The page that shows the output of another engine.
pub(crate) struct EngineOutputPage {
    model: EngineOutputModel,
    /// The source of steps; `None` while a thread waits for the next one.
    output: Option<AnyOutput>,
    job: Option<JobId>,
}

impl EngineOutputPage {
    /// Shows this output from its beginning.
    pub(crate) fn new(output: AnyOutput, ctx: &AppContext) -> Self {
        EngineOutputPage { model: EngineOutputModel::new(ctx.now), output: Some(output), job: None }
    }

    /// Exits the program with the result of the game.
    fn go_out(&self) -> Navigation {
        Navigation::Exit(match self.model.over() {
            Some(EndText::Finished(words)) => ExitReason::QuitWithMessage(words.clone()),
            Some(EndText::Unfinished(why)) => ExitReason::Failed(CommandError::Failed(why.clone())),
            None => {
                let why = "the game was left before its end";
                ExitReason::Failed(CommandError::Failed(why.into()))
            }
        })
    }
}

impl ScreenPage for EngineOutputPage {
    fn title(&self, _: &AppContext) -> String {
        "watching an engine".into()
    }

    fn handle_input(&mut self, input: UserInput, ctx: &mut AppContext) -> Navigation {
        let UserInput::Key(key) = input else { return Navigation::Stay };
        match key {
            KeyPress::Char('q') | KeyPress::Esc => return self.go_out(),
            KeyPress::Enter if self.model.over().is_some() => return self.go_out(),
            key => self.model.handle_key(key, ctx.now),
        }
        self.tick(ctx)
    }

    fn is_waiting_for(&self, ticket: JobId) -> bool {
        self.job == Some(ticket)
    }

    fn on_event(&mut self, news: JobOutcome, ctx: &mut AppContext) -> Navigation {
        self.job = None;
        let JobOutcome::Printed { output, step } = news else {
            let why = "the engine's output could not be read";
            return Navigation::Exit(ExitReason::Failed(CommandError::Failed(why.into())));
        };
        self.output = Some(*output);
        match step {
            Ok(step) => self.model.step(step),
            Err(failure) => return Navigation::Exit(ExitReason::Failed(failure)),
        }
        self.tick(ctx)
    }

    fn tick(&mut self, ctx: &mut AppContext) -> Navigation {
        if self.job.is_none()
            && self.model.take_step_request(ctx.now)
            && let Some(mut output) = self.output.take()
        {
            self.job = Some(ctx.spawn(move || {
                let step = output.step();
                JobOutcome::Printed { output: Box::new(output), step }
            }));
        }
        Navigation::Stay
    }

    fn next_wakeup(&self, _: &AppContext) -> Option<Instant> {
        self.model.next_wakeup().filter(|_| self.job.is_none())
    }

    fn view(&self, area: Rect, canvas: &mut Canvas<'_>, _: &AppContext) {
        view::draw(&self.model, area, canvas);
    }

    fn keys(&self, _: &AppContext) -> Vec<KeyHint> {
        vec![
            KeyHint::new(KeyPress::Char(' '), "pause"),
            KeyHint::labelled("n", KeyPress::Arrow(Direction::Right), "step"),
            KeyHint::labelled("+ -", KeyPress::Char('+'), "speed"),
            KeyHint::new(KeyPress::Char('o'), "overlay"),
            KeyHint::new(KeyPress::Char('q'), "leave"),
        ]
    }

    fn help(&self) -> &'static str {
        "Shows the game as the engine prints it. Space pauses, n steps, + and - change the speed, o \
         changes what is shown on the empty cells: who reaches them first, how near the opponent \
         is, or nothing."
    }
}
