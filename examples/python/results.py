"""Stored results of a report in Python, standard library only: python3 results.py reports/rcv1-active

Prints, as CSV, the mean test error and labels at the end of every setting on every dataset.
"""
import gzip, json, os, sys
from collections import defaultdict


def results(folder):
    """One dictionary a run: hash, cell (dataset and run), curve, validationError, sample; published results are compressed."""
    plain = os.path.join(folder, "results.jsonl")
    with open(plain, encoding="utf-8") if os.path.exists(plain) else gzip.open(plain + ".gz", "rt", encoding="utf-8") as file:
        return [json.loads(line) for line in file]


if __name__ == "__main__":
    groups = defaultdict(list)
    for each in results(sys.argv[1]):
        run = dict(each["cell"]["run"], seed=None)
        if "curve" in each:
            groups[each["cell"].get("dataset"), json.dumps(run, sort_keys=True)].append(each["curve"])
    print("dataset,query,optimizer,loss,runs,labels,testError")
    for (dataset, key), curves in groups.items():
        run = json.loads(key)
        labels, errors = ([curve[name][-1] for curve in curves] for name in ("queried", "testError"))
        row = [dataset, run["query"]["name"], run["optimizer"]["name"], run["loss"]["name"], len(curves)]
        print(",".join(map(str, [*row, sum(labels) / len(labels), sum(errors) / len(errors) if None not in errors else ""])))
