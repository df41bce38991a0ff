"""What a WAV file of the test sound holds: how many beeps, how far they are apart, and whether anything clicks."""
import array
import sys
import wave

RATE = 48000
LOUD = 1000  # of a beep, whose amplitude is far above
QUIET = RATE // 5  # samples of silence between two beeps, at least


def read(path):
    with wave.open(path) as sound:
        assert (sound.getnchannels(), sound.getsampwidth(), sound.getframerate()) == (1, 2, RATE), 'mono, 16 bits, 48 kHz'
        return array.array('h', sound.readframes(sound.getnframes()))


def beeps(samples):
    """(first, last) loud sample of each."""
    found = []
    for at, sample in enumerate(samples):
        if abs(sample) < LOUD:
            continue
        if found and at - found[-1][1] < QUIET:
            found[-1][1] = at
        else:
            found.append([at, at])
    return found


def main():
    samples = read(sys.argv[1])
    found = beeps(samples)[4:]  # a source begins with more delay than it needs, which it then makes up for
    gaps = [1000 * (b[0] - a[0]) / RATE for a, b in zip(found, found[1:])]
    lengths = [1000 * (last - first) / RATE for first, last in found]
    values = {
        'seconds': len(samples) / RATE,
        'beeps': len(found),
        'least_gap': min(gaps, default=0),
        'largest_gap': max(gaps, default=0),
        'least_length': min(lengths, default=0),
        'largest_length': max(lengths, default=0),
        'loudest': max((abs(s) for s in samples), default=0),
    }
    print(values[sys.argv[2]])


main()
