pub const METHODS: [(&str, &str); 8] = [
    (
        "One deal is one observation",
        "A deal is one shuffle of everything luck decides. It is played once for every way to seat the same strategies around the table, so no strategy profits from a seat, and its games share their luck. Errors are therefore counted over deals, not over games.",
    ),
    (
        "±",
        "Half the width of a 95 % interval; where it is lopsided, both ends stand in its place. Of 100 such intervals, 95 hold the true value: that of these strategies under these rules. Who plays whom, and in which seat, is planned; it is not luck, and adds nothing to the errors. Where a sentence picks what stands out from a list, it uses wider intervals that hold for the whole list at once.",
    ),
    (
        "Kinds of intervals",
        "Shares have Wilson's interval at the effective number of trials, means have Student's. Rare events have an interval of their own, whose upper end says how much may have been missed. All rest on linearised standard errors with deals as clusters, stratified by the strategies at the table. With fewer than 30 deals no interval is given.",
    ),
    (
        "Fair share",
        "What each would win if all were equal: one over the number of players. “Not significantly above or below” means that the interval still holds the fair share: there may be no difference, or one too small to see in this many games.",
    ),
    (
        "Win rate",
        "Games won, as a share of games played; players who tie for first place share the win evenly. Games that were cut off because they took too long are ranked by the points they had, and counted like the others.",
    ),
    (
        "Adjusted difference of a component",
        "At tables where some used a component and some did not: the win rate of those who did minus that of the others, in percentage points. Only games of the same strategy in the same seat against the same opponents are compared. Where everyone or nobody used a component, the table says so. Errors come from a jackknife over 256 groups of deals. Among many components a few would stand out by chance: Benjamini and Hochberg's method keeps these below 5 %.",
    ),
    (
        "Correlation is not cause",
        "Who is ahead can afford more, and strong strategies like some components better. An adjusted difference shows an association. The command sim components shows what a component does: it plays the same deals without it.",
    ),
    (
        "What strategies stand for",
        "The numbers hold for these strategies, not for all ways to play. A weak spot may be the strategy's rather than the game's.",
    ),
];
