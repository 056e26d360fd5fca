use sim_engine::Shape;
use sim_script::{
    Script,
    spec::{DecisionPoint, Part, Vocabulary},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Features {
    All,
    /// Those that the formulas of the base read anyway. If these read none of a decision's candidates, the
    /// features of cost 1.
    Cheap,
    Listed(Vec<String>),
}

/// The context feature for how much of a game is left.
const CLOCK: &str = "rounds_left";
const PLAYERS: &str = "players";
/// The most interactions of a decision, besides those with the clock and the players, that are all trained. More
/// are [screened](crate::screen): then this number per decision is trained, over all decisions together.
pub(crate) const MOST: usize = 40;

/// The terms of a decision, as written in a file.
#[derive(Debug, Default)]
pub(crate) struct Terms {
    pub tried: Vec<String>,
    /// Interactions that are too many to try all: a candidate feature and the index of a context feature.
    pub screened: Vec<(String, usize)>,
    /// Possible inputs of a hidden layer: candidate features, and indices of context features.
    pub inputs: Vec<String>,
    pub context: Vec<usize>,
}

pub(crate) fn clock(vocabulary: &Vocabulary) -> Option<usize> {
    vocabulary.context.iter().position(|feature| feature.name == CLOCK)
}

impl Features {
    /// Whether terms may read this feature. `is_read` tells whether the base's formulas read it.
    fn has(&self, name: &str, is_read: bool) -> bool {
        match self {
            Features::All => true,
            Features::Cheap => is_read,
            Features::Listed(names) => names.iter().any(|listed| listed == name),
        }
    }

    /// The terms of a decision.
    ///
    /// In a list: the features of its candidates alone, times the rounds left, and times every other context
    /// feature. If these are too many, the last kind is screened. For an amount: the features of single amounts
    /// alone, and the first three of them times every other feature. With tables of several sizes, the number of
    /// players counts too.
    pub(crate) fn terms(
        &self,
        vocabulary: &'static Vocabulary,
        at: usize,
        base: &Script,
        has_sizes: bool,
    ) -> Terms {
        let point = &vocabulary.points[at];
        if !point.learns() {
            return Terms::default();
        }
        let own = self.own(point, base, at);
        let read = base.point_at(at).context_mask;
        let context = vocabulary.context.iter().enumerate();
        let context = context.filter(|(at, feature)| {
            let is_common = *at < sim_script::overview::COUNT && *self == Features::Cheap;
            if feature.name == PLAYERS {
                return has_sizes;
            }
            is_common || self.has(feature.name, read >> at & 1 == 1)
        });
        let context: Vec<(usize, &str)> = context.map(|(at, feature)| (at, feature.name)).collect();
        let places = context.iter().map(|(at, _)| *at).collect();
        if point.shape != Shape::Amount {
            let others: Vec<(usize, &str)> =
                context.into_iter().filter(|(_, name)| ![CLOCK, PLAYERS].contains(name)).collect();
            let is_short = own.len() * others.len() <= MOST;
            let is_crossed = |name: &str| match name {
                CLOCK => true,
                PLAYERS => has_sizes,
                name => is_short && others.iter().any(|(_, known)| *known == name),
            };
            let crossed = vocabulary.context.iter().filter(|feature| is_crossed(feature.name));
            let crossed = crossed.flat_map(|other| own.iter().map(|name| format!("{name}*{}", other.name)));
            let tried = own.iter().cloned().chain(crossed).collect();
            let pairs = others.iter().flat_map(|(at, _)| own.iter().map(|name| (name.clone(), *at)));
            let screened = pairs.filter(|_| !is_short).collect();
            return Terms { tried, screened, inputs: own, context: places };
        }
        let distances = point.of_amounts().iter().map(|feature| feature.name);
        let mut tried: Vec<String> = distances.clone().map(str::to_owned).collect();
        for distance in distances.clone().take(3) {
            let others = own.iter().map(String::as_str).chain(context.iter().map(|(_, name)| *name));
            tried
                .extend(others.filter(|other| *other != distance).map(|other| format!("{distance}*{other}")));
        }
        let inputs = distances.map(str::to_owned).chain(own).collect();
        Terms { tried, screened: Vec::new(), inputs, context: places }
    }

    fn own(&self, point: &DecisionPoint, base: &Script, at: usize) -> Vec<String> {
        let script = base.point_at(at);
        let mut names: Vec<String> = point.flags().collect();
        let is_blind = *self == Features::Cheap && script.part_masks.iter().all(|mask| *mask == 0);
        for (part, &mask) in
            point.parts[point.parts_of(0)].iter().zip(&script.part_masks[point.parts_of(0).start..])
        {
            let Part { features, .. } = part;
            let wanted = features.iter().enumerate().filter(|(at, feature)| {
                self.has(feature.name, mask >> at & 1 == 1) || is_blind && feature.costs == 1
            });
            for (_, feature) in wanted {
                if !names.iter().any(|name| name == feature.name) {
                    names.push(feature.name.to_owned());
                }
            }
        }
        names
    }
}
