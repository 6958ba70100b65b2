"""Certificates, estimate and score interval of a ledger a second time, with numpy: python3 certificate.py LEDGER SAMPLE.csv [confidence]

SAMPLE.csv is `iwal export LEDGER --format csv`, from which labels and the sum of importance are taken. Prints JSON: what `iwal audit
--certify error,positives,missed,recall` certifies, the estimate of the error and its score interval, and the share of positives with its
interval where predictions assist it. For two classes, runs that are over and have a smallest probability; with importances of rows, late
answers and none, skips and further passes.
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


def bounds(seen, rows, floor, confidence):
    """[low, high] for a count. `seen`: z, i and p of the labels that came; `rows`: i and p of all considered; the rest has no answer."""
    (z, size, p), (mass, least), (doubted, odds) = seen, rows["considered"], rows["open"]
    alpha, k = (1 - confidence) / 2, np.arange(12)
    top = -np.log1p(-min(floor, 1 - 2.0**-20))
    above, below = 0.98 * top * 2.0**-k, -8 * top * 2.0**-k
    weights = 1 / ((k + 1) * (k + 2))

    def logs(grid, counts, probabilities):
        return np.log1p(-((1 - probabilities) / probabilities)[:, None] * np.expm1(np.outer(counts, grid))).sum(axis=0)

    # A component is retired before the first row that it does not allow.
    chance = least < 1
    kept = above < np.min(-np.log1p(-least[chance]) / mass[chance], initial=np.inf)
    every = np.concatenate([z, doubted]), np.concatenate([p, odds])
    hidden = solve(above[kept], (weights / weights.sum())[kept], logs(above[kept], *every), alpha) if kept.any() else np.inf
    shown = solve(below, np.full(12, 1 / 12), logs(below, z, p), alpha)
    most = z.sum() + mass.sum() - size.sum()
    return [z.sum() + max(0.0, shown), min(z.sum() + doubted.sum() + max(0.0, hidden), most)]


def score_interval(wrong, seen, rows):
    """Wilson's interval for a weighted count: without the purchases that have no answer, and with all of them as mistakes."""
    (_, size, p), (mass, least), (doubted, odds) = seen, rows["considered"], rows["open"]
    c, clock, largest = 1.959964, mass.sum(), (mass / least).max() if (least < 1).any() else 0.0
    errors, right = wrong * size, ((1 - wrong) * size).sum()

    def end(counts, probabilities, sign):
        total, variance = (counts / probabilities).sum(), (counts**2 * (1 - probabilities) / probabilities**2).sum()
        kappa = (variance + largest**2) / (total + largest) if largest > 0 else 0.0
        middle, reach = total + c**2 * kappa / 2, c * np.sqrt(kappa * total + c**2 * kappa**2 / 4)
        return float(np.clip(middle + sign * reach, errors.sum(), max(errors.sum(), clock - right)) / clock)

    doubts = np.concatenate([errors, doubted]), np.concatenate([p, odds])
    return [end(errors, p, -1), end(*doubts, 1)]


def assisted_share(considered, size_of):
    """[share, low, high] of positives: a guess of every row from earlier labels of rows predicted alike, corrected by the labels bought."""
    label_mass, positive_mass, answers, waiting = np.zeros(2), np.zeros(2), 0, []
    total, mass, seen, weighted, squares, open_rows = 0.0, 0.0, np.zeros(2), np.zeros(2), np.zeros(2), []
    for time, each in enumerate([*considered, None]):
        for _, z, i, p, predicted, g in [row for row in waiting if row[0] <= time or each is None]:
            label_mass[predicted] += i / p
            positive_mass[predicted] += z * i / p
            answers += 1
        waiting = [row for row in waiting if row[0] > time]
        if each is None:
            break
        i, p, predicted = size_of(each), each["probability"], int(each["prediction"] >= 0)
        g = 0.5
        if answers > 0:
            prior = 2 * label_mass.sum() / answers
            g = (positive_mass[predicted] + prior * positive_mass.sum() / label_mass.sum()) / (label_mass[predicted] + prior)
        total, mass = total + i * g, mass + i
        if each["outcome"] != "asked":
            continue
        if each["label"] is None:
            open_rows.append((i, p, g))
            continue
        z = int(each["label"] > 0)
        total += i / p * (z - g)
        seen[z] += i
        weighted[z] += i / p
        squares[z] += (i / p * (z - g)) ** 2 * (1 - p)
        waiting.append((each["after"], z, i, p, predicted, g))
    chances = [(size_of(each), each["probability"]) for each in considered if size_of(each) > 0]
    largest = max(i / p for i, p in chances) if any(p < 1 for _, p in chances) else 0.0

    def interval(side):
        """With every purchase that has no answer on this side; None: without them."""
        t, (v0, v1), (h0, h1), c = total, squares, weighted, 1.959964
        for i, p, g in open_rows if side is not None else []:
            t, square = t + i / p * (side - g), (i / p * (side - g)) ** 2 * (1 - p)
            v0, v1, h0, h1 = v0 + square * (1 - side), v1 + square * side, h0 + i / p * (1 - side), h1 + i / p * side
        within = lambda rows: min(max(rows, seen[1]), max(seen[1], mass - seen[0]))
        t = within(t)
        k1 = (v1 + (largest * (1 - t / mass)) ** 2) / (h1 + largest) if largest > 0 else 0.0
        k0 = (v0 + (largest * t / mass) ** 2) / (h0 + largest) if largest > 0 else 0.0
        shift = c**2 * (k1 - k0) / 2
        reach = np.sqrt(c**2 * (k1 * t + k0 * (mass - t)) + shift**2)
        return t / mass, within(t + shift - reach) / mass, within(t + shift + reach) / mass

    return [interval(None)[0], interval(0)[1], interval(1)[2]]


if __name__ == "__main__":
    header, told = entries(sys.argv[1])
    if header["spec"].get("guess"):
        sys.exit("a ledger of guesses: its certificates are those of differences, which only iwal audit computes")
    confidence = float(sys.argv[3]) if len(sys.argv) > 3 else 0.95
    floor = header.get("minimumOfUnits", header.get("minimumProbability", header["spec"].get("floor")))
    considered, spent = [], 0.0
    for each in told:
        if spent + 1 > budget(header):
            break
        considered.append(each)
        spent += each.get("cost", 0)
    with open(sys.argv[2], newline="") as file:
        sample = list(csv.DictReader(file))
    label = {int(row["id"]): float(row["label"]) for row in sample}
    size_of = lambda each: each.get("rowImportance", 1)
    pairs = lambda rows: tuple(np.array([f(each) for each in rows], float) for f in (size_of, lambda each: each["probability"]))
    bought = [each for each in considered if each["outcome"] == "asked"]
    answered = [each for each in bought if each["label"] is not None]
    rows = {
        "considered": pairs([each for each in considered if size_of(each) > 0]),
        "open": pairs([each for each in bought if each["label"] is None]),
    }
    size, p = pairs(answered)
    wrong = np.array([is_wrong(header, each) for each in answered], float)
    positive = np.array([label[each["row"]] > 0 for each in answered], float)
    certify = lambda counted: bounds((counted * size, size, p), rows, floor, confidence)
    positives, held = certify(positive), (positive * size).sum()
    print(
        json.dumps(
            {
                "rows": rows["considered"][0].sum(),
                "importanceSum": sum(float(row["importance"]) for row in sample),
                "estimate": (wrong * size / p).sum() / rows["considered"][0].sum(),
                "error": certify(wrong),
                "positives": positives,
                "missed": certify(wrong * positive),
                "recall": [held / positives[1], held / positives[0] if positives[0] > 0 else 1.0],
                "score": score_interval(wrong, (wrong, size, p), rows),
                "share": assisted_share(considered, size_of),
            }
        )
    )
