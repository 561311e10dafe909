# Shared by the scripts: the repository's root, the number of jobs, messages.
set -euo pipefail
MCFUSER_ROOT="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)"
cd "$MCFUSER_ROOT"
MCFUSER_JOBS="${MCFUSER_JOBS:-$(nproc)}"
MCFUSER_LLVM_BIN="${MCFUSER_LLVM_BIN:-/usr/lib/llvm-22/bin}"

say() { printf '\n== %s\n' "$*"; }
die() { printf 'error: %s\n' "$*" >&2; exit 1; }

# own_sources: our C and C++ files, tracked or new.
own_sources() {
  if git rev-parse --git-dir >/dev/null 2>&1; then
    git ls-files --cached --others --exclude-standard -- '*.cpp' '*.h' '*.c' |
      while read -r f; do [ -e "$f" ] && echo "$f"; done
  else
    find include lib tools test benchmarks \( -name '*.cpp' -o -name '*.h' -o -name '*.c' \) 2>/dev/null
  fi
}

# build PRESET TARGET...: configures a preset once and builds the targets.
build() {
  local preset="$1"; shift
  local args=()
  if [ -n "${CI:-}" ]; then args+=(-DMCFUSER_WERROR=ON); fi
  cmake --preset "$preset" "${args[@]}" >"build-$preset.log" 2>&1 ||
    { cat "build-$preset.log"; rm -f "build-$preset.log"; die "the preset $preset does not configure"; }
  rm -f "build-$preset.log"
  ninja -C "build/$preset" -j "$MCFUSER_JOBS" "$@"
}
