use sim_engine::text::people;

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum TrainError {
    #[error("{named} is a search, and has no params of its own")]
    Search { named: String, base: String, game: &'static str },
    #[error("{0} has no file, and so no params to tune")]
    NoFile(String),
    #[error("alone at the table there is nobody to play against")]
    Alone { option: &'static str },
    #[error("--repeats 0 learns nothing")]
    NoRepeat,
    #[error("{name} learned apart for {sizes} players")]
    Apart { name: String, sizes: String },
    #[error("no feature `{name}` in {game}")]
    NoFeature { name: String, game: &'static str, help: String },
    #[error("the range of `{0}` holds a single number")]
    Fixed(String),
    #[error("`{0}` has no params that could be tuned")]
    NothingToTune(String),
    #[error("the worst case is one of wins, not of points")]
    WorstOfPoints,
    #[error("{count} strategies cannot be held out of a field of {of}")]
    HeldOut { count: usize, of: usize, most: usize },
    #[error("{0} strategies make too many tables")]
    Tables(usize),
    #[error(
        "{} games are too few for {} at {}",
        people::count(*.games),
        people::counted(*.params as u64, "param", "params"),
        people::counted(*.tables as u64, "sort of table", "sorts of table")
    )]
    Games { games: u64, params: usize, tables: usize, least: u64 },
    #[error("{place} is of a training with other inputs")]
    OtherInputs { place: String },
    #[error("{place} is damaged: {why}")]
    Damaged { place: String, why: String },
}

impl TrainError {
    pub fn help(&self) -> String {
        let help = match self {
            TrainError::Search { base, game, .. } => {
                return format!(
                    "tune the script that plays its games: sim train {base} --game {game} --params all"
                );
            }
            TrainError::NothingToTune(name) => {
                return format!(
                    "`sim new strategy NEW --game GAME --from {name} --open` makes params of its numbers"
                );
            }
            TrainError::Alone { option } => return format!("leave {option} out"),
            TrainError::HeldOut { most, .. } => return format!("give --holdout {most} or less"),
            TrainError::Games { least, .. } => return format!("give --n {least} or more"),
            TrainError::NoFeature { help, .. } => help,
            TrainError::NoFile(_) => "tune a script: see `sim list --game GAME`",
            TrainError::NoRepeat => "give 1 or more",
            TrainError::Apart { .. } => "give one number with --players",
            TrainError::Fixed(_) => "widen it in the file, or leave the param out",
            TrainError::WorstOfPoints => "have it played for wins",
            TrainError::Tables(_) => "name fewer strategies with --against",
            TrainError::OtherInputs { .. } | TrainError::Damaged { .. } => {
                "remove it to begin anew, or choose another name with --out"
            }
        };
        help.to_owned()
    }
}
