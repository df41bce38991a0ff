"""What came of a call that was watched: from each beep to the flash of the same second, a row for each span."""

import json

from measures import percentile
from sound_measures import Telemetry, number

COLUMNS = ["case", "run", "span s", "beeps", "flash not seen", "beep after flash least", "p50", "most ms",
           "in -20..60 %", "by the picture's own time least", "p50", "most ms", "in -20..60 %", "picture p50", "sound p50 ms",
           "told skew least", "p50", "most ms"]


def heading():
    return "| " + " | ".join(COLUMNS) + " |\n|" + "---|" * 3 + "---:|" * (len(COLUMNS) - 3)


def read(path):
    """Times of beeps; of pictures (seen, drawn), of those whose square has just become white."""
    beeps, flashes, white = [], {}, True
    for line in path.read_text().splitlines():
        what, *values = line.split()
        if what == "beep":
            beeps.append(float(values[0]))
            continue
        seen, drawn = map(float, values[:2])
        if values[2] == "1" and not white:
            flashes[int(drawn)] = (seen, drawn)
        white = values[2] == "1"
    return beeps, flashes


def spread(values):
    inside = 100 * sum(-20 <= value <= 60 for value in values) / len(values) if values else None
    return [number(min(values, default=None)), number(percentile(values, 0.5)), number(max(values, default=None)),
            number(inside, 1)]


def row(names, beeps, flashes, told):
    """A beep is of the last full second: the delay of a call is less than one."""
    pairs = [(beep, *flashes[int(beep)]) for beep in beeps if int(beep) in flashes]
    by_eye = [1000 * (beep - seen) for beep, seen, _ in pairs]
    by_stamp = [1000 * (beep % 1 - (seen - drawn)) for beep, seen, drawn in pairs]
    return [*names, str(len(beeps)), str(len(beeps) - len(pairs)), *spread(by_eye), *spread(by_stamp),
            number(percentile([1000 * (seen - drawn) for _, seen, drawn in pairs], 0.5)),
            number(percentile([1000 * (beep % 1) for beep, _, _ in pairs], 0.5)), *spread(told)[:3]]


def rows(folder, case):
    begin = json.loads((folder / "begin.json").read_text())
    beeps, flashes = read(folder / "seen.txt")
    first = min(flashes, default=0)  # before it the picture was looked for
    beeps = [beep for beep in beeps if beep >= first]
    far = Telemetry(folder / "far")
    offset = begin["link"] - begin["far"]
    end = round(max(beeps, default=0) - begin["link"]) + 1
    for start, stop in [(round(first - begin["link"]), end), *case.spans]:
        inside = [beep for beep in beeps if start <= beep - begin["link"] < stop]
        told = far.values("incoming", "evenkeelAvSkew", start + offset, stop + offset)
        yield "| " + " | ".join(row([case.name, folder.name, f"{start:g}-{stop:g}"], inside, flashes, told)) + " |"
