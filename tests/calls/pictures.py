"""What pictures.csv and the link's packets.csv say of the pictures of a call, one by one."""

import csv

VIDEO = 96  # payload types: core/rtp
RETRANSMISSION = 97
REPAIR = 98


class Picture:
    def __init__(self, row):
        self.timestamp = int(row["rtpTimestamp"])
        self.captured = float(row["captured [s]"]) if row["captured [s]"] else None
        self.shown = float(row["shown [s]"]) if row["shown [s]"] else None


def read(folder, flow="incoming"):
    """In the order of decoding. None where the program writes no pictures.csv."""
    if not (folder / "pictures.csv").exists():
        return None
    with open(folder / "pictures.csv", newline="") as file:
        return [Picture(row) for row in csv.DictReader(file) if row["flow"] == flow]


def shown_rate(pictures):
    times = [p.shown for p in pictures if p.shown is not None]
    return (len(times) - 1) / (times[-1] - times[0]) if len(times) > 1 else 0


def over_link(pictures, waits, propagation):
    """From capture to display less what the link itself took, in ms of each picture shown. `waits`: of a picture's
    packets in the link's queue [ms], by RTP timestamp; `propagation` in ms. A packet's own time on the line is not
    taken off: the program chooses how it splits a picture."""
    delays = []
    for p in pictures:
        own = waits.get(p.timestamp)
        if p.shown is not None and p.captured is not None and own:
            delays.append(1e3 * (p.shown - p.captured) - propagation - sum(own) / len(own))
    return delays
