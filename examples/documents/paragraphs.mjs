// Makes a labelled set of documents of the README files under a folder: paragraphs of prose, and fenced blocks of code.
//
//   node examples/documents/paragraphs.mjs node_modules 5000 > paragraphs.csv
//
// Columns: id, file, text, label (prose or code). Equal documents are taken once; the order is that of a fixed shuffle.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { argv, stdout } from 'node:process';

const [folder = 'node_modules', most = '5000'] = argv.slice(2);

const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
  .filter((entry) => entry.isFile() && /^readme\.(md|markdown)$/i.test(entry.name))
  .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
  .sort();

/** @type {Map<string, { file: string, label: 'prose' | 'code' }>} */
const documents = new Map();
for (const file of files) {
  // Odd pieces are what stands between fences.
  readFileSync(file, 'utf8')
    .replaceAll('\r\n', '\n')
    .split(/^```.*$/m)
    .forEach((piece, n) => {
      const label = n % 2 === 1 ? 'code' : 'prose';
      for (const block of label === 'code' ? [piece] : piece.split(/\n\s*\n/)) {
        const text = block.trim();
        if (text.split(/\s+/).length >= 6 && !documents.has(text)) documents.set(text, { file, label });
      }
    });
}

/** @param {string} text */
const cell = (text) => `"${text.replaceAll('"', '""')}"`;
/** @param {string} text */
const rank = (text) => createHash('sha256').update(text).digest('hex');

const rows = [...documents].map(([text, { file, label }]) => ({ text, file, label, rank: rank(text) }));
rows.sort((a, b) => (a.rank < b.rank ? -1 : 1));
stdout.write('id,file,text,label\n');
rows.slice(0, Number(most)).forEach(({ text, file, label }, i) => {
  stdout.write(`${[i + 1, cell(file), cell(text), label].join(',')}\n`);
});
