import { basename, join } from 'node:path';
import { existsSync } from 'node:fs';
import type { Ran } from '../../reports/run-study.ts';
import { measuredOf } from '../../studies/results/claim-words.ts';
import { tally, verdict } from '../../studies/results/claims.ts';
import { agreement, type Agreement } from '../../studies/store/store.ts';
import { realPath } from '../../files/folders.ts';
import { count, plural } from '../../numerics/display.ts';
import { Failure } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';

/** Where this repository keeps its reports. */
const PUBLISHED = 'reports';

/**
 * What a run came to: every verdict, what the report notes, whether its results are the published ones, and the page to open.
 *
 * @throws Failure where a result differs from the published one of its cell
 */
export function printOutcome({ folder, report: { title, claims, notes } }: Ran, session: Session): void {
  session.print(title);
  for (const claim of claims) session.print(`  ${verdict(claim).padEnd(13)}  ${claim.claim}: ${measuredOf(claim)}`);
  session.print(tally(claims));
  for (const note of notes) session.print(`note: ${note}`);
  const published = join(PUBLISHED, basename(folder));
  const found =
    existsSync(published) && realPath(published) !== realPath(folder) ? agreement(folder, published, session.note) : undefined;
  session.print(found === undefined ? 'there are no published results to compare with' : inWords(found));
  session.print(`open ${join(folder, 'index.html')}`);
  if (found !== undefined && found.different.length > 0)
    throw new Failure(
      `${plural(found.different.length, 'result')} of ${folder} ${found.different.length === 1 ? 'differs' : 'differ'} ` +
        `from ${published}; iwal study cell ${found.different[0]} --rerun computes one again`,
    );
}

/** "1,620 of 1,620 runs equal the published ones". */
function inWords({ equal, different, onlyHere, onlyThere }: Agreement): string {
  return [
    `${count(equal)} of ${plural(equal + different.length, 'run')} equal the published ones`,
    ...(onlyHere > 0 ? [`${plural(onlyHere, 'run')} not among the published ones`] : []),
    ...(onlyThere > 0 ? [`${plural(onlyThere, 'published run')} not made here (fewer seeds, or data that is not there)`] : []),
  ].join('; ');
}
