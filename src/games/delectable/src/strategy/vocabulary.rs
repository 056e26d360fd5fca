use sim_script::{
    overview::context,
    spec::{Part, Vocabulary, chain, features, list, part, slot},
};

const INF: f64 = f64::INFINITY;

context! {
    /// Features with one value for the whole decision.
    pub enum Context {
        round: ["tenths of the deck", 10.0] "Tenth of the deck";
        rounds_left: [9.0] "Tenths of the deck";
        players: [2.0, 5.0];
        points: ["points", 0.0] "points" ", if the game ended now";
        DeckLeft = "deck_left" ["cards", 0.0, 127.0] "Cards left in the deck.",
        RollsLeft = "rolls_left" ["rolls", 0.0, 64.0] "Cards left in the deck, shared among the players.",
        LowestScore = "lowest_score" ["points", 0.0, INF] "My final score with all hand cards committed: the score that counts to be raised.",
        MyTotal = "my_total" ["points", 0.0, INF] "Sum of my four resource scores.",
        MyQuality = "my_quality" ["stars", 2.0, 5.0] "Quality of my restaurant.",
        QualityMargin = "quality_margin" ["reviews", 0.0, 28.0] "Reviews by which my quality leads the next most frequent star number; 0 without reviews.",
        HandSize = "hand_size" ["cards", 0.0, 13.0] "Cards in my hand.",
        HandRoom = "hand_room" ["cards", -1.0, 12.0] "Hand limit less cards in my hand.",
        ReviewsHeld = "reviews_held" ["cards", 0.0, 13.0] "Reviews in my hand.",
        RunsHeld = "runs_held" ["runs", 0.0, 13.0] "Runs of my hand that could be committed, each for a turn.",
        Bonus = "bonus" ["pips", -INF, INF] "Modifiers of discards earlier in this turn that count for the next roll.",
    }
}

features! {
    pub enum RollAction {
        RollValue = "roll_value" ["worth", -INF, INF] "Best expected worth of a Roll Action by this script's own formulas for `roll`.",
    }
}

features! {
    pub enum Review {
        Stars = "stars" ["stars", 2.0, 5.0] "Stars of the review.",
        IsMine = "is_mine" ["0 or 1", 0.0, 1.0] "It goes to my own restaurant.",
        Flips = "flips" ["0 or 1", 0.0, 1.0] "It changes the restaurant's quality.",
        NewQuality = "new_quality" ["stars", 2.0, 5.0] "Quality of the restaurant after the review.",
        Gain = "gain" ["points", -INF, INF] "Change of my final score by this action, as the table stands.",
        TotalGain = "total_gain" ["points", -INF, INF] "Change of the sum of my resource scores by this action.",
        ProspectGain = "prospect_gain" ["points", -INF, INF] "Change of the final score I would have with all hand cards committed.",
        RivalChange = "rival_change" ["points", -INF, INF] "Change of the reviewed rival's final score.",
        RivalTotalChange = "rival_total_change" ["points", -INF, INF] "Change of the sum of the reviewed rival's resource scores.",
        RivalPoints = "rival_points" ["points", 0.0, INF] "Final score of the reviewed rival now.",
        IsLeader = "is_leader" ["0 or 1", 0.0, 1.0] "The reviewed rival has the highest final score among my rivals.",
    }
}

features! {
    pub enum Commit {
        Stars = "stars" ["stars", 2.0, 5.0] "Mean stars of the committed cards.",
        Size = "size" ["cards", 1.0, 16.0] "Cards committed.",
        Gain = "gain" ["points", -INF, INF] "Change of my final score by this action, as the table stands.",
        TotalGain = "total_gain" ["points", -INF, INF] "Change of the sum of my resource scores by this action.",
        Steals = "steals" ["0 or 1", 0.0, 1.0] "The commit is long enough to steal.",
        TheftValue = "theft_value" ["points", 0.0, INF] "Value to me, were it committed alone, of the card the best victim would have to give; 0 without one.",
        CanGrow = "can_grow" ["0 or 1", 0.0, 1.0] "The committed cards stand at the right end, where the next card of their resource would join them.",
        ResourceScore = "resource_score" ["points", 0.0, INF] "My score in the committed resource now.",
        RivalHolds = "rival_holds" ["cards", 0.0, 13.0] "Most cards of the committed resource in a rival's hand.",
        Threat = "theft_threat" ["runs", 0.0, 13.0] "Longest run of the committed resource in a rival's hand over the shortest that steals: 1 and more is a theft at hand.",
    }
}

features! {
    /// What a card on a pile or in the hand may become worth.
    pub enum Worth {
        Copies = "copies_left" ["cards", 0.0, 127.0] "Cards of its kind and stars that may still be drawn, as far as I know.",
        KindLeft = "kind_left" ["cards", 0.0, 127.0] "Cards of its kind that may still be drawn, as far as I know.",
        ValueAt2 = "value_at_2" ["points", 0.0, INF] "Value of the card in a two-star restaurant; 0 for reviews.",
        ValueAt3 = "value_at_3" ["points", 0.0, INF] "Value of the card in a three-star restaurant; 0 for reviews.",
        ValueAt4 = "value_at_4" ["points", 0.0, INF] "Value of the card in a four-star restaurant; 0 for reviews.",
        ValueAt5 = "value_at_5" ["points", 0.0, INF] "Value of the card in a five-star restaurant; 0 for reviews.",
        ReviewGain = "review_gain" ["points", -INF, INF] "For a review, gain of the final score I would have with all hand cards committed, were it given to me; 0 for others.",
        ReviewTotalGain = "review_total_gain" ["points", -INF, INF] "The same for the sum of my resource scores.",
        ReviewHarm = "review_harm" ["points", 0.0, INF] "For a review, the most that the sum of a rival's resource scores would lose, were it given there; 0 for others.",
        Threat = "theft_threat" ["runs", 0.0, 13.0] "Longest run of its resource in a rival's hand over the shortest that steals: 1 and more is a theft at hand.",
    }
}

features! {
    /// The top card of a market pile.
    pub enum Pile and Worth {
        Stars = "stars" ["stars", 2.0, 5.0] "Stars of the card.",
        Cost = "cost" ["pips", 0.0, 60.0] "Modified roll that acquires the card.",
        IsReview = "is_review" ["0 or 1", 0.0, 1.0] "The card is a review.",
        Chance = "chance" ["probability", 0.0, 1.0] "Exact chance to acquire the card without further discards; 0 or 1 once the die lies.",
        Value = "value_now" ["points", 0.0, INF] "Value of the card at my present quality; 0 for reviews.",
        ResourceScore = "resource_score" ["points", 0.0, INF] "My score in its resource now; 0 for reviews.",
        ProspectScore = "prospect_score" ["points", 0.0, INF] "My score in its resource with all hand cards committed; 0 for reviews.",
        ScoreGap = "score_gap" ["points", 0.0, INF] "How far my score in its resource is from `lowest_score`, with all hand cards committed: 0 for the resource that counts.",
        ProspectGain = "prospect_gain" ["points", -INF, INF] "Gain of the final score I would have with all hand cards and this one committed, over that without it.",
        Run = "run" ["cards", 0.0, 13.0] "Cards of its resource that stand at the right end of my hand and would be its neighbours.",
        Held = "held" ["cards", 0.0, 13.0] "Cards of its kind in my hand.",
        Bonus = "discard_bonus" ["pips", -20.0, 20.0] "Its modifier if discarded later.",
        Modifiers = "modifiers" ["pips", -80.0, 80.0] "Sum of its four modifiers.",
        MatchChance = "match_chance" ["probability", 0.0, 1.0] "Exact chance that naming this pile earns an extra roll: the next card of the deck lands on it. If no pile that is emptied earns one, without further discards.",
        NextStars = "next_stars" ["stars", 0.0, 5.0] "Stars of the card beneath; 0 if there is none or it is forgotten.",
        RivalRun = "rival_run" ["cards", 0.0, 13.0] "Longest run of its resource at the right end of a rival's hand.",
    }
}

features! {
    pub enum Card and Worth {
        Stars = "stars" ["stars", 2.0, 5.0] "Stars of the card.",
        IsReview = "is_review" ["0 or 1", 0.0, 1.0] "The card is a review.",
        Bonus = "discard_bonus" ["pips", -20.0, 20.0] "Its modifier if discarded.",
        Modifiers = "modifiers" ["pips", -80.0, 80.0] "Sum of its four modifiers.",
        Value = "value_now" ["points", 0.0, INF] "Value of the card at my present quality; 0 for reviews.",
        ResourceScore = "resource_score" ["points", 0.0, INF] "My score in its resource now; 0 for reviews.",
        ProspectLoss = "prospect_loss" ["points", -INF, INF] "Loss of the final score I would have with all hand cards committed, if this card were gone.",
        ProspectScore = "prospect_score" ["points", 0.0, INF] "My score in its resource with all hand cards committed; 0 for reviews.",
        ScoreGap = "score_gap" ["points", 0.0, INF] "How far my score in its resource is from `lowest_score`, with all hand cards committed: 0 for the resource that counts.",
        Run = "run" ["cards", 0.0, 13.0] "Cards in the run of neighbours that it belongs to, itself included; 0 for reviews.",
        FromRight = "from_right" ["cards", 1.0, 13.0] "Place in the hand, 1 for the rightmost.",
        Held = "held" ["cards", 1.0, 13.0] "Cards of its kind in my hand, itself included.",
    }
}

features! {
    pub enum Again {
        IsAgain = "is_again" ["0 or 1", 0.0, 1.0] "Take it.",
        RollValue = "roll_value" ["worth", -INF, INF] "Best expected worth of the extra Roll Action by this script's own formulas for `roll`; 0 for stopping.",
    }
}

features! {
    pub enum Victim {
        Cards = "cards" ["cards", 0.0, 13.0] "Cards of the committed resource in the rival's hand.",
        TheftValue = "theft_value" ["points", 0.0, INF] "Value to me, were it committed alone, of the cheapest of them: what the rival would rather give.",
        RivalPoints = "rival_points" ["points", 0.0, INF] "Final score of the rival now.",
        RivalLoss = "rival_loss" ["points", 0.0, INF] "Loss of the final score the rival would have with all hand cards committed, if its cheapest such card were gone.",
        IsLeader = "is_leader" ["0 or 1", 0.0, 1.0] "The rival has the highest final score among my rivals.",
    }
}

features! {
    /// A card to give up to a thief.
    pub enum Loss {
        Stars = "stars" ["stars", 2.0, 5.0] "Stars of the card.",
        Value = "value_now" ["points", 0.0, INF] "Value of the card at my present quality.",
        ThiefValue = "thief_value" ["points", 0.0, INF] "Value of the card at the thief's quality.",
        ProspectLoss = "prospect_loss" ["points", -INF, INF] "Loss of the final score I would have with all hand cards committed, if this card were gone.",
        Run = "run" ["cards", 1.0, 13.0] "Cards in the run of neighbours that it belongs to, itself included.",
        Bonus = "discard_bonus" ["pips", -20.0, 20.0] "Its modifier if discarded.",
    }
}

features! {
    /// A card that a thief may take into the hand.
    pub enum Theft {
        IsTake = "is_take" ["0 or 1", 0.0, 1.0] "Take a card from a rival.",
        IsDraw = "is_draw" ["0 or 1", 0.0, 1.0] "Take the top card of the deck.",
        Stars = "stars" ["stars", 0.0, 5.0] "Stars of the card taken.",
        Value = "value_now" ["points", 0.0, INF] "Value of the card at my present quality.",
        RivalPoints = "rival_points" ["points", 0.0, INF] "Final score of the rival now.",
        IsLeader = "is_leader" ["0 or 1", 0.0, 1.0] "The rival has the highest final score among my rivals.",
    }
}

const PILES: Part = part("pile", "A non-empty market pile.", Pile::FEATURES);
const CARDS: Part = part("card", "A card of my hand.", Card::FEATURES);

pub mod turn_part {
    pub const ROLL: usize = 0;
    pub const REVIEW: usize = 1;
    pub const COMMIT: usize = 2;
}

pub mod roll_slot {
    pub const VALUE: usize = 0;
    pub const ANYWAY: usize = 1;
    pub const KEEP: usize = 2;
}

pub mod roll_part {
    pub const PILE: usize = 0;
    pub const CARD: usize = 1;
}

pub static VOCABULARY: Vocabulary = Vocabulary {
    game: "delectable",
    context: Context::FEATURES,
    groups: &[],
    points: &[
        list(
            "turn",
            "The action of the turn: roll, give a review, or commit cards.",
            &[
                part("roll", "The Roll Action.", RollAction::FEATURES),
                part("review", "A review given to a restaurant.", Review::FEATURES),
                part("commit", "A commit of cards.", Commit::FEATURES),
            ],
        ),
        chain(
            "roll",
            "The discards of a Roll Action and the pile to roll for. The solver takes the set and the pile with the highest chance * value + anyway - sum of keep over the discards.",
            &[PILES, CARDS],
            &[
                slot("value", roll_part::PILE, "Worth of acquiring the top card of the pile."),
                slot("anyway", roll_part::PILE, "Worth of naming the pile whatever the die says."),
                slot("keep", roll_part::CARD, "Worth of keeping the card: what its discard costs."),
            ],
        ),
        list(
            "again",
            "Whether to take the extra roll.",
            &[part("answer", "Again, or stop.", Again::FEATURES)],
        ),
        list("victim", "The rival to steal from.", &[part("rival", "A rival.", Victim::FEATURES)]),
        list(
            "loss",
            "The card to give up to a thief.",
            &[part("card", "A card of the stolen resource.", Loss::FEATURES)],
        ),
        list(
            "rename",
            "The pile to take after the highest face of the die, where the rules allow it.",
            &[PILES],
        ),
        list(
            "theft",
            "What to take after a long commit, where the thief chooses.",
            &[part("prize", "A card, the top of the deck, or nothing.", Theft::FEATURES)],
        ),
        chain(
            "trim",
            "The cards to discard at the end of a turn, where the limit acts there. The solver gives up the cards with the lowest keep.",
            &[CARDS],
            &[slot("keep", 0, "Worth of keeping the card.")],
        ),
    ],
};
