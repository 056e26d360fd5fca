use sim_engine::Shape;
use sim_script::{
    Script,
    spec::{DecisionPoint, Part, Vocabulary},
};

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Features {
    All,
    /// Those that the formulas of the base read anyway.
    Cheap,
    Listed(Vec<String>),
}

/// The context feature that tells how much of a game is left.
const CLOCK: &str = "rounds_left";
const PLAYERS: &str = "players";
/// Terms that are few enough for every feature of a candidate to be crossed with every one of the context.
const SHORT: usize = 40;

pub(crate) fn clock(vocabulary: &Vocabulary) -> Option<usize> {
    vocabulary.context.iter().position(|feature| feature.name == CLOCK)
}

impl Features {
    /// Whether terms may read this feature, whose bit the base's formulas have in a mask or not.
    fn has(&self, name: &str, is_read: bool) -> bool {
        match self {
            Features::All => true,
            Features::Cheap => is_read,
            Features::Listed(names) => names.iter().any(|listed| listed == name),
        }
    }

    /// The terms of a decision, as they stand in a file.
    ///
    /// Those of a list are the features of its candidates, each alone and by the rounds left; if there are few,
    /// by everything else that is known. Amounts differ
    /// in how far they are from the one that is wanted, so theirs are these distances, each alone and by
    /// everything else that is known. Where tables of several sizes are learned at, their players count too.
    pub fn terms(
        &self,
        vocabulary: &'static Vocabulary,
        at: usize,
        base: &Script,
        has_sizes: bool,
    ) -> Vec<String> {
        let point = &vocabulary.points[at];
        if !point.learns() {
            return Vec::new();
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
        let context: Vec<String> = context.map(|(_, feature)| feature.name.to_owned()).collect();
        if point.shape != Shape::Amount {
            let is_short = own.len() * context.len() <= SHORT;
            let is_crossed = |name: &str| match name {
                CLOCK => true,
                PLAYERS => has_sizes,
                name => is_short && context.iter().any(|known| known == name),
            };
            let crossed = vocabulary.context.iter().filter(|feature| is_crossed(feature.name));
            let crossed = crossed.flat_map(|other| own.iter().map(|name| format!("{name}*{}", other.name)));
            return own.iter().cloned().chain(crossed).collect();
        }
        let distances = point.of_amounts().iter().map(|feature| feature.name);
        let mut terms: Vec<String> = distances.clone().map(str::to_owned).collect();
        for distance in distances.take(3) {
            let others = own.iter().chain(&context).filter(|other| *other != distance);
            terms.extend(others.map(|other| format!("{distance}*{other}")));
        }
        terms
    }

    fn own(&self, point: &DecisionPoint, base: &Script, at: usize) -> Vec<String> {
        let script = base.point_at(at);
        let mut names: Vec<String> = point.flags().collect();
        for (part, &mask) in
            point.parts[point.parts_of(0)].iter().zip(&script.part_masks[point.parts_of(0).start..])
        {
            let Part { features, .. } = part;
            let wanted = features
                .iter()
                .enumerate()
                .filter(|(at, feature)| self.has(feature.name, mask >> at & 1 == 1));
            for (_, feature) in wanted {
                if !names.iter().any(|name| name == feature.name) {
                    names.push(feature.name.to_owned());
                }
            }
        }
        names
    }
}
