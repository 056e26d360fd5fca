//! Valid settings, and errors for invalid ones.

use super::super::{
    chart::{Colour, Criterion},
    components::Level,
    variant::*,
};
use super::{Game, LaBistro, settings, with};
use crate::TITLE;
use sim_engine::{Lawful, Luck, settings::assert_domain};

#[test]
fn contradictory_settings_are_refused_with_a_way_out() {
    let refused = |path: &str, value: &str| {
        let mut settings = settings(&TITLE);
        settings.set(path, value).unwrap();
        let error = LaBistro::new(&settings, 4).unwrap_err();
        assert!(!error.help.is_empty(), "{error}");
        error.message
    };
    assert_eq!(refused("cheap_max", "5"), "cheap_max = 5 is not below affordable_max = 5");
    assert_eq!(refused("bands.quality.second", "12"), "the bands of quality begin at 12, 12, 21");
    assert_eq!(
        refused("jobs.1.column_1", "chef"),
        "row 1 of the Jobs Board names `chef`, which is no employee"
    );
    assert_eq!(
        refused("employees.commis.needs", "line cook"),
        "`commis` needs `line cook`, which is not in the game"
    );
    assert_eq!(
        refused("buildings.pier-street.level", "high"),
        "building `pier-street` has one price level twice"
    );
    assert_eq!(refused("min_unused", "12"), "min_unused = 12 leaves no planning round");
}

#[test]
fn lb_9_lb_10_a_seat_can_start_with_money_of_its_own() {
    let rules = with(&TITLE, 4, &[("players.4.money.3", "36"), ("players.2.money.2", "50")]);
    let state = rules.deal(&Luck::new(1, 1), &mut |_| {});
    rules.check_conservation(&state).unwrap();
    assert_eq!(state.table.money, [30, 30, 36, 30, 0, 0]);
}

#[test]
fn lb_18_lb_21_every_number_of_players_can_have_one_planning_round() {
    for (players, unused) in [(2, 13), (3, 12), (4, 11), (5, 10), (6, 9)] {
        let mut settings = settings(&TITLE);
        settings.set("min_unused", &unused.to_string()).unwrap();
        assert!(LaBistro::new(&settings, players).is_ok());
        settings.set("min_unused", &(unused + 1).to_string()).unwrap();
        assert!(LaBistro::new(&settings, players).is_err());
    }
}

#[test]
fn lb_118_the_bands_of_the_price_are_its_levels() {
    for (changes, cheap, affordable) in [
        (&[][..], 3, 5),
        (&[("cheap_max", "2")], 2, 5),
        (&[("cheap_max", "6"), ("affordable_max", "7")], 6, 7),
    ] {
        let rules = with(&TITLE, 4, changes);
        for price in 1..=8u8 {
            let band = u16::from(price > cheap) + u16::from(price > affordable);
            assert_eq!(rules.band(Criterion::Price as usize, price.into()), band);
            assert_eq!(rules.supplies.level(price) as u16, band);
        }
    }
    let mut settings = settings(&TITLE);
    assert!(settings.set("bands.price.second", "4").is_err());
}

#[test]
fn lb_84_four_presets_make_up_the_other_box() {
    let mut settings = settings(&TITLE);
    for preset in ["second-map", "second-buildings", "second-chart", "second-box"] {
        settings.apply_preset(preset).unwrap();
    }
    let rules = LaBistro::new(&settings, 4).unwrap();
    let supplies = &rules.supplies;
    // A row of districts with three buildings in each, and price levels that end at 2 and 5.
    assert_eq!(supplies.steps[0], [0, 1, 2, 3, 4, 5]);
    assert_eq!([2, 3, 5, 6].map(|price| supplies.level(price) as u8), [0, 1, 1, 2]);
    assert!((0..6).all(|at| supplies.buildings.iter().filter(|one| one.district == at).count() == 3));
    // A cube straddles the cells of a unique employee: they are neighbours (LB-84).
    for (at, employee) in supplies.employees.iter().enumerate().filter(|(_, employee)| employee.is_unique) {
        let cells: Vec<usize> = (0..36).filter(|&cell| usize::from(supplies.jobs[cell]) == at).collect();
        let [one, other] = cells[..] else { panic!("{} has {} cells", employee.name, cells.len()) };
        assert!(other - one == 6 || (other - one == 1 && one % 6 < 5));
    }
}

#[test]
fn the_words_of_the_rulings_are_those_of_the_data_file() {
    let settings = settings(&TITLE);
    let check = |path: &str, words: &[&'static str]| assert_domain(&settings, path, words);
    macro_rules! check {
        ($($path:literal: $words:ty),+ $(,)?) => {
            $(check($path, &<$words>::WORDS);)+
        };
    }
    check! {
        "hired_die": HiredDie,
        "spare_cube": Spare,
        "spare_chef": Spare,
        "stale_price": StalePrice,
        "auction_pays": AuctionPays,
        "auction_order": MoneyOrder,
        "own_unique": OwnUnique,
        "fame_ranking": FameRanking,
        "short_interest": ShortInterest,
        "tie": Tie,
        "loans_seen": LoansSeen,
        "renovation_limit": RenovationLimit,
        "proximity": Proximity,
        "conditional_novelty": ConditionalNovelty,
        "void_bid": VoidBid,
        "unique_uses": UniqueUses,
        "fame": FameKeeping,
        "outbid_opener": OutbidOpener,
        "buildings.elm-street.level": Level,
        "buildings.elm-street.other_level": Level,
        "chart.box-1.colour": Colour,
        "chart.box-1.first": Criterion,
        "chart.box-1.second": Criterion,
        "chart.box-1.third": Criterion,
        "chart.box-1.fourth": Criterion,
    }
}

#[test]
fn a_contradiction_in_a_copied_data_file_is_shown_where_it_stands() {
    let file = LaBistro::INFO.data_file;
    for (from, to, place) in [
        ("min_unused = { value = 3", "min_unused = { value = 14", "min_unused = "),
        ("{ id = \"box-90\", colour", "{ id = \"box-91\", colour", "[tables.chart]"),
    ] {
        assert!(file.contains(from), "{from}");
        let copy = file.replacen(from, to, 1);
        let mut settings = settings(&TITLE);
        settings.overlay("mine.toml", &copy).unwrap();
        let Err(error) = LaBistro::new(&settings, 4) else { panic!("{to} is refused") };
        let line = copy.lines().position(|line| line.starts_with(place)).unwrap() + 1;
        let told = settings.locate(error).message;
        assert!(told.starts_with(&format!("mine.toml:{line}:")), "{told}");
    }
}
