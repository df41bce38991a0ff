#!/usr/bin/env python3
"""Stands between WHIP and Janus, whose VideoRoom has an HTTP API of its own.

  janus_front.py JANUS ROOM    JANUS: where its API is, http://HOST:PORT/janus

POST /whip publishes into the room (RFC 9725); POST /watch returns an offer of the room's video, and its answer goes by
POST to the Location that came with it. Prints its own address once it listens."""
import http.server
import json
import queue
import secrets
import sys
import threading
import urllib.request

LARGEST = 65536


class Refused(Exception):
    pass


class Handle:
    """One session of Janus with VideoRoom attached; `events` come by long polls, until it is closed."""

    def __init__(self, janus):
        self.url, self.events, self.open = janus, queue.Queue(), True
        self.url = f'{janus}/{self.ask(janus="create")["data"]["id"]}'
        self.session = self.url
        threading.Thread(target=self.poll, daemon=True).start()
        self.url = f'{self.session}/{self.ask(janus="attach", plugin="janus.plugin.videoroom")["data"]["id"]}'

    def ask(self, **words):
        body = json.dumps({**words, 'transaction': secrets.token_hex(8)}).encode()
        with urllib.request.urlopen(urllib.request.Request(self.url, body), timeout=10) as answer:
            told = json.load(answer)
        if told['janus'] == 'error':
            raise Refused(told['error']['reason'])
        return told

    def poll(self):
        while self.open:
            try:
                with urllib.request.urlopen(self.session, timeout=60) as answer:
                    self.events.put(json.load(answer))
            except OSError:
                return

    def message(self, jsep=None, **body):
        """Asks the plugin; returns what its event has."""
        self.ask(janus='message', body=body, **({'jsep': jsep} if jsep else {}))
        while True:
            event = self.events.get(timeout=10)
            data = event.get('plugindata', {}).get('data', {})
            if 'error' in data:
                raise Refused(data['error'])
            if event['janus'] == 'event' and data.get('videoroom') in ('joined', 'attached', 'event'):
                return event

    def close(self):
        self.open, self.url = False, self.session
        self.ask(janus='destroy')


class Front(http.server.BaseHTTPRequestHandler):
    janus, room, handles, publisher = '', 0, {}, None

    def do_POST(self):
        try:
            offer = self.rfile.read(min(LARGEST, int(self.headers['Content-Length'] or 0))).decode()
            {'/whip': self.publish, '/watch': self.watch}.get(self.path, self.answer)(offer)
        except (Refused, queue.Empty, KeyError) as reason:
            self.reply(406, repr(reason))

    def publish(self, offer):
        handle = Handle(self.janus)
        joined = handle.message(request='join', ptype='publisher', room=self.room)
        Front.publisher = joined['plugindata']['data']['id']
        event = handle.message({'type': 'offer', 'sdp': offer}, request='publish', videocodec='vp8')
        self.reply(201, event['jsep']['sdp'], self.keep(handle))

    def watch(self, _):
        handle = Handle(self.janus)
        event = handle.message(request='join', ptype='subscriber', room=self.room, streams=[{'feed': self.publisher}])
        self.reply(201, event['jsep']['sdp'], self.keep(handle))

    def answer(self, answer):
        self.handles[self.path].message({'type': 'answer', 'sdp': answer}, request='start')
        self.reply(200)

    def keep(self, handle):
        place = f'/session/{len(self.handles)}'
        self.handles[place] = handle
        return place

    def do_DELETE(self):
        handle = self.handles.pop(self.path, None)
        if handle:
            handle.close()
        self.reply(200 if handle else 404)

    def do_GET(self):
        self.reply(200)

    def reply(self, status, text='', location=''):
        self.send_response(status)
        self.send_header('Content-Type', 'application/sdp' if location else 'text/plain')
        self.send_header('Content-Length', str(len(text.encode())))
        if location:
            self.send_header('Location', location)
        self.end_headers()
        self.wfile.write(text.encode())


def main():
    Front.janus, Front.room = sys.argv[1], int(sys.argv[2])
    server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Front)
    print(f'http://127.0.0.1:{server.server_port}', flush=True)
    server.serve_forever()


if __name__ == '__main__':
    main()
