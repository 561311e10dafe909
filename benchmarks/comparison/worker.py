"""Measures cases on the GPU, ours and the alternatives in this one process.

A fault of the device cannot be undone within a process, and a kernel that hangs cannot be stopped. So what runs
is always said first (`state.json`); who started this process ends it if need be and starts another, which goes on
behind what failed."""

import contextlib
import gc
import json
import os
import time
import warnings

import torch

from . import alternatives, kernels, records, reference, repeats, runtime, timing

# How long a step may be silent, in seconds.
LIMITS = {"autotune": 420, "compile": 200, "flex": 200, "triton": 300, "waiting": 400, "exact": 120}
DEFAULT_LIMIT = 90
LOST_DEVICE = 75


def say(text):
    print(text, flush=True)


class Worker:
    def __init__(self, settings):
        self.settings = settings
        self.work = settings["work"]
        self.deadline = settings["deadline"]
        self.triton = settings["triton"]
        self.record = records.read(settings["record"])
        self.failed = self.read("failed.json", {})
        self.note = None
        torch.backends.cuda.matmul.allow_tf32 = False
        self.runtime = None
        self.runtime_error = ""

    def read(self, name, otherwise):
        with contextlib.suppress(OSError):
            return records.read(os.path.join(self.work, name))
        return otherwise

    def announce(self, case, what, limit=None):
        state = {"case": case["name"], "what": what, "since": time.time(),
                 "limit": limit or LIMITS.get(what, DEFAULT_LIMIT)}
        path = os.path.join(self.work, "state.json")
        with open(path + ".new", "w", encoding="utf-8") as file:
            json.dump(state, file)
        os.replace(path + ".new", path)

    def report(self, text):
        say(f"    {text}")

    # Ours.
    def open_runtime(self):
        if self.runtime or self.runtime_error:
            return
        try:
            self.runtime = runtime.Runtime(self.settings["library"])
        except runtime.RuntimeFailure as error:
            self.runtime_error = str(error)

    def make_ours(self, case, label, sets):
        """The calls of our kernel, what is known of it, and the kernel."""
        self.announce(case, label, LIMITS["waiting"])
        is_plain = label == records.PLAIN
        compiled = self.futures[case["name"], "ours" if is_plain else label].result()
        self.announce(case, label)
        facts = {key: compiled[key] for key in ("tiling", "compile_seconds") if key in compiled}
        if "error" in compiled:
            raise runtime.RuntimeFailure(compiled["error"])
        self.open_runtime()
        if not self.runtime:
            raise runtime.RuntimeFailure(self.runtime_error)
        folder = self.compiler.folder
        with open(os.path.join(folder, compiled["image"]), "rb") as image:
            with open(os.path.join(folder, compiled["plan"]), "rb") as plan:
                kernel = self.runtime.load(image.read(), plan.read())
        if is_plain:
            kernel.launch_plainly()
        facts["resources"] = kernel.get_resources()
        calls = [self.bind(case, kernel, inputs) for inputs in sets]
        return calls, facts

    def bind(self, case, kernel, inputs):
        accesses = [operand["access"] for operand in kernel.operands]
        if accesses != ["read"] * len(inputs) + ["write"]:
            raise runtime.RuntimeFailure(f"expected {len(inputs)} inputs and a result, but got {accesses}")
        shape = kernel.operands[-1]["shape"]

        def call(output=None):
            if output is None:
                output = torch.empty(shape, device="cuda", dtype=inputs[0].dtype)
            arrays = [(x.data_ptr(), operand["shape"], case["element"])
                      for x, operand in zip([*inputs, output], kernel.operands)]
            kernel.bind(arrays)(torch.cuda.current_stream().cuda_stream)
            return output

        for x, operand in zip(inputs, kernel.operands):
            if x.numel() != torch.Size(operand["shape"]).numel():
                raise runtime.RuntimeFailure(f"expected an input of {operand['shape']}, but got {tuple(x.shape)}")
        return call

    # One case.
    def run_entry(self, case, name, sets, exact):
        """The entry of one contestant and its graph, or why there is none."""
        begin, facts = time.time(), {}
        try:
            if records.is_ours(name):
                calls, facts = self.make_ours(case, name, sets)
            else:
                self.announce(case, name)
                self.note = None
                calls = alternatives.make(name, case, sets, self)
                facts = {"configuration": self.note} if self.note else {}
            graph = timing.Graph(calls)
            facts.update(self.judge(case, graph, exact, not records.is_ours(name)))
            if records.is_ours(name) and facts["right"] and self.settings["repeat"]:
                facts.update(self.repeat(case, name, graph))
        except Exception as error:  # whatever the alternative raises: it is reported and dropped
            self.stop_if_lost(case, name, error)
            text = " ".join(f"{type(error).__name__}: {error}".split())[:300]
            if isinstance(error, (runtime.RuntimeFailure, alternatives.NotApplicable)):
                text = " ".join(str(error).split())[:300]
            return {**facts, "failed": text}, None
        facts["prepare_seconds"] = round(time.time() - begin, 1)
        return facts, graph

    def judge(self, case, graph, exact, rounds_more):
        """What the launches in the graph wrote, over NaN."""
        for output in graph.outputs:
            output.fill_(float("nan"))
        graph.replay()
        verdict = reference.judge(case, graph.outputs[0], exact, rounds_more)
        for output in graph.outputs[1:]:
            if not torch.isfinite(output).all().item():
                verdict.update(right=False, worst=1e30)
        return verdict

    def repeat(self, case, name, graph):
        output = graph.outputs[0]

        def go_on():
            self.announce(case, name)
            return time.time() < self.deadline

        launches = repeats.Launches(graph.calls, output.shape, output.dtype)
        return repeats.repeat(launches, self.settings["repeat"], go_on)

    def stop_if_lost(self, case, name, error):
        try:
            torch.cuda.synchronize()
            torch.zeros(1, device="cuda").add_(1).item()
        except Exception:  # the context is lost, and with it this process
            self.failed[f"{case['name']} {name}"] = " ".join(f"the device failed: {error}".split())[:300]
            with open(os.path.join(self.work, "failed.json"), "w", encoding="utf-8") as file:
                json.dump(self.failed, file)
            say(f"  {name}: the device failed, starting again behind it")
            os._exit(LOST_DEVICE)

    def run_case(self, case):
        begin = time.time()
        say(f"{case['name']} ({case['label']})")
        row = records.new_case({key: value for key, value in case.items() if key != "label"})
        names = self.get_contestants(case)
        # A case that could not be prepared or measured as a whole is left out as a whole.
        whole = next((self.failed[key] for key in (f"{case['name']} exact", f"{case['name']} measuring")
                      if key in self.failed), None)
        if whole:
            row["entries"] = {name: {"failed": whole} for name in names}
        else:
            self.measure_case(case, row, names)
        self.record["cases"].append(records.conclude(row))
        self.save()
        self.say_case(row, time.time() - begin)

    def get_contestants(self, case):
        wanted = self.settings["contestants"]
        variants = kernels.get_variants(case, self.settings["tilings"]) if "ours" in wanted else []
        return [variant["label"] for variant in variants] + [
            name for name in (records.PLAIN, *alternatives.get_names(case)) if name in wanted]

    def measure_case(self, case, row, names):
        self.announce(case, "exact")
        sets = reference.make_inputs(case, reference.count_sets(case), "cuda")
        exact = reference.compute_exact(case, sets[0])
        graphs = {}
        for name in names:
            known = self.failed.get(f"{case['name']} {name}")
            if known or time.time() > self.deadline:
                row["entries"][name] = {"failed": known or "not run: the time limit had passed"}
                continue
            row["entries"][name], graph = self.run_entry(case, name, sets, exact)
            if graph:
                graphs[name] = graph
            self.say_entry(name, row["entries"][name], graph)
        self.announce(case, "measuring", 240)
        for name, times in timing.measure(graphs, self.settings["replays"]).items():
            row["entries"][name].update(times)

    def say_entry(self, name, entry, graph):
        if not graph:
            say(f"  {name}: {entry['failed']}")
            return
        verdict = "right" if entry["right"] else "WRONG"
        again = f", {records.describe_repeats(entry)}" if "repeats" in entry else ""
        say(f"  {name}: about {graph.replay():.1f} us, {verdict} ({entry['error']:.1e}){again}, "
            f"{entry['prepare_seconds']} s to prepare")

    def say_case(self, row, seconds):
        times = ", ".join(f"{name} {entry['us']:.2f}" for name, entry in row["entries"].items() if "us" in entry)
        ratio = f"{row['ratio']:.2f} of {row['best']}" if row["ratio"] else "-"
        left = self.deadline - time.time()
        say(f"  {row['name']}: {times}; ratio {ratio}; {seconds:.0f} s, {left:.0f} s left")

    def save(self):
        records.write(self.record, self.settings["record"])

    def run(self):
        done = {row["name"] for row in self.record["cases"]}
        todo = [case for case in self.settings["cases"] if case["name"] not in done]
        self.compiler = kernels.Compiler(self.settings["kernels"], self.settings["mcfc"], self.settings["options"],
                                         self.settings["identity"])
        wanted = todo if any(map(records.is_ours, self.settings["contestants"])) else []
        self.futures = self.compiler.start(wanted, self.settings["tilings"], self.settings["jobs"])
        self.describe_machine()
        for case in todo:
            if time.time() > self.deadline:
                say(f"{case['name']} and what follows: not run, the time limit has passed")
                break
            self.run_case(case)
            gc.collect()
            torch.cuda.empty_cache()
        self.save()

    def describe_machine(self):
        if self.record["device"]:
            return
        self.announce({"name": "-"}, "the first launch")
        one = torch.zeros(1, device="cuda")
        graph = timing.Graph([lambda: one.add_(1)], timing.LAUNCHES)
        graph.warm_up(0.5)  # an idle card needs time to raise its clocks
        times = timing.measure({"tiny": graph}, self.settings["replays"])["tiny"]
        self.record["method"]["tiny_kernel_us"] = times["us"]
        self.record["device"] = torch.cuda.get_device_name()
        self.record["software"] = get_software()
        self.save()


def get_software():
    found = {"torch": torch.__version__, "CUDA": torch.version.cuda}
    with contextlib.suppress(ImportError):
        import triton
        found["Triton"] = triton.__version__
    with contextlib.suppress(Exception):
        found["cuDNN"] = str(torch.backends.cudnn.version())
    return found


def main(path):
    warnings.filterwarnings("ignore")
    with open(path, encoding="utf-8") as file:
        settings = json.load(file)
    Worker(settings).run()
