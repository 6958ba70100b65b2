import { caught } from '../numerics/iwal-error.ts';
import { choose, fitted, heldOutMistakes, type Contest, type ModelChoice, type Scores } from '../fits/choose.ts';
import { columnUnitsAhead, type Fit, type Sample } from '../fits/fit.ts';
import { DivergenceError } from '../learners/margin-learner.ts';
import { finished, type Work } from '../numerics/work.ts';
import { arrayIn, columnsOf, numberIn, partIn, recordsIn, type State, type Stateful } from '../numerics/state.ts';
import type { SparseRows } from '../rows/sparse-rows.ts';
import type { JudgedLabel } from '../statistics/error-tally.ts';
import type { JudgedMargin } from '../statistics/probability-calibration.ts';

/** Labels before the first fit, and how many of them each of two classes has at least. */
const FIRST = { labels: 20, ofAClass: 5 };
/** A fit is in force this share of its labels later, and at least one label later: so long it may take while questions go on. */
const LATER = 1 / 20;

/** An online learner that learns labels of the pool again. */
export interface Pupil<L> {
  readonly learner: L;
  readonly learn: (i: number, label: number, h: number) => void;
  /** Its score of row i, one a class where there are several. */
  readonly scores: Scores;
}

/** How a run fits models to the labels that it has learned; `L` is what learns online. */
export interface Fitting<L> extends Pick<Contest, 'loss' | 'classes' | 'joint' | 'seed' | 'isGlance'> {
  /** The rows that are considered: their means and deviations centre and scale dense columns. */
  readonly pool: SparseRows;
  /** The rows' own; undefined: 1 each. */
  readonly importances: Float64Array | undefined;
  /** Which model a run ends with: the one that cross-validation prefers, the fit, or the one that has learned online. */
  readonly final: 'best' | 'fit' | 'online';
  /** Whether probabilities are calibrated in the end whatever model it is; absent: where one is chosen. */
  readonly calibrates?: boolean;
  /** r > 1: the model that asks is fitted anew whenever the labels have grown by this factor; undefined: it learns online. */
  readonly refit: number | undefined;
  /** Labels before the first fit, and how many of them each of two classes has at least; absent: 20, and 5. */
  readonly first?: typeof FIRST;
  /** The rows in the order in which they are considered. */
  readonly order: Uint32Array;
  /** Features that are words, which come first (fits/fit.ts); undefined: none. */
  readonly words?: number | undefined;
  /** Labels that were known before the first question. */
  readonly known: readonly LearnedLabel[];
  /** A fresh online learner of labels of the pool. */
  readonly newPupil: () => Pupil<L>;
  /** The learner that predicts as the fit does. */
  readonly predicting: (fit: Fit) => L;
}

/** The model that a run ends with. */
export interface Final<L> {
  readonly learner: L;
  /** What was compared; undefined where there was nothing to choose from. */
  readonly choice: ModelChoice | undefined;
  /**
   * The labels that were bought and compared, with the scores that the model had for them without them, a list a class (one of two): what
   * probabilities are calibrated on. Empty where nothing was compared.
   */
  readonly judged: readonly (readonly JudgedMargin[])[];
  /** Whether the model is wrong on the labels that were bought and compared, without them; absent where nothing was chosen. */
  readonly mistakes?: () => Work<readonly JudgedLabel[]>;
}

/** A model that asks, and the number of labels it was fitted to. */
interface Standing<L> {
  readonly labels: number;
  /** undefined where the online learner was preferred. */
  readonly fit: Fit | undefined;
  readonly learner: L | undefined;
  /** Labels at the last choice, and C = 1 / (strength * sum of importances) that it made. */
  readonly chosenAt: number;
  readonly C: number;
}

/** A fit on its way: of the first `labels`, in force when there are `due`. */
interface Pending<L> {
  readonly labels: number;
  readonly due: number;
  readonly work: Work<Standing<L>>;
  /** What came of it; absent while it is computed. */
  done?: Standing<L>;
}

/**
 * The fits of a run: which labels there are, which model asks, and which one the run ends with.
 *
 * A fit is begun at 20 labels, 5 of each of two classes at least, and then whenever the labels have grown by the factor `refit`; it is
 * computed from the first n answers, and is in force from n + max(1, n / 20) labels on. Counts alone decide: whether it was computed
 * while somebody read the next question or is waited for changes no bit of it. The strength, and whether a fit or the online learner
 * asks, are chosen anew when the labels have doubled (fits/choose.ts).
 */
export class Refits<L> implements Stateful {
  /** units: what every choice needs of the whole pool, one work, however many wait for it. */
  readonly #fitting: Fitting<L> & { readonly units: Work<unknown> };
  #labels: LearnedLabel[] = [];
  /** Labels of each class. */
  readonly #counts = new Map<number, number>();
  #standing: Standing<L> | undefined;
  #pending: Pending<L> | undefined;

  constructor(fitting: Fitting<L>) {
    this.#fitting = { ...fitting, units: columnUnitsAhead({ rows: fitting.pool, words: fitting.words }) };
    for (const label of fitting.known) this.#count(label);
    if (fitting.known.length > 0) this.#begin(this.#labels.length);
  }

  /** The model that asks; undefined: the online learner. */
  get model(): L | undefined {
    return this.#standing?.learner;
  }

  /** A label was learned. */
  add(label: LearnedLabel): void {
    this.#count(label);
    const n = this.#labels.length;
    if (this.#pending === undefined) this.#begin(n + Math.max(1, Math.floor(n * LATER)));
  }

  /** A label that was known before is met in its place in the stream, and stands for rows like one that was bought. */
  meet(row: number, importance: number): void {
    const place = this.#labels.findIndex((each) => each.row === row);
    this.#labels[place] = { ...this.#labels[place], importance };
  }

  /** Brings the fit into force that is due; returns whether another model asks now. */
  update(): boolean {
    const pending = this.#pending;
    if (pending === undefined || this.#labels.length < pending.due) return false;
    const before = this.model;
    this.#standing = pending.done ?? finished(pending.work);
    this.#pending = undefined;
    this.#begin(this.#labels.length + Math.max(1, Math.floor(this.#labels.length * LATER)));
    return this.model !== before;
  }

  /** Computes the fit that is on its way, and before the first one what it will need. */
  *ahead(): Work<void> {
    const pending = this.#pending;
    if (this.#fitting.refit !== undefined) yield* this.#fitting.units;
    if (pending === undefined || pending.done !== undefined) return;
    pending.done = yield* pending.work;
  }

  /** The model that the run ends with, and what it was compared with. */
  *final(learner: L): Work<Final<L>> {
    const { final, predicting, calibrates = final !== 'online' } = this.#fitting;
    if (!calibrates || this.#labels.length === 0) return { learner, choice: undefined, judged: [] };
    const choice = yield* this.#choose(this.#labels.length, final === 'best' ? 'all' : final);
    const judged = this.#judged(choice);
    if (final === 'online') return { learner, choice: undefined, judged };
    const ended = { choice, judged, ...(choice.chosen && { mistakes: () => this.#mistakes(choice) }) };
    if (choice.fit !== undefined) return { learner: predicting(choice.fit), ...ended };
    const { passes = 1 } = choice.chosen ?? {};
    if (passes === 1) return { learner, ...ended };
    const all = Uint32Array.from({ length: this.#labels.length }, (_, place) => place);
    return { learner: this.#taught(all, passes).learner, ...ended };
  }

  state(): State {
    const standing = this.#standing;
    const pending = this.#pending;
    return {
      labels: columnsOf(this.#labels, FIELDS),
      ...(standing !== undefined && { standing: stateOf(standing) }),
      ...(pending !== undefined && { pending: { labels: pending.labels, due: pending.due } }),
    };
  }

  restore(state: State): void {
    this.#labels = [];
    this.#counts.clear();
    for (const label of recordsIn(partIn(state, 'labels'), FIELDS)) this.#count(label);
    this.#standing = 'standing' in state ? this.#standingIn(partIn(state, 'standing')) : undefined;
    this.#pending = undefined;
    if (!('pending' in state)) return;
    const pending = partIn(state, 'pending');
    const labels = numberIn(pending, 'labels');
    this.#pending = { labels, due: numberIn(pending, 'due'), work: this.#refit(labels) };
  }

  #count(learned: LearnedLabel): void {
    this.#labels.push(learned);
    this.#counts.set(learned.label, (this.#counts.get(learned.label) ?? 0) + 1);
  }

  /** Begins a fit of all labels where one is due, to be in force when there are so many. */
  #begin(due: number): void {
    const { refit, first = FIRST } = this.#fitting;
    if (refit === undefined) return;
    const n = this.#labels.length;
    const from = this.#standing === undefined ? first.labels : Math.ceil(this.#standing.labels * refit);
    const known = Array.from(this.#counts.values()).filter((count) => count >= first.ofAClass);
    if (n < from || known.length < 2) return;
    this.#pending = { labels: n, due, work: this.#refit(n) };
  }

  *#refit(n: number): Work<Standing<L>> {
    const { predicting } = this.#fitting;
    const last = this.#standing;
    if (last === undefined || n >= 2 * last.chosenAt) {
      const { fit } = yield* this.#choose(n, 'all');
      const C = fit === undefined ? 0 : 1 / (fit.strength * this.#weight(n));
      return { labels: n, fit, learner: fit && predicting(fit), chosenAt: n, C };
    }
    if (last.fit === undefined) return { ...last, labels: n };
    const sample = this.#sample(n);
    const strength = 1 / (last.C * this.#weight(n));
    const fit = yield* fitted(sample, { ...this.#fitting, strength, start: last.fit });
    return { ...last, labels: n, fit, learner: predicting(fit) };
  }

  *#choose(n: number, among: Contest['among']): Work<ModelChoice> {
    yield* this.#fitting.units;
    return yield* choose(this.#sample(n), { ...this.#fitting, replay: this.#replay, among });
  }

  readonly #replay = (places: Uint32Array, passes: number): Scores =>
    caught(
      DivergenceError,
      () => this.#taught(places, passes).scores,
      (): Scores => (_i, out) => out.fill(NaN),
    );

  /** The model chosen, on the labels of rows that were met; where labels are too many to compare all, those compared stand for all. */
  *#mistakes(choice: ModelChoice): Work<readonly JudgedLabel[]> {
    const sample = this.#sample(this.#labels.length);
    const { places, wrong, coarse } = yield* heldOutMistakes(sample, { ...this.#fitting, replay: this.#replay }, choice);
    const times = this.#labels.length / places.length;
    return Array.from(places, (place, at): JudgedLabel => {
      const { row, importance } = this.#labels[place];
      return { row, importance, times, isWrong: wrong[at] === 1, isWrongCoarsely: coarse[at] === 1 };
    });
  }

  #judged({ chosen, heldOut: { places, scores } }: ModelChoice): JudgedMargin[][] {
    const { classes, loss } = this.#fitting;
    if (chosen === undefined || (classes === undefined && loss.labels !== 'sign')) return [];
    const isPositive = (label: number, k: number): boolean =>
      classes === undefined ? label > (loss.threshold ?? 0) : label === k + 1;
    return Array.from({ length: classes ?? 1 }, (_, k) =>
      Array.from(places, (place, at): JudgedMargin => {
        const { label, importance } = this.#labels[place];
        return { margin: scores[at * (classes ?? 1) + k], side: isPositive(label, k) ? 'positive' : 'negative', importance };
      }).filter(({ importance }) => importance > 0),
    );
  }

  /** A fresh online learner that has learned these labels, so many times. */
  #taught(places: Uint32Array, passes: number): Pupil<L> {
    const pupil = this.#fitting.newPupil();
    for (let pass = 0; pass < passes; pass++) {
      for (const place of places) {
        const { row, label, learned } = this.#labels[place];
        pupil.learn(row, label, learned);
      }
    }
    return pupil;
  }

  /** The first n labels. */
  #sample(n: number): Sample {
    const { pool, words } = this.#fitting;
    const first = this.#labels.slice(0, n);
    return {
      rows: pool,
      picked: Uint32Array.from(first, ({ row }) => row),
      labels: Float64Array.from(first, ({ label }) => label),
      importances: Float64Array.from(first, ({ rowImportance }) => rowImportance),
      words,
    };
  }

  /** Sum of the importances of the first n. */
  #weight(n: number): number {
    return this.#sample(n).importances.reduce((sum, i) => sum + i, 0);
  }

  #standingIn(state: State): Standing<L> {
    const [labels, chosenAt, C] = ['labels', 'chosenAt', 'C'].map((name) => numberIn(state, name));
    if (!('members' in state)) return { labels, chosenAt, C, fit: undefined, learner: undefined };
    const members = partIn(state, 'members');
    const fit = { labels, members: Object.keys(members).map((k) => arrayIn(members, k)), strength: numberIn(state, 'strength') };
    return { labels, chosenAt, C, fit, learner: this.#fitting.predicting(fit) };
  }
}

/** The weights of a fit never change: they need no copy. */
function stateOf({ labels, chosenAt, C, fit }: Standing<unknown>): State {
  const numbers = { labels, chosenAt, C };
  if (fit === undefined) return numbers;
  return { ...numbers, strength: fit.strength, members: Object.fromEntries(fit.members.map((member, k) => [k, member])) };
}

/** A label that stands, and what it was learned with. */
export interface LearnedLabel {
  readonly row: number;
  /** The row's own. */
  readonly rowImportance: number;
  /** i/p, what it counts in sums and estimates; 0 where the label was known before and its row was not met since. */
  readonly importance: number;
  readonly label: number;
  /** What the online learner learned it with; 0 where it learned nothing from it. */
  readonly learned: number;
}

/** Arrays of a state, and what of each label they hold. */
const FIELDS = {
  row: 'row',
  label: 'label',
  rowImportance: 'rowImportance',
  learned: 'learned',
  importance: 'importance',
} as const;
