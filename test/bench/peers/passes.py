"""What scikit-learn's SGDClassifier needs for a pass, as one line of JSON.

  passes.py memory FOLDER PASS   rows in memory (the arrays of FOLDER), the second of two passes
  passes.py text FILE PASS       svmlight text; the process as a whole is measured from outside

Step sizes are eta0 / sqrt(t), t = 1, 2, ...; the library's are eta0 / sqrt(1 + t). The loss is the mean that fit() prints, each
example's before it is learned.
"""
import contextlib
import io
import json
import re
import sys
import time

import numpy as np
from sklearn.linear_model import SGDClassifier

LOSSES = {"logistic, naive": ("log_loss", 64), "hinge": ("hinge", 16)}


def fit(rows, labels, name):
    loss, eta0 = LOSSES[name]
    learner = SGDClassifier(loss=loss, learning_rate="invscaling", eta0=eta0, power_t=0.5, alpha=0, fit_intercept=False, max_iter=1,
                            tol=None, shuffle=False, verbose=1)
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        begin = time.perf_counter(), time.process_time()
        learner.fit(rows, labels)
        seconds, processor = time.perf_counter() - begin[0], time.process_time() - begin[1]
    found = re.search(r"Avg\. loss: ([\d.e+-]+)", told.getvalue())
    return {"seconds": seconds, "processor": processor, **({"loss": float(found[1])} if found else {})}


def in_memory(folder, name):
    from scipy.sparse import csr_matrix

    def read(array, kind):
        return np.fromfile(f"{folder}/{array}", kind)

    values, indices, offsets = read("values", "f4").astype("f8"), read("indices", "i4"), read("offsets", "i4")
    rows = csr_matrix((values, indices, offsets))
    labels = read("labels", "f8")
    fit(rows, labels, name)
    return fit(rows, labels, name)


def from_text(file, name):
    from sklearn.datasets import load_svmlight_file

    return fit(*load_svmlight_file(file), name)


what, where, which = sys.argv[1:]
print(json.dumps({"memory": in_memory, "text": from_text}[what](where, which)))
