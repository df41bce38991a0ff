#!/usr/bin/env python3
"""Sees and hears a call from outside: the test picture on a virtual display, and the test sound from the monitor of a
loudspeaker, both by this machine's monotonic clock.

    watch.py SCREEN SOURCE SECONDS

SCREEN: the file of Xvfb -fbdir. SOURCE: of the sound service. The seconds count from when the picture was found, which
must be within 20 s. A line each on standard output, times in seconds:

    picture SEEN DRAWN WHITE   another picture; the time that is drawn in it; 1: its square is white
    beep HEARD                 its first loud sample, behind 300 ms of quiet
"""

import array
import mmap
import os
import subprocess
import sys
import threading
import time

PERIOD = 0.003  # s, of looking
PHASES = 50  # of a second, in which the square is looked for
STEP = 4  # pixels
RATE = 48000
LOUD, QUIET = 1500, 0.3  # of a peak of 8000; s
GONE = 0.5  # s
BRIGHT = bytes(int(value > 220) for value in range(256))  # 235 of the picture is 255 on the screen


class Screen:
    """24 bits deep, as X11/XWDFile.h has it: numbers of 32 bits, the most significant byte first."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.file = mmap.mmap(file.fileno(), 0, prot=mmap.PROT_READ)
        number = lambda field: int.from_bytes(self.file[4 * field:4 * field + 4], "big")  # noqa: E731
        self.width, self.height, self.stride = number(4), number(5), number(12)
        self.begin = number(0) + 12 * number(19)  # behind the colours

    def green(self, x, y):
        return self.file[self.begin + y * self.stride + 4 * x + 1]

    def bright(self):
        """A bit for each STEP-th pixel of each STEP-th row; a byte each."""
        rows = []
        for y in range(0, self.height, STEP):
            first = self.begin + y * self.stride + 1
            rows.append(self.file[first:first + 4 * self.width:4 * STEP])
        return int.from_bytes(b"".join(rows).translate(BRIGHT), "little")


class Finder:
    """Where the test picture is, 16:9, by its square: always bright at one time of a second, never half a second
    later."""

    def __init__(self, screen):
        self.screen = screen
        self.always, self.ever = {}, {}

    def look(self):
        phase = int(time.monotonic() * PHASES) % PHASES
        seen = self.screen.bright()
        self.always[phase] = self.always.get(phase, seen) & seen
        self.ever[phase] = self.ever.get(phase, 0) | seen

    def square(self):
        """(left, top, side), to STEP pixels."""
        later = lambda phase: (phase + PHASES // 2) % PHASES  # noqa: E731
        masks = [self.always[p] & ~self.ever[later(p)] for p in self.always if later(p) in self.ever]
        mask = max(masks, key=int.bit_count, default=0)
        width = (self.screen.width + STEP - 1) // STEP
        cells = mask.to_bytes(width * ((self.screen.height + STEP - 1) // STEP), "little")
        rows = [cells[i:i + width].count(1) for i in range(0, len(cells), width)]
        columns = [cells[i::width].count(1) for i in range(width)]
        spans = [[i for i, count in enumerate(counts) if count >= max(2, max(counts) / 2)]
                 for counts in (columns, rows)]
        if not all(spans):
            return None
        (left, right), (top, bottom) = [(span[0], span[-1] + 1) for span in spans]
        return STEP * left, STEP * top, STEP * max(right - left, bottom - top)

    def find(self):
        """The picture, in the middle of the sizes whose time can be read now."""
        square = self.square()
        if square is None:
            return None
        x, y, about = square[0] + square[2] // 2, square[1] + square[2] // 2, 4 * square[2]
        pictures = [Picture(self.screen, x, y, height) for height in range(max(45, about - 24), about + 25)]
        readable = [picture for picture in pictures if picture.inside() and picture.drawn() is not None]
        return readable[len(readable) // 2] if readable else None


def checksum(value):
    """CRC-16/CCITT-FALSE of 64 bits."""
    crc = 0xFFFF
    for byte in value.to_bytes(8, "big"):
        crc ^= byte << 8
        for _ in range(8):
            crc = (crc << 1 ^ (0x1021 if crc & 0x8000 else 0)) & 0xFFFF
    return crc


class Picture:
    """A test picture of that height whose square has its middle there (app/capture: test_picture, time_stamp)."""

    def __init__(self, screen, x, y, height):
        self.screen, self.height, self.width = screen, height, height * 16 // 9
        self.left, self.top = x - self.width * 2 // 5 - height // 8, y - height // 2
        self.middle = x, y
        self.cells = [(self.left + (2 * column + 1) * self.width // 80, self.top + (2 * row + 1) * height // 90)
                      for row in range(2) for column in range(40)]

    def inside(self):
        return self.left >= 0 and self.top >= 0 and self.left + self.width <= self.screen.width

    def moved(self):
        """The picture after the window has put something above or below it, which leaves its middle where it was; None
        where it is not found at once."""
        middle = self.left + self.width // 2
        readable = []
        for height in range(max(45, self.height - 60), self.height + 61, 2):
            x = middle - height * 8 // 9 + height * 16 // 9 * 2 // 5 + height // 8
            for y in range(self.middle[1] - 80, self.middle[1] + 81, 2):
                picture = Picture(self.screen, x, y, height)
                if picture.inside() and picture.drawn() is not None:
                    readable.append(picture)
        mean = lambda numbers: round(sum(numbers) / len(numbers))  # noqa: E731
        if not readable:
            return None
        x, y, height = (mean(values) for values in zip(*((*p.middle, p.height) for p in readable)))
        return Picture(self.screen, x, y, height)

    def drawn(self):
        """The time in it, s; None while it is being painted."""
        bits = 0
        for x, y in self.cells:
            bits = bits << 1 | (self.screen.green(x, y) > 127)
        value = bits >> 16
        return value / 1e6 if checksum(value) == bits & 0xFFFF else None

    def is_white(self):
        reach = self.height // 12
        points = [(self.middle[0] + i * reach, self.middle[1] + k * reach) for i in (-1, 0, 1) for k in (-1, 0, 1)]
        return all(self.screen.green(x, y) > 205 for x, y in points)


def say(line):
    """From either thread: whole lines."""
    os.write(1, f"{line}\n".encode())


def listen(source):
    """Prints beeps, from a thread of its own: a sample is of when it came."""
    command = ["parec", "-d", source, "--format=s16le", f"--rate={RATE}", "--channels=1", "--latency-msec=5", "--raw"]
    recorder = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=0)

    def run():
        last = 0.0
        while data := recorder.stdout.read(4096):
            came = time.monotonic()
            samples = array.array("h", data[:len(data) // 2 * 2])
            for i, sample in enumerate(samples):
                if abs(sample) < LOUD:
                    continue
                heard = came - (len(samples) - i) / RATE
                if heard - last > QUIET:
                    say(f"beep {heard:.4f}")
                last = heard

    threading.Thread(target=run, daemon=True).start()
    return recorder


def find(screen):
    finder, begin = Finder(screen), time.monotonic()
    while time.monotonic() - begin < 20:
        time.sleep(0.01)
        finder.look()
        if time.monotonic() - begin > 4 and (picture := finder.find()):
            return picture
    sys.exit("No test picture is seen on the screen.")


def main():
    recorder = listen(sys.argv[2])
    picture = find(Screen(sys.argv[1]))
    print(f"seen at {picture.left},{picture.top} in {picture.width}x{picture.height}", file=sys.stderr, flush=True)
    begin, last = time.monotonic(), None
    seen = begin
    while time.monotonic() < begin + float(sys.argv[3]):
        time.sleep(PERIOD)
        drawn, now = picture.drawn(), time.monotonic()
        if now - seen > GONE:
            picture, seen = picture.moved() or picture, time.monotonic()
        if drawn is not None and drawn != last:
            last, seen = drawn, now
            say(f"picture {now:.4f} {drawn:.4f} {int(picture.is_white())}")
    recorder.terminate()


if __name__ == "__main__":
    main()
