//! What a designer asks first, and the answers of an audit. Names stand between backticks.

#[cfg(test)]
mod tests;

use sim_engine::{Source, text::people};
use sim_lab::{
    audit::{
        Check, Checked, Confirmation, LEARNED_FROM, Pace, ROLLOUTS, Response,
        answer::{Answer, Disputed, InGoodHands, Mark, MarkUnit, PaymentAt, PriceAt, Proposed, Says, Topic},
    },
    balance::{Change, goal::Reached},
    figure::{Owner, Unit},
    finding::{At, Moved, OfGame, SeatAt},
    robust::MOVE,
    verdict::Sort,
};
use sim_script::{BestResponse, Level};
use sim_stats::{Estimate, Interval};

use super::{
    finding::{
        game::{self, plural},
        numbers::{at, capital, ends, lower, names, points, signed, with},
    },
    number::number,
    objective::{self, verb},
};

const TOLD: usize = 3;
const NAMES: usize = 4;
/// What a number is about, in so many letters at most.
const ABOUT: usize = 60;
/// What comes about in a smaller part of games is told without a figure.
const SELDOM: f64 = 0.001;

pub fn question(topic: Topic) -> &'static str {
    match topic {
        Topic::Seats => "Is it fair?",
        Topic::Plans => "Are there several ways to win?",
        Topic::Prices => "Which prices are off?",
        Topic::Course => "Is it decided too early, or too long?",
        Topic::Skill => "How much is skill?",
        Topic::Change => "What would I change first?",
        Topic::Unknown => "What is not known?",
    }
}

pub fn caption(answer: &Answer) -> &'static str {
    let is_share = answer.played_for.is_share();
    match answer.topic() {
        Topic::Seats if !is_share => {
            "The seat of each table that is furthest off the mean of all seats, in points a game."
        }
        Topic::Plans if !is_share => "Points a game of each plan above the mean of all seats.",
        Topic::Skill if !is_share => "Points a game that a level is ahead of the one below.",
        Topic::Change if !is_share => {
            "Each seat as the game is now and with the change, in points a game above the mean of all seats."
        }
        Topic::Unknown if !is_share => "What an alternative to our reading does to a seat, in points a game.",
        Topic::Seats => "The seat of each table that is furthest off its fair share, in percentage points.",
        Topic::Plans => "Win rate of each plan less the fair share, in percentage points.",
        Topic::Prices => "The fair price beside the price now, in percent of it.",
        Topic::Course => {
            "Pairs of players who end in the order that they had early in the game, in percent; 50 if that said nothing."
        }
        Topic::Skill => "Points that a level is ahead of the one below.",
        Topic::Change => {
            "Each seat as the game is now and with the change, off its fair share, in percentage points."
        }
        Topic::Unknown => "What an alternative to our reading does to a seat, in percentage points.",
    }
}

pub fn sentence(answer: &Answer) -> String {
    let check = answer.check.as_ref().map_or(String::new(), |check| format!(" {}", looking_ahead(check)));
    own(answer) + &check
}

/// What players that look ahead make of a finding.
fn looking_ahead(check: &Check) -> String {
    let Check { players, checked, estimate, confirmation, games, unit, .. } = check;
    let by = estimate.value.map_or(String::new(), |value| points(value, estimate.interval, *unit));
    let (what, who) = match checked {
        Checked::Seat(seat) => {
            (format!("{seat} {} is {by} off its fair share", with(&[*players])), "Players that look ahead")
        }
        Checked::Plan(name) => (
            format!("`{name}` {} is {by} off its fair share", with(&[*players])),
            "Archetypes that look ahead",
        ),
        Checked::Price { component, .. } => (
            format!("losing `{component}` costs {by} more than losing the median of its kind"),
            "One player that looks ahead",
        ),
    };
    let games = people::counted(*games, "game", "games");
    let verdict = match confirmation {
        Confirmation::Confirmed => "confirmed",
        Confirmation::NotConfirmed => "not confirmed",
        Confirmation::TooFew => "too few games to tell",
    };
    format!("{who} ({ROLLOUTS} rollouts per decision): {verdict}. There {what}; {games}.")
}

fn own(answer: &Answer) -> String {
    let unit = answer.played_for;
    match &answer.says {
        Says::Seats { sizes, off, disputed, open, furthest, tolerance } => {
            seats(sizes, (off, disputed), (open, furthest.as_ref()), *tolerance, unit)
        }
        Says::Plans { players, of, living, dead, strongest, weakest, fair, dead_below, elsewhere, hands } => {
            let untested = hands.as_ref().map_or(0, |hands| hands.alike.len());
            let bounds = [*dead_below, *fair];
            let all = (*of, untested, *living);
            plans(*players, all, (dead, strongest, weakest), elsewhere, (bounds, unit))
                + &hands.as_ref().map_or_else(|| SCRIPTS.to_owned(), |hands| in_good_hands(hands, unit))
        }
        Says::Prices { players, looked, guessed, off, unbought, open, paying, left } => {
            prices(*players, (*looked, *open), (off, unbought, guessed), (paying, left), unit)
        }
        Says::Course { is_open: true, .. } => TOO_FEW.to_owned(),
        Says::Course { players, off, plies, pace, early, shared, .. } => {
            course(*players, off, (*plies, *pace), (*early, *shared))
        }
        Says::Skill { players, lowest, highest, length, within } => {
            skill(*players, (lowest, highest), length, within, unit)
        }
        Says::Change { seats, untried, prices, priced, is_open, is_course_off } => {
            change((seats, untried), prices, *priced, (*is_open, *is_course_off), unit)
        }
        Says::Unknown { guessed, of, alternatives, moving, plan, open } => {
            unknown((*guessed, *of), *alternatives, (moving, plan.as_ref()), open, (answer.fine, unit))
        }
    }
}

pub fn figure(answer: &Answer, mark: &Mark) -> String {
    let Mark { value, interval, .. } = mark;
    match answer.unit() {
        MarkUnit::ShareDifference | MarkUnit::Points => signed(*value, *interval, answer.played_for),
        MarkUnit::Share => people::percent_within(*value, interval.map(ends)),
        MarkUnit::OfPrice => format!("{} %", people::signed(value * 100.0, 0)),
        MarkUnit::Rating => {
            number(&Estimate { value: Some(*value), interval: *interval, ..Estimate::MISSING }, 0)
        }
    }
}

pub fn not_learned() -> String {
    format!(
        "From {} games on players learn too: what things should cost, what would make seats fair, and how far they can be beaten.",
        people::count(LEARNED_FROM)
    )
}

/// Who played, at which table, and how far they can be beaten: copies of a shipped strategy by the best response that is
/// `known` of it, others by the one that was trained here.
pub fn level(
    (level, members): (&Level, &[String]),
    (players, unit): (usize, Unit),
    response: Option<&Response>,
    known: &[BestResponse],
) -> String {
    let is_panel = members.len() > 1;
    let trained =
        response.and_then(|one| Some((one, one.gain.value?))).map_or(String::new(), |(one, gain)| {
            let games = people::counted(one.games, "game", "games");
            let by = points(gain, one.gain.interval, unit);
            let (wins, whom) = (verb(unit), if is_panel { "them" } else { "such copies" });
            match one.gain.interval.is_some_and(|ends| ends.low > 0.0) {
                true => format!(
                    " A player trained against {whom} in {games} {wins} {by} more, so stronger play exists."
                ),
                false => {
                    format!(
                        " A player trained against {whom} in {games} is not known to {} more: {by}.",
                        wins.trim_end_matches('s')
                    )
                }
            }
        });
    let who = match is_panel {
        true => format!(
            "{}, a panel of {}. Tables are mixed: each seats different members",
            level,
            names(members, 8)
        ),
        false => level.to_string(),
    };
    let beaten = members.first().filter(|_| !is_panel).and_then(|one| super::beaten(one, known));
    let beaten = beaten.map_or(trained, |sentence| format!(" {sentence}"));
    format!(
        "{who}. Seats are measured with every number of players, all else {} unless a number is named.{beaten}",
        with(&[players])
    )
}

fn seats(
    sizes: &[usize],
    (off, disputed): (&[SeatAt], &[Disputed]),
    (open, furthest): (&[SeatAt], Option<&SeatAt>),
    tolerance: f64,
    unit: Unit,
) -> String {
    let tolerance = people::short(tolerance * unit.factor());
    let (points_word, fair_share) = match unit {
        Unit::Share => ("percentage points", "its fair share"),
        unit => (unit.name(), "the mean of all seats"),
    };
    let is_open = !open.is_empty();
    let open = disagreement(disputed, unit) + &not_known(open, &tolerance);
    if let Some(one) = furthest {
        let so = match (disputed.is_empty(), is_open) {
            (true, false) => "Yes: no seat is",
            (true, true) => "No seat is surely",
            (false, _) => "On average no seat is surely",
        };
        return format!(
            "{so} more than {tolerance} {points_word} off {fair_share} {}. Furthest is {} {}: {}.{open}",
            with(sizes),
            one.seat,
            at(&one.off),
            points(one.off.value, one.off.interval, unit)
        );
    }
    // Of each table the one that is furthest off.
    let mut told: Vec<&SeatAt> = Vec::new();
    for one in off {
        if !told.iter().any(|known| known.off.players == one.off.players) {
            told.push(one);
        }
    }
    let mut unfair: Vec<usize> = told.iter().map(|one| one.off.players).collect();
    unfair.sort_unstable();
    let by = |one: &SeatAt| signed(one.off.value, one.off.interval, unit);
    let list = told.iter().take(TOLD).enumerate().map(|(place, one)| {
        if place > 0 {
            return format!("{} {} {}", with(&[one.off.players]), one.seat, by(one));
        }
        // What one seat wins too often another loses.
        let is_beside = |other: &&SeatAt| {
            other.off.players == one.off.players && (other.off.value > 0.0) != (one.off.value > 0.0)
        };
        let other = off.iter().find(is_beside);
        let other = other.map_or(String::new(), |other| format!(", and {} {}", other.seat, by(other)));
        format!(
            "{} {} {} {}, {} beside the {} {}{other}",
            one.seat,
            verb(unit),
            objective::level(unit, one.result),
            at(&one.off),
            points(one.off.value, one.off.interval, unit),
            if unit.is_share() { "fair" } else { "mean" },
            objective::level(unit, one.fair)
        )
    });
    let list: Vec<String> = list.collect();
    let fair: Vec<usize> = sizes.iter().copied().filter(|size| !unfair.contains(size)).collect();
    let rest = match (&fair[..], open.is_empty()) {
        ([], _) | (_, false) => open,
        (fair, true) => format!(" It is fair {}.", with(fair)),
    };
    format!("Not {}: {}. Up to {tolerance} {points_word} is fine.{rest}", with(&unfair), list.join("; "))
}

/// The seats that strong players surely disagree on, and the one they are furthest apart on.
fn disagreement(disputed: &[Disputed], unit: Unit) -> String {
    let Some(Disputed { seat, most, least }) = disputed.first() else { return String::new() };
    let mut sizes: Vec<usize> = disputed.iter().map(|one| one.seat.off.players).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let worth = |(name, effect): &(String, Estimate)| {
        format!("{} to `{name}`", signed(effect.value.unwrap_or(0.0), effect.interval, unit))
    };
    format!(
        " Which seat is better depends on who plays {}: {} {} is worth {} and {}. So no change of the rules is proposed there.",
        with(&sizes),
        seat.seat,
        at(&seat.off),
        worth(most),
        worth(least)
    )
}

/// The seats that are not decided, and the furthest of them: `Whether it is more than 3 is not known yet of seats 1 and 2
/// with 2 players; furthest is seat 1 with 2 players, −3.9 (−5.0 to −2.7)`.
fn not_known(open: &[SeatAt], tolerance: &str) -> String {
    let mut tables: Vec<Vec<&SeatAt>> = Vec::new();
    for one in open {
        match tables.iter_mut().find(|table| table[0].off.players == one.off.players) {
            Some(table) => table.push(one),
            None => tables.push(vec![one]),
        }
    }
    let of_table = |table: &Vec<&SeatAt>| {
        let seats: Vec<String> = table.iter().map(|one| (one.seat.0 + 1).to_string()).collect();
        let noun = if seats.len() == 1 { "seat" } else { "seats" };
        format!("{noun} {} {}", people::list(&seats), at(&table[0].off))
    };
    let told: Vec<String> = tables.iter().map(of_table).collect();
    let size = |one: &SeatAt| one.off.value.abs();
    // The first of equals.
    let further = |one, other| if size(other) > size(one) { other } else { one };
    let Some(most) = open.iter().reduce(further) else { return String::new() };
    let by = signed(most.off.value, most.off.interval, most.off.unit);
    let most = match open {
        [_] => format!(": {by}"),
        _ => format!("; furthest is {} {}, {by}", most.seat, at(&most.off)),
    };
    format!(" Whether it is more than {tolerance} is not known yet of {}{most}.", people::list(&told))
}

type Won = (String, f64);

/// `6 plans`, or `the 5 plans of 7 that could be tested`.
fn tested(of: usize, untested: usize) -> String {
    match untested {
        0 => format!("{of} plans"),
        untested => format!("the {} plans of {of} that could be tested", of - untested),
    }
}

fn plans(
    players: usize,
    (of, untested, living): (usize, usize, usize),
    (dead, strongest, weakest): (&[Won], &Won, &Won),
    elsewhere: &[(usize, Vec<String>)],
    (bounds, unit): ([f64; 2], Unit),
) -> String {
    let won = |one: &Won| won(one, unit);
    let told = |all: &[Won]| people::list(&all.iter().take(TOLD).map(won).collect::<Vec<_>>());
    let [least, fair] = bounds.map(|bound| objective::level(unit, bound));
    let win = if unit.is_share() { "win" } else { "are ahead of the mean" };
    let most = format!("Strongest is {}, where {fair} is fair", won(strongest));
    let (all, table) = (tested(of, untested), with(&[players]));
    let live = if living == 1 { "lives" } else { "live" };
    let mut text = match dead {
        [] if living == of - untested => {
            let all = if untested == 0 { format!("All {all}") } else { capital(&all) };
            format!(
                "{all} live {table}: they {win} from {} to {}, where {fair} is fair and below {least} would be dead.",
                won(weakest),
                won(strongest),
            )
        }
        [] => format!(
            "Of {all} {living} surely {live} {table}, and none is surely dead (below {least}). {most}; weakest is {}.",
            won(weakest)
        ),
        dead => format!(
            "Of {all} {living} surely {live} and {} {} dead (below {least}) {table}: {}. {most}.",
            dead.len(),
            if dead.len() == 1 { "is" } else { "are" },
            told(dead)
        ),
    };
    let others: Vec<String> = elsewhere
        .iter()
        .map(|(players, dead)| format!("{} {}", names(dead, NAMES), with(&[*players])))
        .collect();
    if !others.is_empty() {
        text += &format!(" Dead at other tables: {}.", others.join("; "));
    }
    text
}

/// `` `volume` 11.0 % ``.
fn won((name, result): &Won, unit: Unit) -> String {
    format!("`{name}` {}", objective::level(unit, *result))
}

const TOO_FEW: &str = "Not known yet: it takes 30 deals of each table.";
const SCRIPTS: &str = " Each plan is a script that does not learn.";

fn in_good_hands(hands: &InGoodHands, unit: Unit) -> String {
    let InGoodHands { ruling, alike, open, dearest } = hands;
    let mut text = " Each plan was learned by the player who plays best.".to_owned();
    if !ruling.is_empty() {
        text += &format!(" Far above its share: {}.", names(ruling, NAMES));
    }
    if let Some((name, cost)) = dearest {
        let (wins, by) = (verb(unit), unit.size(*cost));
        text += &format!(" Dearest is `{name}`: whoever insists on it {wins} {by} less than without a plan.");
    }
    if !alike.is_empty() {
        text += &format!(
            " Not tested, as whoever was to learn it plays no otherwise than one without a plan: {}.",
            names(alike, NAMES)
        );
    }
    if !open.is_empty() {
        text += &format!(" Not known yet: {}.", names(open, NAMES));
    }
    text
}

/// `patio-seating costs 20, and 39 (32 to 50) would be fair: now it is worth 6.1 points more than the middle of its kind`.
fn price(one: &PriceAt, fair: f64, unit: Unit) -> String {
    let PriceAt { component, now, beyond, ends, source, .. } = one;
    let guess = if *source == Source::Reconstructed { " (our guess)" } else { "" };
    let range = match ends {
        (Some(low), Some(high)) => format!(" ({low} to {high})"),
        (Some(low), None) => format!(" ({low} or more)"),
        (None, Some(high)) => format!(" ({high} or less)"),
        (None, None) => String::new(),
    };
    let more = if *beyond > 0.0 { "more" } else { "less" };
    format!(
        "`{component}` costs {now}{guess}, and {}{range} would be fair: now it is worth {}{} {more} than the middle of its kind",
        people::fixed(fair, 0),
        unit.size(*beyond),
        if unit.is_share() { " of win rate" } else { " a game" }
    )
}

fn worth_off(off: &[&PriceAt], is_over: bool) -> Option<String> {
    let own: Vec<String> =
        off.iter().filter(|one| one.is_over == is_over).map(|one| one.component.clone()).collect();
    let dear = if is_over { "too dear" } else { "too cheap" };
    (!own.is_empty()).then(|| format!("{} ({dear})", names(&own, NAMES)))
}

fn prices(
    players: usize,
    (looked, open): (usize, usize),
    (off, unbought, guessed): (&[PriceAt], &[String], &[String]),
    (paying, left): (&[PaymentAt], &[String]),
    unit: Unit,
) -> String {
    let mut text = String::new();
    if looked > 0 {
        let fair: Vec<String> =
            off.iter().filter_map(|one| Some(price(one, one.fair?, unit))).take(TOLD).collect();
        let without = off.iter().filter(|one| one.fair.is_none());
        let (tried, rest): (Vec<&PriceAt>, Vec<&PriceAt>) = without.partition(|one| one.is_sought);
        text += &match off {
            [] => format!("Of {looked} prices none is surely off {}.", with(&[players])),
            off => {
                let are = if off.len() == 1 { "is" } else { "are" };
                let told = if fair.is_empty() { String::new() } else { format!(": {}", fair.join("; ")) };
                format!("Of {looked} prices {} {are} off {}{told}.", off.len(), with(&[players]))
            }
        };
        let sorts = [
            (tried, "Off at every price that was tried"),
            (rest, "Off too, and other prices were not tried"),
        ];
        for (all, which) in sorts {
            let told: Vec<String> =
                [false, true].into_iter().filter_map(|is_over| worth_off(&all, is_over)).collect();
            if !told.is_empty() {
                text += &format!(" {which}: {}.", told.join("; "));
            }
        }
        if !unbought.is_empty() {
            text += &format!(
                " Hardly bought, so that it is not known whether they cost too much or do too little: {}.",
                names(unbought, NAMES)
            );
        }
        if open > 0 {
            text += &format!(" Of {open} it is not known.");
        }
        match guessed.len() {
            0 => {}
            all if all == looked => text += " All of these prices are our guesses, not print.",
            1 => text += &format!(" Our guess, not print, is {}.", names(guessed, NAMES)),
            _ => text += &format!(" Our guesses, not print, are {}.", names(guessed, NAMES)),
        }
        if !off.is_empty() {
            let wins = if unit.is_share() { "wins" } else { unit.name() };
            text += &format!(
                " A price is fair where going without the thing costs as many {wins} as going without the middle one of its kind."
            );
        }
    }
    if !paying.is_empty() {
        let told = &paying[..paying.len().min(TOLD)];
        let is_guess = |one: &PaymentAt| one.source == Source::Reconstructed;
        let is_all = told.len() > 1 && told.iter().all(is_guess);
        let one = |one: &PaymentAt| {
            let more = if one.beyond > 0.0 { "more" } else { "less" };
            let guess = if is_guess(one) && !is_all { " (our guess)" } else { "" };
            format!("`{}` {} % {more}{guess}", one.component, people::fixed(one.beyond.abs() * 100.0, 0))
        };
        let guesses = if is_all { ", our guesses" } else { "" };
        let told: Vec<String> = told.iter().map(one).collect();
        let more = if paying.len() > TOLD { "; furthest" } else { "" };
        if looked == 0 {
            text += "Nothing is bought at a price here.";
        }
        let (of, is) = if paying.len() == 1 { ("its", "that is") } else { ("their", "these are") };
        text += &format!(
            " {} clearly more or less each time than the median of {of} kind{more}: {}{guesses}. Things of a kind may be meant to pay differently, so {is} no fault.",
            people::counted(paying.len() as u64, "thing pays", "things pay"),
            people::list(&told)
        );
    }
    if !left.is_empty() {
        text += &format!(" Not looked at here: {}.", names(left, NAMES));
    }
    text.trim_start().to_owned()
}

/// `after 5.4 of 7 rounds`, `after 6.4 of 10 rounds, each a tenth of the deck`.
fn decided(Pace { after, rounds, unit }: Pace) -> String {
    let noun = if unit == "turn" { "turns" } else { "rounds" };
    let each = game::each_round(unit);
    format!("the winner leads for good after {} of {rounds} {noun}{each}", people::fixed(after, 1))
}

fn course(
    players: usize,
    off: &[OfGame],
    (plies, pace): (Option<f64>, Option<Pace>),
    (early, shared): (Option<f64>, Option<f64>),
) -> String {
    let table = capital(&with(&[players]));
    let one = |what: &OfGame| {
        let text = game::text(what);
        format!("{}: {}", text.trim_end_matches('.'), game::size(what))
    };
    let found = off.iter().take(2).map(one).collect::<Vec<_>>().join(". ");
    let plies = plies.map(|plies| {
        format!("a game takes {} actions of all players together", people::short(plies.round()))
    });
    let first = pace.map_or("round", |pace| pace.unit);
    let early = early.map(|share| {
        format!(
            "of any two players the one who is ahead after the first {first} ends ahead in {} (50 % would say nothing)",
            people::percent(share, None)
        )
    });
    let shared = shared.map(|share| {
        let most = if players > 2 { "at most " } else { "" };
        match share < SELDOM {
            true => "first place is hardly ever shared".to_owned(),
            false => format!("first place is shared in {most}{} of games", people::percent(share, None)),
        }
    });
    let facts: Vec<String> = plies.into_iter().chain(pace.map(decided)).chain(early).chain(shared).collect();
    let told = if facts.is_empty() { String::new() } else { format!(" {table} {}.", facts.join("; ")) };
    let found = if found.is_empty() { "Neither".to_owned() } else { found };
    format!("{found}.{told}")
}

/// `start_coins.3 to 13 (now 10: coins at the start, of seat 3 alone)`; of what is no advice only the numbers.
fn set(change: &Change, is_advice: bool) -> String {
    let Change { path, from, to, seat, about, .. } = change;
    if !is_advice {
        return format!("`{path}` to {to} (now {from})");
    }
    // What it is, where that is said in a few words.
    let what = about.split('.').next().unwrap_or_default();
    let what = Some(what).filter(|what| (1..=ABOUT).contains(&what.len()));
    let words = what.map(lower).into_iter().chain(seat.map(|seat| format!("of {seat} alone")));
    let words: Vec<String> = words.collect();
    let words = if words.is_empty() { String::new() } else { format!(": {}", words.join(", ")) };
    format!("`{path}` to {to} (now {from}{words})")
}

/// A seat that is off: `seat 3, 4.2 points too strong`.
fn beside((seat, off): (u8, f64), unit: Unit) -> String {
    let side = if off < 0.0 { "weak" } else { "strong" };
    format!("seat {seat}, {} too {side}", unit.size(off))
}

/// What to change at a table, and what it does: `With 4 players set … : furthest off was seat 2, 9.0 points too strong, and is
/// then seat 3, 4.2 points too strong; that is better, and not yet surely fair.` What is surely not enough is called that.
fn proposed(
    Proposed { players, changes, reached, off: [before, after], .. }: &Proposed,
    unit: Unit,
) -> String {
    let beside = |off: &(u8, f64)| beside(*off, unit);
    let at = capital(&with(&[*players]));
    let then = match (changes.is_empty(), reached) {
        (true, Reached::Met) => return format!("{at} every seat is fine without a change."),
        (true, _) => return format!("{at} no change of up to three numbers was found that helps the seats."),
        (false, Reached::Met) => "every seat is then fine",
        (false, Reached::Open) => "that is better, and not yet surely fair",
        (false, Reached::Missed) => "",
    };
    let changed: Vec<String> = changes.iter().map(|one| set(one, !then.is_empty())).collect();
    let changed = people::list(&changed);
    if then.is_empty() {
        return format!(
            "{at} no change of up to three numbers was found that makes every seat fair; the best, {changed}, leaves {} ({} now).",
            beside(after),
            beside(before)
        );
    }
    format!("{at} set {changed}: furthest off was {}, and is then {}; {then}.", beside(before), beside(after))
}

fn change(
    (seats, untried): (&[Proposed], &[usize]),
    prices: &[PriceAt],
    priced: Option<usize>,
    (is_open, is_course_off): (bool, bool),
    unit: Unit,
) -> String {
    // What is known to be enough goes first. The sort is stable: the rest stays in the order of the tables.
    let mut seats: Vec<&Proposed> = seats.iter().collect();
    seats.sort_by_key(|one| match one.reached {
        Reached::Met => 0,
        Reached::Open => 1,
        Reached::Missed => 2,
    });
    // Of those for which nothing was found that is enough the first says it.
    let missed = seats.iter().position(|one| one.reached == Reached::Missed);
    let (told, rest) = seats.split_at(missed.map_or(seats.len(), |at| at + 1).min(TOLD));
    let mut text = told.iter().map(|one| proposed(one, unit)).collect::<Vec<_>>().join(" ");
    if !rest.is_empty() {
        let players = with(&rest.iter().map(|one| one.players).collect::<Vec<_>>());
        text += &match missed.is_some_and(|at| at < told.len()) {
            true => format!(" {} none was found either: see the table of proposals.", capital(&players)),
            false => format!(" What was found {players} is in the table of proposals."),
        };
    }
    if seats.iter().any(|one| one.is_trained) {
        text += " These figures are of players who learned on by these rules, in games of their own: seats now are not quite as above.";
    }
    if !untried.is_empty() {
        let at = capital(&with(untried));
        text += &format!(" {at} seats are off, and no change was tried.");
    }
    if let (false, Some(players)) = (prices.is_empty(), priced) {
        let one = |one: &PriceAt| {
            let fair = one.fair.map_or(String::new(), |fair| people::fixed(fair, 0));
            let guess = if one.source == Source::Reconstructed { ", our guess" } else { "" };
            format!("`{}` cost {fair} (now {}{guess})", one.component, one.now)
        };
        let list = people::list(&prices.iter().map(one).collect::<Vec<_>>());
        let they = if prices.len() == 1 { "it is" } else { "each is" };
        text += &format!(
            " Let {list}: {they} then worth as much as the middle of its kind, looked at {}.",
            with(&[players])
        );
        if prices.len() > 1 || seats.iter().any(|one| !one.changes.is_empty()) {
            text += " One thing at a time: they were not tried together.";
        }
    }
    let looked = if priced.is_some() { "seats and prices" } else { "seats" };
    if text.is_empty() {
        text = match is_open {
            false => format!("Nothing that we know of: {looked} are fine."),
            true => format!(
                "Nothing that we know of: no {} is surely off, and not all is decided.",
                if priced.is_some() { "seat and no price" } else { "seat" }
            ),
        };
    }
    if is_course_off {
        text += " What would make games run otherwise was not looked for.";
    }
    text.trim_start().to_owned()
}

fn skill(
    players: usize,
    (lowest, highest): (&str, &str),
    length: &Estimate,
    within: &[(String, At)],
    unit: Unit,
) -> String {
    let outcome = if unit.is_share() { "who wins" } else { "the variance of points" };
    let shares = within.iter().map(|(level, share)| {
        format!("{} among {level}", people::percent_within(share.value, share.interval.map(ends)))
    });
    let shares: Vec<String> = shares.collect();
    let within = match shares.is_empty() {
        true => String::new(),
        false => format!(
            " Within one level, strategies explain {} of {outcome}; seats and luck explain the rest.",
            people::list(&shares)
        ),
    };
    let table = with(&[players]);
    match unit {
        Unit::Share => format!(
            "`{highest}` is {} rating points ahead of `{lowest}` {table}, which is how far apart levels of play are: 400 are odds of ten to one, and the picture has the steps between.{within}",
            number(length, 0),
        ),
        unit => format!(
            "`{highest}` is {} {} a game ahead of `{lowest}` {table}, which is how far apart levels of play are; the picture has the steps between.{within}",
            number(length, 2),
            unit.name()
        ),
    }
}

/// The verdicts that are open: `Still open: the verdicts on 5 of 9 seats and 12 of 174 components.`
fn still_open(open: &[(Sort, usize, usize)]) -> String {
    let of = |(sort, open, of): &(Sort, usize, usize)| {
        format!("{} of {} {}", people::count(*open as u64), people::count(*of as u64), plural(*sort))
    };
    let told: Vec<String> = open.iter().filter(|(_, open, _)| *open > 0).map(of).collect();
    if told.is_empty() {
        return String::new();
    }
    format!(
        " Still open: the verdicts on {}; one that is looked at with 2 and with 3 players counts as two.",
        people::list(&told)
    )
}

fn unknown(
    (guessed, of): (usize, usize),
    alternatives: usize,
    (moving, plan): (&[Moved], Option<&Moved>),
    open: &[(Sort, usize, usize)],
    (fine, unit): (Option<Interval>, Unit),
) -> String {
    let data = match guessed {
        0 => format!("All {of} components are known from print."),
        1 => format!("1 of {of} components is our guess, not print."),
        guessed => format!("{guessed} of {of} components are our guesses, not print."),
    };
    let share = |share: Option<f64>| share.map_or(String::new(), |share| objective::level(unit, share));
    let wins = if unit.is_share() { "wins" } else { "is ahead by" };
    let readings = match (alternatives, moving) {
        (0, _) => "The rules leave no other reading open.".to_owned(),
        (count, []) => {
            let result = if unit.is_share() { "the win rate of a seat" } else { "a seat" };
            let large = fine.map_or(MOVE, |fine| fine.high);
            format!(
                "None of {count} other readings of the rules (rulings, ties, data) is known to move {result} by more than {}.",
                unit.within(large)
            )
        }
        (count, [first, rest @ ..]) => {
            let others: Vec<String> = rest.iter().map(|one| one.name.clone()).collect();
            let is_level = |one: &Moved| unit.size(one.by.value) == unit.size(first.by.value);
            let by = match rest.iter().filter(|one| is_level(one)).count() {
                0 => "less",
                all if all == rest.len() => "as much",
                _ => "as much or less",
            };
            let too = match others.len() {
                0 => String::new(),
                1 => format!(" So does {}, by {by}.", names(&others, NAMES)),
                _ => format!(" So do {}, by {by}.", names(&others, NAMES)),
            };
            format!(
                "Of {count} other readings of the rules `{}`{} moves seats most: {} {wins} {}, not {}, {}, between players who do not learn it.{too}",
                first.name,
                game::about(first),
                first.whose,
                share(first.changed),
                share(first.standard),
                at(&first.by)
            )
        }
    };
    // Beginners' plans have a section of their own, and stand here where nothing else moves.
    let plan = plan.filter(|_| moving.is_empty()).map_or(String::new(), |one| {
        let [changed, standard] = [one.changed, one.standard].map(share);
        let whose = match &one.whose {
            Owner::Strategy(name) => format!("`{name}`"),
            whose => whose.to_string(),
        };
        format!(
            " Between scripts of one plan `{}`{} moves most: {whose} {wins} {changed}, not {standard}, {}.",
            one.name,
            game::about(one),
            at(&one.by)
        )
    });
    format!("{data} {readings}{plan}{}", still_open(open))
}
