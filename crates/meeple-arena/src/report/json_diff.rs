//! The differences between two JSON values, so that a replay stores only what changes from step to step.
//!
//! ```text
//! [path, value]                  set: the value at the path, which may be new
//! [path]                         remove: the field at the path
//! [path, at, removed, [items]]   splice: at this index of the list, remove so many items, then insert these
//!
//! {"round":1,"rows":[3,2]}  ─►  {"round":1,"rows":[3,1],"over":true}
//! [["rows",1],1]                 set
//! [["over"],true]                set
//!
//! {"rows":[3],"over":true}  ─►  {"rows":[3,7,8]}
//! [["rows"],1,0,[7,8]]           splice: two items at index 1
//! [["over"]]                     remove
//! ```

use serde_json::{Map, Value, json};

/// Returns the edits that turn `old` into `new`, to be applied in order.
pub(super) fn json_diff(old: &Value, new: &Value) -> Vec<Value> {
    let mut edits = Vec::new();
    collect_edits(old, new, &mut Vec::new(), &mut edits);
    edits
}

fn collect_edits(old: &Value, new: &Value, path: &mut Vec<Value>, edits: &mut Vec<Value>) {
    if old == new {
        return;
    }
    let mut parts = Vec::new();
    let both_are_containers = match (old, new) {
        (Value::Object(old), Value::Object(new)) => {
            compare_fields(old, new, path, &mut parts);
            true
        }
        (Value::Array(old), Value::Array(new)) => {
            compare_items(old, new, path, &mut parts);
            true
        }
        _ => false,
    };
    // Edits inside are worth it only if they are shorter than the new value; the whole value always gets them.
    if both_are_containers && (path.is_empty() || is_longer_than(new, json_length(&parts))) {
        edits.append(&mut parts);
    } else {
        edits.push(json!([path, new]));
    }
}

fn compare_fields(
    old: &Map<String, Value>,
    new: &Map<String, Value>,
    path: &mut Vec<Value>,
    edits: &mut Vec<Value>,
) {
    for (key, value) in new {
        path.push(key.as_str().into());
        match old.get(key) {
            Some(before) => collect_edits(before, value, path, edits),
            None => edits.push(json!([path, value])),
        }
        path.pop();
    }
    for key in old.keys().filter(|key| !new.contains_key(*key)) {
        path.push(key.as_str().into());
        edits.push(json!([path]));
        path.pop();
    }
}

fn compare_items(old: &[Value], new: &[Value], path: &mut Vec<Value>, edits: &mut Vec<Value>) {
    if old.len() != new.len() {
        edits.push(splice(old, new, path));
        return;
    }
    for (index, (before, value)) in old.iter().zip(new).enumerate() {
        path.push(index.into());
        collect_edits(before, value, path, edits);
        path.pop();
    }
}

/// Returns the edit between lists of different lengths, keeping their common prefix and suffix.
fn splice(old: &[Value], new: &[Value], path: &[Value]) -> Value {
    let prefix = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let (old, new) = (&old[prefix..], &new[prefix..]);
    let suffix = old.iter().rev().zip(new.iter().rev()).take_while(|(old, new)| old == new).count();
    json!([path, prefix, old.len() - suffix, new[..new.len() - suffix]])
}

/// Returns the length of the edits as JSON.
fn json_length(edits: &[Value]) -> usize {
    edits.iter().map(|edit| edit.to_string().len() + 1).sum()
}

/// Returns whether a value's JSON is longer than `limit`, judged by a lower bound of its length: escapes and
/// long numbers aren't counted. Stops reading once that is known.
fn is_longer_than(value: &Value, limit: usize) -> bool {
    fn remaining(value: &Value, budget: usize) -> Option<usize> {
        let budget = budget.checked_sub(2)?;
        match value {
            Value::String(text) => budget.checked_sub(text.len()),
            Value::Array(items) => {
                items.iter().try_fold(budget, |budget, item| remaining(item, budget))
            }
            Value::Object(fields) => fields.iter().try_fold(budget, |budget, (key, value)| {
                remaining(value, budget.checked_sub(key.len() + 3)?)
            }),
            Value::Null | Value::Bool(_) | Value::Number(_) => Some(budget),
        }
    }
    remaining(value, limit).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Applies edits as the page's script does.
    fn apply_edits(mut value: Value, edits: &[Value]) -> Value {
        for edit in edits {
            let (path, edit) = edit.as_array().unwrap().split_first().unwrap();
            edit_at(&mut value, path.as_array().unwrap(), edit);
        }
        value
    }

    fn edit_at(value: &mut Value, path: &[Value], edit: &[Value]) {
        match (path, edit) {
            ([], [new]) => *value = new.clone(),
            ([], [at, removed, inserted]) => {
                let [at, removed] = [at, removed].map(|number| number.as_u64().unwrap() as usize);
                let inserted = inserted.as_array().unwrap().iter().cloned();
                value.as_array_mut().unwrap().splice(at..at + removed, inserted);
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
        fn applying_the_diff_gives_the_new_value(old in values(), new in values()) {
            prop_assert_eq!(apply_edits(old.clone(), &json_diff(&old, &new)), new);
        }
    }

    #[test]
    fn a_list_is_spliced_in_the_middle() {
        let short = json!({"a": ["the first", "the second", "the third"]});
        let long = json!({"a": ["the first", "the second", "more", "the third"]});
        assert_eq!(json_diff(&short, &long), [json!([["a"], 2, 0, ["more"]])]);
        assert_eq!(json_diff(&long, &short), [json!([["a"], 2, 1, []])]);
    }

    #[test]
    fn only_changed_parts_are_in_the_diff() {
        let old = json!({"board": ["........", "........", "........"], "round": 1, "piece": "O"});
        let new = json!({"board": ["........", ".@......", "........"], "round": 1, "scores": [3]});
        let expected =
            [json!([["board", 1], ".@......"]), json!([["scores"], [3]]), json!([["piece"]])];
        assert_eq!(json_diff(&old, &new), expected);
    }
}
