/** Purchases whose labels have not come yet, with the importance and the prediction they were made with; oldest first. */
import { arrayIn, type State } from '../numerics/state.ts';

export interface Purchase {
  readonly row: number;
  readonly importance: number;
  readonly prediction: number;
}

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
    return { rows: column('row'), importances: column('importance'), predictions: column('prediction') };
  }

  restore(state: State): void {
    const [importances, predictions] = [arrayIn(state, 'importances'), arrayIn(state, 'predictions')];
    this.#purchases = Array.from(arrayIn(state, 'rows'), (row, n) => ({ row, importance: importances[n], prediction: predictions[n] }));
  }
}
