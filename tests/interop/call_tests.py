"""The page in a real browser calls a real listener: pictures both ways, and both ends count the same."""
import csv
import re
import subprocess
import time

from listener import listening


class Different(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Different(what)


def only(reports, type_name, **values):
    """The one report of that type and those values; {} where there is none."""
    found = [r for r in reports if r['type'] == type_name and all(r.get(k) == v for k, v in values.items())]
    return found[0] if found else {}


class Counters:
    """What the browser has counted so far: packets and sizes of picture and sound together. Sizes are those of IP
    packets, as ours: `outside` is what one has around its RTP (UDP, IP, the tag of SRTP)."""

    def __init__(self, browser, outside):
        reports = browser.statistics()
        self.at = time.monotonic()
        inbound, outbound = only(reports, 'inbound-rtp', kind='video'), only(reports, 'outbound-rtp', kind='video')

        def of_all(type_name, key):
            return sum(report.get(key, 0) for report in reports if report['type'] == type_name)

        def size(type_name, payload, headers, packets):
            return of_all(type_name, payload) + of_all(type_name, headers) + outside * of_all(type_name, packets)
        self.frames_in, self.frames_out = inbound.get('framesDecoded', 0), outbound.get('framesSent', 0)
        self.packets_in = of_all('inbound-rtp', 'packetsReceived')
        self.bytes_in = size('inbound-rtp', 'bytesReceived', 'headerBytesReceived', 'packetsReceived')
        self.bytes_out = size('outbound-rtp', 'bytesSent', 'headerBytesSent', 'packetsSent')
        self.transport = only(reports, 'transport')
        pair = only(reports, 'candidate-pair', id=self.transport.get('selectedCandidatePairId'))
        self.round_trip_ms = 1000 * pair['currentRoundTripTime'] if 'currentRoundTripTime' in pair else None


class Telemetry:
    """Our rows of one flow between two times since the start of the run."""

    def __init__(self, run, flow, begin, end):
        with open(run / 'telemetry.csv', newline='') as file:
            rows = [row for row in csv.DictReader(file) if row['flow'] == flow]
        self.rows = [row for row in rows if begin <= float(row['time [s]']) < end]

    def values(self, column):
        return [float(row[column]) for row in self.rows if row[column]]

    def mean(self, column):
        values = self.values(column)
        return sum(values) / len(values) if values else 0

    def gain(self, column):
        """Over all rows: of their first one too."""
        values = self.values(column)
        return (values[-1] - values[0]) * len(values) / (len(values) - 1) if len(values) > 1 else 0

    def bytes(self, column):
        return self.mean(column) * len(self.rows) * 0.1 / 8


def compare(name, ours, theirs, remarks, most=0.03):
    share = abs(ours - theirs) / max(theirs, 1)
    remarks.append(f'{name} {ours:.0f}/{theirs:.0f}')
    expect(share <= most, f'{name}: {ours:.0f} here, {theirs:.0f} there')


def compare_counters(listener, before, after, say):
    """Rows lag behind by a tenth of a second at most: of rates that are steady that changes little."""
    begin, end = before.at - listener.started, after.at - listener.started
    out, into = (Telemetry(listener.folder / 'run', flow, begin, end) for flow in ('outgoing', 'incoming'))
    remarks = []
    compare('packets to the browser', out.gain('packetsSent'), after.packets_in - before.packets_in, remarks)
    compare('bytes', out.bytes('sendBitrate [bit/s]'), after.bytes_in - before.bytes_in, remarks)
    compare('pictures', out.gain('framesEncoded'), after.frames_in - before.frames_in, remarks)
    compare('bytes from it', into.bytes('receiveBitrate [bit/s]'), after.bytes_out - before.bytes_out, remarks)
    compare('pictures', into.gain('framesDecoded'), after.frames_out - before.frames_out, remarks)
    expect(out.values('roundTripTime [ms]') and after.round_trip_ms is not None, 'a round trip is missing')
    difference = abs(out.mean('roundTripTime [ms]') - after.round_trip_ms)
    expect(difference <= 5, f'round trip: {out.mean("roundTripTime [ms]"):.1f} ms here, {after.round_trip_ms:.1f} there')
    say('passed', 'both ends count the same', ', '.join(remarks))
    return into


def decoded(browser):
    return Counters(browser, 0).frames_in


def check_call(browser, listener, url, options, say):
    browser.open('about:blank')
    browser.open(url)
    browser.press('Call with camera')
    browser.wait_until(lambda: decoded(browser) > 0, 30, 'a picture of ours')
    say('passed', 'the browser shows pictures')
    time.sleep(3)  # sizes have settled
    outside = 16 + 28
    before = Counters(browser, outside)
    time.sleep(options.seconds)
    after = Counters(browser, outside)
    browser.save_screenshot(options.out / f'{browser.name}-call.png')
    seconds = after.at - before.at
    shown = (after.frames_in - before.frames_in) / seconds
    expect(shown >= 25, f'{shown:.1f} pictures/s are decoded there')
    expect('GCM' in after.transport.get('srtpCipher', ''), f'srtpCipher is {after.transport.get("srtpCipher")}')
    shown_number = browser.text('#number')
    browser.press('Hang up')
    browser.wait_until(lambda: listener.text().count('hung up') == 1, 10, 'the listener hears that')
    told = re.search(r'encrypted \((\S+)\), number ([\d ]{24})', listener.text())
    expect(told and told[2] == shown_number, f'the number: {shown_number} there, {told and told[2]} here')
    say('passed', 'pictures there, cipher, number', f'{shown:.1f}/s, {told[1]}')
    return before, after


def check_second_call(browser, listener, say):
    browser.press('Call again')
    browser.wait_until(lambda: decoded(browser) > 20, 30, 'pictures of a second call')
    browser.press('Hang up')
    browser.wait_until(lambda: listener.text().count('hung up') == 2, 10, 'the listener hears that')
    say('passed', 'a second call by the same link')


def check_ours(listener, before, after, say):
    expect(listener.hang_up() == 0, f'the listener ended with an error: {listener.text()[-400:]}')
    into = compare_counters(listener, before, after, say)
    here = into.gain('framesDecoded') / (after.at - before.at)
    expect(here >= 25, f'{here:.1f} pictures/s are decoded here')
    say('passed', 'pictures here', f'{here:.1f}/s')


def public_key_digest(place):
    """Of the certificate shown there, as browsers pin it: SHA-256 of the public key, in base64."""
    pipe = (f'openssl s_client -connect {place} </dev/null 2>/dev/null | openssl x509 -pubkey -noout |'
            'openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | base64')
    return subprocess.run(pipe, shell=True, capture_output=True, text=True, check=True).stdout.strip()


def run_call(program, host, make_browser, options, say, page_server=None):
    """`page_server`: where the page is had from; the listener itself if None."""
    serves = [] if page_server else ['--page-bind', f'{host}:0']
    with listening(program, host, ['--size', '640x360', *(serves or ['--no-page'])]) as listener:
        link = listener.link()
        pins = []
        if serves:
            place = re.match(r'https://([^/]+)/', link)[1]
            pins = [f'--ignore-certificate-errors-spki-list={public_key_digest(place)}']
        base, fragment = link.split('#', 1)
        url = (page_server.url if page_server else base) + '?camera=640x360#' + fragment
        browser = make_browser(pins)
        try:
            before, after = check_call(browser, listener, url, options, say)
            check_second_call(browser, listener, say)
        finally:
            browser.close()
        check_ours(listener, before, after, say)
    return True
