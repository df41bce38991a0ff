"""Recordings of Janus (MJR, its own format: record.c) made readable for others."""
import json
import struct


def packets(data, codec='vp8'):
    """RTP packets, in the order in which they came."""
    size, = struct.unpack_from('!H', data, 8)
    told = json.loads(data[10:10 + size])
    if told.get('c') != codec:
        raise ValueError(f'a recording of {told}')
    at = 10 + size
    while at + 10 <= len(data):
        if data[at:at + 4] != b'MEET':
            raise ValueError('no MJR')
        size, = struct.unpack_from('!H', data, at + 8)
        yield data[at + 10:at + 10 + size]
        at += 10 + size


def payload_of(packet):
    """RFC 3550, section 5.1."""
    at = 12 + 4 * (packet[0] & 15)
    if packet[0] & 0x10:
        at += 4 + 4 * struct.unpack_from('!H', packet, at + 2)[0]
    return packet[at:len(packet) - packet[-1] if packet[0] & 0x20 else None]


def frame_part(payload):
    """Whether a frame begins, and its bytes (RFC 7741, section 4.2)."""
    at = 1
    if payload[0] & 0x80:
        extension, at = payload[1], 2
        if extension & 0x80:
            at += 2 if payload[at] & 0x80 else 1
        at += bool(extension & 0x40) + bool(extension & 0x30)
    return payload[0] & 0x17 == 0x10, payload[at:]


def write_ivf(source, target):
    """VP8 in IVF."""
    frames = []
    by_number = {}
    for packet in packets(source.read_bytes()):
        by_number.setdefault(struct.unpack_from('!HI', packet, 2), packet)
    # In the order of time; numbers wrap, but not within a frame's few hundred.
    for (_, time), packet in sorted(by_number.items(), key=lambda item: (item[0][1], (item[0][0] + 32768) % 65536 if
                                                                         item[0][0] < 16384 else item[0][0])):
        if payload := payload_of(packet):
            begins, part = frame_part(payload)
            if begins:
                frames.append((time, bytearray()))
            if frames and frames[-1][0] == time:
                frames[-1][1].extend(part)
    with open(target, 'wb') as file:
        file.write(b'DKIF' + struct.pack('<HH4sHHIIII', 0, 32, b'VP80', 640, 360, 90000, 1, len(frames), 0))
        for time, frame in frames:
            file.write(struct.pack('<IQ', len(frame), time) + frame)
