"""As much of STUN (RFC 8489) as answers the connectivity checks of a browser."""
import hashlib
import hmac
import ipaddress
import struct
import zlib

COOKIE = 0x2112A442
BINDING_REQUEST, BINDING_RESPONSE = 0x0001, 0x0101
USERNAME, MESSAGE_INTEGRITY, XOR_MAPPED_ADDRESS, USE_CANDIDATE, FINGERPRINT = 0x0006, 0x0008, 0x0020, 0x0025, 0x8028


class Message:
    """What was received: `attributes` maps a type to its first value."""

    def __init__(self, data):
        self.type, self.size, cookie = struct.unpack_from('!HHI', data)
        if cookie != COOKIE or len(data) != self.size + 20:
            raise ValueError('no STUN')
        self.data, self.transaction, self.attributes, self.offsets = data, data[8:20], {}, {}
        at = 20
        while at + 4 <= len(data):
            kind, size = struct.unpack_from('!HH', data, at)
            self.attributes.setdefault(kind, data[at + 4:at + 4 + size])
            self.offsets.setdefault(kind, at)
            at += 4 + (size + 3) // 4 * 4

    def is_signed_with(self, key):
        at = self.offsets.get(MESSAGE_INTEGRITY)
        return at is not None and self.attributes[MESSAGE_INTEGRITY] == integrity(self.data[:at], key)

    def has_fingerprint(self):
        at = self.offsets.get(FINGERPRINT)
        return at is not None and self.attributes[FINGERPRINT] == fingerprint(self.data[:at])


def with_size(data, more):
    """The header's length counts an attribute that is about to follow (section 14.5)."""
    return data[:2] + struct.pack('!H', len(data) - 20 + more) + data[4:]


def integrity(data, key):
    return hmac.new(key, with_size(data, 24), hashlib.sha1).digest()


def fingerprint(data):
    return struct.pack('!I', zlib.crc32(with_size(data, 8)) ^ 0x5354554E)


def attribute(kind, value):
    return struct.pack('!HH', kind, len(value)) + value + bytes(-len(value) % 4)


def xor_address(host, port, transaction):
    address = ipaddress.ip_address(host)
    mask = struct.pack('!I', COOKIE) + transaction
    mixed = bytes(a ^ b for a, b in zip(address.packed, mask))
    return struct.pack('!BBH', 0, 1 if address.version == 4 else 2, port ^ (COOKIE >> 16)) + mixed


def binding_response(request, source, key):
    data = struct.pack('!HHI', BINDING_RESPONSE, 0, COOKIE) + request.transaction
    data += attribute(XOR_MAPPED_ADDRESS, xor_address(source[0], source[1], request.transaction))
    data += attribute(MESSAGE_INTEGRITY, integrity(data, key))
    data += attribute(FINGERPRINT, fingerprint(data))
    return with_size(data, 0)
