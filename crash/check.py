#!/usr/bin/env python3
"""Judges a database at rest by what its senders heard: crash/check.py DATABASE SENDERS_LOG [--final]

It knows the tables and the promises, and nothing of the program. Prints what is broken, by the invariant's number.
"""
import collections
import json
import sqlite3
import sys

# Outcomes that leave a dead letter beside, or instead of, their record.
WITH_LETTER = {"expired", "sunset", "conflict.state", "conflict.rows", "conflict.effect"}
LETTER_ALONE = {"conflict.reused_id", "too_old", "rejected"}


class Heard:
    """What the senders know of one event."""

    def __init__(self):
        self.sent = 0
        self.answers = []                    # (status, code)

    def unknown(self):
        return self.sent > len(self.answers) or any(code == "undecided" for _, code in self.answers)

    def promised(self):
        return any(200 <= status < 300 for status, _ in self.answers)

    def final(self):
        return {code for status, code in self.answers if status not in (401, 503)}


def read_log(path):
    heard = collections.defaultdict(Heard)
    for line in open(path):
        if not line.endswith("\n"):
            break
        each = json.loads(line)
        event = heard[each["source"], each["event"]]
        if "sent" in each:
            event.sent += each["sent"]
        else:
            event.answers.append((each["status"], each["code"]))
    return heard


def judge(database, heard, final):
    broken = []
    say = lambda invariant, text: broken.append(f"{invariant}: {text}")

    if (integrity := database.execute("PRAGMA integrity_check").fetchone()[0]) != "ok":
        say("file", integrity)
    records = collections.defaultdict(list)
    for source, event, code in database.execute("SELECT source, event_id, code FROM senja_events ORDER BY seq"):
        records[source, event].append(code)
    letters = collections.Counter(database.execute("SELECT source, event_id, cause FROM senja_dead_letters").fetchall())
    effects = dict(database.execute("SELECT event_id, count(*) FROM entries GROUP BY event_id"))

    for key, codes in records.items():
        if len(codes) > 1:
            say("I2", f"{key} was decided {len(codes)} times: {codes}")
        if key not in heard:
            say("I1", f"{key} is recorded, but was never sent")
        for code in codes:
            if code in WITH_LETTER and letters[(*key, code)] != 1:
                say("I9", f"{key} ended {code} and has {letters[(*key, code)]} letters for it")
        if codes[-1] == "applied" and effects.get(key[1], 0) != 1:
            say("I2", f"{key} was applied and took effect {effects.get(key[1], 0)} times")
    for event, count in effects.items():
        if count > 1:
            say("I2", f"{event} took effect {count} times")
    decided = {event for (_, event), codes in records.items() if codes[-1] == "applied"}
    for event in effects.keys() - decided:
        say("I2", f"{event} took effect without a record")

    for key, event in heard.items():
        kept = key in records or any(letters[(*key, code)] for code in LETTER_ALONE)
        if event.final() and not kept:
            say("I1", f"{key} was answered {event.final()} and is gone")
        if len(event.final()) > 1:
            say("I6", f"{key} was told different outcomes: {event.final()}")
        if key in records and event.final() and event.final() != {records[key][-1]}:
            say("I6", f"{key} was told {event.final()}, on record is {records[key][-1]}")
        if event.answers and not event.final() and not event.unknown() and (key in records or effects.get(key[1])):
            say("I3", f"{key} only ever heard {event.answers[-1]}, yet it is decided")
        if final and not event.final():
            say("I1", f"{key} never got a final answer")

    versions = collections.defaultdict(list)
    for resource, version in database.execute(
            "SELECT resource_id, version FROM senja_events WHERE code = 'applied' AND resource_id IS NOT NULL ORDER BY seq"):
        versions[resource].append(version)
    now = dict((row[0], row[1:]) for row in database.execute("SELECT id, version, revision FROM senja_resources"))
    for resource, made in versions.items():
        if made != list(range(1, len(made) + 1)):
            say("I5", f"{resource} went through versions {made}")
        if now.get(resource) != (len(made), len(made)):
            say("I5", f"{resource} has (version, revision) {now.get(resource)} after {len(made)} applied events")
    return broken


def main():
    heard = read_log(sys.argv[2])
    database = sqlite3.connect(sys.argv[1])
    tables = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
    if "senja_events" not in tables:
        # Killed before the first start was over: then nothing may have been answered.
        broken = ["I1: there are answers, but no tables"] if any(event.answers for event in heard.values()) else []
    else:
        broken = judge(database, heard, "--final" in sys.argv)
    for line in broken[:20]:
        print(line)
    if "--final" in sys.argv and not broken:
        promised = sum(event.promised() for event in heard.values())
        print(f"{len(heard)} events, {sum(event.sent for event in heard.values())} deliveries, {promised} answered 2xx: "
              "none missing, none twice, none from a retryable answer")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
