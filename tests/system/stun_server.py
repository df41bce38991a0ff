"""A STUN server that tells who asks by which address it sees them (RFC 8489, binding), on HOST PORT."""
import socket
import struct
import sys

COOKIE = 0x2112A442


def answer(request, host, port):
    kind, size, cookie = struct.unpack_from("!HHI", request)
    if kind != 0x0001 or cookie != COOKIE or len(request) != size + 20:
        return None
    mapped = struct.pack("!BBHI", 0, 1, port ^ COOKIE >> 16, struct.unpack("!I", socket.inet_aton(host))[0] ^ COOKIE)
    attribute = struct.pack("!HH", 0x0020, len(mapped)) + mapped
    return struct.pack("!HHI", 0x0101, len(attribute), COOKIE) + request[8:20] + attribute


def main():
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    server.bind((sys.argv[1], int(sys.argv[2])))
    print("ready", file=sys.stderr, flush=True)
    while True:
        request, (host, port) = server.recvfrom(2048)
        response = answer(request, host, port) if len(request) >= 20 else None
        if response:
            server.sendto(response, (host, port))


main()
