//! A training on disk.
//!
//! ```text
//! DIR/train.json            what was asked for
//! DIR/games-1.txt           the games of a generation, one a line
//! DIR/generation-1.bin      what it learned
//! DIR/generation-1.json     how it did against the best before it
//! DIR/final.json            the final match
//! DIR/weights.bin           the best so far
//! ```
//!
//! A line that was cut off, and all from one on that makes no sense, is played again.

use super::{games::Score, school::Lesson};
use crate::{cli::TrainArgs, failure::OrFailure};
use meeple_ai::{
    azul::{Nets, Played},
    learn::Weights,
};
use meeple_arena::workplace::{Purpose, Workplace};
use meeple_core::options::to_words;
use meeple_games::azul::AzulOptions;
use meeple_terminal::failure::Failure;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    fs::{self, File, OpenOptions},
    io::{ErrorKind, Write},
    path::Path,
};

const PURPOSE: Purpose = Purpose { what: "training", config: "train.json" };

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Config {
    pub(super) game: String,
    /// The game's options, as one would type them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    pub(super) generations: u64,
    pub(super) games: u64,
    pub(super) match_games: u64,
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

impl Config {
    pub(super) fn of(args: &TrainArgs, options: &AzulOptions) -> Self {
        let &TrainArgs { generations, games, match_games, nodes, seed, .. } = args;
        let (game, options) = (args.game.name().into(), to_words(options));
        Config { game, options, generations, games, match_games, nodes, seed }
    }

    /// The command that does the same again, but for the folder.
    pub(super) fn command(&self) -> String {
        let Config { game, options, generations, games, match_games, nodes, seed } = self;
        let game = [std::slice::from_ref(game), options].concat().join(" ");
        format!(
            "meeple train {game} --generations {generations} --games {games} \
             --match {match_games} --nodes {nodes} --seed {seed}"
        )
    }

    /// How this differs from what a folder was begun with. More generations may follow.
    fn conflict(&self, begun: &Config) -> Option<String> {
        let rest = Config { generations: self.generations, ..begun.clone() };
        (*self != rest).then(|| format!("it was begun with {}", begun.command()))
    }
}

/// A training's folder, which nobody else writes to meanwhile.
#[derive(Debug)]
pub(super) struct TrainFolder {
    place: Workplace,
}

impl TrainFolder {
    pub(super) fn open(path: &Path, config: &Config) -> Result<Self, Failure> {
        let text = serde_json::to_string_pretty(config).expect("a config can be written");
        let differs = |begun: &str| {
            let begun: Config = serde_json::from_str(begun).map_err(|error| error.to_string())?;
            Ok(config.conflict(&begun))
        };
        Ok(TrainFolder { place: Workplace::open(path, PURPOSE, &text, differs).or_failure()? })
    }

    /// The games of a generation that are there, those of these seeds in this order, and the
    /// file to which more are to be written.
    pub(super) fn games(
        &self,
        generation: u64,
        seeds: impl Iterator<Item = u64>,
        options: &AzulOptions,
    ) -> Result<(Vec<Played>, GamesFile), Failure> {
        let path = self.place.path().join(format!("games-{generation}.txt"));
        let text = read(&path)?.unwrap_or_default();
        let (mut games, mut whole) = (Vec::new(), 0);
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for (line, seed) in lines.zip(seeds) {
            let played = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
            let played = played.and_then(|line| Played::from_line(line, options));
            let played = played.filter(|played| played.seed == seed);
            let Some(played) = played else { break };
            games.push(played);
            whole += line.len();
        }
        let failed = |error| Failure::file(&path, &error);
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok((games, GamesFile { file }))
    }

    /// How a generation did, if that is known.
    pub(super) fn lesson(&self, generation: u64) -> Result<Option<Lesson>, Failure> {
        self.json(&format!("generation-{generation}.json"))
    }

    pub(super) fn keep_lesson(&self, lesson: &Lesson) -> Result<(), Failure> {
        self.write_json(&format!("generation-{}.json", lesson.generation), lesson)
    }

    /// What a generation learned, if that is there.
    pub(super) fn nets(&self, generation: u64) -> Result<Option<Nets>, Failure> {
        let path = self.place.path().join(format!("generation-{generation}.bin"));
        let Some(bytes) = read(&path)? else { return Ok(None) };
        // What is damaged is learned again.
        Ok(Weights::from_bytes(&bytes).and_then(|weights| Nets::read(&weights)).ok())
    }

    pub(super) fn keep_nets(&self, generation: u64, nets: &Nets) -> Result<(), Failure> {
        let bytes = nets.weights(Vec::new()).to_bytes();
        self.place.write(&format!("generation-{generation}.bin"), &bytes).or_failure()
    }

    /// The final match, if it was played.
    pub(super) fn last(&self) -> Result<Option<(u64, Score)>, Failure> {
        self.json("final.json")
    }

    pub(super) fn keep_last(&self, generation: u64, score: &Score) -> Result<(), Failure> {
        self.write_json("final.json", &(generation, score))
    }

    pub(super) fn keep_weights(&self, weights: &Weights) -> Result<(), Failure> {
        self.place.write("weights.bin", &weights.to_bytes()).or_failure()
    }

    fn json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, Failure> {
        let bytes = read(&self.place.path().join(name))?;
        // What is damaged is done again.
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), Failure> {
        let text = serde_json::to_string_pretty(value).expect("it can be written");
        self.place.write(name, text.as_bytes()).or_failure()
    }
}

/// The games of a generation, written at its end.
pub(super) struct GamesFile {
    file: File,
}

impl GamesFile {
    pub(super) fn keep(&mut self, played: &Played) -> Result<(), Failure> {
        let line = format!("{}\n", played.to_line());
        Ok(self.file.write_all(line.as_bytes())?)
    }
}

fn read(path: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::file(path, &error)),
    }
}
