#!/usr/bin/env python3
"""Kills the gateway under load, again and again, and checks what it remembers.

    crash/crash.py --program build/senja_faulty --rounds 150 [--seed 1] [--keep FOLDER]

Each round starts the program, loads it, and ends it: by SIGKILL at a random moment, or from the inside at one of the
named steps (SENJA_FAULT). Senders never give up: what has no final answer is sent again after the restart. While the
program is down, check.py, which shares nothing with it but the file and the senders' log, judges the database.
"""
import argparse
import itertools
import os
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

from sender import Sender

HERE = pathlib.Path(__file__).resolve().parent
STEPS = ["after_read", "after_verify", "before_begin", "after_ledger", "after_effects", "before_commit", "after_commit",
         "before_answer"]
SENDERS = 6
READY_WITHIN = 20.0     # seconds; a loaded machine starts slowly
DRAINED_WITHIN = 60.0
FAULT_WITHIN = 3.0      # a fault that is not reached by then ends in SIGKILL

CONFIG = """
[server]
listen       = "127.0.0.1:{port}"
admin_listen = "127.0.0.1:{admin}"
[store]
url    = "sqlite:{folder}/crash.db"
schema = "crash.sql"

[source.claims]
scheme  = "sha256-body"
secrets = [{{ value = "crash-test-secret" }}]
allow_short_secrets = true
answers = "strict"
[source.claims.contract]
event_id    = "/event_id"
resource_id = "/resource_id"
action      = "/action"
version     = {{ at = "/version", means = "expected" }}
issued_at   = {{ at = "/issued_at",  unit = "s" }}
expires_at  = {{ at = "/expires_at", unit = "s" }}
required    = ["event_id", "resource_id", "action", "version", "issued_at", "expires_at"]
[source.claims.transition]
OPEN    = {{ from = [], to = "PENDING", create = true }}
CLAIM   = {{ from = ["PENDING"], to = "CLAIMED" }}
RELEASE = {{ from = ["CLAIMED"], to = "PENDING" }}
[[source.claims.effect]]
sql  = "INSERT INTO entries (event_id, amount) VALUES (:senja_event_id, :amount)"
bind = {{ amount = {{ at = "/amount", type = "integer" }} }}
expect_rows = 1

[source.credits]
scheme  = "sha256-body"
secrets = [{{ value = "crash-test-secret" }}]
allow_short_secrets = true
redelivery_within = "3d"
[source.credits.contract]
event_id = "/event_id"
required = ["event_id"]
[[source.credits.effect]]
sql  = "INSERT INTO entries (event_id, amount) VALUES (:senja_event_id, :amount)"
bind = {{ amount = {{ at = "/amount", type = "integer" }} }}
expect_rows = 1
"""
# No key on event_id: that effects happen once is the gateway's work, not this table's.
SCHEMA = "CREATE TABLE IF NOT EXISTS entries (event_id TEXT NOT NULL, amount INTEGER NOT NULL CHECK (amount < 100));\n"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Gateway:
    """The program under test, as a process that may die at any time."""

    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.port = free_port()
        self.config = folder / "crash.toml"
        self.config.write_text(CONFIG.format(port=self.port, admin=free_port(), folder=folder))
        (folder / "crash.sql").write_text(SCHEMA)
        self.log = open(folder / "gateway.log", "ab")
        self.process = None

    def start(self, fault=None):
        environment = {**os.environ, "SENJA_FAULT": fault} if fault else {k: v for k, v in os.environ.items() if k != "SENJA_FAULT"}
        self.process = subprocess.Popen([self.program, "serve", "--config", self.config], env=environment, stdout=self.log,
                                        stderr=self.log)
        until = time.monotonic() + READY_WITHIN
        while time.monotonic() < until:
            if self.process.poll() is not None:
                # A fault may strike before anybody saw it ready, but only if somebody was served.
                if fault:
                    return
                raise SystemExit(f"the gateway did not start: {self.folder}/gateway.log")
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.005)
        raise SystemExit("the gateway was not ready in time")

    def kill(self):
        self.process.kill()
        return self.process.wait()

    def ended_within(self, seconds):
        try:
            return self.process.wait(seconds)
        except subprocess.TimeoutExpired:
            return None

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(DRAINED_WITHIN)


def check(folder, final):
    """The database at rest, judged by a process of its own on a copy."""
    with tempfile.TemporaryDirectory(dir=folder) as copy:
        for name in ("crash.db", "crash.db-wal"):
            if (folder / name).exists():
                shutil.copy(folder / name, copy)
        command = [sys.executable, HERE / "check.py", pathlib.Path(copy) / "crash.db", folder / "senders.log"]
        return subprocess.run(command + (["--final"] if final else [])).returncode == 0


def run(program, rounds, seed, folder):
    chance = random.Random(seed)
    gateway = Gateway(program, folder)
    lock = threading.Lock()
    with open(folder / "senders.log", "w", buffering=1) as log:
        senders = [Sender(n, seed, gateway.port, log, lock) for n in range(SENDERS)]
        threads = [threading.Thread(target=each.run, daemon=True) for each in senders]
        for thread in threads:
            thread.start()
        steps = itertools.cycle(STEPS)
        ends = {}
        for number in range(1, rounds + 1):
            fault = None if number % 2 else f"{next(steps)}:{chance.randint(1, 40)}"
            gateway.start(fault)
            for each in senders:
                each.resume()
            if fault:
                status = gateway.ended_within(FAULT_WITHIN)
                end = fault.split(":")[0] if status == 137 else "fault not reached"
                if status is None:
                    gateway.kill()
                elif status != 137:
                    print(f"round {number}: {fault} ended with {status} instead of 137")
                    return False
            else:
                # A moment counted in answers is as random on a slow machine as on a fast one.
                enough = sum(each.heard for each in senders) + chance.randint(0, 300)
                until = time.monotonic() + FAULT_WITHIN
                while sum(each.heard for each in senders) < enough and time.monotonic() < until:
                    time.sleep(chance.uniform(0, 0.002))
                end = "SIGKILL"
                if gateway.kill() != -signal.SIGKILL:
                    print(f"round {number}: the gateway had ended by itself")
                    return False
            ends[end] = ends.get(end, 0) + 1
            for each in senders:
                each.pause()
            if not check(folder, final=False):
                print(f"round {number} ({end}), seed {seed}: kept in {folder}")
                return False

        gateway.start()
        for each in senders:
            each.finish()
        for thread in threads:
            thread.join(DRAINED_WITHIN)
            if thread.is_alive():
                print(f"a sender still has no final answer after {DRAINED_WITHIN} s")
                gateway.kill()
                return False
        if (status := gateway.stop()) != 0:
            print(f"SIGTERM ended the gateway with {status}")
            return False
    print(f"{rounds} rounds:", ", ".join(f"{count} {end}" for end, count in sorted(ends.items())))
    missed = [step for step in STEPS if step not in ends]
    if rounds >= 4 * len(STEPS) and missed:
        print("never died at", *missed)
        return False
    return check(folder, final=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", required=True, type=pathlib.Path)
    parser.add_argument("--rounds", type=int, default=150)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=pathlib.Path, help="work here and leave everything")
    options = parser.parse_args()
    folder = options.keep or pathlib.Path(tempfile.mkdtemp(prefix="senja-crash-"))
    folder.mkdir(parents=True, exist_ok=True)
    good = run(options.program.resolve(), options.rounds, options.seed, folder)
    if good and not options.keep:
        shutil.rmtree(folder)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
