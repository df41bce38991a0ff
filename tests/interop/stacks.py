"""Programs on other WebRTC stacks call a real listener by its link, twice, and return what they get."""
import json
import pathlib
import re
import subprocess
import time
from types import SimpleNamespace

import peers
from call_tests import expect
from listener import listening

HERE = pathlib.Path(__file__).resolve().parent


def pion(feedback):
    return lambda seconds, ivf: [str(peers.pion() / 'caller'), '-feedback', feedback, '-seconds', str(seconds), '-ivf',
                                 str(ivf)]


def str0m(seconds, ivf):
    return [str(peers.str0m() / 'str0m-caller'), str(seconds), str(ivf)]


def aiortc(seconds, _):
    return ['/usr/bin/python3', str(HERE / 'peers/aiortc_caller.py'), str(seconds)]


def stack(command, returned, decodes=False):
    """`returned`: least share of our pictures that comes back [%]. `decodes`: its count is of decoded pictures; else
    what it wrote is decoded here."""
    return SimpleNamespace(command=command, returned=returned, decodes=decodes)


STACKS = {
    'pion-rfc8888': stack(pion('rfc8888'), 90),
    'pion-transport-wide': stack(pion('transport-wide'), 90),
    'str0m': stack(str0m, 90),
    'aiortc': stack(aiortc, 50, decodes=True),  # which encodes anew what it returns
}


def count_decoded(ivf):
    """Of the pictures in the file, those that a decoder takes."""
    done = subprocess.run(['ffprobe', '-v', 'error', '-count_frames', '-show_entries', 'stream=nb_read_frames', '-of',
                           'csv=p=0', str(ivf)], capture_output=True, text=True, check=True)
    return int(done.stdout)


def wait_for_line(listener, line, count, seconds=15):
    end = time.monotonic() + seconds
    while listener.text().count(line) < count:
        expect(time.monotonic() < end, f'the listener does not say "{line}": {listener.text()[-300:]}')
        time.sleep(0.1)


def call(chosen, listener, link, seconds, ivf, log):
    """Returns how many pictures were decoded there."""
    done = subprocess.run(['setpriv', '--pdeathsig', 'TERM', *chosen.command(seconds, ivf)], input=link, text=True,
                          stdout=subprocess.PIPE, stderr=log, timeout=seconds + 60)
    said = peers.last_lines(pathlib.Path(log.name).read_text())
    expect(done.returncode == 0, f'it ended with {done.returncode}: {said}')
    told = json.loads(done.stdout)
    heard = re.findall(r'encrypted \((\S+)\), number ([\d ]{24})', listener.text())
    expect(heard and heard[-1][1] == told['number'], f'the number: {told["number"]} there, {heard} here')
    return (told['frames'] if chosen.decodes else min(told['frames'], count_decoded(ivf))), heard[-1][0]


def run_stack(name, options, say):
    chosen, frames = STACKS[name], 0
    chosen.command(0, '')  # builds it
    folder = options.out / name
    folder.mkdir(parents=True, exist_ok=True)
    with listening(options.program, '127.0.0.1', ['--no-page', '--size', '640x360']) as listener, \
            open(folder / 'caller.log', 'w') as log:
        link = listener.link()
        for calls, seconds in enumerate((min(20, options.seconds), 5), 1):
            decoded, cipher = call(chosen, listener, link, seconds, folder / f'{calls}.ivf', log)
            wait_for_line(listener, 'hung up', calls)
            say('passed', f'call {calls}, {seconds:g} s', f'{decoded} pictures decoded there, {cipher}')
            frames += decoded
        expect(listener.hang_up() == 0, f'the listener ended with an error: {listener.text()[-400:]}')
        flows = json.loads((listener.folder / 'run/summary.json').read_text())['flows']
    sent = flows['outgoing']['run']['framesEncoded']['total']
    back = flows['incoming']['run']['framesDecoded']['total']
    rate = flows['outgoing']['run']['sendBitrate']['mean'] / 1e6
    figures = f'{frames} of {sent:.0f} decoded there, {back:.0f} come back, {rate:.2f} Mbit/s sent'
    expect(frames >= 0.95 * sent, f'only {figures}')
    expect(back >= chosen.returned / 100 * sent, f'too few come back: {figures}')
    say('passed', 'both calls', figures)
    return True
