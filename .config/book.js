/**
 * The book: what `npm run docs` makes of the documents, beside the reference that typedoc makes of the sources.
 *
 * A chapter is a document of the repository. It is read there as it stands; in the site its first heading is its title, links to
 * other chapters lead to their pages, and links to a report lead to the report's own page, which goes with the site.
 */
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Converter, PageEvent, RendererEvent } from 'typedoc';
import { LABEL_PAGE } from './page.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** docs/book.json: the front page, and the parts of the book with their chapters in reading order. */
export const { front, parts } = JSON.parse(readFileSync(join(root, 'docs/book.json'), 'utf8'));

/** Where typedoc puts the pages of documents, seen from the top of the site. */
const PAGES = 'documents';

/** A plugin of typedoc. */
export function book(app) {
  const partOf = new Map(Object.entries(parts).flatMap(([part, files]) => files.map((file) => [join(root, file), part])));

  app.converter.on(Converter.EVENT_CREATE_DOCUMENT, (_context, chapter) => {
    chapter.name = /^# (.*)/.exec(chapter.content[0].text)[1];
    chapter.frontmatter.group = partOf.get(app.files.getReflectionPath(chapter));
  });

  app.converter.on(Converter.EVENT_RESOLVE_END, ({ project }) => {
    leadToReports(project.readme, dirname(join(root, front)), '.');
    for (const chapter of project.documents) leadToReports(chapter.content, dirname(app.files.getReflectionPath(chapter)), PAGES);
  });

  // Every page holds the icons itself (assets/icons.js); the file that they would come from may not be read where pages are files.
  app.renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents.replaceAll(/href="[^"]*assets\/icons\.svg#/g, 'href="#');
    // No line ends after a dash of an option, where it could be read as a word of its own.
    page.contents = page.contents
      .replaceAll(/<span class="(hl-\d+)">(--[\w-]+)</g, '<span class="$1 option">$2<')
      .replaceAll(/<code>[^<]*/g, (code) => code.replaceAll(/--[a-z][\w-]*/g, '<span class="option">$&</span>'));
    // The page that labels in the browser stands at the top of the site.
    const top = '../'.repeat(page.url.split('/').length - 1);
    page.contents = page.contents.replaceAll('<code>label.html</code>', `<a href="${top}label.html"><code>label.html</code></a>`);
    // The front page has a heading of its own.
    if (page.url === 'index.html') page.contents = page.contents.replace(/<div class="tsd-page-title">.*?<\/div>/s, '');
  });

  app.renderer.on(RendererEvent.END, ({ outputDirectory }) => {
    cpSync(join(root, LABEL_PAGE), join(outputDirectory, 'label.html'));
    const isOfPage = (file) => /(^|\/)[^./]*$|\.(html|png)$/.test(relative(root, file));
    for (const each of readdirSync(join(root, 'reports'), { withFileTypes: true }))
      cpSync(join(root, 'reports', each.name), join(outputDirectory, 'reports', each.name), {
        recursive: true,
        filter: isOfPage,
      });
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
