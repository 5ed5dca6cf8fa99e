"""A gateway of the test's own: the real program, a folder, free ports, and a sender that signs."""
import hashlib
import hmac
import http.client
import json
import os
import pathlib
import queue
import shutil
import signal
import socket
import ssl
import subprocess
import tempfile
import threading
import time

SECRET = "operate-test-secret-of-its-own"
ENDED_WITHIN = 30.0

CONFIG = """
[server]
listen       = "127.0.0.1:0"
admin_listen = "127.0.0.1:0"
drain_timeout = "2s"
{server}
[store]
url    = "sqlite:{folder}/data/senja.db"
schema = "schema.sql"
reserve_bytes = 1048576
{rest}
[source.credits]
scheme  = "sha256-body"
secrets = [{{ value = "{secret}" }}]
redelivery_within = "3d"
{source}
[source.credits.contract]
event_id = "/event_id"
required = ["event_id"]
[[source.credits.effect]]
sql  = "INSERT INTO entries (event_id, note) VALUES (:senja_event_id, :note)"
bind = {{ note = "/note" }}
"""
SCHEMA = "CREATE TABLE IF NOT EXISTS entries (event_id TEXT NOT NULL, note TEXT NOT NULL);\n"


class Gateway:
    """Started on entering, ended on leaving. `say(text)` waits for a line of its log."""

    def __init__(self, program, **config):
        self.program = program
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="senja-operate-"))
        (self.folder / "schema.sql").write_text(SCHEMA)
        self.config = self.folder / "senja.toml"
        self.settings = {"server": "", "rest": "", "source": "", "secret": SECRET, "folder": self.folder, **config}
        self.process = None
        self.log = []
        self.open = []  # what is to be closed in the end
        self.tls = None  # an SSLContext: the public listener speaks TLS

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        if self.process:
            self.reader.join()
            self.process.stderr.close()
        for each in self.open:
            each.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def write_config(self, **changed):
        self.config.write_text(CONFIG.format(**{**self.settings, **changed}))

    def command(self, *words):
        return [str(self.program), *words]

    def start(self, environment=None, before=None):
        if not self.config.exists():
            self.write_config()
        self.process = subprocess.Popen(self.command("serve", "--config", str(self.config)), stderr=subprocess.PIPE,
                                        stdout=subprocess.DEVNULL, text=True, errors="replace", preexec_fn=before,
                                        env={**os.environ, **(environment or {})})
        self.lines = queue.Queue()
        self.reader = threading.Thread(target=self._read, args=(self.process.stderr,), daemon=True)
        self.reader.start()
        line = self.wait_for("listening on")
        words = line.split("listening on ")[1]
        self.port = int(words.split(",")[0].split(" ")[0].rsplit(":", 1)[1])
        self.admin = int(words.split("admin on ")[1].split(" ")[0].strip('"}\n').rsplit(":", 1)[1])
        return self

    def _read(self, stream):
        for line in stream:
            self.log.append(line)
            self.lines.put(line)
        self.lines.put(None)

    def wait_for(self, text):
        """The next line of the log that holds `text`."""
        deadline = time.monotonic() + ENDED_WITHIN
        while True:
            line = self.lines.get(timeout=max(deadline - time.monotonic(), 0.001))
            if line is None:
                raise AssertionError(f"the program ended before it said {text!r}:\n" + "".join(self.log))
            if text in line:
                return line

    def signal(self, number):
        self.process.send_signal(number)

    def end(self):
        """The exit code; the log is whole then."""
        self.signal(signal.SIGTERM)
        code = self.process.wait(timeout=ENDED_WITHIN)
        self.reader.join()
        return code

    def send(self, event, secret=None, connection=None, headers=None):
        """(status, body) of one delivery."""
        body = json.dumps(event).encode()
        mac = hmac.new((secret or self.settings["secret"]).encode(), body, hashlib.sha256).hexdigest()
        link = connection or self.connect()
        link.request("POST", "/in/credits", body, {"X-Webhook-Signature": f"sha256={mac}", **(headers or {})})
        answer = link.getresponse()
        text = answer.read().decode()
        if not connection:
            link.close()
        return answer.status, text

    def connect(self):
        if self.tls:
            link = http.client.HTTPSConnection("localhost", self.port, timeout=ENDED_WITHIN, context=self.tls)
        else:
            link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=ENDED_WITHIN)
        self.open.append(link)
        return link

    def make_certificate(self, name):
        """cert.pem and key.pem in the config's folder, for localhost and for `name`."""
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", self.folder / "key.pem", "-out", self.folder / "cert.pem", "-days", "30", "-subj",
                        f"/CN={name}", "-addext", f"subjectAltName=DNS:localhost,DNS:{name}"], check=True,
                       capture_output=True)
        self.tls = ssl.create_default_context(cafile=self.folder / "cert.pem")

    def ask(self, target, method="GET", body=None, headers=None):
        link = http.client.HTTPConnection("127.0.0.1", self.admin, timeout=ENDED_WITHIN)
        link.request(method, target, body, headers or {})
        answer = link.getresponse()
        text = answer.read().decode()
        link.close()
        return answer.status, text

    def cli(self, *words, environment=None):
        return subprocess.run(self.command(*words, "--admin", f"http://127.0.0.1:{self.admin}"), capture_output=True, text=True,
                              timeout=ENDED_WITHIN, env={**os.environ, **(environment or {})})


class Manager:
    """What systemd would hear."""

    def __init__(self, gateway):
        self.path = str(gateway.folder / "notify")
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(self.path)
        self.socket.settimeout(ENDED_WITHIN)
        gateway.open.append(self.socket)

    def hears(self):
        return self.socket.recv(4096).decode()
