"""The page in a real browser and an Evenkeel hear each other: the made-up microphone's beep here, the test sound's
there, in step with the flash of the test picture."""
import time

from call_tests import Telemetry, expect, only
from listener import listening

# Beeps and flashes as they are heard and seen there, in ms of one clock, and the energy of both sounds as W3C has it
# (libwebrtc's own audioLevel is a peak and no mean). A beep counts from its first loud sample, behind 300 ms of
# silence; it is heard when the loudspeaker plays it, outputLatency after it can be looked at. `missed`: pictures shown
# since the last one that the page was told of.
WATCH = '''
const nothing = () => ({ energy: 0, seconds: 0 });
const watched = window.watched = { beeps: [], flashes: [], heard: nothing(), said: nothing() };
const picture = document.querySelector('#remote');
const canvas = Object.assign(document.createElement('canvas'), { width: 16, height: 9 });
const drawing = canvas.getContext('2d', { willReadFrequently: true });
let white = false, shown = 0;
const look = (now, frame) => {
  const width = picture.videoWidth, height = picture.videoHeight;  // the test picture's square that flashes
  drawing.drawImage(picture, 0.4 * width, 0.375 * height, 0.25 * height, 0.25 * height, 0, 0, 16, 9);
  const pixels = drawing.getImageData(0, 0, 16, 9).data;
  const before = white, missed = frame.presentedFrames - shown - 1;
  white = pixels.reduce((sum, value) => sum + value, 0) / pixels.length > 215;
  if (white && !before) watched.flashes.push({ time: frame.expectedDisplayTime, missed });
  shown = frame.presentedFrames;
  picture.requestVideoFrameCallback(look);
};
picture.requestVideoFrameCallback(look);
const ears = window.ears = new AudioContext(), analyser = ears.createAnalyser();
analyser.fftSize = 4096;
ears.createMediaStreamSource(document.querySelector('#sound').srcObject).connect(analyser);
const samples = new Float32Array(analyser.fftSize);
let loud = 0;
setInterval(() => {
  const now = performance.now() + 1000 * ears.outputLatency;
  analyser.getFloatTimeDomainData(samples);
  const is_loud = sample => Math.abs(sample) > 0.03, first = samples.findIndex(is_loud);
  if (first < 0) return;
  const time = at => now - 1000 * (samples.length - at) / ears.sampleRate;
  if (first > 0 && time(first) - loud > 300) watched.beeps.push(time(first));
  loud = time(samples.findLastIndex(is_loud));
}, 10);
window.energies = [];  // else they are collected as garbage
for (const [id, sum] of [['#sound', watched.heard], ['#self', watched.said]]) {
  const adder = ears.createScriptProcessor(16384, 1, 1);
  adder.onaudioprocess = ({ inputBuffer }) => {
    const squares = inputBuffer.getChannelData(0).reduce((all, sample) => all + sample * sample, 0);
    sum.energy += squares / inputBuffer.sampleRate;
    sum.seconds += inputBuffer.duration;
  };
  ears.createMediaStreamSource(document.querySelector(id).srcObject).connect(adder);
  adder.connect(ears.destination);
  window.energies.push(adder);
}'''


def skews(watched):
    """Of each beep to the flash that is nearest [ms]: above 0 where sound is late; and how many have none that is known,
    since the page was not told of the pictures just before."""
    found, unknown = [], 0
    for beep in watched['beeps']:
        nearest = min(watched['flashes'], key=lambda flash: abs(flash['time'] - beep), default=None)
        if nearest is None or abs(nearest['time'] - beep) >= 400:
            continue
        if nearest['missed']:
            unknown += 1
        else:
            found.append(beep - nearest['time'])
    return found, unknown


# Of sound to the picture, in ms: what two Evenkeels keep, and Chromium; and what ITU-R BT.1359 says that nobody notices.
# On an idle machine Firefox plays our beep 25 to 62 ms after the flash.
IN_STEP = (-20, 60)
NOT_NOTICED = (-45, 125)


class Sound:
    """What the browser has counted so far of the sound that it hears."""

    def __init__(self, browser):
        reports = browser.statistics()
        self.at = time.monotonic()
        self.heard = only(reports, 'inbound-rtp', kind='audio')


def gain(before, after, key):
    return after.get(key, 0) - before.get(key, 0)


def level(energy, seconds):
    """Of W3C's totalAudioEnergy over a time, 0 to 1."""
    return (energy / seconds) ** 0.5 if seconds > 0 else 0


def expect_near(name, ours, theirs):
    expect(theirs > 0 and abs(ours / theirs - 1) <= 0.05, f'{name}: {ours:.4f} here, {theirs:.4f} there')


def meter(browser, name):
    return browser.script('return document.getElementById(arguments[0]).value;', name)


def loudest_there(browser):
    """By getStats; a beep is the loudest for a tenth of a second."""
    end, levels = time.monotonic() + 2.5, []
    while time.monotonic() < end:
        levels.append(Sound(browser).heard.get('audioLevel', 0))
        time.sleep(0.03)
    return max(levels)


def hear_there(browser, options, say):
    """Watches, and returns the counters before and after, what was watched, and how loud getStats has our beep."""
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
    found, unknown = skews(watched)
    expect(len(found) + unknown >= 0.8 * options.seconds and len(found) >= 0.5 * options.seconds,
           f'{len(found)} beeps with their flash in {options.seconds:.0f} s: {len(watched["beeps"])} beeps, '
           f'{len(watched["flashes"])} flashes, {unknown} of them not from their begin')
    figures = f'{len(found)} beeps, {min(found):.0f} to {max(found):.0f} ms late, {unknown} not known, ' \
              f'{100 * concealed:.2f} % concealed'
    earliest, latest = NOT_NOTICED if browser.name == 'firefox' else IN_STEP
    expect(earliest <= min(found) and max(found) <= latest, f'skew: {figures}')
    say('passed', 'our beep is heard there, in step with the flash', figures)
    return before, after, watched, loudest_there(browser)


def hear_here(listener, before, after, watched, loudest, say):
    """Ours and theirs of the same time: samples, concealed share and levels are within 5 %."""
    begin, end = before.at - listener.started, after.at - listener.started
    into = Telemetry(listener.folder / 'run', 'incoming', begin, end)
    seconds = after.at - before.at
    samples, concealed = into.gain('totalSamplesReceived'), into.gain('concealedSamples')
    expect(abs(samples / seconds / 48000 - 1) <= 0.05, f'{samples / seconds:.0f} samples/s are played here')
    share = concealed / samples
    there = gain(before.heard, after.heard, 'concealedSamples') / gain(before.heard, after.heard, 'totalSamplesReceived')
    expect(share <= 0.05 and abs(share - there) <= 0.05, f'{100 * share:.1f} % concealed here, {100 * there:.1f} there')
    say('passed', 'their sound is heard here', f'{100 * share:.2f} % concealed')
    said = level(watched['said']['energy'], watched['said']['seconds'])
    heard = level(into.gain('totalAudioEnergy'), seconds)
    expect_near('level of what they say', heard, said)
    beep = 8000 / 32768  # the peak of the test sound, as libwebrtc has audioLevel
    expect_near('audioLevel of our beep', beep, loudest)
    say('passed', 'both ends have the same levels', f'said there {said:.4f}, heard here {heard:.4f}; '
        f'our beep {beep:.4f}, audioLevel there {loudest:.4f}')


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
            heard = hear_there(browser, options, say)
            browser.save_screenshot(options.out / f'{browser.name}-sound.png')
            check_mute(browser, say)
            browser.press('Hang up')
            browser.wait_until(lambda: 'hung up' in listener.text(), 10, 'the listener hears that')
        finally:
            browser.close()
        expect(listener.hang_up() == 0, f'the listener ended with an error: {listener.text()[-400:]}')
        hear_here(listener, *heard, say)
    return True
