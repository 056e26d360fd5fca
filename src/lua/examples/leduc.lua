-- Leduc hold'em: six cards of three ranks, two betting rounds, and a board card that makes pairs.

game = {
  title = "Leduc hold'em", designers = "Finnegan Southey and others", players = 2,
  objective = "points", points = "chips", zero_sum = true,
}

numbers = {
  ante = { 1, 1, 10, "What each player puts in before the deal." },
  first_bet = { 2, 1, 20, "A bet or a raise before the board." },
  second_bet = { 4, 1, 20, "A bet or a raise on the board." },
}

components = {
  card = {
    choice = "happens",
    { "jack", rank = 1, copies = 2 },
    { "queen", rank = 2, copies = 2 },
    { "king", rank = 3, copies = 2 },
  },
}

zones = {
  deck = { "hidden", of = "card" },
  hand = { "own", of = "card", each = true },
  board = { "open", of = "card" },
}

state = {
  points = each(0),
  round = 1,
  checked = each(false), -- By round: somebody has checked.
  bets = each(0), -- By round: bets and raises.
  ended = words("no", "fold", "showdown"),
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

function turn(g)
  if g.ended ~= "no" then return over(g.ended) end
  local bets, checked = g.bets[g.round], g.checked[g.round]
  local seat = 1 + (bets + (checked and 1 or 0)) % 2
  if bets == 0 then return seat, checked and "after_check" or "open" end
  return seat, bets == 1 and "after_bet" or "after_raise"
end

local function settle(g, seat, bets_1, bets_2, how)
  local chips = numbers.ante + bets_1 * numbers.first_bet + bets_2 * numbers.second_bet
  if seat then
    g.points[seat], g.points[3 - seat] = chips, -chips
    log("{seat} wins {chips}", seat, chips)
  else
    log("the pot is split")
  end
  g.ended = how
end

-- A pair beats every other hand.
local function strength(g, seat)
  local card = g.hand[seat][1]
  return card.rank + (card == g.board[1] and 10 or 0)
end

local function end_round(g)
  if g.round == 1 then
    g.round = 2
    log("the board is a {card}", draw(g.deck, g.board))
    return
  end
  local first, second = strength(g, 1), strength(g, 2)
  local winner = first > second and 1 or second > first and 2 or nil
  settle(g, winner, g.bets[1], g.bets[2], "showdown")
end

local function check_or_bet(g, seat, choice)
  if choice == "bet" then
    g.bets[g.round] = 1
  elseif g.checked[g.round] then
    end_round(g)
  else
    g.checked[g.round] = true
  end
end

local function answer_bet(g, seat, choice)
  if choice == "raise" then
    g.bets[g.round] = 2
  elseif choice == "call" then
    end_round(g)
  else
    -- The bet that was not called does not count.
    local bets = { g.bets[1], g.bets[2] }
    bets[g.round] = bets[g.round] - 1
    settle(g, 3 - seat, bets[1], bets[2], "fold")
  end
end

decisions = {
  open = { about = "Check or bet?", choices = { "check", "bet" }, play = check_or_bet },
  after_check = { about = "The other has checked: check or bet?", choices = { "check", "bet" }, play = check_or_bet },
  after_bet = { about = "Fold, call or raise?", choices = { "fold", "call", "raise" }, play = answer_bet },
  after_raise = { about = "Fold or call?", choices = { "fold", "call" }, play = answer_bet },
}

features = {
  rank = { "rank", 1, 3, "Rank of my card.", function(v, seat) return v.hand[seat][1].rank end },
  pair = { "0 or 1", 0, 1, "My card pairs the board.", function(v, seat) return v.hand[seat][1] == v.board[1] end },
}
