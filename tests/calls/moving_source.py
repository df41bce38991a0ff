"""A clip for measuring quality: detail that moves and turns, a scene of its own each 8 s. The same bytes each time."""

import fcntl
import subprocess

from sandbox import Failed

WIDTH, HEIGHT, RATE = 1280, 720, 30
SCENE_SECONDS = 8
# Of a camera: what moves alone is predicted so well that the finest quantizer leaves a part of 2.5 Mbit/s unused.
NOISE = 5
MARGIN = 160  # of texture around what is seen, for it moves
# So good that the coding of the clip limits no call, and cheap enough to be decoded beside one. Key frames alone, all of
# one quantizer: else the clip would bring changes of its own, which no camera has. One thread and a fixed speed (below
# zero): the bytes must not depend on the machine.
ENCODER = "-c:v libvpx -threads 1 -deadline realtime -cpu-used -8 -g 1 -qmin 28 -qmax 28 -b:v 200M"


def scene(number, seconds):
    """A texture of waves of many lengths and some grain, seen by a camera that is not held still."""
    size = f"{WIDTH + 2 * MARGIN}x{HEIGHT + 2 * MARGIN}"
    a, b, c = 7 + 3 * (number % 4), 11 + 2 * (number % 3), 29 + 5 * (number % 5)
    luma = f"128+45*sin(X/{a}+3*sin(Y/{c}))*cos(Y/{b}+4*sin(X/53))"
    luma += f"+30*sin(X/{4 * c})*cos(Y/90)+30*(random({number})-0.5)"
    colour = f"cb=128+30*sin(X/{5 * a}+Y/70):cr=128+30*cos(Y/{9 * b})"
    speed = 1.2 + 0.4 * (number % 3)
    x, y = f"{MARGIN}+{MARGIN - 50}*sin({speed}*t)", f"{MARGIN}+{MARGIN - 50}*cos({0.7 * speed:.2f}*t)"
    texture = f"color=gray:s={size}:r={RATE},format=yuv420p,geq=lum='{luma}':{colour}"
    still = f"{texture},trim=end_frame=1,loop=loop=-1:size=1,setpts=N/({RATE}*TB),trim=duration={seconds}"
    moved = f"rotate='0.05*sin({1.5 * speed:.2f}*t)',crop={WIDTH}:{HEIGHT}:'{x}':'{y}'"
    return f"{still},{moved},noise=alls={NOISE}:allf=t,setsar=1"


def graph(seconds):
    lengths = [min(SCENE_SECONDS, seconds - start) for start in range(0, round(seconds), SCENE_SECONDS)]
    scenes = [f"{scene(number, length)}[s{number}]" for number, length in enumerate(lengths)]
    return ";".join(scenes) + ";" + "".join(f"[s{n}]" for n in range(len(scenes))) + f"concat=n={len(scenes)}[v]"


def make(path, seconds):
    """Once for all who ask; the others wait for the first."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with open(path.with_suffix(".lock"), "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            encode(path, seconds)


def encode(path, seconds):
    unfinished = path.with_suffix(".unfinished.mkv")
    words = ["ffmpeg", "-v", "error", "-nostdin", "-y", "-filter_complex_threads", "1"]
    words += ["-filter_complex", graph(seconds), "-map", "[v]"]
    words += [*ENCODER.split(), "-fflags", "+bitexact", "-flags", "+bitexact", str(unfinished)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise Failed(f"The clip cannot be made: {done.stderr.strip()[-300:]}")
    unfinished.rename(path)
