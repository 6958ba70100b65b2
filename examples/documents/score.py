# Scores documents with a model of `iwal model export`: python3 score.py model.json documents.csv (standard library only)
import csv, json, math, re, struct, sys, unicodedata
model = json.load(open(sys.argv[1], encoding="utf-8"))
index = {word: i for i, word in enumerate(model["words"])}
single = lambda x: struct.unpack("f", struct.pack("f", x))[0]  # rows are in single precision
is_missing = re.compile(r"(na|n/a|nan|null|none|\?|-+)?", re.I).fullmatch
def kind(c):
    if unicodedata.category(c)[0] not in "LMN": return "'" if c in "'\u2019" else " "
    return "c" if any(a <= ord(c) <= b for a, b in model["spaceless"]) else "w"
def tokens(text, last=None):
    text = unicodedata.normalize("NFKC", text).lower()
    for run in re.finditer("w{2,}(?:'w+)*|w'w+(?:'w+)*|c+", "".join(map(kind, text))):
        token, words = text[run.start():run.end()], run[0][0] == "w"
        yield from [token] if words else (token[i:i + 2] for i in range(max(1, len(token) - 1)))
        if words and last and model["ngrams"] == 2: yield last + " " + token
        last = token if words else None
def features(row):
    found = [index[t] for column in model["text"] for t in tokens(row[column] or "") if t in index]
    x = {i: (1 + math.log(found.count(i))) * model["idf"][i] for i in sorted(set(found))}
    norm = math.sqrt(sum(v * v for v in x.values()))
    x = {i: single(v / norm) for i, v in x.items()}
    for i, f in enumerate(model["beside"], len(index)):
        cell, value = (row[f["column"]] or "").strip(), f["value"]
        if value is None: x[i] = 0 if is_missing(cell) else single(float(cell))
        else: x[i] = cell == value if value else bool(is_missing(cell))  # "": that a number is missing
    return x
score = lambda x, intercept, weights: intercept + sum(weights[i] * v for i, v in x.items())
probability = lambda s, c: 1 / (1 + math.exp(-(c["slope"] * s + c["intercept"])))
for row in csv.DictReader(open(sys.argv[2], encoding="utf-8-sig", newline="")):
    x = features(row)
    if model["iwal-model"] == 1:  # two classes: the score, the probability of the positive one
        s, c = score(x, model["intercept"], model["coefficients"]), model["calibration"]
        print(repr(s), *([repr(probability(s, c))] if c else []))
    else:  # several: the class, the probability of each (or its score)
        said = [score(x, *each) for each in zip(model["intercepts"], model["coefficients"])]
        best, slope = model["classes"][said.index(max(said))], model["slope"]
        if slope is not None:
            said = [math.exp(slope * (s - max(said))) for s in said]
            said = [each / sum(said) for each in said]
        print(best, *map(repr, said))
