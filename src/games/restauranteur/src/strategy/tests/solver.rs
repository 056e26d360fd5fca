//! Compares the solver with an enumeration of all plans.

use crate::{
    rules::{
        board::{CELLS, Cell, Cells, cells, lines_of},
        components::Cuisine,
    },
    strategy::solver::{Numbers, Plan, Search},
};
use sim_engine::{Luck, Stream, luck::Purpose};

/// A random problem with small whole numbers, so that ties are frequent and sums exact.
struct Problem {
    numbers: Vec<u8>,
    keeps: Vec<f64>,
    types: Vec<(Cuisine, f64, f64)>,
    sites: Vec<[f64; CELLS]>,
    places: Vec<Cells>,
    movers: Vec<Cells>,
}

impl Problem {
    fn draw(stream: &mut Stream) -> Problem {
        let mut below = |n: usize| stream.index(n);
        let numbers: Vec<u8> = (0..8).filter(|_| below(3) == 0).collect();
        let types: Vec<Cuisine> = Cuisine::all().filter(|_| below(2) == 0).collect();
        let mut set = || (0..CELLS).fold(0, |set, cell| set | Cells::from(below(4) == 0) << cell);
        let places: Vec<Cells> = types.iter().map(|_| set()).collect();
        let movers: Vec<Cells> = places.iter().map(|&places| set() & set() & !places).collect();
        let mut score = |low: i32, high: i32| f64::from(low + below((high - low) as usize) as i32);
        Problem {
            keeps: numbers.iter().map(|_| score(-2, 5)).collect(),
            sites: types.iter().map(|_| std::array::from_fn(|_| score(0, 12))).collect(),
            types: types.into_iter().map(|cuisine| (cuisine, score(-20, 4), score(-9, 1))).collect(),
            numbers,
            places,
            movers,
        }
    }

    fn solve(&self, draw: impl FnMut(usize) -> usize) -> (Plan, f64) {
        let numbers = Numbers::new(&self.numbers, &self.keeps);
        let mut search = Search::new(draw);
        for (at, &(cuisine, value, shift)) in self.types.iter().enumerate() {
            search.build(cuisine, value, self.places[at], &self.sites[at], &numbers);
            for from in cells(self.movers[at]) {
                search.shift(shift, from, self.places[at], &self.sites[at]);
            }
        }
        (search.plan, search.worth)
    }

    /// Every plan with its worth.
    fn plans(&self) -> Vec<(Plan, f64)> {
        let mut plans = vec![(Plan::Stop, 0.0)];
        for (at, &(cuisine, value, shift)) in self.types.iter().enumerate() {
            let site = |cell: Cell| self.sites[at][cell.index()];
            for cell in (0..CELLS as u8).map(Cell).filter(|cell| self.places[at] >> cell.0 & 1 == 1) {
                for (&number, keep) in self.numbers.iter().zip(&self.keeps) {
                    if cell.row() == number || cell.column() == number {
                        plans.push((Plan::Build { cuisine, number, cell }, value + site(cell) - keep));
                    }
                }
                for from in (0..CELLS as u8).map(Cell).filter(|from| self.movers[at] >> from.0 & 1 == 1) {
                    plans.push((Plan::Move { from, to: cell }, shift + site(cell) - site(from)));
                }
            }
        }
        plans
    }
}

#[test]
fn the_solver_finds_the_best_of_all_plans() {
    let mut stream = Luck::new(4, 0).stream(Purpose::new("test.build"), 0);
    let (mut stops, mut builds, mut moves) = (0, 0, 0);
    for _ in 0..2000 {
        let problem = Problem::draw(&mut stream);
        let (plan, worth) = problem.solve(|_| 0);
        let plans = problem.plans();
        let best = plans.iter().map(|&(_, worth)| worth).fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(worth, best);
        assert!(plans.contains(&(plan, worth)), "{plan:?} is not worth {worth}");
        match plan {
            Plan::Stop => stops += 1,
            Plan::Build { .. } => builds += 1,
            Plan::Move { .. } => moves += 1,
        }
    }
    assert!(stops > 10 && builds > 50 && moves > 50, "{stops}, {builds}, {moves}");
}

#[test]
fn each_of_the_best_sites_is_as_likely_as_the_others() {
    let mut stream = Luck::new(5, 0).stream(Purpose::new("test.build"), 0);
    let numbers = Numbers::new(&[2], &[1.0]);
    let places = lines_of(2);
    let mut counts = [0u32; CELLS];
    for _ in 0..15_000 {
        let mut search = Search::new(|below| stream.index(below));
        search.build(Cuisine::Sushi, 1.0, places, &[5.0; CELLS], &numbers);
        let Plan::Build { cell, .. } = search.plan else { panic!("{:?}", search.plan) };
        counts[cell.index()] += 1;
    }
    // Fifteen cells, a thousand times each; the standard error is 31.
    assert!(cells(places).all(|cell| counts[cell.index()].abs_diff(1000) < 155), "{counts:?}");
}

#[test]
fn a_card_that_no_number_says_the_worth_of_is_not_given_up() {
    let numbers = Numbers::new(&[0], &[f64::NEG_INFINITY]);
    let mut search = Search::new(|_| 0);
    search.build(Cuisine::Sushi, 1.0, Cells::MAX, &[5.0; CELLS], &numbers);
    assert_eq!((search.plan, search.worth), (Plan::Stop, 0.0));
}
