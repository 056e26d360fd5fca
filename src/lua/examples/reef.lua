-- Reef: a diver stakes points, then draws cards and surfaces in time; a shark takes the cards and the stake.

game = { title = "Reef", designers = "you", players = { 2, 4 } }

numbers = {
  rounds = { 5, 1, 12, "Dives of each player." },
  stake_most = { 3, 0, 10, "Points that a diver may stake." },
}

components = {
  treasure = {
    choice = "outcome",
    { "shell", worth = 1, copies = 8 },
    { "fish", worth = 2, copies = 5 },
    { "pearl", worth = 4, copies = 3 },
    { "chest", worth = 6, copies = 1 },
  },
  danger = { choice = "happens", { "shark", copies = 3 } },
}

zones = {
  deck = { "counted" },
  dive = { "open", each = true }, -- The cards that a diver has drawn.
}

state = {
  points = each(0),
  round = 1,
  diver = 1,
  stake = 0,
  asked = words("shuffle", "stake", "dive", "over"),
}

measures = {
  sharks = { "dives", "Dives that ended with a shark." },
  staked = { "points", "Points that were put at stake." },
}

function setup(g)
  fill(g.deck, "treasure")
  fill(g.deck, "danger")
end

function turn(g)
  if g.asked == "over" then return over() end
  if g.asked == "shuffle" then return "chance" end
  return g.diver, g.asked
end

-- All cards are shuffled before each dive.
function chance(g)
  for seat = 1, g.players do
    while #g.dive[seat] > 0 do draw(g.dive[seat], g.deck) end
  end
  shuffle(g.deck, "shuffle")
  g.asked = "stake"
end

local function haul(cards)
  local worth = 0
  for _, card in ipairs(cards) do worth = worth + (card.kind == "treasure" and card.worth or 0) end
  return worth
end

-- The next dive, or the end.
local function pass(g)
  g.stake = 0
  g.asked = "shuffle"
  g.diver = g.diver % g.players + 1
  if g.diver == 1 then
    if g.round == numbers.rounds then g.asked = "over" else g.round = g.round + 1 end
  end
end

local function surface(g, seat)
  g.points[seat] = g.points[seat] + haul(g.dive[seat]) + g.stake
  log("{seat} surfaces with {points}", seat, haul(g.dive[seat]))
  pass(g)
end

local function deeper(g, seat)
  local card = draw(g.deck, g.dive[seat])
  log("{seat} draws a {card}", seat, card)
  g.asked = "dive"
  if card.kind == "danger" then
    g.points[seat] = g.points[seat] - g.stake
    count("sharks", seat)
    pass(g)
  elseif #g.deck == 0 then
    surface(g, seat)
  end
end

decisions = {
  stake = {
    about = "How many points to stake?",
    amount = function(g, seat) return 0, math.max(0, math.min(numbers.stake_most, g.points[seat])) end,
    play = function(g, seat, points)
      g.stake = points
      count("staked", seat, points)
      deeper(g, seat)
    end,
  },
  dive = {
    about = "Deeper, or up?",
    choices = { "deeper", "surface" },
    play = function(g, seat, choice)
      if choice == "deeper" then deeper(g, seat) else surface(g, seat) end
    end,
  },
}

features = {
  haul = { "points", 0, math.huge, "Points of the cards of this dive.", function(v, seat) return haul(v.dive[seat]) end },
  staked = { "points", 0, 10, "Points at stake in this dive.", function(v) return v.stake end },
  danger = { "share", 0, 1, "The chance that the next card is a shark.", function(v, seat)
    return #v.deck == 0 and 0 or components.danger.shark.copies / #v.deck
  end },
}
