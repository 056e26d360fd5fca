//! What the features of Restaurant Row promise, for the law of promises.

use crate::{
    laws::promises::{Promise, Promising, Trial},
    rules::restaurant_row::RestaurantRow,
};

impl Promising for RestaurantRow {
    const RULED: &'static [&'static str] = &["most of amount at borrow under loan_max=200"];

    fn promises() -> Vec<Promise<RestaurantRow>> {
        let least = |trial: &mut Trial<'_, RestaurantRow>, _: &str| Some(trial.limits()?.min.into());
        let most = |trial: &mut Trial<'_, RestaurantRow>, _: &str| Some(trial.limits()?.max.into());
        vec![
            Promise::number(["bid", "amount", "least"], least),
            Promise::number(["bid", "amount", "cash"], most),
            Promise::number(["borrow", "amount", "most"], most),
        ]
    }
}
