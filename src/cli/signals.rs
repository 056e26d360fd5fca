//! Signals that ask a run to stop: Ctrl-C, and what a cluster, a time limit or a closed terminal sends.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

/// A flag that rises when the program is asked to stop.
pub fn stop_flag() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let signal = Arc::clone(&stop);
    let raise = move || signal.store(true, Ordering::Relaxed);
    // A second handler in one process is refused; the first one still stops the run. A handler
    // stands for all signals, and a run that is to outlive its terminal goes before Ctrl-C.
    let _ = if ignores_hangups() { ctrlc::try_set_handler(raise) } else { ctrlc::set_handler(raise) };
    stop
}

/// Whether whoever started the program said that it shall outlive its terminal, as `nohup` does.
fn ignores_hangups() -> bool {
    // Linux tells the ignored signals as a hexadecimal mask, the hangup in its lowest bit.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
