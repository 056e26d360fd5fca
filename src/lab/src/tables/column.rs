use crate::figure;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`, with the unit as suffix where it is not plain.
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
        /// Names as files write them, with underscores; pages show spaces instead.
        Name = "text",
        Whole = "whole",
        Number = "number",
    }
}

sim_engine::labels! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    pub enum Unit {
        /// No unit, or the one in the column's name.
        Plain = "",
        /// 1 is the whole; pages show percent.
        Share = "share",
        /// 1 is the whole; pages show the fraction.
        Fraction = "share",
        /// A probability; pages show four decimals.
        Chance = "share",
        /// Of shares; pages show percentage points.
        ShareDifference = "difference of shares",
        /// Of shares; pages show the fraction.
        FractionDifference = "difference of shares",
        /// 100 is the whole.
        Percent = "percent",
        PercentagePoints = "percentage points",
        /// Number of the things in the column's name.
        Counted = "counted",
        Deals = "deals",
        Games = "games",
        Points = "points",
        Plies = "plies",
        /// The unit in the row's column `unit`.
        ByRow = "named by the column unit",
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    Own,
    /// Numbers of players, by which a page groups rows.
    Players,
    /// Error of the estimate in the preceding column.
    Error,
    /// Lower end of the interval of the estimate that has an error.
    Low,
    High,
    /// Ends of a simultaneous interval of the whole list, by which findings are judged.
    OfList,
    /// What the estimate is based on, or why there is none.
    Basis,
}

impl Role {
    /// Whether values are in the unit of the estimate.
    pub fn is_of_estimate(self) -> bool {
        matches!(self, Role::Error | Role::Low | Role::High | Role::OfList)
    }
}

impl Unit {
    /// Unit of a result in the objective: a win rate, or points.
    pub(crate) fn of_result(objective: figure::Unit) -> Unit {
        if objective.is_share() { Unit::Share } else { Unit::Points }
    }

    /// Unit of a difference of such results.
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
