"""Launches a kernel of ours thousands of times and compares what it writes, bit by bit, on the device."""

import torch

# Between outputs lies space that no kernel may write, and outputs begin where allocations may.
ALIGNMENT, GUARD = 256, 256
# What stands in the outputs before the first launches, and before all others: where nothing is written, the
# two differ. As bits of 16-bit numbers; the second is NaN.
FIRST, OTHERS = 0x7E5A, -1
# How often all sets of inputs are launched in a graph.
ROUNDS = 5


class Launches:
    """A launch on each set of inputs, with nothing between them, each into an output of its own. `calls` take the
    output."""

    def __init__(self, calls, shape, dtype):
        size = torch.Size(shape).numel()
        row = -(-size // ALIGNMENT) * ALIGNMENT + GUARD
        self.calls, self.size = calls, size
        self.bits = torch.empty((len(calls), row), device="cuda", dtype=torch.int16)
        self.outputs = [self.bits[i, :size].view(dtype).view(shape) for i in range(len(calls))]
        self.differing = torch.zeros((), device="cuda", dtype=torch.int64)
        self.count = ROUNDS * len(calls)

    def launch(self, poison):
        self.bits.fill_(poison)
        for call, output in zip(self.calls, self.outputs):
            call(output)

    def compare(self):
        self.differing.add_((self.bits != self.expected).any(1).sum())

    def record(self):
        """Takes what is written now as what must be, and records a graph that compares with it."""
        self.launch(FIRST)
        self.expected = self.bits.clone()
        self.expected[:, self.size:] = OTHERS
        # What a graph records has run before: kernels are loaded at their first launch.
        self.compare()
        self.differing.zero_()
        self.graph = torch.cuda.CUDAGraph()
        torch.cuda.synchronize()
        with torch.cuda.graph(self.graph, capture_error_mode="relaxed"):
            for _ in range(ROUNDS):
                self.launch(OTHERS)
                self.compare()

    def replay(self):
        self.graph.replay()
        torch.cuda.synchronize()

    def count_differing(self):
        return int(self.differing.item())


def repeat(launches, wanted, go_on):
    """Launches at least as often as wanted, as long as one may go on: how often it was, and how many launches
    wrote other bits than the first one with the same inputs."""
    launches.record()
    done = 0
    while done < wanted and go_on():
        launches.replay()
        done += launches.count
    return {"repeats": done, "differing": launches.count_differing()}
