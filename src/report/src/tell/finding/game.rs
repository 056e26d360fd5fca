use sim_engine::text::people;
use sim_lab::{
    figure::{Owner, Unit},
    finding::{AlternativeEffect, Contest, GameFinding, TableValue},
    robust::Kind,
    verdict::{Sort, VerdictSubject},
};

use super::{cause, course, ends, level, percent, points, say, short_percent};

pub fn text(what: &GameFinding) -> String {
    use GameFinding::*;
    match what {
        WinsOff { whose, sizes, off, .. } => {
            let whose = match whose {
                VerdictSubject::Seat(_) => whose.to_string(),
                of => format!("`{of}`"),
            };
            say!("findings/off", whose, sizes, is_share => off.unit.is_share(), is_above => off.value > 0.0)
        }
        SeatsOff { sizes, seats, .. } => seats.first().map_or(String::new(), |one| {
            say!("findings/seats",
                seat => one.seat.to_string(), players => [one.off.players], sizes,
                is_share => one.off.unit.is_share(), is_above => one.off.value > 0.0,
            )
        }),
        UsersOff { component, sizes, off, .. } => say!("findings/users",
            component, sizes, is_above => off.value > 0.0,
        ),
        VerdictsOpen { sort, open, .. } => open.first().map_or(String::new(), |one| {
            say!("findings/open",
                what => plural(*sort), open => open.len(), first => one.of.to_string(),
                players => [one.players],
            )
        }),
        VerdictsFine { sort, sizes, .. } => say!("findings/ok", what => plural(*sort), sizes),
        TakenOver { strategy, sizes, .. } => say!("findings/taken_over", strategy, sizes),
        OpenField { strategy, sizes, .. } => say!("findings/open_field", strategy, sizes),
        Unplayed { strategies, has_trained, .. } => {
            say!("findings/unplayed", strategies, has_trained => *has_trained)
        }
        Alone { contest: Contest::Even, .. } => say!("findings/contest"),
        Settled { .. } | Still { .. } | Over { .. } | Endless { .. } | RareEnding { .. } | Alone { .. } => {
            course(what).unwrap_or_default()
        }
        Skill { is_even, sizes, share } => {
            say!("findings/skill", is_even => *is_even, sizes, is_share => share.unit.is_share())
        }
        Number { moved, .. } => {
            let [standard, changed] = shift(moved);
            say!("findings/number", setting => moved.name, whose => whose(moved), players => [moved.by.players], standard, changed)
        }
        Ruling { kind, moved, .. } => {
            let ([standard, changed], is_data) = (shift(moved), *kind == Kind::Data);
            let (name, players) = (&moved.name, [moved.by.players]);
            say!("findings/ruling", name, is_data, whose => whose(moved), players, standard, changed)
        }
        Unused { components, sizes, .. } => say!("findings/unused", components, sizes),
    }
}

/// The subject of a ruling or a number, and its side effects.
pub fn notes(what: &GameFinding) -> Vec<String> {
    use GameFinding::*;
    let about =
        |moved: &AlternativeEffect| Some(moved.about.replace('`', "")).filter(|about| !about.is_empty());
    match what {
        Number { moved, others, .. } => {
            let others = (!others.is_empty()).then(|| say!("findings/others", others));
            about(moved).into_iter().chain(others).collect()
        }
        Ruling { moved, .. } => about(moved).into_iter().collect(),
        UsersOff { cause: Some(one), .. } if one.is_found => vec![cause(one)],
        _ => Vec::new(),
    }
}

/// The finding's figure, and the acceptable range.
pub fn size(what: &GameFinding) -> [String; 2] {
    use GameFinding::*;
    let off = |one: &TableValue, tolerance: f64| {
        let at = if one.players > 1 { format!(" with {}", one.players) } else { String::new() };
        let figure = format!("{}{at}", points(one.value, one.interval, one.unit));
        [figure, format!("within {}", one.unit.within(tolerance))]
    };
    let up_to = |share: f64| format!("up to {} %", short_percent(share));
    match what {
        WinsOff { off: one, tolerance, .. }
        | UsersOff { off: one, tolerance, .. }
        | VerdictsOpen { off: one, tolerance, .. }
        | VerdictsFine { off: one, tolerance, .. } => off(one, *tolerance),
        SeatsOff { seats, tolerance, .. } => {
            seats.first().map_or([String::new(), String::new()], |one| off(&one.off, *tolerance))
        }
        TakenOver { played, most, .. } | OpenField { played, most, .. } => {
            let whole = |share: f64| people::fixed(share * 100.0, 0);
            let between =
                played.interval.map(|ends| format!(" ({} to {})", whole(ends.low), whole(ends.high)));
            [format!("{} % of players{}", whole(played.value), between.unwrap_or_default()), up_to(*most)]
        }
        Unplayed { least, .. } => {
            let least = short_percent(*least);
            [format!("under {least} % of players"), format!("{least} % or more")]
        }
        Settled { pairs, most, .. } => [percent(pairs), up_to(*most)],
        Still { changes, least, .. } => {
            let figure = people::number_within(changes.value, changes.interval.map(ends));
            [figure, format!("{} or more", people::short(*least))]
        }
        Over { wins, after, rest, most, .. } => {
            [format!("{} after round {after}, {rest} follow", percent(wins)), format!("up to {most} follow")]
        }
        Endless { games, .. } => [percent(games), "none".to_owned()],
        RareEnding { games, least, .. } => [percent(games), format!("{} % or more", short_percent(*least))],
        Alone { won, fine, .. } => {
            [percent(won), format!("{} to {} %", short_percent(fine.low), short_percent(fine.high))]
        }
        Skill { share, .. } => [format!("{} of the variance", percent(share)), String::new()],
        Number { moved, .. } | Ruling { moved, .. } => off(&moved.by, moved.tolerance),
        Unused { components, of, most, .. } => [format!("{} of {of}", components.len()), up_to(*most)],
    }
}

fn plural(sort: Sort) -> &'static str {
    match sort {
        Sort::Seat => "seats",
        Sort::Strategy => "strategies",
        Sort::Component => "components",
    }
}

fn whose(moved: &AlternativeEffect) -> String {
    match &moved.whose {
        Owner::Strategy(name) => format!("`{name}`"),
        owner => owner.to_string(),
    }
}

fn shift(moved: &AlternativeEffect) -> [String; 2] {
    let unit: Unit = moved.by.unit;
    [moved.standard, moved.changed]
        .map(|share| share.map_or_else(|| "–".to_owned(), |share| level(unit, share)))
}
