"""The time of a call on the GPU: launches over rotating inputs in one CUDA graph, replayed."""

import time

import torch

LAUNCHES = 20
# A slow call takes fewer launches in a graph, and fewer replays.
MAX_GRAPH_SECONDS, MAX_SECONDS, MIN_REPLAYS = 0.02, 0.4, 7
WARM_UP_SECONDS = 0.005


class Graph:
    """Launches of calls, one for each set of inputs, in turn. It keeps them and what they returned."""

    def __init__(self, calls, launches=None):
        # Calls hold what the graph reads.
        self.calls = calls
        self.seconds = self.try_once(calls)
        most = int(MAX_GRAPH_SECONDS / max(self.seconds, 1e-9))
        self.launches = launches or max(min(len(calls), LAUNCHES), min(LAUNCHES, most))
        self.graph = torch.cuda.CUDAGraph()
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):
            for call in calls:
                call()
        torch.cuda.current_stream().wait_stream(stream)
        torch.cuda.synchronize()
        # Relaxed: a kernel may have to ask for its shared memory while it is recorded.
        with torch.cuda.graph(self.graph, capture_error_mode="relaxed"):
            self.outputs = [calls[i % len(calls)]() for i in range(self.launches)]
        self.samples = []

    @staticmethod
    def try_once(calls):
        """About how long a call takes; the first one may compile."""
        calls[0]()
        begin, end = torch.cuda.Event(True), torch.cuda.Event(True)
        begin.record()
        calls[1 % len(calls)]()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1e-3

    def replay(self):
        """Microseconds of a call."""
        begin, end = torch.cuda.Event(True), torch.cuda.Event(True)
        begin.record()
        self.graph.replay()
        end.record()
        torch.cuda.synchronize()
        return begin.elapsed_time(end) * 1e3 / self.launches

    def warm_up(self, seconds=WARM_UP_SECONDS):
        begin = time.time()
        for i in range(1000):
            self.replay()
            if i >= 1 and time.time() - begin > seconds:
                return

    def sample(self, replays):
        begin = time.time()
        for i in range(replays):
            if i >= MIN_REPLAYS and time.time() - begin > MAX_SECONDS:
                return
            self.samples.append(self.replay())


def measure(graphs, replays=50, rounds=3):
    """Samples all graphs, in rounds, so that what drifts meets all of them. `graphs` is by name."""
    for _ in range(rounds):
        for graph in graphs.values():
            graph.warm_up()
            graph.sample(-(-replays // rounds))
    return {name: summarize(graph.samples, graph.launches) for name, graph in graphs.items()}


def get_quantile(values, at):
    ordered = sorted(values)
    place = at * (len(ordered) - 1)
    low = int(place)
    high = min(low + 1, len(ordered) - 1)
    return ordered[low] + (ordered[high] - ordered[low]) * (place - low)


def summarize(samples, launches):
    quantiles = {name: round(get_quantile(samples, at), 4)
                 for name, at in (("p10_us", 0.1), ("us", 0.5), ("p90_us", 0.9))}
    return {**quantiles, "replays": len(samples), "launches": launches}
