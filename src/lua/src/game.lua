-- The game between the program and its file: zones and numbers in tables for the file, in bytes for the program.
--
-- The program calls one function for each thing that happens. It gets back the state that follows as two texts: the zones
-- (a length and the numbers of the components, one byte each), and whole numbers of four bytes (the numbers of the state,
-- who decides, what is legal, the round, the events).
local native, sandbox = ...
local fail, strict, keys_of = sandbox.fail, sandbox.strict, sandbox.keys_of
local char, byte, pack, unpack_text = string.char, string.byte, string.pack, string.unpack
local format, rep = string.format, string.rep
local unpack, remove, sort = table.unpack, table.remove, table.sort
local error, pcall, select, tostring = error, pcall, select, tostring
local type, rawget, setmetatable, next = type, rawget, setmetatable, next
local tointeger, math_type = math.tointeger, math.type
local sethook, getinfo = debug.sethook, debug.getinfo

-- Kinds of nodes, of events and of arguments; the program has the same numbers.
local TERMINAL, CHANCE, DECISION = 0, 1, 2
local LOG, COUNT, USE = 1, 2, 3
local NUMBER, COMPONENT, TEXT = 0, 1, 2
-- Codes of answers: words from 0, components and whole numbers from these on.
local COMPONENTS, NUMBERS, MOST_NUMBER = 10000, 2000000, 1000000
-- Stands for giving nothing, where an amount may be passed over.
local PASS = NUMBERS - MOST_NUMBER
-- Legal answers that are the same at every state are told by this in place of their number.
local STATIC = -1

-- Instructions between two looks at the limit, and the most of one call: some tenths of a second.
local STEP, MOST_STEPS = 10000, 2000

local steps = 0

-- What happened during a call, and how much of it there is.
local ebuf, en = {}, 0

local function tick()
  steps = steps + 1
  if steps <= MOST_STEPS then return end
  local level = 2
  local where = getinfo(level, "Sl")
  while where and where.short_src == "[program]" do
    level = level + 1
    where = getinfo(level, "Sl")
  end
  sethook()
  error(format("%s:%d: this runs for more than %d instructions\nis there a loop that never ends?",
    where and where.short_src or "?", where and where.currentline or 0, STEP * MOST_STEPS), 0)
end

-- From here to `unlimited` functions of the file may run. A hook slows down all that runs, so that our own does without.
local function limited()
  -- What an earlier call has left behind is of a game that broke.
  steps, en = 0, 0
  sethook(tick, "", STEP)
end

local unlimited = sethook

local env, globals, close
local declared
-- "load", "setup", "chance", "play", "imagine" or "ask".
local phase = "load"

local records, rows_of, kinds = {}, {}, {}
local zones, fields = {}, {}
local measures = {}
local players = 0
local g
-- How often luck was drawn so far.
local drawn = 0
local turn, score, tie, chance, setup, resample
local decisions, reasons = {}, {}
local word_code = {}
local has_round = false

local Initial = {}

local builtins = {}

-- What stands for a first value that is not the same for all.
function builtins.each(value)
  return setmetatable({ value = value, each = true }, Initial)
end

function builtins.own(value)
  return setmetatable({ value = value, each = true, own = true }, Initial)
end

function builtins.words(...)
  return setmetatable({ value = (...), words = { ... } }, Initial)
end

local function is_record(value)
  return type(value) == "table" and value.id ~= nil
end

local function owner(list)
  for at = 1, #zones do
    local zone = zones[at]
    if zone.each then
      local all = g[zone.name]
      for seat = 1, players do
        if all[seat] == list then return seat end
      end
    end
  end
end

-- Somebody takes a component.
local function take(card, seat)
  local e, n = ebuf, en
  e[n + 1], e[n + 2], e[n + 3], e[n + 4], e[n + 5] = USE, 3, card.id, seat, rawget(card, "cost") or 0
  en = n + 5
end

function builtins.move(card, from, to)
  -- Arguments are not looked at beforehand: this is called most of all, and Lua complains of what is no table.
  for at = 1, #from do
    if from[at] == card then
      remove(from, at)
      to[#to + 1] = card
      local kind = kinds[card.kind]
      if phase == "play" or (kind.counts_always and phase ~= "ask") then
        local seat = owner(to)
        if seat then take(card, seat) end
      end
      return card
    end
  end
  if not is_record(card) then fail("move expects a component, a zone and a zone", nil, 2) end
  fail(format("%s is not where it is moved from", card.name), nil, 2)
end

function builtins.draw(from, to, count)
  for _ = 1, count or 1 do
    local card = remove(from, 1)
    if card == nil then fail("there is nothing left to draw", nil, 2) end
    to[#to + 1] = card
    if kinds[card.kind].counts_always then
      local seat = owner(to)
      if seat then take(card, seat) end
    end
  end
  return to[#to]
end

function builtins.fill(zone, kind)
  if type(zone) ~= "table" or type(kind) ~= "string" then
    fail('fill expects a zone and the name of a kind, as fill(g.deck, "card")', nil, 2)
  end
  local rows = rows_of[kind]
  if not rows then
    fail(format("no components are called `%s`", tostring(kind)), native.nearest(tostring(kind), keys_of(rows_of)), 2)
  end
  for at = 1, #rows do
    for _ = 1, rows[at].copies do zone[#zone + 1] = rows[at] end
  end
end

local function may_draw(what)
  if phase ~= "setup" and phase ~= "chance" and phase ~= "imagine" then
    fail(format("%s draws luck, which only `setup`, `chance` and `resample` may", what),
      'let `turn` return "chance", and draw in `chance`', 3)
  end
end

-- `key` says what the luck is for and `time` which time: draws of the same key and time are the same under other rules.
function builtins.roll(faces, key, time)
  may_draw("roll")
  faces = tointeger(faces)
  if not faces or faces < 1 or faces > 1000000 then fail("a die has 1 to 1000000 faces", nil, 2) end
  drawn = drawn + 1
  return native.roll(faces, key or "roll", tointeger(time or drawn - 1) or 0)
end

function builtins.shuffle(zone, key, time)
  may_draw("shuffle")
  if type(zone) ~= "table" then fail("shuffle expects a zone", nil, 2) end
  drawn = drawn + 1
  local count = #zone
  if count < 2 then return end
  local ids = {}
  for at = 1, count do
    ids[at] = is_record(zone[at]) and zone[at].id or fail("shuffle expects a zone of components", nil, 2)
  end
  local order = native.shuffle(char(unpack(ids, 1, count)), key or "shuffle", tointeger(time or drawn - 1) or 0)
  for at = 1, count do zone[at] = records[byte(order, at)] end
end

-- The numbers of texts, as far as they were logged.
local text_number = setmetatable({}, {
  __index = function(known, text)
    local number = native.intern(text)
    known[text] = number
    return number
  end,
})

function builtins.log(text, ...)
  if type(text) ~= "string" then fail("log expects a text", nil, 2) end
  local count = select("#", ...)
  if count > 4 then fail("log takes up to four values", nil, 2) end
  local e, n = ebuf, en
  e[n + 1], e[n + 2], e[n + 3] = LOG, 1 + 2 * count, text_number[text]
  n = n + 3
  for at = 1, count do
    local value = (select(at, ...))
    if is_record(value) then
      e[n + 1], e[n + 2] = COMPONENT, value.id
    elseif type(value) == "number" and tointeger(value) then
      e[n + 1], e[n + 2] = NUMBER, tointeger(value)
    elseif type(value) == "table" then
      fail("log takes numbers, texts and components", nil, 2)
    else
      e[n + 1], e[n + 2] = TEXT, text_number[tostring(value)]
    end
    n = n + 2
  end
  en = n
end

function builtins.count(name, seat, amount)
  local measure = measures[name]
  if not measure then
    fail(format("no measure is called `%s`", tostring(name)), native.nearest(tostring(name), keys_of(measures)), 2)
  end
  if measure.of_table then seat, amount = 0, seat end
  seat, amount = tointeger(seat), tointeger(amount == nil and 1 or amount)
  if not amount or not seat or seat > players or (seat < 1 and not measure.of_table) then
    fail(format("count(%q, seat, amount) needs a seat and a whole number", name), nil, 2)
  end
  if amount == 0 then return end
  local e, n = ebuf, en
  e[n + 1], e[n + 2], e[n + 3], e[n + 4], e[n + 5] = COUNT, 3, measure.at, seat, amount
  en = n + 5
end

local Over = {}
function builtins.over(reason)
  return Over, reason
end

-- How so many numbers of four bytes are packed.
local layouts = {}
local function layout_of(count)
  local layout = layouts[count]
  if not layout then
    layout = "<" .. rep("i4", count)
    layouts[count] = layout
  end
  return layout
end

local function packed(values, count)
  return pack(layout_of(count), unpack(values, 1, count))
end

-- The function of the file that was called last, for complaints of what it left.
local called

local function error_at_call(message)
  error(format("game:%d: %s", getinfo(called, "S").linedefined, message), 0)
end

-- What the state holds that it must not, in words; for when packing has failed.
local function complain()
  for _, zone in next, zones do
    local function check(list, whose)
      if type(list) ~= "table" then
        error_at_call(format("the zone `%s`%s is no list any more", zone.name, whose))
      end
      for at = 1, #list do
        if not is_record(list[at]) then
          error_at_call(format("the zone `%s`%s holds something that is no component", zone.name, whose))
        end
      end
      if #list > 255 then
        error_at_call(format("the zone `%s`%s holds more than 255\nis a component put there, and not moved?", zone.name, whose))
      end
    end
    local all = g[zone.name]
    if zone.each then
      for seat = 1, players do check(all[seat], format(" of seat %d", seat)) end
    else
      check(all, "")
    end
  end
  for _, field in next, fields do
    local function check(value, whose)
      local ok
      if field.words then
        ok = word_code[field.name][value] ~= nil
      elseif field.flag then
        ok = type(value) == "boolean"
      else
        ok = tointeger(value) ~= nil and value <= 2147483647 and value >= -2147483648
      end
      if not ok then
        local what = field.words and "none of its words" or field.flag and "neither true nor false" or "no whole number"
        local near = field.words and type(value) == "string" and "\n" .. native.nearest(value, field.words) or ""
        error_at_call(format("`%s`%s is set to %s, which is %s%s", field.name, whose, type(value) == "table" and "a table"
          or format("`%s`", tostring(value)), what, near))
      end
    end
    if field.each then
      for seat = 1, players do check(g[field.name][seat], format(" of seat %d", seat)) end
    else
      check(g[field.name], "")
    end
  end
end

local zbuf, vbuf = {}, {}
-- Lists of components; components in them now, and after the deal.
local lists, held_size, whole_size = 0, 0, 0

-- Fills both buffers with the zones and the fields; gives how much of each. Fields become integers, so that a state is the
-- same whether it was loaded or came about.
local function gather()
  local z, n = zbuf, 0
  for at = 1, #zones do
    local zone = zones[at]
    local all = g[zone.name]
    if zone.each then
      for seat = 1, players do
        local list = all[seat]
        local count = #list
        n = n + 1
        z[n] = count
        for place = 1, count do z[n + place] = list[place].id end
        n = n + count
      end
    else
      local count = #all
      n = n + 1
      z[n] = count
      for place = 1, count do z[n + place] = all[place].id end
      n = n + count
    end
  end
  local v, m = vbuf, 1
  v[1] = drawn
  for at = 1, #fields do
    local field = fields[at]
    local name, code = field.name, field.code
    local value = g[name]
    if field.each then
      for seat = 1, players do
        m = m + 1
        if code then
          v[m] = code[value[seat]] | 0
        else
          local number = value[seat] | 0
          if number ~= value[seat] then error("") end
          value[seat] = number
          v[m] = number
        end
      end
    else
      m = m + 1
      if code then
        v[m] = code[value] | 0
      else
        local number = value | 0
        if number ~= value then error("") end
        g[name] = number
        v[m] = number
      end
    end
  end
  held_size = n - lists
  return char(unpack(z, 1, n)), m
end

local function code_of(choice, words_of, where)
  local kind = type(choice)
  if kind == "string" then
    local code = words_of[choice]
    if not code then
      error(format("`%s` offers %q, which is none of its words\n%s", where, choice,
        native.nearest(choice, keys_of(words_of))), 0)
    end
    return code
  elseif is_record(choice) then
    return COMPONENTS + choice.id
  end
  local number = tointeger(choice)
  if not number or kind ~= "number" or number > MOST_NUMBER or number <= -MOST_NUMBER then
    error(format("`%s` offers a %s: offer words, components or whole numbers", where, kind), 0)
  end
  return NUMBERS + number
end

local function whole(value, what)
  local number = tointeger(value)
  if not number or type(value) ~= "number" then error(format("%s is no whole number", what), 0) end
  return number
end

-- Where the file's functions have set the state, what follows of it is asked and all of it is packed.
local function settled()
  local phase_before = phase
  phase = "ask"
  local seat, what = turn(g)
  local decision, offered, least, most, step, may_pass
  if seat ~= Over and seat ~= nil and seat ~= "chance" then
    decision = decisions[what]
    if not decision then
      error(format("`turn` asks `%s`, which `decisions` does not name\n%s", tostring(what),
        native.nearest(tostring(what), keys_of(decisions))), 0)
    end
    if type(seat) ~= "number" or not tointeger(seat) or seat < 1 or seat > players then
      error(format("`turn` asks seat %s, and there are %d", tostring(seat), players), 0)
    end
    if decision.amount then
      least, most, step, may_pass = decision.amount(g, seat)
    elseif decision.choose then
      offered = decision.choose(g, seat)
    end
  end
  unlimited()
  local held, zone_text, m = pcall(gather)
  if not held then
    complain()
    error_at_call("the state cannot be kept")
  end
  if phase_before == "setup" then
    whole_size = held_size
  elseif held_size ~= whole_size then
    error_at_call(format("there are %d components in the zones now, and there were %d\n%s", held_size, whole_size,
      "move each by `move` or `draw`: one was copied or lost"))
  end
  local v = vbuf
  if decision then
    v[m + 1], v[m + 2], v[m + 3] = DECISION, seat - 1, decision.at - 1
    if decision.amount then
      v[m + 4] = 0
      v[m + 5] = whole(least, "the least amount")
      v[m + 6] = whole(most, "the most of an amount")
      v[m + 7] = whole(step or 1, "the step of an amount")
      v[m + 8] = may_pass and 1 or 0
      m = m + 8
    elseif offered then
      if type(offered) ~= "table" then error(format("`choices` of `%s` gives no list", what), 0) end
      local count, words_of = #offered, decision.words
      if count == 0 then error(format("`%s` has no legal answer", what), 0) end
      v[m + 4] = count
      m = m + 4
      for at = 1, count do
        local choice = offered[at]
        local id = type(choice) == "table" and choice.id
        v[m + at] = id and COMPONENTS + id or code_of(choice, words_of, what)
      end
      m = m + count
    elseif decision.choose then
      error(format("`choices` of `%s` gives no list", what), 0)
    else
      v[m + 4] = STATIC
      m = m + 4
    end
  elseif seat == "chance" then
    v[m + 1], v[m + 2], v[m + 3], v[m + 4] = CHANCE, 0, 0, 0
    m = m + 4
  else
    local reason = 1
    if what ~= nil then
      reason = reasons[what]
      if not reason then
        error(format("the game ends with %q, which `ends` does not name\n%s", tostring(what),
          native.nearest(tostring(what), keys_of(reasons))), 0)
      end
    end
    v[m + 1], v[m + 2], v[m + 3], v[m + 4] = TERMINAL, 0, reason - 1, 0
    m = m + 4
  end
  m = m + 1
  v[m] = has_round and whole(g.round, "`round`") or 1
  for at = 1, en do v[m + at] = ebuf[at] end
  m = m + en
  en = 0
  local fits, number_text = pcall(packed, v, m)
  if not fits then error("a number of the game is too large", 0) end
  return zone_text, number_text
end

-- Makes the tables of the state anew from what the program holds.
local function load(zone_text, number_text, count)
  local at = 0
  local function fill_list(list)
    at = at + 1
    local length = byte(zone_text, at)
    for place = 1, length do list[place] = records[byte(zone_text, at + place)] end
    for place = #list, length + 1, -1 do list[place] = nil end
    at = at + length
  end
  for place = 1, #zones do
    local zone = zones[place]
    local all = g[zone.name]
    if zone.each then
      for seat = 1, players do fill_list(all[seat]) end
    else
      fill_list(all)
    end
  end
  -- Another interpreter may have dealt this game.
  whole_size = #zone_text - lists
  local values = { unpack_text(layout_of(count), number_text) }
  drawn = values[1]
  local m = 1
  for place = 1, #fields do
    local field = fields[place]
    local names = field.names
    if field.each then
      local all = g[field.name]
      for seat = 1, players do
        m = m + 1
        if names then all[seat] = names[values[m]] else all[seat] = values[m] end
      end
    else
      m = m + 1
      if names then g[field.name] = names[values[m]] else g[field.name] = values[m] end
    end
  end
end

local function blank()
  local values = { players = players }
  for _, zone in next, zones do
    if zone.each then
      local all = {}
      for seat = 1, players do all[seat] = {} end
      values[zone.name] = all
    else
      values[zone.name] = {}
    end
  end
  for _, field in next, fields do
    if field.each then
      local all = {}
      for seat = 1, players do all[seat] = field.first end
      values[field.name] = all
    else
      values[field.name] = field.first
    end
  end
  return strict(values, "the state")
end

-- What a seat sees. Zones that it does not see hold things without a name.
local Unknown = setmetatable({}, {
  __index = function(_, name) fail(format("`%s` of what the seat does not see", tostring(name)), nil, 2) end,
})

local function view_of(seat)
  local view = { players = players }
  local function seen(list, is_open)
    local shown = {}
    if is_open then
      for at = 1, #list do shown[at] = list[at] end
    else
      for at = 1, #list do shown[at] = Unknown end
    end
    return shown
  end
  for _, zone in next, zones do
    local all = g[zone.name]
    if zone.each then
      local shown = {}
      for other = 1, players do
        shown[other] = seen(all[other], zone.seen == "open" or zone.seen == "own" and other == seat)
      end
      view[zone.name] = shown
    else
      view[zone.name] = seen(all, zone.seen == "open")
    end
  end
  for _, field in next, fields do
    local value = g[field.name]
    if field.each then
      local shown = {}
      for other = 1, players do
        if not field.own or other == seat then shown[other] = value[other] end
      end
      view[field.name] = shown
    else
      view[field.name] = value
    end
  end
  return strict(view, "what a seat sees")
end

local function choice_of(point, code)
  if code == PASS then return nil end
  if code >= NUMBERS - MOST_NUMBER then return code - NUMBERS end
  if code >= COMPONENTS then return records[code - COMPONENTS] end
  return point.word_at[code + 1]
end

local Game = {}

-- Reads the file. Gives what it declares under these names, and the names of its globals.
function Game.read(chunk_of, names_declared)
  env, globals, close = sandbox.environment(builtins)
  local chunk = chunk_of(env)
  limited()
  chunk()
  unlimited()
  declared = {}
  for _, name in next, names_declared do
    declared[name] = rawget(globals, name)
  end
  local names = {}
  for name in next, globals do
    if type(name) == "string" and builtins[name] == nil and sandbox.library[name] == nil then names[#names + 1] = name end
  end
  sort(names)
  return declared, names
end

-- Makes the game of some settings at a table of so many players.
function Game.configure(config)
  players = config.players
  local all = {}
  for at = 1, #config.kinds do
    local kind = config.kinds[at]
    kinds[kind.name] = kind
    rows_of[kind.name] = {}
    all[kind.name] = {}
  end
  for id = 1, #config.rows do
    local row = config.rows[id]
    local held = { id = id, name = row.name, kind = row.kind, copies = row.copies, cost = row.cost }
    records[id] = setmetatable(held, {
      __index = setmetatable(row.values, {
        __index = function(_, name)
          fail(format("%s has no `%s`", row.name, tostring(name)), native.nearest(tostring(name), keys_of(row.values)), 2)
        end,
      }),
      __newindex = function() fail("components are the same in all games", "keep what changes in `state`", 2) end,
      __metatable = false,
    })
    local list = rows_of[row.kind]
    list[#list + 1] = records[id]
    all[row.kind][#list] = records[id]
    all[row.kind][row.name] = records[id]
  end
  for kind, list in next, all do strict(list, "`" .. kind .. "`") end
  globals.numbers = strict(config.numbers, "`numbers`")
  globals.components = strict(all, "`components`")
  zones, fields = config.zones, config.fields
  for at = 1, #fields do
    local field = fields[at]
    if field.words then
      field.code, field.names = {}, {}
      for place, word in next, field.words do
        field.code[word] = place
        field.names[place] = word
      end
      word_code[field.name] = field.code
    elseif field.flag then
      field.code, field.names = { [true] = 1, [false] = 0 }, { [1] = true, [0] = false }
    end
    if field.name == "round" then has_round = true end
  end
  lists = 0
  for at = 1, #zones do lists = lists + (zones[at].each and players or 1) end
  measures = config.measures
  for place, reason in next, config.ends do reasons[reason] = place end
  for at = 1, #config.decisions do
    local one = config.decisions[at]
    local given = declared.decisions[one.name]
    local words_of = {}
    for place, word in next, one.words do words_of[word] = place - 1 end
    local choices = given.choices
    decisions[one.name] = {
      at = at, amount = given.amount, choose = type(choices) == "function" and choices or nil, words = words_of,
      word_at = one.words, play = given.play, features = {},
    }
    decisions[at] = decisions[one.name]
    for place, name in next, one.features do
      local feature = (given.features or {})[name]
      decisions[at].features[place] = { name = name, value = feature and feature[5] }
    end
  end
  local context = {}
  for place, name in next, config.context do
    context[place] = { name = name, value = (declared.features or {})[name][5] }
  end
  Game.context = context
  turn, chance, setup, resample = declared.turn, declared.chance, declared.setup, declared.resample
  score, tie = declared.score, declared.tie
  if not score then score = function(state, seat) return state.points[seat] end end
  close()
  for _, part in next, { declared.decisions, declared.features } do sandbox.settle(part) end
  for _, part in next, { turn, chance, setup, resample, score, tie } do sandbox.settle(part) end
end

function Game.deal()
  limited()
  sandbox.check_settled()
  g = blank()
  drawn = 0
  phase = "setup"
  called = setup
  setup(g)
  return settled()
end

function Game.load(zone_text, number_text, count)
  if not g then g = blank() end
  load(zone_text, number_text, count)
end

function Game.play(point, seat, code)
  limited()
  phase = "play"
  local decision = decisions[point]
  called = decision.play
  decision.play(g, seat, choice_of(decision, code))
  return settled()
end

function Game.chance()
  limited()
  phase = "chance"
  called = chance
  chance(g)
  return settled()
end

-- What follows of the state that was loaded.
function Game.ask()
  limited()
  return settled()
end

-- The points of all seats, then what breaks their ties.
function Game.scores()
  limited()
  phase = "ask"
  local values = {}
  for seat = 1, players do
    local value = score(g, seat)
    if math_type(value) ~= "integer" then value = whole(value, format("what `score` gives for seat %d", seat)) end
    values[seat] = value
    if tie then values[players + seat] = whole(tie(g, seat), format("what `tie` gives for seat %d", seat)) end
  end
  unlimited()
  return values
end

function Game.resample(seat)
  limited()
  phase = "imagine"
  local before = drawn
  called = resample
  resample(g, seat)
  drawn = before
  return settled()
end

-- Values of features: those of the whole decision in `context`, then those of each answer in `columns`, answer by answer.
function Game.look(point, seat, context, columns, codes)
  limited()
  phase = "ask"
  local view, values, n = view_of(seat), {}, 0
  local function value_of(feature, ...)
    local value = feature.value(view, seat, ...)
    if value == true then value = 1 elseif value == false then value = 0 end
    if type(value) ~= "number" then error(format("the feature `%s` gives no number", feature.name), 0) end
    return value
  end
  for at = 1, #context do
    n = n + 1
    values[n] = value_of(Game.context[context[at]]) + 0.0
  end
  local decision = decisions[point]
  for at = 1, #codes do
    local choice = choice_of(decision, codes[at])
    for place = 1, #columns do
      n = n + 1
      values[n] = value_of(decision.features[columns[place]], choice) + 0.0
    end
  end
  unlimited()
  return values
end

return Game
