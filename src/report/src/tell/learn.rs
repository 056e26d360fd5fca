use sim_engine::text::people;
use sim_lab::learn::Learning;
use sim_script::Strategy;

use super::{grid::Style, learned::largest};

pub fn learn(learning: &Learning, style: Style) -> String {
    let last = learning.courses.last().and_then(|course| course.last());
    let entropy = last.map_or(String::new(), |lap| format!(", entropy {}", people::fixed(lap.entropy, 2)));
    let mut text = format!(
        "{}, {}: {}\n{}{entropy}\n\n",
        learning.info.title,
        learning.seats(),
        learning.about(),
        people::counted(learning.games, "game", "games")
    );
    if let Some(best) = learning.best() {
        text += &(learning.sentences(best).join("\n") + "\n\n");
        if let Strategy::Script(script) = &best.strategy {
            text.extend(largest(script, style));
        }
    }
    if learning.file.is_none() {
        text += "\nNo gain that is sure: nothing was written.\n";
    }
    text
}
