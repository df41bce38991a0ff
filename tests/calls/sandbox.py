"""Two network namespaces with the emulated link between them, and processes that end with them."""

import os
import shlex
import signal
import subprocess
import time
import uuid

NEAR_ADDRESS = "10.98.0.1"  # the caller's
FAR_ADDRESS = "10.98.0.2"  # the listener's


class Failed(Exception):
    """One sentence that says what did not work."""


def ahead_of_others(command, nice):
    """Of what else runs on this machine: where sessions are scheduled as groups, the group's nice value counts."""
    if nice == 0:
        return command
    group = f'if [ -e /proc/self/autogroup ]; then echo {nice} >/proc/self/autogroup; fi; exec nice -n {nice} "$@"'
    return ["sh", "-c", group, "sh", *command]


class Sandbox:
    """near sends, far receives. To be used with `with`: what was made and started is gone afterwards."""

    made = 0  # by this process so far: names must differ

    def __init__(self, folder, link_program, link_arguments, longest):
        Sandbox.made += 1
        mark = f"{os.getpid()}-{Sandbox.made}"
        self.folder = folder
        self.near = f"evenkeel-near-{mark}"
        self.far = f"evenkeel-far-{mark}"
        self.devices = [f"ekn{mark}", f"ekf{mark}"]
        self.link_command = [str(link_program), "--devices", ",".join(self.devices), "--out", str(folder)]
        self.link_command += link_arguments
        self.longest = longest
        self.processes = {}
        self.namespaces = []

    def __enter__(self):
        try:
            self.make_namespaces()
            self.start("link", self.bounded(self.longest, *self.link_command))
            self.wait_for_line("link", "ready", 10)
            self.place(self.near, self.devices[0], NEAR_ADDRESS, FAR_ADDRESS)
            self.place(self.far, self.devices[1], FAR_ADDRESS, NEAR_ADDRESS)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        # A second Ctrl+C would leave namespaces behind.
        ends = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}
        signal.pthread_sigmask(signal.SIG_BLOCK, ends)
        try:
            self.clean_up()
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, ends)

    def clean_up(self):
        for name in reversed(list(self.processes)):
            self.end(name)
        for namespace in self.namespaces:
            subprocess.run(["ip", "netns", "del", namespace], stderr=subprocess.DEVNULL, check=False)

    def make_namespaces(self):
        for namespace in (self.near, self.far):
            self.namespaces.append(namespace)
            self.command("ip", "netns", "add", namespace)
            self.command("ip", "-n", namespace, "link", "set", "lo", "up")

    def place(self, namespace, device, own, peer):
        self.command("ip", "link", "set", device, "netns", namespace)
        # No address for IPv6, or the kernel's own chatter would be on the link.
        self.command("ip", "-n", namespace, "link", "set", device, "addrgenmode", "none")
        self.command("ip", "-n", namespace, "address", "add", own, "peer", peer, "dev", device)
        self.command("ip", "-n", namespace, "link", "set", device, "up")

    def command(self, *words):
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failed(f"'{' '.join(words)}' failed: {done.stderr.strip()}")

    @staticmethod
    def bounded(seconds, *words):
        return ["timeout", "--foreground", "-k", "5", str(round(seconds)), *words]

    @staticmethod
    def inside(namespace, *words):
        return ["ip", "netns", "exec", namespace, *words]

    def on_another_machine(self, command, drift=None):
        """Inside a namespace: as if started on another machine. `drift`: (library, ppm by which its clock is faster)"""
        boot = self.folder / "boot_id"  # by which programs tell that they share a clock
        boot.write_text(f"{uuid.uuid4()}\n")
        prepare = f"mount --bind {shlex.quote(str(boot))} /proc/sys/kernel/random/boot_id && exec \"$@\""
        if drift:
            command = ["env", f"LD_PRELOAD={drift[0]}", f"DRIFT_PPM={drift[1]}", *command]
        return ["sh", "-c", prepare, "sh", *command]

    def start(self, name, command):
        """Output goes to NAME.out and NAME.err in the folder."""
        with open(self.folder / f"{name}.out", "wb") as out, open(self.folder / f"{name}.err", "wb") as err:
            # Not with Ctrl+C, but by us and in order: so that what is under way is still written.
            self.processes[name] = subprocess.Popen(
                command, stdout=out, stderr=err, stdin=subprocess.DEVNULL, start_new_session=True
            )

    def end(self, name):
        process = self.processes.pop(name)
        if process.poll() is None:
            process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def wait_for_end(self, name, seconds):
        try:
            status = self.processes[name].wait(seconds)
        except subprocess.TimeoutExpired:
            raise Failed(f"{name} has not ended in time; see {self.folder}.") from None
        if status != 0:
            raise Failed(f"{name} ended with status {status}: {self.output(name, 'err').strip()[-300:]}")

    def check_running_or_done(self, *beginnings):
        """A competitor that never was would leave the whole link to the call."""
        for name, process in self.processes.items():
            if name.startswith(beginnings) and process.poll() not in (None, 0):
                raise Failed(f"{name} ended with status {process.poll()}: {self.output(name, 'err').strip()[-300:]}")

    def output(self, name, which):
        return (self.folder / f"{name}.{which}").read_text(errors="replace")

    def wait_for_line(self, name, text, seconds, which="out"):
        end = time.monotonic() + seconds
        while text not in self.output(name, which):
            if self.processes[name].poll() is not None:
                raise Failed(f"{name} ended: {self.output(name, 'err').strip()[-300:]}")
            if time.monotonic() > end:
                raise Failed(f"{name} does not say '{text}' within {seconds} s.")
            time.sleep(0.01)
