#!/usr/bin/python3
"""Calls by a link that it reads from standard input, returns the pictures that it gets, and tells what came as JSON.

  aiortc_caller.py SECONDS"""
import asyncio
import ipaddress
import json
import os
import pathlib
import re
import sys

import aioice.ice
from aiortc import RTCConfiguration, RTCPeerConnection, RTCSessionDescription, VideoStreamTrack
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

sys.dont_write_bytecode = True
sys.path.append(str(pathlib.Path(__file__).resolve().parents[1]))
from call_link import ReadLink, ice_chars, number  # noqa: E402


class Offer:
    """The parts of an offer that the knock names."""

    def __init__(self, sdp):
        def find(expression):
            found = re.search(expression, sdp, re.MULTILINE)
            return found[1] if found else ''
        self.vp8 = find(r'^a=rtpmap:(\d+) VP8/90000')
        self.rtx = find(rf'^a=fmtp:(\d+) apt={self.vp8}\s*$')
        self.password, self.mid = find(r'^a=ice-pwd:(\S+)'), find(r'^a=mid:(\S+)')
        self.fingerprint = bytes.fromhex(find(r'^a=fingerprint:sha-256 (\S+)').replace(':', ''))
        feedback = re.findall(rf'^a=rtcp-fb:{self.vp8} (.*?)\s*$', sdp, re.MULTILINE)
        if {'transport-cc', 'ack ccfb'} & set(feedback):
            raise ValueError('this aiortc tells arrivals: its knock must say so')
        self.feedback = [one for one in ('goog-remb', 'nack', 'nack pli') if one in feedback]


def seal_knock(link, offer):
    plain = (bytes([1]) + offer.fingerprint + offer.password.encode().ljust(32, b'\0') +
             bytes([int(offer.vp8), int(offer.rtx), 0, 0, 4 if 'goog-remb' in offer.feedback else 0, 1 | 2, 0]))
    nonce = os.urandom(12)
    return ice_chars(nonce + AESGCM(link.knock_key).encrypt(nonce, plain, None))


def write_answer(link, offer, knock):
    lines = ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', 't=0 0', f'a=group:BUNDLE {offer.mid}',
             f'm=video 9 UDP/TLS/RTP/SAVPF {offer.vp8} {offer.rtx}', 'c=IN IP4 0.0.0.0', f'a=mid:{offer.mid}',
             'a=sendrecv', 'a=rtcp-mux', f'a=rtpmap:{offer.vp8} VP8/90000', f'a=rtpmap:{offer.rtx} rtx/90000',
             f'a=fmtp:{offer.rtx} apt={offer.vp8}', *(f'a=rtcp-fb:{offer.vp8} {one}' for one in offer.feedback),
             f'a=ice-ufrag:{knock}', f'a=ice-pwd:{link.ice_password.decode()}',
             'a=fingerprint:sha-256 ' + link.fingerprint.hex(':').upper(), 'a=setup:passive']
    lines += [f'a=candidate:{i + 1} 1 udp {(126 << 24) + ((65535 - i) << 8) + 255} {host} {port} typ host'
              for i, (host, port) in enumerate(link.addresses)]  # RFC 8445, section 5.1.2.1
    return '\r\n'.join([*lines, 'a=end-of-candidates', ''])


class Echo(VideoStreamTrack):
    """Sends the newest picture that came."""

    def __init__(self):
        super().__init__()
        self.frames, self.newest, self.came = 0, None, asyncio.Event()

    async def take(self, track):
        while True:
            self.newest = await track.recv()
            self.frames += 1
            self.came.set()

    async def recv(self):
        await self.came.wait()
        self.came.clear()
        frame = self.newest
        frame.pts, frame.time_base = await self.next_timestamp()
        return frame


async def call(link, seconds):
    connection, echo, tasks = RTCPeerConnection(RTCConfiguration(iceServers=[])), Echo(), []
    connection.on('track', lambda track: tasks.append(asyncio.ensure_future(echo.take(track))))
    connection.addTrack(echo)
    await connection.setLocalDescription(await connection.createOffer())
    offer = Offer(connection.localDescription.sdp)
    answer = write_answer(link, offer, seal_knock(link, offer))
    await connection.setRemoteDescription(RTCSessionDescription(answer, 'answer'))
    await asyncio.wait_for(echo.came.wait(), 20)
    await asyncio.sleep(seconds)
    frames = echo.frames
    await connection.close()
    for task in tasks:
        task.cancel()
    # aiortc compared both with what was shown.
    print(json.dumps({'frames': frames, 'number': number(link.fingerprint, offer.fingerprint)}))


def main():
    link = ReadLink(sys.stdin.read())
    if all(ipaddress.ip_address(host).is_loopback for host, _ in link.addresses):
        # aiortc passes over loopback.
        aioice.ice.get_host_addresses = lambda **_: [host for host, _ in link.addresses]
    asyncio.get_event_loop().run_until_complete(call(link, float(sys.argv[1])))


if __name__ == '__main__':
    main()
