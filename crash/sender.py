"""A sender that never gives up, and writes down all that it sends and hears before it goes on."""
import hashlib
import hmac
import json
import random
import socket
import threading
import time

SECRET = b"crash-test-secret"
RETRYABLE = 503
TIMEOUT = 10.0


class Cut(Exception):
    """The connection ended before an answer: nobody knows what became of the request."""


class Wire:
    """One connection; raw, so that a request can be sent and its answer never read."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=TIMEOUT)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.reader = self.socket.makefile("rb")

    def send(self, source, body):
        signature = hmac.new(SECRET, body, hashlib.sha256).hexdigest()
        head = (f"POST /in/{source} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
                f"x-webhook-signature: sha256={signature}\r\ncontent-length: {len(body)}\r\n\r\n")
        self.socket.sendall(head.encode() + body)

    def receive(self):
        line = self.reader.readline().split()
        if len(line) < 2:
            raise Cut
        length = 0
        while (field := self.reader.readline()) not in (b"\r\n", b""):
            name, _, value = field.partition(b":")
            if name.strip().lower() == b"content-length":
                length = int(value)
        body = self.reader.read(length)
        if len(body) < length:
            raise Cut
        return int(line[1]), json.loads(body)

    def close(self):
        self.reader.close()
        self.socket.close()


class Sender:
    """Any thread may pause, resume or finish it; run() is its own thread's."""

    def __init__(self, number, seed, port, log, lock):
        self.number, self.port, self.log, self.lock = number, port, log, lock
        self.chance = random.Random(seed * 1000 + number)
        self.wire = None
        self.count = 0
        self.heard = 0
        self.done = []                       # bodies with a final answer, to be repeated
        self.resources = {}                  # id → (version, state), as the answers say
        self.may_send = threading.Event()
        self.at_rest = threading.Event()
        self.at_rest.set()
        self.ending = False

    def resume(self):
        self.at_rest.clear()
        self.may_send.set()

    def pause(self):
        """Returns once nothing of this sender is on the way."""
        self.may_send.clear()
        self.at_rest.wait()

    def finish(self):
        self.ending = True
        self.resume()

    def run(self):
        while not self.ending:
            source, event = self.invent()
            self.until_final(source, event)
            if self.done and self.chance.random() < 0.1:
                self.until_final(*self.chance.choice(self.done), repeated=True)

    def invent(self):
        self.count += 1
        now = int(time.time())
        event = {"event_id": f"e{self.number}-{self.count}", "amount": self.chance.choice([1, 2, 3, 5, 8, 99, 100])}
        if self.chance.random() < 0.4:
            return "credits", event
        resource = f"r{self.number}-{self.chance.randint(1, 5)}"
        version, state = self.resources.get(resource, (0, None))
        event |= {"resource_id": resource, "version": version, "issued_at": now, "amount": self.chance.randint(1, 99),
                  "action": {None: "OPEN", "PENDING": "CLAIM", "CLAIMED": "RELEASE"}[state],
                  # A resource lives as long as its OPEN says. Others are sometimes late already.
                  "expires_at": now + 86400 if state is None else now + self.chance.choice([600, 600, 600, -60])}
        return "claims", event

    def until_final(self, source, event, repeated=False):
        body = json.dumps(event, separators=(",", ":")).encode()
        while True:
            if not self.may_send.is_set():
                self.at_rest.set()
                self.may_send.wait()
                self.at_rest.clear()
            status, answer = self.attempt(source, event["event_id"], body)
            if status and status != RETRYABLE:
                break
            if status is None:
                time.sleep(0.002)            # it is down, or going down
        if not repeated:
            self.done.append((source, event))
            if source == "claims" and answer.get("status") == "applied":
                state = {"OPEN": "PENDING", "CLAIM": "CLAIMED", "RELEASE": "PENDING"}[event["action"]]
                self.resources[event["resource_id"]] = (answer["version"], state)

    def attempt(self, source, event_id, body):
        """One delivery, or two at once. (None, None) where no answer was heard."""
        try:
            if self.wire is None:
                self.wire = Wire(self.port)
        except OSError:
            return None, None                # nothing was sent
        copies = 2 if self.chance.random() < 0.05 else 1
        heard = (None, None)
        self.note(event_id, source, sent=copies)
        try:
            for _ in range(copies):
                self.wire.send(source, body)
            if self.chance.random() < 0.02:
                raise Cut                    # the sender itself hangs up
            for _ in range(copies):
                status, answer = self.wire.receive()
                heard = (status, answer)
                self.heard += 1
                self.note(event_id, source, status=status, code=answer.get("code", answer.get("status")))
        except (Cut, OSError, ValueError):
            self.wire.close()
            self.wire = None
            return None, None
        if self.ending and heard[0] == RETRYABLE:
            time.sleep(0.05)
        return heard

    def note(self, event_id, source, **what):
        # One line at a time, and flushed: the log outlives the round.
        with self.lock:
            self.log.write(json.dumps({"event": event_id, "source": source, **what}) + "\n")
