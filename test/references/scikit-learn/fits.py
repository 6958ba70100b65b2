"""Objectives of linear models as scikit-learn finds them, for test/references/fits.test.ts: python3 fits.py > fits.json

The data are formulas in whole numbers, the same here and in the test.
"""

import json

import numpy
import sklearn
from scipy.sparse import csr_matrix
from sklearn.linear_model import LogisticRegression, PoissonRegressor, Ridge
from sklearn.svm import LinearSVC

DENSE = (300, 8)
SPARSE = (200, 400)
STRENGTHS = [1, 0.01, 1e-4]
TIGHT = {"tol": 1e-12, "max_iter": 100_000}


def hashed(i, j):
    return (i * 7919 + j * 10473 + i * j * 31 + (i + j) * (i + 3 * j)) % 1009 / 1009


def dense():
    rows, columns = DENSE
    return numpy.float32([[(1 + j) * (2 * hashed(i, j) - 1) + 10 * j for j in range(columns)] for i in range(rows)]).astype(float)


def sparse():
    rows, columns = SPARSE
    return numpy.float32([[hashed(i, j) if hashed(j, i) < 0.05 else 0 for j in range(columns)] for i in range(rows)]).astype(float)


def scores(X):
    centred = (X - X.mean(0)) / numpy.maximum(X.std(0), 1e-9)
    return centred[:, 0] + centred[:, 1] - centred[:, 2] + 2 * numpy.array([2 * hashed(5 * i, 3) - 1 for i in range(len(X))])


def standard(X):
    return (X - X.mean(0)) / X.std(0)


def by_root_mean_square(X):
    return X / numpy.sqrt((X * X).mean(0))


def logistic(X, y, v, tau, **options):
    n = v.sum()
    model = LogisticRegression(C=1 / (tau * n), **TIGHT, **options).fit(X, y, sample_weight=v)
    margins = model.decision_function(X)
    return (v * numpy.logaddexp(0, -y * margins)).sum() / n + tau / 2 * (model.coef_**2).sum()


def multinomial(X, y, v, tau):
    n = v.sum()
    model = LogisticRegression(C=1 / (tau * n), multi_class="multinomial", solver="lbfgs", **TIGHT).fit(X, y, sample_weight=v)
    losses = -model.predict_log_proba(X)[numpy.arange(len(y)), y]
    return (v * losses).sum() / n + tau / 2 * (model.coef_**2).sum()


def squared_hinge(X, y, v, tau):
    n = v.sum()
    model = LinearSVC(C=1 / (2 * tau * n), dual=False, fit_intercept=False, **TIGHT).fit(X, y, sample_weight=v)
    slack = numpy.maximum(0, 1 - y * model.decision_function(X))
    return (v * slack**2 / 2).sum() / n + tau / 2 * (model.coef_**2).sum()


def squared(X, y, v, tau):
    n = v.sum()
    model = Ridge(alpha=tau * n, solver="cholesky").fit(X, y, sample_weight=v)
    return (v * (model.predict(X) - y) ** 2 / 2).sum() / n + tau / 2 * (model.coef_**2).sum()


def poisson(X, y, v, tau):
    n = v.sum()
    model = PoissonRegressor(alpha=tau, tol=1e-10, max_iter=100_000).fit(X, y, sample_weight=v)
    margins = numpy.log(model.predict(X))
    return (v * (numpy.exp(margins) - y * margins)).sum() / n + tau / 2 * (model.coef_**2).sum()


def main():
    found = {}
    X, S = dense(), sparse()
    plain, weights = numpy.ones(len(X)), 1.0 + numpy.arange(len(X)) % 3
    classes, texts = numpy.where(scores(X) > 0, 1, -1), numpy.where(scores(S) > 0, 1, -1)
    three = numpy.searchsorted([-1, 1], scores(X))
    counts = numpy.floor(numpy.exp(numpy.clip(scores(X) / 2, -3, 3)))
    for tau in STRENGTHS:
        found[f"logistic {tau}"] = logistic(standard(X), classes, plain, tau, solver="newton-cholesky")
        found[f"logistic, importances {tau}"] = logistic(standard(X), classes, weights, tau, solver="newton-cholesky")
        found[f"logistic, sparse {tau}"] = logistic(csr_matrix(S), texts, plain[: len(S)], tau, solver="lbfgs")
        found[f"multinomial {tau}"] = multinomial(standard(X), three, weights, tau)
        found[f"logistic, no constant {tau}"] = logistic(
            by_root_mean_square(X), classes, plain, tau, solver="liblinear", fit_intercept=False
        )
        found[f"squared-hinge, no constant {tau}"] = squared_hinge(by_root_mean_square(X), classes, weights, tau)
        found[f"squared {tau}"] = squared(standard(X), scores(X), weights, tau)
        found[f"poisson {tau}"] = poisson(standard(X), counts, plain, tau)
    print(json.dumps({"scikit-learn": sklearn.__version__, "objectives": found}, indent=2))


main()
