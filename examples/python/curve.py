"""The learning curve of stored results, with pandas and matplotlib:

    python3 curve.py cells.csv curves.csv curve.svg "loss == 'hinge'" query optimizer_eta0

Reads the tables that `iwal results --table cells --export` and `--table curves --export` have written, as CSV, or as Parquet where
pandas has pyarrow. The fourth argument chooses cells (a query of pandas), the others are the columns that name a line: the mean of labels
bought (queried) and of testError over the chosen cells. Prints the same numbers as CSV.
"""
import sys
import pandas
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot


def table(file):
    """A table of results; numbers of CSV to the last digit."""
    return pandas.read_parquet(file) if file.endswith(".parquet") else pandas.read_csv(file, float_precision="round_trip", low_memory=False)


def means(cells, curves, setting):
    """A row a setting and checkpoint: mean labels and mean test error."""
    rows = curves.merge(cells[["study", "hash", *setting]], on=["study", "hash"])
    return rows.groupby([*setting, "checkpoint"], dropna=False)[["queried", "testError"]].mean().dropna().reset_index()


if __name__ == "__main__":
    cells, curves, picture, chosen, *setting = sys.argv[1:]
    points = means(table(cells).query(chosen), table(curves), setting)
    figure, axes = pyplot.subplots()
    names = points[setting].fillna("").astype(str).agg(", ".join, axis=1)
    for name, line in points.groupby(names):
        axes.plot(line["queried"], 100 * line["testError"], marker=".", label=name)
    axes.set(xscale="log", xlabel="labels bought", ylabel="test error (%)")
    axes.legend()
    figure.savefig(picture)
    points.to_csv(sys.stdout, index=False)
