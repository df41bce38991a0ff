#!/usr/bin/env python3
"""One call of the page in a browser, for who starts it in another network namespace: prints what getStats told, before
and after, as JSON."""
import argparse
import json
import pathlib
import signal
import sys
import time

sys.dont_write_bytecode = True
from browsers import BROWSERS  # noqa: E402
from page_server import PageServer  # noqa: E402

PAGE = pathlib.Path(__file__).resolve().parents[2] / 'app/page/call.html'


def parse():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('browser', choices=sorted(BROWSERS))
    parser.add_argument('fragment', help='of the link, behind the #')
    parser.add_argument('--seconds', type=float, required=True, help='how long the call is watched')
    parser.add_argument('--settle', type=float, default=0, help='and what it gets before that')
    parser.add_argument('--no-camera', action='store_true')
    parser.add_argument('--gets-nothing', action='store_true', help='the other side sends no picture')
    parser.add_argument('--size', default='1280x720', help="of the camera's picture; 1280x720")
    parser.add_argument('--log', type=pathlib.Path, required=True)
    parser.add_argument('--screenshot', type=pathlib.Path)
    parser.add_argument('--argument', action='append', default=[], help='for the browser')
    return parser.parse_args()


def main():
    options = parse()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the browser is closed
    camera = ['--use-fake-device-for-media-stream=fps=30'] if options.browser == 'chromium' else []
    server = PageServer(PAGE)
    browser = BROWSERS[options.browser](options.log, extra=[*camera, *options.argument])
    try:
        browser.open('about:blank')
        browser.open(f'{server.url}?camera={options.size}#{options.fragment}')
        browser.press('Call without a camera' if options.no_camera else 'Call with camera')
        what, count = ('outbound-rtp', 'framesSent') if options.gets_nothing else ('inbound-rtp', 'framesDecoded')
        browser.wait_until(lambda: any(report['type'] == what and report.get(count)
                                       for report in browser.statistics()), 30, 'a picture')
        time.sleep(options.settle)
        begin = time.monotonic()
        before = browser.statistics()
        time.sleep(options.seconds)
        after, seconds = browser.statistics(), time.monotonic() - begin
        if options.screenshot:
            browser.save_screenshot(options.screenshot)
        browser.press('Hang up')
        json.dump({'before': before, 'after': after, 'seconds': seconds}, sys.stdout)
    finally:
        browser.close()
        server.close()


if __name__ == '__main__':
    main()
