import { DataError } from '../../files/data-error.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { readLines } from '../readers/lines.ts';
import { sharedFloat64 } from '../../rows/building/room.ts';
import { readParts } from '../readers/svmlight.ts';

const LINE = /^(\w+) (\d+) 1$/;
/** Documents are numbered up to 810,596; a number far above is no document. */
const LARGEST_DOCUMENT = 9_999_999;

/**
 * RCV1-v2 as it was published (LYRL2004), as a two-class task: documents about one topic against the rest.
 *
 *   vector files   `document  term:weight term:weight …`, which is svmlight text with the document's number for a label
 *   topics file    `topic document 1`, one line a topic of a document; every document has at least one
 *
 * Text is read as a stream: in memory are the rows and one entry a document.
 *
 * The documents of the vector files in their order, +1 where they are about the topic.
 *
 * Source: D. D. Lewis, Y. Yang, T. G. Rose, F. Li, RCV1: A new benchmark collection for text categorization research, JMLR 5
 * (2004), appendices 8 (topics) and 13 (vectors).
 *
 * @throws DataError: those of svmlight text; a line of the topics file that is none; a document without any topic, whose topics file is
 * then not the one that belongs to it.
 */
export async function readLyrl2004(vectors: readonly string[], topics: string, topic: string): Promise<Dataset> {
  const about = await documentsAbout(topics, topic);
  const { labels: documents, ...rest } = await readParts(vectors, { labels: 'real' });
  const labels = documents.map((document) => {
    const label = about.get(document);
    if (label !== undefined) return label;
    const found = `no topic of document ${document}`;
    throw new DataError({ file: topics, found, legal: 'at least one for every document of the vector files' });
  });
  return { ...rest, labels: sharedFloat64(labels) };
}

/** +1 for every document about the topic, -1 for every other one of the topics file. */
async function documentsAbout(file: string, wanted: string): Promise<ReadonlyMap<number, number>> {
  const found = new Map<number, number>();
  let line = 0;
  for await (const block of readLines(file, { taken: () => line })) {
    for (const text of block.toString('latin1').split('\n').slice(0, -1)) {
      line++;
      if (text.trim() === '') continue;
      const [, topic, number] = LINE.exec(text.trimEnd()) ?? [];
      const document = Number(number);
      if (!(document <= LARGEST_DOCUMENT)) {
        throw new DataError({ file, line, found: JSON.stringify(text.slice(0, 40)), legal: '"topic document 1"' });
      }
      if (topic === wanted) found.set(document, 1);
      else if (!found.has(document)) found.set(document, -1);
    }
  }
  return found;
}
