/**
 * The book: what `npm run docs` makes of the documents, beside the reference that typedoc makes of the sources.
 *
 * A chapter is a document of the repository. It is read there as it stands; in the site its first heading is its title, links to
 * other chapters lead to their pages, and links to a report lead to the report's own page, which goes with the site.
 */
import { cpSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Comment, CommentTag, Converter, RendererEvent } from 'typedoc';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Parts of the book with their chapters, in reading order; the front page is docs/BOOK.md. */
export const parts = {
  'Beginning': ['docs/FIRST-HOUR.md', 'docs/IDEAS.md', 'docs/CHOOSING.md', 'docs/GLOSSARY.md'],
  'Labelling and learning': ['docs/USING.md', 'docs/TEXT.md', 'docs/CLASSES.md', 'docs/PYTHON.md', 'docs/FROM-VW.md'],
  'Studies': ['docs/STUDIES.md', 'docs/REPLICATING.md', 'docs/CLUSTERS.md', 'docs/REPLICATION.md', 'docs/ERRATA.md'],
  'Library': ['docs/LIBRARY.md', 'docs/OWN-PARTS.md', 'CONTRIBUTING.md'],
  'Formats': ['docs/LEDGER.md', 'docs/PROTOCOL.md', 'datasets/README.md', 'CHANGELOG.md'],
};

/** Where typedoc puts the pages of documents, seen from the top of the site. */
const PAGES = 'documents';

/** A plugin of typedoc. */
export function book(app) {
  const partOf = new Map(Object.entries(parts).flatMap(([part, files]) => files.map((file) => [join(root, file), part])));

  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, chapter) => {
    const [first] = chapter.content;
    const title = /^# (.*)\n+/.exec(first.text);
    chapter.name = title[1];
    first.text = first.text.slice(title[0].length);
    const part = partOf.get(app.files.getReflectionPath(chapter));
    chapter.comment = new Comment([], [new CommentTag('@group', [{ kind: 'text', text: part }])]);
  });

  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    leadToReports(project.readme ?? [], join(root, 'docs'), '.');
    for (const chapter of project.documents ?? [])
      leadToReports(chapter.content, dirname(app.files.getReflectionPath(chapter)), PAGES);
  });

  app.renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    const isOfPage = (file) => /(^|\/)[^./]*$|\.(html|png)$/.test(relative(root, file));
    for (const each of readdirSync(join(root, 'reports'), { withFileTypes: true }))
      cpSync(join(root, 'reports', each.name), join(outputDirectory, 'reports', each.name), { recursive: true, filter: isOfPage });
  });
}

/** Links from a document in `folder` to files of reports lead to their copies in the site, from a page in `page`. */
function leadToReports(content, folder, page) {
  for (const link of content) {
    if (link.kind !== 'relative-link') continue;
    const file = relative(root, join(folder, link.text));
    if (!/^reports\/.*(README\.md|\.png|\.html)$/.test(file)) continue;
    link.kind = 'text';
    link.text = relative(page, file.replace(/README\.md$/, 'index.html'));
    delete link.target;
  }
}
