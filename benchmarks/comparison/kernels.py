"""Compiles the programs of the cases with mcfc, or finds what was compiled before."""

import concurrent.futures
import hashlib
import json
import lzma
import os
import re
import shutil
import subprocess
import time

from . import cases


def get_program(case):
    return cases.emit_case.emit(case)


def get_hash(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def get_identity(mcfc):
    """A compiler that was built again is another one."""
    with open(mcfc, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()[:16]


def get_variants(case, tilings):
    """What is compiled for a case: what the search picks, and each tiling that was given for it."""
    variants = [{"label": "ours", "file": case["name"], "tiling": None}]
    for index, (name, tiling) in enumerate(tilings):
        if name == case["name"]:
            variants.append({"label": f"ours {tiling}", "file": f"{name}.{index + 1}", "tiling": tiling})
    return variants


def get_tuning_record(name):
    return f"{name}.tuned.mlir"


def parse_tiling(text):
    """(case, tiling) of `G1=mh|nk{m=16,...}`."""
    name, equals, tiling = text.partition("=")
    if not equals or not tiling or "{" in name:
        raise ValueError(f"expected CASE=TILING, but got '{text}'")
    return name, tiling


class Compiler:
    """Compiles into a folder; a kernel that is there for the same program and options is taken, if it is of
    the compiler of that identity (None: of any, as in a bundle)."""

    def __init__(self, folder, mcfc, options, identity, timeout=300):
        self.folder, self.mcfc, self.options, self.timeout = folder, mcfc, options, timeout
        self.identity = identity
        # Without ptxas the driver assembles.
        self.emit = "cubin" if find_ptxas() else "ptx"

    def get_options(self, variant):
        if variant["tiling"]:
            return self.options + [f"--tiling={variant['tiling']}"]
        record = get_tuning_record(variant["file"])
        found = os.path.exists(os.path.join(self.folder, record))
        return self.options + ([f"--tuning-record={record}"] if found else [])

    def tune(self, case, count):
        """Measures so many tilings of the case; what was found, or what went wrong. Nothing else may use the GPU."""
        os.makedirs(self.folder, exist_ok=True)
        program, output = f"{case['name']}.mlir", get_tuning_record(case["name"])
        with open(os.path.join(self.folder, program), "w", encoding="utf-8") as file:
            file.write(get_program(case))
        command = [self.mcfc, "tune", program, f"--measure-count={count}", "--cache=off", f"--out={output}", *self.options]
        try:
            done = subprocess.run(command, cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                  timeout=self.timeout, errors="replace")
        except subprocess.TimeoutExpired:
            return f"took more than {self.timeout} s"
        if done.returncode:
            return get_diagnostic(done.stderr) or f"ended with code {done.returncode}"
        with open(os.path.join(self.folder, output), encoding="utf-8") as file:
            return get_tiling(file.read())["sizes"]

    def find(self, case, variant):
        """The record of a kernel compiled before, or None."""
        try:
            with open(self.path(variant, "json"), encoding="utf-8") as file:
                record = json.load(file)
        except (OSError, ValueError):
            return None
        same = record.get("program") == get_hash(get_program(case)) and record.get("options") == self.options
        if not same or record.get("tiling_given") != variant["tiling"]:
            return None
        if self.identity and record.get("compiler") != self.identity:
            return None
        return record

    def path(self, variant, extension):
        return os.path.join(self.folder, f"{variant['file']}.{extension}")

    def compile(self, case, variant):
        """The record of the kernel: its files, or why there is none."""
        found = self.find(case, variant)
        if found:
            return found
        program = get_program(case)
        record = {"program": get_hash(program), "options": self.options, "tiling_given": variant["tiling"],
                  "compiler": self.identity}
        if not self.mcfc:
            return {**record, "error": "not in the bundle, and no mcfc to compile it"}
        os.makedirs(self.folder, exist_ok=True)
        with open(self.path(variant, "mlir"), "w", encoding="utf-8") as file:
            file.write(program)
        begin = time.time()
        record.update(self.run_mcfc(variant))
        record["compile_seconds"] = round(time.time() - begin, 1)
        with open(self.path(variant, "json"), "w", encoding="utf-8") as file:
            json.dump(record, file, indent=1)
        return record

    def run_mcfc(self, variant):
        name = variant["file"]
        image, schedule, plan = f"{name}.{self.emit}", f"{name}.schedule.mlir", f"{name}.plan.json"
        options = self.get_options(variant)
        # The kernel as anyone gets it; then, to say what it is, the schedule that the same options give.
        for more, output in ([f"--emit={self.emit}", f"--plan={plan}"], image), (["--emit=schedule"], schedule):
            try:
                done = subprocess.run([self.mcfc, f"{name}.mlir", *more, *options, "-o", output], cwd=self.folder,
                                      stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                                      timeout=self.timeout, errors="replace")
            except subprocess.TimeoutExpired:
                return {"error": f"mcfc took more than {self.timeout} s"}
            if done.returncode:
                return {"error": get_diagnostic(done.stderr) or f"mcfc ended with code {done.returncode}"}
        with open(os.path.join(self.folder, schedule), encoding="utf-8") as file:
            return {"image": image, "plan": plan, "tiling": get_tiling(file.read())}

    def start(self, selected, tilings, jobs):
        """Compiles all in the background: (case name, label) -> future of the record."""
        pool = concurrent.futures.ThreadPoolExecutor(jobs)
        futures = {}
        for case in selected:
            for variant in get_variants(case, tilings):
                futures[case["name"], variant["label"]] = pool.submit(self.compile, case, variant)
        pool.shutdown(wait=False)
        return futures


def get_tiling(schedule):
    """What the schedule says of itself, on one line: the sizes of tiles and what else it chose, and its loops."""
    head = re.search(r"mcf\.schedule (.*?) (?:placed )?\{$", schedule, re.MULTILINE)
    loops = re.findall(r'mcf\.loop "([^"]+)" (\w+)', schedule)
    return {"sizes": head[1].strip("<>") if head else "", "loops": [f"{dim} {how}" for dim, how in loops]}


def get_diagnostic(text):
    lines = [line for line in text.splitlines() if "error:" in line]
    return lines[0].partition("error:")[2].strip()[:300] if lines else ""


def find_ptxas():
    candidates = [shutil.which("ptxas"), "/usr/local/cuda/bin/ptxas"]
    for variable in ("CUDA_HOME", "CUDA_PATH"):
        if os.environ.get(variable):
            candidates.append(os.path.join(os.environ[variable], "bin", "ptxas"))
    return next((path for path in candidates if path and os.access(path, os.X_OK)), None)


def unpack_compiler(bundle, work):
    """The compiler of a bundle, or None if it has none."""
    packed = os.path.join(bundle, "mcfc.xz")
    if not os.path.exists(packed):
        return None
    path = os.path.join(work, "mcfc")
    with lzma.open(packed) as source, open(path, "wb") as target:
        shutil.copyfileobj(source, target)
    os.chmod(path, 0o755)
    return path
