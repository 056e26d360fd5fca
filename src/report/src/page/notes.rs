pub const METHODS: [(&str, &str); 8] = [
    (
        "One deal is one observation",
        "A deal is one shuffle of everything luck decides. It is played once for every way to seat the same strategies around the table, so no strategy profits from a seat. Its games share their luck: errors are counted over deals, not over games.",
    ),
    (
        "±",
        "Half the width of a 95 % interval; a lopsided one is given by both ends. Of 100 such intervals, 95 contain the true value: that of these strategies under these rules. Where a sentence picks what stands out of a list, it uses wider intervals that hold for the whole list at once.",
    ),
    (
        "Kinds of intervals",
        "Shares have Wilson's interval at the effective number of trials, means have Student's. The interval of a rare event has an upper end that covers what may have been missed. All rest on linearised standard errors with deals as clusters, stratified by the strategies at the table. With fewer than 30 deals no interval is given.",
    ),
    (
        "Significant, and ok",
        "Significant: the interval, which allows for all comparisons of its list, does not contain the fair share or 0. Ok: the whole interval lies within the tolerance. What is neither is undecided, and more games would decide it.",
    ),
    (
        "Win rate and fair share",
        "Games won, as a share of games played; players who tie for first place share the win evenly. Games that were cut off are ranked by the points they had. The fair share is one over the number of players.",
    ),
    (
        "Adjusted difference of a component",
        "At tables where some used a component and some did not: the win rate of its users minus that of the others, in percentage points. Only games of the same strategy in the same seat against the same opponents are compared. Errors come from a jackknife over 256 groups of deals. Benjamini and Hochberg's method keeps the false discovery rate below 5 %.",
    ),
    (
        "Correlation is not cause",
        "A player who is ahead can afford more, and strong strategies like some components better. An adjusted difference is a correlation. The command sim components measures the cause: it plays the same deals without a component.",
    ),
    (
        "What strategies stand for",
        "The numbers hold for these strategies, not for all ways to play. A weakness may be the strategy's, not the game's.",
    ),
];
