"""When sound was back, by the telemetry of who hears it; and a hum to be heard.

    sound_returns.py hum FILE.wav
    sound_returns.py back TELEMETRY.csv FROM    s from then on until the hum is heard; 99: never
    sound_returns.py step TELEMETRY.csv FROM    s from then on until sound is in step with the picture for 2 s
"""
import array
import csv
import math
import sys
import wave

RATE = 48000
LOUD = 0.02  # the hum's level is 0.17
NEVER = 99.0
AFTER = 13  # s that count
IN_STEP = (-20, 80)  # ms; a picture of this test takes 5 ms, and none is held back for sound that is less late


def write_hum(path):
    with wave.open(path, 'wb') as sound:
        sound.setnchannels(1)
        sound.setsampwidth(2)
        sound.setframerate(RATE)
        sound.writeframes(array.array('h', (round(8000 * math.sin(math.tau * 220 * i / RATE)) for i in range(RATE))))


def values(path, column, begin):
    """(s since, value)"""
    with open(path, newline='') as file:
        rows = [{name.split(' [')[0]: value for name, value in row.items()} for row in csv.DictReader(file)]
    rows = [row for row in rows if row['flow'] == 'incoming' and row[column]]
    return [(t - begin, float(row[column])) for row in rows if 0 < (t := float(row['time'])) - begin <= AFTER]


def back(path, begin):
    return min((t for t, level in values(path, 'audioLevel', begin) if level > LOUD), default=NEVER)


def step(path, begin):
    skews = values(path, 'evenkeelAvSkew', begin)
    if not skews or skews[-1][0] < AFTER - 2:
        return NEVER
    out = max((t for t, skew in skews if not IN_STEP[0] <= skew <= IN_STEP[1]), default=0)
    return out if out < AFTER - 2 else NEVER


what, *rest = sys.argv[1:]
if what == 'hum':
    write_hum(*rest)
else:
    print(f'{ {"back": back, "step": step}[what](rest[0], float(rest[1])):.1f}')
