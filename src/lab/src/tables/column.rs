use crate::figure;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`, unit last where it is not plain.
    pub name: &'static str,
    pub about: &'static str,
    pub sort: Sort,
    pub unit: Unit,
    pub role: Role,
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Sort {
        /// Texts as people write them.
        Text = "text",
        /// Texts as files write names, with underscores: pages have spaces in their place.
        Name = "text",
        Whole = "whole",
        Number = "number",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Unit {
        /// Nothing, or what the name of the column says.
        Plain = "",
        /// 1 is all; pages say percent.
        Share = "share",
        /// 1 is all; pages leave it so.
        Fraction = "share",
        /// 1 is sure; pages have four decimals.
        Chance = "share",
        /// Of shares; pages say percentage points.
        ShareDifference = "difference of shares",
        /// Of shares; pages leave it so.
        FractionDifference = "difference of shares",
        /// 100 is all.
        Percent = "percent",
        PercentagePoints = "percentage points",
        /// Things, which the name of the column says.
        Counted = "counted",
        Deals = "deals",
        Games = "games",
        Points = "points",
        Plies = "plies",
        /// What the row names in its column `unit`.
        ByRow = "named by the column unit",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Own,
    /// Numbers of players, by which a page sets rows apart.
    Players,
    /// Errors of the estimate in the column before.
    Error,
    /// Lower ends of the interval of the estimate that has an error.
    Low,
    High,
    /// Ends of a wider interval, which holds for the whole list: findings are judged by it.
    OfList,
    /// What the estimate rests on, or why there is none.
    Basis,
}

impl Role {
    /// Whether values are in the unit of the estimate.
    pub fn is_of_estimate(self) -> bool {
        matches!(self, Role::Error | Role::Low | Role::High | Role::OfList)
    }
}

impl Unit {
    /// Of a result in the objective: a win rate, or points.
    pub(crate) fn of_result(objective: figure::Unit) -> Unit {
        if objective.is_share() { Unit::Share } else { Unit::Points }
    }

    /// Of a difference of such results.
    pub(crate) fn of_difference(objective: figure::Unit) -> Unit {
        if objective.is_share() { Unit::ShareDifference } else { Unit::Points }
    }
}

impl Column {
    const fn new(name: &'static str, about: &'static str, sort: Sort) -> Column {
        Column { name, about, sort, unit: Unit::Plain, role: Role::Own }
    }

    pub const fn text(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Text)
    }

    pub const fn name(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Name)
    }

    pub const fn whole(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Whole)
    }

    pub const fn number(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Number)
    }

    pub const fn share(name: &'static str, about: &'static str) -> Column {
        Column::number(name, about).of(Unit::Share)
    }

    pub const fn players(about: &'static str) -> Column {
        Column::whole("players", about).role(Role::Players)
    }

    pub const fn low(name: &'static str) -> Column {
        Column::number(name, "Lower end of its 95 % interval.")
    }

    pub const fn high(name: &'static str) -> Column {
        Column::number(name, "Upper end of its 95 % interval.")
    }

    pub const fn of(self, unit: Unit) -> Column {
        Column { unit, ..self }
    }

    pub const fn role(self, role: Role) -> Column {
        Column { role, ..self }
    }
}
