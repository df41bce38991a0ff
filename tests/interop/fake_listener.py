"""A listener that is made up: it opens knocks, answers checks and, with a certificate, handshakes."""
import queue
import select
import socket
import threading

import stun
from dtls import DtlsServer


def own_address(family=socket.AF_INET):
    """One of this machine's that is not loopback, or None; nothing is sent."""
    with socket.socket(family, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(('192.0.2.1' if family == socket.AF_INET else '2001:db8::1', 9))
            return probe.getsockname()[0]
        except OSError:
            return None


class FakeListener:
    """`link`: set before the first check comes. `answers`: whether anything is answered. `certificate`: shown in DTLS,
    or None: nobody answers the ClientHello."""

    def __init__(self, host, certificate=None):
        self.socket = socket.socket(socket.AF_INET6 if ':' in host else socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((host, 0))
        self.address = self.socket.getsockname()[:2]
        self.certificate, self.link, self.answers = certificate, None, True
        self.knocks, self.checks, self.faults, self.client_hellos = [], queue.Queue(), [], queue.Queue()
        self.nonces, self.sources, self.servers, self.media = {}, {}, {}, 0
        self.running = True
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def close(self):
        self.running = False
        self.thread.join()
        self.socket.close()

    def run(self):
        while self.running:
            if select.select([self.socket], [], [], 0.1)[0]:
                self.take(*self.socket.recvfrom(4096))
            for server in self.servers.values():
                server.on_time()

    def take(self, data, source):
        if data[0] < 4:
            self.take_check(data, source)
        elif 20 <= data[0] <= 63:
            self.take_dtls(data, source)
        else:
            self.media += 1

    def take_check(self, data, source):
        message = stun.Message(data)
        if message.type != stun.BINDING_REQUEST:
            return
        username = message.attributes.get(stun.USERNAME, b'')
        text = username.split(b':')[0]
        try:
            knock = self.link.open_knock(text)
        except Exception as error:  # whatever it is, it is no knock
            self.faults.append(f'a check whose knock does not open: {error!r}')
            return
        if not message.is_signed_with(self.link.ice_password) or not message.has_fingerprint():
            self.faults.append('a check that is not signed with the password of the link')
            return
        if knock.nonce not in [known.nonce for known in self.knocks]:
            self.knocks.append(knock)
        self.checks.put((len(text), len(username), len(data)))
        self.nonces[source] = knock.nonce
        if self.answers:
            self.socket.sendto(stun.binding_response(message, source, self.link.ice_password), source)

    def take_dtls(self, data, source):
        # Handshake record of any DTLS, ClientHello: RFC 6347, section 4.
        if data[0] == 22 and data[1] == 0xFE and data[13] == 1:
            self.client_hellos.put(len(data))
        nonce = self.nonces.get(source)
        if not self.certificate or not self.answers or not nonce:
            return
        # One association for each knock, whichever of its pairs of addresses the browser takes.
        self.sources[nonce] = source
        if nonce not in self.servers:
            self.servers[nonce] = DtlsServer(self.certificate, lambda datagram: self.send(datagram, nonce))
        self.servers[nonce].take(data)

    def send(self, datagram, nonce):
        if self.answers:
            self.socket.sendto(datagram, self.sources[nonce])

    def last_server(self):
        return list(self.servers.values())[-1] if self.servers else None
