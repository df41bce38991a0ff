"""A call with Chromium across an emulated link: what our feedback-driven rate makes of it, and what its own makes of
ours."""
import json
import pathlib
import shutil
import subprocess
import sys
import time
from types import SimpleNamespace

HERE = pathlib.Path(__file__).resolve().parent
sys.path.append(str(HERE.parent / 'calls'))

import measures  # noqa: E402
from sandbox import FAR_ADDRESS, NEAR_ADDRESS, Sandbox  # noqa: E402

RFC_8888 = '--force-fieldtrials=WebRTC-RFC8888CongestionControlFeedback/Enabled,offer:true/'
OTHER_ADDRESS = '10.98.0.3'
PORT = 5004  # what calls_link takes for media
LINK = 'capacity=1Mbps,delay=50ms,buffer=300ms'


def case(controller='darc', rfc8888=False, loss='', sends=False, camera=False, **bounds):
    """`sends`: Chromium sends, and its packets count. `camera`: it sends a little too; one that sends nothing knows no
    round trip, and does not hold pictures for what is sent again. Bounds: least use [%], most queue p95 [ms], fewest pictures/s,
    most freezes."""
    if not sends:
        bounds['dropped late'] = 0
    return SimpleNamespace(controller=controller, rfc8888=rfc8888, link=LINK + loss, sends=sends, camera=camera,
                           bounds=bounds)


CASES = {
    'darc-transport-wide': case(use=93, queue=45),
    'darc-rfc8888': case(rfc8888=True, use=95, queue=30),
    'ldcc-transport-wide': case('ldcc', use=88),
    'ldcc-rfc8888': case('ldcc', rfc8888=True, use=88),
    'chromium-sends': case(sends=True, use=85),
    'loss-3': case(loss=',loss=3%', camera=True, pictures=27, freezes=1),
}


def moving_camera(folder):
    """Chromium's own made-up picture hardly moves, and leaves a rate unused."""
    clip = folder / 'camera.y4m'
    subprocess.run(['ffmpeg', '-v', 'error', '-y', '-f', 'lavfi', '-i',
                    'testsrc2=size=640x360:rate=30,noise=alls=12:allf=t', '-t', '4', '-pix_fmt', 'yuv420p', str(clip)],
                   check=True)
    return [f'--argument=--use-file-for-fake-video-capture={clip}']


def browser_command(chosen, fragment, folder, seconds):
    words = [sys.executable, str(HERE / 'browse.py'), 'chromium', fragment, '--seconds', str(seconds),
             '--log', str(folder / 'chromium.log')]
    if chosen.sends:
        words += moving_camera(folder)
    words += ['--gets-nothing', '--size', '640x360'] if chosen.sends else ['--size', '320x180'] if chosen.camera else ['--no-camera']
    if chosen.rfc8888:
        words += [f'--argument={RFC_8888}']
    return words


def listener_command(chosen, program, folder, seed):
    words = [str(program), 'listen', '--headless', '--no-page', '--bind', f'{NEAR_ADDRESS}:{PORT}',
             '--source', 'test', '--controller', chosen.controller, '--seed', str(seed),
             '--link-file', str(folder / 'link'), '--out', str(folder / 'listener')]
    return ['env', f'XDG_CONFIG_HOME={folder}', *words, *(['--receive-only'] if chosen.sends else [])]


def inbound(reports):
    return next(report for report in reports if report['type'] == 'inbound-rtp' and report['kind'] == 'video')


def begin_call(chosen, tools, sandbox, folder, seconds, seed):
    sandbox.start('listener', sandbox.inside(sandbox.near, *listener_command(chosen, tools.program, folder, seed)))
    sandbox.wait_for_line('listener', 'waiting for a call', 20, 'err')
    fragment = (folder / 'link').read_text().strip().split('#', 1)[1]
    sandbox.start('browser', sandbox.inside(sandbox.far, *browser_command(chosen, fragment, folder, seconds)))


def make_anew(folder):
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)


def run_case(chosen, tools, folder, seconds, seed):
    make_anew(folder)
    arguments = ['--link', chosen.link, '--seed', str(seed)]
    with Sandbox(folder, tools.link, arguments, seconds + 90) as sandbox:
        begin_call(chosen, tools, sandbox, folder, seconds, seed)
        sandbox.wait_for_end('browser', seconds + 60)
        time.sleep(0.5)
        told = json.loads(sandbox.output('browser', 'out'))
    return measure(folder, chosen, told)


def run_path_dies(tools, folder, seed):
    """The browser's address is replaced in the call. Returns for how long no picture passed either way [s]."""
    make_anew(folder)
    seconds = 25
    with Sandbox(folder, tools.link, ['--link', LINK, '--seed', str(seed)], seconds + 90) as sandbox:
        begin_call(case(camera=True), tools, sandbox, folder, seconds, seed)
        sandbox.wait_for_line('listener', 'in a call', 60, 'err')
        time.sleep(8)
        near, far = sandbox.devices
        sandbox.command('ip', '-n', sandbox.near, 'route', 'add', OTHER_ADDRESS, 'dev', near)
        sandbox.command('ip', '-n', sandbox.far, 'address', 'flush', 'dev', far)
        sandbox.command('ip', '-n', sandbox.far, 'address', 'add', OTHER_ADDRESS, 'peer', NEAR_ADDRESS, 'dev', far)
        sandbox.wait_for_end('browser', seconds + 60)
    return {way: longest_gap(measures.Path(folder, way).flows['media']) for way in ('there', 'back')}


def longest_gap(flow):
    times = [float(row['left [s]']) for row in flow.rows if row['fate'] == 'passed' and row.get('payloadType')]
    return max(later - earlier for earlier, later in zip(times, times[1:]))


def measure(folder, chosen, told):
    """The first ten seconds, in which the rate is found, are left out of use and queue."""
    path = measures.Path(folder, 'back' if chosen.sends else 'there')
    flow = path.flows['media']
    begin, end = flow.first + 10, flow.last - 1
    result = {'use': 100 * flow.bits(begin, end) / path.capacity_bits(begin, end),
              'queue': measures.percentile(flow.waits_within(begin, end), 0.95),
              'dropped': flow.fates['dropped'],
              'dropped late': sum(row['fate'] == 'dropped' and float(row['came [s]']) > (begin + end) / 2
                                  for row in flow.rows)}
    if not chosen.sends:
        before, after = inbound(told['before']), inbound(told['after'])
        gain = {key: after.get(key, 0) - before.get(key, 0)
                for key in ('framesDecoded', 'freezeCount', 'jitterBufferDelay', 'jitterBufferEmittedCount')}
        result['pictures'] = gain['framesDecoded'] / told['seconds']
        result['freezes'] = gain['freezeCount']
        result['jitter buffer'] = 1000 * gain['jitterBufferDelay'] / max(1, gain['jitterBufferEmittedCount'])
        result['key frames'] = after.get('keyFramesDecoded', 0)
    return result


def missed(result, bounds):
    low = [f'{key} {result[key]:.1f} < {bounds[key]}' for key in ('use', 'pictures')
           if key in bounds and result[key] < bounds[key]]
    high = [f'{key} {result[key]:.1f} > {bounds[key]}' for key in ('queue', 'freezes', 'dropped late')
            if key in bounds and result[key] > bounds[key]]
    return low + high


def run_paths_dying(tools, out, runs, say):
    """Pictures again within 6 s: the page finds out by what does not come, and knocks again."""
    good = True
    for seed in range(1, runs + 1):
        gaps = run_path_dies(tools, out / 'path-dies' / str(seed), seed)
        passed = max(gaps.values()) <= 6
        good &= passed
        say('passed' if passed else 'missed', f'path-dies {seed}',
            ', '.join(f'{way} {gap:.2f} s' for way, gap in gaps.items()))
    return good


def run_cases(tools, out, seconds, runs, names, say):
    good = True
    for name in names:
        for seed in range(1, runs + 1):
            result = run_case(CASES[name], tools, out / name / str(seed), seconds, seed)
            misses = missed(result, CASES[name].bounds)
            good &= not misses
            figures = ', '.join(f'{key} {value:.1f}' for key, value in result.items())
            say('missed' if misses else 'passed', f'{name} {seed}', figures)
    return good
