import { existsSync } from 'node:fs';
import { basename } from 'node:path';
import { element, text, type Markup } from '../../figures/svg/markup.ts';
import { writeContents } from '../../files/durable.ts';
import { shellWord } from '../../data/readers/column-kinds.ts';
import { chance, count } from '../../numerics/display.ts';
import { presentIn } from '../../numerics/present.ts';
import { htmlTable } from '../../reports/html/claims.ts';
import { htmlDocument, htmlSection, paragraph } from '../../reports/html/frame.ts';
import { isSaid } from '../../streams/measures/error-words.ts';
import { checkLines, errorLines, headLines, tallyLines } from '../audit/page.ts';
import { comparisonLines, groupRows, quantityText, shareLines } from '../audit/class-lines.ts';
import { auditFile, type Audited, type AuditRequest } from '../audit/run.ts';
import { inspectInProject, type Contents } from '../model/page.ts';
import type { Target } from '../options/target.ts';
import { projectAround } from '../project/project.ts';
import { comparedLines } from '../terminal/layout.ts';
import type { Session } from '../terminal/session.ts';

interface ReportRequest extends Pick<AuditRequest, 'data' | 'by' | 'positive'> {
  readonly ledger: string;
  readonly target: Target;
}

/** What a page is called: as the project, or as the ledger without its ending. */
export function nameOf(ledger: string): string {
  return projectAround(ledger)?.folder ?? ledger.replace(/\.[^./]*$/, '');
}

/** Audits a ledger on its data, looks into the model beside it, and writes both as a page. */
export async function reportFile({ ledger, target, ...request }: ReportRequest, session: Session): Promise<void> {
  const audited = await auditFile(ledger, { ...request, certify: undefined }, session);
  const project = projectAround(ledger);
  const model = project && existsSync(project.model) ? await inspectInProject(project.model, 0, session) : undefined;
  const again = project === undefined ? `iwal audit ${shellWord(ledger)} --data FILE` : `iwal audit ${shellWord(project.folder)}`;
  await target.fill((path) => writeContents(path, htmlDocument(basename(nameOf(ledger)), mainOf(audited, model, again))));
}

function mainOf(audited: Audited, model: Contents | undefined, again: string): Markup[] {
  const { comparison, groups, header, labels, known = 0, spec, examples } = audited;
  const error = { ...audited.error, labels: labels + known };
  const isTold = isSaid(error);
  return [
    paragraph(
      `${count(labels + known)} of ${count(header.data.rows)} rows of ${header.data.name} were labelled, and tell of the ` +
        `${count(examples)} considered:`,
    ),
    ...list([...(comparison ? comparisonLines(comparison) : []), ...(isTold ? shareLines(audited) : [])]),
    // Notes say what whoever labels might do.
    ...list(errorLines(error, spec).filter((line) => !line.startsWith('note: '))),
    ...(isTold ? [classTable(audited)] : []),
    ...(groups ? [groupTable(groups, audited)] : []),
    ...htmlSection('The model', model === undefined ? [] : modelBlocks(model, labels + known)),
    ...htmlSection('How the rows were chosen', [
      ...list([...headLines(audited), ...tallyLines(audited)]),
      paragraph(
        'Each row had its own probability of being asked about, fixed and written down before its label was known. A label counts once ' +
          'divided by that probability, so that rows that were likely to be asked about do not count for more: the numbers above are ' +
          'about all rows considered, not about those that were asked about.',
      ),
    ]),
    ...htmlSection('Checks', list(checkLines(audited))),
    ...htmlSection('Compute it again', [
      element('pre', {}, [text(`npm install iwal@${header.iwal}\n${again}`)]),
      paragraph(`The data are those of checksum ${header.data.checksum}; the seed is ${spec.seed}.`),
    ]),
    ...htmlSection('To cite', [
      paragraph(
        'N. Karampatziakis and J. Langford, Online importance weight aware updates, UAI 2011, for the way the model learns; ' +
          'A. Beygelzimer, S. Dasgupta and J. Langford, Importance weighted active learning, ICML 2009, for the way rows are chosen; ' +
          `iwal ${header.iwal} for the program.`,
      ),
    ]),
  ];
}

function groupTable(groups: NonNullable<Audited['groups']>, audited: Audited): Markup {
  return htmlTable({ title: 'By group, 95% intervals that hold for all of them together', ...groupRows(groups, audited) });
}

/** Share, precision and recall of every class. */
function classTable({ quantities, spec }: Audited): Markup {
  const names = quantities.filter(({ name }) => name === 'share').map((share) => share.class!);
  const of = (name: string, k: string): string => {
    const found = quantities.find((each) => each.name === name && each.class === k);
    return found === undefined ? '' : quantityText(found);
  };
  return htmlTable({
    title: `The classes, and the ${spec.guess ? 'guesses' : 'predictions made along the way'}; in brackets 95% intervals`,
    header: ['class', 'share of the rows', 'precision, of the rows predicted so', 'recall, of its rows'],
    rows: names.map((k) => [k, of('share', k), of('precision', k), of('recall', k)]),
  });
}

function modelBlocks(model: Contents, labels: number): Markup[] {
  const { compared, telling = [], surest = [], leastSure = [], features, examplesLearned } = model;
  return [
    ...list([
      ...(compared === undefined ? [`${count(examplesLearned)} labels learned`] : comparedLines(compared, labels)),
      `features: ${features}`,
    ]),
    ...(telling.length > 0 ? [wordTable(telling)] : []),
    ...(surest.length > 0 ? [documentTable('surest', surest), documentTable('least sure', leastSure)] : []),
  ];
}

function wordTable(telling: NonNullable<Contents['telling']>): Markup {
  return htmlTable({
    title: 'Words that matter most in these documents',
    header: presentIn(['class', 'for it', telling[0].against && 'against it']),
    rows: telling.map((each) => presentIn([each.class, each.for.join(', '), each.against?.join(', ')])),
  });
}

function documentTable(how: string, documents: NonNullable<Contents['surest']>): Markup {
  return htmlTable({
    title: `Documents about which the model is ${how}`,
    header: ['document', 'class', 'probability', 'text'],
    rows: documents.map(({ id, class: name, probability, text: said }) => [id, name, chance(probability), said]),
  });
}

function list(lines: readonly string[]): Markup[] {
  const items = lines.map((line) => element('li', {}, [text(line.trim())]));
  return items.length === 0 ? [] : [element('ul', {}, items)];
}
