import { csvCell } from '../../files/printable.ts';

/** A row of predictions. */
export interface PredictedRow {
  /** The document's, or the number of the row from 1. */
  readonly id: string;
  /** Where the loss predicts two. */
  readonly class?: string;
  /** What the model says: from the loss's threshold on it is the positive class. Absent where there are several classes. */
  readonly score?: number;
  /**
   * Of the positive class: calibrated where the model is, else as the loss has it; absent where neither gives one. Of several classes
   * that of the predicted one, where the model is calibrated.
   */
  readonly probability?: number;
  /** Of several classes by their names, where the reduction has a score a class. */
  readonly scores?: Readonly<Record<string, number>>;
  /** The same as probabilities, where the model is calibrated. */
  readonly probabilities?: Readonly<Record<string, number>>;
  /** Columns of the file that are copied, by their names. */
  readonly kept?: Readonly<Record<string, string>>;
}

/** A form. */
export interface Written {
  /** What comes before the first row. */
  readonly head: readonly string[];
  readonly line: (row: PredictedRow) => string;
}

/**
 * A table with a column for the probability of each of these classes, and one for each column that is copied. Of several classes the score
 * is that of the predicted one.
 */
export function csvOf(classes: readonly string[], columns: readonly string[] = []): Written {
  const names = [
    'id',
    'class',
    'score',
    'probability',
    ...[...classes.map((name) => `probability of ${name}`), ...columns].map(csvCell),
  ];
  return {
    head: [names.join(',')],
    line: ({ id, class: name = '', scores = {}, score = scores[name] ?? '', probability = '', probabilities = {}, kept = {} }) =>
      [
        csvCell(id),
        csvCell(name),
        score,
        probability,
        ...classes.map((each) => probabilities[each]),
        ...columns.map((each) => csvCell(kept[each])),
      ].join(','),
  };
}

/** How predictions are written. */
export const forms = {
  plain: { head: [], line: ({ score, class: name = '' }) => (score === undefined ? name : `${score}`) },
  csv: csvOf([]),
  jsonl: { head: [], line: (row) => JSON.stringify(row) },
} as const satisfies Record<string, Written>;

/** The name of a form in which predictions are written. */
export type Form = keyof typeof forms;

/** What each is, for the help. */
export const FORMS: Record<Form, string> = {
  plain: 'a score a line, a class where there are several',
  csv: 'a table of id, class, score and probability, and of several classes that of each',
  jsonl: 'the same, a JSON object a line',
};

/** The form that a file's name asks for, else the one of the data: rows of tables and documents have names. */
export function formOf(file: string | undefined, format: string): Form {
  if (file?.endsWith('.csv') === true) return 'csv';
  if (file?.endsWith('.jsonl') === true) return 'jsonl';
  return ['csv', 'jsonl', 'text'].includes(format) ? 'csv' : 'plain';
}
