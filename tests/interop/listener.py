"""`evenkeel listen` without a window, and what it writes of a call."""
import contextlib
import pathlib
import signal
import subprocess
import tempfile
import time


class Evenkeel:
    """One listener with a run folder; `options` go on its command line."""

    def __init__(self, program, folder, host, options=()):
        self.folder = pathlib.Path(folder)
        self.started = time.monotonic()
        self.link_file, self.log = self.folder / 'link', open(self.folder / 'evenkeel.log', 'wb')
        self.process = subprocess.Popen(
            ['setpriv', '--pdeathsig', 'TERM', str(program), 'listen', '--headless', '--bind', f'{host}:0',
             '--source', 'test', '--link-file', str(self.link_file), '--out', str(self.folder / 'run'), *options],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def link(self):
        """Once it listens."""
        end = time.monotonic() + 20
        while time.monotonic() < end and self.process.poll() is None:
            with contextlib.suppress(OSError):
                if (text := self.link_file.read_text().strip()):
                    return text
            time.sleep(0.05)
        raise RuntimeError(f'it does not listen: {self.text()}')

    def text(self):
        return (self.folder / 'evenkeel.log').read_text(errors='replace')

    def hang_up(self):
        """Ends it as Ctrl-C does; returns its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        status = self.process.wait(20)
        self.log.close()
        return status


@contextlib.contextmanager
def listening(program, host, options=()):
    with tempfile.TemporaryDirectory(prefix='evenkeel-call-') as folder:
        listener = Evenkeel(program, folder, host, options)
        try:
            yield listener
        finally:
            if listener.process.poll() is None:
                listener.process.kill()
                listener.process.wait()
