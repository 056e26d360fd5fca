use sim_engine::text::people;
use sim_lab::{
    figure::{Owner, Unit},
    finding::{At, Contest, JudgedAt, Moved, OfGame, SeatAt},
    robust::Kind,
    verdict::{Judged, Sort},
};

use super::{
    super::objective::level,
    but::cause,
    numbers::{at, capital, ends, most, names, off, percent, points, short_percent, with},
};

const VERDICTS: usize = 4;
const SEATS: usize = 3;
const NAMES: usize = 6;

pub fn text(what: &OfGame) -> String {
    match what {
        OfGame::WinsOff { whose, sizes, off, result, fair, .. } => {
            let name = match whose {
                Judged::Seat(_) => capital(&whose.to_string()),
                of => format!("`{of}`"),
            };
            format!("{name} {}.", too_much(off, sizes, [*result, *fair]))
        }
        OfGame::SeatsOff { sizes, seats, .. } => seats_off(sizes, seats),
        OfGame::UsersOff { component, sizes, off, cause, .. } => {
            let more = if off.value > 0.0 { "more" } else { "less" };
            let text = format!(
                "Whoever uses `{component}` wins {} {more} often than users of others of its kind {}{}.",
                off.unit.size(off.value),
                with(sizes),
                most("most", sizes, off)
            );
            // Where it is known what a component causes, that belongs to it.
            let known = cause.as_ref().filter(|cause| cause.is_found).map(self::cause);
            known.map_or(text.clone(), |known| format!("{text} {known}"))
        }
        OfGame::VerdictsOpen { sort, open, .. } => format!(
            "Whether all {} are in balance is not known yet: these games leave open whether {} fine, too strong or too weak.",
            plural(*sort),
            match &open[..] {
                [one] => format!("{} is", verdict(one)),
                several => format!("{} are", verdicts(several)),
            }
        ),
        OfGame::VerdictsFine { sort, sizes, .. } => {
            format!("{} are fine {}.", capital(plural(*sort)), with(sizes))
        }
        OfGame::TakenOver { strategy, sizes, .. } => format!(
            "One way to play takes over {}: if everybody took up what wins, most would play as `{strategy}` does.",
            with(sizes)
        ),
        OfGame::OpenField { sizes, .. } => {
            format!(
                "No way to play takes over {}: if everybody took up what wins, several would be played.",
                with(sizes)
            )
        }
        OfGame::Unplayed { strategies, .. } => format!(
            "{} would be played by nobody, if everybody took up what wins: {}.",
            people::counted(strategies.len() as u64, "plan", "plans"),
            names(strategies, NAMES)
        ),
        OfGame::Settled { sizes, unit, .. } => {
            format!("Whoever leads after the first {unit} mostly stays ahead {}.", with(sizes))
        }
        OfGame::Still { sizes, .. } => format!("The lead seldom passes to another {}.", with(sizes)),
        OfGame::Over { sizes, .. } => format!("Games go on after they are won {}.", with(sizes)),
        OfGame::Endless { sizes, .. } => format!(
            "Some games do not end by themselves {}: they were cut off at the ply limit.",
            with(sizes)
        ),
        OfGame::RareEnding { ending, sizes, .. } => {
            format!("Games hardly ever end by `{}` {}.", ending.word(), with(sizes))
        }
        OfGame::Alone { contest, .. } => match contest {
            Contest::HardlyLost => "Alone the game is hardly ever lost.",
            Contest::HardlyWon => "Alone the game is hardly ever won.",
            Contest::Even => "Alone the scripts win some games and lose some.",
        }
        .to_owned(),
        OfGame::Skill { is_even: true, sizes, .. } => {
            format!("The strategies of beginners are about equally strong {}.", with(sizes))
        }
        OfGame::Skill { is_even: false, sizes, share, .. } => {
            let what = if share.unit.is_share() { "who wins depends" } else { "points depend" };
            format!("Among beginners {what} on the strategies {}.", with(sizes))
        }
        OfGame::Number { number, moved, others } => {
            let too = match others.as_slice() {
                [] => String::new(),
                [one] => format!(" So does one in `{one}`."),
                many => format!(" So do steps in {}.", names(many, NAMES)),
            };
            format!(
                "A step in `{number}`{} changes {}: with `{}`, {}.{too}",
                about(moved),
                who_wins(&moved.by),
                moved.name,
                shift(moved)
            )
        }
        OfGame::Ruling { kind, sizes, moved } => {
            let what = if *kind == Kind::Data { "The reconstruction" } else { "The ruling" };
            format!(
                "{what} `{}`{} would change {} {}: {}.",
                moved.name,
                about(moved),
                who_wins(&moved.by),
                with(sizes),
                shift(moved)
            )
        }
        OfGame::Unused { components, sizes, .. } => format!(
            "{} never used {}: {}.",
            people::counted(components.len() as u64, "component is", "components are"),
            with(sizes),
            names(components, NAMES)
        ),
    }
}

pub fn size(what: &OfGame) -> String {
    match what {
        OfGame::WinsOff { off, tolerance, .. } | OfGame::UsersOff { off, tolerance, .. } => {
            self::off(off, *tolerance)
        }
        OfGame::SeatsOff { seats, tolerance, .. } => {
            let one = |one: &SeatAt| {
                let by = points(one.off.value, one.off.interval, one.off.unit);
                format!("{} {}: {by}", one.seat, at(&one.off))
            };
            let told: Vec<String> = seats.iter().take(SEATS).map(one).collect();
            let more = match seats.len().saturating_sub(SEATS) {
                0 => String::new(),
                more => format!("; and {}", people::counted(more as u64, "other", "others")),
            };
            let unit = seats.first().map_or(Unit::Share, |one| one.off.unit);
            format!("{}{more}; within {} is fine", told.join("; "), unit.within(*tolerance))
        }
        OfGame::VerdictsOpen { open, off, tolerance, .. } => {
            let first = open.first().map_or(String::new(), verdict);
            format!("{first}: {}", self::off(off, *tolerance))
        }
        OfGame::VerdictsFine { furthest, off, tolerance, .. } => {
            format!("furthest off is `{furthest}` {}: {}", at(off), self::off(off, *tolerance))
        }
        OfGame::TakenOver { played, most, .. } => crowd(played.value, played.interval.map(ends), *most),
        OfGame::OpenField { strategy, played, most, .. } => format!(
            "most is `{strategy}` {}: {}",
            at(played),
            crowd(played.value, played.interval.map(ends), *most)
        ),
        OfGame::Unplayed { least, .. } => {
            format!("less than {} % of a crowd each, at every number of players", short_percent(*least))
        }
        OfGame::Settled { unit, pairs, nothing, most, .. } => format!(
            "{} of pairs end in that order {}; {} % if the first {unit} said nothing, up to {} % is fine",
            percent(pairs),
            at(pairs),
            short_percent(*nothing),
            short_percent(*most)
        ),
        OfGame::Still { changes, least, .. } => format!(
            "{} changes a game {}; {} or more is fine",
            people::number_within(changes.value, changes.interval.map(ends)),
            at(changes),
            people::short(*least)
        ),
        OfGame::Over { unit, wins, after, rest, most, .. } => format!(
            "{}, whoever leads after round {after} wins {}, and {rest} rounds follow{}; up to {most} are fine",
            at(wins),
            percent(wins),
            each_round(unit)
        ),
        OfGame::Endless { games, .. } => format!("{} of games {}", percent(games), at(games)),
        OfGame::RareEnding { games, least, .. } => {
            format!("{} of games {}; {} % or more is fine", percent(games), at(games), short_percent(*least))
        }
        OfGame::Alone { won, fine, .. } => format!(
            "{} of the games are won by the archetypes; {} to {} % is fine",
            percent(won),
            short_percent(fine.low),
            short_percent(fine.high)
        ),
        OfGame::Skill { sizes, share, least, .. } => format!(
            "strategies explain {} of {} among beginners{}; from {} % on it matters",
            percent(share),
            if share.unit.is_share() { "who wins" } else { "the variance of points" },
            most("least", sizes, share),
            short_percent(*least)
        ),
        OfGame::Number { moved, .. } | OfGame::Ruling { moved, .. } => self::off(&moved.by, moved.tolerance),
        OfGame::Unused { components, of, games, most, .. } => format!(
            "{} of {of}, in {}; up to {} % is fine",
            components.len(),
            people::counted(*games, "game", "games"),
            short_percent(*most)
        ),
    }
}

/// What each round is, where the game itself has none: `, each an eighth of a pass`.
pub fn each_round(unit: &str) -> String {
    match unit {
        "round" | "turn" => String::new(),
        unit => {
            format!(", each {} {unit}", if unit.starts_with(['a', 'e', 'i', 'o', 'u']) { "an" } else { "a" })
        }
    }
}

/// Which seats win too often and which too seldom, each once with its numbers of players; most first.
fn seats_off(sizes: &[usize], seats: &[SeatAt]) -> String {
    let mut told: Vec<(&SeatAt, Vec<usize>)> = Vec::new();
    for one in seats {
        let is_same = |known: &SeatAt| (known.seat, known.off.value > 0.0) == (one.seat, one.off.value > 0.0);
        match told.iter_mut().find(|(known, _)| is_same(known)) {
            Some((_, sizes)) => sizes.push(one.off.players),
            None => told.push((one, vec![one.off.players])),
        }
    }
    let list: Vec<String> = told
        .iter_mut()
        .take(SEATS)
        .map(|(one, sizes)| {
            sizes.sort_unstable();
            format!("{} {}", one.seat, too_much(&one.off, sizes, [one.result, one.fair]))
        })
        .collect();
    let unit = seats.first().map_or(Unit::Share, |one| one.off.unit);
    let who = if unit.is_share() { "who wins" } else { "who scores" };
    format!("The seat decides {who} {}: {}.", with(sizes), list.join("; "))
}

/// `wins too often with 2 players: 56.0 % of its games, 6.0 points above the fair 50.0 %`.
fn too_much(off: &At, sizes: &[usize], [result, fair]: [f64; 2]) -> String {
    let is_above = off.value > 0.0;
    let side = if is_above { "above" } else { "below" };
    let (much, of, fair) = match off.unit {
        Unit::Share => {
            let often = if is_above { "wins too often" } else { "wins too seldom" };
            (often, "of its games", format!("the fair {}", level(off.unit, fair)))
        }
        unit => {
            let much = if is_above { "scores too much" } else { "scores too little" };
            (much, "a game", format!("the mean of {}", level(unit, fair)))
        }
    };
    format!(
        "{much} {}{}: {} {of}, {} {side} {fair}",
        with(sizes),
        most("most", sizes, off),
        level(off.unit, result),
        off.unit.size(off.value),
    )
}

/// What a ruling or a number changes.
fn who_wins(by: &At) -> &'static str {
    if by.unit.is_share() { "who wins" } else { "who scores" }
}

pub fn plural(sort: Sort) -> &'static str {
    match sort {
        Sort::Seat => "seats",
        Sort::Strategy => "strategies",
        Sort::Component => "components",
    }
}

fn verdict(JudgedAt { of, players }: &JudgedAt) -> String {
    format!("`{of}` {}", with(&[*players]))
}

fn verdicts(open: &[JudgedAt]) -> String {
    let mut list: Vec<String> = open.iter().take(VERDICTS).map(verdict).collect();
    if open.len() > VERDICTS {
        list.push(format!("{} more", people::count((open.len() - VERDICTS) as u64)));
    }
    people::list(&list)
}

/// The part of a crowd that plays a strategy: `80 % of a crowd (70 to 90); up to 50 % is fine`.
fn crowd(value: f64, ends: Option<(f64, f64)>, most: f64) -> String {
    let whole = |share: f64| people::fixed(share * 100.0, 0);
    let between = ends.map_or(String::new(), |(low, high)| format!(" ({} to {})", whole(low), whole(high)));
    format!("{} % of a crowd{between}; up to {} % is fine", whole(value), short_percent(most))
}

/// What a ruling or a number is about, in brackets.
pub fn about(moved: &Moved) -> String {
    match moved.about.trim_end_matches('.') {
        "" => String::new(),
        about => format!(" (“{}”)", about.replace('`', "")),
    }
}

fn shift(moved: &Moved) -> String {
    let whose = match &moved.whose {
        Owner::Strategy(name) => format!("`{name}`"),
        owner => owner.to_string(),
    };
    let share = |share: Option<f64>| share.map_or(String::new(), |share| level(moved.by.unit, share));
    format!("{whose} goes from {} to {} {}", share(moved.standard), share(moved.changed), at(&moved.by))
}
