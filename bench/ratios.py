#!/usr/bin/env python3
"""Medians of a results file (JSON lines), and the ratios between Senja and its peers. Exit 1 if an answer was not 200.

ratios.py FILE
"""
import json
import statistics
import sys

rows = [json.loads(line) for line in open(sys.argv[1])]


def runs(name):
    return [r for r in rows if r["name"] == name]


def cpu_us(r):
    """CPU of all server processes, microseconds an event (milliseconds a thousand are the same number)."""
    return sum(v for g, v in r["cpu_ms_per_1000"].items() if g != "loadgen")


def median(name, get):
    values = [get(r) for r in runs(name)]
    return statistics.median(values) if values else None


print(f"{'':16s}{'runs':>5s}{'accepts/s':>11s}{'CPU us/event':>14s}{'p50 ms':>9s}{'p99 ms':>9s}{'p99.9 ms':>10s}")
for name in dict.fromkeys(r["name"] for r in rows):
    print(f"{name:16s}{len(runs(name)):5d}{median(name, lambda r: r['per_s']):11.0f}{median(name, cpu_us):14.1f}"
          f"{median(name, lambda r: r['p50_ms']):9.2f}{median(name, lambda r: r['p99_ms']):9.2f}"
          f"{median(name, lambda r: r['p999_ms']):10.2f}")


def ratio(what, peer, load, get, higher_is_better, bound):
    ours, theirs = median(f"senja {load}", get), median(f"{peer} {load}", get)
    if not ours or not theirs:
        print(f"{what:56s} not measured")
        return
    value = ours / theirs
    met = value >= bound if higher_is_better else value <= bound
    print(f"{what:56s} {value:6.2f}  ({'at least' if higher_is_better else 'at most'} {bound:.2f}: {'met' if met else 'MISSED'})")


print()
ratio("accepts/s, Senja / Fastify", "fastify", "closed", lambda r: r["per_s"], True, 3)
ratio("accepts per CPU second, Senja / Fastify", "fastify", "closed", lambda r: 1e6 / max(cpu_us(r), 0.1), True, 6)
ratio("CPU per event, Senja / lean receiver", "lean", "closed", cpu_us, False, 2)
ratio("p99 at the fixed rate, Senja / Fastify", "fastify", "open", lambda r: r["p99_ms"], False, 2 / 3)

odd = [(r["name"], r["status"], r["errors"]) for r in rows if r["errors"] or set(r["status"]) != {"200"}]
for name, status, errors in odd:
    print(f"not every answer was 200: {name} {status} errors {errors}")
sys.exit(1 if odd else 0)
