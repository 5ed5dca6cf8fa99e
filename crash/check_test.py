#!/usr/bin/env python3
"""The checker, checked: a sound database passes, and each kind of damage is named by its invariant."""
import collections
import sqlite3
import unittest

import check

TABLES = """
CREATE TABLE senja_events (seq INTEGER PRIMARY KEY, source TEXT, event_id TEXT, code TEXT, resource_id TEXT, version INTEGER);
CREATE TABLE senja_dead_letters (source TEXT, event_id TEXT, cause TEXT);
CREATE TABLE senja_resources (id TEXT, version INTEGER, revision INTEGER);
CREATE TABLE entries (event_id TEXT, amount INTEGER);
INSERT INTO senja_events VALUES (1, 'claims', 'a', 'applied', 'r', 1), (2, 'claims', 'b', 'applied', 'r', 2),
  (3, 'claims', 'late', 'expired', 'r', 2);
INSERT INTO senja_dead_letters VALUES ('claims', 'late', 'expired');
INSERT INTO senja_resources VALUES ('r', 2, 2);
INSERT INTO entries VALUES ('a', 1), ('b', 1);
"""


def heard(sent, *answers):
    event = check.Heard()
    event.sent, event.answers = sent, list(answers)
    return event


class Checker(unittest.TestCase):
    def setUp(self):
        self.database = sqlite3.connect(":memory:")
        self.database.executescript(TABLES)
        self.heard = collections.defaultdict(check.Heard, {
            ("claims", "a"): heard(1, (200, "applied")),
            ("claims", "b"): heard(2, (503, "store"), (200, "applied")),
            ("claims", "late"): heard(1, (410, "expired")),
            ("claims", "cut"): heard(1),
            ("claims", "waits"): heard(1, (503, "gap")),
        })

    def broken(self, damage="", final=False):
        self.database.executescript(damage)
        return {line.split(":")[0] for line in check.judge(self.database, self.heard, final)}

    def test_sound(self):
        self.assertEqual(self.broken(), set())

    def test_a_promised_event_is_missing(self):
        self.heard["claims", "c"] = heard(1, (200, "applied"))
        self.assertEqual(self.broken(), {"I1"})

    def test_an_effect_happened_twice(self):
        self.assertEqual(self.broken("INSERT INTO entries VALUES ('a', 1)"), {"I2"})

    def test_an_effect_is_missing(self):
        self.assertEqual(self.broken("DELETE FROM entries WHERE event_id = 'a'"), {"I2"})

    def test_an_event_was_decided_twice(self):
        self.assertIn("I2", self.broken("INSERT INTO senja_events VALUES (4, 'claims', 'a', 'stale', 'r', 2)"))

    def test_a_retryable_answer_left_an_effect(self):
        self.assertEqual(self.broken("INSERT INTO senja_events VALUES (4, 'claims', 'waits', 'applied', NULL, NULL);"
                                     "INSERT INTO entries VALUES ('waits', 1)"), {"I3"})

    def test_a_cut_connection_may_have_left_an_effect(self):
        self.assertEqual(self.broken("INSERT INTO senja_events VALUES (4, 'claims', 'cut', 'applied', NULL, NULL);"
                                     "INSERT INTO entries VALUES ('cut', 1)"), set())

    def test_a_version_was_made_twice(self):
        self.assertIn("I5", self.broken("UPDATE senja_events SET version = 1 WHERE seq = 2"))

    def test_a_repeat_heard_another_outcome(self):
        self.heard["claims", "a"] = heard(2, (200, "applied"), (200, "stale"))
        self.assertIn("I6", self.broken())

    def test_a_letter_is_missing(self):
        self.assertEqual(self.broken("DELETE FROM senja_dead_letters"), {"I9"})

    def test_at_the_end_all_have_an_answer(self):
        self.assertEqual(self.broken(final=True), {"I1"})


if __name__ == "__main__":
    unittest.main()
