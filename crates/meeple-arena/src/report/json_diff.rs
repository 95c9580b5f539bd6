//! The differences between two JSON values, so that a replay stores only what changes from step to step.
//!
//! ```text
//! {"round":1,"rows":[3,2]}  ─►  {"round":1,"rows":[3,1],"over":true}
//! [["rows",1],1]                 a path and its new value
//! [["over"],true]
//! [["over"]]                     the way back: a path alone is removed
//! [["rows"],1,0,[7,8]]           at index 1, remove no items and insert two
//! ```

use serde_json::{Value, json};

/// Returns the edits that turn `old` into `new`, to be applied in order.
pub(super) fn json_diff(old: &Value, new: &Value) -> Vec<Value> {
    let mut edits = Vec::new();
    compare(old, new, &mut Vec::new(), &mut edits);
    edits
}

fn compare(old: &Value, new: &Value, path: &mut Vec<Value>, edits: &mut Vec<Value>) {
    if old == new {
        return;
    }
    let mut parts = Vec::new();
    let is_inside = match (old, new) {
        (Value::Object(_), Value::Object(_)) => compare_fields(old, new, path, &mut parts),
        (Value::Array(old), Value::Array(new)) => compare_items(old, new, path, &mut parts),
        _ => false,
    };
    if is_inside && (path.is_empty() || is_longer_than(new, length(&parts))) {
        edits.append(&mut parts);
    } else {
        edits.push(json!([path, new]));
    }
}

fn compare_fields(old: &Value, new: &Value, path: &mut Vec<Value>, edits: &mut Vec<Value>) -> bool {
    let (Some(old), Some(new)) = (old.as_object(), new.as_object()) else { return false };
    for (key, value) in new {
        path.push(key.as_str().into());
        match old.get(key) {
            Some(before) => compare(before, value, path, edits),
            None => edits.push(json!([path, value])),
        }
        path.pop();
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        path.push(key.as_str().into());
        edits.push(json!([path]));
        path.pop();
    }
    true
}

fn compare_items(
    old: &[Value],
    new: &[Value],
    path: &mut Vec<Value>,
    edits: &mut Vec<Value>,
) -> bool {
    if old.len() != new.len() {
        edits.push(splice(old, new, path));
        return true;
    }
    for (index, (before, value)) in old.iter().zip(new).enumerate() {
        path.push(index.into());
        compare(before, value, path, edits);
        path.pop();
    }
    true
}

/// Returns the edit between lists of different lengths, keeping their common prefix and suffix.
fn splice(old: &[Value], new: &[Value], path: &[Value]) -> Value {
    let same = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[same..], &new[same..]);
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    json!([path, same, old.len() - end, new[..new.len() - end]])
}

fn length(edits: &[Value]) -> usize {
    edits.iter().map(|edit| edit.to_string().len() + 1).sum()
}

/// Returns whether a value's text is longer than `than`; stops reading once that is known.
fn is_longer_than(value: &Value, than: usize) -> bool {
    fn left(value: &Value, room: usize) -> Option<usize> {
        let room = room.checked_sub(2)?;
        match value {
            Value::String(text) => room.checked_sub(text.len()),
            Value::Array(items) => items.iter().try_fold(room, |room, item| left(item, room)),
            Value::Object(fields) => fields
                .iter()
                .try_fold(room, |room, (key, value)| left(value, room.checked_sub(key.len() + 3)?)),
            Value::Null | Value::Bool(_) | Value::Number(_) => Some(room),
        }
    }
    left(value, than).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies edits as the page's script does.
    fn edited(mut value: Value, edits: &[Value]) -> Value {
        for edit in edits {
            let (path, edit) = edit.as_array().unwrap().split_first().unwrap();
            edit_at(&mut value, path.as_array().unwrap(), edit);
        }
        value
    }

    fn edit_at(value: &mut Value, path: &[Value], edit: &[Value]) {
        match (path, edit) {
            ([], [new]) => *value = new.clone(),
            ([], [at, gone, come]) => {
                let [at, gone] = [at, gone].map(|number| number.as_u64().unwrap() as usize);
                let come = come.as_array().unwrap().iter().cloned();
                value.as_array_mut().unwrap().splice(at..at + gone, come);
            }
            ([Value::String(key)], []) => drop(value.as_object_mut().unwrap().shift_remove(key)),
            ([Value::String(key), rest @ ..], _) => edit_at(&mut value[key.as_str()], rest, edit),
            ([index, rest @ ..], _) => {
                edit_at(&mut value[index.as_u64().unwrap() as usize], rest, edit);
            }
            _ => panic!("no edit: {edit:?}"),
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (0..5).prop_map(Value::from),
            "[ab]{0,3}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-d]", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn edits_turn_one_into_the_other(old in values(), new in values()) {
            prop_assert_eq!(edited(old.clone(), &json_diff(&old, &new)), new);
        }
    }

    #[test]
    fn lists_grow_and_shrink_in_the_middle() {
        let short = json!({"a": ["the first", "the second", "the third"]});
        let long = json!({"a": ["the first", "the second", "more", "the third"]});
        assert_eq!(json_diff(&short, &long), [json!([["a"], 2, 0, ["more"]])]);
        assert_eq!(json_diff(&long, &short), [json!([["a"], 2, 1, []])]);
    }

    #[test]
    fn what_stays_is_not_repeated() {
        let old = json!({"board": ["........", "........", "........"], "round": 1, "piece": "O"});
        let new = json!({"board": ["........", ".@......", "........"], "round": 1, "scores": [3]});
        let expected =
            [json!([["board", 1], ".@......"]), json!([["scores"], [3]]), json!([["piece"]])];
        assert_eq!(json_diff(&old, &new), expected);
    }
}
