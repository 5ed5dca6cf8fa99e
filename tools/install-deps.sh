#!/usr/bin/env bash
# Installs what is missing, and only that: tools/install-deps.sh run|test|lint ...
# Debian packages alone. Where everything is there, nothing is asked of the network and nothing is printed.
set -euo pipefail

run=(g++ make cmake ninja-build pkg-config libboost1.81-dev libboost-json1.81-dev libssl-dev libsqlite3-dev
  libtomlplusplus-dev libcli11-dev libspdlog-dev libfmt-dev prometheus-cpp-dev libre2-dev zlib1g-dev
  ca-certificates curl openssl sqlite3)
test=(libgtest-dev libgmock-dev librapidcheck-dev libvalijson-dev libbenchmark-dev python3 faketime)
lint=(git clang-19 clang-tidy-19 clang-format-19 libclang-rt-19-dev)

wanted=()
for group in "$@"; do
  case $group in
    run) wanted+=("${run[@]}") ;;
    test) wanted+=("${run[@]}" "${test[@]}") ;;
    lint) wanted+=("${run[@]}" "${test[@]}" "${lint[@]}") ;;
    *) echo "usage: $0 run|test|lint ..." >&2; exit 2 ;;
  esac
done

if ! command -v dpkg-query >/dev/null; then
  echo "Not a Debian system: these packages, or their like, are taken to be there: ${wanted[*]}" >&2
  exit 0
fi

installed=" $(dpkg-query --show --showformat '${Package}=${db:Status-Status} ' "${wanted[@]}" 2>/dev/null || true)"
missing=()
for package in "${wanted[@]}"; do
  [[ $installed == *" $package=installed "* ]] || missing+=("$package")
done
[[ ${#missing[@]} -gt 0 ]] || exit 0

root=()
if [[ $(id -u) -ne 0 ]]; then
  command -v sudo >/dev/null || { echo "Neither root nor sudo: please install ${missing[*]}" >&2; exit 1; }
  root=(sudo)
fi

install() {
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install --yes --no-install-recommends "${missing[@]}" >/dev/null
}
echo "Installing ${missing[*]}"
# A fresh machine has no package lists, an old one stale lists: they are fetched when the first try fails.
install 2>/dev/null || { "${root[@]}" apt-get -qq update && install; }
