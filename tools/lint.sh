#!/usr/bin/env bash
# Formatting and clang-tidy: tools/lint.sh all | changed [MINUTES] | format
# `changed` looks at what differs from the merge base with main (on main itself: at the last commit), starts no new file
# after MINUTES (default 8), and says what it left out. Formatting is cheap and always checked everywhere.
set -euo pipefail
cd "$(dirname "$0")/.."
jobs=${JOBS:-$(nproc)}
mode=${1:-all}
minutes=${2:-8}

ours() { find include src test simulate crash operate hostile fuzz bench -name '*.h' -o -name '*.cc' | sort; }

if [[ $mode == format ]]; then
  ours | xargs clang-format-19 -i
  exit
fi

echo "clang-format: $(ours | wc -l) files"
ours | xargs clang-format-19 --dry-run --Werror

# The last commit that is known to have passed: where this branch left main, or the commit before this one.
base() {
  local left
  left=$(git merge-base HEAD origin/main 2>/dev/null || true)
  if [[ -n $left && $left != $(git rev-parse HEAD) ]]; then echo "$left"; else git rev-parse --quiet --verify HEAD~1 || true; fi
}
changed() {
  local from
  from=$(base)
  # A history of one commit, or none: everything is new.
  if [[ -z $from ]]; then ours; return; fi
  { git diff --name-only --diff-filter=d "$from"; git ls-files --others --exclude-standard; } | grep -E '\.(h|cc)$' | sort -u || true
}

# A header is read through the source of its name.
sources() {
  while read -r path; do
    case $path in
      *.cc) echo "$path" ;;
      include/senja/*.h) echo "src/${path#include/senja/}" | sed 's/\.h$/.cc/' ;;
      *.h) echo "${path%.h}.cc" ;;
    esac
  done | sort -u | while read -r path; do
    # Only what this build compiles: fuzz/ and bench/ may be switched off.
    if [[ -f $path ]] && grep -qF "/$path\"" build/compile_commands.json; then echo "$path"; fi
  done
}

[[ -f build/compile_commands.json ]] || cmake --preset release -DSENJA_TESTS=ON -DSENJA_BENCH=OFF >/dev/null
case $mode in
  all) list=$(ours | sources); minutes=1440 ;;
  changed) list=$(changed | sources) ;;
  *) echo "usage: $0 all|changed [MINUTES]|format" >&2; exit 2 ;;
esac
[[ -n $list ]] || { echo "clang-tidy: nothing changed"; exit 0; }
echo "clang-tidy: $(wc -l <<<"$list") files"

skipped=$(mktemp)
trap 'rm -f "$skipped"' EXIT
tidy() {
  if (($(date +%s) >= $1)); then echo "$3" >>"$2"; return 0; fi
  clang-tidy-19 -p build --quiet --extra-arg=-Wno-unknown-warning-option "$3" 2> >(grep -v 'warnings\? generated' >&2)
}
export -f tidy
last=$(($(date +%s) + minutes * 60))
failed=0
xargs -d '\n' -P "$jobs" -I{} bash -c 'tidy "$@"' tidy "$last" "$skipped" {} <<<"$list" || failed=1
if [[ -s $skipped ]]; then echo "clang-tidy: no time left for $(wc -l <"$skipped") files; \`make lint\` reads all of them"; fi
exit $failed
