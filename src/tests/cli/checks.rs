//! Reports of `.ci/run` on checks whose programs are not installed.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::Path,
    process::{Command, Output},
};

use tempfile::TempDir;

use super::text;

/// Runs the checks with a `python3` that fails, and with stand-ins that succeed for all that is built.
fn checks(folder: &Path, switch: &str) -> Output {
    let program = |path: &Path, status: u8| {
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, format!("#!/bin/sh\nexit {status}\n")).unwrap();
        fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    };
    program(&folder.join("bin/cargo"), 0);
    program(&folder.join("bin/python3"), 1);
    program(&folder.join("target/debug/sim"), 0);
    program(&folder.join("target/debug/deps/libsim_games-0.rlib"), 0);
    program(&folder.join("target/debug/deps/libsim-0.rlib"), 0);
    let path = format!("{}:/usr/bin:/bin", folder.join("bin").display());
    Command::new("bash")
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/.ci/run"))
        .env("PATH", path)
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .env("SIM_CI_COMPLETE", switch)
        .output()
        .unwrap()
}

#[test]
fn checks_that_are_left_out_are_told_last_and_are_errors_where_all_are_wanted() {
    let folder = TempDir::new().unwrap();
    let output = checks(folder.path(), "");
    let told = text(&output.stdout);
    assert!(output.status.success(), "{told}{}", text(&output.stderr));
    let last: Vec<&str> = told.lines().rev().take(3).collect();
    assert!(last.len() == 3 && last.iter().all(|line| line.starts_with("left out: ")), "{told}");
    assert!(told.contains("the pages in a browser"), "{told}");

    let output = checks(folder.path(), "1");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(text(&output.stderr), "SIM_CI_COMPLETE is set: install what is missing\n");
}
