"""One run of a case: the link, the calls and the others, each at its time."""

import time

import limited_source
import moving_source
import schemes
from sandbox import FAR_ADDRESS, NEAR_ADDRESS, Failed, Sandbox

FIRST_PORT = 5004  # calls_link takes UDP at this and the next two for media
SINK_PORT = 6000
PATIENCE = 30  # s for all that is to be begun and ended


def link_arguments(case, seed, traces):
    arguments = ["--link", case.link, "--seed", str(seed), *case.link_options]
    if case.trace:
        if traces is None or not (traces / case.trace).is_file():
            raise Failed(f"case {case.name} needs the trace {case.trace}: give its folder with --traces.")
        arguments += ["--link-trace", str(traces / case.trace)]
    return arguments


def quality_source(folder):
    """The clip of all quality cases, by the folder of a run: OUT/CASE/CONTROLLER/SEED."""
    return folder.parents[2] / "quality-source.mkv"


class RealCall:
    """`same_clock`: as on one machine, where one-way delays are known and so is the time from capture to display.
    `secure`: by a link, encrypted; the RTP headers that the measures read are in clear there as well."""

    def __init__(
        self, tools, case, controller, seed, folder, traces=None, same_clock=False, scheme=schemes.ALL, secure=False
    ):
        self.tools = tools
        self.case = case
        self.controller = controller
        self.seed = seed
        self.folder = folder
        self.same_clock = same_clock
        self.recovery = schemes.options(scheme)
        self.secure = secure
        self.source = "test"
        longest = case.seconds + 2 * PATIENCE
        self.sandbox = Sandbox(folder, tools.link, link_arguments(case, seed, traces), longest)

    def run(self):
        self.prepare_source()
        with self.sandbox:
            self.start_receivers()
            self.follow_schedule()
            for number in range(len(self.case.calls), 0, -1):
                self.sandbox.wait_for_end(f"caller{number}", PATIENCE)
            self.sandbox.check_running_or_done("link", "sink", "other")
        self.check_call()

    def prepare_source(self):
        """Before the link's time runs."""
        if self.case.quality:
            clip = quality_source(self.folder)
            moving_source.make(clip, self.case.seconds + 10)
            self.source = str(clip)
        if self.case.limited == 0:
            return
        clip = self.folder.parent.parent / "source.mkv"  # of the case, for all runs
        limited_source.make(clip, self.case.limited, self.case.seconds - self.case.limited + 5)
        self.source = str(clip)

    def start_receivers(self):
        for number, call in enumerate(self.case.calls, 1):
            self.start_program(f"listener{number}", self.sandbox.far, call, ["listen", "--receive-only"], number)
        for back in {other.back for other in self.case.others}:
            name = "sink-back" if back else "sink"
            self.sandbox.start(name, self.cross(self.sandbox.near if back else self.sandbox.far, "sink", SINK_PORT))
            self.sandbox.wait_for_line(name, "ready", 10)
        for number, call in enumerate(self.case.calls, 1):
            self.sandbox.wait_for_line(f"listener{number}", "waiting for a call at", 10, "err")
            if call.drift_ppm and not self.same_clock:
                self.sandbox.wait_for_line(f"listener{number}", f"drifts by {call.drift_ppm} ppm", 1, "err")

    def follow_schedule(self):
        """The first thing that begins starts the clock."""
        events = [(call.start, self.start_caller, number, call) for number, call in enumerate(self.case.calls, 1)]
        events += [(other.start, self.start_other, number, other) for number, other in enumerate(self.case.others, 1)]
        clock = None
        for start, begin, number, what in sorted(events, key=lambda event: event[0]):
            if clock is not None:
                time.sleep(max(0, clock + start - time.monotonic()))
            begin(number, what)
            if clock is None:
                self.sandbox.wait_for_line("link", "the clock begins", 10)
                clock = time.monotonic()
        time.sleep(max(0, clock + self.case.seconds - time.monotonic()))

    def start_caller(self, number, call):
        rest = self.case.seconds - call.start + 1  # its clock begins before its first packet
        callee = f"{FAR_ADDRESS}:{FIRST_PORT + number - 1}"
        if self.secure:
            callee = self.link_file(number).read_text().strip()
        words = ["call", callee, "--source", self.source, "--send-only"]
        words += ["--controller", self.controller, "--duration", f"{rest}s", "--start-bitrate", "1Mbps"]
        words += ["--min-bitrate", "50kbps", "--max-bitrate", self.case.most_media, "--size", self.case.size]
        self.start_program(f"caller{number}", self.sandbox.near, call, words, number)

    def start_program(self, name, namespace, call, words, number):
        if words[0] == "listen":
            words = [*words, "--bind", f"0.0.0.0:{FIRST_PORT + number - 1}"]
            words += ["--duration", f"{self.case.seconds + 2 * PATIENCE}s", "--packets"]
            if self.secure:
                words += ["--no-page", "--link-file", str(self.link_file(number))]
            if self.case.quality and number == 1:
                words += ["--record", str(self.folder / "received.ivf")]
        if call.access_delay:
            words = [*words, "--link", f"delay={call.access_delay}"]
        words = [*words, *self.recovery, "--headless", "--seed", str(self.seed), "--out", str(self.folder / name)]
        if not self.secure:
            words.append("--insecure-rtp")
        # Not with what the user has configured.
        program = ["env", f"XDG_CONFIG_HOME={self.folder}", str(self.tools.program), *words]
        if words[0] == "listen" and not self.same_clock:
            program = self.sandbox.on_another_machine(
                program, (self.tools.drifting_clock, call.drift_ppm) if call.drift_ppm else None
            )
        self.sandbox.start(name, self.sandbox.inside(namespace, *program))

    def link_file(self, number):
        return self.folder / f"link{number}"

    def start_other(self, number, other):
        namespace, peer = (self.sandbox.far, NEAR_ADDRESS) if other.back else (self.sandbox.near, FAR_ADDRESS)
        words = [peer, SINK_PORT, "--seconds", other.end - other.start, "--seed", self.seed, *other.arguments]
        self.sandbox.start(f"other{number}", self.cross(namespace, other.kind, *words))

    def cross(self, namespace, *words):
        command = self.sandbox.inside(namespace, str(self.tools.cross), *map(str, words))
        return self.sandbox.bounded(self.case.seconds + 2 * PATIENCE, *command)

    def check_call(self):
        for number in range(1, len(self.case.calls) + 1):
            name = f"listener{number}"
            if not (self.folder / name / "summary.json").exists():
                raise Failed(f"{name} wrote no summary: {self.sandbox.output(name, 'err')[-300:]}")
