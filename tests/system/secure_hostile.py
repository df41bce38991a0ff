"""Compares what happened to a call under each load with what the same load to another port did to it.

    secure_hostile.py FOLDER [--strict | --instrumented]

FOLDER has the run folders listener and caller, and in turns a line for each turn: load, "other" or "call", begin on the
listener's and on the caller's clock, end on both, the listener's memory before and after in kB, and what the generator
printed. --strict: bounds as on a machine that does nothing else. --instrumented: rates and memory say nothing.
Prints a table, and what fails; exit status 1 where something does.
"""

import csv
import json
import pathlib
import sys

CAPACITY = 2.5e6
folder = pathlib.Path(sys.argv[1])
strict = "--strict" in sys.argv
instrumented = "--instrumented" in sys.argv


def quantile(values, p):
    values = sorted(values)
    return values[min(len(values) - 1, int(p * len(values)))] if values else float("nan")


def mean(values):
    return sum(values) / len(values) if values else float("nan")


class Run:
    """One end's telemetry: rows of a flow by time."""

    def __init__(self, name):
        with open(folder / name / "telemetry.csv", newline="") as file:
            rows = csv.reader(file)
            self.titles = [title.split(" [")[0] for title in next(rows)]
            self.rows = [row for row in rows if len(row) == len(self.titles)]
        with open(folder / name / "pictures.csv", newline="") as file:
            rows = csv.reader(file)
            next(rows)
            self.shown = [float(row[5]) for row in rows if len(row) > 5 and row[5]]

    def values(self, flow, name, begin, end):
        time, flows, column = (self.titles.index(t) for t in ("time", "flow", name))
        return [
            float(row[column])
            for row in self.rows
            if row[flows] == flow and begin < float(row[time]) <= end and row[column]
        ]

    def longest_gap(self, begin, end):
        shown = [t for t in self.shown if begin < t <= end]
        return max((b - a for a, b in zip(shown, shown[1:])), default=end - begin)


runs = {"listener": Run("listener"), "caller": Run("caller")}


class Turn:
    def __init__(self, line):
        self.load, self.where, *numbers = line.split(maxsplit=8)
        self.begin = dict(zip(runs, map(float, numbers[0:2])))
        self.end = dict(zip(runs, map(float, numbers[2:4])))
        self.grown = float(numbers[5]) - float(numbers[4])
        self.sent = json.loads(numbers[6])


def measured(turns):
    """Over all turns of a load at one place; of both directions where there are two."""

    def all_of(end, flow, name):
        return [v for t in turns for v in runs[end].values(flow, name, t.begin[end], t.end[end])]

    counts = {key: sum(t.sent.get(key, 0) for t in turns) for t in turns for key in t.sent}
    return {
        "use": {end: 100 * mean(all_of(end, "incoming", "receiveBitrate")) / CAPACITY for end in runs},
        "queue": {end: quantile(all_of(end, "outgoing", "linkQueue"), 0.95) for end in runs},
        "gap": {end: 1e3 * max(runs[end].longest_gap(t.begin[end], t.end[end]) for t in turns) for end in runs},
        "freezes": sum(
            max(f) - min(f)
            for end in runs
            for t in turns
            if (f := runs[end].values("incoming", "freezeCount", t.begin[end], t.end[end]))
        ),
        "grown": sum(t.grown for t in turns) / 1024,
        **counts,
        "worst": max(t.sent.get("worst", 0) for t in turns),
    }


failures = []


def check(text, good):
    if not good:
        failures.append(text)


def compare(load, other, call):
    check(f"{load}: datagrams were sent", call["sent"] > 100)
    if load == "peer":
        check("peer: no handshake is answered", call["dtls"] == 0)
        check("peer: no more checks than else", call["stun"] <= 1.2 * other["stun"] + 6)
    elif load == "replay":
        check("replay: answers below 4 times its bytes", call["worst"] < 4)
        check("replay: the recording is worth something", call["returned"] > 0)
    else:
        check(f"{load}: nothing came back", call["returned"] == 0)
    if instrumented:
        return
    check(f"{load}: memory within 8 MB", call["grown"] - max(0, other["grown"]) < 8)
    # A busy machine freezes pictures of either at random; where it is idle none may freeze.
    by_chance = 2 * other["freezes"] ** 0.5 + (0 if strict else 2)
    check(f"{load}: no freeze", call["freezes"] <= other["freezes"] + by_chance)
    for end in runs:
        # Of three seconds a busy machine may take one.
        least = other["use"][end] - 1 if strict else 0.4 * other["use"][end]
        check(f"{load}: use at the {end}", call["use"][end] > least)
        check(f"{load}: queue at the {end}", call["queue"][end] < other["queue"][end] + (3 if strict else 60))


turns = [Turn(line) for line in (folder / "turns").read_text().splitlines()]
def answers(m):
    if "returnedBytes" in m:
        return f"{m['returnedBytes']:.0f}, {m['worst']:.2f} x"
    return f"dtls {m['dtls']:.0f}, stun {m['stun']:.0f}"


def row(load, where, m):
    pairs = [" ".join(f"{v:6.1f}" for v in m[key].values()) for key in ("use", "queue", "gap")]
    columns = " ".join(f"{pair:>15}" for pair in pairs)
    return f"{load:6} {where:5} {columns} {m['freezes']:8.0f} {m['grown']:9.2f} {m['sent']:8.0f}  {answers(m)}"


print("Each at the listener and at the caller:")
print("load   to          use [%]  queue p95 [ms]        gap [ms]  freezes mem. [MB]     sent  bytes that came back")
for load in dict.fromkeys(t.load for t in turns):
    of = {where: measured([t for t in turns if (t.load, t.where) == (load, where)]) for where in ("other", "call")}
    for where, m in of.items():
        print(row(load, where, m))
    compare(load, of["other"], of["call"])

ignored = json.loads((folder / "listener" / "summary.json").read_text())["security"]["incoming"]["ignored"]
print("ignored:", json.dumps(ignored))
reasons = {"noise": "unexpected", "knocks": "forgedKnocks", "hellos": "uncheckedHandshakes", "peer": "forgedMedia"}
for load in {t.load for t in turns} & reasons.keys():
    check(f"{load}: counted as {reasons[load]}", ignored[reasons[load]] > 100)
if any(t.load == "peer" for t in turns):
    check("peer: counted as replayedMedia", ignored["replayedMedia"] > 100)
for text in failures:
    print("FAILED:", text)
sys.exit(1 if failures else 0)
