#!/usr/bin/env bash
# Everything that is measured on a card, in one go: installs, holds the card against the processor, measures the speed,
# trains for some minutes, and leaves tables and weights in a folder.
#
#   benchmarks/gpu.sh [FOLDER] [MINUTES]        results-gpu and 10 by default
#
# PYTHON=python3 names an interpreter that already has what the extra `train` needs, so that nothing is installed.
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:-results-gpu} minutes=${2:-10}
mkdir -p "$folder"
if [ -z "${PYTHON:-}" ]; then
  make .venv/.for-test
  PYTHON=.venv/bin/python
fi
nvidia-smi | tee "$folder/machine.txt"
"$PYTHON" -m pytest -q tests/training/test_card.py | tee "$folder/tests.txt"
"$PYTHON" benchmarks/run.py card --write "$folder/card.md"
"$PYTHON" -m swenv train smallworld --device cuda --minutes "$minutes" --frames 1000000000 --run-dir "$folder/run"
