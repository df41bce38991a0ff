"""The cases of docs/results/darc.md as real calls: how the link is, who else uses it, and when is measured.

Lengths are shorter than in the simulator, because they are spent. Not here, because the link cannot: managed queues,
bursts, token buckets (l).
"""

from dataclasses import dataclass, field


@dataclass
class Call:
    start: float = 0  # s since the clock began, which is with the first packet of anybody
    access_delay: str = ""  # its own part of the path, each way
    drift_ppm: float = 0  # by how much the listener's clock is faster than the caller's


@dataclass
class Other:
    """Other traffic, as `cross` makes it."""

    kind: str  # tcp, udp, web
    start: float
    end: float
    arguments: list = field(default_factory=list)
    back: bool = False  # against the media's way


@dataclass
class Case:
    name: str
    seconds: float
    measured: list  # (from, to) in s
    link: str = "capacity=2.5Mbps,delay=50ms,buffer=300ms"
    link_options: list = field(default_factory=list)
    calls: list = field(default_factory=lambda: [Call()])
    others: list = field(default_factory=list)
    most_media: str = "8Mbps"
    size: str = "1280x720"
    limited: float = 0  # for how long the source has little to show [s], from its first picture; 0: the test picture
    quality: bool = False  # the source is the clip of moving_source, and what is received is compared with it
    trace: str = ""  # the name of a file in the folder given with --traces
    rise: float = None  # when there is capacity to be taken [s]; None: nothing is asked
    drop: float = None  # from when a low queue is waited for
    low_queue: float = 50  # ms, what counts as low then
    listed: bool = True  # False: run only where it is named


def tcp(start, end, algorithm="cubic", back=False):
    return Other("tcp", start, end, ["--congestion", algorithm], back)


def link(capacity="2.5Mbps", delay="50ms", buffer="300ms", more=""):
    return f"capacity={capacity},delay={delay},buffer={buffer}{more}"


def with_tcp(name, buffer, *algorithms):
    """The call first, TCP from 15 to 55 s."""
    others = [tcp(15, 55, algorithm) for algorithm in algorithms]
    return Case(name, 75, [(25, 55)], link(buffer=buffer), others=others, drop=55, low_queue=40)


def after_tcp(name, buffer, algorithm):
    return Case(name, 60, [(20, 60)], link(buffer=buffer), calls=[Call(10)], others=[tcp(0, 60, algorithm)])


def beside_tcp():
    cases = []
    for buffer in ("100ms", "300ms", "600ms"):
        for algorithm in ("cubic", "reno"):
            cases.append(with_tcp(f"d-{algorithm}-{buffer}", buffer, algorithm))
            cases.append(after_tcp(f"d-{algorithm}-first-{buffer}", buffer, algorithm))
    cases.append(with_tcp("d-bbr-300ms", "300ms", "bbr"))
    cases.append(with_tcp("d-two-cubic-300ms", "300ms", "cubic", "cubic"))
    return cases


def mobile(name, trace, **more):
    way = link("100Mbps", "25ms")  # there it is the trace that counts
    return Case(name, 60, [(10, 60)], way, ["--back-link", way], trace=trace, **more)


def losses():
    """At random, one by one and in bursts."""
    def lossy(name, loss, delay="50ms", more=""):
        return Case(name, 60, [(10, 60)], link(delay=delay, more=f",loss={loss}%{more}"), rise=0)

    cases = [lossy(f"g-{loss}%", loss) for loss in (1, 3, 5)]
    # Named by the round trip.
    cases += [lossy(f"g-3%-{2 * one_way}ms", 3, f"{one_way}ms") for one_way in (20, 100, 150)]
    return cases + [lossy(f"g-{loss}%-bursts", loss, more=",burst=4") for loss in (1, 3)]


def quality():
    """Run where they are named: comparing pictures takes as long as the call."""
    for loss in (0, 1, 3):
        way = link(more=f",loss={loss}%")
        yield Case(f"q-{loss}%", 60, [(10, 60)], way, rise=0, quality=True, listed=False)


def own_flows():
    joining = Case("e", 60, [(10, 15), (25, 30), (40, 60)], link("3Mbps"), calls=[Call(0), Call(15), Call(30)])
    trips = [Call(0, access) for access in ("", "40ms", "90ms")]
    return joining, Case("i", 50, [(10, 50)], link("4Mbps", "10ms"), calls=trips)


def on_off():
    return Other("udp", 10, 50, ["--rate", "1e6", "--on", "5", "--off", "5"])


def all_cases():
    joining, trips = own_flows()
    steps = ["--link-schedule", "0s:2.5Mbps,25s:1Mbps,50s:2.5Mbps"]
    alone = [(10, 40)]
    # At 1280x720 the test picture makes 10 Mbit/s at the finest quantizer, which would be all that is measured.
    wide = {"most_media": "30Mbps", "size": "1920x1080"}
    return [
        Case("brief", 12, [(6, 12)], rise=0, listed=False),  # this and the next for tests/system
        Case(
            "rough",
            12,
            [(6, 12)],
            calls=[Call(drift_ppm=500)],
            link_options=["--reordering", "2"],
            rise=0,
            listed=False,
        ),
        Case("a", 40, alone, rise=0),
        Case("b", 40, alone, link("1Mbps", "25ms"), rise=0),
        Case("c", 75, [(10, 25), (35, 50), (60, 75)], link_options=steps, drop=25, rise=50),
        *beside_tcp(),
        joining,
        mobile("f-att", "ATT-LTE-driving-2016.up"),
        mobile("f-tmobile", "TMobile-LTE-short.up", **wide),
        mobile("f-verizon", "Verizon-LTE-short.up"),
        *losses(),
        Case("h", 40, alone, link(more=",jitter=5ms"), rise=0),
        Case("h-reordering", 40, alone, link_options=["--reordering", "1"], rise=0),
        trips,
        Case("j-0.3", 40, alone, link("0.3Mbps")),
        Case("j-20", 30, [(10, 30)], link("20Mbps"), rise=0, **wide),
        Case("k-on-off", 50, [(10, 50)], others=[on_off()]),
        Case("k-web", 50, [(10, 50)], others=[Other("web", 0, 50)]),
        Case("m-reverse", 50, [(25, 50)], others=[tcp(15, 50, back=True)]),
        Case("m-feedback-loss", 40, alone, link_options=["--back-link", link(more=",loss=20%")]),
        Case("m-route+60ms", 50, [(35, 50)], link_options=["--route", "25s:110ms"]),
        Case("m-route-30ms", 50, [(35, 50)], link_options=["--route", "25s:20ms"]),
        # Long enough for the clocks to differ by what a queue would be.
        Case("m-clock-100ppm", 130, [(10, 130)], calls=[Call(drift_ppm=100)]),
        Case("n", 50, [(40, 50)], limited=30, rise=30),
        *quality(),
    ]


def chosen(names):
    """Those whose name or letter is among `names`, all listed ones where that is empty; KeyError for a name of none."""
    cases = all_cases()
    unknown = [n for n in names if not any(n in (c.name, c.name.split("-")[0]) for c in cases)]
    if unknown:
        raise KeyError(unknown[0])
    if not names:
        return [c for c in cases if c.listed]
    return [c for c in cases if c.name in names or c.name.split("-")[0] in names]
