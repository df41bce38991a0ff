"""Stands between the two ends of a secure call, as a network does, and looks at what passes.

    secure_wire.py PORT LISTENER_PORT SECONDS [--attack]

Listens at 127.0.0.1:PORT, where the caller calls, and passes on to 127.0.0.1:LISTENER_PORT and back. Prints one JSON
object: what it saw in datagrams of either way, by kind, and what it found in clear. --attack: from the third second on
it also sends each media datagram a second time, another copy with a flipped bit, and plain RTCP (BYE, PLI) and RTP, all
from the caller's side, so that they come from the peer's own address.
"""

import json
import select
import socket
import struct
import sys
import time

GCM_PROFILE = b"\x00\x07"
# Start code and size, 320x180 (RFC 6386, section 9.1): the start code alone stands in what is encrypted, too, by chance,
# in one of a hundred calls.
KEY_FRAME = b"\x9d\x01\x2a" + struct.pack("<HH", 320, 180)


def kind_of(datagram):
    if not datagram:
        return "other"
    first = datagram[0]
    if first <= 3:
        return "stun"
    if 20 <= first <= 63:
        return "dtls"
    if 128 <= first <= 191:
        return "rtcp" if len(datagram) > 1 and 192 <= datagram[1] <= 223 else "rtp"
    return "other"


def dtls_records(datagram):
    while len(datagram) >= 13:
        kind, version, length = datagram[0], datagram[1:3], struct.unpack("!H", datagram[11:13])[0]
        yield kind, version, datagram[13 : 13 + length]
        datagram = datagram[13 + length :]


class Findings:
    def __init__(self):
        self.counts = {}
        self.versions = set()
        self.profile = None
        self.clear = set()
        self.largest = 0

    def look(self, datagram, way):
        kind = kind_of(datagram)
        self.counts[f"{way} {kind}"] = self.counts.get(f"{way} {kind}", 0) + 1
        self.largest = max(self.largest, len(datagram))
        host = socket.gethostname().encode()
        if len(host) > 3 and host in datagram:
            self.clear.add("host name")
        if kind == "stun" and b"\x80\x22" in datagram[20:] and b"evenkeel" in datagram.lower():
            self.clear.add("SOFTWARE")
        if kind == "rtp" and KEY_FRAME in datagram[12:64]:
            self.clear.add("a VP8 key frame")
        if kind == "rtcp" and b"evenkeel" in datagram:
            self.clear.add("a source description")
        if kind == "dtls":
            self.look_at_handshake(datagram)

    def look_at_handshake(self, datagram):
        for kind, version, body in dtls_records(datagram):
            # A client that does not know yet what the server speaks names DTLS 1.0 around its hello (RFC 6347, section
            # 4.2.1); what counts is what follows.
            if not (kind == 22 and body[:1] == b"\x01"):
                self.versions.add(version.hex())
            server_hello = kind == 22 and body[:1] == b"\x02"
            # use_srtp: extension 14, length 5, a list of one profile, no MKI (RFC 5764, section 4.1.1).
            at = body.find(b"\x00\x0e\x00\x05\x00\x02") if server_hello else -1
            if at >= 0:
                self.profile = body[at + 6 : at + 8].hex()

    def report(self):
        return {
            "counts": self.counts,
            "versions": sorted(self.versions),
            "profile": self.profile,
            "gcm": self.profile == GCM_PROFILE.hex(),
            "clear": sorted(self.clear),
            "largest": self.largest,
        }


def attacks(datagram):
    """What somebody sends who saw this datagram pass and forges its sender."""
    flipped = bytearray(datagram)
    flipped[len(flipped) // 2] ^= 1
    ssrc = datagram[8:12] if kind_of(datagram) == "rtp" else datagram[4:8]
    yield datagram
    yield bytes(flipped)
    yield struct.pack("!BBH", 0x80, 201, 1) + ssrc + struct.pack("!BBH", 0x81, 203, 1) + ssrc
    yield struct.pack("!BBH", 0x81, 206, 2) + ssrc + ssrc
    yield bytes([0x80, 96]) + datagram[2:12] + b"\x10\x00\x9d\x01\x2a" + bytes(50)


def main():
    port, listener_port, seconds = int(sys.argv[1]), int(sys.argv[2]), float(sys.argv[3])
    attack = "--attack" in sys.argv
    near = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    near.bind(("127.0.0.1", port))
    far = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    far.connect(("127.0.0.1", listener_port))
    print("ready", file=sys.stderr, flush=True)
    findings, caller, began = Findings(), None, time.monotonic()
    attacked = 0
    while time.monotonic() < began + seconds:
        for ready in select.select([near, far], [], [], 0.05)[0]:
            try:
                datagram, sender = ready.recvfrom(65536)
                if ready is near:
                    caller = sender
                    findings.look(datagram, "to listener")
                    far.send(datagram)
                    if attack and time.monotonic() > began + 3 and kind_of(datagram) in ("rtp", "rtcp"):
                        for forged in attacks(datagram):
                            far.send(forged)
                            attacked += 1
                elif caller:
                    findings.look(datagram, "to caller")
                    near.sendto(datagram, caller)
            except ConnectionRefusedError:
                pass  # one end is gone
    print(json.dumps({**findings.report(), "attacks": attacked}))


main()
