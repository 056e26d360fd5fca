//! Worth in good hands: a player barred from a component trains further among players who may take it. What it then
//! wins less than a control trained without a ban is the worth of the component to one good player.
//!
//! This is restricted play (Jaffe and others, "Evaluating competitive game balance with restricted play", 2012), with
//! two differences. The barred player trains to compensate, so that a clumsy script does not pass for a strong card.
//! And the others do not respond, as they would to a box without the component, which an ablation with adaptation
//! measures.

use sim_engine::{Choice, Component};
use sim_learn::Base;
use sim_play::{
    arm::{Arms, Subject},
    tally::{Tally, UseKind},
};
use sim_stats::{Estimate, estimate::MIN_DEALS, paired::PairedEstimate, repeats::Repeats};

use crate::{
    Error, Lab, Refusal, Work,
    ablate::is_match,
    adapt::{
        AdaptSpec, ContrastSetup,
        barred::{BarredRun, Loss},
        trainer::LearnerResult,
    },
    effect::EffectScale,
    not_played::{NotPlayed, WhyNot, reason},
    pairs::{is_found, q_values},
    summary::Summary,
};

/// Default games per training run: fewer than for adaptation to other rules, because a single player trains, and only
/// to compensate for a ban.
pub const GAMES: u64 = 2_000;
/// Default training runs per ban: results differ more by seed than by length.
pub const REPEATS: u64 = 8;
/// A smaller loss is negligible: a threshold of [`EffectScale`].
const SMALL: f64 = 0.02;
/// Share of seats from which a component counts as used by nearly all.
const NEARLY_ALL: f64 = 0.9;

#[derive(Clone)]
pub struct WorthSpec {
    /// The table, the amount of games, and the training: see [`AdaptSpec::seat`].
    pub table: AdaptSpec,
    /// Names or kinds of components, where * matches any text; first words of an action; measures; or `mix`. Empty
    /// means everything that players choose.
    pub bans: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// The word in the file of the barred player.
    pub word: String,
    pub of: BanTarget,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BanTarget {
    /// A component, by its index at the table.
    Component(usize),
    Kind,
    /// An action, anything that moves a measure, or random choice among actions.
    Deed,
}

pub struct WorthArms {
    pub arms: Arms,
    /// The bans, by kind.
    pub bans: Vec<Ban>,
    /// Components that players do not choose, so that no player can be barred from them.
    pub not_played: Vec<NotPlayed>,
}

#[derive(Debug, Clone)]
pub struct Worths {
    pub setup: ContrastSetup,
    pub control: Option<f64>,
    /// One row per ban: by kind, and there the highest worth first.
    pub rows: Vec<WorthRow>,
    pub not_played: Vec<NotPlayed>,
}

#[derive(Debug, Clone)]
pub struct WorthRow {
    pub ban: Ban,
    pub component: Option<Component>,
    /// Share of the baseline's seats that use it in a game.
    pub used: Option<f64>,
    /// Win rate of its users minus that of others at the same table. Association, not cause.
    pub contrast: Estimate,
    /// The result without a ban, and with this one; the difference is its worth.
    pub worth: PairedEstimate,
    /// `worth` minus that of the median of the other components of its kind; none without others.
    pub beyond: Option<PairedEstimate>,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
    /// Its rank by worth, from 1, and the number of bans of its kind; only for components.
    pub rank: Option<(usize, usize)>,
    /// Times per game that a barred player got it anyway: the rules left no alternative, or others gave it.
    pub despite: Option<f64>,
    pub reading: WorthPattern,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum WorthPattern {
        /// Its users win more, and a barred player wins less.
        Strong = "strong",
        /// Nearly all use it, so that the contrast is missing or says little; a barred player wins less.
        Staple = "staple",
        /// Its users win no more than others, but a barred player wins less.
        Quiet = "quiet",
        /// Its users win more, but a barred player wins as much.
        Follows = "follows",
        /// A barred player wins as much.
        Spare = "spare",
        /// A barred player wins more: the players overuse it.
        Overused = "overused",
        Open = "undecided",
    }
}

impl WorthPattern {
    /// `small` is a negligible loss.
    fn of(
        (worth, q_value): (&PairedEstimate, Option<f64>),
        contrast: &Estimate,
        used: Option<f64>,
        small: f64,
    ) -> WorthPattern {
        if worth.is_same() {
            return WorthPattern::Spare;
        }
        let Some(ends) = worth.difference.interval else { return WorthPattern::Open };
        let more = contrast.interval.is_some_and(|ends| ends.low > 0.0);
        // Of many intervals some miss 0 by chance.
        let is_told = is_found(q_value);
        match worth.difference.value {
            Some(value) if is_told && value > 0.0 => match used {
                _ if more => WorthPattern::Strong,
                Some(used) if used >= NEARLY_ALL => WorthPattern::Staple,
                _ => WorthPattern::Quiet,
            },
            Some(value) if is_told && value < 0.0 => WorthPattern::Overused,
            _ if ends.high < small && more => WorthPattern::Follows,
            _ if ends.high < small => WorthPattern::Spare,
            _ => WorthPattern::Open,
        }
    }
}

impl WorthSpec {
    pub fn open(&self) -> Result<WorthArms, Error> {
        let first = self.table.arm.open_current()?;
        let info = first.arm.info;
        let components = first.arm.game.components();
        let (mut bans, mut not_played) = (Vec::new(), Vec::new());
        let patterns: Vec<&str> =
            self.bans.iter().map(|word| word.strip_prefix("no ").unwrap_or(word)).collect();
        let is_wanted = |text: &str| patterns.is_empty() || patterns.iter().any(|one| is_match(one, text));
        for kind in info.kinds {
            let of_kind = || (0..).zip(components).filter(|(_, one)| one.kind == kind.name);
            let is_whole = is_wanted(kind.name);
            let wanted = of_kind().filter(|(_, one)| is_whole || is_wanted(&one.name));
            if kind.choice != Choice::Chosen {
                // Leaves out silently what nobody named.
                let named = wanted.filter(|_| !patterns.is_empty());
                not_played.extend(named.map(|(_, one)| NotPlayed {
                    name: one.name.clone(),
                    why: WhyNot::NoGame(format!("players do not choose a {}", kind.name)),
                }));
                continue;
            }
            if is_whole && of_kind().count() > 1 {
                bans.push(Ban { word: kind.name.to_owned(), of: BanTarget::Kind });
            }
            bans.extend(wanted.map(|(at, one)| Ban { word: one.name.clone(), of: BanTarget::Component(at) }));
        }
        for &word in &patterns {
            let is_component =
                components.iter().any(|one| is_match(word, &one.name) || is_match(word, &one.kind));
            if !is_component {
                self.check(word)?;
                bans.push(Ban { word: word.to_owned(), of: BanTarget::Deed });
            }
        }
        if bans.is_empty() {
            let message = format!("nothing is banned that players choose{}", reason(not_played.first()));
            let help = "name a component, a kind of them, or the first words of an action";
            return Err(Refusal::new(message, help).into());
        }
        Ok(WorthArms { arms: Arms::new(first, Vec::new())?, bans, not_played })
    }

    fn check(&self, word: &str) -> Result<(), Error> {
        for Base { name, origin, text } in self.table.learners(&[word.to_owned()])? {
            let read = self.table.arm.rules.entry.read_strategy(&name, &origin, &text, &[]);
            let no_ban = || format!("nothing is called `{word}` that one could never do");
            read.map_err(|error| Refusal::new(no_ban(), error.help))?;
        }
        Ok(())
    }

    /// Work of a control, and of one barred player per ban.
    fn learners(&self, opened: &WorthArms, games: u64) -> Work {
        self.table.contrast(opened.bans.len() + 1, games)
    }

    pub fn work(&self, opened: &WorthArms) -> Work {
        self.table.work(&opened.arms, |games| self.learners(opened, games))
    }

    pub fn play(&self, opened: &WorthArms, lab: &mut Lab<'_>) -> Result<Worths, Error> {
        let WorthArms { arms, bans, not_played } = opened;
        let first = arms.first();
        let place = |ban: &Ban| match ban.of {
            BanTarget::Component(at) => Some(at),
            BanTarget::Kind | BanTarget::Deed => None,
        };
        let places: Vec<usize> = bans.iter().filter_map(place).collect();
        let learners = |games| self.learners(opened, games);
        let ((seen, small), setup) = self.table.play_first(arms, lab, learners, |subject, tally| {
            let small = EffectScale::new(subject, tally).threshold(SMALL);
            (UseContrast::of_components(subject, tally, &places), small)
        })?;
        let components = first.arm.game.components();
        let words = std::iter::once(Vec::new()).chain(bans.iter().map(|ban| vec![ban.word.clone()]));
        let bases: Vec<Vec<Base>> =
            words.map(|words| self.table.learners(&words)).collect::<Result<_, _>>()?;
        let results = self.table.each_among(first, bases, setup.deals, lab)?;
        let kinds: Vec<Option<&String>> =
            bans.iter().map(|ban| place(ban).map(|at| &components[at].kind)).collect();
        let run = BarredRun::new(results, &kinds, &Repeats::new(self.table.budget.repeats as usize))?;
        let q_values = q_values(run.losses.iter().map(|one| one.worth.p_value));
        let mut seen = seen.into_iter();
        let mut rows = Vec::new();
        let losses = run.losses.into_iter().zip(&run.barred).zip(q_values);
        for (ban, ((Loss { worth, beyond }, barred), q_value)) in bans.iter().zip(losses) {
            let at = place(ban);
            let UseContrast { used, contrast, .. } =
                at.and_then(|_| seen.next()).unwrap_or(UseContrast::NOTHING);
            let component = at.and_then(|at| components.get(at).cloned());
            rows.push(WorthRow {
                ban: ban.clone(),
                component,
                used,
                contrast,
                reading: WorthPattern::of((&worth, q_value), &contrast, used, small),
                worth,
                beyond,
                q_value,
                rank: None,
                despite: at.and_then(|at| despite(at, barred)),
            });
        }
        ranked(&mut rows);
        let control = rows.first().and_then(|row| row.worth.one);
        Ok(Worths { setup, control, rows, not_played: not_played.clone() })
    }
}

pub(crate) struct UseContrast {
    pub used: Option<f64>,
    pub contrast: Estimate,
    /// The q-value of the contrast among those of all components.
    pub q_value: Option<f64>,
}

impl UseContrast {
    const NOTHING: UseContrast = UseContrast { used: None, contrast: Estimate::MISSING, q_value: None };

    pub fn of_components(subject: &Subject<'_>, tally: &Tally, places: &[usize]) -> Vec<UseContrast> {
        let counted = Summary::new(subject, tally).components.all;
        let of_place = |at: &usize| {
            let Some(one) = counted.get(*at) else { return UseContrast::NOTHING };
            let seats = |least: usize| -> u64 {
                one.use_counts.iter().filter(|row| row.uses >= least).map(|row| row.win_rate.n).sum()
            };
            let used = (seats(0) > 0).then(|| seats(1) as f64 / seats(0) as f64);
            let adjusted = one.adjusted.as_ref();
            let contrast = adjusted.map_or(Estimate::MISSING, |row| row.estimate);
            UseContrast { used, contrast, q_value: adjusted.and_then(|row| row.q_value) }
        };
        places.iter().map(of_place).collect()
    }
}

/// Times per game that barred players got a component anyway.
fn despite(component: usize, barred: &[LearnerResult]) -> Option<f64> {
    let times = barred.iter().filter_map(|LearnerResult { tally, .. }| {
        let sums = tally.counts.get(0, tally.layout.component_use(component, UseKind::Taken));
        sums.count_mean(&[]).value
    });
    let times: Vec<f64> = times.collect();
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}

/// Sorts the components of each kind by worth, highest first, and ranks them.
fn ranked(rows: &mut [WorthRow]) {
    let kind = |row: &WorthRow| row.component.as_ref().map(|one| one.kind.clone());
    for rows in rows.chunk_by_mut(|one, other| kind(one) == kind(other)) {
        if kind(&rows[0]).is_none() {
            continue;
        }
        let size = |row: &WorthRow| row.worth.difference.value.unwrap_or(f64::NEG_INFINITY);
        rows.sort_by(|one, other| size(other).total_cmp(&size(one)));
        let all = rows.len();
        for (at, row) in rows.iter_mut().enumerate() {
            let worth = &row.worth.difference;
            row.rank = worth.value.filter(|_| worth.deals >= MIN_DEALS).map(|_| (at + 1, all));
        }
    }
}
