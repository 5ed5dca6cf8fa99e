#!/usr/bin/env python3
"""What an operator does to the running program, and what they then see.

    operate/operate_test.py --program build/senja --full-disk build/operate/libfull_disk.so
"""
import argparse
import json
import os
import pathlib
import resource
import signal
import sqlite3
import subprocess
import sys
import threading
import unittest

from gateway import Gateway, Manager, SECRET

OPTIONS = None


def gateway(**config):
    return Gateway(OPTIONS.program, **config)


class Reload(unittest.TestCase):
    def test_a_new_secret_counts_without_a_restart(self):
        with gateway() as senja:
            senja.start()
            kept = senja.connect()
            self.assertEqual(senja.send({"event_id": "e1", "note": "a"}, connection=kept)[0], 200)
            fresh = "another-secret-of-its-own"
            senja.write_config(secret=fresh)
            senja.signal(signal.SIGHUP)
            senja.wait_for("reloaded: 1 sources")
            self.assertEqual(senja.send({"event_id": "e2", "note": "a"}, connection=kept)[0], 401)
            self.assertEqual(senja.send({"event_id": "e2", "note": "a"}, secret=fresh, connection=kept)[0], 200)

    def test_an_invalid_file_changes_nothing_and_says_where_it_is_wrong(self):
        with gateway() as senja:
            senja.start()
            senja.write_config(source='margin = "2h"', secret="a-secret-that-must-not-count")
            senja.signal(signal.SIGHUP)
            line = senja.wait_for("reload refused")
            self.assertIn(f"{senja.config}:", line)
            self.assertIn("source.credits.margin", line)
            senja.wait_for("nothing was changed")
            self.assertEqual(senja.send({"event_id": "e1", "note": "a"})[0], 200)
            self.assertIn('senja_config_reloads_total{result="refused"} 1', senja.ask("/metrics")[1])

    def test_what_needs_a_restart_is_refused_by_name(self):
        with gateway() as senja:
            senja.start()
            senja.write_config(server="threads = 7")
            senja.signal(signal.SIGHUP)
            self.assertIn("server.threads: cannot be changed by a reload", senja.wait_for("reload refused"))

    def test_a_new_certificate_is_shown_to_those_who_come_after_it(self):
        def shown(link):
            return [value for kind, value in link.sock.getpeercert()["subjectAltName"] if value != "localhost"]

        with gateway(rest='[server.tls]\ncertificate = "cert.pem"\nkey = "key.pem"') as senja:
            senja.make_certificate("first.example")
            senja.start()
            kept = senja.connect()
            self.assertEqual(senja.send({"event_id": "e1", "note": "a"}, connection=kept)[0], 200)
            self.assertEqual(shown(kept), ["first.example"])
            senja.make_certificate("second.example")
            senja.signal(signal.SIGHUP)
            senja.wait_for("reloaded: 1 sources")
            fresh = senja.connect()
            self.assertEqual(senja.send({"event_id": "e2", "note": "a"}, connection=fresh)[0], 200)
            self.assertEqual(shown(fresh), ["second.example"])
            self.assertEqual(senja.send({"event_id": "e3", "note": "a"}, connection=kept)[0], 200)

            (senja.folder / "cert.pem").write_text("not a certificate")
            senja.signal(signal.SIGHUP)
            self.assertIn("server.tls.certificate", senja.wait_for("reload refused"))
            again = senja.connect()
            self.assertEqual(senja.send({"event_id": "e4", "note": "a"}, connection=again)[0], 200)
            self.assertEqual(shown(again), ["second.example"])

    def test_the_log_changes_its_form(self):
        with gateway() as senja:
            senja.start()
            senja.write_config(server='log_format = "json"')
            senja.signal(signal.SIGHUP)
            said = json.loads(senja.wait_for("reloaded: 1 sources"))
            self.assertEqual(said["level"], "info")
            senja.send({"event_id": "e1", "note": "a"})
            self.assertEqual(json.loads(senja.wait_for("e1"))["event"]["outcome"], "applied")


class ServiceManager(unittest.TestCase):
    def test_is_told_of_start_reload_and_end(self):
        with gateway() as senja:
            manager = Manager(senja)
            senja.start({"NOTIFY_SOCKET": manager.path})
            self.assertEqual(manager.hears(), "READY=1\nSTATUS=serving")
            senja.signal(signal.SIGHUP)
            self.assertRegex(manager.hears(), r"^RELOADING=1\nMONOTONIC_USEC=\d+$")
            self.assertEqual(manager.hears(), "READY=1\nSTATUS=serving")
            self.assertEqual(senja.end(), 0)
            self.assertEqual(manager.hears(), "STOPPING=1")


class Limits(unittest.TestCase):
    def test_the_soft_limit_of_open_files_is_raised_and_said(self):
        hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
        with gateway() as senja:
            senja.start(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard)))
            self.assertTrue(any(f"open files: 256 raised to {hard}" in line for line in senja.log), senja.log)

    def test_a_hard_limit_that_is_too_low_is_a_warning(self):
        with gateway() as senja:
            senja.start(before=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 256)))
            self.assertTrue(any("too low for connections_max" in line for line in senja.log), senja.log)
            self.assertEqual(senja.send({"event_id": "e1", "note": "a"})[0], 200)


class SecondInstance(unittest.TestCase):
    def test_is_refused_by_the_name_of_the_first(self):
        with gateway() as senja:
            senja.start()
            second = subprocess.run(senja.command("serve", "--config", str(senja.config)), capture_output=True, text=True,
                                    timeout=30)
            self.assertEqual(second.returncode, 3)
            self.assertIn(f"in use by process {senja.process.pid} ", second.stderr)
            self.assertIn(str(senja.config), second.stderr)
            self.assertEqual(senja.send({"event_id": "e1", "note": "a"})[0], 200)


class Drain(unittest.TestCase):
    def test_a_request_that_never_ends_does_not_hold_the_end_up(self):
        with gateway() as senja:
            senja.start()
            half = senja.connect()
            half.connect()
            half.sock.sendall(b"POST /in/credits HTTP/1.1\r\nHost: x\r\nX-Webhook-Signature: sha256=0\r\n"
                              b"Content-Length: 100\r\nExpect: 100-continue\r\n\r\n")
            self.assertIn(b"100 Continue", half.sock.recv(1000), "the head has been read: the request is under way")
            self.assertEqual(senja.end(), 0)
            self.assertTrue(any("the drain took too long" in line for line in senja.log), senja.log)


class Log(unittest.TestCase):
    def test_SEC01_SEC03_no_secret_no_payload_one_line_an_event(self):
        hostile = "a\r\nb\x1b[31m\u202e</script>\""
        note = "the-payload-that-nobody-logs"
        with gateway() as senja:
            senja.start()
            self.assertEqual(senja.send({"event_id": hostile, "note": note})[0], 200)
            self.assertEqual(senja.send({"event_id": hostile, "note": "forged"}, secret="not-the-secret-of-it")[0], 401)
            senja.send({"event_id": "last", "note": note})
            senja.wait_for('"event_id":"last"')
            seen = [senja.ask(target)[1] for target in ("/metrics", "/readyz", "/v1/events", "/v1/dead-letters", "/v1/waiting")]
            self.assertEqual(senja.end(), 0)
            events = [line for line in senja.log if " event " in line]
            self.assertEqual(len(events), 3, senja.log)
            for line in events:
                json.loads(line.split(" event ", 1)[1])
            for line in senja.log:
                self.assertNotIn(note, line)
                self.assertTrue(all(character >= " " for character in line.rstrip("\n")), line)
            for text in seen + senja.log:
                self.assertNotIn(SECRET, text)
            for path in (senja.folder / "data").iterdir():
                self.assertNotIn(SECRET.encode(), path.read_bytes(), path.name)


class FullDisk(unittest.TestCase):
    def test_IDM13_what_was_answered_stays_the_rest_comes_again(self):
        with gateway() as senja:
            flag = senja.folder / "full"
            senja.start({"LD_PRELOAD": str(OPTIONS.full_disk), "FULL_DISK_FOLDER": str(senja.folder / "data"),
                         "FULL_DISK_FLAG": str(flag)})
            applied = []

            def deliver(name):
                status, body = senja.send({"event_id": name, "note": "x" * 2000})
                if status == 200:
                    applied.append(name)
                return status, body

            for i in range(20):
                self.assertEqual(deliver(f"before-{i}")[0], 200)
            flag.touch()
            refused = None
            # The reserve lets a few more through; then each is sent away.
            for i in range(5000):
                status, body = deliver(f"full-{i}")
                if status != 200:
                    refused = f"full-{i}"
                    break
            self.assertIsNotNone(refused, "the disk never filled up")
            self.assertEqual((status, json.loads(body)["code"]), (503, "store"))
            # Answers go out first; how the store is, is said right after.
            pause = threading.Event()
            for _ in range(600):
                ready, reasons = senja.ask("/readyz")
                if ready == 503:
                    break
                pause.wait(0.05)
            self.assertEqual(ready, 503)
            self.assertIn("the disk is full", reasons)
            self.assertEqual(senja.ask("/v1/events")[0], 200, "it can still be read")
            flag.unlink()
            for _ in range(600):
                if deliver(refused)[0] == 200:
                    break
                pause.wait(0.05)
            self.assertIn(refused, applied)
            for _ in range(600):
                ready = senja.ask("/readyz")[0]
                if ready == 200:
                    break
                pause.wait(0.05)
            self.assertEqual(ready, 200)
            self.assertEqual(senja.end(), 0)
            database = sqlite3.connect(senja.folder / "data" / "senja.db")
            self.assertEqual(database.execute("PRAGMA integrity_check").fetchone()[0], "ok")
            kept = [row[0] for row in database.execute("SELECT event_id FROM entries")]
            self.assertEqual(sorted(kept), sorted(applied), "every 200 is there, once, and nothing else is")
            database.close()


class CommandsUnderLoad(unittest.TestCase):
    def test_OPS01_neither_side_ever_meets_a_lock(self):
        with gateway() as senja:
            senja.start()
            stop = threading.Event()
            wrong = []

            def load(name):
                link = senja.connect()
                i = 0
                while not stop.is_set():
                    answer = senja.send({"event_id": f"{name}-{i}", "note": "n"}, connection=link)
                    if answer[0] != 200:
                        wrong.append(answer)
                    i += 1

            threads = [threading.Thread(target=load, args=(name,)) for name in "abcd"]
            for thread in threads:
                thread.start()
            try:
                for i in range(10):
                    put = senja.cli("resources", "put", f"r{i}", "--state", "OPEN", "--expires-at", "never")
                    self.assertEqual(put.returncode, 0, put.stderr)
                    accepted = senja.cli("clock", "accept", "--reason", "a test")
                    self.assertEqual(accepted.returncode, 0, accepted.stderr)
                    listed = senja.cli("events", "list")
                    self.assertEqual(listed.returncode, 0, listed.stderr)
            finally:
                stop.set()
                for thread in threads:
                    thread.join()
            self.assertEqual(wrong, [])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--program", type=pathlib.Path, required=True)
    parser.add_argument("--full-disk", type=pathlib.Path, required=True)
    OPTIONS, rest = parser.parse_known_args()
    OPTIONS.program = OPTIONS.program.resolve()
    OPTIONS.full_disk = OPTIONS.full_disk.resolve()
    unittest.main(argv=[sys.argv[0], *rest], verbosity=2)
