//! Component ablation: the same deals with and without a change to one component, usually its removal from the box.

use serde::{Deserialize, Serialize};
pub use sim_engine::text::is_match;
use sim_engine::{Component, Objective, Seat, Settings, text::suggestion_by_meaning};
use sim_play::{
    arm::{Arm, Subject},
    tally::{AdjustedEstimate, Group, Layout, Tally, UseKind, WIN},
};
use sim_stats::{
    Estimate,
    grouped::GroupedEstimate,
    paired::{PairedEstimate, WeightedPair, difference, weighted},
};

use crate::{
    Effort, Ended, Error, Extent, Lab, Refusal,
    command::{Command, Verb},
    contrast::ContrastArms,
    figure::Figure,
    not_played::{NotPlayed, WhyNot},
    pairs::{self, Side, by_name, by_q_value, comparable, median, set_each_q_value},
    price::payments::paid_in,
    spec::{ArmSpec, Setting},
};

#[derive(Clone)]
pub struct AblateSpec {
    pub arm: ArmSpec,
    /// Components to remove from the box, each in its own arm: names or kinds, where * matches any text.
    pub without: Vec<String>,
    /// Components to play at the lowest price that their table allows.
    pub free: Vec<String>,
    /// Components that set-up always deals to the seat of the setting `given_seat`, by default the first.
    pub given: Vec<String>,
    pub effort: Effort,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Treatment {
    TakenOut,
    /// Replaced by a blank that does nothing, because the game cannot be played without it.
    Replaced,
    /// It costs nothing, or the lowest price that its table allows.
    Free,
    Given(Seat),
}

impl Treatment {
    pub fn word(self) -> &'static str {
        match self {
            Treatment::TakenOut => "taken out",
            Treatment::Replaced => "replaced",
            Treatment::Free => "made free",
            Treatment::Given(_) => "given",
        }
    }

    pub fn is_more(self) -> bool {
        matches!(self, Treatment::Free | Treatment::Given(_))
    }

    /// The treatment and its component, in the direction of the difference: `with manager`.
    pub fn label(self, component: &str) -> String {
        match self {
            Treatment::TakenOut => format!("with {component}"),
            Treatment::Replaced => format!("with {component}, not a blank"),
            Treatment::Free | Treatment::Given(_) => format!("with {}", self.arm(component)),
        }
    }

    fn arm(self, component: &str) -> String {
        match self {
            Treatment::TakenOut => format!("without {component}"),
            Treatment::Replaced => format!("a blank for {component}"),
            Treatment::Free => format!("{component} for free"),
            Treatment::Given(seat) => format!("{component} given to seat {}", seat.0 + 1),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// Index among the components of the baseline.
    pub component: usize,
    pub way: Treatment,
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Ablation {
    pub extent: Extent,
    /// Arms other than the baseline, including those that were not reached.
    pub planned: usize,
    pub played: usize,
    /// Ordered by figure, then removals before additions, then the most significant first.
    pub rows: Vec<AblationRow>,
    pub not_played: Vec<NotPlayed>,
    /// Where free components were requested: kinds whose price cannot be lower, and the number of components of each.
    #[serde(default)]
    pub unpriced: Vec<(String, usize)>,
    pub ended: Ended,
    #[serde(default, skip_serializing_if = "Objective::is_wins")]
    pub objective: Objective,
}

/// One figure with the component minus without it. For a free or given component: the changed arm minus the baseline.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AblationRow {
    pub component: Component,
    pub way: Treatment,
    /// Win rate or points of the component's users, weighted by their share of all uses, or of the seat that it is
    /// given to; or the length of games.
    pub figure: Figure,
    /// Mean uses per seat and game.
    pub uses: Option<f64>,
    pub paired: PairedEstimate,
    /// Adjusted over all rows of the table.
    pub q_value: Option<f64>,
    /// Set on rows of the objective: the win rate of its users minus that of others at the same table. Association,
    /// not cause.
    pub adjusted: Option<Estimate>,
    /// Set on rows of the objective: the strategy whose own result moves most, if any moves.
    pub most_moved: Option<StrategyShift>,
    /// Set on rows of the objective, for removals: the difference minus that of the median of the other removed and
    /// used components of its kind. None without others.
    #[serde(default)]
    pub beyond: Option<Estimate>,
}

impl AblationRow {
    pub fn is_found(&self) -> bool {
        pairs::is_found(self.q_value)
    }
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct StrategyShift {
    pub strategy: String,
    /// In the direction and unit of the difference.
    pub by: f64,
}

impl AblateSpec {
    /// A spec that only removes components.
    pub fn removal(arm: ArmSpec, without: Vec<String>, effort: Effort) -> AblateSpec {
        AblateSpec { arm, without, free: Vec::new(), given: Vec::new(), effort }
    }

    /// # Errors
    /// If a pattern matches nothing, or no component can be changed as requested.
    pub fn open(&self) -> Result<ContrastArms<Change>, Error> {
        self.arms()?.or_refuse("no component can be changed as asked", |opened| {
            let arm = &opened.arms.first().arm;
            let is_wanted = |one: &&Component| is_match_of_any(&self.without, one, &arm.settings);
            let mut wanted = arm.game.components().iter().filter(is_wanted);
            if !wanted.any(|one| paid_in(arm.info, one).is_some()) {
                return "name other components: `sim components --game GAME` lists them".to_owned();
            }
            let asked = Command::new(Verb::Components).names(&self.without);
            let asked = asked.option("game", arm.info.name).flag("price");
            format!("`{asked}` shows how often each pays, and how much compared with its kind")
        })
    }

    /// The baseline, and an arm for each change that yields a playable game; possibly none.
    pub(crate) fn arms(&self) -> Result<ContrastArms<Change>, Error> {
        let baseline = self.arm.open_current()?;
        let (components, settings) = (baseline.arm.game.components().to_vec(), baseline.arm.settings.clone());
        let patterns = [&self.without, &self.free, &self.given];
        patterns.iter().try_for_each(|patterns| check(patterns, &baseline.arm))?;
        let of_one = |(component, one): (usize, &Component)| {
            let wanted = patterns.map(|patterns| is_match_of_any(patterns, one, &settings));
            let ways = self.ways(&settings, &one.name, wanted).into_iter();
            let change = |(way, arm): (Treatment, Result<Arm, Error>)| {
                let is_named = way.is_more() || arm.is_ok();
                let name = if is_named { way.arm(&one.name) } else { one.name.clone() };
                (Change { component, way }, name, arm.map_err(WhyNot::of))
            };
            ways.map(change).collect::<Vec<_>>()
        };
        ContrastArms::open(baseline, components.iter().enumerate().flat_map(of_one))
    }

    /// Kinds of the components requested free that have no lower price, with the number of each.
    fn unpriced(&self, arm: &Arm) -> Vec<(String, usize)> {
        let settings = &arm.settings;
        let is_unpriced = |one: &&Component| {
            is_match_of_any(&self.free, one, settings) && settings.free(&one.name).is_none()
        };
        let mut kinds: Vec<(String, usize)> = Vec::new();
        for Component { kind, .. } in arm.game.components().iter().filter(is_unpriced) {
            match kinds.iter_mut().find(|(known, _)| known == kind) {
                Some((_, count)) => *count += 1,
                None => kinds.push((kind.clone(), 1)),
            }
        }
        kinds
    }

    /// The requested arms of a component: removed, free, given.
    fn ways(
        &self,
        settings: &Settings,
        name: &str,
        [without, free, given]: [bool; 3],
    ) -> Vec<(Treatment, Result<Arm, Error>)> {
        let mut ways = Vec::new();
        if without {
            let mut spec = self.arm.clone();
            spec.rules.without.push(name.to_owned());
            let without = spec.open();
            // The error without the component says more than the error with a blank.
            let blank = match without {
                Ok(_) => None,
                Err(_) => self.with(&settings.blank(name)).and_then(Result::ok),
            };
            ways.push(blank.map_or((Treatment::TakenOut, without), |blank| (Treatment::Replaced, Ok(blank))));
        }
        // Components without a price, or that set-up does not deal, have no such arm.
        let more = [
            (free, Treatment::Free, settings.free(name)),
            (given, Treatment::Given(given_seat(settings)), settings.given(name)),
        ];
        let more = more.into_iter().filter(|(is_wanted, ..)| *is_wanted);
        ways.extend(more.filter_map(|(_, way, setting)| Some((way, self.with(&[setting?])?))));
        ways
    }

    fn with(&self, settings: &[String]) -> Option<Result<Arm, Error>> {
        let mut arm = self.arm.clone();
        arm.rules.set.extend(settings.iter().filter_map(|text| text.parse::<Setting>().ok()));
        (!settings.is_empty()).then(|| arm.open())
    }

    /// The command that reproduces this with the given number of games per arm.
    pub fn command(&self, games: u64) -> Result<Command, Error> {
        let command = self.arm.command(Verb::Diff, Some(games))?;
        let patterns = [("without", &self.without), ("free", &self.free), ("given", &self.given)];
        let asked = patterns.into_iter().filter(|(_, patterns)| !patterns.is_empty());
        Ok(asked.fold(command, |command, (name, patterns)| command.option(name, patterns.join(","))))
    }

    pub fn play(&self, opened: &ContrastArms<Change>, lab: &mut Lab<'_>) -> Result<Ablation, Error> {
        self.play_and_see(opened, lab, |_, _| ())
    }

    /// Like [`play`](AblateSpec::play), and shows the baseline to `see`, possibly several times while it grows.
    pub(crate) fn play_and_see(
        &self,
        opened: &ContrastArms<Change>,
        lab: &mut Lab<'_>,
        mut see: impl FnMut(&Subject<'_>, &Tally),
    ) -> Result<Ablation, Error> {
        let ContrastArms { arms, changes, not_played } = opened;
        let first = &arms.first().arm;
        let subject = first.subject();
        let mut adjusted = Vec::new();
        let compared = lab.compare(arms, self.effort, |at| {
            let Some(before) = at.at.checked_sub(1) else {
                adjusted = at.first.adjusted.estimates();
                see(&subject, at.first);
                return Ok(None);
            };
            let other = at.named.arm.subject();
            let as_it_is = Side { subject: &subject, tally: at.first };
            let changed = Side { subject: &other, tally: at.tally };
            Ok(Some(ablated(as_it_is, changed, changes[before])?))
        })?;
        let read: Vec<ComponentEffect> = compared.read.into_iter().flatten().collect();
        Ok(Ablation {
            extent: Extent::of(first, compared.deals),
            planned: changes.len(),
            played: read.len(),
            rows: rows(subject.components, &adjusted, &read, subject.objective),
            not_played: not_played.clone(),
            unpriced: self.unpriced(first),
            ended: compared.ended,
            objective: subject.objective,
        })
    }
}

/// Plays the baseline and every changed arm on the same deals.
///
/// ```
/// use sim_lab::{Effort, Lab, Stop, spec::ArmSpec};
/// use sim_lab::ablate::{AblateSpec, ablate};
///
/// let arm = ArmSpec::of_shipped(&sim_delectable::ENTRY, 2, &["raider", "prestige"])?;
/// let without = vec!["equipment".to_owned()];
/// let spec = AblateSpec { arm, without, free: vec![], given: vec![], effort: Effort::Games(200) };
/// let threads = rayon::ThreadPoolBuilder::new().build()?;
/// let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut (), store: &mut () };
/// for row in &ablate(&spec, &mut lab)?.rows {
///     println!("{} {}: {:?}", row.component.name, row.figure.word(), row.paired.difference.value);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn ablate(spec: &AblateSpec, lab: &mut Lab<'_>) -> Result<Ablation, Error> {
    spec.play(&spec.open()?, lab)
}

/// Whether a component can neither be removed nor replaced by a blank under these settings, so that it has no
/// ablation. The check opens up to two tables.
pub fn is_fixed(arm: &ArmSpec, settings: &Settings, name: &str) -> bool {
    let spec = AblateSpec::removal(arm.clone(), Vec::new(), Effort::Games(0));
    spec.ways(settings, name, [true, false, false]).iter().all(|(_, made)| made.is_err())
}

fn given_seat(settings: &Settings) -> Seat {
    let entry = settings.entries().into_iter().find(|entry| entry.path == "given_seat");
    let seat = entry.and_then(|entry| entry.value.parse::<u8>().ok()).unwrap_or(1);
    Seat(seat.saturating_sub(1))
}

/// Whether a pattern matches a component: its name, its kind, or the path of its row, such as `cards.S2`.
pub(crate) fn is_match_of(pattern: &str, component: &Component, settings: &Settings) -> bool {
    let Component { name, kind, .. } = component;
    let is_path = || pattern.contains('.') && settings.rows_named(name).any(|path| is_match(pattern, &path));
    is_match(pattern, name) || is_match(pattern, kind) || is_path()
}

pub(crate) fn is_match_of_any(patterns: &[String], component: &Component, settings: &Settings) -> bool {
    patterns.iter().any(|pattern| is_match_of(pattern, component, settings))
}

/// # Errors
/// If a pattern matches no component and no kind.
pub(crate) fn check(patterns: &[String], arm: &Arm) -> Result<(), Refusal> {
    let components = arm.game.components();
    let is_known = |pattern: &String| components.iter().any(|one| is_match_of(pattern, one, &arm.settings));
    let Some(pattern) = patterns.iter().find(|pattern| !is_known(pattern)) else { return Ok(()) };
    let mut kinds: Vec<&str> = components.iter().map(|one| one.kind.as_str()).collect();
    kinds.dedup();
    let names = kinds.into_iter().chain(components.iter().map(|one| one.name.as_str()));
    let help = suggestion_by_meaning(pattern, names.map(|name| (name, "")), |_| false);
    Err(Refusal::new(format!("no component and no kind of them is called `{pattern}`"), help))
}

struct ComponentEffect {
    change: Change,
    uses: Option<f64>,
    win_rate: PairedEstimate,
    points: PairedEstimate,
    plies: PairedEstimate,
    most_moved: Option<StrategyShift>,
    /// The difference in the objective, with the influence of each group of deals; none if nobody uses the component.
    moves: Option<GroupedEstimate>,
}

type CellOf = fn(&Layout, Group) -> usize;

/// Compares a changed arm with the baseline, whose component counts it uses. The difference is the effect of the
/// component on its users (with minus without), of a free price on its users (free minus baseline), or of a certain
/// deal on a seat (given minus baseline).
fn ablated(as_it_is: Side<'_>, changed: Side<'_>, change: Change) -> Result<ComponentEffect, Refusal> {
    comparable(as_it_is, changed)?;
    let Change { component, way } = change;
    let plain = as_it_is.tally;
    let uses = |plan: usize| plain.counts.get(plan, plain.layout.component_use(component, UseKind::Used));
    let users: Vec<(usize, usize)> = by_name(as_it_is.subject, changed.subject);
    let totals: Vec<f64> = users.iter().map(|&(plan, _)| uses(plan).total() as f64).collect();
    let whole: f64 = totals.iter().sum();
    let plays: u64 = users.iter().map(|&(plan, _)| uses(plan).count()).sum();
    let (with, without) = if way.is_more() { (changed, as_it_is) } else { (as_it_is, changed) };
    let swapped = |(plan, other): (usize, usize)| if way.is_more() { (other, plan) } else { (plan, other) };
    let matched: Vec<(usize, usize)> = users.into_iter().map(swapped).collect();
    let (one, other) = (with.tally, without.tally);
    let sums = |tally: &Tally, cell: usize| tally.headline.groups(&tally.layout, cell);
    let both = |cell: CellOf, mine: Group, theirs: Group| {
        (sums(one, cell(&one.layout, mine)), sums(other, cell(&other.layout, theirs)))
    };
    // Weights each strategy by its share of all uses.
    let of_users = |cell: CellOf| {
        let groups = matched.iter().map(|&(mine, theirs)| (Group::Strategy(mine), Group::Strategy(theirs)));
        let groups: Vec<_> = groups.map(|(mine, theirs)| both(cell, mine, theirs)).collect();
        let used = totals.iter().zip(&groups).filter(|_| whole > 0.0);
        let parts: Vec<WeightedPair<'_>> =
            used.map(|(total, (one, other))| WeightedPair { weight: total / whole, one, other }).collect();
        (weighted(&parts, one.deals), GroupedEstimate::of_differences(&parts))
    };
    let of_seat = |cell: CellOf, seat: Seat| {
        let (mine, theirs) = both(cell, Group::Seat(seat), Group::Seat(seat));
        (difference(&mine, &theirs, one.deals), None)
    };
    let effect = |cell: CellOf, unit: f64| {
        let (paired, moves) = match way {
            Treatment::Given(seat) => of_seat(cell, seat),
            _ => of_users(cell),
        };
        (paired.scaled(unit), moves.map(|moves| moves.scaled(unit)))
    };
    let plies = difference(&sums(one, one.layout.plies()), &sums(other, other.layout.plies()), one.deals);
    let moved = matched.iter().map(|&(mine, theirs)| {
        let result = |side: &Side<'_>, strategy| {
            let utility = side.subject.utility();
            utility.of_group(side.tally, Group::Strategy(strategy)).value.unwrap_or(0.0)
        };
        let strategy = with.subject.strategies[mine].clone();
        StrategyShift { strategy, by: result(&with, mine) - result(&without, theirs) }
    });
    let most_moved = moved.max_by(|a, b| a.by.abs().total_cmp(&b.by.abs())).filter(|moved| moved.by != 0.0);
    let (win_rate, wins) = effect(Layout::wins, 1.0 / WIN as f64);
    let (points, gains) = effect(Layout::points, with.subject.points_scale());
    Ok(ComponentEffect {
        change,
        uses: (plays > 0).then(|| whole / plays as f64),
        win_rate,
        points,
        plies,
        most_moved,
        moves: if with.subject.objective.is_wins() { wins } else { gains },
    })
}

/// For each removal: its difference in the objective minus that of the median of the others of its kind.
fn beyond_median(components: &[Component], read: &[ComponentEffect]) -> Vec<Option<Estimate>> {
    let kind = |one: &ComponentEffect| &components[one.change.component].kind;
    let sizes: Vec<f64> = read.iter().map(|one| one.moves.as_ref().map_or(0.0, |one| one.value)).collect();
    let of_one = |(at, one): (usize, &ComponentEffect)| {
        let moves = one.moves.as_ref().filter(|_| !one.change.way.is_more())?;
        let is_beside = |other: &usize| {
            let other_one = &read[*other];
            let is_taken = other_one.moves.is_some() && !other_one.change.way.is_more();
            *other != at && is_taken && kind(other_one) == kind(one)
        };
        let median = median((0..read.len()).filter(is_beside).collect(), &sizes);
        let median: Vec<GroupedEstimate> =
            median.into_iter().filter_map(|at| read[at].moves.clone()).collect();
        let deals = one.win_rate.difference.deals;
        (!median.is_empty()).then(|| moves.less_mean(&median).estimate(deals))
    };
    read.iter().enumerate().map(of_one).collect()
}

/// All rows, by figure and then by significance. `adjusted` holds the estimates of all components of the baseline.
fn rows(
    components: &[Component],
    adjusted: &[AdjustedEstimate],
    read: &[ComponentEffect],
    objective: Objective,
) -> Vec<AblationRow> {
    let row =
        |one: &ComponentEffect, beyond: Option<Estimate>, figure: Figure, mut paired: PairedEstimate| {
            let is_main = figure == Figure::of(objective);
            let is_of_users = figure != Figure::Plies && !matches!(one.change.way, Treatment::Given(_));
            if one.uses == Some(0.0) && is_of_users {
                (paired.most_differing, paired.difference.note) = (None, "nobody uses it");
            }
            AblationRow {
                component: components[one.change.component].clone(),
                way: one.change.way,
                uses: one.uses,
                paired,
                q_value: None,
                adjusted: adjusted.get(one.change.component).filter(|_| is_main).map(|one| one.estimate),
                most_moved: one.most_moved.clone().filter(|_| is_main),
                beyond: beyond.filter(|_| is_main),
                figure,
            }
        };
    let of_each = |(one, beyond): (&ComponentEffect, Option<Estimate>)| {
        let figures =
            [(Figure::WinRate, one.win_rate), (Figure::Points, one.points), (Figure::Plies, one.plies)];
        figures.map(|(figure, paired)| row(one, beyond, figure, paired))
    };
    let beyond = beyond_median(components, read);
    let mut rows: Vec<AblationRow> = read.iter().zip(beyond).flat_map(of_each).collect();
    set_each_q_value(rows.iter_mut().map(|row| (&row.paired, &mut row.q_value)));
    // Additions come after removals.
    let order = |way: Treatment| Some(way).filter(|way| way.is_more());
    let figure = |row: &AblationRow| match row.figure {
        Figure::WinRate => 0,
        Figure::Points => 1,
        _ => 2,
    };
    let size = |row: &AblationRow| row.paired.difference.value.map_or(-1.0, f64::abs);
    rows.sort_by(|one, other| {
        figure(one)
            .cmp(&figure(other))
            .then(order(one.way).cmp(&order(other.way)))
            .then(by_q_value(one.q_value, other.q_value))
            .then(size(other).total_cmp(&size(one)))
    });
    rows
}

#[cfg(test)]
mod coverage;
