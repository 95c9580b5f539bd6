//! Reusing a tree between moves: statistics about a position are kept when the game reaches it.

use super::{
    tree::{MctsNode, MctsTree, NodeEdge, NodeMover},
    tree_grower::MAX_SAMPLED_DEALS,
};
use crate::search::state::SearchState;

/// A position is searched for this many plies below the root...
const MAX_DEPTH: u32 = 12;
/// ...and among this many nodes.
const MAX_TRIES: u32 = 10_000;

impl<S: SearchState> MctsTree<S> {
    /// Makes this position the root and discards everything that isn't below it. False if the position is not
    /// in the tree.
    pub(super) fn reroot(&mut self, state: &S) -> bool {
        let key = state.key();
        if self.root.key() == key {
            return true;
        }
        let mut tries = MAX_TRIES;
        let Some(node) = self.find(0, &self.root, key, MAX_DEPTH, &mut tries) else { return false };
        *self = self.subtree(node, state.clone());
        true
    }

    /// Returns the node of the position with this key, at or below `node`.
    fn find(&self, node: usize, state: &S, key: u64, depth: u32, tries: &mut u32) -> Option<usize> {
        *tries = tries.checked_sub(1)?;
        if node != 0 && state.key() == key {
            return Some(node);
        }
        let depth = depth.checked_sub(1)?;
        self.nodes[node].children().filter(|&child| self.nodes[child].visits > 0).find_map(
            |child| {
                let next = match self.nodes[child].edge {
                    NodeEdge::Move(mv) => {
                        let mut next = state.clone();
                        next.play(mv);
                        next
                    }
                    NodeEdge::Deal(at) => self.dealt[at as usize].0.clone(),
                    NodeEdge::Root => return None,
                };
                self.find(child, &next, key, depth, tries)
            },
        )
    }

    /// Returns a copy of the subtree below this node.
    fn subtree(&self, node: usize, root: S) -> Self {
        let mut tree = MctsTree::new(root);
        tree.scale = self.scale;
        tree.nodes[0] = MctsNode { edge: NodeEdge::Root, ..self.nodes[node] };
        tree.means.copy_from_slice(self.means_of(node));
        let mut next = 0;
        while next < tree.nodes.len() {
            let MctsNode { first, count, turn, proven, .. } = tree.nodes[next];
            if first != 0 {
                let moved_to = tree.nodes.len() as u32;
                let places =
                    if turn == NodeMover::Drawn { MAX_SAMPLED_DEALS } else { usize::from(count) };
                tree.nodes[next].first = moved_to;
                if proven != 0 {
                    tree.nodes[next].proven = proven - first + moved_to;
                }
                for child in first as usize..first as usize + places {
                    let mut copy = self.nodes[child];
                    if let NodeEdge::Deal(at) = &mut copy.edge {
                        tree.dealt.push(self.dealt[*at as usize].clone());
                        *at = tree.dealt.len() as u32 - 1;
                    }
                    tree.nodes.push(copy);
                    tree.means.extend_from_slice(self.means_of(child));
                }
            }
            next += 1;
        }
        tree
    }
}
