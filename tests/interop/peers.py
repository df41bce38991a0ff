"""Builds the peers that come as source, outside the tree: once for each state of their sources."""
import contextlib
import hashlib
import os
import pathlib
import shutil
import subprocess

SOURCES = pathlib.Path(__file__).resolve().parent / 'peers'
CACHE = pathlib.Path(os.environ.get('XDG_CACHE_HOME') or pathlib.Path.home() / '.cache') / 'evenkeel-interop'


class Missing(Exception):
    """What this machine cannot have, and why."""


class Broken(Exception):
    pass


def last_lines(text, count=3):
    return ' / '.join(line.strip() for line in text.strip().splitlines()[-count:])


def run_step(command, folder, error):
    done = subprocess.run([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if done.returncode != 0:
        raise error(f'{" ".join(map(str, command[:3]))} failed: {last_lines(done.stdout)}')


def build_go(folder, target, package='./...'):
    """Modules come by the module proxy, and stay in Go's own cache."""
    run_step(['go', 'mod', 'download'], folder, Missing)
    if package == './...':
        run_step(['go', 'test', package], folder, Broken)
    run_step(['go', 'build', '-o', f'{target}/', package], folder, Broken)


def build_rust(folder, target):
    run_step(['cargo', 'fetch', '--locked'], folder, Missing)
    work = CACHE / 'cargo'
    run_step(['cargo', 'build', '--release', '--locked', '--offline', '--target-dir', work], folder, Broken)
    target.mkdir()
    for program in (work / 'release').iterdir():
        if program.is_file() and os.access(program, os.X_OK):
            shutil.copy2(program, target)


def build(name, compiler, make):
    """The folder of the programs that `make` builds from peers/NAME. Raises Missing where the compiler or what it builds
    with cannot be had, Broken where our sources do not build."""
    sources = SOURCES / name
    digest = hashlib.sha256()
    for file in sorted(path for path in sources.rglob('*') if path.is_file()):
        digest.update(str(file.relative_to(sources)).encode() + b'\0' + file.read_bytes())
    target = CACHE / f'{name}-{digest.hexdigest()[:16]}'
    if target.exists():
        return target
    if not shutil.which(compiler[0]):
        raise Missing(f'not here: {" ".join(compiler)}')
    CACHE.mkdir(parents=True, exist_ok=True)
    print(f'    building {name}, once', flush=True)
    unfinished = target.with_name(f'{target.name}.{os.getpid()}')
    try:
        make(sources, unfinished)
        with contextlib.suppress(OSError):  # another run was faster
            unfinished.rename(target)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
    return target


def pion():
    return build('pion', ['go', '(1.24 or newer)'], build_go)


def str0m():
    return build('str0m', ['cargo', '(Rust 1.85 or newer)'], build_rust)


def livekit():
    return build('livekit', ['go', '(1.26 or newer)'],
                 lambda folder, target: build_go(folder, target, 'github.com/livekit/livekit-server/cmd/server'))
