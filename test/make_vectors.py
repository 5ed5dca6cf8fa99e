#!/usr/bin/env python3
"""Writes the vectors of our own two schemes, timestamp-body and sha256-body, into test/vectors/.

An independent second opinion: nothing here but hashlib and hmac, and no line shared with the verifier.
Run it again and the files come out the same.
"""
import base64
import hashlib
import hmac
import json
import pathlib

NOW = 1767225600
BODY = b'{"event_id":"evt_1","resource_id":"reward_1","action":"CLAIM","version":1,"expires_at":1767225660}'
OTHER_BODY = BODY.replace(b"evt_1", b"evt_2")
FOLDER = pathlib.Path(__file__).parent / "vectors"


def mac(secret, message, algorithm=hashlib.sha256):
    return hmac.new(secret.encode(), message, algorithm).hexdigest()


def in_base64(hex_text):
    return base64.b64encode(bytes.fromhex(hex_text)).decode()


def flipped(text, at=3):
    return text[:at] + ("0" if text[at] != "0" else "1") + text[at + 1:]


class Vectors:
    """Collects the requests of one scheme; `headers` turns (signature, ...) into the scheme's headers."""

    def __init__(self, provider, secret, headers):
        self.provider, self.secret, self.headers = provider, secret, headers
        self.requests = []

    def add(self, name, expect, why, headers, body=BODY, **more):
        self.requests.append({
            "name": name, "method": "POST", "url": f"https://hooks.senja.test/in/{self.provider}",
            "headers": {"Content-Type": "application/json", **headers},
            "body_base64": base64.b64encode(body).decode(), "expect": expect, "why": why, **more})

    def valid(self, name, why, headers, **more):
        self.add(name, "valid", why, headers, **more)

    def invalid(self, name, why, headers, **more):
        self.add(name, "invalid", why, headers, **more)

    def write(self):
        names = [request["name"] for request in self.requests]
        assert len(names) == len(set(names)), "two requests of one name"
        document = {"provider": self.provider, "source": "make_vectors.py", "secret": self.secret, "now": NOW,
                    "requests": self.requests}
        (FOLDER / f"{self.provider}.json").write_text(json.dumps(document, indent=1, ensure_ascii=False) + "\n")
        print(f"{self.provider}: {len(self.requests)} requests")

    def bodies(self, sign):
        """Bodies that a verifier must take byte by byte; `sign` gives the headers for a body."""
        odd = {
            "body_empty": (b"", "an empty body, signed"),
            "body_odd_spacing": (b'{ "a" :1.0 ,\t"b": 1e2}', "spacing and numbers as sent"),
            "body_escaped_slashes": (rb'{"url":"https:\/\/senja.test\/"}', "escaped slashes"),
            "body_keys_descending": (b'{"z":1,"y":2,"a":3}', "keys from z to a"),
            "body_crlf": (b'{\r\n"a":1\r\n}\r\n', "CRLF line ends"),
            "body_trailing_newline": (BODY + b"\n", "a trailing newline, signed"),
            "body_bom": (b"\xef\xbb\xbf" + BODY, "a byte order mark is for the contract to refuse"),
            "body_not_json": (b"a=1&b=2", "the signature does not care for JSON"),
            "body_binary": (bytes(range(256)), "every byte value, NUL included"),
        }
        for name, (body, why) in odd.items():
            self.valid(name, why, sign(body), body=body)

    def near_misses(self, good, prefix=""):
        """Spellings close to the right signature; none may pass."""
        def put(text):
            return self.headers(prefix + text)

        self.invalid("tampered_body", "one digit of the body changed", put(good), body=OTHER_BODY)
        self.invalid("body_extra_newline", "a byte was added to the body", put(good), body=BODY + b"\n")
        self.invalid("body_cut", "the last byte of the body is missing", put(good), body=BODY[:-1])
        self.invalid("body_emptied", "body removed", put(good), body=b"")
        for length in (0, 1, len(good) // 2, len(good) - 1):
            self.invalid(f"signature_cut_to_{length}", "a prefix of the right signature", put(good[:length]))
        self.invalid("signature_one_longer", "one character appended", put(good + "0"))
        self.invalid("signature_flipped", "one character changed", put(flipped(good)))
        self.invalid("signature_last_flipped", "the last character changed", put(flipped(good, len(good) - 1)))
        self.invalid("signature_doubled", "the digest twice", put(good + good))
        self.invalid("signature_upper_case", "hex is in lower case", put(good.upper()))
        self.invalid("signature_mixed_case", "hex is in lower case", put(good[:32].upper() + good[32:]))
        self.invalid("signature_base64", "base64 where hex is expected", put(in_base64(good)))
        self.invalid("signature_0x", "0x in front", put("0x" + good))
        self.invalid("signature_colons", "colons between bytes", put(":".join(good[i:i + 2] for i in range(0, 64, 2))))
        self.invalid("signature_space_before", "a space in front", self.headers(prefix + " " + good))
        self.invalid("signature_space_behind", "a space behind", put(good + " "))
        self.invalid("signature_joined", "two signatures joined by a comma", self.headers(f"{prefix}{good}, {prefix}{good}"))
        self.invalid("signature_garbage", "not a signature at all", put("not-a-signature"))
        self.invalid("signature_nul", "NUL behind the digest", put(good + "\0"))


def sha256_body():
    secret = "senja-test-secret-sha256-body"
    vectors = Vectors("sha256-body", secret, lambda value: {"X-Webhook-Signature": value})

    def sign(body=BODY, key=secret):
        return {"X-Webhook-Signature": "sha256=" + mac(key, body)}

    good = mac(secret, BODY)
    vectors.valid("valid", "as the scheme says", sign())
    vectors.valid("valid_second_event", "another event", sign(OTHER_BODY), body=OTHER_BODY)
    vectors.valid("valid_header_lower_case", "header names have no case", {"x-webhook-signature": "sha256=" + good})
    vectors.valid("valid_header_upper_case", "header names have no case", {"X-WEBHOOK-SIGNATURE": "sha256=" + good})
    vectors.valid("valid_clock_of_another_year", "the scheme has no time", sign(), now=NOW + 400 * 86400)
    vectors.valid("key_longer_than_block", "a key longer than the hash block", sign(key="senja" * 50), secret="senja" * 50)
    vectors.valid("key_not_ascii", "the key is the secret's UTF-8", sign(key="senja-senjä-日暮れ"), secret="senja-senjä-日暮れ")
    vectors.bodies(sign)
    vectors.near_misses(good, "sha256=")
    vectors.invalid("prefix_missing", "the prefix left out", {"X-Webhook-Signature": good})
    vectors.invalid("prefix_doubled", "the prefix twice", {"X-Webhook-Signature": "sha256=sha256=" + good})
    vectors.invalid("prefix_upper_case", "the prefix in upper case", {"X-Webhook-Signature": "SHA256=" + good})
    vectors.invalid("prefix_alone", "nothing behind the prefix", {"X-Webhook-Signature": "sha256="})
    vectors.invalid("sha1_downgrade", "HMAC-SHA1 in its own prefix",
                    {"X-Webhook-Signature": "sha1=" + mac(secret, BODY, hashlib.sha1)})
    vectors.invalid("sha1_in_sha256", "HMAC-SHA1 in the prefix of SHA-256",
                    {"X-Webhook-Signature": "sha256=" + mac(secret, BODY, hashlib.sha1)})
    vectors.invalid("sha512_in_sha256", "HMAC-SHA512 in the prefix of SHA-256",
                    {"X-Webhook-Signature": "sha256=" + mac(secret, BODY, hashlib.sha512)})
    vectors.invalid("plain_hash", "SHA-256 without a key",
                    {"X-Webhook-Signature": "sha256=" + hashlib.sha256(BODY).hexdigest()})
    vectors.invalid("header_missing", "no signature at all", {})
    vectors.invalid("header_empty", "an empty signature", {"X-Webhook-Signature": ""})
    vectors.invalid("header_blank", "white space for a signature", {"X-Webhook-Signature": "   "})
    vectors.invalid("header_of_another_scheme", "a header that this scheme does not use",
                    {"X-Hub-Signature-256": "sha256=" + good})
    vectors.invalid("header_twice", "the header sent twice", {"X-Webhook-Signature": ["sha256=" + good, "sha256=" + good]})
    vectors.invalid("wrong_secret", "signed with another secret", sign(key="another-secret"))
    vectors.invalid("empty_secret", "an empty secret never accepts", sign(key=""), secret="")
    vectors.write()


def timestamp_body():
    secret = "senja-test-secret-timestamp-body"
    at = str(NOW - 2)

    def signed(timestamp, signature):
        return {"X-Webhook-Timestamp": timestamp, "X-Webhook-Signature": signature}

    def sign(body=BODY, timestamp=at, key=secret):
        return signed(timestamp, mac(key, timestamp.encode() + b"." + body))

    vectors = Vectors("timestamp-body", secret, lambda value: signed(at, value))
    good = mac(secret, at.encode() + b"." + BODY)
    vectors.valid("valid", "as the scheme says", sign())
    vectors.valid("valid_second_event", "another event", sign(OTHER_BODY), body=OTHER_BODY)
    vectors.valid("valid_headers_lower_case", "header names have no case", {k.lower(): v for k, v in sign().items()})
    vectors.valid("valid_headers_upper_case", "header names have no case", {k.upper(): v for k, v in sign().items()})
    vectors.valid("valid_clock_a_little_later", "the same request, 200 s later", sign(), now=NOW + 200)
    vectors.valid("key_longer_than_block", "a key longer than the hash block", sign(key="senja" * 50), secret="senja" * 50)
    vectors.bodies(sign)
    vectors.near_misses(good)

    for offset, expect in ((-301, "invalid"), (-300, "valid"), (300, "valid"), (301, "invalid"), (86400 * 365, "invalid"),
                           (-86400 * 365, "invalid")):
        vectors.add(f"timestamp_now{offset:+}", expect, "the tolerance is 300 s on both sides", sign(timestamp=str(NOW + offset)))
    for name, text in {"empty": "", "word": "abc", "digits_and_letters": "12abc", "space_before": " " + at, "space_behind": at + " ",
                       "plus": "+" + at, "minus": "-5", "exponent": "1.7e9", "hex": "0x6553f100", "fraction": at + ".5",
                       "fraction_zero": at + ".0", "forty_digits": "1" * 40, "zero": "0", "leading_zero": "0" + at,
                       "full_width": "１７６７２２５５９８", "milliseconds": at + "000", "comma": at + "," + at,
                       "nine_digits": at[:9], "nul": at + "\0"}.items():
        vectors.invalid(f"timestamp_{name}", "not a timestamp, though the MAC over its text is right", sign(timestamp=text))
    vectors.invalid("timestamp_changed", "the timestamp is signed too", signed(str(NOW - 1), good))
    vectors.invalid("timestamp_missing", "no timestamp", {"X-Webhook-Signature": good})
    vectors.invalid("timestamp_missing_body_signed", "no timestamp, and only the body signed",
                    {"X-Webhook-Signature": mac(secret, BODY)})
    vectors.invalid("timestamp_twice", "the timestamp sent twice",
                    {"X-Webhook-Timestamp": [at, at], "X-Webhook-Signature": good})
    vectors.invalid("separator_moved", "a byte moved from the body into the timestamp",
                    signed(at + ".{", mac(secret, at.encode() + b"." + BODY)), body=BODY[1:])
    vectors.invalid("body_alone_signed", "the signature of sha256-body", signed(at, mac(secret, BODY)))
    vectors.invalid("prefix_of_another_scheme", "a prefix that this scheme does not use", signed(at, "sha256=" + good))
    vectors.invalid("signature_missing", "no signature at all", {"X-Webhook-Timestamp": at})
    vectors.invalid("signature_blank", "white space for a signature", signed(at, "   "))
    vectors.invalid("signature_twice", "the signature sent twice", {"X-Webhook-Timestamp": at, "X-Webhook-Signature": [good, good]})
    vectors.invalid("wrong_secret", "signed with another secret", sign(key="another-secret"))
    vectors.invalid("empty_secret", "an empty secret never accepts", sign(key=""), secret="")
    vectors.write()


if __name__ == "__main__":
    sha256_body()
    timestamp_body()
