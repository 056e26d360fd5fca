//! Signals that ask the program to stop: Ctrl-C, and those from a cluster, a time limit or a closed terminal.

use std::{
    io,
    sync::{
        Arc, LazyLock,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGXFSZ};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};
use sim_lab::Stop;

/// The number of the last signal; 0 before the first.
static SIGNAL: LazyLock<Arc<AtomicUsize>> = LazyLock::new(Arc::default);

/// The stop flag that signals set: one for the whole program, so that no signal is lost between two pieces of work.
static STOP: LazyLock<Stop> = LazyLock::new(|| {
    let stop = Stop::new();
    // If a handler cannot be installed, the signal ends the program as usual.
    let _ = take_interrupts(&stop);
    let _ = take(SIGTERM, &stop);
    #[cfg(unix)]
    if !ignores_hangups() {
        let _ = take(SIGHUP, &stop);
    }
    stop
});

/// Installs the handlers, and returns the stop flag. A second Ctrl-C ends the program at once.
pub fn listen() -> Stop {
    STOP.clone()
}

/// The exit status that shells expect after the last signal, or after Ctrl-C before the first.
pub fn status() -> u8 {
    match SIGNAL.load(Ordering::Relaxed) {
        0 => 128 + SIGINT as u8,
        signal => 128 + signal as u8,
    }
}

fn take(signal: i32, stop: &Stop) -> io::Result<()> {
    // In this order, code that sees the stop flag also finds its signal.
    flag::register_usize(signal, Arc::clone(&SIGNAL), signal as usize)?;
    flag::register(signal, stop.flag()).map(drop)
}

fn take_interrupts(stop: &Stop) -> io::Result<()> {
    let again = Arc::new(AtomicBool::new(false));
    // In this order, the first signal does not see the flag that it sets itself.
    flag::register_conditional_shutdown(SIGINT, 128 + SIGINT, Arc::clone(&again))?;
    flag::register(SIGINT, again)?;
    take(SIGINT, stop)
}

/// Makes writes beyond the file size limit fail like writes to a full disk: by default, SIGXFSZ ends the program
/// without a message.
pub fn outlast_file_limit() {
    #[cfg(unix)]
    let _ = flag::register(SIGXFSZ, Arc::new(AtomicBool::new(false)));
}

/// Whether the program was started to outlive its terminal, as by `nohup`.
#[cfg(unix)]
fn ignores_hangups() -> bool {
    // Linux reports the ignored signals as a hexadecimal mask, the hangup in its lowest bit.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask & 1 == 1)
}
