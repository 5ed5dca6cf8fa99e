#!/usr/bin/env bash
# Runs every fuzzer for a while on its kept corpus: tools/fuzz.sh FOLDER SECONDS
# New inputs go to a folder of this run; what a crash needs to be seen again is left in FOLDER/crashes.
set -euo pipefail
folder=$1
seconds=$2
corpora=$(cd "$(dirname "$0")/.." && pwd)/fuzz/corpus
mkdir -p "$folder/crashes"

for fuzzer in "$folder"/*_fuzz; do
  name=$(basename "$fuzzer" _fuzz)
  found=$(mktemp -d)
  echo "$name: ${seconds} s"
  if ! "$fuzzer" -max_total_time="$seconds" -timeout=5 -rss_limit_mb=1024 -max_len=16384 -verbosity=0 -print_final_stats=1 \
    -artifact_prefix="$folder/crashes/$name-" "$found" "$corpora/$name" >"$found.log" 2>&1; then
    cat "$found.log"
    exit 1
  fi
  grep -E 'number_of_executed_units|new_units_added' "$found.log" | sed 's/stat::/  /'
  rm -rf "$found" "$found.log"
done
