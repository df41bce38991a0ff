"""Luma PSNR and SSIM of what stands on the screen at each 1/30 s against what the source showed then.

Each picture of the source is compared with the newest one not newer than it that was shown: a freeze counts as error, a
delay does not. What was received is decoded in order; what was never shown does not stand on the screen. Which picture
of the source a received one is, its RTP timestamp tells; the offset between both is where they are most alike.
"""

import cmath
import math
import statistics
import struct
import subprocess
import tempfile
from pathlib import Path

import pictures
from moving_source import HEIGHT, RATE, WIDTH
from sandbox import Failed

TICKS = 90_000 // RATE  # of RTP time from picture to picture
SMALL = (160, 90)  # at which they are compared to find the offset
LONGEST_WAIT = 5 * RATE  # pictures of the source before the first that was received
LEAST_LIKENESS = 20  # dB of the small pictures
HIGHEST_PSNR = 60  # dB, for pictures that are the same


def ivf_times(path):
    """The RTP ticks of each picture since the first."""
    data = path.read_bytes()
    at, times = 32, []
    while at + 12 <= len(data):
        size, time = struct.unpack_from("<IQ", data, at)
        at += 12 + size
        if at <= len(data):
            times.append(time)
    return times


def slots(times):
    """Which 1/30 s each was captured in, from the first one's; and how far off they are [ms, p95]. The phase is that of
    most: the first may have been late."""
    phase = cmath.phase(sum(cmath.exp(2j * math.pi * t / TICKS) for t in times)) / (2 * math.pi)
    exact = [t / TICKS - phase for t in times]
    off = sorted(abs(e - round(e)) * 1e3 / RATE for e in exact)
    return [round(e) - round(exact[0]) for e in exact], off[math.ceil(0.95 * len(off)) - 1]


def shown(folder, times):
    """Of each recorded picture, whether it was shown. All, where the program does not tell."""
    rows = pictures.read(folder)
    if rows is None:
        return [True] * len(times)
    if not rows:
        raise Failed(f"{folder} has no picture that was decoded.")
    by_time = {(row.timestamp - rows[0].timestamp) % 2**32: row.shown is not None for row in rows}
    if sum(t in by_time for t in times) < 0.9 * len(times):
        raise Failed(f"the pictures of the recording are not those of {folder}/pictures.csv.")
    return [by_time.get(t, False) for t in times]


def luma(path, width, height):
    """Each picture's luma, as it is decoded."""
    filters = f"scale={width}:{height}:flags=area" if (width, height) == SMALL else f"scale={width}:{height}"
    words = ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-vf", f"{filters},format=yuv420p,extractplanes=y"]
    # Each decoded picture once, whatever its time: image2pipe asks for none.
    words += ["-vsync", "passthrough", "-f", "image2pipe", "-c:v", "rawvideo", "-"]
    with subprocess.Popen(words, stdout=subprocess.PIPE) as process:
        try:
            while len(data := process.stdout.read(width * height)) == width * height:
                yield data
        finally:
            process.kill()


def likeness(one, other):
    """PSNR [dB]"""
    error = math.dist(one, other) ** 2 / len(one)
    return HIGHEST_PSNR if error == 0 else min(HIGHEST_PSNR, 10 * math.log10(255**2 / error))


def find_offset(received, at, source):
    """Between the slots `at` of small pictures and the pictures of the source. First by few pictures, then whether each
    tenth one agrees. Returns the offset, and the mean likeness there and up to three pictures beside it."""
    early = [i for i, slot in enumerate(at) if slot < 2 * RATE][::6]

    def mean(chosen, offset):
        pairs = [(i, at[i] + offset) for i in chosen if 0 <= at[i] + offset < len(source)]
        return statistics.mean([likeness(received[i], source[k]) for i, k in pairs] or [0])

    offset = max(range(LONGEST_WAIT), key=lambda o: mean(early, o))
    everywhere = list(range(0, len(at), 10))
    beside = {o: mean(everywhere, offset + o) for o in range(-3, 4)}
    if beside[0] < LEAST_LIKENESS or max(beside, key=beside.get) != 0:
        text = ", ".join(f"{o:+d}: {db:.1f} dB" for o, db in beside.items())
        raise Failed(f"what was received cannot be told to be the source's pictures: offset {offset}, {text}.")
    return offset, beside


class Recording:
    """What a listener received, and when it stood on the screen."""

    def __init__(self, run, source, shift=0):
        self.path, self.source = run / "received.ivf", source
        times = ivf_times(self.path)
        if len(times) < RATE:
            raise Failed(f"{self.path} has {len(times)} pictures only.")
        at, self.off = slots(times)
        small = list(luma(self.path, *SMALL))
        if len(small) != len(times):
            raise Failed(f"{len(small)} of the {len(times)} pictures of {self.path} can be decoded.")
        offset, self.beside = find_offset(small, at, list(luma(source, *SMALL)))
        self.at = [slot + offset + shift for slot in at]
        self.shown = shown(run / "listener1", times)

    def on_screen(self, first, last):
        """(picture of the source, luma of what stands on the screen) for each from `first` to before `last`."""
        standing, now = None, first
        for slot, is_shown, data in zip(self.at, self.shown, luma(self.path, WIDTH, HEIGHT), strict=True):
            if not is_shown:
                continue
            if standing is None and slot > first:
                raise Failed(f"nothing stood on the screen for picture {first} of the source")
            for now in range(now, min(slot, last)):
                if standing:
                    yield now, standing
            now, standing = max(now, min(slot, last)), data
        for now in range(now, last):
            yield now, standing


def compare(recording, first, last):
    """Mean PSNR and SSIM of luma over pictures of the source."""
    with tempfile.TemporaryDirectory() as folder:
        psnr, ssim = Path(folder, "psnr"), Path(folder, "ssim")
        pick = f"trim=start_frame={first}:end_frame={last},scale={WIDTH}:{HEIGHT},format=yuv420p,extractplanes=y"
        pick += f",settb=1/{RATE},setpts=N"
        filters = f"[0]settb=1/{RATE},setpts=N,split[a][b];[1]{pick},split[c][d];"
        filters += f"[a][c]psnr=stats_file={psnr}[x];[b][d]ssim=stats_file={ssim}[y]"
        words = ["ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}"]
        words += ["-r", str(RATE), "-i", "-", "-i", recording.source, "-filter_complex", filters]
        words += ["-map", "[x]", "-f", "null", "-", "-map", "[y]", "-f", "null", "-"]
        with subprocess.Popen(words, stdin=subprocess.PIPE) as process:
            count = sum(process.stdin.write(data) > 0 for _, data in recording.on_screen(first, last))
            process.stdin.close()
        return count, column(psnr, "psnr_y:", count), column(ssim, "Y:", count)


def column(stats, name, count):
    """One value per picture. Identical ones have infinite PSNR, which no mean would survive."""
    lines = stats.read_text().splitlines()
    words = [word for line in lines for word in line.split() if word.startswith(name)]
    if len(words) != count or count == 0:
        raise Failed(f"ffmpeg compared {len(words)} pictures instead of {count}.")
    return [min(HIGHEST_PSNR, float(word.removeprefix(name))) for word in words]


def measure(run, source, start, shift=0):
    """Of the run in a folder, from `start` [s] after its first picture to its last one. PSNR is the mean of that of
    each picture."""
    recording = Recording(run, source, shift)
    first = recording.at[0] + round(RATE * start)
    count, psnr, ssim = compare(recording, first, max(recording.at) + 1)
    return {
        "psnr": statistics.mean(psnr),
        "ssim": statistics.mean(ssim),
        "qualityPictures": count,
        "qualityOffset": recording.at[0],
        "qualityOff95": recording.off,
        "qualityBeside": recording.beside,
    }


def dump(run, source, number, folder):
    """Writes picture `number` of the source, and what stood on the screen then, as PNG."""
    recording = Recording(run, source)
    standing = next(data for _, data in recording.on_screen(number, number + 1))
    folder.mkdir(parents=True, exist_ok=True)
    save = ["ffmpeg", "-v", "error", "-y"]
    raw = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{WIDTH}x{HEIGHT}", "-i", "-"]
    subprocess.run([*save, *raw, "-frames:v", "1", folder / f"{number}-screen.png"], input=standing, check=True)
    pick = f"select=eq(n\\,{number}),format=yuv420p,extractplanes=y"
    subprocess.run([*save, "-i", source, "-vf", pick, "-frames:v", "1", folder / f"{number}-source.png"], check=True)
