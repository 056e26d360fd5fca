//! How the numbers were made, for readers who want to know what they may conclude.

/// Heading and explanation.
pub const METHODS: [(&str, &str); 8] = [
    (
        "One deal is one observation",
        "A deal is one shuffle of everything luck decides. It is played once for every way to seat the same strategies around the table, so no strategy profits from a seat, and its games share their luck. Errors are therefore counted over deals, not over games.",
    ),
    (
        "±",
        "Half the width of a 95 % interval; where it is lopsided, both ends stand in its place. Played again with other seeds, 95 of 100 such intervals hold the true value: that of these strategies under these rules. The games of a deal share their luck and count as one observation, so errors go by deals, not by games. What is planned, such as who meets whom and in which seat, is not luck and adds nothing to the errors. Findings that pick what stands out from a list go by wider intervals that hold for the whole list.",
    ),
    (
        "Kinds of intervals",
        "Shares have Wilson's interval at the effective number of trials, means have Student's; where few deals have anything to count, one for rare events, whose upper end says how much may have been missed. All rest on linearised standard errors with deals as clusters, stratified by the strategies at the table. Below 30 deals no interval is given.",
    ),
    (
        "Fair share",
        "One over the number of players; against an opponent without a seat there is none. “Not yet distinguishable” means that the interval for the whole list holds the fair share: the difference may be zero, or too small for this many deals.",
    ),
    (
        "Win share",
        "Wins over games; players who tie for the win share it evenly, and an opponent without a seat who comes first leaves none to share. Games cut off at the ply limit are ranked by the points they had, and counted like the others.",
    ),
    (
        "Component contrast",
        "At tables where some used a component and some did not: the mean win share of the users less that of the others, each compared only with games of the same strategy in the same seat and the same company. A component that is used always or never in each such place has nobody to compare with, and says so. Errors come from a jackknife over 256 groups of deals. False discoveries among many components are held down after Benjamini and Hochberg, and the intervals of those found allow for their having been picked.",
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
