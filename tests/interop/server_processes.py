"""Media servers for a test: each started with ports and folders of its own, and ended."""
import base64
import contextlib
import hashlib
import hmac
import json
import pathlib
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

import peers
from browsers import free_port
from call_tests import expect

HERE = pathlib.Path(__file__).resolve().parent
JANUS = pathlib.Path('/usr/lib/x86_64-linux-gnu/janus')


@contextlib.contextmanager
def running(command, log):
    """Ends with the test, however that ends."""
    with open(log, 'w') as file:
        process = subprocess.Popen(['setpriv', '--pdeathsig', 'TERM', *map(str, command)], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=file, text=True)
        try:
            yield process
        finally:
            process.terminate()
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            process.stdout.close()


def get(url, body=None, **headers):
    with urllib.request.urlopen(urllib.request.Request(url, body, headers), timeout=10) as answer:
        return answer.read().decode()


def wait_for(url, seconds=20):
    end = time.monotonic() + seconds
    while True:
        with contextlib.suppress(OSError):
            return get(url)
        expect(time.monotonic() < end, f'nobody answers at {url}')
        time.sleep(0.2)


class Sfu:
    """peers/pion/sfu; it wants a token. Without sound it rejects that."""

    def __init__(self, sound=True):
        self.sound = sound

    @contextlib.contextmanager
    def serve(self, folder):
        self.token, self.folder = 'a-token', folder
        command = [peers.pion() / 'sfu', '-token', self.token, '-record', folder, f'-sound={self.sound}']
        with running(command, folder / 'sfu.log') as process:
            self.url = process.stdout.readline().strip()
            self.whip, self.whep = f'{self.url}/whip/room', f'{self.url}/whep/room'
            yield self

    def room(self):
        """What passed: frames, and packets of sound."""
        return json.loads(get(f'{self.url}/statistics'))['rooms']['room']

    def sessions(self):
        return json.loads(get(f'{self.url}/statistics'))['sessions']

    def forget(self):
        """It loses the way to all that are in a call."""
        get(f'{self.url}/forget', b'')

    def recording(self):
        return self.folder / 'room.ivf'


class Janus:
    """Debian's, with VideoRoom alone, and a front that speaks WHIP."""

    CONFIGURATION = {
        'janus.jcfg': 'general: {{ debug_level = 3; plugins_folder = "{folder}/plugins"; session_timeout = 60 }}\n'
                      'media: {{ ipv6 = false }}\n',
        'janus.transport.http.jcfg': 'general: {{ http = true; ip = "127.0.0.1"; port = {port} }}\n',
        'janus.plugin.videoroom.jcfg': 'room-1: {{ publishers = 1; videocodec = "vp8"; bitrate = 4000000; fir_freq = 0\n'
                                       '  record = true; rec_dir = "{folder}" }}\n',
    }

    @contextlib.contextmanager
    def serve(self, folder):
        self.token, self.folder, port = '', folder, free_port()
        (folder / 'plugins').mkdir()
        shutil.copy2(JANUS / 'plugins/libjanus_videoroom.so', folder / 'plugins')
        for name, text in self.CONFIGURATION.items():
            (folder / name).write_text(text.format(folder=folder, port=port))
        front = [sys.executable, HERE / 'peers/janus_front.py', f'http://127.0.0.1:{port}/janus', 1]
        with running(['janus', '-F', folder, '-L', folder / 'janus.log', '-C', folder / 'janus.jcfg'],
                     folder / 'janus.err') as janus:
            with contextlib.suppress(urllib.error.HTTPError):
                wait_for(f'http://127.0.0.1:{port}/janus/info')
            expect(janus.poll() is None, 'Janus ended')
            with running(front, folder / 'front.log') as process:
                self.url = process.stdout.readline().strip()
                self.whip = f'{self.url}/whip'
                yield self

    def recording(self):
        from mjr import write_ivf
        written, = self.folder.glob('*-video-*.mjr')
        write_ivf(written, self.folder / 'room.ivf')
        return self.folder / 'room.ivf'

    def sounds(self):
        """Packets of sound that it recorded."""
        from mjr import packets
        written, = self.folder.glob('*-audio-*.mjr')
        return sum(1 for _ in packets(written.read_bytes(), 'opus'))


class LiveKit:
    """Its own WHIP endpoint; what it got, it tells by its API and its metrics."""

    KEY, SECRET, ROOM = 'devkey', 'secret-of-a-test-that-is-long-enough', 'room'

    @contextlib.contextmanager
    def serve(self, folder):
        self.url = f'http://127.0.0.1:{free_port()}'
        self.metrics = free_port()
        configuration = {
            'port': int(self.url.rpartition(':')[2]), 'bind_addresses': ['127.0.0.1'], 'prometheus_port': self.metrics,
            'rtc': {'udp_port': free_port(), 'tcp_port': free_port(), 'enable_loopback_candidate': True,
                    'use_external_ip': False, 'node_ip': '127.0.0.1'},
            'keys': {self.KEY: self.SECRET},
        }
        (folder / 'livekit.yaml').write_text(json.dumps(configuration))  # JSON is YAML
        self.token = self.make_token({'room': self.ROOM, 'roomJoin': True, 'canPublish': True}, 'evenkeel')
        self.whip = f'{self.url}/whip/v1'
        with running([self.program(), '--config', folder / 'livekit.yaml'], folder / 'livekit.log'):
            wait_for(self.url)
            yield self

    @staticmethod
    def program():
        return peers.livekit() / 'server'

    def make_token(self, grants, identity=''):
        """A JSON Web Token (RFC 7519) by HS256."""
        def part(value):
            return base64.urlsafe_b64encode(value).rstrip(b'=')
        claims = {'iss': self.KEY, 'sub': identity, 'exp': int(time.time()) + 3600, 'video': grants}
        text = part(b'{"alg":"HS256","typ":"JWT"}') + b'.' + part(json.dumps(claims).encode())
        return (text + b'.' + part(hmac.new(self.SECRET.encode(), text, hashlib.sha256).digest())).decode()

    def participants(self):
        token = self.make_token({'room': self.ROOM, 'roomAdmin': True})
        headers = {'Authorization': f'Bearer {token}', 'Content-Type': 'application/json'}
        told = get(f'{self.url}/twirp/livekit.RoomService/ListParticipants', json.dumps({'room': self.ROOM}).encode(),
                   **headers)
        return json.loads(told)['participants']

    def bytes_in(self):
        rows = get(f'http://127.0.0.1:{self.metrics}/metrics').splitlines()
        return sum(float(row.rsplit(' ', 1)[1]) for row in rows
                   if row.startswith('livekit_packet_bytes{') and 'direction="incoming"' in row)
