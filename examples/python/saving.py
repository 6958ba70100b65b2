"""The headline from stored results: labels that the best passive learner needs, over those bought: python3 saving.py FOLDER 10%"""
import math, sys
from collections import defaultdict
from results import results

runs = [each for each in results(sys.argv[1]) if (each["cell"].get("dataset") or "").startswith("rcv1-like") and "curve" in each]
passive, errors, labels = defaultdict(lambda: defaultdict(list)), [], []
for each in runs:
    run, curve = each["cell"]["run"], each["curve"]
    if run["seed"] > 5: continue  # what the first five seeds decide stays as they decided it
    if run["query"]["name"] == "passive":
        for m, error in zip(curve["queried"], curve["testError"]):
            passive[m][run["loss"]["name"], run["optimizer"]["name"], run["optimizer"]["eta0"]].append(error)
    elif run.get("budget") == sys.argv[2] and run["query"]["name"] == "variance-aware":
        errors.append(curve["testError"][-1])
        labels.append(curve["queried"][-1])
mean = lambda numbers: sum(numbers) / len(numbers)
end = mean(errors)
blocks = []  # the non-increasing sequence nearest to the best passive learner's mean error: of pooled neighbours their mean
for m in sorted(passive):
    blocks.append([[m], min(mean(each) for each in passive[m].values()) - end, 1])
    while len(blocks) > 1 and blocks[-2][1] < blocks[-1][1]:
        (ms, d, n), (others, e, k) = blocks[-2:]
        blocks[-2:] = [[ms + others, (n * d + k * e) / (n + k), n + k]]
at = next((i for i, (_, d, _) in enumerate(blocks) if d <= 0), None)
(before, high, _), (after, low, _) = blocks[at - 1], blocks[at]
needed = before[-1] * (after[0] / before[-1]) ** (high / (high - low))
print(f"test error {100 * end:.2f}%, saving factor {needed / mean(labels):.1f}")
