"""What came of a call with sound: from the telemetry of both programs, a row for each way and span."""

import csv
import json

from measures import percentile

COLUMNS = ["case", "controller", "run", "way", "span s", "concealed ms", "%", "sound over link p50", "p95 ms",
           "capture to display p50", "p95 ms", "skew least", "p50", "most ms", "in -20..60 %", "target mean", "most ms",
           "stretch %", "pacer p99 ms", "paused s", "load"]
PROPAGATION = 50  # ms, of all cases


def heading():
    return "| " + " | ".join(COLUMNS) + " |\n|" + "---|" * 5 + "---:|" * (len(COLUMNS) - 5)


class Telemetry:
    def __init__(self, folder):
        with open(folder / "telemetry.csv", newline="") as file:
            self.rows = [{name.split(" [")[0]: value for name, value in row.items()} for row in csv.DictReader(file)]

    def values(self, flow, column, start=0, end=1e9):
        return [float(r[column]) for r in self.rows if r["flow"] == flow and r[column] and start <= float(r["time"]) < end]

    def growth(self, column, start, end):
        values = [0, *self.values("incoming", column, 0, end)]
        before = [0, *self.values("incoming", column, 0, start)]
        return values[-1] - before[-1]


def number(value, digits=0):
    return "" if value is None else f"{value:.{digits}f}"


def row(names, received, sent, offset, sent_offset, start, end):
    a, b = start + offset, end + offset
    got = lambda column: received.values("incoming", column, a, b)  # noqa: E731
    samples = received.growth("totalSamplesReceived", a, b)
    concealed = received.growth("concealedSamples", a, b)
    stretch = sum(received.growth(c, a, b) for c in ("insertedSamplesForDeceleration", "removedSamplesForAcceleration"))
    sound, skew, target = got("evenkeelSoundDelay"), got("evenkeelAvSkew"), got("jitterBufferTargetDelay")
    picture = got("endToEndDelay")
    over = [value - PROPAGATION for value in sound]
    in_step = 100 * sum(-20 <= value <= 60 for value in skew) / len(skew) if skew else None
    sender = (start + sent_offset, end + sent_offset)
    paused = 0.1 * sum(value > 0 for value in sent.values("outgoing", "evenkeelVideoPaused", *sender))
    cells = [*names, f"{start:g}-{end:g}", number(concealed / 48), number(100 * concealed / max(samples, 1), 2),
             number(percentile(over, 0.5)), number(percentile(over, 0.95)), number(percentile(picture, 0.5)),
             number(percentile(picture, 0.95)), number(min(skew, default=None)), number(percentile(skew, 0.5)),
             number(max(skew, default=None)), number(in_step, 1), number(sum(target) / len(target) if target else None),
             number(max(target, default=None)), number(100 * stretch / max(samples, 1), 2),
             number(percentile(sent.values("outgoing", "evenkeelSoundQueue", *sender), 0.99), 1), number(paused, 1)]
    return cells


def rows(folder, case):
    """All of the call, the rest of it behind its first 5 s, and the case's own spans; on the link's clock."""
    begin = json.loads((folder / "begin.json").read_text())
    load = "-".join(f"{float(value):.1f}" for value in json.loads((folder / "load.json").read_text()))
    near, far = Telemetry(folder / "near"), Telemetry(folder / "far")
    names = [case.name, folder.parent.name, folder.name]
    for way, received, sent, offset, other in (("there", far, near, begin["far"], begin["near"]),
                                               ("back", near, far, begin["near"], begin["far"])):
        for start, end in [(0, case.seconds), (5, case.seconds), *case.spans]:
            yield "| " + " | ".join([*row([*names, way], received, sent, offset, other, start, end), load]) + " |"
