"""What scikit-learn does with the same labels: the numbers of rivals.json, beside which the study final-fit sets its own.

    python3 experiments/final-fit/rivals.py FOLDER experiments/final-fit/rivals.json --seeds 10

FOLDER has the public sets as NAME.svm.gz. Logistic regression, C by stratified 5-fold cross-validation over ten values; features
standardised over the pool, sparse texts as they are. It learns all labels of the pool; as many labels drawn at random; and as many
chosen over the pool in ten batches, the first at random, the others those that the model of the batches before is least sure of.
Rows of a set are cut as the study does: see `cut` here, and sets.ts. A file that exists is gone on with.
"""
import argparse, gzip, json, os, platform, sys, time, warnings

for name in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS'):
    os.environ[name] = '1'
import numpy as np
import sklearn
from sklearn.datasets import load_svmlight_file
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import balanced_accuracy_score
from sklearn.preprocessing import StandardScaler

BUDGETS = [100, 200, 500, 1000]
BATCHES = 10
FOLDS = 5
# Sets of two classes, of numbers that are cut in two at their median, of many classes cut in two in the middle, of several classes.
TWO = ['a9a', 'higgs7k', 'mushrooms', 'rcv1_ccat', 'rcv1_vw', 'w8a', 'skin_nonskin',
       'german_scale', 'spambase', 'covtype20k', 'rcv1_stems', 'reuters21578_acq']
NUMBERS = ['cadata', 'abalone', 'space_ga', 'cpusmall']
HALVES = ['letter']
SEVERAL = ['rcv1_4class']
# The most rows of a set, and the columns above which it is a sparse text.
MOST, TEXT = 10_000, 1_000
# Labels up to which a text is fitted in the space of its rows.
SHORT = 1_000


def cut(n):
    """At most MOST rows, evenly spread over the file; of every five the first three are the pool, the others test."""
    most = min(n, MOST)
    kept = [j * n // most for j in range(most)]
    return [i for j, i in enumerate(kept) if j % 5 < 3], [i for j, i in enumerate(kept) if j % 5 >= 3]


def read(folder, name):
    with gzip.open(os.path.join(folder, f'{name}.svm.gz')) as file:
        x, y = load_svmlight_file(file)
    if name in NUMBERS:
        y = (y > np.sort(y)[len(y) // 2]).astype(int)
    if name in HALVES:
        y = (y > 13).astype(int)
    pool, test = cut(len(y))
    if x.shape[1] <= TEXT:
        x = x.toarray()
        scaler = StandardScaler().fit(x[pool])
        x = scaler.transform(x)
    return x[pool], y[pool], x[test], y[test]


def fitted(x, y):
    """As its user builds it; with a class of fewer labels than folds there are fewer folds, with a single one C = 1."""
    classes, counts = np.unique(y, return_counts=True)
    if len(classes) < 2:
        return None
    folds = min(FOLDS, counts.min())
    model = LogisticRegressionCV(Cs=10, cv=int(folds), max_iter=1000) if folds > 1 else LogisticRegression(max_iter=1000)
    return Rotated(model, x, y) if x.shape[1] > TEXT and len(y) <= SHORT else model.fit(x, y)


class Rotated:
    """The same model of a sparse text, computed in the space that its few rows span: margins and |w| are the same there."""

    def __init__(self, model, x, y):
        values, vectors = np.linalg.eigh((x @ x.T).toarray())
        kept = values > 1e-10 * values[-1]
        self.back = x.T @ (vectors[:, kept] / np.sqrt(values[kept]))
        self.model = model.fit(x @ self.back, y)

    def predict(self, x):
        return self.model.predict(x @ self.back)

    def predict_proba(self, x):
        return self.model.predict_proba(x @ self.back)


def sureness(model, x):
    p = np.sort(model.predict_proba(x), axis=1)
    return p[:, -1] - p[:, -2]


def chosen(x, y, budget, rng):
    """Rows bought by uncertainty, in batches of a tenth of the budget."""
    order = rng.permutation(len(y))
    bought = list(order[: budget // BATCHES])
    while len(bought) < budget:
        left = np.setdiff1d(order, bought, assume_unique=True)
        model = fitted(x[bought], y[bought])
        size = budget // BATCHES
        more = rng.permutation(left)[:size] if model is None else left[np.argsort(sureness(model, x[left]), kind='stable')[:size]]
        bought.extend(more)
    return np.array(bought)


def ended(x, y, bought, xt, yt):
    model = fitted(x[bought], y[bought])
    predicted = np.full(len(yt), y[bought][0]) if model is None else model.predict(xt)
    return [round(float(np.mean(predicted != yt)), 6), round(1 - float(balanced_accuracy_score(yt, predicted)), 6)]


def main():
    given = argparse.ArgumentParser()
    given.add_argument('folder')
    given.add_argument('out')
    given.add_argument('--seeds', type=int, default=10)
    given.add_argument('--sets', nargs='*', default=TWO + NUMBERS + HALVES + SEVERAL)
    args = given.parse_args()
    warnings.simplefilter('ignore')
    results = {}
    if os.path.exists(args.out):
        results = json.load(open(args.out))['errors']
    for seed in [0, *range(1, args.seeds + 1)]:
        for budget in BUDGETS if seed else ['all']:
            for name in args.sets:
                x, y, xt, yt = data = cached(args.folder, name)
                if seed and budget > len(y) / 2:
                    continue
                for mode in ['uncertainty', 'random'] if seed else ['all']:
                    key = mode if mode == 'all' else f'{mode} {budget}'
                    errors = results.setdefault(name, {}).setdefault(key, [])
                    if len(errors) >= max(1, seed):
                        continue
                    began = time.time()
                    rng = np.random.default_rng([seed, budget if seed else 0])
                    bought = (np.arange(len(y)) if mode == 'all' else
                              chosen(x, y, budget, rng) if mode == 'uncertainty' else rng.permutation(len(y))[:budget])
                    errors.append(ended(x, y, bought, xt, yt))
                    print(name, key, seed, errors[-1], f'{time.time() - began:.1f}s', file=sys.stderr, flush=True)
                    write(args.out, results)


READ = {}


def cached(folder, name):
    if name not in READ:
        READ[name] = read(folder, name)
    return READ[name]


def write(out, results):
    """Test error and balanced error of every seed, in their order."""
    facts = {'scikit-learn': sklearn.__version__, 'numpy': np.__version__, 'python': platform.python_version()}
    lines = [f'    {json.dumps(name)}: {{\n' + ',\n'.join(f'      {json.dumps(k)}: {json.dumps(v)}' for k, v in each.items()) + '\n    }'
             for name, each in results.items()]
    with open(f'{out}.part', 'w') as file:
        file.write(f'{{\n  "of": {json.dumps(facts)},\n  "errors": {{\n' + ',\n'.join(lines) + '\n  }\n}\n')
    os.replace(f'{out}.part', out)


if __name__ == '__main__':
    main()
