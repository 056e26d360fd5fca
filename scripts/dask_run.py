#!/usr/bin/env python3
"""A run in parts on a Dask cluster.

Plays a part in each task, shows how far it is, gives what failed to another worker, and merges. Nothing
has to be shared between the machines but the program: a part comes back as the files of its folder, a
tally of 100 KB to 4 MB.

Usage:    scripts/dask_run.py --parts N --out DIR [--scheduler ADDRESS] [--sim PROGRAM] -- RUN-OPTIONS...
Example:  scripts/dask_run.py --parts 64 --out whole --scheduler tcp://10.0.0.1:8786 -- --game delectable --n 1e9

Without --scheduler all cores of this machine are used. Given again, the same command goes on: parts that
came back are not played again, and a worker goes on from the last checkpoint on its disk.
"""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from dask.distributed import Client, as_completed

FILES = ("tally.bin", "run-log.json", "manifest.json")


def play(sim, options, part, parts):
    """Plays one part on a worker and gives the files of its folder."""
    key = hashlib.sha256(json.dumps([options, parts]).encode()).hexdigest()[:16]
    folder = pathlib.Path(tempfile.gettempdir()) / f"sim-{key}" / f"part-{part}"
    folder.parent.mkdir(parents=True, exist_ok=True)
    command = [sim, "run", *options, "--shard", f"{part}/{parts}", "--out", str(folder), "--threads", "1"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(f"part {part}: exit status {done.returncode}\n{done.stderr}")
    files = {name: (folder / name).read_bytes() for name in FILES}
    shutil.rmtree(folder)
    return files


def keep(folder, files):
    """Puts the files of a part into place; the folder appears whole or not at all."""
    draft = folder.with_name(folder.name + ".partial")
    shutil.rmtree(draft, ignore_errors=True)
    draft.mkdir(parents=True)
    for name, content in files.items():
        (draft / name).write_bytes(content)
    draft.rename(folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--parts", type=int, required=True)
    parser.add_argument("--out", type=pathlib.Path, required=True)
    parser.add_argument("--scheduler")
    parser.add_argument("--sim", default="sim", help="the program, as the workers find it")
    parser.add_argument("--retries", type=int, default=3, help="how often a part is tried again")
    parser.add_argument("options", nargs="+", metavar="RUN-OPTIONS")
    args = parser.parse_args()

    # Parts of other options are not mixed in: the folder tells what they are parts of.
    key = hashlib.sha256(json.dumps([args.options, args.parts]).encode()).hexdigest()[:16]
    place = args.out.with_name(f"{args.out.name}-parts-{key}")
    folders = {part: place / f"part-{part}" for part in range(1, args.parts + 1)}
    missing = [part for part, folder in folders.items() if not folder.exists()]
    started = time.monotonic()
    with Client(args.scheduler) if args.scheduler else Client(threads_per_worker=1) as client:
        tasks = {
            client.submit(play, args.sim, args.options, part, args.parts, retries=args.retries, pure=False): part
            for part in missing
        }
        for task in as_completed(tasks):
            keep(folders[tasks[task]], task.result())
            done = sum(folder.exists() for folder in folders.values())
            left = (time.monotonic() - started) / max(done - args.parts + len(missing), 1) * (args.parts - done)
            print(f"{done} of {args.parts} parts are played, {left:.0f} s left", file=sys.stderr)
    merge = [args.sim, "merge", *map(str, folders.values()), "--out", str(args.out)]
    sys.exit(subprocess.run(merge).returncode)


if __name__ == "__main__":
    main()
