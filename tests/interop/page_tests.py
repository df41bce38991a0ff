"""What the page does in a browser, with a listener that is made up: each function is one test."""
import queue
import re
import socket
import time

from call_link import Link, number
from fake_listener import FakeListener, own_address
from page_server import PageServer


class Bench:
    """What a test has: a browser, the page and its server, certificates, a folder for pictures. Listeners are at
    `host`. `congestion_feedback`: whether the browser offers RFC 8888."""

    def __init__(self, browser, server, page, certificates, out, host, congestion_feedback):
        self.congestion_feedback = congestion_feedback
        self.browser, self.server, self.page, self.out, self.host = browser, server, page, out, host
        self.certificate, self.other_certificate = certificates

    def open(self, fragment, url=None):
        self.browser.open('about:blank')  # else a change of the fragment alone would not load the page
        self.browser.open((url or self.server.url) + fragment)

    def picture(self, name):
        self.browser.save_screenshot(self.out / f'{self.browser.name}-{name}.png')

    def listen(self, certificate=None, link_certificate=None):
        listener = FakeListener(self.host, certificate)
        listener.link = Link([listener.address], (link_certificate or certificate or self.certificate).fingerprint)
        return listener

    def wait_for_text(self, selector, expected, seconds):
        self.browser.wait_until(lambda: expected in self.browser.text(selector), seconds,
                                f'"{expected}" in {selector}, which says "{self.browser.text(selector)}"')


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def end_call(bench):
    if bench.browser.shown('#hang-up'):
        bench.browser.press('Hang up')


def test_knock(bench):
    """The knock in the answer's ice-ufrag is taken, opens, and leads to a ClientHello."""
    listener = bench.listen()
    try:
        bench.open(listener.link.fragment)
        expect('#' not in bench.browser.url(), 'the link stays in the address bar')
        bench.picture('invited')
        bench.browser.press('Call with camera')
        ufrag, username, check = listener.checks.get(timeout=20)
        knock = listener.knocks[0]
        expect(ufrag == 134, f'an ice-ufrag of {ufrag} characters')
        expect(134 + 1 + 4 <= username < 513, f'a USERNAME of {username} bytes')
        expect(knock.version == 1 and knock.unused == (0, 0, 0) and not knock.native, 'bytes of the knock')
        expect(22 <= len(knock.ice_password) <= 32, f'an ice-pwd of {len(knock.ice_password)} characters')
        types = {knock.vp8, knock.rtx, knock.opus}
        expect(len(types) == 3 and min(types) > 34, f'payload types {types}')
        expect(1 <= knock.transport_wide_id <= 14 and knock.transport_wide and knock.remb, 'feedback')
        expect(1 <= knock.audio_level_id <= 14 and knock.audio_level_id != knock.transport_wide_id, 'level of sound')
        expect(knock.sends_video and knock.receives_video and knock.sends_audio and knock.receives_audio, 'directions')
        hello = listener.client_hellos.get(timeout=10)
        expect(100 < hello < 1500, f'a ClientHello of {hello} bytes')
        bench.picture('calling')
        expect(not listener.faults, f'{listener.faults}')
        expect(knock.congestion_feedback == bench.congestion_feedback, 'RFC 8888')
        return (f'USERNAME {username} bytes in a check of {check}, ClientHello {hello}; VP8 {knock.vp8}, '
                f'rtx {knock.rtx}, Opus {knock.opus}; numbers {knock.transport_wide_id}, level {knock.audio_level_id}')
    finally:
        listener.close()


def test_without_camera(bench):
    """Without a camera the knock says that it sends sound only."""
    listener = bench.listen()
    try:
        bench.open(listener.link.fragment)
        bench.browser.press('Call without a camera')
        listener.client_hellos.get(timeout=20)
        knock = listener.knocks[0]
        expect(knock.receives_video and not knock.sends_video and knock.sends_audio, 'directions')
        bench.browser.press('Cancel')
        bench.wait_for_text('#text', 'You cancelled the call.', 5)
    finally:
        listener.close()


def test_ipv6(bench):
    """A link with two addresses: one is dead, the other of IPv6 answers."""
    host = '::1' if bench.host == '127.0.0.1' else own_address(socket.AF_INET6)
    if not host:
        return 'left out: this machine has no address of IPv6 but loopback'
    listener = FakeListener(host)
    try:
        listener.link = Link([('192.0.2.77', 5004), listener.address], bench.certificate.fingerprint)
        bench.open(listener.link.fragment)
        bench.browser.press('Call without a camera')
        listener.client_hellos.get(timeout=20)
    finally:
        listener.close()


def connect(bench, listener, camera=True):
    bench.open(listener.link.fragment)
    bench.browser.press('Call with camera' if camera else 'Call without a camera')
    bench.browser.wait_until(lambda: bench.browser.state() == 'ringing', 30, 'it rings')


def test_keys(bench):
    """DTLS with the certificate of the link; the caller's is the knock's; the number; mute; hang up; call again."""
    listener = bench.listen(bench.certificate)
    try:
        connect(bench, listener)
        server, knock = listener.last_server(), listener.knocks[-1]
        expect(server.caller_fingerprint() == knock.fingerprint, 'the certificate in DTLS is not that of the knock')
        expect(bench.browser.text('#number') == number(bench.certificate.fingerprint, knock.fingerprint), 'the number')
        bench.wait_for_text('#notice', 'It rings there', 5)
        bench.browser.wait_until(lambda: listener.media > 20, 10, 'packets with the picture of the camera')
        bench.browser.click('css selector', '#secure summary')
        bench.browser.press('Statistics')
        bench.wait_for_text('#statistics', f'{bench.host}:{listener.address[1]}', 5)
        bench.picture('statistics')
        transport = [entry for entry in bench.browser.statistics() if entry['type'] == 'transport']
        expect(not transport or transport[0]['dtlsState'] == 'connected', 'getStats of the call')
        bench.browser.press('Statistics')
        bench.browser.press('Camera off')
        bench.wait_for_text('#own-text', 'Camera is off', 2)
        bench.picture('camera-off')
        bench.browser.press('Hang up')
        bench.wait_for_text('#text', 'You hung up.', 5)
        bench.browser.wait_until(server.has_parted, 5, 'close_notify')
        bench.picture('over')
        bench.browser.press('Call again')
        bench.browser.wait_until(lambda: bench.browser.state() == 'ringing', 30, 'it rings again')
        expect(listener.knocks[-1].fingerprint != knock.fingerprint, 'two calls with one certificate')
        return f'{server.srtp_profile()}, number checked'
    finally:
        end_call(bench)
        listener.close()


def test_declined(bench):
    """close_notify while it rings: declined."""
    listener = bench.listen(bench.certificate)
    try:
        connect(bench, listener)
        listener.last_server().part()
        bench.wait_for_text('#text', 'The other side declined the call.', 20)
    finally:
        end_call(bench)
        listener.close()


def test_stranger(bench):
    """Another certificate than the link's: no keys, and the page says why."""
    listener = bench.listen(bench.other_certificate, bench.certificate)
    try:
        bench.open(listener.link.fragment)
        bench.browser.press('Call with camera')
        bench.wait_for_text('#problem', 'not the one that the link names: somebody may be in between', 30)
        expect(listener.media == 0, 'media went to a stranger')
        bench.picture('stranger')
    finally:
        listener.close()


def test_silence(bench):
    """Nobody answers: the knock is named, and each address with what came back."""
    listener = bench.listen()
    listener.answers = False
    try:
        bench.open(listener.link.fragment)
        bench.browser.press('Call with camera')
        bench.wait_for_text('#problem', 'Nobody answered.', 20)
        bench.wait_for_text('#problem', f'{bench.host}:{listener.address[1]}: no answer', 1)
        bench.picture('silence')
    finally:
        listener.close()


def test_lost_path(bench):
    """A path that dies: it knocks again with the same certificate, and the call goes on."""
    listener = bench.listen(bench.certificate)
    try:
        connect(bench, listener)
        listener.answers, start = False, time.monotonic()
        bench.browser.wait_until(lambda: len(listener.knocks) > 1, 20, 'it knocks again')
        knocked = time.monotonic() - start
        bench.wait_for_text('#notice', 'knocking again', 5)
        listener.answers, start = True, time.monotonic()
        bench.browser.wait_until(lambda: bench.browser.paths() == 2, 20, 'another path')
        reached = time.monotonic() - start
        first, last = listener.knocks[0], listener.knocks[-1]
        expect(first.fingerprint == last.fingerprint, 'another certificate in the knock')
        expect(listener.last_server().caller_fingerprint() == first.fingerprint, 'another certificate in DTLS')
        bench.wait_for_text('#notice', 'It rings there', 5)
        expect(bench.browser.state() == 'ringing', bench.browser.state())
        return f'knocks {knocked:.1f} s after the path died, there {reached:.1f} s after it lives'
    finally:
        end_call(bench)
        listener.close()


def test_silent_path(bench):
    """Pictures that stop while ICE sees nothing: it knocks again after some 3 s."""
    if bench.browser.name != 'chromium':
        return 'left out: the counters are made up in Chromium only'
    listener = bench.listen(bench.certificate)
    try:
        connect(bench, listener)
        start = time.monotonic()
        bench.browser.script("""
            const report = { type: 'inbound-rtp', kind: 'video', bytesReceived: 5000, framesDecoded: 7 };
            RTCPeerConnection.prototype.getStats = async () => new Map([['video', report]]);""")
        bench.browser.wait_until(lambda: bench.browser.paths() == 2, 6, 'another path')
        expect(bench.browser.state() == 'in call', bench.browser.state())
        return f'another path after {time.monotonic() - start:.1f} s'
    finally:
        end_call(bench)
        listener.close()


def test_camera_refused(bench):
    """A camera that is refused gets its sentence, and the call goes on without one."""
    listener = bench.listen()
    try:
        bench.open(listener.link.fragment)
        bench.browser.refuse('video', 'audio')
        bench.browser.press('Call with camera')
        bench.wait_for_text('#problem', 'The browser did not let this page use the camera.', 10)
        bench.picture('no-camera')
        bench.browser.press('Call without a camera')
        listener.client_hellos.get(timeout=20)
        expect(not listener.knocks[0].sends_video and not listener.knocks[0].sends_audio, 'directions')
    finally:
        listener.close()


def test_no_microphone(bench):
    """A camera without a microphone: the call is made, and says so; with one, mute silences its meter."""
    listener = bench.listen(bench.certificate)
    try:
        bench.open(listener.link.fragment)
        bench.browser.refuse('audio')
        bench.browser.press('Call with camera')
        bench.browser.wait_until(lambda: bench.browser.state() == 'ringing', 30, 'it rings')
        expect(listener.knocks[0].sends_video and not listener.knocks[0].sends_audio, 'directions')
        bench.wait_for_text('#microphone', 'No microphone', 2)
        end_call(bench)
        connect(bench, listener, camera=False)
        expect(listener.knocks[-1].sends_audio and not listener.knocks[-1].sends_video, 'directions')
        said = 'return document.getElementById("said").value;'
        if bench.browser.name == 'chromium':  # Firefox, headless, has nothing that its meters could be driven by
            bench.browser.wait_until(lambda: bench.browser.script(said) > 0, 5, 'the meter moves')
        bench.browser.press('Mute')
        bench.wait_for_text('#microphone', 'Unmute', 2)
        time.sleep(0.5)
        expect(bench.browser.script(said) == 0, 'the meter moves while it is muted')
    finally:
        end_call(bench)
        listener.close()


def test_links(bench):
    """Links that are no good get their sentence, and a good one can be pasted."""
    good = Link([('192.0.2.1', 5004), ('2001:db8::7', 5004)], bench.certificate.fingerprint).fragment
    changed = good[:20] + ('A' if good[20] != 'A' else 'B') + good[21:]
    newer = Link([('192.0.2.1', 5004)], bench.certificate.fingerprint, version=2).fragment
    cases = [('', '#text', 'leaves the address bar'), ('#hello', '#problem', 'not the link of a call'),
             (good[:-9], '#problem', 'This link is damaged'), (changed, '#problem', 'This link is damaged'),
             ('#e2.AAAA', '#problem', 'needs a newer Evenkeel'), (newer, '#problem', 'needs a newer Evenkeel'),
             ('#e1.', '#problem', 'This link is damaged'), ('#e1.A*', '#problem', 'This link is damaged'),
             (Link([('224.0.0.1', 5004)], bench.certificate.fingerprint).fragment, '#problem', 'This link is damaged'),
             (Link([('192.0.2.1', 0)], bench.certificate.fingerprint).fragment, '#problem', 'This link is damaged'),
             (Link([('192.0.2.1', 1)] * 7, bench.certificate.fingerprint).fragment, '#problem', 'This link is damaged'),
             (Link([('::ffff:192.0.2.1', 1)], bench.certificate.fingerprint).fragment, '#problem',
              'This link is damaged'),
             (Link([], bench.certificate.fingerprint).fragment, '#problem', 'This link is damaged')]
    for fragment, selector, sentence in cases:
        bench.open(fragment)
        bench.wait_for_text(selector, sentence, 5)
        expect('#' not in bench.browser.url(), 'the link stays in the address bar')
    bench.picture('damaged')
    bench.browser.type('#pasted', f' <https://calls.example/{good}>. ')
    bench.browser.press('Open')
    bench.wait_for_text('#title', 'You are invited to a call', 5)
    return f'{len(cases)} links'


def test_second_link(bench):
    """A link that is opened in the tab where the page is already."""
    good = Link([('192.0.2.1', 5004)], bench.certificate.fingerprint).fragment
    bench.open('')
    bench.browser.open(bench.server.url + good)
    bench.wait_for_text('#title', 'You are invited to a call', 5)
    expect('#' not in bench.browser.url(), 'the link stays in the address bar')


def test_sends_nothing(bench):
    """The policy holds: neither fetch nor pictures nor scripts of others; the server was asked for the page alone."""
    bench.open('')
    blocked = bench.browser.async_script('''
        const done = arguments[arguments.length - 1];
        const image = new Promise(resolve => {
          const picture = new Image();
          picture.onerror = () => resolve("blocked");
          picture.onload = () => resolve("loaded");
          picture.src = "/picture";
        });
        const script = new Promise(resolve => {
          const other = document.createElement("script");
          other.textContent = "window.intruder = 1";
          document.body.append(other);
          resolve(window.intruder || (window.wrappedJSObject || {}).intruder ? "ran" : "blocked");
        });
        const request = fetch("/data").then(() => "sent", () => "blocked");
        Promise.all([image, script, request]).then(done);''')
    expect(blocked == ['blocked'] * 3, f'{blocked}')
    foreign = [path for path in bench.server.asked if path != '/']
    expect(not foreign, f'the server was asked for {foreign}')
    return f'{len(bench.server.asked)} times the page, nothing else'


def test_file(bench):
    """As a file it calls as well."""
    listener = bench.listen()
    try:
        bench.open(listener.link.fragment, bench.page.as_uri())
        expect('#' not in bench.browser.url(), 'the link stays in the address bar')
        bench.browser.press('Call without a camera')
        listener.client_hellos.get(timeout=20)
    finally:
        listener.close()


def test_insecure(bench):
    """From http and another host than this one, it says that calls cannot be made from there."""
    host = own_address()
    if not host:
        return 'left out: this machine has no address but loopback'
    server = PageServer(bench.page, host)
    try:
        bench.open('#e1.AAAA', server.url)
        bench.wait_for_text('#title', 'Calls cannot be made from here', 5)
        expect('#' not in bench.browser.url(), 'the link stays in the address bar')
        bench.picture('insecure')
    finally:
        server.close()


TESTS = [test_knock, test_without_camera, test_ipv6, test_keys, test_declined, test_stranger, test_silence,
         test_lost_path, test_silent_path, test_camera_refused, test_no_microphone, test_links, test_second_link,
         test_sends_nothing, test_file, test_insecure]


def run_tests(bench, report, only=None):
    """Reports each test by a line; returns whether all passed."""
    failed = 0
    for test in TESTS:
        if only and not re.search(only, test.__name__):
            continue
        title = test.__doc__.split('\n')[0]
        try:
            report('ok', title, test(bench) or '')
        except queue.Empty:
            failed += 1
            report('FAILED', title, f'the listener waited in vain; the page says "{bench.browser.text("body")}"')
            bench.picture(f'{test.__name__}-failed')
        except Exception as error:  # a test that fails does not keep the others from running
            failed += 1
            report('FAILED', title, f'{type(error).__name__}: {error}')
            bench.picture(f'{test.__name__}-failed')
    return failed == 0
