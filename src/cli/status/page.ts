import { count, plural, significant } from '../../numerics/display.ts';
import { errorWords, finalText as freshText, isSaid } from '../../streams/measures/error-words.ts';
import { estimateText } from '../../streams/measures/small-class.ts';
import { comparedLines } from '../terminal/layout.ts';
import type { Status } from './status.ts';

/** The page of `iwal status`: what was asked, how good the model is, what to type next. */
export function statusPage(status: Status): string {
  return [poolLines(status), qualityLines(status), nextLines(status)].map((lines) => lines.join('\n')).join('\n\n');
}

function poolLines({ project, pool, labels, pass, people, isOver }: Status): string[] {
  const all = Object.values(labels).reduce((sum, each) => sum + each, 0);
  const named = Object.entries(labels).map(([name, labelled]) => `${name} ${count(labelled)}`);
  const budget = pass.budget === null ? 'no budget' : `of a budget of ${significant(pass.budget, 6)}`;
  const { waiting = {}, disputed = 0 } = people ?? {};
  const names = Object.entries(waiting).map(([name, questions]) => `${name} ${count(questions)}`);
  const place = pool.isThere ? pool.file : `${pool.file}, which is not there`;
  return [
    `${project}: ${count(pool.rows)} rows of ${place}, ${count(pool.considered)} considered`,
    `${plural(all, 'label')}: ${named.join(', ')}`,
    [
      `${pass.number === 1 ? '' : `pass ${pass.number} over the rows: `}${significant(pass.spent, 6)} spent ${budget}`,
      ...(pass.waiting === 0 ? [] : [`${plural(pass.waiting, 'question')} not answered yet`]),
      ...(isOver ? ['all questions are answered'] : []),
    ].join(', '),
    ...(names.length > 0 ? [`waiting for answers of ${names.join(', ')}`] : []),
    ...(disputed > 0 ? [`${plural(disputed, 'row')} whose answers differ`] : []),
  ];
}

function qualityLines({ error, shares, model, final, guess }: Status): string[] {
  const named = Object.entries(shares ?? {}).map(([name, share]) => `${name} ${estimateText(share)}`);
  return [
    ...(guess
      ? []
      : model === null
        ? ['model: none yet; a session writes it when it is left with q']
        : model.compared === undefined
          ? ['model: learned online']
          : comparedLines(model.compared, model.examplesLearned)),
    `error of the ${guess ? 'guesses' : 'predictions made on the way'}: ${errorWords(error)}`,
    ...(guess || final === undefined || final.labels === 0 ? [] : [freshText(final)]),
    ...(isSaid(error) && named.length > 0 ? [`shares of the rows: ${named.join(', ')}`] : []),
  ];
}

function nextLines({ next }: Status): string[] {
  const width = Math.max(...next.map(([line]) => line.length));
  return ['next:', ...next.map(([line, what]) => `  ${line.padEnd(width)}  ${what}`)];
}
