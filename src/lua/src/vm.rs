//! The file in a sandbox: one interpreter per thread and game, with a memory limit; `game.lua` limits instructions.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
    sync::Arc,
};

use mlua::{Error, Function, Lua, LuaOptions, LuaString, StdLib, Table, Value};

use crate::{
    declaration::{Datum, Declaration, Seen},
    declare::{NAMES, Reader},
    enumerate::Branch,
    error::{CHUNK, of_lua},
    event,
};
use sim_engine::{
    Luck, Purpose, Stream,
    luck::hash_name,
    text::{FileError, suggestion},
};

/// Memory limit of an interpreter, in bytes.
const MOST_BYTES: usize = 48 << 20;

/// The source of luck while a function of the file runs.
#[derive(Debug, Default)]
pub(crate) enum Source {
    /// No luck may be drawn.
    #[default]
    None,
    /// The luck of a deal.
    Deal(Luck),
    /// A stream, for resampled worlds.
    Stream(Stream),
    /// Every outcome in turn.
    Branch(Branch),
}

#[derive(Debug)]
pub(crate) struct File {
    pub origin: String,
    /// The name of the game.
    pub name: String,
    pub text: String,
}

/// A game under some settings.
#[derive(Debug)]
pub(crate) struct Config {
    pub players: usize,
    pub numbers: Vec<(String, Datum)>,
    /// Components in play under these settings, in order.
    pub rows: Vec<ConfigRow>,
    /// By decision: the sources of its features.
    pub features: Vec<Vec<Feature>>,
    /// Names of the context features that the file computes.
    pub context: Vec<String>,
    pub declaration: Arc<Declaration>,
}

#[derive(Debug)]
pub(crate) struct ConfigRow {
    pub name: String,
    pub kind: String,
    pub copies: i64,
    pub cost: Option<i64>,
    pub values: Vec<(String, Datum)>,
}

/// The source of a feature's value.
#[derive(Debug, Clone)]
pub(crate) enum Feature {
    /// A function of the file.
    File(String),
    /// Whether the answer is this word, by index.
    Word(usize),
    /// Kind and column: the component's value; 0 for other answers.
    Column(String, String),
    /// Points that the answer gains at once, in a resampled world.
    Gain,
}

/// State after a call: the zones as bytes, and integers of four bytes.
pub(crate) struct Settled {
    pub zones: LuaString,
    pub numbers: LuaString,
}

pub(crate) struct Vm {
    lua: Lua,
    source: Rc<RefCell<Source>>,
    file: Arc<File>,
    functions: Functions,
    /// Stamp of the state in the tables of the file.
    pub holds: Cell<u64>,
}

struct Functions {
    deal: Function,
    load: Function,
    play: Function,
    chance: Function,
    ask: Function,
    resample: Function,
    scores: Function,
    look: Function,
}

fn values_of(lua: &Lua, values: &[(String, Datum)]) -> mlua::Result<Table> {
    let table = lua.create_table()?;
    for (name, value) in values {
        table.raw_set(name.as_str(), of_datum(lua, value)?)?;
    }
    Ok(table)
}

fn of_datum(lua: &Lua, datum: &Datum) -> mlua::Result<Value> {
    Ok(match datum {
        Datum::Int(number) => Value::Integer(*number),
        Datum::Flag(flag) => Value::Boolean(*flag),
        Datum::Word(word) => Value::String(lua.create_string(word)?),
    })
}

/// An interpreter before it runs a file: its functions, and the source of luck.
struct Room {
    lua: Lua,
    source: Rc<RefCell<Source>>,
    game: Table,
}

/// `keys` are the hashes of the components' names, by component index.
fn room(file: &Arc<File>, keys: Vec<u64>) -> mlua::Result<Room> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::DEBUG;
    #[expect(
        unsafe_code,
        reason = "the debug library stays with our own two files: those of players never get it"
    )]
    // SAFETY: `sandbox.lua` uses it for upvalues and lines, `game.lua` for hooks; neither passes it to the game
    // file.
    let lua = unsafe { Lua::unsafe_new_with(libraries, LuaOptions::new()) };
    lua.set_memory_limit(MOST_BYTES)?;
    let source = Rc::new(RefCell::new(Source::None));
    let native = native(&lua, file, &source, keys)?;
    let sandbox: Table = lua.load(include_str!("sandbox.lua")).set_name("=[program]").call(native.clone())?;
    let game: Table = lua.load(include_str!("game.lua")).set_name("=[program]").call((native, sandbox))?;
    Ok(Room { lua, source, game })
}

/// The program's functions for the two Lua files.
fn native(lua: &Lua, file: &Arc<File>, source: &Rc<RefCell<Source>>, keys: Vec<u64>) -> mlua::Result<Table> {
    let native = lua.create_table()?;
    let nearest = |_: &Lua, (name, known): (LuaString, Vec<LuaString>)| {
        let known: Vec<String> = known.iter().map(LuaString::to_string_lossy).collect();
        Ok(suggestion(&name.to_string_lossy(), known.iter().map(String::as_str)))
    };
    native.raw_set("nearest", lua.create_function(nearest)?)?;
    let intern = |_: &Lua, text: LuaString| {
        event::intern(&text.to_string_lossy()).ok_or_else(|| {
            Error::RuntimeError(
                "the game logs too many different texts\nwrite values as {}: log(\"{seat} draws {card}\", seat, card)".to_owned(),
            )
        })
    };
    native.raw_set("intern", lua.create_function(intern)?)?;
    let (name, luck) = (file.name.clone(), Rc::clone(source));
    let roll = move |_: &Lua, (faces, key, time): (u64, LuaString, i64)| {
        let purpose = || Purpose::new(&format!("{name}.{}", key.to_string_lossy()));
        match &mut *luck.borrow_mut() {
            Source::None => Err(Error::RuntimeError("no luck is drawn here".to_owned())),
            Source::Deal(luck) => Ok(1 + luck.stream(purpose(), time as u64).below(faces)),
            Source::Stream(stream) => Ok(1 + stream.below(faces)),
            Source::Branch(branch) => Ok(1 + branch.choose(faces as usize, |_| 1.0 / faces as f64) as u64),
        }
    };
    native.raw_set("roll", lua.create_function(roll)?)?;
    let (name, luck) = (file.name.clone(), Rc::clone(source));
    let shuffle = move |lua: &Lua, (ids, key, time): (LuaString, LuaString, i64)| {
        let mut ids = ids.as_bytes().to_vec();
        match &mut *luck.borrow_mut() {
            Source::None => return Err(Error::RuntimeError("no luck is drawn here".to_owned())),
            Source::Deal(luck) => {
                let purpose = Purpose::new(&format!("{name}.{}", key.to_string_lossy()));
                crate::state::shuffle_by_luck(&mut ids, &keys, luck, purpose, time as u64);
            }
            Source::Stream(stream) => {
                ids.sort_unstable();
                stream.shuffle(&mut ids);
            }
            Source::Branch(branch) => branch.arrange(&mut ids),
        }
        lua.create_string(&ids)
    };
    native.raw_set("shuffle", lua.create_function(shuffle)?)?;
    Ok(native)
}

/// Runs the file in a room; returns its declarations and the names of its globals.
fn run(room: &Room, file: &Arc<File>) -> mlua::Result<(Table, Vec<String>)> {
    let text = Arc::clone(file);
    let chunk_of = room.lua.create_function(move |lua, env: Table| {
        lua.load(text.text.as_str())
            .set_name(format!("={CHUNK}"))
            .set_mode(mlua::chunk::ChunkMode::Text)
            .set_environment(env)
            .into_function()
    })?;
    let read: Function = room.game.raw_get("read")?;
    let (declared, names): (Table, Vec<LuaString>) = read.call((chunk_of, NAMES.to_vec()))?;
    Ok((declared, names.iter().map(LuaString::to_string_lossy).collect()))
}

/// Reads the declarations of a file.
pub(crate) fn declare(file: &Arc<File>) -> Result<Declaration, FileError> {
    let lua_error = |error: Error| of_lua(&file.origin, &file.text, &error);
    let room = room(file, Vec::new()).map_err(lua_error)?;
    let (declared, globals) = run(&room, file).map_err(lua_error)?;
    Reader { origin: &file.origin, text: &file.text, declared, globals }.read()
}

impl Vm {
    /// An interpreter ready to play the file under some settings.
    pub fn new(file: &Arc<File>, config: &Config) -> Result<Vm, FileError> {
        let made = || -> mlua::Result<Vm> {
            let keys = config.rows.iter().map(|row| hash_name(&row.name));
            let room = room(file, std::iter::once(0).chain(keys).collect())?;
            run(&room, file)?;
            let configure: Function = room.game.raw_get("configure")?;
            configure.call::<()>(tables(&room.lua, config)?)?;
            let get = |name: &str| room.game.raw_get::<Function>(name);
            let functions = Functions {
                deal: get("deal")?,
                load: get("load")?,
                play: get("play")?,
                chance: get("chance")?,
                ask: get("ask")?,
                resample: get("resample")?,
                scores: get("scores")?,
                look: get("look")?,
            };
            let Room { lua, source, .. } = room;
            Ok(Vm { lua, source, file: Arc::clone(file), functions, holds: Cell::new(0) })
        };
        made().map_err(|error| of_lua(&file.origin, &file.text, &error))
    }

    fn finish_call<T>(&self, done: mlua::Result<T>) -> Result<T, FileError> {
        *self.source.borrow_mut() = Source::None;
        done.map_err(|error| {
            self.holds.set(0);
            of_lua(&self.file.origin, &self.file.text, &error)
        })
    }

    fn settled(&self, function: &Function, arguments: impl mlua::IntoLuaMulti) -> Result<Settled, FileError> {
        let done = function.call::<(LuaString, LuaString)>(arguments);
        self.finish_call(done).map(|(zones, numbers)| Settled { zones, numbers })
    }

    /// Deals a game; also returns the source of luck after the draws.
    pub fn deal(&self, source: Source) -> (Result<Settled, FileError>, Source) {
        self.drawing(source, |vm| vm.functions.deal.call(()))
    }

    pub fn chance(&self, source: Source) -> (Result<Settled, FileError>, Source) {
        self.drawing(source, |vm| vm.functions.chance.call(()))
    }

    pub fn resample(&self, seat: u8, source: Source) -> (Result<Settled, FileError>, Source) {
        self.drawing(source, |vm| vm.functions.resample.call(seat + 1))
    }

    fn drawing(
        &self,
        source: Source,
        call: impl FnOnce(&Vm) -> mlua::Result<(LuaString, LuaString)>,
    ) -> (Result<Settled, FileError>, Source) {
        *self.source.borrow_mut() = source;
        let done = call(self);
        let source = self.source.take();
        (self.finish_call(done).map(|(zones, numbers)| Settled { zones, numbers }), source)
    }

    /// Loads a state into the file's tables.
    pub fn load(&self, zones: &[u8], numbers: &[i32]) -> Result<(), FileError> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        let loaded = || -> mlua::Result<()> {
            let (zones, packed) = (self.lua.create_string(zones)?, self.lua.create_string(&bytes)?);
            self.functions.load.call((zones, packed, numbers.len()))
        };
        self.finish_call(loaded())
    }

    pub fn play(&self, point: usize, seat: u8, code: i32) -> Result<Settled, FileError> {
        self.settled(&self.functions.play, (point + 1, seat + 1, code))
    }

    /// The points of all seats, then their tie-breakers, if there are any.
    pub fn scores(&self) -> Result<Vec<i32>, FileError> {
        self.finish_call(self.functions.scores.call(()))
    }

    pub fn ask(&self) -> Result<Settled, FileError> {
        self.settled(&self.functions.ask, ())
    }

    /// Values of the features that the file computes: those of the context, then answer by answer.
    pub fn look(
        &self,
        (point, seat): (usize, u8),
        context: &[usize],
        columns: &[usize],
        codes: &[i32],
    ) -> Result<Vec<f64>, FileError> {
        let from_one = |places: &[usize]| places.iter().map(|at| at + 1).collect::<Vec<usize>>();
        let asked = (point + 1, seat + 1, from_one(context), from_one(columns), codes.to_vec());
        let done = self.functions.look.call(asked);
        self.finish_call(done)
    }
}

/// The configuration as tables for `game.lua`.
fn tables(lua: &Lua, config: &Config) -> mlua::Result<Table> {
    let declaration = &config.declaration;
    let all = lua.create_table()?;
    all.raw_set("players", config.players)?;
    all.raw_set("numbers", values_of(lua, &config.numbers)?)?;
    let list = |tables: mlua::Result<Vec<Table>>| tables.and_then(|tables| lua.create_sequence_from(tables));
    let kinds = declaration.kinds.iter().map(|kind| {
        let table = lua.create_table()?;
        table.raw_set("name", kind.name.as_str())?;
        table.raw_set("counts_always", kind.choice != sim_engine::Choice::Chosen)?;
        Ok(table)
    });
    all.raw_set("kinds", list(kinds.collect())?)?;
    let rows = config.rows.iter().map(|row| {
        let table = lua.create_table()?;
        table.raw_set("name", row.name.as_str())?;
        table.raw_set("kind", row.kind.as_str())?;
        table.raw_set("copies", row.copies)?;
        table.raw_set("cost", row.cost)?;
        table.raw_set("values", values_of(lua, &row.values)?)?;
        Ok(table)
    });
    all.raw_set("rows", list(rows.collect())?)?;
    let zones = declaration.zones.iter().map(|zone| {
        let table = lua.create_table()?;
        table.raw_set("name", zone.name.as_str())?;
        table.raw_set("each", zone.each)?;
        let seen = match zone.seen {
            Seen::Open => "open",
            Seen::Own => "own",
            Seen::Hidden | Seen::Counted => "hidden",
        };
        table.raw_set("seen", seen)?;
        Ok(table)
    });
    all.raw_set("zones", list(zones.collect())?)?;
    let fields = declaration.fields.iter().map(|field| {
        let table = lua.create_table()?;
        table.raw_set("name", field.name.as_str())?;
        table.raw_set("each", field.each)?;
        table.raw_set("own", field.own)?;
        table.raw_set("first", of_datum(lua, &field.first)?)?;
        if let Some(words) = &field.words {
            table.raw_set("words", words.clone())?;
        }
        table.raw_set("flag", matches!(field.first, Datum::Flag(_)))?;
        Ok(table)
    });
    all.raw_set("fields", list(fields.collect())?)?;
    let measures = lua.create_table()?;
    for (at, measure) in (1..).zip(&declaration.measures) {
        let table = lua.create_table()?;
        table.raw_set("at", at)?;
        table.raw_set("of_table", measure.of_table)?;
        measures.raw_set(measure.name.as_str(), table)?;
    }
    all.raw_set("measures", measures)?;
    all.raw_set("ends", declaration.ends.clone())?;
    let decisions = declaration.decisions.iter().zip(&config.features).map(|(decision, features)| {
        let table = lua.create_table()?;
        table.raw_set("name", decision.name.as_str())?;
        table.raw_set("words", decision.words.clone())?;
        let own =
            |feature: &Feature| if let Feature::File(name) = feature { name.clone() } else { String::new() };
        table.raw_set("features", features.iter().map(own).collect::<Vec<String>>())?;
        Ok(table)
    });
    all.raw_set("decisions", list(decisions.collect())?)?;
    all.raw_set("context", config.context.clone())?;
    Ok(all)
}
