"""Runs a command and sends it SIGINT once, or as often as it says, after a text on standard error.

Usage: interrupt.py TEXT TIMES COMMAND...

Prints what the command prints, and `exit code N` (negative: the signal that ended it).
"""

import signal
import subprocess
import sys
import time


def main():
    text, times, *command = sys.argv[1:]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in process.stderr:
        sys.stdout.write(line)
        if text in line:
            break
    for _ in range(int(times)):
        process.send_signal(signal.SIGINT)
        time.sleep(0.05)
    output, errors = process.communicate(timeout=60)
    sys.stdout.write(errors + output)
    print("exit code", process.returncode)


main()
