//! What a column holds: of which sort its values are, in which unit, and what they are of an estimate.

/// A column of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Column {
    /// `snake_case`, unit last where it is not plain.
    pub name: &'static str,
    pub about: &'static str,
    pub sort: Sort,
    pub unit: Unit,
    pub role: Role,
}

/// Of which sort the values of a column are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sort {
    Text,
    /// Texts as files write names, with underscores: pages have spaces in their place.
    Name,
    Whole,
    Number,
}

impl Sort {
    /// As `columns.csv` has it.
    pub fn word(self) -> &'static str {
        match self {
            Sort::Text | Sort::Name => "text",
            Sort::Whole => "whole",
            Sort::Number => "number",
        }
    }
}

/// What the values of a column are counted in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Nothing, or what the name of the column says.
    Plain,
    /// 1 is all; pages say percent.
    Share,
    /// 1 is all; pages leave it so.
    Fraction,
    /// 1 is sure; pages have four decimals.
    Chance,
    /// Of shares; pages say percentage points.
    ShareDifference,
    /// Of shares; pages leave it so.
    FractionDifference,
    Percent,
    PercentagePoints,
    Counted,
    Deals,
    Games,
    Points,
    Plies,
    /// What the row names in its column `unit`.
    ByRow,
}

impl Unit {
    /// As `columns.csv` has it.
    pub fn word(self) -> &'static str {
        match self {
            Unit::Plain => "",
            Unit::Share | Unit::Fraction | Unit::Chance => "share",
            Unit::ShareDifference | Unit::FractionDifference => "difference of shares",
            Unit::Percent => "percent",
            Unit::PercentagePoints => "percentage points",
            Unit::Counted => "counted",
            Unit::Deals => "deals",
            Unit::Games => "games",
            Unit::Points => "points",
            Unit::Plies => "plies",
            Unit::ByRow => "named by the column unit",
        }
    }
}

/// What the values of a column are, beside others of their table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// Something of their own.
    Own,
    /// Numbers of players, by which a page sets rows apart.
    Players,
    /// Errors of the estimate in the column before.
    Error,
    /// Lower ends of the interval of the estimate that has an error.
    Low,
    /// Upper ends.
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

impl Column {
    const fn new(name: &'static str, about: &'static str, sort: Sort) -> Column {
        Column { name, about, sort, unit: Unit::Plain, role: Role::Own }
    }

    pub const fn text(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Text)
    }

    /// Names as files write them, with underscores.
    pub const fn name(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Name)
    }

    pub const fn whole(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Whole)
    }

    pub const fn number(name: &'static str, about: &'static str) -> Column {
        Column::new(name, about, Sort::Number)
    }

    /// Shares, which pages say in percent.
    pub const fn share(name: &'static str, about: &'static str) -> Column {
        Column::number(name, about).of(Unit::Share)
    }

    /// Numbers of players.
    pub const fn players(about: &'static str) -> Column {
        Column::whole("players", about).role(Role::Players)
    }

    /// The lower end of the interval of the estimate before it.
    pub const fn low(name: &'static str) -> Column {
        Column::number(name, "Lower end of its 95 % interval.")
    }

    /// The upper end of the interval of the estimate before it.
    pub const fn high(name: &'static str) -> Column {
        Column::number(name, "Upper end of its 95 % interval.")
    }

    /// The same in a unit.
    pub const fn of(self, unit: Unit) -> Column {
        Column { unit, ..self }
    }

    /// The same in a role.
    pub const fn role(self, role: Role) -> Column {
        Column { role, ..self }
    }
}
