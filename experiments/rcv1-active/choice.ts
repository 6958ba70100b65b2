import { mean } from '../../src/statistics/small-samples.ts';
import { ofKind, settingsOf, type Setting } from '../../src/studies/results/results.ts';
import type { Table, Findings } from '../../src/studies/study.ts';
import { DEVELOPMENT } from '../support/generated.ts';
import { percent, final } from '../support/numbers.ts';
import { CANDIDATES, CHOOSING, NAMED, pacedAmong } from './paced.ts';

/** A candidate on the development documents: mean test error over seeds at every budget that is chosen by. */
interface Candidate {
  readonly name: string;
  readonly errors: readonly number[];
}

/** What a rule is chosen by before the documents that are reported are looked at. */
export class Choice {
  readonly candidates: readonly Candidate[];
  /** The candidate with the least mean error over budgets; the named one without development documents. */
  readonly name: string;

  constructor({ results }: Pick<Findings, 'results'>) {
    const settings = settingsOf(ofKind(results, 'active').filter(({ cell }) => cell.dataset.startsWith(DEVELOPMENT)));
    const settingOf = pacedAmong(settings);
    this.candidates = Object.entries(CANDIDATES).flatMap(([name, variation]): Candidate[] => {
      const each = CHOOSING.map((budget) => settingOf(variation, budget));
      return each.every(isMeasured) ? [{ name, errors: each.map(errorOf) }] : [];
    });
    const least = this.candidates.toSorted((one, other) => mean(one.errors) - mean(other.errors));
    this.name = least.length === 0 ? NAMED : least[0].name;
  }
}

function isMeasured(setting: Setting | undefined): setting is Setting {
  return setting !== undefined && setting.measurements.length > 0;
}

function errorOf({ measurements }: Setting): number {
  return mean(measurements.map((measurement) => final(measurement).testError!));
}

/** The candidates on the development documents. */
export function choiceTable({ candidates, name: chosen }: Choice): Table {
  return {
    title: 'Development documents (other streams, another test part): test error, mean over seeds; the least mean is chosen',
    header: ['rule', ...CHOOSING, 'mean', ''],
    rows: candidates.map(({ name, errors }) => [
      name,
      ...[...errors, mean(errors)].map((error) => percent(error, 2)),
      name === chosen ? 'chosen' : '',
    ]),
  };
}
