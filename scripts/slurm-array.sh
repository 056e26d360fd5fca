#!/usr/bin/env bash
# A run in parts on a Slurm cluster. Submits an array job that plays a part each, shows how far it is,
# submits again what failed, and merges. OUT must be a folder that all nodes see.
#
# Usage:   scripts/slurm-array.sh PARTS OUT RUN-OPTIONS...
# Example: scripts/slurm-array.sh 64 /scratch/delectable --game delectable --n 1e9
#
# SIM names the program on the nodes, SBATCH_OPTIONS what else sbatch shall know (`-c 4 -t 2:00:00`),
# ROUNDS how often a part is tried. Given again after whatever befell it, the same command goes on: parts
# that are whole are answered at once, others from their last checkpoint.
set -euo pipefail
if (($# < 3)); then
    sed -n '2,11s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
parts=$1 out=$2
shift 2
sim=${SIM:-sim}

if [[ -n ${SLURM_ARRAY_TASK_ID:-} ]]; then
    # A task of the array: one part.
    part=$SLURM_ARRAY_TASK_ID
    "$sim" run "$@" --shard "$part/$parts" --out "$out/part-$part" --threads "${SLURM_CPUS_PER_TASK:-1}"
    touch "$out/done/$part"
    exit
fi

mkdir -p "$out/done" "$out/logs"
rm -f "$out"/done/*
for ((round = 1; round <= ${ROUNDS:-3}; round++)); do
    missing=()
    for ((part = 1; part <= parts; part++)); do
        [[ -e $out/done/$part ]] || missing+=("$part")
    done
    ((${#missing[@]})) || break
    array=$(IFS=,; echo "${missing[*]}")
    # shellcheck disable=SC2086
    job=$(sbatch --parsable --array="$array" --job-name=sim --output="$out/logs/%a.txt" \
        ${SBATCH_OPTIONS:-} "$0" "$parts" "$out" "$@")
    echo "round $round: job $job plays parts $array" >&2
    while [[ -n $(squeue --noheader --jobs="$job" 2>/dev/null) ]]; do
        sleep "${PAUSE:-10}"
        echo "$(find "$out/done" -type f | wc -l) of $parts parts are played" >&2
    done
done

for ((part = 1; part <= parts; part++)); do
    [[ -e $out/done/$part ]] && continue
    echo "part $part was not finished; its last words are:" >&2
    tail -n 3 "$out/logs/$part.txt" >&2 || true
    exit 1
done
folders=()
for ((part = 1; part <= parts; part++)); do folders+=("$out/part-$part"); done
"$sim" merge "${folders[@]}" --out "$out/whole"
