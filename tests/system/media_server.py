"""A media server (RFC 9725) as far as a caller sees it: it takes calls by HTTP, answers their checks (ICE-lite) and
shakes hands, counts the media that come, and reads none. By the path of a POST it answers a PATCH: /restart agrees,
/412 and /404 answer that, /stall never answers, /none offers no PATCH. SIGUSR1 makes it forget the credentials that
are in use, as one does that was moved or restarted. A Link names a TURN server where TURN_URL is set. What happens is a
line of the log.

    media_server.py LOG PORT-FILE [HOST CERTIFICATE KEY]
"""

import http.server
import os
import pathlib
import secrets
import select
import signal
import socket
import ssl
import sys
import tempfile
import threading

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent / "interop"))
import stun
from dtls import Certificate, DtlsServer

HOST = sys.argv[3] if len(sys.argv) > 3 else "127.0.0.1"
TURN_URL = os.environ.get("TURN_URL")
log_lock = threading.Lock()


def note(text):
    with log_lock, open(sys.argv[1], "a") as log:
        log.write(text + "\n")


def attribute_of(text, name):
    return next(line.partition(":")[2] for line in text.splitlines() if line.startswith(f"a={name}:"))


class Way:
    """Credentials of both ends, good for checks."""

    def __init__(self, description):
        self.ufrag, self.password = secrets.token_hex(4), secrets.token_hex(12)
        self.username = f"{self.ufrag}:{attribute_of(description, 'ice-ufrag')}".encode()

    def lines(self, port):
        return [f"a=ice-ufrag:{self.ufrag}", f"a=ice-pwd:{self.password}",
                f"a=candidate:1 1 udp 2130706431 {HOST} {port} typ srflx raddr 0.0.0.0 rport 0",
                "a=end-of-candidates"]


class Call:
    """The one that is on: a socket and a handshake of its own."""

    def __init__(self, path, offer):
        self.path, self.way, self.media = path, Way(offer), 0
        self.asked, self.counted = set(), False
        self.socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.socket.bind((HOST, 0))
        self.port, self.peer = self.socket.getsockname()[1], None
        self.dtls = DtlsServer(certificate, self.send)
        threading.Thread(target=self.run, daemon=True).start()

    def send(self, datagram):
        if self.peer:
            self.socket.sendto(datagram, self.peer)

    def run(self):
        while True:
            if select.select([self.socket], [], [], 0.1)[0]:
                self.take(*self.socket.recvfrom(4096))
            self.dtls.on_time()

    def take(self, data, source):
        if data[0] < 4:
            self.take_check(stun.Message(data), source)
        elif 20 <= data[0] <= 63 and source == self.peer:
            self.dtls.take(data)
        elif 128 <= data[0] <= 191 and source == self.peer:
            self.media += 1
            if self.media == 100:
                note(f"media {self.way.ufrag if self.counted else 'first'}")

    def take_check(self, check, source):
        way = self.way
        if check.type != stun.BINDING_REQUEST or not way:
            return
        if check.attributes.get(stun.USERNAME) != way.username or not check.is_signed_with(way.password.encode()):
            return
        if source[0] not in self.asked:
            self.asked.add(source[0])
            note(f"check from {source[0]}")
        if stun.USE_CANDIDATE in check.attributes:
            self.peer = source
        self.socket.sendto(stun.binding_response(check, source, way.password.encode()), source)

    def forget(self):
        self.way = self.peer = None
        note("forgot")

    def restart(self, fragment):
        self.way, self.media, self.counted = Way(fragment), 0, True
        return self.way.lines(self.port)

    def answer(self, offer):
        fingerprint = ":".join(f"{byte:02X}" for byte in certificate.fingerprint)
        direction = "recvonly" if "a=sendonly" in offer else "sendonly"
        return ["v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE 0", "a=ice-lite",
                "m=video 9 UDP/TLS/RTP/SAVPF 96", "c=IN IP4 0.0.0.0", "a=mid:0", "a=rtcp-mux",
                f"a=fingerprint:sha-256 {fingerprint}", "a=setup:passive", f"a={direction}", "a=rtpmap:96 VP8/90000",
                "a=rtcp-fb:96 nack pli", *self.way.lines(self.port)]


class Front(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    call = None

    def log_message(self, *arguments):
        pass

    def reply(self, status, lines=(), **headers):
        body = "".join(line + "\r\n" for line in lines)
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def body(self):
        return self.rfile.read(int(self.headers["Content-Length"])).decode()

    def do_POST(self):
        offer = self.body()
        note(f"POST {self.path}")
        call = Front.call = Call(self.path[1:], offer)
        headers = {} if call.path == "none" else {"ETag": '"first"'}
        if TURN_URL:
            headers["Link"] = (f'<stun:{HOST}>; rel="ice-server", <turns:{HOST}>; rel="ice-server"; username="u"; '
                               f'credential="c", <{TURN_URL}>; rel="ice-server"; username="somebody"; '
                               'credential="a-password"; credential-type="password"')
        self.reply(201, call.answer(offer), Content_Type="application/sdp", Location="/resource", **headers)

    def do_PATCH(self):
        fragment, call = self.body(), Front.call
        note(f"PATCH {self.path} {self.headers.get('If-Match')} {self.headers.get('Content-Type')}")
        if call.path == "stall":
            threading.Event().wait()
        if call.path.isdigit():
            return self.reply(int(call.path))
        self.reply(200, call.restart(fragment), Content_Type="application/trickle-ice-sdpfrag", ETag='"next"')

    def do_DELETE(self):
        note(f"DELETE {self.path}")
        self.reply(200)


signal.signal(signal.SIGUSR1, lambda *_: Front.call.forget())
with tempfile.TemporaryDirectory() as folder:
    certificate = Certificate(folder, "server")
    server = http.server.ThreadingHTTPServer((HOST, 0), Front)
    server.daemon_threads = True
    if len(sys.argv) > 4:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(sys.argv[4], sys.argv[5])
        server.socket = context.wrap_socket(server.socket, server_side=True)
    with open(sys.argv[2] + ".new", "w") as port:
        port.write(str(server.server_address[1]))
    os.rename(sys.argv[2] + ".new", sys.argv[2])
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    server.serve_forever()
