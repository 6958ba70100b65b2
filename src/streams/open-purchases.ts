import { columnsOf, recordsIn, type State } from '../numerics/state.ts';

/** A label that is paid for and has not come yet. */
export interface Purchase {
  readonly row: number;
  /** What the label will be learned with. */
  readonly importance: number;
  /** The row's own. */
  readonly rowImportance: number;
  readonly prediction: number;
}

/** Arrays of a state, and what of each purchase they hold. */
const COLUMNS = { rows: 'row', importances: 'importance', rowImportances: 'rowImportance', predictions: 'prediction' } as const;

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
    return columnsOf(this.#purchases, COLUMNS);
  }

  restore(state: State): void {
    this.#purchases = recordsIn(state, COLUMNS);
  }
}
