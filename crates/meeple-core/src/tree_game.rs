//! A game played on a tree that is written as text, for tests and examples.
//!
//! ```text
//! tree=0(left:1(c:1,0|d:0,1)|right:?(heads*1:1,0|tails*3:0,1))
//! ```
//!
//! `0( ... )` is a decision of seat 0 among named branches, `?( ... )` is a chance node with a weight
//! after each name, and `1,0` is a leaf with one score per seat. A position is the tree and the path
//! taken through it: `tree=... at=left.c`.

use crate::{
    Game, GameOptions, ImpossibleDeal, KeyValues, MAX_SEATS, OptionKey, OptionsError, Outcome,
    ParseError, PositionHasher, Seat, Turn,
};
use rand::{Rng, RngExt};
use std::{
    fmt::{self, Display},
    hash::{DefaultHasher, Hash, Hasher},
    str::FromStr,
    sync::Arc,
};

/// A position in a game tree.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeGame {
    tree: Arc<Tree>,
    path: Vec<BranchName>,
    node: usize,
}

#[derive(Debug, PartialEq, Eq)]
struct Tree {
    text: String,
    /// Hash of the text, cached because search hashes every position.
    hash: u64,
    nodes: Vec<TreeNode>,
    seats: usize,
}

#[derive(Debug, PartialEq, Eq)]
enum TreeNode {
    Decision { seat: Seat, branches: Vec<(BranchName, usize)> },
    Chance { branches: Vec<(BranchName, u32, usize)> },
    Leaf { scores: Vec<i32> },
}

/// The name of a branch: one to eight ASCII letters and digits.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct BranchName([u8; 8]);

impl Display for BranchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letters = self.0.iter().take_while(|&&letter| letter != 0);
        letters.map(|&letter| char::from(letter)).try_for_each(|letter| write!(f, "{letter}"))
    }
}

impl fmt::Debug for BranchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Branch({self})")
    }
}

impl FromStr for BranchName {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut name = [0; 8];
        if let Some(offset) = text.find(|letter: char| !letter.is_ascii_alphanumeric()) {
            return Err(ParseError::at(
                "branch",
                text,
                offset,
                "a name consists of letters and digits",
            ));
        }
        if text.is_empty() || text.len() > name.len() {
            return Err(ParseError::at("branch", text, 0, "a name has 1 to 8 letters or digits"));
        }
        name[..text.len()].copy_from_slice(text.as_bytes());
        Ok(BranchName(name))
    }
}

/// The tree to play.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TreeOptions {
    /// The tree's text.
    pub tree: String,
}

impl Default for TreeOptions {
    fn default() -> Self {
        TreeOptions { tree: "0(win:1,0|lose:0,1)".into() }
    }
}

impl GameOptions for TreeOptions {
    const KEYS: &'static [OptionKey<Self>] = &[OptionKey::text(
        "tree",
        "the tree as text",
        "a tree such as 0(a:1,0|b:0,1)",
        "0(win:1,0|lose:0,1)",
        |options| Some(&options.tree),
        |options, tree| options.tree = tree,
    )];
}

/// The error for a branch that does not exist at the current node.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("there is no branch {0} here")]
pub struct NoSuchBranch(BranchName);

impl Game for TreeGame {
    type Move = BranchName;
    type Deal = BranchName;
    type Options = TreeOptions;
    type IllegalMove = NoSuchBranch;
    const NAME: &'static str = "tree";
    const ABOUT: &'static str = "play through a game tree given as text";
    const RULES: &'static str =
        "# Tree\n\nAt each decision node the named seat chooses a branch.\n";
    const RULES_VERSION: u32 = 1;

    fn new(options: &TreeOptions) -> Result<Self, OptionsError> {
        let text = format!("tree={}", options.tree);
        text.parse().map_err(|error: ParseError| OptionsError::refused(error.to_string()))
    }

    fn seats(&self) -> usize {
        self.tree.seats
    }

    fn turn(&self) -> Turn {
        match self.node() {
            TreeNode::Decision { seat, .. } => Turn::Seat(*seat),
            TreeNode::Chance { .. } => Turn::Chance,
            TreeNode::Leaf { .. } => Turn::Over,
        }
    }

    /// Moves are listed in the order of the text.
    fn legal_moves(&self) -> impl Iterator<Item = BranchName> {
        let branches = match self.node() {
            TreeNode::Decision { branches, .. } => branches.as_slice(),
            _ => &[],
        };
        branches.iter().map(|&(branch, _)| branch)
    }

    fn check_move(&self, mv: BranchName) -> Result<(), NoSuchBranch> {
        self.legal_moves().any(|branch| branch == mv).then_some(()).ok_or(NoSuchBranch(mv))
    }

    fn play_unchecked(&mut self, mv: BranchName) {
        if let TreeNode::Decision { branches, .. } = self.node()
            && let Some(&(_, node)) = branches.iter().find(|(branch, _)| *branch == mv)
        {
            self.node = node;
            self.path.push(mv);
        }
    }

    fn sample_deal(&self, rng: &mut (impl Rng + ?Sized)) -> Option<BranchName> {
        let TreeNode::Chance { branches } = self.node() else { return None };
        let total: u32 = branches.iter().map(|(_, weight, _)| weight).sum();
        let mut remaining = rng.random_range(0..total);
        for &(branch, weight, _) in branches {
            match remaining.checked_sub(weight) {
                Some(rest) => remaining = rest,
                None => return Some(branch),
            }
        }
        None
    }

    fn list_deals(&self) -> Option<Vec<(BranchName, f64)>> {
        let TreeNode::Chance { branches } = self.node() else { return None };
        let total: u32 = branches.iter().map(|(_, weight, _)| weight).sum();
        let probability = |weight: u32| f64::from(weight) / f64::from(total);
        Some(branches.iter().map(|&(branch, weight, _)| (branch, probability(weight))).collect())
    }

    fn apply_deal(&mut self, deal: &BranchName) -> Result<(), ImpossibleDeal> {
        let TreeNode::Chance { branches } = self.node() else {
            return Err(ImpossibleDeal::not_now());
        };
        let found = branches.iter().find(|(branch, ..)| branch == deal);
        let &(_, _, node) =
            found.ok_or_else(|| ImpossibleDeal::new(NoSuchBranch(*deal).to_string()))?;
        self.node = node;
        self.path.push(*deal);
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.node() {
            TreeNode::Leaf { scores } => Some(Outcome::by_score(scores, "a leaf of the tree")),
            _ => None,
        }
    }

    fn hash64(&self) -> u64 {
        PositionHasher::hash([self.tree.hash, self.node as u64])
    }
}

impl TreeGame {
    fn node(&self) -> &TreeNode {
        &self.tree.nodes[self.node]
    }

    /// Follows a branch of a decision or chance node.
    fn follow(&mut self, branch: BranchName) -> Result<(), String> {
        match self.turn() {
            Turn::Chance => self.apply_deal(&branch).map_err(|error| error.to_string()),
            _ => self.play(branch).map_err(|error| error.to_string()),
        }
    }
}

impl Display for TreeGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "tree={}", self.tree.text)?;
        for (index, branch) in self.path.iter().enumerate() {
            write!(f, "{}{branch}", if index == 0 { " at=" } else { "." })?;
        }
        Ok(())
    }
}

impl FromStr for TreeGame {
    type Err = ParseError;
    fn from_str(text: &str) -> Result<Self, ParseError> {
        let mut words = KeyValues::parse("position", text)?;
        let (tree, path_word) = (words.take("tree")?, words.take_optional("at"));
        words.finish()?;
        let mut parser = TreeParser { text: tree.value, offset: 0, nodes: Vec::new(), seats: 0 };
        let failed = |parser: &TreeParser, why: &str| tree.error_at(parser.offset, why);
        parser.node(0).map_err(|why| failed(&parser, &why))?;
        if parser.offset < tree.value.len() {
            return Err(failed(&parser, "unexpected text after the tree"));
        }
        let TreeParser { nodes, seats, .. } = parser;
        let mut hasher = DefaultHasher::new();
        tree.value.hash(&mut hasher);
        let hash = hasher.finish();
        let tree = Arc::new(Tree { text: tree.value.into(), hash, nodes, seats });
        let mut game = TreeGame { tree, path: Vec::new(), node: 0 };
        if let Some(word) = path_word {
            for branch in word.value.split('.') {
                let branch =
                    branch.parse().map_err(|error: ParseError| word.error(error.reason))?;
                game.follow(branch).map_err(|why| word.error(why))?;
            }
        }
        Ok(game)
    }
}

/// A recursive-descent parser for trees; every error is at byte `offset`.
struct TreeParser<'a> {
    text: &'a str,
    offset: usize,
    nodes: Vec<TreeNode>,
    seats: usize,
}

/// The maximum depth of a tree: the parser is recursive, and no test needs more.
const MAX_DEPTH: usize = 100;

impl TreeParser<'_> {
    fn node(&mut self, depth: usize) -> Result<usize, String> {
        if depth > MAX_DEPTH {
            return Err(format!("the tree is deeper than {MAX_DEPTH}"));
        }
        let index = self.nodes.len();
        self.nodes.push(TreeNode::Leaf { scores: Vec::new() }); // placeholder, replaced below
        let head = self.take_until(&['(', ',', '|', ')']).to_owned();
        let node = if self.eat('(') {
            if head == "?" { self.chance(depth)? } else { self.decision(&head, depth)? }
        } else {
            self.offset -= head.len();
            self.leaf()?
        };
        self.nodes[index] = node;
        Ok(index)
    }

    fn decision(&mut self, seat: &str, depth: usize) -> Result<TreeNode, String> {
        let seat = seat.parse().ok().filter(|&seat: &usize| seat < MAX_SEATS);
        let seat = seat.ok_or("expected a seat from 0 to 8, or ?, before (")?;
        let mut branches: Vec<(BranchName, usize)> = Vec::new();
        loop {
            let branch = self.name(&[':'])?;
            if branches.iter().any(|(other, _)| *other == branch) {
                return Err(format!("duplicate branch {branch}"));
            }
            self.expect(':')?;
            branches.push((branch, self.node(depth + 1)?));
            if !self.eat('|') {
                break;
            }
        }
        self.expect(')')?;
        Ok(TreeNode::Decision { seat: Seat::new(seat), branches })
    }

    fn chance(&mut self, depth: usize) -> Result<TreeNode, String> {
        let mut branches: Vec<(BranchName, u32, usize)> = Vec::new();
        loop {
            let branch = self.name(&['*'])?;
            if branches.iter().any(|(other, ..)| *other == branch) {
                return Err(format!("duplicate branch {branch}"));
            }
            self.expect('*')?;
            let weight =
                self.take_until(&[':']).parse().ok().filter(|weight| (1..=1000).contains(weight));
            let weight: u32 = weight.ok_or("expected a weight from 1 to 1000")?;
            self.expect(':')?;
            branches.push((branch, weight, self.node(depth + 1)?));
            if !self.eat('|') {
                break;
            }
        }
        self.expect(')')?;
        Ok(TreeNode::Chance { branches })
    }

    fn leaf(&mut self) -> Result<TreeNode, String> {
        let mut scores = Vec::new();
        loop {
            let score = self.take_until(&[',', '|', ')']).parse();
            scores.push(score.map_err(|_| "expected a score")?);
            if !self.eat(',') {
                break;
            }
        }
        if self.seats == 0 && (2..=MAX_SEATS).contains(&scores.len()) {
            self.seats = scores.len();
        }
        if scores.len() != self.seats {
            return Err("every leaf needs one score per seat, for 2 to 9 seats".into());
        }
        Ok(TreeNode::Leaf { scores })
    }

    fn name(&mut self, stops: &[char]) -> Result<BranchName, String> {
        self.take_until(stops).parse().map_err(|error: ParseError| error.reason)
    }

    /// Consumes and returns the text up to the next stop character.
    fn take_until(&mut self, stops: &[char]) -> &str {
        let rest = &self.text[self.offset..];
        let taken = &rest[..rest.find(stops).unwrap_or(rest.len())];
        self.offset += taken.len();
        taken
    }

    fn eat(&mut self, letter: char) -> bool {
        let matched = self.text[self.offset..].starts_with(letter);
        self.offset += if matched { letter.len_utf8() } else { 0 };
        matched
    }

    fn expect(&mut self, letter: char) -> Result<(), String> {
        if self.eat(letter) { Ok(()) } else { Err(format!("expected {letter:?}")) }
    }
}
