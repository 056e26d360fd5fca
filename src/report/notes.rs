//! How the numbers were made, for readers who want to know what they may conclude.

/// Heading and explanation.
pub const METHODS: [(&str, &str); 7] = [
    (
        "One deal is one observation",
        "A deal is one shuffle of everything luck decides. It is played once for every way to seat the same strategies around the table, so no strategy profits from a seat, and its games share their luck. Errors are therefore counted over deals, not over games.",
    ),
    (
        "±",
        "Half the width of a 95 % interval: intervals made this way hold the true value in 95 of 100 runs. Shares have Wilson's interval at the effective number of trials, means have Student's; both rest on linearised standard errors with deals as clusters. Which strategies meet at a deal follows a schedule, not luck; so errors are taken within each set of strategies that sit together, unless a pool makes too many sets to be told apart. Below 30 deals no interval is given.",
    ),
    (
        "Fair share",
        "One over the number of players; against an opponent without a seat there is none. “Not yet distinguishable” means that the interval holds the fair share: the difference may be zero, or too small for this many deals.",
    ),
    (
        "Win share",
        "Wins over games; players who tie for the win share it evenly, and an opponent without a seat who comes first leaves none to share. Games cut off at the ply limit are ranked by the points they had, and counted like the others.",
    ),
    (
        "Component contrast",
        "At tables where some used a component and some did not: the mean win share of the users less that of the others, where users are compared with those who did not use it with the same strategy, in the same seat, among the same strategies. Errors come from a jackknife over 256 groups of deals. False discoveries among many components are held down after Benjamini and Hochberg.",
    ),
    (
        "Correlation is not cause",
        "Who is ahead can afford more, and strong strategies like some components better. A contrast says what goes together; playing the same deals without the component says what it does.",
    ),
    (
        "What strategies stand for",
        "The numbers hold for these strategies, not for all ways to play. A weak spot may be the strategy's rather than the game's.",
    ),
];
