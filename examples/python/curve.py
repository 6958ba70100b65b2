"""The learning curve of stored results, with pandas and matplotlib: python3 curve.py curves.csv curve.svg

Reads what `iwal results --export` has written, as CSV, or as Parquet where pandas has pyarrow: checkpoints with their labels bought
(queried) and their testError, and a seed. Every other column names a setting. Draws a line a setting, the mean over its seeds, and
prints the same numbers as CSV.
"""
import sys
import pandas
import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot


def means(file):
    """A row a setting and checkpoint: mean labels and mean test error over the seeds."""
    rows = pandas.read_parquet(file) if file.endswith(".parquet") else pandas.read_csv(file, float_precision="round_trip")
    setting = [name for name in rows.columns if name not in ("seed", "checkpoint", "queried", "testError")]
    columns = rows.groupby([*setting, "checkpoint"], dropna=False)[["queried", "testError"]]
    return setting, columns.mean().dropna().reset_index()


if __name__ == "__main__":
    setting, table = means(sys.argv[1])
    figure, axes = pyplot.subplots()
    names = table[setting].fillna("").astype(str).agg(", ".join, axis=1)
    for name, line in table.groupby(names):
        axes.plot(line["queried"], 100 * line["testError"], marker=".", label=name)
    axes.set(xscale="log", xlabel="labels bought", ylabel="test error (%)")
    axes.legend()
    figure.savefig(sys.argv[2])
    table.to_csv(sys.stdout, index=False)
