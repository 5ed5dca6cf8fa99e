#!/usr/bin/env python3
"""Every bound that must hold is missed by a careless gateway, and found to be.

    hostile/careless_test.py --hostile build/hostile/hostile
"""
import argparse
import os
import pathlib
import re
import subprocess
import sys

CARELESS = pathlib.Path(__file__).resolve().parent / "careless.py"
SMALL = ["--rounds", "1", "--seconds", "2", "--rate", "250", "--idle", "20", "--slow", "4", "--forged", "50", "--bodies", "4",
         "--resets", "50"]
EVERYWHERE = {"good requests not answered 200", "the gateway ended as it was asked to"}
MISSED = {
    "crowd": {"idle ones that were cut", "slow ones that were cut", "slow ones that were never cut",
              "memory of the gateway, at most"},
    "signatures": {"forged requests not answered 401"},
    "bodies": {"bodies answered 413", "bodies that ended otherwise"},
    "resets": {"descriptors of the gateway afterwards"},
}


def start(hostile, scene):
    """Together, because each waits long before it calls anything missed."""
    environment = {**os.environ, "HOARD": "410" if scene == "crowd" else "0"}
    return subprocess.Popen([hostile, "--program", CARELESS, *SMALL, scene], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                            text=True, env=environment)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hostile", required=True)
    hostile = parser.parse_args().hostile
    failed = False
    for scene, run in {scene: start(hostile, scene) for scene in MISSED}.items():
        out, err = run.communicate()
        found = {re.split("  +", line)[0] for line in out.splitlines() if line.endswith("  NO")}
        wanted = MISSED[scene] | EVERYWHERE
        if found != wanted or run.returncode != 1:
            print(f"{scene}: exit {run.returncode}; not found: {wanted - found}; not meant: {found - wanted}\n{out}{err}")
            failed = True
    sys.exit(failed)


main()
