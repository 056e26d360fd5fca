//! Faults that are planted in a file: a law or the file's reader detects each.

use sim_lua::{Beside, check, read};

/// Both players are dealt two of eight cards and play in turn: the higher card takes the trick.
const SOUND: &str = r#"
game = { title = "Tricks", players = 2 }
components = {
  card = { { "one", rank = 1, copies = 2 }, { "two", rank = 2, copies = 2 }, { "three", rank = 3, copies = 2 },
    { "four", rank = 4, copies = 2 } },
}
zones = {
  deck = { "hidden", of = "card" },
  hand = { "own", of = "card", each = true },
  table = { "open", of = "card", each = true },
}
state = { points = each(0), round = 1, active = 1 }
measures = { tricks = { "tricks", "Tricks that were taken." }, leads = { "tricks", "Tricks that were led." } }
ends = { "played", "swept" }

function setup(g)
  fill(g.deck, "card")
  shuffle(g.deck)
  for seat = 1, 2 do draw(g.deck, g.hand[seat], 2) end
end

function turn(g)
  if #g.hand[1] + #g.hand[2] == 0 then return over(g.points[1] % 2 == 0 and "swept" or "played") end
  return g.active, "play"
end

decisions = {
  play = {
    about = "Which card?",
    choices = function(g, seat) return g.hand[seat] end,
    play = function(g, seat, card)
      move(card, g.hand[seat], g.table[seat])
      if seat == 1 then count("leads", seat) end
      g.active = 3 - seat
      if seat == 2 then
        local mine, other = g.table[1][#g.table[1]].rank, card.rank
        local winner = mine >= other and 1 or 2
        g.points[winner] = g.points[winner] + 1
        count("tricks", winner)
        g.round = g.round + 1
      end
    end,
    features = {
      rank_now = { "rank", 1, 4, "Rank of the card.", function(v, seat, card) return card.rank end },
    },
  },
}
"#;

/// A `resample` function that does what the program does without one.
const RESAMPLE: &str = r#"
function resample(g, seat)
  local other = g.hand[3 - seat]
  local count = #other
  while #other > 0 do draw(other, g.deck) end
  shuffle(g.deck)
  for _ = 1, count do draw(g.deck, other) end
end
"#;

/// The reader's error for a file, or the complaints of the laws that it breaks.
fn complaints(text: &str) -> String {
    let title = match read("tricks.lua", text, &Beside::default()) {
        Ok(title) => title,
        Err(error) => return format!("read: {error}"),
    };
    let (_, broken) = check(&title, |_, _, _| ());
    broken.iter().map(|one| format!("{}: {}\n", one.law, one.complaint)).collect()
}

#[track_caller]
fn assert_told(from: &str, to: &str, expected: &str) {
    assert!(SOUND.contains(from), "{from}");
    let told = complaints(&SOUND.replace(from, to));
    assert!(told.contains(expected), "`{expected}` is not in:\n{told}");
}

#[test]
fn a_sound_file_keeps_all_laws() {
    assert_eq!(complaints(SOUND), "");
    assert_eq!(complaints(&format!("{SOUND}{RESAMPLE}")), "");
}

#[test]
fn a_leak_through_what_is_legal_is_told() {
    let from = "choices = function(g, seat) return g.hand[seat] end";
    let to = "choices = function(g, seat) if g.hand[3 - seat][1] and g.hand[3 - seat][1].rank > 2 then return { g.hand[seat][1] } end \
              return g.hand[seat] end";
    assert_told(from, to, "hidden_things_stay_hidden");
}

#[test]
fn a_leak_through_a_feature_is_told() {
    assert_told(
        "return card.rank end",
        "return v.hand[3 - seat][1].rank end",
        "`rank` of what the seat does not see",
    );
}

#[test]
fn a_leak_through_an_open_number_is_told() {
    let told = SOUND.replace("active = 1 }", "active = 1, peek = 0 }").replace(
        "draw(g.deck, g.hand[seat], 2) end",
        "draw(g.deck, g.hand[seat], 2) end\n  g.peek = g.hand[1][1].rank",
    );
    let told = complaints(&told);
    assert!(told.contains("listed_deals_are_imagined_with_their_odds"), "{told}");
}

#[test]
fn an_order_that_outlasts_the_game_is_told() {
    let told =
        SOUND.replace("function setup(g)", "local played = 0\nfunction setup(g)\n  played = played + 1");
    let told = complaints(&told);
    assert!(told.contains("the local `played` was changed while a game was played"), "{told}");
    let told = SOUND.replace("function setup(g)", "function setup(g)\n  played = 1");
    let told = complaints(&told);
    assert!(told.contains("the global `played` would outlast the game"), "{told}");
}

#[test]
fn answers_that_cannot_be_played_are_told() {
    assert_told("return g.hand[seat] end", "return g.hand[3 - seat] end", "is not where it is moved from");
    assert_told(
        "return g.hand[seat] end",
        "return { \"pass\" } end",
        "offers \"pass\", which is none of its words",
    );
}

#[test]
fn what_is_never_counted_is_told() {
    assert_told("if seat == 1 then count(\"leads\", seat) end", "", "every_measure_is_counted");
    let put = "g.table[seat][#g.table[seat] + 1] = card\n      for i, one in ipairs(g.hand[seat]) do\n        \
               if one == card then table.remove(g.hand[seat], i) break end\n      end";
    assert_told("move(card, g.hand[seat], g.table[seat])", put, "the_use_of_components_is_counted");
}

#[test]
fn what_is_doubled_is_told() {
    let to = "move(card, g.hand[seat], g.table[seat])\n      if card.rank == 4 then g.deck[#g.deck + 1] = card end";
    assert_told(
        "move(card, g.hand[seat], g.table[seat])",
        to,
        "there are 9 components in the zones now, and there were 8",
    );
}

#[track_caller]
fn assert_resample(from: &str, to: &str, expected: &str) {
    assert!(RESAMPLE.contains(from), "{from}");
    let told = complaints(&format!("{SOUND}{}", RESAMPLE.replace(from, to)));
    assert!(told.contains(expected), "`{expected}` is not in:\n{told}");
}

#[test]
fn bad_resampling_is_told() {
    // Draws nothing.
    let told = complaints(&format!("{SOUND}\nfunction resample(g, seat) end\n"));
    assert!(told.contains("hidden_things_stay_hidden: `deck` never changed"), "{told}");
    // Sorts instead of shuffling.
    let sorted = "table.sort(g.deck, function(a, b) return a.rank < b.rank end)";
    assert_resample("shuffle(g.deck)", sorted, "hidden_things_are_drawn_by_luck");
    // Draws the seat's own hand, so the seat no longer has the cards that it may play.
    assert_resample(
        "local other = g.hand[3 - seat]",
        "local other = g.hand[seat]",
        "is not where it is moved from",
    );
    // Draws with wrong odds: half of the decks are sorted.
    let odds = "shuffle(g.deck)\n  if roll(2) == 1 then table.sort(g.deck, function(a, b) return a.rank > b.rank end) end";
    assert_resample("shuffle(g.deck)", odds, "with_their_odds");
}

#[test]
fn a_loop_without_an_end_and_a_depth_without_a_bottom_are_told_with_their_line() {
    let looped = complaints(&SOUND.replace("  shuffle(g.deck)", "  while true do end"));
    assert!(
        looped.contains("tricks.lua:18:") && looped.contains("is there a loop that never ends?"),
        "{looped}"
    );
    let deep = SOUND.replace(
        "function setup(g)",
        "local function deep(n) return 1 + deep(n) end\nfunction setup(g)\n  deep(1)",
    );
    let deep = complaints(&deep);
    assert!(deep.contains("tricks.lua:16:") && deep.contains("stack overflow"), "{deep}");
    let large =
        complaints(&SOUND.replace("  shuffle(g.deck)", "  local t = {} for i = 1, 1e9 do t[i] = {} end"));
    assert!(large.contains("more memory than it may"), "{large}");
}
