-- What a game file may use, and how its mistakes are told. Gives the environment of the file.
--
-- Nothing here reads a clock, a file, the process or an address, and tables are walked in order: the same file and the same
-- luck give the same game everywhere.
local native = ...
local error, type, rawget, setmetatable, getmetatable = error, type, rawget, setmetatable, getmetatable
local tostring, tonumber, select, ipairs, next = tostring, tonumber, select, ipairs, next
local sort, concat = table.sort, table.concat
local find, format = string.find, string.format

local sandbox = {}

-- `level` is that of `error`: 2 is the line that called.
local function fail(message, help, level)
  if help and help ~= "" then message = message .. "\n" .. help end
  error(message, (level or 2) + 1)
end
sandbox.fail = fail

local function keys_of(values)
  local keys = {}
  for key in next, values do
    if type(key) == "string" then keys[#keys + 1] = key end
  end
  sort(keys)
  return keys
end
sandbox.keys_of = keys_of

-- Reading or writing a name that is not there is a mistake.
local function strict(values, what)
  return setmetatable(values, {
    __index = function(_, name)
      fail(format("%s has no `%s`", what, tostring(name)), native.nearest(tostring(name), keys_of(values)), 2)
    end,
    __newindex = function(_, name)
      fail(format("%s has no `%s`", what, tostring(name)), native.nearest(tostring(name), keys_of(values)), 2)
    end,
    __metatable = false,
  })
end
sandbox.strict = strict

-- In order: numbers, then words.
local function ordered(one, other)
  local a, b = type(one), type(other)
  if a == b then return one < other end
  return a == "number"
end

local function pairs(values)
  if type(values) ~= "table" then fail("pairs expects a table, not " .. type(values), nil, 2) end
  local source, keys = values, {}
  local meta = getmetatable(values)
  if type(meta) == "table" and meta.frozen then source = meta.frozen end
  for key in next, source do
    local kind = type(key)
    if kind ~= "number" and kind ~= "string" then
      fail("pairs walks numbers and words in order; this table has a key of another sort", nil, 2)
    end
    keys[#keys + 1] = key
  end
  sort(keys, ordered)
  local at = 0
  return function()
    at = at + 1
    local key = keys[at]
    if key ~= nil then return key, source[key] end
  end
end

local function text(value)
  local kind = type(value)
  if kind == "table" then
    local name = rawget(value, "name") or (getmetatable(value) or {}).name
    if type(name) == "string" then return name end
  end
  if kind == "table" or kind == "function" or kind == "userdata" then
    fail("a " .. kind .. " has no text", "write one of its fields", 2)
  end
  return tostring(value)
end

local safe_string = {
  byte = string.byte, len = string.len, lower = string.lower, sub = string.sub, upper = string.upper,
  format = function(pattern, ...)
    if type(pattern) ~= "string" then fail("format expects a text", nil, 2) end
    -- Addresses differ from run to run, and a wide field fills the memory.
    if find(pattern, "%%[-+ #0]*%d*%.?%d*p") or find(pattern, "%d%d%d") then
      fail("this format is not allowed", "leave out %p and fields wider than 99", 2)
    end
    local values = { n = select("#", ...), ... }
    for at = 1, values.n do
      if type(values[at]) == "table" then values[at] = text(values[at]) end
    end
    return format(pattern, table.unpack(values, 1, values.n))
  end,
}
-- Methods of texts: ("x"):upper().
getmetatable("").__index = safe_string

local safe_table = {
  concat = concat, insert = table.insert, remove = table.remove, sort = sort, unpack = table.unpack,
}

local safe_math = {
  abs = math.abs, ceil = math.ceil, floor = math.floor, huge = math.huge, max = math.max, maxinteger = math.maxinteger,
  min = math.min, mininteger = math.mininteger, sqrt = math.sqrt, tointeger = math.tointeger, type = math.type,
}

sandbox.library = {
  assert = assert, error = error, ipairs = ipairs, pairs = pairs, select = select, tonumber = tonumber, tostring = text,
  type = type, math = strict(safe_math, "math"), string = strict(safe_string, "string"), table = strict(safe_table, "table"),
}

-- A table that cannot be changed, and all tables in it.
local frozen_as = {}
local function freeze(values)
  if type(values) ~= "table" then return values end
  local meta = getmetatable(values)
  if meta ~= nil then return values end
  local known = frozen_as[values]
  if known then return known end
  local held = {}
  local proxy = setmetatable({}, {
    frozen = held,
    __index = held,
    __len = function() return #held end,
    __newindex = function()
      fail("this table is the same in all games", "keep what changes in `state`", 2)
    end,
  })
  frozen_as[values] = proxy
  for key, value in next, values do held[key] = freeze(value) end
  return proxy
end

-- The values around functions, which must not change from game to game: tables are frozen, others are watched.
local watched = {}
local getupvalue, setupvalue = debug.getupvalue, debug.setupvalue
local seen = {}
local function settle(value)
  if seen[value] then return end
  local kind = type(value)
  if kind == "table" then
    seen[value] = true
    local meta = getmetatable(value)
    local inner = type(meta) == "table" and meta.frozen or value
    for _, one in next, inner do
      if type(one) == "table" or type(one) == "function" then settle(one) end
    end
  elseif kind == "function" then
    seen[value] = true
    local at = 1
    while true do
      local name, held = getupvalue(value, at)
      if not name then break end
      if name ~= "_ENV" and name ~= "" then
        if type(held) == "table" then
          local frozen = freeze(held)
          if frozen ~= held then setupvalue(value, at, frozen) end
          settle(frozen)
        elseif type(held) == "function" then
          settle(held)
        end
        watched[#watched + 1] = { value, at, name, (select(2, getupvalue(value, at))) }
      end
      at = at + 1
    end
  end
end
sandbox.settle = settle

local settled_globals, settled_env = {}, nil

function sandbox.check_settled()
  for at = 1, #settled_globals do
    local name, value = settled_globals[at][1], settled_globals[at][2]
    if settled_env[name] ~= value then
      error(format("the global `%s` was changed while a game was played\nkeep what changes in `state`", name), 0)
    end
  end
  for at = 1, #watched do
    local one = watched[at]
    local _, now = getupvalue(one[1], one[2])
    if now ~= one[4] then
      local where = debug.getinfo(one[1], "S")
      error(format("%s:%d: the local `%s` was changed while a game was played\nkeep what changes in `state`",
        where.short_src, where.linedefined, one[3]), 0)
    end
  end
end

-- The environment of the file: open while it is read, closed once it is played.
function sandbox.environment(builtins)
  local globals = {}
  local env = {}
  for name, value in next, sandbox.library do globals[name] = value end
  for name, value in next, builtins do globals[name] = value end
  local own = {}
  local function unknown(_, name)
    fail(format("nothing is called `%s`", tostring(name)), native.nearest(tostring(name), keys_of(globals)), 2)
  end
  setmetatable(globals, { __index = unknown })
  local meta = {
    __index = globals,
    __newindex = function(_, name, value)
      if builtins[name] ~= nil or sandbox.library[name] ~= nil then
        fail(format("`%s` is a name of the program", name), "choose another name", 2)
      end
      own[name] = true
      globals[name] = value
    end,
  }
  setmetatable(env, meta)
  local function close()
    for name in next, own do globals[name] = freeze(rawget(globals, name)) end
    for name in next, own do settle(rawget(globals, name)) end
    -- From here on names are found at once. What is set over them is found before the next game.
    setmetatable(env, nil)
    for name, value in next, globals do
      env[name] = value
      settled_globals[#settled_globals + 1] = { name, value }
    end
    meta.__metatable, meta.__index = false, unknown
    meta.__newindex = function(_, name)
      fail(format("the global `%s` would outlast the game", tostring(name)),
        "write `local`, or keep what changes in `state`", 2)
    end
    setmetatable(env, meta)
    settled_env = env
  end
  return env, globals, close
end

return sandbox
