"""Is the emulated link what it says? One TCP alone and one UDP alone, by the rows that the link writes."""

import shutil
import time

from measures import Path, percentile
from sandbox import FAR_ADDRESS, Sandbox

LINK = "capacity=2.5Mbps,delay=50ms,buffer=300ms"
SINK_PORT = 6000


def pass_alone(tools, folder, seconds, *words):
    """Sends as `cross` does and returns what the link saw of it."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    sandbox = Sandbox(folder, tools.link, ["--link", LINK], seconds + 30)
    with sandbox:
        sandbox.start("sink", sandbox.inside(sandbox.far, str(tools.cross), "sink", str(SINK_PORT)))
        sandbox.wait_for_line("sink", "ready", 10)
        kind, *options = words
        command = [str(tools.cross), kind, FAR_ADDRESS, str(SINK_PORT), "--seconds", str(seconds), *options]
        sandbox.start("sender", sandbox.inside(sandbox.near, *command))
        sandbox.wait_for_end("sender", seconds + 10)
        time.sleep(0.5)  # what is on the link still arrives
    print(sandbox.output("link", "out").strip().splitlines()[-1])
    return Path(folder)


def check(text, value, low, high):
    good = low <= value <= high
    print(f"{'ok' if good else 'FAILED'}: {text}: {value:.3f}, asked: {low} to {high}", flush=True)
    return good


def run(tools, folder):
    """Returns the exit status."""
    path = pass_alone(tools, folder / "tcp", 25, "tcp", "--congestion", "cubic")
    flow = path.flows["tcp"]
    use = flow.bits(5, 25) / path.capacity_bits(5, 25)
    waits = flow.waits_within(5, 25)
    good = check("one CUBIC: use of 2.5 Mbit/s", use, 0.95, 1.001)
    good &= check("its longest wait in the queue [ms]", max(waits), 200, 300)
    path = pass_alone(tools, folder / "udp", 10, "udp", "--rate", "2e6")
    flow = path.flows["udp"]
    good &= check("UDP of 2 Mbit/s: rate [Mbit/s]", flow.bits(1, 9) / 8e6, 1.98, 2.02)
    good &= check("its packets that did not arrive", sum(flow.fates.values()) - flow.fates["passed"], 0, 0)
    good &= check("wait of 95 % of them in the queue [ms]", percentile(flow.waits_within(1, 9), 0.95), 0, 3)
    delays = [left - came for (came, _), left in zip(flow.waits, flow.times)]
    good &= check("median time on the link [ms]: 50 and the packet's own", 1e3 * percentile(delays, 0.5), 53.8, 54.5)
    return 0 if good else 1
