//! Names of components in events that are written for programs.

use serde_json::{Map, Value};

use sim_engine::{Component, component::MARK};

/// Replaces every mark of a component in an event by its row and adds its name: as `name` if the object holds one
/// component, as `<field>_name` if it holds several. A list of components becomes a list of rows, with their names in
/// `<field>_names`.
pub fn resolve(value: Value, components: &[Component]) -> Value {
    let Value::Object(fields) = value else { return value };
    let is_lone = fields.values().filter(|value| is_mark(value)).count() == 1;
    let mut told = Map::new();
    for (key, value) in fields {
        match value {
            mark if is_mark(&mark) => {
                let (row, name) = row_and_name(&mark, components);
                let name_key = if is_lone { "name".to_owned() } else { format!("{key}_name") };
                told.insert(key, row);
                told.insert(name_key, name);
            }
            Value::Array(marks) if marks.iter().any(is_mark) => {
                let (rows, names) = marks.iter().map(|mark| row_and_name(mark, components)).unzip();
                let names_key = format!("{key}_names");
                told.insert(key, Value::Array(rows));
                told.insert(names_key, Value::Array(names));
            }
            value => {
                told.insert(key, resolve(value, components));
            }
        }
    }
    Value::Object(told)
}

fn is_mark(value: &Value) -> bool {
    value.get(MARK).is_some()
}

/// The row and the name of a component; both are null where a component is missing.
fn row_and_name(mark: &Value, components: &[Component]) -> (Value, Value) {
    let component = mark.get(MARK).and_then(Value::as_u64).and_then(|at| components.get(at as usize));
    let name = component.map_or(Value::Null, |component| component.name.as_str().into());
    (mark.get("row").cloned().unwrap_or_default(), name)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use sim_engine::{ComponentId, Source};

    #[test]
    fn rows_stay_and_names_stand_beside_them() {
        let components = ["a", "b", "c"].map(|name| Component {
            name: name.to_owned(),
            kind: "card".to_owned(),
            source: Source::Rulebook,
        });
        let (b, c) = (ComponentId::new(0, 1), ComponentId::new(1, 1));
        for (event, told) in [
            (json!({ "card": b, "cost": 3 }), json!({ "card": 1, "name": "b", "cost": 3 })),
            (
                json!({ "given": b, "taken": c }),
                json!({ "given": 1, "given_name": "b", "taken": 1, "taken_name": "c" }),
            ),
            (
                json!({ "tops": [b, null, c] }),
                json!({ "tops": [1, null, 1], "tops_names": ["b", null, "c"] }),
            ),
            (
                json!({ "card": { "row": c, "stars": 2 } }),
                json!({ "card": { "row": 1, "name": "c", "stars": 2 } }),
            ),
        ] {
            assert_eq!(resolve(event, &components), told);
        }
    }
}
