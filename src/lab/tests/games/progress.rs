//! A job announces all games that it plays and trains before it starts. The total only shrinks on the way.

use sim_lab::{
    Effort, Error, Event, Lab, Progress, Stop, Work,
    adapt::{AdaptSpec, Budget},
    audit::AuditSpec,
    balance::{BalancePlayers, BalanceSpec},
    components::ComponentsSpec,
    diff::DiffSpec,
    plans::{PlansSpec, planned},
    player::Player,
    price::PriceSpec,
    spec::{ArmSpec, Field, RulesSpec},
    verdict::{Tolerance, VerdictSpec, verdict},
};

use crate::{find, searches::Shelf};

/// Counts like the progress bar, and logs the total each time the bar shows it.
#[derive(Default)]
struct Account {
    to_come: Work,
    done: u64,
    /// Games of the stage: planned, of finished arms, of the current arm, and stored by earlier calls.
    planned: u64,
    through: u64,
    reached: u64,
    before: u64,
    totals: Vec<u64>,
}

impl Account {
    fn enter(&mut self, work: Work) {
        self.done += self.through + self.reached;
        (self.planned, self.through, self.reached, self.before) = (0, 0, 0, 0);
        self.planned = work.played + work.trained + work.look_ahead;
        self.to_come = self.to_come.less(work);
    }

    fn begin(&mut self, before: u64, seen: u64) {
        (self.before, self.reached) = (before, 0);
        self.planned = self.planned.saturating_sub(before.saturating_sub(seen));
    }

    fn reach(&mut self, games: u64) {
        self.reached = self.reached.max(games.saturating_sub(self.before));
    }

    fn done(&self) -> u64 {
        self.done + self.through + self.reached
    }

    fn total(&self) -> u64 {
        let Work { played, trained, look_ahead } = self.to_come;
        self.done + self.planned.max(self.through + self.reached) + played + trained + look_ahead
    }
}

impl Progress for Account {
    fn on_event(&mut self, event: Event<'_>) {
        match event {
            Event::Work(work) => return self.to_come = work,
            Event::Plan { games, .. } => return self.enter(Work::played(games)),
            Event::LookAhead { games } => return self.enter(Work::look_ahead(games)),
            Event::Train { before, games } => {
                self.enter(Work::trained(games));
                return self.begin(before, 0);
            }
            Event::Begin { before, seen, .. } => self.begin(before, seen),
            Event::Grown { tally, .. } => self.reach(tally.games),
            Event::Step { games } | Event::Searched { games, .. } => self.reach(games),
            Event::Duel { games, .. } => self.reach(games),
            Event::End { games } => {
                self.reach(games);
                self.through += std::mem::take(&mut self.reached);
            }
            Event::Unkept { .. } | Event::Sampled { .. } => return,
        }
        self.totals.push(self.total());
    }
}

/// The total as first announced, and the games played in the end. The total grows by at most `percent` %.
fn announced<T>(percent: u64, job: impl FnOnce(&mut Lab<'_>) -> Result<T, Error>) -> (u64, u64) {
    let threads = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let (mut account, mut shelf) = (Account::default(), Shelf::default());
    let mut lab = Lab { threads: &threads, stop: &Stop::new(), progress: &mut account, store: &mut shelf };
    job(&mut lab).unwrap_or_else(|error| panic!("{error:?}"));
    let first = account.totals[0];
    let grown = account.totals.windows(2).filter(|two| two[1] > two[0]).collect::<Vec<_>>();
    let largest = account.totals.iter().max().unwrap();
    assert!(*largest <= first + first * percent / 100, "{first} grows to {largest}: {grown:?}");
    (first, account.done())
}

fn champions(players: usize) -> ArmSpec {
    let entry = find("delectable").unwrap();
    let champion = Player::shipped(entry, "champion").unwrap().unwrap();
    ArmSpec { rules: RulesSpec::printed(entry), players, field: Field::Pool(vec![champion]), seed: 1 }
}

fn table(games: u64) -> AdaptSpec {
    AdaptSpec::seat(champions(2), Budget { games: 40, repeats: 2 }, Effort::Games(games)).unwrap()
}

#[test]
fn plans_announce_all_games_and_trainings() {
    let entry = find("delectable").unwrap();
    let spec = PlansSpec { table: table(200), plans: planned(entry).unwrap() };
    let opened = spec.open().unwrap();
    let (first, done) = announced(0, |lab| spec.play(&opened, lab));
    // A training that plays up to a batch more than requested counts as requested.
    assert_eq!(first, done);
    // A control and one player for each of six plans train twice, play 200 games, and meet.
    assert!(first > 7 * (2 * 40 + 200), "{first}");
}

#[test]
fn components_announce_removal_worth_and_prices() {
    let price = PriceSpec { table: table(200), components: Vec::new(), sought: None, most: 800 };
    let spec = ComponentsSpec {
        arm: champions(2),
        patterns: vec!["equipment".to_owned()],
        effort: Effort::Games(200),
        worth: Some(table(200)),
        price: Some(price),
    };
    let opened = spec.open().unwrap();
    let (first, done) = announced(0, |lab| spec.play(&opened, lab));
    assert!(done <= first && done > 1_000, "{done} of {first}");
}

#[test]
fn what_players_adapt_to_is_announced() {
    let spec = table(200);
    let old = spec.arm.clone();
    let rules = RulesSpec { set: vec!["hand_limit=6".parse().unwrap()], ..old.rules.clone() };
    let diff = DiffSpec { new: ArmSpec { rules, ..old.clone() }, old, tolerance: 0.01, effort: spec.effort };
    let arms = diff.open().unwrap();
    let (first, done) = announced(0, |lab| spec.play(&arms, lab));
    assert_eq!(first, done);
}

#[test]
fn a_search_for_changes_announces_about_what_it_plays() {
    let players = BalancePlayers::Strong(champions(2));
    let asked = (Effort::Games(40), Some(Budget { games: 10, repeats: 2 }));
    let (goals, vary) = (["length = 270..300".to_owned()], ["theft_min=2,3".to_owned()]);
    let spec = BalanceSpec::seat(players, &goals, &vary, 1, asked).unwrap();
    let opened = spec.open().unwrap();
    let (first, done) = announced(10, |lab| spec.play(&opened, lab));
    assert!(done <= first, "{done} of {first}");
}

#[test]
fn verdicts_announce_the_most_that_they_play() {
    let tolerance = Tolerance::USUAL;
    let spec =
        VerdictSpec { arms: vec![champions(2), champions(3)], tolerance, games: 9_000, adapting: None };
    let (first, done) = announced(0, |lab| verdict(&spec, lab));
    assert!(first >= 18_000 && done <= first, "{done} of {first}");
}

#[test]
fn an_audit_announces_the_most_that_it_plays() {
    let entry = find("delectable").unwrap();
    let field = Player::all_shipped(entry, &["raider", "prestige"]).unwrap();
    let pool = |players| ArmSpec { field: Field::Pool(field.clone()), ..champions(players) };
    let spec = AuditSpec {
        arms: vec![pool(2), pool(3)],
        best: vec![champions(2), champions(3)],
        field: field.clone(),
        tolerance: Tolerance::USUAL,
        games: 120,
        look_ahead: 0,
    };
    let opened = spec.open().unwrap();
    let work = spec.work(&opened).unwrap();
    let (first, done) = announced(0, |lab| spec.play(&opened, lab));
    assert_eq!(first, work.played + work.trained);
    assert!(done <= first, "{done} of {first}");
}
