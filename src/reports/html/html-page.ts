import { openStudio } from '../../figures/chart/canvas.ts';
import { answer } from '../../studies/results/claims.ts';
import { htmlClaims, htmlTable } from './claims.ts';
import { htmlFigure } from './figure.ts';
import { htmlDocument, htmlSection, paragraph } from './frame.ts';
import { type Markers, markerShapes } from '../../figures/svg/marks.ts';
import { element, text, type Markup } from '../../figures/svg/markup.ts';
import { madeWith } from '../markdown.ts';
import type { Report } from '../../studies/study.ts';
import { alike } from '../../figures/model/figure.ts';

/** What `renderHtml` (reports/write-report.ts) does once everything that draws is loaded. */
export async function htmlPage(report: Report): Promise<string> {
  const { ruler } = await openStudio();
  const looks = alike(report.figures.map(({ figure }) => figure));
  const markers: Markers = new Map();
  const figures = report.figures.map((each, f) => htmlFigure({ ...each, figure: looks[f] }, f + 1, ruler, markers));
  const files = report.figures.map(({ file }) => file);
  const notes = report.notes.map((note) => element('li', {}, [text(note)]));
  return htmlDocument(report.title, [
    labelled('Question.', report.question),
    labelled('Source.', report.source),
    ...(report.claims.length === 0 ? [] : [labelled('Answer.', answer(report))]),
    ...(figures.length === 0 ? [] : [figures[0], howTo()]),
    ...htmlSection('Claims', htmlClaims(report.claims, files)),
    ...htmlSection('Figures', figures.slice(1)),
    ...htmlSection('Protocol', report.protocol.map(paragraph)),
    ...htmlSection('Tables', report.tables.map(htmlTable)),
    ...htmlSection('Notes', notes.length === 0 ? [] : [element('ul', {}, notes)]),
    ...htmlSection('Reproduce', [
      element('pre', { tabindex: '0' }, [element('code', {}, [text(report.command)])]),
      ...madeWith(report.versions).map(paragraph),
    ]),
    ...cellCommand(report.cellCommand),
    markerShapes(markers),
  ]);
}

function labelled(label: string, content: string): Markup {
  return element('p', {}, [element('b', {}, [text(label)]), text(` ${content}`)]);
}

/** Shown by the script, without which it would not be so. */
function howTo(): Markup {
  const words =
    'Point at a figure, or move to it with Tab and along it with the arrow keys, to read its values; ' +
    'Enter or a click holds one, Escape lets go.';
  return element('p', { class: 'how-to', hidden: '' }, [text(words)]);
}

/** For the script, which puts a cell's hash into it. */
function cellCommand(command: string | undefined): Markup[] {
  return command === undefined ? [] : [element('template', { id: 'cell-command' }, [text(command)])];
}
