import { svmlightText } from '../../data/svmlight-writer.ts';
import type { Sample } from './sample.ts';

/** The sample as svmlight text. The format has no place for importances: `weightLines` has them. */
export function* svmlightSample({ dataset: { name, rows, labels } }: Sample): Generator<string> {
  yield* svmlightText({ name, rows, labels });
}

/** The importances of the sample, one a line, for a file of their own: LIBSVM (`svm-train -W`), LightGBM and XGBoost read them so. */
export function* weightLines({ dataset: { importances } }: Sample): Generator<string> {
  for (const importance of importances) yield `${importance}\n`;
}
