/**
 * The sample as svmlight text. The format has no place for importances: they go into a file of their own, one a line, as LIBSVM
 * (`svm-train -W`), LightGBM and XGBoost read them.
 */
import { svmlightText } from '../../data/svmlight-writer.ts';
import type { Sample } from './sample.ts';

export function* svmlightSample({ dataset: { name, rows, labels } }: Sample): Generator<string> {
  yield* svmlightText({ name, rows, labels });
}

export function* weightLines({ dataset: { importances } }: Sample): Generator<string> {
  for (const importance of importances) yield `${importance}\n`;
}
