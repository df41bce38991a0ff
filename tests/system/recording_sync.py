"""The same as system_flashes, by ffmpeg: at which second of a recording the white square of the test picture appears, and
when a beep of the test sound begins."""
import array
import subprocess
import sys

RATE = 48000
LOUD = 1000  # of a beep, whose amplitude is far above
QUIET = RATE // 5  # samples of silence between two beeps, at least
BRIGHT = 205  # as is_flashing() has it


def output(*command):
    return subprocess.run(command, check=True, capture_output=True).stdout


def entries(path, *what):
    return output("ffprobe", "-v", "error", *what, "-of", "csv=p=0", path).decode().split()


def flashes(path):
    # The square of flash_of() (app/capture/test_picture.cpp), whatever the size, as one pixel.
    square = "crop=w='min(ih/4,iw/4)':h=ih/4:x=iw*2/5:y=ih*3/8,scale=1:1:flags=area"
    grey = output("ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-vf", square, "-fps_mode", "passthrough",
                  "-pix_fmt", "gray", "-f", "rawvideo", "-")
    times = [float(line.strip(",")) for line in entries(path, "-select_streams", "v", "-show_entries", "frame=pts_time")]
    assert len(times) == len(grey), f"{len(times)} times of {len(grey)} pictures"
    white = [level > BRIGHT for level in grey]
    return times, [(times[i], times[i - 1]) for i in range(1, len(times)) if white[i] and not white[i - 1]]


def beeps(path):
    # From 0 of the file's time on, and by its timestamps.
    raw = output("ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-af", "aresample=async=1:first_pts=0", "-ac", "1",
                 "-ar", str(RATE), "-f", "s16le", "-")
    samples, found, last = array.array("h", raw), [], -RATE
    for at, sample in enumerate(samples):
        if abs(sample) < LOUD:
            continue
        if at - last > QUIET:
            found.append(at / RATE)
        last = at
    return len(samples) / RATE, found


def main():
    path = sys.argv[1]
    times, seen = flashes(path)
    length, heard = beeps(path)
    for at, before in seen:
        print(f"flash {at:.4f} {before:.4f}")
    print(f"pictures {len(times)} length {times[-1]:.3f}")
    for at in heard:
        print(f"beep {at:.4f}")
    print(f"sound {length:.3f}")
    print("duration", *entries(path, "-show_entries", "format=duration"))


main()
