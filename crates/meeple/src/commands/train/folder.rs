//! A training run on disk.
//!
//! ```text
//! DIR/train.json            the configuration
//! DIR/games-1.txt           the games of a generation, one per line
//! DIR/generation-1.bin      the weights it learned
//! DIR/generation-1.json     its result against the best generation before it
//! DIR/final.json            the final match
//! DIR/weights.bin           the best weights so far
//! ```
//!
//! Games from the first incomplete or invalid line on are played again.

use super::{games::MatchScore, training::GenerationResult};
use crate::{cli::TrainArgs, errors::IntoCommandError};
use meeple_ai::{
    azul::{Networks, SelfPlayGame},
    learn::WeightsFile,
};
use meeple_arena::job_folder::{JobFolder, JobKind};
use meeple_bots::bounded::{self, BoundedReadError};
use meeple_core::options::to_words;
use meeple_games::azul::Options;
use meeple_terminal::command_error::CommandError;
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use std::{
    fs::{File, OpenOptions},
    io::{ErrorKind, Write},
    path::Path,
};

/// Most bytes read from a generation's games, its weights and a result.
const MAX_GAMES_FILE: u64 = 4 << 30;
const MAX_WEIGHTS_FILE: u64 = 64 << 20;
const MAX_RESULT_FILE: u64 = 1 << 20;

const PURPOSE: JobKind = JobKind { what: "training", config: "train.json" };

/// The configuration of a training run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TrainingConfig {
    pub(super) game: String,
    /// The game's options, as typed on the command line.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) options: Vec<String>,
    pub(super) generations: u64,
    pub(super) games: u64,
    pub(super) match_games: u64,
    pub(super) nodes: u64,
    pub(super) seed: u64,
}

impl TrainingConfig {
    pub(super) fn from_args(args: &TrainArgs, options: &Options) -> Self {
        let &TrainArgs { generations, games, match_games, nodes, seed, .. } = args;
        let (game, options) = (args.game.name().into(), to_words(options));
        TrainingConfig { game, options, generations, games, match_games, nodes, seed }
    }

    /// Returns the command that runs the same training again, without the folder.
    pub(super) fn command(&self) -> String {
        let TrainingConfig { game, options, generations, games, match_games, nodes, seed } = self;
        let game = [std::slice::from_ref(game), options].concat().join(" ");
        format!(
            "meeple train {game} --generations {generations} --games {games} \
             --match {match_games} --nodes {nodes} --seed {seed}"
        )
    }

    /// Returns how this differs from the configuration a folder was started with, if it does. The number of
    /// generations may differ.
    fn conflict(&self, begun: &TrainingConfig) -> Option<String> {
        let rest = TrainingConfig { generations: self.generations, ..begun.clone() };
        (*self != rest).then(|| format!("it was started with {}", begun.command()))
    }
}

/// The folder of a training run, locked so that no other process writes to it.
#[derive(Debug)]
pub(super) struct TrainFolder {
    place: JobFolder,
}

impl TrainFolder {
    pub(super) fn open(path: &Path, config: &TrainingConfig) -> Result<Self, CommandError> {
        let text = serde_json::to_string_pretty(config).expect("a config can be written");
        let differs = |begun: &str| {
            let begun: TrainingConfig =
                serde_json::from_str(begun).map_err(|error| error.to_string())?;
            Ok(config.conflict(&begun))
        };
        Ok(TrainFolder {
            place: JobFolder::open(path, PURPOSE, &text, differs).or_command_error()?,
        })
    }

    /// Returns the stored games of a generation, as far as they match these seeds in this order, and the file
    /// for the rest.
    pub(super) fn games(
        &self,
        generation: u64,
        seeds: impl Iterator<Item = u64>,
        options: &Options,
    ) -> Result<(Vec<SelfPlayGame>, GamesFile), CommandError> {
        let path = self.place.path().join(format!("games-{generation}.txt"));
        let text = read(&path, MAX_GAMES_FILE)?.unwrap_or_default();
        let (mut games, mut whole) = (Vec::new(), 0);
        let lines = text.split_inclusive(|&byte| byte == b'\n');
        for (line, seed) in lines.zip(seeds) {
            let played = line.strip_suffix(b"\n").and_then(|line| std::str::from_utf8(line).ok());
            let played = played.and_then(|line| SelfPlayGame::from_line(line, options));
            let played = played.filter(|played| played.seed == seed);
            let Some(played) = played else { break };
            games.push(played);
            whole += line.len();
        }
        let failed = |error| CommandError::file(&path, &error);
        let file = OpenOptions::new().append(true).create(true).open(&path).map_err(failed)?;
        file.set_len(whole as u64).map_err(failed)?;
        Ok((games, GamesFile { file }))
    }

    /// Returns the result of a generation, if it is stored.
    pub(super) fn generation_result(
        &self,
        generation: u64,
    ) -> Result<Option<GenerationResult>, CommandError> {
        self.json(&format!("generation-{generation}.json"))
    }

    pub(super) fn save_generation_result(
        &self,
        result: &GenerationResult,
    ) -> Result<(), CommandError> {
        self.write_json(&format!("generation-{}.json", result.generation), result)
    }

    /// Returns the networks that a generation learned, if they are stored.
    pub(super) fn networks(&self, generation: u64) -> Result<Option<Networks>, CommandError> {
        let path = self.place.path().join(format!("generation-{generation}.bin"));
        let Some(bytes) = read(&path, MAX_WEIGHTS_FILE)? else { return Ok(None) };
        // A damaged file counts as missing: the generation learns again.
        Ok(WeightsFile::from_bytes(&bytes).and_then(|weights| Networks::read(&weights)).ok())
    }

    pub(super) fn save_networks(
        &self,
        generation: u64,
        networks: &Networks,
    ) -> Result<(), CommandError> {
        let bytes = networks.weights(Vec::new()).to_bytes();
        self.place.write(&format!("generation-{generation}.bin"), &bytes).or_command_error()
    }

    /// Returns the final match, if it was played.
    pub(super) fn final_match(&self) -> Result<Option<(u64, MatchScore)>, CommandError> {
        self.json("final.json")
    }

    pub(super) fn save_final_match(
        &self,
        generation: u64,
        score: &MatchScore,
    ) -> Result<(), CommandError> {
        self.write_json("final.json", &(generation, score))
    }

    pub(super) fn save_weights(&self, weights: &WeightsFile) -> Result<(), CommandError> {
        self.place.write("weights.bin", &weights.to_bytes()).or_command_error()
    }

    fn json<T: DeserializeOwned>(&self, name: &str) -> Result<Option<T>, CommandError> {
        let bytes = read(&self.place.path().join(name), MAX_RESULT_FILE)?;
        // A damaged file counts as missing.
        Ok(bytes.and_then(|bytes| serde_json::from_slice(&bytes).ok()))
    }

    fn write_json(&self, name: &str, value: &impl Serialize) -> Result<(), CommandError> {
        let text = serde_json::to_string_pretty(value).expect("it can be written");
        self.place.write(name, text.as_bytes()).or_command_error()
    }
}

/// The games of a generation; new ones are appended.
pub(super) struct GamesFile {
    file: File,
}

impl GamesFile {
    pub(super) fn append(&mut self, played: &SelfPlayGame) -> Result<(), CommandError> {
        let line = format!("{}\n", played.to_line());
        Ok(self.file.write_all(line.as_bytes())?)
    }
}

/// Reads a file, up to a number of bytes; returns `None` if there is none.
fn read(path: &Path, limit: u64) -> Result<Option<Vec<u8>>, CommandError> {
    match bounded::read(path, "file of a training run", limit) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(BoundedReadError::Io { error, .. }) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}
