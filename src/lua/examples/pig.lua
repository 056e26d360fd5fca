-- Pig, by John Scarne: roll as often as you dare; a 1 loses the points of the turn.

game = { title = "Pig", designers = "John Scarne", players = 2, points_bin = 5, round = "tenth of the target" }

numbers = {
  target = { 100, 10, 200, "Points that win." },
  faces = { 6, 3, 20, "Faces of a die." },
  dice = { 1, 1, 3, "Dice of a roll; a 1 on any of them loses the turn total." },
}

state = {
  points = each(0),
  turn_total = 0,
  active = 1,
  rolls = true, -- The active player has chosen to roll, or begins a turn.
  round = 1,
  turns = 0, -- Turns so far, and rolls of this one: the time of the dice.
  rolled = 0,
}

ends = { "target-reached" }

function setup(g) end

function turn(g)
  for seat = 1, g.players do
    if g.points[seat] >= numbers.target then return over("target-reached") end
  end
  if g.rolls then return "chance" end
  return g.active, "roll"
end

-- The next player's turn begins.
local function pass(g)
  g.active = 3 - g.active
  g.turn_total = 0
  g.rolls = true
  g.turns = g.turns + 1
  g.rolled = 0
end

local function hold(g)
  local seat = g.active
  g.points[seat] = g.points[seat] + g.turn_total
  g.round = math.min(10, 1 + math.max(g.points[1], g.points[2]) * 10 // numbers.target)
  log("{seat} takes {total} and has {points}", seat, g.turn_total, g.points[seat])
  pass(g)
end

function chance(g)
  local pips, lost = 0, false
  for i = 1, numbers.dice do
    local die = roll(numbers.faces, i == 1 and "dice" or "dice-" .. i, g.turns << 32 | g.rolled)
    pips = pips + die
    lost = lost or die == 1
  end
  if lost then
    log("{seat} rolls a 1 and loses {total}", g.active, g.turn_total)
    return pass(g)
  end
  g.turn_total = g.turn_total + pips
  g.rolls = false
  g.rolled = g.rolled + 1
  log("{seat} rolls {pips}: {total} this turn", g.active, pips, g.turn_total)
  if g.points[g.active] + g.turn_total >= numbers.target then hold(g) end
end

decisions = {
  roll = {
    about = "Roll again or hold?",
    choices = { "roll", "hold" },
    play = function(g, seat, choice)
      if choice == "roll" then g.rolls = true else hold(g) end
    end,
    features = {
      rolls = { "0 or 1", 0, 1, "It is to roll again.", function(v, seat, choice) return choice == "roll" end },
    },
  },
}

features = {
  turn_total = { "points", 0, math.huge, "Points of this turn, which a 1 loses.", function(v) return v.turn_total end },
  target = { "points", 10, 200, "Points that win.", function() return numbers.target end },
}
