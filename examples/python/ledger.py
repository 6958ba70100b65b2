"""A ledger of iwal in Python, standard library only: python3 ledger.py LEDGER [labels.csv]

Prints rows considered, labels, the sum of importance and the estimated error as `iwal audit --json` has them (importance.learned,
error.plain.estimate), for losses that learn -1 and +1 and for several classes. With a second file, writes the importance-weighted sample as CSV.
"""
import csv, json, math, sys, zlib

WORDS = {"Infinity": math.inf, "-Infinity": -math.inf, "NaN": math.nan, "-0": -0.0}


def entries(path):
    """The header, and what holds in the end of the last pass: checksums checked, undone left out, late answers at their purchases."""
    with open(path, "rb") as file:
        lines = [line for line in file.read().split(b"\n") if line.strip(b"\0")]
    header, told = None, []
    for number, line in enumerate(lines, 1):
        sealed, _, rest = line.rpartition(b',"crc":"')
        if header is None or header["iwal-ledger"] == 2:
            if f"{zlib.crc32(sealed):08x}".encode() != rest[:8]:
                if number == len(lines):
                    break  # cut off when it was written
                raise ValueError(f"{path}:{number}: damaged")
        entry = json.loads(line)
        if header is None:
            header = entry
        elif entry["entry"] == "pass":
            header.pop("minimumProbability", None)
            header, told = header | {name: entry[name] for name in ("pass", "spec", "minimumProbability") if name in entry}, []
        elif entry["entry"] == "undo":
            told = [each for each in told if each.get("position", 0) < entry["position"] and each["entry"] != "end"]
        else:
            told.append({name: WORDS.get(value, value) if isinstance(value, str) else value for name, value in entry.items()})
    late, rows = {}, 0
    for each in told:
        rows += each["entry"] == "example"
        if each["entry"] == "answer":
            late[each["position"]] = each | {"after": rows}
    rows = 0
    for each in told:
        rows += each["entry"] == "example"
        if each["entry"] == "example" and each["outcome"] == "asked":
            answer = late.get(each["position"], {})
            # Rows that had been considered when the answer came.
            each["after"] = answer.get("after", rows)
            each.setdefault("label", answer.get("label"))
            each["cost"] -= answer.get("refund", 0)
    return header, [each for each in told if each["entry"] == "example"]


def budget(header):
    """In units of cost; a percentage is a share of the rows, at least 1."""
    written = header["spec"].get("budget", math.inf)
    if not isinstance(written, str):
        return written
    return max(1, math.floor(header["data"]["rows"] * float(written[:-1]) / 100 + 0.5))


def wrong(header, each):
    """Whether the prediction of a bought label was: the other side of two classes, another one of several."""
    if "reduction" in header["spec"]:
        return each["prediction"] != each["label"]
    return (each["prediction"] >= 0) != (each["label"] > 0)


def summary(header, examples):
    """The estimate is about the rows considered while the budget could pay for one more label (of price 1)."""
    if header["record"] != "considered":
        raise ValueError("a ledger of purchases does not hold the rows that were not bought; iwal audit says what can be said")
    clock = weighted = total = spent = 0.0
    bought = [each for each in examples if each["outcome"] == "asked" and each.get("label") is not None]
    for each in examples:
        if spent + 1 > budget(header):
            break
        clock += each.get("rowImportance", 1)
        spent += each.get("cost", 0)
    for each in bought:
        total += each["importance"]
        weighted += each["importance"] * wrong(header, each)
    new = sum(each.get("learnedImportance") != 0 for each in bought)  # the others were bought in earlier passes
    return {"rows": len(examples), "labels": new, "importanceSum": total, "error": weighted / clock}


if __name__ == "__main__":
    header, examples = entries(sys.argv[1])
    print(json.dumps(summary(header, examples)))
    if len(sys.argv) > 2:
        with open(sys.argv[2], "w", newline="", encoding="utf-8") as file:
            out = csv.writer(file)
            out.writerow(["row", "label", "probability", "importance"])
            for each in examples:
                if each["outcome"] == "asked" and each.get("label") is not None:
                    out.writerow([each["row"], each["label"], repr(each["probability"]), repr(each["importance"])])
