"""Calls through media servers: one Evenkeel publishes, the server tells what it got, and others watch."""
import contextlib
import json
import os
import shutil
import subprocess
import time
import pathlib

from browsers import Chromium
from call_tests import expect
from server_processes import Janus, LiveKit, Sfu
from stacks import count_decoded

RATE = 30  # pictures/s that are sent
SOUNDS = 50  # packets/s of sound


class Call:
    """`evenkeel call` to a server, without a window."""

    def __init__(self, program, folder, name, how, url, token, seconds, options=()):
        self.folder, self.name = folder / name, name
        words = ['setpriv', '--pdeathsig', 'TERM', str(program), 'call', '--headless', how, url, '--duration',
                 f'{seconds}s', '--out', str(self.folder), *options]
        if token:
            file = folder / f'{name}-token'
            with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), 'w') as secret:
                secret.write(token)
            words += ['--token-file', str(file)]
        self.log, self.seconds = open(folder / f'{name}.log', 'w+'), seconds
        self.process = subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def text(self):
        return pathlib.Path(self.log.name).read_text(errors='replace')

    def wait_until_said(self, words, seconds, failure):
        end = time.monotonic() + seconds
        while words not in self.text():
            waits = self.process.poll() is None and time.monotonic() < end
            expect(waits, f'{self.name} {failure}: {self.text()[-300:]}')
            time.sleep(0.05)

    def wait_until_connected(self):
        self.wait_until_said('in a call', 20, 'gets no call')

    def end(self):
        """Waits for it; returns its flows."""
        status = self.process.wait(self.seconds + 30)
        expect(status == 0, f'{self.name} ended with {status}: {self.text()[-300:]}')
        flows = json.loads((self.folder / 'summary.json').read_text())['flows']
        return {name: flow['run'] for name, flow in flows.items()}

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.log.close()


@contextlib.contextmanager
def calling(*words, **named):
    call = Call(*words, **named)
    try:
        yield call
    finally:
        call.close()


def publishing(options, folder, server, seconds):
    return calling(options.program, folder, 'publisher', '--whip', server.whip, server.token, seconds,
                   options=['--source', 'test', '--size', '640x360', '--audio', 'test', '--speaker', 'none'])


@contextlib.contextmanager
def serving(server, out):
    """In a folder of its own, which stays to be looked at."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    with server.serve(out.resolve()) as serves:
        yield serves


def check_recording(flows, path, say):
    """What the server got, decoded here."""
    sent, decoded = flows['outgoing']['framesEncoded']['total'], count_decoded(path)
    figures = f'{decoded} of {sent:.0f} pictures reached the server and decode, ' \
              f'{flows["outgoing"]["sendBitrate"]["mean"] / 1e6:.2f} Mbit/s sent'
    expect(decoded >= 0.95 * sent, f'only {figures}')
    say('passed', 'published', figures)


def check_sounds(packets, seconds, say):
    figures = f'{packets} packets in {seconds:.0f} s'
    expect(0.95 * SOUNDS * seconds <= packets <= 1.05 * SOUNDS * seconds + SOUNDS, f'sound: {figures}')
    say('passed', 'sound reaches the server', figures)


def check_heard(flow, say):
    """The beep: as loud as it was sent (50 ms of each second, a sine of 8000), and little of it made up."""
    heard = (flow['totalAudioEnergy']['total'] / (flow['totalSamplesReceived']['total'] / 48000)) ** 0.5
    beep = 8000 / 32768 * (0.05 / 2) ** 0.5
    concealed = flow['concealedSamples']['total'] / flow['totalSamplesReceived']['total']
    figures = f'level {heard:.4f} heard, {beep:.4f} sent; {100 * concealed:.2f} % concealed'
    expect(abs(heard / beep - 1) <= 0.1 and concealed <= 0.05, f'sound: {figures}')
    say('passed', 'the beep is heard there', figures)


def check_sessions_end(server, say):
    end = time.monotonic() + 10
    while server.sessions() > 0:
        expect(time.monotonic() < end, f'{server.sessions()} sessions are left')
        time.sleep(0.1)
    say('passed', 'the server was told of the end')


def run_sfu(options, say):
    """Another Evenkeel watches."""
    seconds = min(20, options.seconds)
    with serving(Sfu(), options.out / 'sfu') as server:
        folder = server.folder
        with publishing(options, folder, server, seconds + 4) as publisher:
            publisher.wait_until_connected()
            with calling(options.program, folder, 'viewer', '--whep', server.whep, server.token, seconds,
                         options=['--speaker', str(folder / 'heard.wav')]) as viewer:
                viewer.wait_until_connected()
                before, begin = server.room(), time.monotonic()
                watched = viewer.end()
                after, lasted = server.room(), time.monotonic() - begin
            flows = publisher.end()
        check_sessions_end(server, say)
        check_sounds(after['sounds'] - before['sounds'], lasted, say)
        check_heard(watched['incoming'], say)
        passed = after['frames'] - before['frames']
        decoded = watched['incoming']['framesDecoded']['total']
        expect(decoded >= 0.95 * passed, f'the viewer decoded {decoded:.0f} of {passed}')
        say('passed', f'an Evenkeel watches for {seconds:g} s', f'{decoded:.0f} of {passed} pictures decoded')
    check_recording(flows, server.recording(), say)  # complete once the server is gone
    return True


def run_sfu_restart(options, say):
    """The server loses the way to us, and finds it again by an ICE restart (RFC 9725, section 4.3.3)."""
    with serving(Sfu(), options.out / 'sfu-restart') as server, \
            publishing(options, server.folder, server, 30) as publisher:
        publisher.wait_until_connected()
        time.sleep(2)
        server.forget()
        began = time.monotonic()
        publisher.wait_until_said(' is back', 15, 'does not find the way again')
        lost, before = time.monotonic() - began, server.room()['frames']
        time.sleep(5)
        frames = server.room()['frames'] - before
        expect(frames >= 0.9 * 5 * RATE, f'only {frames} pictures came in 5 s of the new way')
        say('passed', 'an ICE restart by PATCH', f'{lost:.1f} s without a way, then {frames} pictures in 5 s')
        publisher.end()
        check_sessions_end(server, say)
    return True


def run_sfu_no_sound(options, say):
    """A server that rejects the sound gets the picture as ever, and its name is told."""
    with serving(Sfu(sound=False), options.out / 'sfu-no-sound') as server:
        with publishing(options, server.folder, server, min(20, options.seconds)) as publisher:
            name = server.url.split('/')[2]
            publisher.wait_until_said(f'the server {name} takes no sound', 20, 'does not say that nobody hears it')
            flows = publisher.end()
        summary = json.loads((server.folder / 'publisher' / 'summary.json').read_text())
        expect(summary['sound'] == {'takenByPeer': False}, f'the summary says of sound: {summary.get("sound")}')
        sent = flows['outgoing'].get('evenkeelSoundBitrate', {}).get('max', 0)
        expect(sent == 0, f'{sent:.0f} bit/s of sound are sent, which the server rejected')
    check_recording(flows, server.recording(), say)
    return True


# Both wait for all candidates; what is returned is '' or what failed.
WHEP = '''
const [url, token, done] = arguments;
(async () => {
  const pc = window.pc = new RTCPeerConnection();
  for (const kind of ['video', 'audio']) pc.addTransceiver(kind, {direction: 'recvonly'});
  await pc.setLocalDescription();
  while (pc.iceGatheringState !== 'complete') await new Promise(next => setTimeout(next, 20));
  const headers = {'Content-Type': 'application/sdp', 'Authorization': `Bearer ${token}`};
  const answer = await fetch(url, {method: 'POST', headers, body: pc.localDescription.sdp});
  if (!answer.ok) throw new Error(answer.status);
  await pc.setRemoteDescription({type: 'answer', sdp: await answer.text()});
})().then(() => done(''), error => done(String(error)));'''
JANUS_WATCH = '''
const [url, , done] = arguments;
(async () => {
  const pc = window.pc = new RTCPeerConnection();
  const offer = await fetch(url, {method: 'POST'});
  if (!offer.ok) throw new Error(offer.status);
  await pc.setRemoteDescription({type: 'offer', sdp: await offer.text()});
  await pc.setLocalDescription();
  while (pc.iceGatheringState !== 'complete') await new Promise(next => setTimeout(next, 20));
  const taken = await fetch(offer.headers.get('Location'), {method: 'POST', body: pc.localDescription.sdp});
  if (!taken.ok) throw new Error(taken.status);
})().then(() => done(''), error => done(String(error)));'''
SHOW = '''
const video = document.createElement('video');
video.srcObject = new MediaStream(window.pc.getReceivers().map(receiver => receiver.track));
document.body.replaceChildren(video);
video.play();'''
STATISTICS = '''
const [kind, done] = arguments;
window.pc.getStats().then(all => done([...all.values()].find(one => one.type === 'inbound-rtp' && one.kind === kind) || {}));'''


def watch_by_chromium(options, server, script, url, say):
    seconds = min(20, options.seconds)
    # Muted, the sound would count as silence.
    browser = Chromium(server.folder / 'chromium.log', camera=False,
                       extra=['--autoplay-policy=no-user-gesture-required'])
    try:
        browser.open(server.url + '/statistics')  # a document of the server's own origin
        failed = browser.async_script(script, url, server.token)
        expect(not failed, f'Chromium cannot watch: {failed}')
        browser.script(SHOW)
        decoded = lambda: browser.async_script(STATISTICS, 'video').get('framesDecoded', 0)
        browser.wait_until(decoded, 20, 'a picture in Chromium')
        before, begin = decoded(), time.monotonic()
        time.sleep(seconds)
        frames, passed = decoded() - before, RATE * (time.monotonic() - begin)
        heard = browser.async_script(STATISTICS, 'audio')
        browser.save_screenshot(server.folder / 'chromium.png')
    finally:
        browser.close()
    expect(frames >= 0.95 * passed, f'Chromium decoded {frames} of {passed:.0f}')
    say('passed', f'Chromium watches for {seconds:g} s', f'{frames} of {passed:.0f} pictures decoded')
    energy, samples = (heard.get(name, 0) for name in ('totalAudioEnergy', 'totalSamplesReceived'))
    share = heard.get('concealedSamples', 0) / max(samples, 1)
    figures = f'{samples / 48000:.0f} s, energy {energy:.2f}, {100 * share:.2f} % concealed'
    expect(samples >= 0.95 * 48000 * seconds and energy > 0.01 and share <= 0.05, f'sound: {figures}')
    say('passed', 'and hears the beep', figures)


def run_watched_by_chromium(server, out, script, place, options, say):
    with serving(server, out) as server:
        with publishing(options, server.folder, server, min(20, options.seconds) + 40) as publisher:
            publisher.wait_until_connected()
            watch_by_chromium(options, server, script, place(server), say)
    return True


def run_sfu_chromium(options, say):
    return run_watched_by_chromium(Sfu(), options.out / 'sfu-chromium', WHEP, lambda server: server.whep, options, say)


def run_janus_chromium(options, say):
    return run_watched_by_chromium(Janus(), options.out / 'janus-chromium', JANUS_WATCH, lambda _: '/watch', options, say)


def run_janus(options, say):
    with serving(Janus(), options.out / 'janus') as server:
        seconds = min(20, options.seconds)
        with publishing(options, server.folder, server, seconds) as publisher:
            flows = publisher.end()
        time.sleep(1)  # Janus closes what it recorded
    check_sounds(server.sounds(), seconds, say)
    check_recording(flows, server.recording(), say)
    return True


def run_livekit(options, say):
    """Its API lists our tracks, and its bytes rise."""
    seconds = min(20, options.seconds)
    with serving(LiveKit(), options.out / 'livekit') as server, \
            publishing(options, options.out / 'livekit', server, seconds + 2) as publisher:
        publisher.wait_until_connected()
        time.sleep(2)
        before = server.bytes_in()
        time.sleep(seconds - 2)
        tracks = [track for one in server.participants() for track in one['tracks']]
        gained = server.bytes_in() - before
        expect(sorted(track['mime_type'] for track in tracks) == ['audio/opus', 'video/VP8'], f'its tracks: {tracks}')
        flows = publisher.end()
        expect(not server.participants(), 'it still lists us once the call is over')
    sent, lost = (flows['outgoing'][name]['total'] for name in ('packetsSent', 'packetsLost'))
    rate = 8 * gained / (seconds - 2)  # a lower bound: its metrics are renewed every few seconds
    figures = f'{rate / 1e6:.2f} Mbit/s came, {flows["outgoing"]["sendBitrate"]["mean"] / 1e6:.2f} sent, ' \
              f'{lost:.0f} of {sent:.0f} packets lost'
    expect(rate >= 300e3 and lost <= 0.01 * sent, f'only {figures}')
    say('passed', 'its API lists one VP8 track and one of Opus', figures)
    return True


SERVERS = {'sfu': run_sfu, 'sfu-restart': run_sfu_restart, 'sfu-no-sound': run_sfu_no_sound,
           'sfu-chromium': run_sfu_chromium, 'janus': run_janus, 'janus-chromium': run_janus_chromium,
           'livekit': run_livekit}
NEEDS = {'sfu': ['ffprobe'], 'sfu-restart': [], 'sfu-no-sound': ['ffprobe'], 'sfu-chromium': Chromium.programs,
         'janus': ['janus', 'ffprobe'], 'janus-chromium': ['janus', *Chromium.programs], 'livekit': []}
