//! Reads a file's declarations from its tables; errors have their place and suggest the nearest name.

use mlua::{Function, Table, Value};

use crate::{
    declaration::{
        Column, Datum, Decision, Declaration, Domain, FeatureDecl, Field, Kind, MeasureDecl, Number, Row,
        Seen, Zone,
    },
    error::place_of,
};
use sim_engine::{
    Choice, MAX_SEATS, Objective, Source,
    text::{FileError, suggestion},
};

/// Limits on components with different names, and on features of a decision or of the context.
const MOST_COMPONENTS: usize = 250;
const MOST_FEATURES: usize = 60;

/// The names that a file can declare.
pub(crate) const NAMES: [&str; 16] = [
    "game",
    "numbers",
    "components",
    "zones",
    "state",
    "decisions",
    "measures",
    "features",
    "ends",
    "strategies",
    "setup",
    "turn",
    "chance",
    "score",
    "tie",
    "resample",
];

type Read<T> = Result<T, FileError>;

/// Reads declarations, with the text for the places in errors.
pub(crate) struct Reader<'a> {
    pub origin: &'a str,
    pub text: &'a str,
    pub declared: Table,
    pub globals: Vec<String>,
}

impl Reader<'_> {
    fn error(&self, path: &[&str], message: impl Into<String>, help: impl Into<String>) -> FileError {
        FileError::at(self.origin, self.text, place_of(self.text, path), message, help)
    }

    fn of_lua(&self, error: &mlua::Error) -> FileError {
        crate::error::of_lua(self.origin, self.text, error)
    }

    fn field(&self, table: &Table, name: &str) -> Read<Value> {
        table.raw_get(name).map_err(|error| self.of_lua(&error))
    }

    /// Entries of a declared table; empty if the file does not declare it.
    fn table(&self, name: &str) -> Read<Vec<(String, Value)>> {
        match self.field(&self.declared, name)? {
            Value::Nil => Ok(Vec::new()),
            Value::Table(table) => self.named(&table, &[name]),
            other => {
                let message = format!("`{name}` is a {}, not a table", other.type_name());
                Err(self.error(&[name], message, format!("write {name} = {{ ... }}")))
            }
        }
    }

    /// The named entries of a table, in the order of the file.
    fn named(&self, table: &Table, path: &[&str]) -> Read<Vec<(String, Value)>> {
        let mut entries = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (key, value) = pair.map_err(|error| self.of_lua(&error))?;
            let Value::String(key) = key else { continue };
            let name = key.to_string_lossy();
            if !is_name(&name) {
                let help = "use small letters, digits and _, beginning with a letter";
                return Err(self.error(path, format!("`{name}` cannot be a name"), help));
            }
            let mut whole = path.to_vec();
            whole.push(&name);
            entries.push((place_of(self.text, &whole), name, value));
        }
        // Lua tables have no order; entries that the text does not show are sorted by name.
        entries.sort_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        Ok(entries.into_iter().map(|(_, name, value)| (name, value)).collect())
    }

    fn only(&self, entries: &[(String, Value)], known: &[&str], path: &[&str]) -> Read<()> {
        match entries.iter().find(|(name, _)| !known.contains(&name.as_str())) {
            None => Ok(()),
            Some((name, _)) => {
                let mut whole = path.to_vec();
                whole.push(name);
                let help = suggestion(name, known.iter().copied());
                Err(self.error(&whole, format!("{} has no `{name}`", path.join(".")), help))
            }
        }
    }

    fn text_at(
        &self,
        table: &Table,
        key: impl mlua::IntoLua,
        path: &[&str],
        what: &str,
    ) -> Read<Option<String>> {
        match table.raw_get(key).map_err(|error| self.of_lua(&error))? {
            Value::Nil => Ok(None),
            Value::String(text) => {
                let text = text.to_string_lossy();
                match sim_engine::text::visible::control_in_lines(&text) {
                    None => Ok(Some(text)),
                    Some(control) => {
                        let message = format!("{what} holds the control character {control}");
                        Err(self.error(path, message, "delete that character"))
                    }
                }
            }
            other => {
                let message = format!("{what} is a {}, not a text", other.type_name());
                Err(self.error(path, message, "write it in quotes"))
            }
        }
    }

    fn int(&self, value: &Value, path: &[&str], what: &str) -> Read<i64> {
        let number = match value {
            Value::Integer(number) => Some(*number),
            Value::Number(number) if number.fract() == 0.0 && number.abs() < 1e15 => Some(*number as i64),
            _ => None,
        };
        let number = number.filter(|number| number.abs() <= i64::from(i32::MAX));
        number
            .ok_or_else(|| self.error(path, format!("{what} is no whole number"), "write a number such as 3"))
    }

    fn datum(&self, value: &Value, path: &[&str], what: &str) -> Read<Datum> {
        match value {
            Value::Boolean(flag) => Ok(Datum::Flag(*flag)),
            Value::String(word) => Ok(Datum::Word(word.to_string_lossy())),
            value => self.int(value, path, what).map(Datum::Int),
        }
    }

    fn words(&self, value: &Value, path: &[&str], what: &str) -> Read<Vec<String>> {
        let Value::Table(list) = value else {
            return Err(self.error(
                path,
                format!("{what} is no list of words"),
                "write { \"one\", \"other\" }",
            ));
        };
        let mut words = Vec::new();
        for word in list.sequence_values::<Value>() {
            match word.map_err(|error| self.of_lua(&error))? {
                Value::String(word) if is_word(&word.to_string_lossy()) => words.push(word.to_string_lossy()),
                _ => {
                    let help = "words are small letters, digits, _ and -";
                    return Err(self.error(path, format!("{what} holds something that is no word"), help));
                }
            }
        }
        if let Some(again) =
            words.iter().enumerate().find_map(|(at, word)| words[..at].contains(word).then_some(word))
        {
            return Err(self.error(path, format!("{what} holds `{again}` twice"), "leave one out"));
        }
        Ok(words)
    }

    fn function(&self, name: &str) -> Read<Option<Function>> {
        match self.field(&self.declared, name)? {
            Value::Nil => Ok(None),
            Value::Function(function) => Ok(Some(function)),
            other => {
                let message = format!("`{name}` is a {}, not a function", other.type_name());
                Err(self.error(&[name], message, format!("write function {name}(g) ... end")))
            }
        }
    }

    fn needed(&self, name: &str, head: &str) -> Read<()> {
        if self.function(name)?.is_some() { Ok(()) } else { Err(self.missing(name, head)) }
    }

    /// The error for a missing mandatory declaration; suggests a misspelt global.
    fn missing(&self, name: &str, form: &str) -> FileError {
        let strangers = self.globals.iter().map(String::as_str).filter(|other| !NAMES.contains(other));
        match sim_engine::text::nearest(name, strangers) {
            Some(other) => {
                let message = format!("`{other}` is nothing that a game declares");
                self.error(&[other], message, format!("did you mean `{name}`?"))
            }
            None => self.error(&[], format!("the file declares no `{name}`"), format!("add {form}")),
        }
    }

    pub fn read(&self) -> Read<Declaration> {
        let Value::Table(game) = self.field(&self.declared, "game")? else {
            return Err(self.missing("game", "game = { title = \"...\", players = { 2, 4 } }"));
        };
        let known = [
            "title",
            "designers",
            "players",
            "usual_players",
            "objective",
            "zero_sum",
            "points",
            "points_bin",
            "round",
            "rules",
        ];
        self.only(&self.named(&game, &["game"])?, &known, &["game"])?;
        let text = |name: &str, default: &str| -> Read<String> {
            let what = format!("`{name}` of `game`");
            Ok(self.text_at(&game, name, &["game", name], &what)?.unwrap_or_else(|| default.to_owned()))
        };
        let players = self.players(&game)?;
        let usual = match self.field(&game, "usual_players")? {
            Value::Nil => players.0,
            value => self.int(&value, &["game", "usual_players"], "`usual_players`")?.try_into().unwrap_or(0),
        };
        if !(players.0..=players.1).contains(&usual) {
            let help = format!("write {} to {}", players.0, players.1);
            return Err(self.error(
                &["game", "usual_players"],
                "the game is not for this number of players",
                help,
            ));
        }
        let objective = text("objective", "wins")?;
        let objective = Objective::named(&objective).ok_or_else(|| {
            let help = suggestion(&objective, Objective::WORDS);
            self.error(&["game", "objective"], format!("no objective `{objective}`"), help)
        })?;
        let title = text("title", "")?;
        if title.is_empty() {
            return Err(self.error(&["game"], "the game has no title", "add title = \"...\""));
        }
        let bin = match self.field(&game, "points_bin")? {
            Value::Nil => 1,
            value => self.int(&value, &["game", "points_bin"], "`points_bin`")?.clamp(1, 1_000_000) as i32,
        };
        let numbers = self.numbers()?;
        let kinds = self.kinds()?;
        let zones = self.zones(&kinds)?;
        let fields = self.fields(&zones)?;
        let decisions = self.decisions(&kinds)?;
        self.needed("setup", "function setup(g) ... end, which begins the game")?;
        self.needed(
            "turn",
            "function turn(g) ... end, which gives the seat and its decision, \"chance\", or over()",
        )?;
        if self.function("score")?.is_none()
            && !fields.iter().any(|field| field.name == "points" && field.each)
        {
            return Err(
                self.missing("score", "function score(g, seat) ... end, or points = each(0) to `state`")
            );
        }
        let resamples = self.function("resample")?.is_some();
        if let Some(secret) = fields.iter().find(|field| field.own).filter(|_| !resamples) {
            let help =
                "add function resample(g, seat) ... end, which draws what the seat does not know afresh";
            return Err(self.error(
                &["state", &secret.name],
                format!("nobody can guess the secret `{}`", secret.name),
                help,
            ));
        }
        let context = self.features(&self.declared, &["features"])?;
        let ends = match self.field(&self.declared, "ends")? {
            Value::Nil => vec!["the game is over".to_owned()],
            value => self.words(&value, &["ends"], "`ends`")?,
        };
        if ends.is_empty() {
            return Err(self.error(&["ends"], "`ends` is empty", "leave it out, or name why games end"));
        }
        Ok(Declaration {
            title,
            designers: text("designers", "")?,
            players,
            default_players: usual,
            objective,
            is_zero_sum: matches!(self.field(&game, "zero_sum")?, Value::Boolean(true)),
            points: text("points", "points")?,
            points_bin: bin,
            round: text("round", "round")?,
            rules: text("rules", "")?,
            numbers,
            kinds,
            zones,
            fields,
            decisions,
            measures: self.measures()?,
            context,
            ends,
            strategies: self.strategies()?,
            has_chance: self.function("chance")?.is_some(),
            resamples,
        })
    }

    fn players(&self, game: &Table) -> Read<(usize, usize)> {
        let path = ["game", "players"];
        let ends = match self.field(game, "players")? {
            Value::Table(list) => {
                let low: Value = list.raw_get(1).map_err(|error| self.of_lua(&error))?;
                let high: Value = list.raw_get(2).map_err(|error| self.of_lua(&error))?;
                let low = self.int(&low, &path, "the fewest players")?;
                (low, if high.is_nil() { low } else { self.int(&high, &path, "the most players")? })
            }
            Value::Nil => {
                return Err(self.error(
                    &["game"],
                    "the game does not say for how many it is",
                    "add players = { 2, 4 }",
                ));
            }
            value => {
                let number = self.int(&value, &path, "`players`")?;
                (number, number)
            }
        };
        let fits =
            |number: i64| usize::try_from(number).ok().filter(|number| (1..=MAX_SEATS).contains(number));
        match (fits(ends.0), fits(ends.1)) {
            (Some(low), Some(high)) if low <= high => Ok((low, high)),
            _ => Err(self.error(
                &path,
                "no such number of players",
                format!("write {{ 2, 4 }}: from 1 to {MAX_SEATS}"),
            )),
        }
    }

    fn source(&self, table: &Table, path: &[&str]) -> Read<Source> {
        let word = self.text_at(table, "source", path, "`source`")?.unwrap_or_else(|| "rulebook".to_owned());
        Source::named(&word).ok_or_else(|| {
            let help = suggestion(&word, Source::WORDS);
            self.error(path, format!("unknown source `{word}`"), help)
        })
    }

    fn numbers(&self) -> Read<Vec<Number>> {
        let mut all = Vec::new();
        for (name, value) in self.table("numbers")? {
            let path = ["numbers", name.as_str()];
            let what = format!("`{name}`");
            let Value::Table(table) = value else {
                let help = format!(
                    "write {name} = {{ 3, 0, 10, \"What it is.\" }}: the value, its least and its most"
                );
                return Err(self.error(&path, format!("{what} is no table"), help));
            };
            let get = |at: i64| table.raw_get::<Value>(at).map_err(|error| self.of_lua(&error));
            let value = self.datum(&get(1)?, &path, &what)?;
            let about_at = match value {
                Datum::Int(_) => 4,
                Datum::Flag(_) => 2,
                Datum::Word(_) => 3,
            };
            let domain = match &value {
                Datum::Int(number) => {
                    let (low, high) =
                        (self.int(&get(2)?, &path, "the least")?, self.int(&get(3)?, &path, "the most")?);
                    if !(low..=high).contains(number) {
                        let help = format!("{number} is not from {low} to {high}");
                        return Err(self.error(&path, format!("{what} lies outside its range"), help));
                    }
                    Domain::Range(low, high)
                }
                Datum::Flag(_) => Domain::Flag,
                Datum::Word(word) => {
                    let words = self.words(&get(2)?, &path, &what)?;
                    if !words.contains(word) {
                        let help = suggestion(word, words.iter().map(String::as_str));
                        return Err(self.error(
                            &path,
                            format!("`{word}` is none of the words of {what}"),
                            help,
                        ));
                    }
                    Domain::Options(words)
                }
            };
            let about = self.text_at(&table, about_at, &path, &what)?.unwrap_or_default();
            all.push(Number { value, domain, about, source: self.source(&table, &path)?, name });
        }
        Ok(all)
    }

    fn kinds(&self) -> Read<Vec<Kind>> {
        let mut all = Vec::new();
        for (name, value) in self.table("components")? {
            let Value::Table(table) = value else {
                let help = format!("write {name} = {{ {{ \"shell\", worth = 1, copies = 8 }}, ... }}");
                return Err(self.error(&["components", &name], format!("`{name}` is no table"), help));
            };
            all.push(self.kind(name, &table)?);
        }
        let count: usize = all.iter().map(|kind| kind.rows.len()).sum();
        if count > MOST_COMPONENTS {
            let message = format!("{count} components of different names are too many");
            return Err(self.error(&["components"], message, format!("have at most {MOST_COMPONENTS}")));
        }
        let mut names: Vec<&str> = Vec::new();
        for row in all.iter().flat_map(|kind| &kind.rows) {
            if names.contains(&row.name.as_str()) {
                let message = format!("two components are called `{}`", row.name);
                return Err(self.error(
                    &["components", &row.name],
                    message,
                    "give each a name of its own, or use copies",
                ));
            }
            names.push(&row.name);
        }
        Ok(all)
    }

    fn kind(&self, name: String, table: &Table) -> Read<Kind> {
        let path = ["components", name.as_str()];
        let known = ["about", "choice", "price", "ranges"];
        self.only(&self.named(table, &path)?, &known, &path)?;
        let choice = self.text_at(table, "choice", &path, "`choice`")?.unwrap_or_else(|| "chosen".to_owned());
        let choice = Choice::named(&choice).ok_or_else(|| {
            let help = suggestion(&choice, Choice::WORDS);
            self.error(&path, format!("no `choice` is `{choice}`"), help)
        })?;
        let ranges = match self.field(table, "ranges")? {
            Value::Table(ranges) => Some(ranges),
            _ => None,
        };
        let mut rows = Vec::new();
        let mut columns: Vec<(String, Vec<Datum>)> = Vec::new();
        let mut cells_of = Vec::new();
        for row in table.sequence_values::<Value>() {
            let Value::Table(row) = row.map_err(|error| self.of_lua(&error))? else {
                let help = "write { \"shell\", worth = 1, copies = 8 }";
                return Err(self.error(&path, format!("a row of `{name}` is no table"), help));
            };
            let Some(id) = self.text_at(&row, 1, &path, "the name of a row")? else {
                let help = "write its name first: { \"shell\", worth = 1 }";
                return Err(self.error(&path, format!("a row of `{name}` has no name"), help));
            };
            let row_path = ["components", name.as_str(), id.as_str()];
            if !is_word(&id) {
                let help = "use small letters, digits, _ and -, beginning with a letter";
                return Err(self.error(&row_path, format!("`{id}` cannot be the name of a component"), help));
            }
            let mut cells = Vec::new();
            let mut copies = 1;
            for (column, value) in self.named(&row, &row_path)? {
                let what = format!("`{column}` of `{id}`");
                match column.as_str() {
                    "source" => {}
                    "copies" => {
                        copies = self.int(&value, &row_path, &what)?;
                        if !(0..=200).contains(&copies) {
                            return Err(self.error(
                                &row_path,
                                format!("{what} is no number of copies"),
                                "write 0 to 200",
                            ));
                        }
                    }
                    "id" | "name" | "kind" => {
                        return Err(self.error(
                            &row_path,
                            format!("{what} is taken by the program"),
                            "choose another name",
                        ));
                    }
                    _ => {
                        let datum = self.datum(&value, &row_path, &what)?;
                        match columns.iter_mut().find(|(known, _)| *known == column) {
                            Some((_, seen)) => seen.push(datum.clone()),
                            None => columns.push((column.clone(), vec![datum.clone()])),
                        }
                        cells.push((column, datum));
                    }
                }
            }
            let source = self.source(&row, &row_path)?;
            cells_of.push(cells);
            rows.push(Row { name: id, cells: Vec::new(), copies, source });
        }
        if rows.is_empty() {
            return Err(self.error(
                &path,
                format!("`{name}` has no rows"),
                "add { \"shell\", worth = 1, copies = 8 }",
            ));
        }
        let mut declared = Vec::new();
        for (column, seen) in columns {
            if seen.len() < rows.len() {
                let without = rows
                    .iter()
                    .zip(&cells_of)
                    .find(|(_, cells)| !cells.iter().any(|(own, _)| *own == column));
                let id = without.map_or("", |(row, _)| row.name.as_str());
                let message = format!("`{id}` has no `{column}`, and other rows have one");
                return Err(self.error(&["components", &name, id], message, format!("add {column} = ...")));
            }
            let domain = self.column_domain(&seen, ranges.as_ref(), &column, &path)?;
            declared.push(Column { name: column, domain });
        }
        for (row, cells) in rows.iter_mut().zip(cells_of) {
            let cell = |column: &Column| {
                cells.iter().find(|(own, _)| *own == column.name).map(|(_, datum)| datum.clone())
            };
            row.cells = declared.iter().filter_map(cell).collect();
        }
        let price = self.text_at(table, "price", &path, "`price`")?;
        if let Some(price) = &price
            && !declared
                .iter()
                .any(|column| column.name == *price && matches!(column.domain, Domain::Range(..)))
        {
            let help = suggestion(price, declared.iter().map(|column| column.name.as_str()));
            return Err(self.error(&path, format!("no column of numbers is called `{price}`"), help));
        }
        let about = self.text_at(table, "about", &path, "`about`")?.unwrap_or_default();
        let most = rows.iter().map(|row| row.copies).max().unwrap_or(1);
        Ok(Kind { most_copies: (2 * most).max(9), about, choice, price, columns: declared, rows, name })
    }

    /// The domain of a column: the declared range, or one with room on both sides of its values.
    fn column_domain(
        &self,
        seen: &[Datum],
        ranges: Option<&Table>,
        name: &str,
        path: &[&str],
    ) -> Read<Domain> {
        let ints: Vec<i64> = seen
            .iter()
            .filter_map(|datum| if let Datum::Int(int) = datum { Some(*int) } else { None })
            .collect();
        if ints.len() == seen.len() {
            let (low, high) =
                (ints.iter().min().copied().unwrap_or(0), ints.iter().max().copied().unwrap_or(0));
            let own = ranges.map(|ranges| self.field(ranges, name)).transpose()?;
            let (least, most) = match own {
                Some(Value::Table(ends)) => {
                    let end = |at: i64| ends.raw_get::<Value>(at).map_err(|error| self.of_lua(&error));
                    (self.int(&end(1)?, path, "the least")?, self.int(&end(2)?, path, "the most")?)
                }
                _ => (low.min(0) * 2, (2 * high).max(10)),
            };
            if low < least || high > most {
                let message = format!("`{name}` goes from {low} to {high}, beyond its range");
                return Err(self.error(path, message, format!("{least} to {most} is declared in `ranges`")));
            }
            return Ok(Domain::Range(least, most));
        }
        if seen.iter().all(|datum| matches!(datum, Datum::Flag(_))) {
            return Ok(Domain::Flag);
        }
        let mut words = Vec::new();
        for datum in seen {
            let Datum::Word(word) = datum else {
                let help = "write whole numbers, words or flags in all rows";
                return Err(self.error(
                    path,
                    format!("`{name}` is a number in one row and none in another"),
                    help,
                ));
            };
            if !words.contains(word) {
                words.push(word.clone());
            }
        }
        Ok(Domain::Options(words))
    }

    fn zones(&self, kinds: &[Kind]) -> Read<Vec<Zone>> {
        const SEEN: [(&str, Seen); 4] =
            [("open", Seen::Open), ("own", Seen::Own), ("hidden", Seen::Hidden), ("counted", Seen::Counted)];
        let mut all = Vec::new();
        for (name, value) in self.table("zones")? {
            let path = ["zones", name.as_str()];
            self.free(&name, &path)?;
            let Value::Table(table) = value else {
                let help = format!("write {name} = {{ \"open\", of = \"card\" }}");
                return Err(self.error(&path, format!("`{name}` is no table"), help));
            };
            self.only(&self.named(&table, &path)?, &["of", "each"], &path)?;
            let word = self.text_at(&table, 1, &path, "who sees a zone")?.unwrap_or_default();
            let Some((_, seen)) = SEEN.iter().find(|(known, _)| *known == word) else {
                let help = suggestion(&word, SEEN.map(|(word, _)| word));
                return Err(self.error(&path, format!("`{name}` does not say who sees it"), help));
            };
            let kind = self.text_at(&table, "of", &path, "`of`")?;
            if let Some(kind) = &kind
                && !kinds.iter().any(|known| known.name == *kind)
            {
                let help = suggestion(kind, kinds.iter().map(|kind| kind.name.as_str()));
                return Err(self.error(&path, format!("no components are called `{kind}`"), help));
            }
            let each = matches!(self.field(&table, "each")?, Value::Boolean(true));
            if *seen == Seen::Own && !each {
                return Err(self.error(
                    &path,
                    format!("`{name}` has no owner"),
                    "add each = true: one for each player",
                ));
            }
            all.push(Zone { name, kind, each, seen: *seen });
        }
        Ok(all)
    }

    /// Refuses names that the state reserves.
    fn free(&self, name: &str, path: &[&str]) -> Read<()> {
        if name == "players" {
            return Err(self.error(path, "`players` is the number of players", "choose another name"));
        }
        Ok(())
    }

    fn fields(&self, zones: &[Zone]) -> Read<Vec<Field>> {
        let mut all = Vec::new();
        for (name, value) in self.table("state")? {
            let path = ["state", name.as_str()];
            self.free(&name, &path)?;
            if zones.iter().any(|zone| zone.name == name) {
                return Err(self.error(&path, format!("`{name}` is a zone too"), "choose another name"));
            }
            let (mut value, mut each, mut own, mut words) = (value, false, false, None);
            // `each`, `own` and `words` wrap the value.
            while let Value::Table(table) = &value {
                each |= matches!(self.field(table, "each")?, Value::Boolean(true));
                own |= matches!(self.field(table, "own")?, Value::Boolean(true));
                let list = self.field(table, "words")?;
                if !list.is_nil() {
                    words = Some(self.words(&list, &path, &format!("`{name}`"))?);
                }
                let inner = self.field(table, "value")?;
                if inner.is_nil() {
                    let help = "write a number, a flag, words(\"first\", \"second\") or each(0)";
                    return Err(self.error(&path, format!("`{name}` has no first value"), help));
                }
                value = inner;
            }
            let first = self.datum(&value, &path, &format!("`{name}`"))?;
            match (&first, &words) {
                (Datum::Word(_), None) => {
                    let help =
                        format!("write {name} = words(\"first\", \"second\"): all words that it may be");
                    return Err(self.error(&path, format!("`{name}` does not say its words"), help));
                }
                (Datum::Word(_), Some(_)) | (_, None) => {}
                (_, Some(_)) => {
                    return Err(self.error(
                        &path,
                        format!("`{name}` mixes words and others"),
                        "use words only",
                    ));
                }
            }
            all.push(Field { name, first, words, each, own });
        }
        Ok(all)
    }

    fn decisions(&self, kinds: &[Kind]) -> Read<Vec<Decision>> {
        let mut all = Vec::new();
        for (name, value) in self.table("decisions")? {
            let path = ["decisions", name.as_str()];
            let Value::Table(table) = value else {
                let help = format!(
                    "write {name} = {{ about = \"...\", choices = {{ ... }}, play = function(g, seat, choice) ... end }}"
                );
                return Err(self.error(&path, format!("`{name}` is no table"), help));
            };
            let known = ["about", "choices", "words", "amount", "play", "features"];
            self.only(&self.named(&table, &path)?, &known, &path)?;
            if !matches!(self.field(&table, "play")?, Value::Function(_)) {
                let help = "add play = function(g, seat, choice) ... end";
                return Err(self.error(&path, format!("`{name}` does not say what happens"), help));
            }
            let about =
                self.text_at(&table, "about", &path, "`about`")?.unwrap_or_else(|| format!("{name}?"));
            let (choices, amount) = (self.field(&table, "choices")?, self.field(&table, "amount")?);
            let words = self.field(&table, "words")?;
            let mut words = if words.is_nil() { Vec::new() } else { self.words(&words, &path, "`words`")? };
            let mut is_static = false;
            let is_amount = match (&choices, &amount) {
                (Value::Nil, Value::Function(_)) => true,
                (Value::Function(_), Value::Nil) => false,
                (Value::Table(_), Value::Nil) => {
                    words = self.words(&choices, &path, "`choices`")?;
                    is_static = true;
                    if words.is_empty() {
                        return Err(self.error(&path, format!("`{name}` has no choices"), "add some"));
                    }
                    false
                }
                _ => {
                    let help = "add choices = { \"yes\", \"no\" }, a function that lists them, or amount = function(g, seat) return 0, 10 end";
                    return Err(self.error(
                        &path,
                        format!("`{name}` does not say what may be answered"),
                        help,
                    ));
                }
            };
            if let Some(word) = words
                .iter()
                .find(|word| kinds.iter().flat_map(|kind| &kind.rows).any(|row| row.name == **word))
            {
                return Err(self.error(
                    &path,
                    format!("`{word}` is a component too"),
                    "give the choice another name",
                ));
            }
            let features = self.features(&table, &["decisions", &name, "features"])?;
            all.push(Decision { name, about, is_amount, words, is_static, features });
        }
        if all.is_empty() {
            return Err(self.missing("decisions", "decisions = { ... }: what players are asked"));
        }
        Ok(all)
    }

    fn features(&self, table: &Table, path: &[&str]) -> Read<Vec<FeatureDecl>> {
        let table = match self.field(table, "features")? {
            Value::Nil => return Ok(Vec::new()),
            Value::Table(table) => table,
            _ => return Err(self.error(path, "`features` is no table", "write features = { ... }")),
        };
        let mut all = Vec::new();
        for (name, value) in self.named(&table, path)? {
            let mut whole = path.to_vec();
            whole.push(&name);
            let help = format!(
                "write {name} = {{ \"points\", 0, 10, \"What it is.\", function(v, seat, choice) ... end }}"
            );
            let Value::Table(one) = value else {
                return Err(self.error(&whole, format!("the feature `{name}` is no table"), help));
            };
            let get = |at: i64| one.raw_get::<Value>(at).map_err(|error| self.of_lua(&error));
            let end = |value: Value| match value {
                Value::Integer(number) => Some(number as f64),
                Value::Number(number) if !number.is_nan() => Some(number),
                _ => None,
            };
            let unit = self.text_at(&one, 1, &whole, "the unit")?;
            let about = self.text_at(&one, 4, &whole, "the meaning")?;
            let (Some(unit), Some(low), Some(high), Some(about), Value::Function(_)) =
                (unit, end(get(2)?), end(get(3)?), about, get(5)?)
            else {
                return Err(self.error(&whole, format!("the feature `{name}` is not complete"), help));
            };
            if low > high {
                return Err(self.error(&whole, format!("the least of `{name}` is above its most"), help));
            }
            all.push(FeatureDecl { name, unit, range: (low, high), about });
        }
        if all.len() > MOST_FEATURES {
            return Err(self.error(
                path,
                format!("{} features are too many", all.len()),
                format!("have at most {MOST_FEATURES}"),
            ));
        }
        Ok(all)
    }

    fn measures(&self) -> Read<Vec<MeasureDecl>> {
        let mut all = Vec::new();
        for (name, value) in self.table("measures")? {
            let path = ["measures", name.as_str()];
            let help = format!("write {name} = {{ \"cards\", \"What is counted.\" }}");
            let Value::Table(table) = value else {
                return Err(self.error(&path, format!("`{name}` is no table"), help));
            };
            self.only(&self.named(&table, &path)?, &["of", "bins"], &path)?;
            let unit = self.text_at(&table, 1, &path, "the unit")?;
            let (Some(unit), Some(about)) = (unit, self.text_at(&table, 2, &path, "the meaning")?) else {
                return Err(self.error(&path, format!("the measure `{name}` is not complete"), help));
            };
            let of = self.text_at(&table, "of", &path, "`of`")?.unwrap_or_else(|| "seat".to_owned());
            if !["seat", "table"].contains(&of.as_str()) {
                return Err(self.error(&path, format!("`of` is `{of}`"), suggestion(&of, ["seat", "table"])));
            }
            let bins = match self.field(&table, "bins")? {
                Value::Nil => None,
                value => Some(self.int(&value, &path, "`bins`")?.clamp(2, 64) as usize),
            };
            all.push(MeasureDecl { name, unit, about, of_table: of == "table", bins });
        }
        Ok(all)
    }

    fn strategies(&self) -> Read<Vec<(String, String)>> {
        let Value::Table(table) = self.field(&self.declared, "strategies")? else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for pair in table.pairs::<Value, Value>() {
            let (Value::String(name), Value::String(text)) = pair.map_err(|error| self.of_lua(&error))?
            else {
                let help = "write name = [[ the text of a strategy file ]]";
                return Err(self.error(&["strategies"], "a strategy is no text", help));
            };
            let name = name.to_string_lossy();
            if !is_word(&name) {
                return Err(self.error(
                    &["strategies"],
                    format!("`{name}` cannot be a strategy's name"),
                    "use small letters and -",
                ));
            }
            all.push((name, text.to_string_lossy()));
        }
        all.sort();
        Ok(all)
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 40
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

fn is_word(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 40
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == '-')
}
