"""Chromium by WebDriver (chromedriver) and Firefox by Marionette, headless, with a camera that is made up."""
import base64
import contextlib
import http.client
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import tempfile
import time
import urllib.error
import urllib.request

ELEMENT = 'element-6066-11e4-a52e-4f735466cecf'  # W3C WebDriver, section 11


class BrowserError(Exception):
    pass


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


class Browser:
    """What the tests need of one; `command` sends one WebDriver command and returns its value. `extra`: more arguments
    of the browser."""

    name, programs = '', ()

    def __init__(self, log):
        self.folder, self.log, self.process = tempfile.mkdtemp(prefix='evenkeel-interop-'), open(log, 'ab'), None

    @classmethod
    def missing(cls):
        return [program for program in cls.programs if not shutil.which(program)]

    def start(self, arguments):
        # A driver that is ended leaves none behind; one that is killed leaves at most a Chromium.
        self.process = subprocess.Popen(['setpriv', '--pdeathsig', 'TERM', *arguments], start_new_session=True,
                                        stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log,
                                        env={**os.environ, 'HOME': self.folder})

    def close(self):
        with contextlib.suppress(Exception):
            self.leave()
        if self.process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Texts and states of the page.

    def text(self, selector):
        return self.script('const e = document.querySelector(arguments[0]); return e ? e.innerText : "";', selector)

    def shown(self, selector):
        return self.script('const e = document.querySelector(arguments[0]);'
                           'return Boolean(e && e.getClientRects().length);', selector)

    def state(self):
        return self.script('return (window.wrappedJSObject || window).evenkeel.state();')

    def paths(self):
        return self.script('return (window.wrappedJSObject || window).evenkeel.paths();')

    def statistics(self):
        """getStats of the call: a list of dictionaries."""
        return json.loads(self.async_script(
            'const done = arguments[arguments.length - 1];'
            '(window.wrappedJSObject || window).evenkeel.statistics().then(list => done(JSON.stringify(list)));'))

    def press(self, label):
        """The page makes its buttons a moment after it was loaded."""
        found = 'return [...document.querySelectorAll("button")].some(b => b.innerText.trim() === arguments[0]);'
        self.wait_until(lambda: self.script(found, label), 10, f'a button "{label}"')
        self.click('xpath', f'//button[normalize-space()="{label}"]')

    def refuse(self, *kinds):
        """As a user does who is asked for video or audio."""
        self.script("""
            const kinds = arguments[0], inside = window.wrappedJSObject || window;
            const devices = inside.navigator.mediaDevices, given = devices.getUserMedia;
            const refuse = wanted => !kinds.some(kind => wanted[kind]) ? given.call(devices, wanted) :
                new inside.Promise((_, no) => no(new inside.DOMException('', 'NotAllowedError')));
            devices.getUserMedia = window.wrappedJSObject ? exportFunction(refuse, window) : refuse;""", kinds)

    def wait_until(self, condition, seconds, what):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            if result := condition():
                return result
            time.sleep(0.1)
        raise BrowserError(f'not within {seconds} s: {what}')

    def save_screenshot(self, path):
        pathlib.Path(path).write_bytes(base64.b64decode(self.screenshot()))


class Chromium(Browser):
    name, programs = 'chromium', ('chromium', 'chromedriver')

    def __init__(self, log, camera=True, dark=False, size=(1000, 760), extra=()):
        super().__init__(log)
        self.port = free_port()
        self.start(['chromedriver', f'--port={self.port}'])
        arguments = ['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run',
                     '--disable-background-networking', '--disable-component-update',
                     '--disable-features=WebRtcHideLocalIpsWithMdns',
                     '--allow-loopback-in-peer-connection', '--use-fake-ui-for-media-stream',
                     f'--window-size={size[0]},{size[1]}', f'--user-data-dir={self.folder}/profile', *extra]
        if camera and not any(argument.startswith('--use-fake-device') for argument in extra):
            arguments.append('--use-fake-device-for-media-stream')
        if dark:
            arguments.append('--force-dark-mode')
        options = {'args': arguments, 'binary': shutil.which('chromium')}
        self.session = ''
        self.wait_until(self.ready, 20, 'chromedriver starts')
        created = self.command('POST', '/session', {'capabilities': {'alwaysMatch': {'goog:chromeOptions': options}}})
        self.session = f'/session/{created["sessionId"]}'
        if dark:
            self.command('POST', self.session + '/goog/cdp/execute', {
                'cmd': 'Emulation.setEmulatedMedia',
                'params': {'features': [{'name': 'prefers-color-scheme', 'value': 'dark'}]}})

    def ready(self):
        with contextlib.suppress(OSError, http.client.HTTPException):
            return self.command('GET', '/status')['ready']

    def command(self, method, path, body=None):
        request = urllib.request.Request(f'http://127.0.0.1:{self.port}{path}', method=method,
                                         data=None if body is None else json.dumps(body).encode(),
                                         headers={'Content-Type': 'application/json'})
        opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        try:
            with opener.open(request, timeout=60) as response:
                return json.load(response)['value']
        except urllib.error.HTTPError as error:
            raise BrowserError(json.load(error)['value']['message']) from None

    def leave(self):
        self.command('DELETE', self.session)
        self.process.terminate()

    def open(self, url):
        self.command('POST', self.session + '/url', {'url': url})

    def url(self):
        return self.command('GET', self.session + '/url')

    def script(self, text, *arguments):
        return self.command('POST', self.session + '/execute/sync', {'script': text, 'args': arguments})

    def async_script(self, text, *arguments):
        return self.command('POST', self.session + '/execute/async', {'script': text, 'args': arguments})

    def click(self, using, value):
        element = self.command('POST', self.session + '/element', {'using': using, 'value': value})[ELEMENT]
        self.command('POST', f'{self.session}/element/{element}/click', {})

    def type(self, selector, text):
        element = self.command('POST', self.session + '/element', {'using': 'css selector', 'value': selector})[ELEMENT]
        self.command('POST', f'{self.session}/element/{element}/value', {'text': text})

    def screenshot(self):
        return self.command('GET', self.session + '/screenshot')


class Firefox(Browser):
    """Marionette: over TCP, each message with its length before it; commands [0, id, name, parameters]."""

    name, programs = 'firefox', ('firefox-esr',)

    def __init__(self, log, camera=True, dark=False, size=(1000, 760), extra=()):
        super().__init__(log)
        port, profile = free_port(), pathlib.Path(self.folder) / 'profile'
        profile.mkdir()
        preferences = {
            'marionette.port': port,
            'media.navigator.streams.fake': camera, 'media.navigator.permission.disabled': True,
            'media.peerconnection.ice.loopback': True, 'media.peerconnection.ice.obfuscate_host_addresses': False,
            'media.autoplay.default': 0, 'app.update.enabled': False, 'browser.shell.checkDefaultBrowser': False,
            'browser.startup.homepage_override.mstone': 'ignore', 'datareporting.policy.dataSubmissionEnabled': False,
            'toolkit.telemetry.reportingpolicy.firstRun': False, 'network.captive-portal-service.enabled': False,
            'network.connectivity-service.enabled': False, 'media.gmp-manager.updateEnabled': False,
            'ui.systemUsesDarkTheme': int(dark), 'layout.css.prefers-color-scheme.content-override': 0 if dark else 1,
        }
        (profile / 'user.js').write_text(''.join(f'user_pref("{name}", {json.dumps(value)});\n'
                                                 for name, value in preferences.items()))
        self.start(['firefox-esr', '--headless', '--marionette', '--no-remote', '--profile', str(profile),
                    f'--width={size[0]}', f'--height={size[1]}', *extra, 'about:blank'])
        self.count = 0
        self.socket = self.wait_until(lambda: self.connect(port), 60, 'Firefox starts')
        self.receive()
        self.command('WebDriver:NewSession', {'capabilities': {'alwaysMatch': {'acceptInsecureCerts': True}}})
        self.command('WebDriver:SetWindowRect', {'width': size[0], 'height': size[1]})

    def connect(self, port):
        with contextlib.suppress(OSError):
            return socket.create_connection(('127.0.0.1', port), timeout=60)

    def receive(self):
        size = b''
        while (byte := self.socket.recv(1)) != b':':
            if not byte:
                raise BrowserError('Firefox is gone')
            size += byte
        data = b''
        while len(data) < int(size):
            data += self.socket.recv(int(size) - len(data))
        return json.loads(data)

    def command(self, name, parameters=None):
        self.count += 1
        text = json.dumps([0, self.count, name, parameters or {}]).encode()
        self.socket.sendall(b'%d:%s' % (len(text), text))
        _, _, error, result = self.receive()
        if error:
            raise BrowserError(error['message'])
        return result.get('value') if isinstance(result, dict) and set(result) == {'value'} else result

    def leave(self):
        self.command('Marionette:Quit', {'flags': ['eForceQuit']})

    def open(self, url):
        self.command('WebDriver:Navigate', {'url': url})

    def url(self):
        return self.command('WebDriver:GetCurrentURL')

    def script(self, text, *arguments):
        return self.command('WebDriver:ExecuteScript', {'script': text, 'args': list(arguments)})

    def async_script(self, text, *arguments):
        return self.command('WebDriver:ExecuteAsyncScript', {'script': text, 'args': list(arguments)})

    def click(self, using, value):
        self.command('WebDriver:ElementClick', {'id': self.find(using, value)})

    def type(self, selector, text):
        self.command('WebDriver:ElementSendKeys', {'id': self.find('css selector', selector), 'text': text})

    def find(self, using, value):
        return self.command('WebDriver:FindElement', {'using': using, 'value': value})[ELEMENT]

    def screenshot(self):
        return self.command('WebDriver:TakeScreenshot', {'full': False})


BROWSERS = {browser.name: browser for browser in (Chromium, Firefox)}
