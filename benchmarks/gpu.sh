#!/usr/bin/env bash
# Everything that is measured on a GPU, in one go that ends within 15 minutes: tests, an agent trained for some minutes
# and what it wins, speeds, and the CPU beside it. Tables, weights and what was said are left in a folder,
# and in an archive of it.
#
#   benchmarks/gpu.sh [FOLDER] [MINUTES]        results-gpu, and 3 minutes of training
#
# Without PYTHON, an environment is made first, which is not counted. PYTHON=python3 names an interpreter that has all:
# torch with CUDA, the other packages of the extra `train`, pytest and pytest-xdist; swenv itself need not be installed.
# For a machine without network that has torch, carry the other wheels there, fetched on the same platform and Python:
#
#   pip download -d wheels -c constraints.txt '.[train]' pytest pytest-xdist
#   rm -rf wheels/{swenv,torch,triton,nvidia,cuda}*
#   pip install --no-index --no-deps wheels/*             # over there
#
# Every part has a limit of its own, and one that fails does not end the rest: the last lines have the status of each,
# 124 for one that was stopped (`swenv test` ends with 0, 3 or 4, by what it found). LIMIT=840 is for all of them, in
# seconds; what would begin later is left out. GAMES=400 are played against each player; TRAIN_FLAGS and BENCH_FLAGS are
# added to those commands; COMMIT says which one this is where there is no git. Without a GPU, in some minutes:
#
#   DEVICE=cpu MINUTES=0.2 GAMES=20 TRAIN_FLAGS="--imitate 100000" BENCH_FLAGS=--quick benchmarks/gpu.sh /tmp/try
set -uo pipefail
mkdir -p "${1:-results-gpu}" && folder=$(cd "${1:-results-gpu}" && pwd) && cd "$(dirname "$0")/.." || exit 1
minutes=${2:-${MINUTES:-3}} device=${DEVICE:-cuda} games=${GAMES:-400}
if [ -z "${PYTHON:-}" ]; then
  make .venv/.for-train && .venv/bin/python -m pip install --quiet -c constraints.txt pytest pytest-xdist || exit 1
  PYTHON=.venv/bin/python
fi
"$PYTHON" -c "import numba, pytest, sb3_contrib, torch, xdist; torch.ones(1, device='$device')" || exit 1
trap 'tar -czf "$folder.tar.gz" -C "$(dirname "$folder")" "$(basename "$folder")"; echo "all of it: $folder.tar.gz"' EXIT
: >"$folder/status.txt"
SECONDS=0

part() { # name, limit in seconds, command
  local name=$1 left=$((${LIMIT:-840} - SECONDS)) limit=$2 status=left-out
  shift 2
  if [ "$left" -gt 0 ]; then
    echo "== $name: $*"
    timeout -k 20 $((limit < left ? limit : left)) "$@" 2>&1 | tee "$folder/$name.txt"
    status=${PIPESTATUS[0]}
  fi
  echo "$name: $status, after $SECONDS s" >>"$folder/status.txt"
}

machine() {
  echo "commit ${COMMIT:-$(git describe --always --dirty --abbrev=40 2>/dev/null || echo unknown)}"
  date -u +%F && uname -srm && nproc
  "$PYTHON" -c "import numba, sys, torch
print('Python', sys.version.split()[0], 'torch', torch.__version__, 'CUDA', torch.version.cuda, 'numba', numba.__version__)
print(torch.cuda.get_device_name() if torch.cuda.is_available() else 'no GPU')"
  nvidia-smi 2>&1 || true
}
machine | tee "$folder/machine.txt"
part tests 150 "$PYTHON" -m pytest -q -n0 -W default -p no:cacheprovider tests/training/test_card.py
part train $(($(printf %.0f "$minutes") * 60 + 240)) "$PYTHON" -m swenv train smallworld --device "$device" --minutes "$minutes" \
  --frames 1000000000 --run-dir "$folder/run" ${TRAIN_FLAGS:-}
for other in greedy planner champion; do
  part "against-$other" 120 "$PYTHON" -m swenv match smallworld --seats "$folder/run,$other" --games "$games"
done
part gpu 180 "$PYTHON" benchmarks/run.py gpu ${BENCH_FLAGS:-}
part minibatch 90 "$PYTHON" benchmarks/minibatch.py "$device"
part processor 180 env CUDA_VISIBLE_DEVICES= "$PYTHON" benchmarks/run.py training ${BENCH_FLAGS:-}
part test-against-champion 90 "$PYTHON" -m swenv test "$folder/run" champion --games $((10 * games)) --out "$folder/test"
cat "$folder/status.txt"
