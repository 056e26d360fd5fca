use std::path::{Path, PathBuf};

use crate::{Error, SearchFile, folder};
use sim_lab::{
    experiment::Heading,
    league::{LeagueSpec, Script, State},
};

const FILE: &str = "league.json";

pub fn usual_place(spec: &LeagueSpec, heading: &Heading) -> PathBuf {
    let name = format!("{}p-{}", spec.players, &heading.digest[..8]);
    Path::new("reports").join(spec.rules.entry.info().name).join("leagues").join(name)
}

/// Where a league stands whose folder is `place`: beside it while it is under way, and then in it.
pub fn search_file(place: &Path) -> Result<SearchFile, Error> {
    Ok(SearchFile::new(folder::beside(place, FILE)?, Some(place.join(FILE))))
}

pub fn files(state: &State) -> Vec<(String, String)> {
    let scripts = state.newcomers().chain(&state.responses);
    let file = |script: &Script| (format!("{}.toml", script.name), script.head.clone() + &script.text);
    scripts.map(file).chain([(FILE.to_owned(), state.json())]).collect()
}
