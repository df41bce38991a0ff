"""The page in a real browser and an Evenkeel hear each other: the made-up microphone's beep here, the test sound's
there, in step with the flash of the test picture."""
import time

from call_tests import Telemetry, expect, only
from listener import listening

# Beeps and flashes as they are heard and seen there, in ms of one clock. A beep counts from its first loud sample, behind
# 300 ms of silence.
WATCH = '''
const watched = window.watched = { beeps: [], flashes: [] };
const picture = document.querySelector('#remote');
const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 9 });
const drawing = canvas.getContext('2d', { willReadFrequently: true });
let white = false;
const look = (now, frame) => {
  const width = picture.videoWidth, height = picture.videoHeight;  // the test picture's square that flashes
  drawing.drawImage(picture, 0.4 * width, 0.375 * height, 0.25 * height, 0.25 * height, 0, 0, 16, 9);
  const pixels = drawing.getImageData(0, 0, 16, 9).data;
  const before = white;
  white = pixels.reduce((sum, value) => sum + value, 0) / pixels.length > 215;
  if (white && !before) watched.flashes.push(frame.expectedDisplayTime);
  picture.requestVideoFrameCallback(look);
};
picture.requestVideoFrameCallback(look);
const ears = new AudioContext(), analyser = ears.createAnalyser();
analyser.fftSize = 4096;
ears.createMediaStreamSource(document.querySelector('#sound').srcObject).connect(analyser);
const samples = new Float32Array(analyser.fftSize);
let loud = 0;
setInterval(() => {
  const now = performance.now();
  analyser.getFloatTimeDomainData(samples);
  const is_loud = sample => Math.abs(sample) > 0.03, first = samples.findIndex(is_loud);
  if (first < 0) return;
  const time = at => now - 1000 * (samples.length - at) / ears.sampleRate;
  if (first > 0 && time(first) - loud > 300) watched.beeps.push(time(first));
  loud = time(samples.findLastIndex(is_loud));
}, 10);'''


def skews(watched):
    """Of each beep to the flash that is nearest [ms]: above 0 where sound is late."""
    found = []
    for beep in watched['beeps']:
        nearest = min(watched['flashes'], key=lambda flash: abs(flash - beep), default=None)
        if nearest is not None and abs(nearest - beep) < 400:
            found.append(beep - nearest)
    return found


class Sound:
    """What the browser has counted so far of the sound that it hears and says."""

    def __init__(self, browser):
        reports = browser.statistics()
        self.at = time.monotonic()
        self.heard, self.said = only(reports, 'inbound-rtp', kind='audio'), only(reports, 'media-source', kind='audio')


def gain(before, after, key):
    return after.get(key, 0) - before.get(key, 0)


def level(energy, seconds):
    """Of W3C's totalAudioEnergy over a time, 0 to 1."""
    return (energy / seconds) ** 0.5 if seconds > 0 else 0


def meter(browser, name):
    return browser.script('return document.getElementById(arguments[0]).value;', name)


def hear_there(browser, options, say):
    """Watches, and returns the counters before and after."""
    browser.wait_until(lambda: Sound(browser).heard.get('packetsReceived', 0) > 50, 30, 'a second of our sound')
    time.sleep(5)  # the jitter buffer has settled, and what keeps sound in step
    browser.script(WATCH)
    before = Sound(browser)
    time.sleep(options.seconds)
    watched = browser.script('return window.watched;')
    after = Sound(browser)
    browser.wait_until(lambda: meter(browser, 'heard') > 0, 5, 'the meter of what is heard moves')
    total = gain(before.heard, after.heard, 'totalSamplesReceived')
    concealed = gain(before.heard, after.heard, 'concealedSamples') / max(total, 1)
    expect(concealed <= 0.05, f'{100 * concealed:.1f} % of the samples are concealed there')
    found = skews(watched)
    expect(len(found) >= 0.8 * options.seconds, f'{len(found)} beeps with their flash in {options.seconds:.0f} s: '
           f'{len(watched["beeps"])} beeps, {len(watched["flashes"])} flashes')
    expect(-20 <= min(found) and max(found) <= 60, f'skew from {min(found):.0f} to {max(found):.0f} ms')
    say('passed', 'our beep is heard there, in step with the flash',
        f'{len(found)} beeps, {min(found):.0f} to {max(found):.0f} ms late, {100 * concealed:.2f} % concealed')
    return before, after


def hear_here(listener, before, after, say):
    """Ours and theirs of the same time: samples, concealed share and level are within 5 % (of full scale)."""
    into = Telemetry(listener.folder / 'run', 'incoming', before.at - listener.started, after.at - listener.started)
    seconds = after.at - before.at
    samples, concealed = into.gain('totalSamplesReceived'), into.gain('concealedSamples')
    expect(abs(samples / seconds / 48000 - 1) <= 0.05, f'{samples / seconds:.0f} samples/s are played here')
    share = concealed / samples
    there = gain(before.heard, after.heard, 'concealedSamples') / gain(before.heard, after.heard, 'totalSamplesReceived')
    expect(share <= 0.05 and abs(share - there) <= 0.05, f'{100 * share:.1f} % concealed here, {100 * there:.1f} there')
    loudest = max(into.values('audioLevel'), default=0)
    expect(loudest > 0.01, f'the loudest that is heard here is {loudest}')
    say('passed', 'their beep is heard here', f'loudest {loudest:.3f}, {100 * share:.2f} % concealed')
    if 'totalAudioEnergy' in after.said:
        said = level(gain(before.said, after.said, 'totalAudioEnergy'),
                     gain(before.said, after.said, 'totalSamplesDuration'))
        heard = level(into.gain('totalAudioEnergy'), seconds)
        expect(abs(said - heard) <= 0.05, f'level: {said:.3f} said there, {heard:.3f} heard here')
        say('passed', 'what is said there and heard here is as loud', f'{said:.3f}, {heard:.3f}')


def check_mute(browser, say):
    """The page's own button: their microphone falls silent, and its meter."""
    browser.press('Mute')
    time.sleep(1)
    expect(meter(browser, 'said') == 0, 'the meter moves while it is muted')
    browser.press('Unmute')
    browser.wait_until(lambda: meter(browser, 'said') > 0, 5, 'its meter moves')
    say('passed', 'muted and back')


def run_sound(program, host, make_browser, options, say, page_server):
    sound = ['--audio', 'test', '--speaker', 'none']
    with listening(program, host, ['--size', '640x360', '--no-page', *sound]) as listener:
        url = f'{page_server.url}?camera=640x360#{listener.link().split("#", 1)[1]}'
        browser = make_browser([])
        try:
            browser.open('about:blank')
            browser.open(url)
            browser.press('Call with camera')
            before, after = hear_there(browser, options, say)
            browser.save_screenshot(options.out / f'{browser.name}-sound.png')
            check_mute(browser, say)
            browser.press('Hang up')
            browser.wait_until(lambda: 'hung up' in listener.text(), 10, 'the listener hears that')
        finally:
            browser.close()
        expect(listener.hang_up() == 0, f'the listener ended with an error: {listener.text()[-400:]}')
        hear_here(listener, before, after, say)
    return True
