//! Parts of a run that were played apart.
