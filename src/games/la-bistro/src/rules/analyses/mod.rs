//! The published analysis of the Payouts chart; see [`dice`].

pub mod dice;

use super::LaBistro;
use dice::{BoxRow, CriterionRow, DEGREES, Report};
use sim_engine::{
    analysis::{Analysis, Column, Datum, Heat, Square, Table, Values},
    text::people,
};

pub const ANALYSES: &[Analysis<LaBistro>] = &[Analysis {
    name: "dice",
    about: "How often each box of the Payouts chart is hit, exactly and by simulation.",
    run: |game, seed, samples| {
        let report = dice::report(&game.chart, seed, samples);
        vec![boxes(&report), criteria(&report), fit(&report)]
    },
}];

fn boxes(report: &Report) -> Table {
    // Without a round there is no share to report.
    let simulated = |value: f64| Datum::Number(if report.rounds == 0 { f64::NAN } else { value });
    let row = |row: &BoxRow| {
        let mut cells = vec![Datum::Name(format!("box-{}", row.number)), int(row.row), int(row.column)];
        cells.push(Datum::Text(row.colour));
        cells.extend(row.lines.map(Datum::Text));
        cells.extend([
            Datum::Number(row.exact),
            simulated(row.simulated),
            simulated(row.standard_error),
            simulated((row.simulated - row.exact) / row.standard_error),
        ]);
        cells
    };
    let square = |row: &BoxRow| Square {
        row: row.row.to_string(),
        column: row.column.to_string(),
        value: Some(row.exact),
        mark: row.colour,
        word: row.lines[0],
    };
    Table {
        name: "boxes",
        title: "How often each box of the Payouts chart is hit",
        about: format!(
            "Chance that a Payouts round puts a die on the box, from all {} counts of faces with their exact number of rolls.",
            people::count(dice::COUNTS as u64)
        ),
        columns: const {
            &[
                Column::new("box", Values::Text, "Name of the box, as among the components of a run."),
                Column::new("chart_row", Values::Whole, "Row of the chart, from the top.").headed("row"),
                Column::new("chart_column", Values::Whole, "Column of the chart: the face that fits it.")
                    .headed("face"),
                Column::new("colour", Values::Text, "Background of the box."),
                Column::new("first", Values::Text, "What the first line compares.").headed("1st line"),
                Column::new("second", Values::Text, "What the second line compares.").headed("2nd line"),
                Column::new("third", Values::Text, "What the third line compares.").headed("3rd line"),
                Column::new("fourth", Values::Text, "What the fourth line compares.").headed("4th line"),
                Column::new("exact", Values::Share, "Exact chance of a hit in a Payouts round.")
                    .headed("hit, % of payouts"),
                Column::new(
                    "simulated",
                    Values::Share,
                    "Share of simulated Payouts rounds in which the box was hit.",
                )
                .headed("in trial rolls, %"),
                Column::new("standard_error", Values::Error, "Standard error of the simulated share."),
                Column::new(
                    "difference_in_errors",
                    Values::Number,
                    "Simulated less exact, in standard errors.",
                )
                .unseen(),
            ]
        },
        rows: report.boxes.iter().map(row).collect(),
        heat: Some(Heat {
            row: "chart_row",
            column: "chart_column",
            unit: "chance of a hit",
            word: "first",
            squares: report.boxes.iter().map(square).collect(),
        }),
    }
}

fn criteria(report: &Report) -> Table {
    let row = |row: &CriterionRow| {
        let mut cells = vec![Datum::Text(row.criterion)];
        cells.extend([row.boxes, row.purple, row.gold].map(int));
        cells.push(Datum::Number(row.expected_dice));
        cells
    };
    Table {
        name: "criteria",
        title: "Dice by the first criterion of their box",
        about: "Expected dice of a Payouts round on the boxes whose first line compares the criterion."
            .to_owned(),
        columns: const {
            &[
                Column::new("criterion", Values::Text, "What the first line compares.").headed("1st line"),
                Column::new("boxes", Values::Whole, "Boxes with this first line."),
                Column::new("purple", Values::Whole, "Purple ones among them.").headed("of them purple"),
                Column::new("gold", Values::Whole, "Gold ones among them.").headed("gold"),
                Column::new(
                    "expected_dice",
                    Values::Number,
                    "Expected dice of a Payouts round on these boxes.",
                )
                .headed("dice on them, a payout"),
            ]
        },
        rows: report.criteria.iter().map(row).collect(),
        heat: None,
    }
}

fn fit(report: &Report) -> Table {
    let chi_square = report.chi_square;
    let degrees = DEGREES as u64;
    Table {
        name: "fit",
        title: "Do trial rolls agree with the exact chances?",
        about: "Pearson's test on one row of the chart a round, as the rows of a round hang together."
            .to_owned(),
        columns: const {
            &[
                Column::new("rounds", Values::Whole, "Simulated Payouts rounds.").headed("trial rolls"),
                Column::new("chi_square", Values::Number, "Pearson's statistic."),
                Column::new(
                    "degrees_of_freedom",
                    Values::Whole,
                    "Every row is hit once, so each has one less than boxes.",
                ),
                Column::new(
                    "p_value",
                    Values::Chance,
                    "Chance of so large a statistic when the dice are right.",
                ),
            ]
        },
        rows: vec![vec![
            Datum::Int(report.rounds),
            Datum::Number(chi_square),
            Datum::Int(degrees),
            Datum::ChiSquareTail { chi_square, degrees },
        ]],
        heat: None,
    }
}

fn int(value: usize) -> Datum {
    Datum::Int(value as u64)
}
