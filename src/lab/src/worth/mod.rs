//! What a thing is worth in good hands: a player who may never take it learns on among players who may, and what he
//! wins less than one who learned on without a ban is what it is worth to one good player.
//!
//! That is restricted play (Jaffe and others, "Evaluating competitive game balance with restricted play", 2012), with
//! two differences: who is restricted learns to do without, so that a clumsy script is not taken for a strong card;
//! and the others do not answer, as they do where the thing is not in the box: that is what an ablation with
//! adaptation tells.

use sim_engine::{Choice, Component};
use sim_learn::Base;
use sim_play::{
    arm::{Arms, NamedArm, Subject},
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

/// Games that each learning takes where nothing is said: fewer than players need who adapt to other rules, as only
/// one of them has to learn, and only to do without a thing.
pub const GAMES: u64 = 2_000;
/// Learnings of each ban where nothing is said: what is learned differs more by its seed than by its length.
pub const REPEATS: u64 = 8;
/// A loss of less is next to nothing: a threshold of [`EffectScale`].
const SMALL: f64 = 0.02;
/// A thing that so many seats use is used by nearly all.
const NEARLY_ALL: f64 = 0.9;

#[derive(Clone)]
pub struct WorthSpec {
    /// The table, how much of it is played, and how the one learns: see [`AdaptSpec::seat`].
    pub table: AdaptSpec,
    /// Names of components or of kinds of them, where * stands for any text; first words of an action; measures; or
    /// `mix`. All that players choose where there are none.
    pub bans: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ban {
    /// The word that stands in the file of whoever may not do it.
    pub word: String,
    pub of: BanTarget,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BanTarget {
    /// A component, by its place among those of the table.
    Component(usize),
    Kind,
    /// An answer, what moves a measure, or drawing answers at random.
    Deed,
}

pub struct WorthArms {
    pub arms: Arms,
    /// What one may never do, by sort.
    pub bans: Vec<Ban>,
    /// What nobody chooses, so that it cannot be left.
    pub not_played: Vec<NotPlayed>,
}

#[derive(Debug, Clone)]
pub struct Worths {
    pub setup: ContrastSetup,
    pub control: Option<f64>,
    /// A row a ban: by sort, and there what is worth most first.
    pub rows: Vec<WorthRow>,
    pub not_played: Vec<NotPlayed>,
}

#[derive(Debug, Clone)]
pub struct WorthRow {
    pub ban: Ban,
    pub component: Option<Component>,
    /// Of the seats of the table as it is, the part that uses it in a game.
    pub used: Option<f64>,
    /// Win rate of its users less that of others at the same table. A link, not a cause.
    pub contrast: Estimate,
    /// What one wins or makes who may do anything, and one who may never do it; the difference is what it is worth.
    pub worth: PairedEstimate,
    /// That less the worth of the median of the other components of its kind; none without others.
    pub beyond: Option<PairedEstimate>,
    /// Over all rows of the table.
    pub q_value: Option<f64>,
    /// Its place by worth, from 1, and how many of its sort were asked for; only components have one.
    pub rank: Option<(usize, usize)>,
    /// Times a game that the rules left nothing else, or others gave it.
    pub despite: Option<f64>,
    pub reading: WorthPattern,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum WorthPattern {
        /// Its users win more, and who may not take it wins less.
        Strong = "strong",
        /// Nearly all use it, so that no contrast is known or it says little; who may not take it wins less.
        Staple = "staple",
        /// Its users win no more than others, and who may not take it wins less.
        Quiet = "quiet",
        /// Its users win more, and who may not take it wins as much.
        Follows = "follows",
        /// Who may not take it wins as much.
        Spare = "spare",
        /// Who may not take it wins more: the players use it too much.
        Overused = "overused",
        Open = "undecided",
    }
}

impl WorthPattern {
    /// `small` is a loss that is next to nothing.
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
        // Of many rows some intervals miss 0 by luck.
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
        let first = NamedArm { name: "as it is".to_owned(), arm: self.table.arm.open()? };
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
                // What nobody named is left out without a word.
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

    /// A control, and a player barred from each.
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

/// Times a game that barred players got a component all the same.
fn despite(component: usize, barred: &[LearnerResult]) -> Option<f64> {
    let times = barred.iter().filter_map(|LearnerResult { tally, .. }| {
        let sums = tally.counts.get(0, tally.layout.component_use(component, UseKind::Taken));
        sums.count_mean(&[]).value
    });
    let times: Vec<f64> = times.collect();
    (!times.is_empty()).then(|| times.iter().sum::<f64>() / times.len() as f64)
}

/// Of the components of a sort what is worth most first, each with its rank.
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
