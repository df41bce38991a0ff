"""The cases of sound in real calls: how the link is, and which spans count by themselves."""

from dataclasses import dataclass, field


@dataclass
class Case:
    name: str
    seconds: float = 45
    link: str = "capacity=2.5Mbps,delay=50ms,buffer=300ms"
    link_options: list = field(default_factory=list)
    audio: str = "speech"
    tcp: tuple = ()  # from, to: a CUBIC
    most_media: str = "8Mbps"
    spans: list = field(default_factory=list)  # s, on the link's clock


def link(capacity="2.5Mbps", more="", buffer="300ms"):
    return f"capacity={capacity},delay=50ms,buffer={buffer}{more}"


def schedule(*steps):
    return ["--link-schedule", ",".join(f"{at}s:{rate}" for at, rate in steps)]


def all_cases():
    falls = schedule((0, "2.5Mbps"), (20, "0.3Mbps"), (40, "0.08Mbps"), (60, "2.5Mbps"))
    still = schedule((0, "2.5Mbps"), (25, "1bps"), (25.5, "2.5Mbps"))
    fall_spans = [(5, 20), (20, 23), (23, 40), (40, 43), (43, 60), (60, 80)]
    return [
        Case("plain", 60),
        Case("silent", 60, audio="none"),
        Case("loss-1%", link=link(more=",loss=1%")),
        Case("loss-3%", link=link(more=",loss=3%")),
        Case("loss-5%", link=link(more=",loss=5%")),
        Case("loss-3%-bursts", link=link(more=",loss=3%,burst=4")),
        Case("falls", 80, link_options=falls, spans=fall_spans),
        Case("jitter-5ms", link=link(more=",jitter=5ms")),
        Case("jitter-20ms", link=link(more=",jitter=20ms")),
        Case("reordering", link_options=["--reordering", "2"]),
        Case("standstill", link=link(buffer="200kB"), link_options=still, spans=[(5, 25), (25, 26), (26, 30), (30, 45)]),
        Case("1M", link=link("1Mbps")),
        Case("step", link_options=schedule((0, "2.5Mbps"), (20, "1Mbps")), spans=[(5, 20), (20, 25), (25, 45)]),
        Case("cubic", 50, tcp=(15, 50), spans=[(5, 15), (15, 50)]),
        Case("cubic-600ms", 50, link(buffer="600ms"), tcp=(15, 50), spans=[(5, 15), (15, 50)]),
        Case("0.3M", 30, link("0.3Mbps")),
        Case("5M", 30, link("5Mbps"), most_media="20Mbps"),
        Case("20M", 30, link("20Mbps"), most_media="30Mbps"),
    ]


def chosen(names):
    """All where `names` is empty."""
    wanted = [name for name in names.split(",") if name]
    return [case for case in all_cases() if not wanted or case.name in wanted]
