"""The certificate and the score interval of a ledger a second time, with numpy: python3 certificate.py LEDGER SAMPLE.csv [confidence]

SAMPLE.csv is `iwal export LEDGER --format csv`. Prints JSON: bounds on wrong predictions from the ledger, on positives from the
exported sample (p = 1 / importance), as `iwal audit --certify error,positives` has them, and the score interval of the error. For a
first pass over rows of importance 1, of two classes, whose budget sets the knob or with a floor, all answers of which came.
"""
import csv, json, sys

import numpy as np

from ledger import budget, entries, wrong as is_wrong


def solve(lambdas, weights, logs, alpha):
    """u with sum_k w_k exp(lambda_k u + G_k) = 1 / alpha, by bisection; lambdas of one sign."""
    target = -np.log(alpha)
    value = lambda u: np.logaddexp.reduce(np.log(weights) + lambdas * u + logs) - target
    sign = np.sign(lambdas[0])
    low, high = -1.0, 1.0
    while sign * value(low) > 0:
        low *= 2
    while sign * value(high) < 0:
        high *= 2
    for _ in range(200):
        middle = (low + high) / 2
        if sign * value(middle) < 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def bounds(seen, rows, labels, least, floor, confidence):
    """[low, high] for a count: `seen` holds p of the labels that count; `least` is the smallest p considered."""
    alpha, k = (1 - confidence) / 2, np.arange(12)
    top = -np.log1p(-min(floor, 1 - 2.0**-20))
    above, below = 0.98 * top * 2.0**-k, -8 * top * 2.0**-k
    logs = lambda grid: np.log1p(-np.outer((1 - seen) / seen, np.expm1(grid))).sum(axis=0) if len(seen) else np.zeros(len(grid))
    weights = 1 / ((k + 1) * (k + 2))
    kept = above < -np.log1p(-least) if least < 1 else np.full(12, True)
    hidden = solve(above[kept], (weights / weights.sum())[kept], logs(above[kept]), alpha)
    shown = solve(below, np.full(12, 1 / 12), logs(below), alpha)
    count = len(seen)
    return [count + max(0.0, shown), min(count + max(0.0, hidden), count + rows - labels)]


def score_interval(wrong, rows, right, largest):
    """Wilson's interval for a weighted count; `wrong` holds p of the mistakes seen."""
    c, total, variance = 1.959964, (1 / wrong).sum(), ((1 - wrong) / wrong**2).sum()
    kappa = (variance + largest**2) / (total + largest)
    middle, reach = total + c**2 * kappa / 2, c * np.sqrt(kappa * total + c**2 * kappa**2 / 4)
    return [float(np.clip(end, len(wrong), rows - right) / rows) for end in (middle - reach, middle + reach)]


if __name__ == "__main__":
    header, told = entries(sys.argv[1])
    confidence = float(sys.argv[3]) if len(sys.argv) > 3 else 0.95
    floor = header.get("minimumProbability", header["spec"].get("floor"))
    considered, spent = [], 0.0
    for each in told:
        if spent + 1 > budget(header):
            break
        considered.append(each)
        spent += each.get("cost", 0)
    p = np.array([each["probability"] for each in considered])
    bought = np.array([each["outcome"] == "asked" for each in considered])
    wrong = np.array([b and is_wrong(header, each) for b, each in zip(bought, considered)])
    with open(sys.argv[2], newline="") as file:
        sample = [(float(row["label"]), float(row["importance"])) for row in csv.DictReader(file)]
    positive = np.array([1 / importance for label, importance in sample if label > 0])
    rows, labels = len(p), int(bought.sum())
    print(
        json.dumps(
            {
                "rows": rows,
                "error": bounds(p[wrong], rows, labels, p.min(), floor, confidence),
                "positives": bounds(positive, rows, len(sample), p.min(), floor, confidence),
                "score": score_interval(p[wrong], rows, labels - int(wrong.sum()), (1 / p).max()),
            }
        )
    )
