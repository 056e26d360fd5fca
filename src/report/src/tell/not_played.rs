use sim_lab::not_played::{NotPlayed, WhyNot};

const TOLD: usize = 3;

pub fn not_played(list: &[NotPlayed]) -> String {
    let line = |NotPlayed { name, why }: &NotPlayed| match why {
        WhyNot::Excluded(_) => format!("{name} is {why}\n"),
        why => format!("{name} is left out: {why}\n"),
    };
    let mut text: String = list.iter().take(TOLD).map(line).collect();
    if list.len() > TOLD {
        text += &format!("and {} more are left out: see left_out\n", list.len() - TOLD);
    }
    text
}
