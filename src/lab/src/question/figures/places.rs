use super::{FigureError, Side};

/// The bins that a row of a histogram names: `3`, or `3+` for 3 and more.
pub(super) fn bins(row: &str, count: usize) -> Result<Vec<usize>, FigureError> {
    let (number, is_open) = row.strip_suffix('+').map_or((row, false), |number| (number, true));
    let last = count.saturating_sub(1);
    let bin = number.trim().parse().ok().filter(|bin| *bin <= last && (is_open || *bin < last));
    let unknown = || FigureError::new("row", format!("no value `{row}`"), format!("give 0 to {last}+"));
    let bin = bin.ok_or_else(unknown)?;
    Ok(if is_open { (bin..count).collect() } else { vec![bin] })
}

/// The labels that a word names along a side, `a + b` for several; none for all of them.
pub(super) fn chosen<'s>(
    word: &'static str,
    label: &Option<String>,
    side: Option<Side<'s>>,
) -> Result<Option<Vec<&'s str>>, FigureError> {
    let Some(label) = label.as_deref() else { return Ok(None) };
    let Some(Side { name, labels }) = side else {
        return Err(FigureError::new(
            word,
            format!("there is no {word} `{label}`"),
            format!("leave {word} out"),
        ));
    };
    let one = |label: &str| {
        let known = labels.iter().copied().find(|known| *known == label);
        known.ok_or_else(|| FigureError::name(word, name, label, labels.iter().copied()))
    };
    // A label may itself hold a plus.
    if labels.contains(&label) {
        return one(label).map(|label| Some(vec![label]));
    }
    label.split(" + ").map(one).collect::<Result<Vec<_>, _>>().map(Some)
}
