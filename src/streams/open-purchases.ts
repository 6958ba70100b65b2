import { arrayIn, type State } from '../numerics/state.ts';

/** A label that is paid for and has not come yet. */
export interface Purchase {
  readonly row: number;
  /** What the label will be learned with. */
  readonly importance: number;
  /** The row's own. */
  readonly rowImportance: number;
  readonly prediction: number;
}

/** Purchases whose labels have not come yet, with the importances and the prediction they were made with; oldest first. */
export class OpenPurchases {
  #purchases: Purchase[] = [];

  get count(): number {
    return this.#purchases.length;
  }

  add(purchase: Purchase): void {
    this.#purchases.push(purchase);
  }

  /** The oldest purchase of this row, which is open no more. */
  take(row: number): Purchase {
    const at = this.#purchases.findIndex((purchase) => purchase.row === row);
    if (at < 0) throw new RangeError(`no label of row ${row} is awaited`);
    return this.#purchases.splice(at, 1)[0];
  }

  state(): State {
    const column = (name: keyof Purchase): Float64Array => Float64Array.from(this.#purchases, (purchase) => purchase[name]);
    return {
      rows: column('row'),
      importances: column('importance'),
      rowImportances: column('rowImportance'),
      predictions: column('prediction'),
    };
  }

  restore(state: State): void {
    const [importances, rowImportances, predictions] = ['importances', 'rowImportances', 'predictions'].map((name) =>
      arrayIn(state, name),
    );
    this.#purchases = Array.from(arrayIn(state, 'rows'), (row, n) => ({
      row,
      importance: importances[n],
      rowImportance: rowImportances[n],
      prediction: predictions[n],
    }));
  }
}
