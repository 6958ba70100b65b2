#!/bin/sh
# Makes this folder again with iwal 0.2: make.sh "node /path/to/iwal-0.2/dist/src/cli/main.js" empty-folder
# Run at commit a1f01a66, on Node 22, the last one with `--eta auto`. The pool is that of 0.1.
set -eu
iwal=$1
cp "$(dirname "$0")/../0.1/pool.svm" "$2"
cd "$2"

# Models whose step sizes learned side by side, with everything around them that a model can have, and what they predict.
$iwal learn pool.svm --eta auto --model auto.iwalmodel
$iwal learn pool.svm --optimizer gradient-descent --eta auto --average 50 --scale max --model auto-scaled.iwalmodel
$iwal predict auto.iwalmodel pool.svm --out auto.predictions
$iwal predict auto-scaled.iwalmodel pool.svm --out auto-scaled.predictions

# A ledger of such a run.
$iwal simulate pool.svm --budget 40 --eta auto --final online --refit none --record purchases --ledger auto.ledger

# A study with such cells and others.
echo '{"id":"small","data":{"pool":"pool.svm"},"axes":{"query":["passive","random"],"eta0":["auto",1]},"seeds":1}' > study.json
$iwal study run study.json
rm -r datasets pool.svm reports/README.md reports/index.html reports/small/README.md reports/small/index.html reports/small/*.png reports/small/summary.json reports/small/durations.jsonl
