//! Selects the prices that an audit measures: each takes many training runs, too many for all of a large box.

use sim_engine::{Choice, Component};
use sim_play::arm::Arm;

use crate::{
    price::{Prices, payments::paid_in},
    summary::{ComponentSummary, Summary},
};

/// Maximum number of priced components. If every kind has more, only the smallest kind is priced.
const COMPONENTS: usize = 12;

#[derive(Debug, Clone)]
pub struct PriceFindings {
    pub found: Prices,
    pub kinds: Vec<String>,
}

pub fn most_priced(arm: &Arm) -> usize {
    let is_priced =
        |one: &&Component| paid_in(arm.info, one).is_none() && arm.settings.price(&one.name).is_some();
    let of_kind =
        |name: &str| arm.game.components().iter().filter(|one| one.kind == name).filter(is_priced).count();
    let chosen = arm.info.kinds.iter().filter(|kind| kind.choice == Choice::Chosen);
    let sizes: Vec<usize> = chosen.map(|kind| of_kind(kind.name)).filter(|own| *own > 1).collect();
    sizes.iter().sum::<usize>().min(COMPONENTS.max(sizes.iter().copied().min().unwrap_or(0)))
}

/// The kinds to price, as many as fit. They are whole kinds, since a price is compared with the median of its kind.
/// Kinds with the most significant association with winning or losing among strong players come first. All kinds that
/// pay out and cannot be bought are included, as they need no training.
pub fn kinds(best: &Summary) -> Vec<String> {
    let of_kind = |name: &str| {
        let name = name.to_owned();
        best.components.all.iter().filter(move |one| one.component.kind == name)
    };
    let is_paid = |component: &Component| paid_in(best.info, component).is_some();
    let is_priced =
        |one: &&ComponentSummary| one.is_chosen() && one.price.is_some() && !is_paid(&one.component);
    let mut priced: Vec<(&str, usize, f64)> = Vec::new();
    for kind in best.info.kinds {
        let own: Vec<&ComponentSummary> = of_kind(kind.name).filter(is_priced).collect();
        if own.len() > 1 {
            priced.push((
                kind.name,
                own.len(),
                own.iter().filter_map(|one| one.surety()).fold(0.0, f64::max),
            ));
        }
    }
    // The sort is stable: ties keep the order of the box.
    priced.sort_by(|a, b| b.2.total_cmp(&a.2));
    let (mut chosen, mut count) = (Vec::new(), 0);
    for (name, own, _) in &priced {
        if count + own <= COMPONENTS {
            count += own;
            chosen.push((*name).to_owned());
        }
    }
    if let (true, Some((smallest, ..))) = (chosen.is_empty(), priced.iter().min_by_key(|(_, own, _)| *own)) {
        chosen.push((*smallest).to_owned());
    }
    let paying = best.info.kinds.iter().filter(|kind| of_kind(kind.name).any(|one| is_paid(&one.component)));
    chosen.extend(paying.map(|kind| kind.name.to_owned()));
    chosen
}
