#!/usr/bin/env python3
"""A gateway that does everything wrong which the scenes look for: without it, nobody would know that they can find it.

It answers 200 to whatever looks like an event, signed or not, but forgets some; hangs up on every tenth idle client; lets slow
ones and endless bodies go on for ever; keeps a descriptor of each connection; and ends badly. HOARD=N: it holds N MiB, too.
"""
import asyncio
import mmap
import os
import re
import signal
import sys

ANSWER = b"HTTP/1.1 %d Some\r\nContent-Length: 0\r\n\r\n"
FORGETS = 50     # every so many events it answers 503
HANGS_UP = 10    # on every so many health checks

events = checks = 0
kept = []


async def serve(reader, writer):
    global events, checks
    kept.append(os.dup(writer.get_extra_info("socket").fileno()))
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            length = re.search(rb"Content-Length: (\d+)", head)
            if b"chunked" in head or (length and int(length[1]) > 1 << 30):
                while await reader.read(1 << 16):
                    pass
                return
            await reader.readexactly(int(length[1]) if length else 0)
            if head.startswith(b"GET"):
                checks += 1
                writer.write(ANSWER % 200)
                if checks % HANGS_UP == 0:
                    os.close(kept.pop())
                    return
            else:
                events += 1
                writer.write(ANSWER % (503 if events % FORGETS == 0 else 200))
    except (asyncio.IncompleteReadError, ConnectionError):
        pass
    finally:
        writer.close()


async def main():
    server = await asyncio.start_server(serve, "127.0.0.1", 0, backlog=4096)
    told = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, told.set)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}", file=sys.stderr, flush=True)
    hoard = bytearray(int(os.environ.get("HOARD", 0)) << 20)
    hoard[::mmap.PAGESIZE] = b"x" * len(range(0, len(hoard), mmap.PAGESIZE))  # touched, or it would only be promised
    await told.wait()
    os._exit(7)


asyncio.run(main())
