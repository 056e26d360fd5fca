-- Kuhn poker, by Harold W. Kuhn: a card each, one bet, and one call or fold.

game = {
  title = "Kuhn poker", designers = "Harold W. Kuhn", players = 2,
  objective = "points", points = "chips", zero_sum = true,
}

components = {
  card = {
    choice = "happens",
    { "jack", rank = 1 },
    { "queen", rank = 2 },
    { "king", rank = 3 },
  },
}

zones = {
  deck = { "hidden", of = "card" },
  hand = { "own", of = "card", each = true },
}

state = {
  points = each(0),
  asked = words("open", "after_check", "after_bet", "after_check_and_bet", "nothing"),
}

ends = { "fold", "showdown" }

function setup(g)
  fill(g.deck, "card")
  shuffle(g.deck, "deal")
  for seat = 1, 2 do
    local card = draw(g.deck, g.hand[seat])
    log("{seat} holds a {card}", seat, card)
  end
end

local asked = { open = 1, after_check = 2, after_bet = 2, after_check_and_bet = 1 }

function turn(g)
  if g.asked == "nothing" then return over(g.points[1] == 1 and "fold" or "showdown") end
  return asked[g.asked], g.asked
end

-- A seat wins so many chips of the other.
local function win(g, seat, chips)
  g.points[seat] = chips
  g.points[3 - seat] = -chips
  g.asked = "nothing"
  log("{seat} wins {chips}", seat, chips)
end

local function show(g, chips)
  local first = g.hand[1][1].rank > g.hand[2][1].rank
  win(g, first and 1 or 2, chips)
end

-- What a formula may weigh: an indicator of each card where the answer puts a chip in.
local function pays_with(name)
  return {
    "0 or 1", 0, 1, "It puts a chip in with the " .. name .. ".",
    function(v, seat, choice)
      return (choice == "bet" or choice == "call") and v.hand[seat][1].name == name
    end,
  }
end
local pays = { jack = pays_with("jack"), queen = pays_with("queen"), king = pays_with("king") }

-- Before a bet: check or bet. `next` is who is asked after a check, or nobody.
local function before_bet(about, after_check, after_bet)
  return {
    about = about,
    choices = { "check", "bet" },
    features = pays,
    play = function(g, seat, choice)
      if choice == "bet" then
        g.asked = after_bet
      elseif after_check then
        g.asked = after_check
      else
        show(g, 1)
      end
    end,
  }
end

local function after_bet(about)
  return {
    about = about,
    choices = { "fold", "call" },
    features = pays,
    play = function(g, seat, choice)
      if choice == "fold" then win(g, 3 - seat, 1) else show(g, 2) end
    end,
  }
end

decisions = {
  open = before_bet("First to act: check or bet?", "after_check", "after_bet"),
  after_check = before_bet("The other has checked: check or bet?", nil, "after_check_and_bet"),
  after_bet = after_bet("The other has bet at once: fold or call?"),
  after_check_and_bet = after_bet("I have checked, the other has bet: fold or call?"),
}

local function holds(name)
  return { "0 or 1", 0, 1, "I hold the " .. name .. ".", function(v, seat) return v.hand[seat][1].name == name end }
end
features = { holds_jack = holds("jack"), holds_queen = holds("queen"), holds_king = holds("king") }
