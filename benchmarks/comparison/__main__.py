"""The process that measures; scripts/compare starts it."""

import sys

from . import worker

# Processes that PyTorch starts may import this again.
if __name__ == "__main__":
    worker.main(sys.argv[1])
