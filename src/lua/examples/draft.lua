-- Harbour: take cards from a row of five; fish score by number, gold by weight, and storms cost.

game = { title = "Harbour", designers = "you", players = { 2, 4 }, points_bin = 2 }

numbers = {
  row = { 5, 3, 7, "Cards that lie open." },
  fish_square = { true, "Whether fish score by the square of their number." },
}

components = {
  card = {
    about = "The deck: 25 cards.",
    { "herring", fish = 1, gold = 0, copies = 7 },
    { "tuna", fish = 2, gold = 0, copies = 3 },
    { "coin", fish = 0, gold = 2, copies = 6 },
    { "chest", fish = 0, gold = 4, copies = 3 },
    { "crown", fish = 0, gold = 6, copies = 1 },
    { "net", fish = 1, gold = 1, copies = 3 },
    { "storm", fish = 0, gold = -3, copies = 2 },
  },
}

zones = {
  deck = { "hidden", of = "card" },
  row = { "open", of = "card" },
  boat = { "open", of = "card", each = true },
}

state = { active = 1, round = 1 }

local function refill(g)
  while #g.row < numbers.row and #g.deck > 0 do draw(g.deck, g.row) end
end

function setup(g)
  fill(g.deck, "card")
  shuffle(g.deck)
  refill(g)
end

-- Everybody takes the same number of cards.
function turn(g)
  if g.active == 1 and #g.row + #g.deck < g.players then return over() end
  return g.active, "take"
end

local function sums(cards)
  local fish, gold = 0, 0
  for i = 1, #cards do
    fish = fish + cards[i].fish
    gold = gold + cards[i].gold
  end
  return fish, gold
end

function score(g, seat)
  local fish, gold = sums(g.boat[seat])
  return gold + (numbers.fish_square and fish * fish // 4 or fish)
end

decisions = {
  take = {
    about = "Which card of the row?",
    choices = function(g) return g.row end,
    play = function(g, seat, card)
      move(card, g.row, g.boat[seat])
      refill(g)
      g.active = seat % g.players + 1
      if g.active == 1 then g.round = g.round + 1 end
    end,
    features = {
      fish_now = { "fish", 0, 40, "Fish that I have, if the card has some.", function(v, seat, card)
        return card.fish > 0 and (sums(v.boat[seat])) or 0
      end },
    },
  },
}
