#!/usr/bin/env bash
# Scenes over plain connections, then over TLS; both are played, whatever the first one says.
#   hostile/run.sh SCENE...     ROUNDS=5 SECONDS_EACH=8 RATE=1000 SENJA=build/senja HOSTILE=build/hostile/hostile
# Figures are medians of ROUNDS, in turns with and without the strangers. They are worth keeping only from a machine that does
# nothing else: the strangers, the good sender and the gateway share its cores.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${ROUNDS:=5}" "${SECONDS_EACH:=8}" "${RATE:=1000}" "${SENJA:=build/senja}" "${HOSTILE:=build/hostile/hostile}"
[ $# -gt 0 ] || { echo "usage: $0 crowd|signatures|bodies|resets|all ..." >&2; exit 2; }

echo "$(nproc) cores, Linux $(uname -r), load $(cut -d ' ' -f 1 /proc/loadavg) before, $("$SENJA" version)"
echo
failed=0
for over in "" --tls; do
  "$HOSTILE" --program "$SENJA" $over --rounds "$ROUNDS" --seconds "$SECONDS_EACH" --rate "$RATE" "$@" || failed=1
done
exit $failed
