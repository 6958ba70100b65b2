#!/bin/sh
# Makes this folder again with iwal 0.1: make.sh "node /path/to/iwal-0.1/dist/src/cli/main.js" empty-folder
# Run at commit 523c3e6, on Node 20. Nothing here is ever made with a later version: what 0.1 wrote is what is tested.
set -eu
iwal=$1
mkdir -p "$2"
cd "$2"

# 200 rows of two classes, 12 features, from a congruential generator of 31 bits.
node -e '
let state = 20260101;
const next = () => (state = (state * 48271) % 2147483647) / 2147483647;
const truth = Array.from({ length: 12 }, () => 2 * next() - 1);
for (let i = 0; i < 200; i++) {
  let margin = 0;
  let line = "";
  truth.forEach((weight, j) => {
    if (next() < 0.7) return;
    const value = Number((4 * next() - 2).toFixed(3));
    margin += weight * value;
    line += ` ${j + 1}:${value}`;
  });
  console.log(`${margin + 0.4 * (next() - 0.5) > 0 ? 1 : -1}${line}`);
}' > pool.svm

# Ledgers of simulations: every rule that reads something else, both kinds of record, a budget, late answers and none.
$iwal simulate pool.svm --mellowness 1e-4 --eta 0.5 --record purchases --ledger purchases.ledger --json > purchases.json
$iwal simulate pool.svm --query iwal-cal --mellowness 1e-3 --floor 0.05 --budget 40 --seed 2 --record considered --ledger considered.ledger --json > considered.json
$iwal simulate pool.svm --query random --rate 0.4 --oracle abstaining,delayed,priced --abstain-rate 0.3 --delay 7 --price 1.5 --seed 3 --holdout 0.25 --record purchases --ledger late.ledger --json > late.json
$iwal simulate pool.svm --query margin --width 0.2 --optimizer normalized-adaptive --eta 0.3 --order given --record purchases --ledger margin.ledger --json > margin.json

# Ledgers of people: one with everything that can be done to it, finished; one left in the middle of a question.
LABEL='--query random --rate 0.4 --seed 3 --protocol jsonl --classes ham,spam'
answers() {
  node -e '
  const steps = process.argv[1].split(" ");
  const lines = [];
  let question = 1;
  for (const step of steps) {
    lines.push(JSON.stringify({ question, ...(step === "skip" ? { skip: true } : step === "undo" ? { undo: true } : { label: step }) }));
    question += step === "undo" ? -1 : 1;
  }
  console.log(lines.join("\n"));' "$1"
}
head -60 pool.svm > unlabelled.svm
answers "spam ham skip undo spam ham ham undo undo ham spam skip ham" > answers
$iwal label unlabelled.svm $LABEL --record considered --ledger unfinished.ledger < answers > /dev/null
answers "$(node -e 'console.log(Array.from({ length: 99 }, (_, i) => i === 9 || i === 10 ? "undo" : i % 7 === 3 ? "skip" : i % 3 === 0 ? "spam" : "ham").join(" "))')" > answers
$iwal label unlabelled.svm $LABEL --budget 12 --record purchases --ledger undone.ledger < answers > undone.jsonl
rm answers

# A torn tail: the process was killed, and the machine with it, in the middle of a line.
head -c 9000 considered.ledger > torn.ledger

# A model, what it predicts, the samples of two ledgers, a binary dataset.
$iwal learn pool.svm --loss logistic --optimizer normalized-adaptive --eta 0.3 --passes 2 --model pool.iwalmodel --json > model.json
$iwal predict pool.iwalmodel pool.svm --out pool.predictions
$iwal export late.ledger --data pool.svm --format csv --out late.csv
$iwal export undone.ledger --data unlabelled.svm --format vw --out undone.vw
$iwal generate rcv1-like --documents 4 --seed 7 --out four.iwal

# A study and its report.
echo '{"id":"small","data":{"pool":"pool.svm"},"axes":{"query":["passive","variance-aware"],"eta0":[0.1,1]},"seeds":2}' > study.json
$iwal study run study.json
mv datasets/cache/*.iwal pool-copy.iwal
rm -r datasets
