"""A media server's front by HTTP (RFC 9725) that takes calls and never sends media: enough to see what a client asks
for, and what it says to answers of all kinds. By the path of a POST: /ok takes the call, /404 answers 404, /slow never
answers, /late-3 takes it after 3 s, and so on. Each request is a line of the log: method, path, whether a token came,
content type.

    servers.py LOG PORT-FILE [CERTIFICATE KEY]
"""

import http.server
import os
import ssl
import sys
import threading
import time

log_lock = threading.Lock()


def answer_to(offer):
    """What a server with one address, at which nobody answers, would say to this offer."""
    video = offer[offer.index("m=video"):].split("m=audio")[0]
    attributes = dict(line[2:].split(":", 1) for line in video.splitlines() if line.startswith("a=") and ":" in line)
    direction = "recvonly" if "a=sendonly" in offer else "sendonly"
    lines = [
        "v=0", "o=- 1 1 IN IP4 0.0.0.0", "s=-", "t=0 0", "a=group:BUNDLE " + attributes["mid"], "a=ice-lite",
        "m=video 9 UDP/TLS/RTP/SAVPF 96", "c=IN IP4 0.0.0.0", "a=mid:" + attributes["mid"], "a=rtcp-mux",
        "a=ice-ufrag:serv", "a=ice-pwd:0123456789012345678901", "a=fingerprint:sha-256 " + ":".join(["AB"] * 32),
        "a=setup:passive", "a=" + direction, "a=rtpmap:96 VP8/90000", "a=rtcp-fb:96 nack pli",
        "a=candidate:1 1 udp 2130706431 127.0.0.1 9 typ host", "a=end-of-candidates",
    ]
    if "m=audio" in offer:  # refused, as each medium of an offer has its answer
        lines += ["m=audio 0 UDP/TLS/RTP/SAVPF 111", "c=IN IP4 0.0.0.0", "a=inactive", "a=mid:1"]
    return "\r\n".join(lines) + "\r\n"


class Front(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *arguments):
        pass

    def note(self):
        token = self.headers.get("Authorization", "none").replace(" ", "_")
        with log_lock, open(sys.argv[1], "a") as log:
            log.write(f"{self.command} {self.path} {token} {self.headers.get('Content-Type')}\n")

    def reply(self, status, body="", **headers):
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body.encode())

    def take(self, body, location="/resource"):
        self.reply(201, body, Content_Type="application/sdp", Location=location)

    def do_POST(self):
        offer = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.note()
        path = self.path[1:].partition("?")[0]
        if path.isdigit():
            self.reply(int(path))
        elif path == "loop":
            self.reply(307, Location="/loop")
        elif path == "there":
            self.reply(308, Location="/ok")
        elif path == "away":
            self.reply(307, Location=os.environ["ELSEWHERE"])
        elif path.startswith("late-"):
            time.sleep(float(path[5:]))
            self.take(answer_to(offer), "/resource-" + path)
        elif path == "quick":
            self.take(answer_to(offer), "/resource-quick")
        elif path == "slow":
            time.sleep(60)
        elif path == "nonsense":
            self.take("v=0\r\nthis is no answer\r\n")
        elif path == "h264":
            self.take(answer_to(offer).replace("VP8", "H264"))
        elif path == "nofingerprint":
            self.take("".join(line for line in answer_to(offer).splitlines(True) if "fingerprint" not in line))
        elif path == "nolocation":
            self.reply(201, answer_to(offer), Content_Type="application/sdp")
        else:
            self.take(answer_to(offer))

    def do_DELETE(self):
        self.note()
        self.reply(200)


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Front)
server.daemon_threads = True
if len(sys.argv) > 3:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server.socket = context.wrap_socket(server.socket, server_side=True)
with open(sys.argv[2] + ".new", "w") as port:
    port.write(str(server.server_address[1]))
os.rename(sys.argv[2] + ".new", sys.argv[2])
server.serve_forever()
