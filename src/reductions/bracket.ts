/**
 * A single-elimination tournament: neighbours of a level meet, an odd one out passes to the next level. One instance, begun anew for
 * every example.
 */
export class Bracket {
  /** Those still in, in their order; the first `count` count. */
  readonly entrants: Uint32Array;
  count = 0;
  /** Nodes below this level: the n-th pair of it meets at node `nodes + n`. */
  nodes = 0;

  constructor(classes: number) {
    this.entrants = new Uint32Array(classes);
  }

  /** All are in. */
  begin(): void {
    this.count = this.entrants.length;
    this.nodes = 0;
    for (let k = 0; k < this.count; k++) this.entrants[k] = k;
  }

  /** Pairs of this level. */
  get pairs(): number {
    return this.count >> 1;
  }

  left(pair: number): number {
    return this.entrants[2 * pair];
  }

  right(pair: number): number {
    return this.entrants[2 * pair + 1];
  }

  /** Records who won a pair of this level; pairs in their order. */
  win(pair: number, winner: number): void {
    this.entrants[pair] = winner;
  }

  /** The level is over: winners go up, and the odd one out. */
  rise(): void {
    const { pairs, count } = this;
    if (count & 1) this.entrants[pairs] = this.entrants[count - 1];
    this.count = count - pairs;
    this.nodes += pairs;
  }

  /** Whether nothing is left to play for: all who are in cost the same. */
  isSettled(costs: Float64Array): boolean {
    for (let k = 1; k < this.count; k++) if (costs[this.entrants[k]] !== costs[this.entrants[0]]) return false;
    return true;
  }
}
