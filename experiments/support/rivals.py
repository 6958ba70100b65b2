"""Computes the test errors of scikit-learn beside which studies set their own, with the same numbers of labels.

    npm run rivals -- final-fit

writes the rows of each set of the study as NAME.train.svm.gz and NAME.test.svm.gz (test/rivals/main.ts) and calls

    python3 experiments/support/rivals.py FOLDER experiments/final-fit/rivals.json --seeds 3 --budgets 100 200 500 1000

Logistic regression, C by stratified 5-fold cross-validation over ten values; features standardised over the pool, sparse texts as they
are. It learns all labels of the pool; a budget of labels drawn at random; and a budget of labels bought in ten batches, the first at
random, the others those of the whole pool that the model of the batches before is least sure of. Errors that the file has are kept.
"""
import argparse, gzip, json, os, platform, sys, time, warnings

for name in ('OMP_NUM_THREADS', 'OPENBLAS_NUM_THREADS'):
    os.environ[name] = '1'
import numpy as np
import sklearn
from sklearn.datasets import load_svmlight_files
from sklearn.linear_model import LogisticRegression, LogisticRegressionCV
from sklearn.metrics import balanced_accuracy_score
from sklearn.preprocessing import StandardScaler

POOL = '.train.svm.gz'
BATCHES = 10
FOLDS = 5
# Columns above which a set is a sparse text.
TEXT = 1_000
# Labels up to which lbfgs fits a text in the space of its rows.
SHORT = 1_000


def read(folder, name):
    x, y, xt, yt = load_svmlight_files([gzip.open(os.path.join(folder, f'{name}.{part}.svm.gz')) for part in ('train', 'test')])
    if x.shape[1] <= TEXT:
        x, xt = x.toarray(), xt.toarray()
        scaler = StandardScaler().fit(x)
        x, xt = scaler.transform(x), scaler.transform(xt)
    return x, y, xt, yt


def fitted(x, y, solver):
    """As its user builds it; with a class of fewer labels than folds there are fewer folds, with a single one C = 1."""
    classes, counts = np.unique(y, return_counts=True)
    if len(classes) < 2:
        return None
    folds = min(FOLDS, counts.min())
    is_text = x.shape[1] > TEXT
    how = dict(solver=solver if is_text else 'lbfgs', max_iter=1000)
    model = LogisticRegressionCV(Cs=10, cv=int(folds), **how) if folds > 1 else LogisticRegression(**how)
    return Rotated(model, x, y) if is_text and solver == 'lbfgs' and len(y) <= SHORT else model.fit(x, y)


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


def chosen(x, y, budget, rng, solver):
    """Rows bought by uncertainty, in batches of a tenth of the budget."""
    order = rng.permutation(len(y))
    batch = -(-budget // BATCHES)
    bought = list(order[:batch])
    while len(bought) < budget:
        left = np.setdiff1d(order, bought, assume_unique=True)
        model = fitted(x[bought], y[bought], solver)
        size = min(batch, budget - len(bought))
        more = rng.permutation(left)[:size] if model is None else left[np.argsort(sureness(model, x[left]), kind='stable')[:size]]
        bought.extend(more)
    return np.array(bought)


def ended(x, y, bought, xt, yt, solver):
    model = fitted(x[bought], y[bought], solver)
    predicted = np.full(len(yt), y[bought][0]) if model is None else model.predict(xt)
    return [round(float(np.mean(predicted != yt)), 6), round(1 - float(balanced_accuracy_score(yt, predicted)), 6)]


def labels(budget, rows):
    """A number of labels, or a share of the rows, as the studies round it."""
    return max(1, int(rows * float(budget[:-1]) / 100 + 0.5)) if budget.endswith('%') else int(budget)


def main():
    given = argparse.ArgumentParser()
    given.add_argument('folder')
    given.add_argument('out')
    given.add_argument('--seeds', type=int, default=1)
    given.add_argument('--budgets', nargs='*', default=[])
    given.add_argument('--solver', default='lbfgs', help='of sparse texts; liblinear is the faster one above a thousand labels')
    args = given.parse_args()
    warnings.simplefilter('ignore')
    sets = {name: read(args.folder, name) for name in sorted(file[: -len(POOL)] for file in os.listdir(args.folder) if file.endswith(POOL))}
    results = json.load(open(args.out))['errors'] if os.path.exists(args.out) else {}
    for seed in range(args.seeds + 1):
        for budget in args.budgets if seed else ['all']:
            for name, (x, y, xt, yt) in sets.items():
                n = labels(budget, len(y)) if seed else 0
                if n > len(y) / 2:
                    continue
                for mode in ['uncertainty', 'random'] if seed else ['all']:
                    key = f'{mode} {budget}' if seed else mode
                    errors = results.setdefault(name, {}).setdefault(key, [])
                    if len(errors) >= max(1, seed):
                        continue
                    began = time.time()
                    rng = np.random.default_rng([seed, n])
                    bought = (np.arange(len(y)) if mode == 'all' else
                              chosen(x, y, n, rng, args.solver) if mode == 'uncertainty' else rng.permutation(len(y))[:n])
                    errors.append(ended(x, y, bought, xt, yt, args.solver))
                    print(name, key, seed, errors[-1], f'{time.time() - began:.1f}s', file=sys.stderr, flush=True)
                    write(args.out, results)


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
