"""Link, knock and number as docs/secure-calls.md has them, written anew: not by what is tested."""
import base64
import hashlib
import hmac
import ipaddress
import os
import struct


def hkdf(secret, info, size):
    """RFC 5869 without salt."""
    key = hmac.new(bytes(32), secret, hashlib.sha256).digest()
    out, block, count = b'', b'', 1
    while len(out) < size:
        block = hmac.new(key, block + info + bytes([count]), hashlib.sha256).digest()
        out, count = out + block, count + 1
    return out[:size]


def write_address(host, port):
    address = ipaddress.ip_address(host)
    return bytes([address.version]) + address.packed + struct.pack('!H', port)


def ice_chars(data):
    return base64.b64encode(data).decode().rstrip('=')


class ReadLink:
    """What a caller reads out of a link, or of what follows its "#"; raises ValueError."""

    def __init__(self, text):
        fragment = text.strip().rpartition('#')[2]
        data = fragment.removeprefix('e1.')
        body = base64.urlsafe_b64decode(data + '=' * (-len(data) % 4))
        body, checksum = body[:-4], body[-4:]
        if hashlib.sha256(b'evenkeel e1 checksum' + body).digest()[:4] != checksum or body[0] != 1:
            raise ValueError('this link is damaged, or of a newer version')
        self.secret, self.fingerprint, self.addresses = body[2:18], body[18:50], []
        rest = body[51:]
        while rest:
            size = {4: 4, 6: 16}[rest[0]]
            host, port = ipaddress.ip_address(rest[1:1 + size]), struct.unpack_from('!H', rest, 1 + size)[0]
            self.addresses.append((str(host), port))
            rest = rest[size + 3:]
        self.ice_password = base64.b64encode(hkdf(self.secret, b'evenkeel e1 ice-pwd', 24))
        self.knock_key = hkdf(self.secret, b'evenkeel e1 knock', 16)


class Link:
    """`addresses`: pairs of host and port; `fingerprint`: SHA-256 of the listener's certificate."""

    def __init__(self, addresses, fingerprint, secret=None, version=1):
        self.fingerprint, self.secret = fingerprint, secret or os.urandom(16)
        body = bytes([version, 0]) + self.secret + fingerprint + bytes([len(addresses)])
        body += b''.join(write_address(*address) for address in addresses)
        checksum = hashlib.sha256(b'evenkeel e1 checksum' + body).digest()[:4]
        self.fragment = '#e1.' + base64.urlsafe_b64encode(body + checksum).decode().rstrip('=')
        self.ice_password = base64.b64encode(hkdf(self.secret, b'evenkeel e1 ice-pwd', 24))
        self.knock_key = hkdf(self.secret, b'evenkeel e1 knock', 16)

    def open_knock(self, text):
        """Raises where it was not sealed for this link."""
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        sealed = base64.b64decode(text + b'=' * (-len(text) % 4), validate=True)
        return Knock(sealed[:12], AESGCM(self.knock_key).decrypt(sealed[:12], sealed[12:], None))


class Knock:
    def __init__(self, nonce, plain):
        if len(plain) != 72:
            raise ValueError(f'a knock of {len(plain)} bytes')
        self.nonce, self.version, self.fingerprint = nonce, plain[0], plain[1:33]
        self.ice_password = plain[33:65].rstrip(b'\0')
        self.vp8, self.rtx, self.opus = plain[65:68]
        self.transport_wide_id, self.capture_time_id = plain[68] >> 4, plain[68] & 15
        self.congestion_feedback, self.transport_wide = bool(plain[69] & 1), bool(plain[69] & 2)
        self.remb, self.native = bool(plain[69] & 4), bool(plain[69] & 8)
        self.sends_video, self.receives_video = bool(plain[70] & 1), bool(plain[70] & 2)
        self.sends_audio, self.receives_audio = bool(plain[70] & 4), bool(plain[70] & 8)
        self.audio_level_id = plain[71] & 15
        self.unused = (plain[69] >> 4, plain[70] >> 4, plain[71] >> 4)


def number(listener, caller):
    derived = hashlib.pbkdf2_hmac('sha256', listener + caller, b'evenkeel e1 number', 2 ** 17, 20)
    return ' '.join(f'{int.from_bytes(derived[at:at + 4], "big") % 10000:04d}' for at in range(0, 20, 4))
