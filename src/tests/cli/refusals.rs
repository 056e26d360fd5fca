//! Refusals, and the way out that each of them offers.

use std::fs;

use tempfile::TempDir;

use super::{sim, text, words};

#[test]
fn bad_input_gets_one_line_of_what_and_one_of_the_way_out() {
    let folder = TempDir::new().unwrap();
    fs::write(folder.path().join("a-file"), "").unwrap();
    fs::write(
        folder.path().join("broken.toml"),
        "format = 1\ngame = \"delectable\"\nabout = \"x\"\n[on.turn]\nscore = \"is_rol\"\n",
    )
    .unwrap();
    fs::write(folder.path().join("torn.toml"), "format = 2\ngame = \n").unwrap();
    fs::write(
        folder.path().join("values.toml"),
        "format = 2\ngame = \"delectable\"\n[values]\nhand_limit = 99\n",
    )
    .unwrap();
    fs::create_dir(folder.path().join("mine")).unwrap();
    fs::write(folder.path().join("mine/letter.txt"), "keep me").unwrap();
    let game = |line: &str| format!("format = 1\n{line}\nabout = \"x\"\n");
    fs::write(folder.path().join("nope.toml"), game("game = \"nope\"")).unwrap();
    fs::write(folder.path().join("near.toml"), game("  game = \"la-bistrot\"")).unwrap();
    fs::write(folder.path().join("number.toml"), game("game = 7")).unwrap();
    fs::write(folder.path().join("latin.toml"), b"format = 1\nabout = \"caf\xe9\"\n").unwrap();
    let files = fs::read_dir(folder.path()).unwrap().count();
    let cases: [(&str, &str); 55] = [
        (
            "--game restauranteur --set cards.marketing.kind=number",
            "error: table `cards` has no column `kind`\n  help: known here: `copies`",
        ),
        ("--game delectible", "error: no game `delectible`\n  help: did you mean `delectable`?"),
        (
            "--game delectable --strategies raidr",
            "error: no strategy `raidr` for delectable\n  help: did you mean `raider`? A file is named with its ending, my-plan.toml",
        ),
        (
            "--game delectable --strategies raider,raider",
            "error: strategy `raider` stands twice in the pool\n  help: name each once; --lineup seats a strategy several times",
        ),
        (
            "--game delectable --strategies search",
            "error: `search` has no number of imagined games\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:0",
            "error: a search imagines at least one game\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:abc",
            "error: `abc` is no number of imagined games\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:1e12",
            "error: `1e12` imagined games are too many\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:10:raidr",
            "error: no strategy `raidr` for delectable\n  help: did you mean `raider`? A file is named with its ending, my-plan.toml",
        ),
        (
            "--game delectable --strategies search:10:search:5",
            "error: the games that a search imagines cannot be played by `search:5`\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:10:default@raider+search:5",
            "error: the games that a search imagines cannot be played by `search:5`\n  help: write search:N, search:N:STRATEGY or search:N:STRATEGY@RIVALS, as in search:200:default",
        ),
        (
            "--game delectable --strategies search:10:default@raidr",
            "error: no strategy `raidr` for delectable\n  help: did you mean `raider`? A file is named with its ending, my-plan.toml",
        ),
        (
            "--game delectable --players 6",
            "error: Delectable is not played by 6\n  help: give --players 2 to 5, or all",
        ),
        (
            "--game delectable --players 1",
            "error: Delectable is not played by 1\n  help: give --players 2 to 5, or all",
        ),
        (
            "--game delectable --lineup raider,random --players 3",
            "error: --lineup names 2 strategies for 3 players\n  help: name one for each seat, or leave --players out",
        ),
        (
            "--game delectable --set hand_limit",
            "error: --set hand_limit has no value\n  help: write --set hand_limit=VALUE; `sim show settings --game delectable` lists the paths",
        ),
        (
            "--game delectable --set hand_limt=6",
            "error: no setting `hand_limt` in delectable\n  help: did you mean `hand_limit`?",
        ),
        (
            "--game delectable --set hand_limit=60",
            "error: hand_limit: 60 is not allowed here\n  help: allowed: 1 to 12",
        ),
        (
            "--game delectable --set cards.S2.copies=20 --set cards.S3.copies=20 --set cards.S4.copies=20",
            "error: a deck of 153 cards cannot be played\n  help: the copies in table `cards` must add up to 2 to 128",
        ),
        (
            "--game delectable --preset 2020-06",
            "error: no preset `2020-06` in delectable\n  help: did you mean `2020-05`?",
        ),
        (
            "--game delectable --data values.toml",
            "error: values.toml:4:14: hand_limit: 99 is not allowed here\n  help: allowed: 1 to 12",
        ),
        (
            "--game delectable --data nowhere.toml",
            "error: cannot read nowhere.toml: No such file or directory (os error 2)\n  help: check the path",
        ),
        (
            "--game delectable --strategies broken.toml",
            "error: broken.toml:5:10: unknown name `is_rol`\n  help: did you mean `is_roll`?",
        ),
        ("--game delectable --strategies torn.toml", "error: torn.toml:2:8: "),
        ("--game delectable --out a-file/run", "error: cannot make the folder a-file: "),
        (
            "--game delectable --out mine",
            "error: mine holds something that is not a run\n  help: choose another folder with --out",
        ),
        (
            "--game delectable --n 0",
            "error: --n 0: not from 1 to 1,000,000,000,000\n  help: give one of these, as 1e6 or 250k",
        ),
        (
            "--game delectable --n -5",
            "error: --n -5: not from 1 to 1,000,000,000,000\n  help: give one of these, as 1e6 or 250k",
        ),
        (
            "--game delectable --n 1e13",
            "error: --n 1e13: not from 1 to 1,000,000,000,000\n  help: give one of these, ",
        ),
        (
            "--game delectable --n ten",
            "error: --n ten: not a number\n  help: write 1000000, 1e6, 1_000_000 or 250k",
        ),
        ("--game delectable --n 1.000", "error: --n 1.000: ambiguous: 1000 or 1\n  help: write 1000 or 1\n"),
        (
            "--game delectable --n 10,000",
            "error: --n 10,000: ambiguous: 10000 or 10\n  help: write 10000 or 10\n",
        ),
        (
            "--game delectable --precision 0,5%",
            "error: --precision 0,5%: a decimal has a point, not a comma\n  help: write 0.5%\n",
        ),
        (
            "compare raider prestige --game delectable --sprt 0..0,5%",
            "error: --sprt 0..0,5%: a decimal has a point, not a comma\n  help: write 0..0.5%\n",
        ),
        (
            "compare raider prestige --game delectable --sprt 0..200%",
            "error: --sprt: no win rates differ by so much\n  help: write two differences in win rate, as 0..1%",
        ),
        (
            "run --until-decided --game delectable --tolerance seat=1,5",
            "error: --tolerance seat=1,5: a decimal has a point, not a comma\n  help: write seat=1.5\n",
        ),
        (
            "diff --game delectable --set hand_limit=5 --tolerance 1",
            "error: --tolerance 1: not at least 0 % and below 100 %\n  help: write 1% or 0.01\n",
        ),
        (
            "sweep --game delectable --strategies fuel-engine,prestige --vary fuel-engine:fuel=0,2..1",
            "error: --vary fuel-engine:fuel=0,2..1: a decimal has a point, not a comma: write 0.2..1\n",
        ),
        ("--game delectable --n 2.5", "error: --n 2.5: not a whole number\n  help: write 1000000, "),
        (
            "--game delectable --n 1e30",
            "error: --n 1e30: out of reach\n  help: beyond 9e15 only plain digits are read",
        ),
        ("--game delectable --seed -1", "error: --seed -1: below 0\n  help: give 0 or more"),
        (
            "--game delectable --threads 0",
            "error: --threads 0: not from 1 to 1,024\n  help: leave --threads out to use all cores",
        ),
        ("--game delectable --threads 1e5", "error: --threads 1e5: not from 1 to 1,024\n  help: leave "),
        (
            "--game delectable --players -1",
            "error: Delectable is not played by -1\n  help: give --players 2 to 5, or all",
        ),
        ("replay --game delectable --deal -1", "error: --deal -1: below 0\n  help: give 0 or more"),
        (
            "replay --game delectable --rotation 2",
            "error: deal 0 has 2 rotations\n  help: give --rotation 0 to 1",
        ),
        (
            "--game delectable --strategies zzz",
            "error: no strategy `zzz` for delectable\n  help: known here: `default`, ",
        ),
        (
            "check nope.toml",
            "error: nope.toml:2:8: no game `nope`\n  help: known here: `critter-kitchen`, `delectable`, `la-bistro`",
        ),
        ("check near.toml", "error: near.toml:2:10: no game `la-bistrot`\n  help: did you mean `la-bistro`?"),
        (
            "check number.toml",
            "error: number.toml:2:8: the game is not named by a text\n  help: write game = \"...\", in quotes",
        ),
        (
            "check latin.toml",
            "error: latin.toml:2:13: not UTF-8 from here on\n  help: save the file as UTF-8",
        ),
        ("--game delectable --data latin.toml", "error: latin.toml:2:13: not UTF-8 from here on\n"),
        (
            "check nowhere.toml",
            "error: cannot read nowhere.toml: No such file or directory (os error 2)\n  help: check the path",
        ),
        (
            "new strategy Mine --game delectable",
            "error: `Mine` cannot be a strategy's name\n  help: use small letters, digits and hyphens",
        ),
        (
            "new strategy raider --game delectable",
            "error: `raider` is the name of a shipped strategy\n  help: choose another name",
        ),
    ];
    for (line, expected) in cases {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        let status = if line.contains("a-file") { 1 } else { 2 };
        assert_eq!(output.status.code(), Some(status), "{line}: {stderr}");
        assert!(stderr.starts_with(expected), "{line}:\n{stderr}");
        assert_eq!(stderr.lines().count(), 2, "{line}:\n{stderr}");
        assert!(output.stdout.is_empty(), "{line}");
    }
    assert_eq!(fs::read_to_string(folder.path().join("mine/letter.txt")).unwrap(), "keep me");
    let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    assert_eq!(left.len(), files, "nothing half written: {left:?}");
}

#[test]
fn misuse_of_options_has_status_two_and_says_why() {
    let folder = TempDir::new().unwrap();
    for (line, expected) in [
        ("--game delectable --strategies a --lineup b", "cannot be used with"),
        ("--n 5", "--game <GAME>"),
        ("--n 5", "\nGames: critter-kitchen, delectable, "),
        ("rnu --game delectable", "unrecognized subcommand 'rnu'"),
        ("run --gmae delectable", "a similar argument exists: '--game'"),
    ] {
        let output = sim(folder.path(), &words(line));
        let stderr = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{line}: {stderr}");
        assert!(stderr.starts_with("error: ") && stderr.contains(expected), "{line}:\n{stderr}");
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_refuses_rows_before_the_first_game() {
    let folder = tempfile::tempdir().unwrap();
    let output = sim(folder.path(), &words("--game delectable --n 1e9 --episodes"));
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8(output.stderr).unwrap();
    assert!(error.contains("built without Parquet") && error.contains("feature `parquet`"), "{error}");
}
