#!/usr/bin/env bash
# Micro benchmarks, then the gateway under load beside what teams write by hand.
#   bench/run.sh [PEERS_DIR]     ROUNDS=5 SECONDS_EACH=10 N=200000 RATE=1000 BENCH_RUN=build/bench-run SENJA=build/senja
# PEERS_DIR holds the load generator and the peers (loadgen/, ceilings/, node-receiver/, bench/measure.py). Without it the
# load and the ratios are not measured. All run in turns, ROUNDS times, so that they share the machine's good and bad
# minutes; figures are medians. BENCH_RUN must be on a real disk: these figures are about fsync.
set -euo pipefail
cd "$(dirname "$0")/.."
: "${ROUNDS:=5}" "${SECONDS_EACH:=10}" "${N:=200000}" "${RATE:=1000}" "${CONNECTIONS:=64}" "${BENCH_RUN:=build/bench-run}"
peers=${1:-}
senja=$(realpath "${SENJA:-build/senja}")
free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
port=$(free_port)
public=127.0.0.1:$port admin=127.0.0.1:$(free_port)

mkdir -p "$BENCH_RUN"
run=$(mktemp -d "$(realpath "$BENCH_RUN")/XXXXXX")
chmod 755 "$run" # PostgreSQL runs as its own user

for each in signature contract; do
  if [ -x "build/bench/${each}_bench" ]; then echo "== $each"; "build/bench/${each}_bench" --benchmark_min_time=0.5 2>/dev/null; fi
done
if [ -x build/bench/store_bench ]; then echo "== store"; build/bench/store_bench "$run"; fi
if [ -z "$peers" ]; then
  for what in "accepts/s" "accepts per CPU second" "CPU per event" "p99 at $RATE/s"; do echo "$what, beside peers: not measured"; done
  echo "(bench/run.sh PEERS_DIR, or make bench PEERS=DIR, measures them)"
  exit 0
fi

peers=$(cd "$peers" && pwd)
# A read-only folder of peers is copied, to be built.
[ -w "$peers" ] || { cp -r "$peers" "$run/peers"; chmod -R u+w "$run/peers"; peers=$run/peers; }
export PEERS_RUN=$run/services
results=$run/results.jsonl requests=$run/requests.bin
mkdir -p "$PEERS_RUN"
make -s -C "$peers/loadgen"
make -s -C "$peers/ceilings"

pids=()
finish() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; wait "$pid" 2>/dev/null || true; done
  [ ! -d "$PEERS_RUN/pg" ] || "$peers/services.sh" stop
  rm -rf "$PEERS_RUN" "$requests" "$run"/*.db* # the results and logs stay
}
trap finish EXIT

# start NAME PORT COMMAND...: returns once the port answers; $started is the process.
start() {
  local name=$1 port=$2; shift 2
  "$@" >"$run/$name.log" 2>&1 &
  started=$!
  pids+=("$started")
  for _ in $(seq 1200); do
    kill -0 "$started" 2>/dev/null || break
    if (exec 3<>"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then return 0; fi
    sleep 0.05
  done
  echo "$name did not start:" >&2; cat "$run/$name.log" >&2; exit 1
}
measure() { "$peers/bench/measure.py" --out "$results" --runs 1 --file "$requests" "$@"; }
closed() { measure --name "$1 closed" "${@:2}" --connections "$CONNECTIONS" --duration "$SECONDS_EACH" --warmup 2; }
open() { measure --name "$1 open" "${@:2}" --connections 256 --rate "$RATE" --duration "$SECONDS_EACH" --warmup 2; }

began=$(date +%s%N)
start senja "$port" "$senja" serve --config examples/quickstart.toml --listen $public --admin-listen $admin --data "$run/bench.db"
senja_pid=$started
until curl -fs "http://$admin/readyz" >/dev/null; do sleep 0.005; done
echo "ready after $((($(date +%s%N) - began) / 1000000)) ms, idle memory $(awk '/^Pss:/ {print int($2 / 1024)}' "/proc/$senja_pid/smaps_rollup") MiB (PSS)"

start lean 8105 "$peers/ceilings/build/lean_receiver" --store sqlite-full --dir "$run" --resources 4000000
lean_pid=$started

fastify=()
if command -v redis-server psql node npm >/dev/null && [ "$(command -v redis-server psql node npm | wc -l)" = 4 ]; then
  "$peers/services.sh" start
  start fastify 8101 "$peers/node-receiver/run.sh" fastify
  fastify=(--group server="$started" --group postgres="$(head -1 "$PEERS_RUN/pg/postmaster.pid")" --group redis="$(cat "$PEERS_RUN/redis.pid")")
else
  echo "Fastify: not measured (it needs redis-server, postgresql, node and npm)"
fi

# Every run of Senja and of lean_receiver takes resources and events that were not used before.
next=1 lean_next=1
senja_turn() { # closed|open COUNT
  bench/put_requests.py --first "$next" --count "$2" --host "$admin" --out "$requests"
  "$peers/loadgen/build/loadgen" --target $admin --requests "$requests" --connections 64 --duration 300 --max "$2" >"$run/put.log"
  "$1" senja --group server="$senja_pid" --genreq "--count $2 --first $next --body-bytes 300 --secret rewards-demo-secret --path /in/rewards" -- --target $public
  next=$((next + $2))
}
lean_turn() {
  closed lean --group server="$lean_pid" --genreq "--count $N --first $lean_next --body-bytes 300" -- --target 127.0.0.1:8105
  lean_next=$((lean_next + N))
}
fastify_turn() { # closed|open COUNT
  [ ${#fastify[@]} = 0 ] || "$1" fastify "${fastify[@]}" --reset "$2" --genreq "--count $2 --body-bytes 300" -- --target 127.0.0.1:8101
}
for round in $(seq "$ROUNDS"); do
  echo "== round $round of $ROUNDS"
  senja_turn closed "$N"
  fastify_turn closed "$N"
  lean_turn
  senja_turn open $((RATE * (SECONDS_EACH + 1)))
  fastify_turn open $((RATE * (SECONDS_EACH + 1)))
done
echo
echo "every run: $results"
bench/ratios.py "$results"
