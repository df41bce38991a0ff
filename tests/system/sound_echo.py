"""How much of what was said comes back as echo: SENT.wav as a program sent it, HEARD.wav as the same program heard the
other side, who says nothing of its own; both begin with the call. LAG: where nothing may be found, in ms.

    sound_echo.py SENT.wav HEARD.wav FROM [LAG]

prints a value a line:

  pieces      seconds of SENT that hold speech, from FROM s on; the others are left out
  alike       the median of how well they are found again within the second after them: 1 is the same, 0 nothing of it
  lag         after so long, in ms: the median
  loss        how much weaker all that is heard is than all that was said, in dB; nothing at all: 99
  weaker      of the pieces, those whose echo is at least 25 dB weaker, in %
  worst_loss  of the worst piece, beside all that is heard from 0.1 s before its echo is due to 0.1 s after it
"""
import array
import math
import statistics
import sys
import wave
from operator import mul

COARSE = 2000  # Hz: voices are found by what is below 1 kHz
QUIET = 300  # RMS
MOST_LAG = 1.0  # s
GOAL = 25  # dB
NOTHING = 99.0  # dB


class Sound:
    def __init__(self, path):
        with wave.open(path) as sound:
            assert (sound.getnchannels(), sound.getsampwidth()) == (1, 2), 'mono, 16 bits'
            self.rate = sound.getframerate()
            self.samples = array.array('h', sound.readframes(sound.getnframes()))
        self.seconds = len(self.samples) / self.rate
        self.energy = [0]  # up to each sample
        for sample in self.samples:
            self.energy.append(self.energy[-1] + sample * sample)
        self.coarse = self.averages()

    def averages(self):
        ends = [i * self.rate // COARSE for i in range(int(self.seconds * COARSE) + 1)]
        return [sum(self.samples[a:b]) / (b - a) for a, b in zip(ends, ends[1:])]

    def energy_of(self, start, end):
        """Squares times seconds."""
        a, b = (min(max(round(t * self.rate), 0), len(self.samples)) for t in (start, end))
        return (self.energy[b] - self.energy[a]) / self.rate


def find(sent, heard, start):
    """(correlation, lag in s) of the second of `sent` that begins at `start`, where it is alike most."""
    first = int(start * COARSE)
    piece = sent.coarse[first:first + COARSE]
    own = math.sqrt(sum(map(mul, piece, piece)))
    best = (0.0, 0.0)
    for lag in range(int(MOST_LAG * COARSE)):
        other = heard.coarse[first + lag:first + lag + COARSE]
        if len(other) < COARSE:
            break
        size = math.sqrt(sum(map(mul, other, other)))
        if size > 0:
            best = max(best, (sum(map(mul, piece, other)) / (own * size), lag / COARSE))
    return best


def loss(said, heard):
    return 10 * math.log10(said / heard) if heard > 0 else NOTHING


def main():
    sent, heard, begin = Sound(sys.argv[1]), Sound(sys.argv[2]), int(sys.argv[3])
    end = math.floor(min(sent.seconds, heard.seconds - MOST_LAG - 1))
    starts = [t for t in range(begin, end) if sent.energy_of(t, t + 1) > QUIET**2]
    found = [find(sent, heard, t) for t in starts]
    lag = float(sys.argv[4]) / 1000 if len(sys.argv) > 4 else statistics.median(lag for _, lag in found)
    losses = [loss(sent.energy_of(t, t + 1), heard.energy_of(t + lag - 0.1, t + lag + 1.1)) for t in starts]
    print(f'pieces {len(starts)}')
    print(f'alike {statistics.median(c for c, _ in found):.2f}')
    print(f'lag {1000 * lag:.0f}')
    print(f'loss {loss(sent.energy_of(begin, end), heard.energy_of(begin, end + MOST_LAG)):.1f}')
    print(f'weaker {100 * sum(value >= GOAL for value in losses) / len(losses):.0f}')
    print(f'worst_loss {min(losses):.1f}')


main()
