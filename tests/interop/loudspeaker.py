"""A sound service of its own with a loudspeaker without hardware, for browsers: where there is none, an AudioContext of
Firefox stays suspended, and so do the meters of the page."""
import contextlib
import os
import pathlib
import subprocess

SYSTEM = pathlib.Path(__file__).resolve().parents[1] / 'system'
NEEDS = ['pipewire', 'wireplumber', 'pipewire-pulse', 'pactl', 'pw-cli', 'dbus-run-session']
# Until its input ends.
SESSION = f'''
source {SYSTEM}/virtual_sound_functions
start_sound_service && plug_in room Room && echo "unix:$XDG_RUNTIME_DIR/pulse/native"
cat
stop_sound_service'''


@contextlib.contextmanager
def loudspeaker():
    """What is started meanwhile plays there."""
    before = os.environ.get('PULSE_SERVER')
    with subprocess.Popen([SYSTEM / 'virtual_camera', 'bash', '-c', SESSION], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as session:
        try:
            server = session.stdout.readline().strip()
            if not server:
                raise RuntimeError('no sound service starts')
            os.environ['PULSE_SERVER'] = server
            yield
        finally:
            if before is None:
                os.environ.pop('PULSE_SERVER', None)
            else:
                os.environ['PULSE_SERVER'] = before
            session.stdin.close()
            session.wait(20)
