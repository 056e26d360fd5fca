//! Reads buildings, cuisines, employees, renovations and the board from the tables of the data.

use crate::rules::{
    chart::{CUISINES, Criterion, FACES, PRICE, RATINGS},
    components::{Building, CELLS, DISTRICTS, Level, MAX_KINDS, MAX_PRICE, NONE, Needs, cuisine_word},
    variant::Proximity,
};
use sim_engine::settings::{Record, SettingError, Settings};

/// Edge that stands for a missing band.
const NO_BAND: i64 = 999;

pub(in crate::rules) fn names(settings: &Settings, table: &str) -> Result<Vec<String>, SettingError> {
    let rows = &settings.table(table).rows;
    if rows.len() > MAX_KINDS {
        return Err(SettingError::new(
            format!("{} rows of {table} are too many", rows.len()),
            format!("at most {MAX_KINDS}"),
        )
        .about([table]));
    }
    Ok(rows.iter().map(|row| row.id.clone()).collect())
}

pub(in crate::rules) fn buildings(
    settings: &Settings,
    players: usize,
) -> Result<Vec<Building>, SettingError> {
    let table = settings.table("buildings");
    let large = settings.int("large_capacity");
    names(settings, "buildings")?;
    if table.rows.len() < players {
        return Err(SettingError::new(
            format!("{} buildings are too few for {players} players", table.rows.len()),
            "every player needs one to take part",
        )
        .about(["buildings"]));
    }
    table
        .rows
        .iter()
        .map(|row| {
            let [level, other] = ["level", "other_level"].map(|column| table.get::<Level>(row, column));
            if level == other {
                return Err(SettingError::new(
                    format!("building `{}` has one price level twice", row.id),
                    "set level and other_level to two of cheap, affordable, high",
                )
                .about([format!("buildings.{}", row.id), "buildings".to_owned()]));
            }
            Ok(Building {
                district: table.int(row, "district") as u8 - 1,
                min_price: table.int(row, "min_price") as i32,
                capacity: table.int(row, "capacity") as u8,
                levels: level.bit() | other.bit(),
                ambiance: table.int(row, "ambiance") as i16,
                is_large: table.int(row, "capacity") >= large,
            })
        })
        .collect()
}

pub(in crate::rules) fn cuisines(settings: &Settings) -> Result<[u8; CUISINES], SettingError> {
    let table = settings.table("cuisines");
    let mut levels = [0; CUISINES];
    for row in &table.rows {
        let Some(at) = (0..CUISINES).find(|&at| cuisine_word(at) == row.id) else {
            let known: Vec<&str> = (0..CUISINES).map(cuisine_word).collect();
            return Err(SettingError::new(
                format!("`{}` is no cuisine of the chart", row.id),
                format!("the cuisines are {}", known.join(", ")),
            )
            .about([format!("cuisines.{}", row.id), "cuisines".to_owned()]));
        };
        for level in Level::ALL {
            if table.flag(row, level.word()) {
                levels[at] |= level.bit();
            }
        }
    }
    if levels == [0; CUISINES] {
        return Err(SettingError::new("no cuisine admits any price", "let one of them admit a level")
            .about(["cuisines"]));
    }
    Ok(levels)
}

pub(in crate::rules) fn levels(settings: &Settings) -> Result<[Level; MAX_PRICE as usize + 1], SettingError> {
    let (cheap, affordable) = (settings.int("cheap_max"), settings.int("affordable_max"));
    if cheap >= affordable {
        return Err(SettingError::new(
            format!("cheap_max = {cheap} is not below affordable_max = {affordable}"),
            "cheap prices end below the affordable ones",
        )
        .about(["cheap_max", "affordable_max"]));
    }
    Ok(std::array::from_fn(|price| match price as i64 {
        price if price <= cheap => Level::Cheap,
        price if price <= affordable => Level::Affordable,
        _ => Level::High,
    }))
}

/// Reads the bands from a table, except those of the price, which are its levels (LB-56, LB-118).
pub(in crate::rules) fn bands(settings: &Settings) -> Result<[[i32; 3]; RATINGS], SettingError> {
    let table = settings.table("bands");
    let mut bands = [[0; 3]; RATINGS];
    let mut words = Vec::with_capacity(RATINGS);
    for (rating, edges) in bands.iter_mut().enumerate() {
        if rating == PRICE {
            let above = |name: &str| settings.int(name) as i32 + 1;
            *edges = [above("cheap_max"), above("affordable_max"), i32::MAX];
            continue;
        }
        let word = Criterion::WORDS[rating];
        words.push(word);
        let row = table.required(word)?;
        let read = ["second", "third", "fourth"].map(|column| table.int(row, column));
        let ascends = |low: i64, high: i64| low < high || (low == NO_BAND && high == NO_BAND);
        if !ascends(read[0], read[1]) || !ascends(read[1], read[2]) {
            return Err(SettingError::new(
                format!("the bands of {word} begin at {}, {}, {}", read[0], read[1], read[2]),
                format!("each begins above the one before; {NO_BAND} stands for no such band"),
            )
            .about([format!("bands.{word}"), "bands".to_owned()]));
        }
        *edges = read.map(|edge| if edge == NO_BAND { i32::MAX } else { edge as i32 });
    }
    if let Some(row) = table.rows.iter().find(|row| !words.contains(&row.id.as_str())) {
        return Err(SettingError::new(
            format!("table `bands` has a row `{}`", row.id),
            format!("its rows are {}; the bands of the price are its levels", words.join(", ")),
        )
        .about([format!("bands.{}", row.id), "bands".to_owned()]));
    }
    Ok(bands)
}

pub(in crate::rules) fn steps(settings: &Settings) -> [[u8; DISTRICTS]; DISTRICTS] {
    let numbers = |a: usize, b: usize| a.abs_diff(b) as u8;
    if settings.get::<Proximity>("proximity") == Proximity::Numbers {
        return std::array::from_fn(|a| std::array::from_fn(|b| numbers(a, b)));
    }
    // Districts that no border connects are as far apart as possible.
    let mut steps = [[DISTRICTS as u8; DISTRICTS]; DISTRICTS];
    for (at, row) in steps.iter_mut().enumerate() {
        row[at] = 0;
    }
    let table = settings.table("borders");
    for row in &table.rows {
        let [one, other] = ["one", "other"].map(|column| table.int(row, column) as usize - 1);
        if one != other {
            steps[one][other] = 1;
            steps[other][one] = 1;
        }
    }
    for via in 0..DISTRICTS {
        for from in 0..DISTRICTS {
            for to in 0..DISTRICTS {
                steps[from][to] = steps[from][to].min(steps[from][via] + steps[via][to]);
            }
        }
    }
    steps
}

/// Reads conditions such as `french or italian`.
pub(in crate::rules) struct NeedsReader<'a> {
    pub settings: &'a Settings,
    pub employees: &'a [String],
    pub renovations: &'a [String],
}

impl NeedsReader<'_> {
    /// Whether a condition names a component taken out of the box, and so is never met.
    fn is_taken_out(&self, word: &str) -> bool {
        ["employees", "renovations"].iter().any(|table| self.settings.table(table).is_taken_out(word))
    }

    fn read(&self, owner: &str, text: &str) -> Result<Needs, SettingError> {
        let mut needs = Needs::default();
        for word in text.split(" or ").map(str::trim) {
            let find = |names: &[String]| names.iter().position(|name| name == word);
            if word == "none" {
                needs.is_free = true;
            } else if word == "large" {
                needs.large = true;
            } else if let Some(cuisine) = (0..CUISINES).find(|&at| cuisine_word(at) == word) {
                needs.cuisines |= 1 << cuisine;
            } else if let Some(employee) = find(self.employees) {
                needs.employees |= 1 << employee;
            } else if let Some(renovation) = find(self.renovations) {
                needs.renovations |= 1 << renovation;
            } else if !self.is_taken_out(word) {
                let mut known: Vec<&str> = vec!["large", "none"];
                known.extend(self.employees.iter().chain(self.renovations).map(String::as_str));
                known.extend((0..CUISINES).map(|at| -> &str { cuisine_word(at) }));
                return Err(SettingError::new(
                    format!("`{owner}` needs `{word}`, which is not in the game"),
                    sim_engine::text::suggestion(word, known.iter().copied()),
                )
                .about([format!("employees.{owner}"), format!("renovations.{owner}")]));
            }
        }
        Ok(needs)
    }

    /// Reads the rows of a table of components with conditions.
    pub fn read_all<T>(&self, table: &str, read: fn(Record<'_>, Needs) -> T) -> Result<Vec<T>, SettingError> {
        let table = self.settings.table(table);
        let read = |row: Record<'_>| Ok(read(row, self.read(row.id(), table.word(row.row, "needs"))?));
        table.records().map(read).collect()
    }
}

pub(in crate::rules) fn jobs(settings: &Settings, employees: &[String]) -> Result<[u8; CELLS], SettingError> {
    let table = settings.table("jobs");
    let mut jobs = [NONE; CELLS];
    for at in 0..FACES {
        let id = (at + 1).to_string();
        let row = table.required(&id)?;
        for column in 0..FACES {
            let word = table.word(row, &format!("column_{}", column + 1));
            // The cell of an employee that was taken out of the box stays empty.
            if word == "none" || settings.table("employees").is_taken_out(word) {
                continue;
            }
            let Some(employee) = employees.iter().position(|name| name == word) else {
                return Err(SettingError::new(
                    format!("row {id} of the Jobs Board names `{word}`, which is no employee"),
                    sim_engine::text::suggestion(word, employees.iter().map(String::as_str).chain(["none"])),
                )
                .about([format!("jobs.{id}"), "jobs".to_owned()]));
            };
            jobs[at * FACES + column] = employee as u8;
        }
    }
    Ok(jobs)
}
