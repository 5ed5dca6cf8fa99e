#!/usr/bin/env python3
"""Writes a file of PUT requests that make PENDING resources, for a load generator that replays prepared requests.

put_requests.py --first 1 --count 100000 --host 127.0.0.1:8081 --out FILE
The format: "SLG1", then for each request a little-endian 32-bit length and the raw HTTP bytes.
"""
import argparse
import struct

ap = argparse.ArgumentParser(description=__doc__)
ap.add_argument("--first", type=int, default=1)
ap.add_argument("--count", type=int, required=True)
ap.add_argument("--host", required=True)
ap.add_argument("--out", required=True)
a = ap.parse_args()

body = b'{"state":"PENDING","version":1,"expires_at":null}'
with open(a.out, "wb") as out:
    out.write(b"SLG1")
    for n in range(a.first, a.first + a.count):
        request = (b"PUT /v1/resources/res_%012d HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\n"
                   b"Content-Length: %d\r\n\r\n%s" % (n, a.host.encode(), len(body), body))
        out.write(struct.pack("<I", len(request)) + request)
