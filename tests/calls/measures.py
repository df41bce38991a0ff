"""What came of a run: from the link's packets.csv and capacity.csv, and from what the two programs wrote.

Rates and shares count IP bytes at the link's far end; queue is how long the media's packets waited at the bottleneck.
"""

import bisect
import csv
import json
import math
import re

import picture_quality
import pictures
from real_call import quality_source
from sandbox import Failed

MEDIA = ("media", "media2", "media3")


def percentile(values, share):
    """By nearest rank; None of nothing."""
    ordered = sorted(values)
    return ordered[max(1, math.ceil(share * len(ordered))) - 1] if ordered else None


def carries(row, payload_type):
    return row.get("payloadType") == str(payload_type)


def waits_of_pictures(rows):
    """In the link's queue [ms], of each picture's own packets, by RTP timestamp."""
    waits = {}
    for row in rows:
        if carries(row, pictures.VIDEO) and row["fate"] != "dropped":
            waits.setdefault(int(row["rtpTimestamp"]), []).append(float(row["queueWait [ms]"]))
    return waits


class Flow:
    """The packets of one flow, one way: (came, wait) of all, and sums of bytes by when they left."""

    def __init__(self, rows):
        self.rows = rows
        self.waits = [(float(r["came [s]"]), float(r["queueWait [ms]"])) for r in rows if r["fate"] != "dropped"]
        self.fates = {fate: sum(r["fate"] == fate for r in rows) for fate in ("passed", "dropped", "lost")}
        passed = [(float(r["left [s]"]), int(r["size [bytes]"])) for r in rows if r["fate"] == "passed"]
        self.times = [t for t, _ in passed]
        self.sums = [0]
        for _, size in passed:
            self.sums.append(self.sums[-1] + size)
        # Before the first picture there are only the greetings of the two programs; what a TCP answers after its end is
        # small as well.
        large = [float(r["came [s]"]) for r in rows if int(r["size [bytes]"]) > 300]
        self.first, self.last = (large[0], large[-1]) if large else (0, 0)

    def bits(self, start, end):
        return 8 * (self.sums[bisect.bisect_left(self.times, end)] - self.sums[bisect.bisect_left(self.times, start)])

    def bits_sent(self, times, payload_type=None):
        """Into the link, of one kind or all; whatever became of them."""
        rows = [row for row in self.rows if payload_type is None or carries(row, payload_type)]
        return 8 * sum(int(r["size [bytes]"]) for r in rows if any(a <= float(r["came [s]"]) < b for a, b in times))

    def only(self, payload_type):
        """None where it has no such packets."""
        rows = [row for row in self.rows if carries(row, payload_type)]
        return Flow(rows) if rows else None

    def waits_within(self, start, end):
        return [w for t, w in self.waits if start <= t < end]


class Path:
    """What passed the link one way, and what it could have passed."""

    def __init__(self, folder, direction="there"):
        rows = {}
        with open(folder / "packets.csv", newline="") as file:
            for row in csv.DictReader(file):
                if row["direction"] == direction:
                    rows.setdefault(row["flow"], []).append(row)
        self.flows = {name: Flow(of) for name, of in rows.items()}
        with open(folder / "capacity.csv", newline="") as file:
            self.capacity = [float(row["capacity [bit/s]"]) for row in csv.DictReader(file)]  # of each 100 ms

    def media(self):
        return [self.flows[name] for name in MEDIA if name in self.flows]

    def others(self):
        return [flow for name, flow in self.flows.items() if name not in MEDIA]

    def capacity_bits(self, start, end):
        return sum(self.capacity[round(10 * start) : round(10 * end)]) / 10


def bits(flows, times):
    return sum(flow.bits(start, end) for flow in flows for start, end in times)


def time_until(event, end, span, good):
    """From `event` until `good` holds of so many seconds; what never comes counts as the rest of the run."""
    steps = max(0, round(100 * (end - event - span)))
    return next((i / 100 for i in range(steps + 1) if good(event + i / 100, event + i / 100 + span)), end - event)


def time_to_rate(path, case, event):
    flow = path.media()[0]
    event = flow.first + case.limited if case.limited else max(event, flow.first)
    wanted = 0.8 * path.capacity_bits(event, event + 1)
    return time_until(event, case.seconds, 0.3, lambda a, b: flow.bits(a, b) / (b - a) >= wanted)


def time_to_low_queue(path, case):
    """From the drop of the capacity, or from when the others have really ended: they take time to begin."""
    flow = path.media()[0]
    drop = max([case.drop, *(other.last for other in path.others())])

    def is_low(start, end):
        return max(flow.waits_within(start, end), default=math.inf) < case.low_queue

    return time_until(drop, case.seconds, 1, is_low)


def jain(path, case):
    """The least of the measured times."""
    least = 1
    for start, end in case.measured:
        rates = [f.bits(start, end) for f, call in zip(path.media(), case.calls) if call.start <= start]
        least = min(least, sum(rates) ** 2 / (len(rates) * sum(r * r for r in rates)))
    return least


def of_link(path, case):
    media = path.media()
    there = sum(path.capacity_bits(start, end) for start, end in case.measured)
    used = bits(media, case.measured)
    waits = [w for flow in media for start, end in case.measured for w in flow.waits_within(start, end)]
    packets = sum(sum(flow.fates.values()) for flow in media)
    result = {
        "share": 100 * used / there,
        "use": 100 * used / (there - bits(path.others(), case.measured)),
        "loss": 100 * sum(flow.fates["dropped"] + flow.fates["lost"] for flow in media) / packets,
    }
    if case.others:
        result["others"] = 100 * bits(path.others(), case.measured) / there
    for rank in (50, 95, 99):
        result[f"queue{rank}"] = percentile(waits, rank / 100)
    if case.limited:  # the moment when it is free again is what counts
        waits = media[0].waits_within(media[0].first + case.limited, case.seconds)
    result["peak"] = max(waits, default=None)
    if case.rise is not None:
        result["rise"] = time_to_rate(path, case, case.rise)
    if case.drop is not None:
        result["low"] = time_to_low_queue(path, case)
    if len(case.calls) > 1:
        result["jain"] = jain(path, case)
    return result


def of_streams(path, case):
    """What the link's capacity and the bytes sent were used for. Empty where the packets do not tell."""
    media = path.media()
    videos = [video for video in (flow.only(pictures.VIDEO) for flow in media) if video]
    sent = sum(flow.bits_sent(case.measured) for flow in media)
    if not videos or sent == 0:
        return {}
    there = sum(path.capacity_bits(start, end) for start, end in case.measured)
    kinds = {"repair": pictures.REPAIR, "again": pictures.RETRANSMISSION}
    shares = {k: 100 * sum(f.bits_sent(case.measured, kind) for f in media) / sent for k, kind in kinds.items()}
    return {"media": 100 * bits(videos, case.measured) / (there - bits(path.others(), case.measured))} | shares


def of_pictures(folder, path, case):
    """Of the first call. Empty where the program wrote no pictures.csv."""
    shown = pictures.read(folder / "listener1")
    if shown is None:
        return {}
    result = {"shown": pictures.shown_rate(shown)}
    if "--route" not in case.link_options:
        waits = waits_of_pictures(path.media()[0].rows)
        delays = pictures.over_link(shown, waits, propagation(case))
        result |= {"over50": percentile(delays, 0.5), "over95": percentile(delays, 0.95)}
    return result


def propagation(case):
    """Of the first call's way there [ms]."""
    texts = [case.link.split("delay=")[1].split(",")[0], case.calls[0].access_delay]
    return sum(float(text.removesuffix("ms")) for text in texts if text)


def telemetry(folder, flow, column):
    """(time, value) of the rows that have one; none where there is no such column, as in older programs' runs."""
    with open(folder / "telemetry.csv", newline="") as file:
        rows = csv.DictReader(file)
        name = next((n for n in rows.fieldnames if n.split(" [")[0] == column), None)
        if name is None:
            return []
        return [(float(r["time [s]"]), float(r[name])) for r in rows if r["flow"] == flow and r[name]]


def growth(rows):
    """Of a counter, per second since it began to grow."""
    rows = [row for row in rows if row[1] > 0]
    if len(rows) < 2 or rows[-1][0] == rows[0][0]:
        return 0
    return (rows[-1][1] - rows[0][1]) / (rows[-1][0] - rows[0][0])


def last(rows):
    return rows[-1][1] if rows else 0


def of_programs(folder, case):
    """Of the first call. The caller's clock begins as its packets do."""
    caller, listener = folder / "caller1", folder / "listener1"
    start = case.calls[0].start
    pacer = telemetry(caller, "outgoing", "pacerQueue")
    settled = [q for t, q in pacer if any(a <= t + start < b for a, b in case.measured)]
    with open(listener / "summary.json") as file:
        delay = json.load(file)["flows"]["incoming"]["run"].get("endToEndDelay", {})
    return {
        "fps": growth(telemetry(listener, "incoming", "framesDecoded")),
        "skipped": last(telemetry(caller, "outgoing", "framesSkipped")),
        "keys": last(telemetry(caller, "outgoing", "keyFramesEncoded")),
        "freezes": last(telemetry(listener, "incoming", "freezeCount")),
        "frozen": last(telemetry(listener, "incoming", "totalFreezesDuration") or [(0, None)]),
        "jumps": last(telemetry(caller, "outgoing", "evenkeelReferenceJumps") or [(0, None)]),
        "sender95": percentile(settled, 0.95),
        "shown50": delay.get("p50"),
        "shown95": delay.get("p95"),
    }


def lateness(folder):
    """By how much the link itself was late at worst [ms]: what is more than a few is the machine's doing."""
    late = re.search(r"at most (\d+) us", (folder / "link.out").read_text())
    return int(late[1]) / 1e3 if late else None


def check_complete(path, back, case):
    """What was cut short, or had nobody beside it, would be measured without a word."""
    if len(path.capacity) < round(10 * case.seconds):
        raise Failed(f"the link ended {case.seconds - len(path.capacity) / 10:.1f} s before the case")
    if any(not other.back for other in case.others) and bits(path.others(), case.measured) == 0:
        raise Failed("the other traffic sent nothing")
    if any(other.back for other in case.others) and bits(back.others(), case.measured) == 0:
        raise Failed("the other traffic sent nothing back")


def measure(folder, case, same_clock):
    """All of a run, by name; writes result.json, which says that the run is done."""
    path = Path(folder)
    check_complete(path, Path(folder, "back"), case)
    result = of_link(path, case) | of_streams(path, case) | of_programs(folder, case) | of_pictures(folder, path, case)
    if case.quality:
        result |= picture_quality.measure(folder, quality_source(folder), case.measured[0][0])
    result |= {"late": lateness(folder), "same_clock": same_clock}
    unfinished = folder / "result.unfinished"
    unfinished.write_text(json.dumps(result, indent=2) + "\n")
    unfinished.rename(folder / "result.json")
    return result
