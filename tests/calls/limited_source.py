"""A clip that has little to show for a while, and then more than any link of the cases carries."""

import fcntl
import subprocess

from sandbox import Failed

SHAPE = "video/x-raw,width=1280,height=720,framerate=30/1"
# Good enough that the coding of the clip is not what limits the call's encoder.
ENCODER = "vp8enc deadline=1 cpu-used=8 end-usage=cbr target-bitrate=20000000 min-quantizer=4 threads=2"
LITTLE = "pattern=ball motion=hsweep"  # 0.6 Mbit/s at the finest quantizer
MUCH = "pattern=zone-plate kx2=12 ky2=9 kt=3"  # above 8 Mbit/s


def part(pattern, seconds):
    return f"videotestsrc {pattern} num-buffers={round(30 * seconds)} ! {SHAPE} ! {ENCODER} ! c."


def make(path, little_seconds, much_seconds):
    """Once for all who ask; the others wait for the first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            encode(path, little_seconds, much_seconds)


def encode(path, little_seconds, much_seconds):
    unfinished = path.with_suffix(".unfinished.mkv")
    # The path stays one word: it may have spaces.
    words = ["concat", "name=c", "!", "matroskamux", "!", "filesink", f"location={unfinished}"]
    words += [*part(LITTLE, little_seconds).split(), *part(MUCH, much_seconds).split()]
    done = subprocess.run(["gst-launch-1.0", "-q", *words], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"The clip cannot be made: {done.stderr.strip()[-300:]}")
    unfinished.rename(path)
