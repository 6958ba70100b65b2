/**
 * `npm run kernels`: every src/rows/*.wat as a module of bytes beside it, so that nobody needs an assembler who uses, builds or tests
 * the program. Run it after a change; test/laws/kernels.test.ts fails on bytes that are not those of the text.
 */
import { Buffer } from 'node:buffer';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import wabt from 'wabt';

const FOLDER = new URL('../src/rows/', import.meta.url);
const { parseWat } = await wabt();

for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.wat'))) {
  const text = parseWat(name, readFileSync(new URL(name, FOLDER), 'utf8'), { simd: true });
  text.validate({ simd: true });
  const bytes = Buffer.from(text.toBinary({}).buffer).toString('base64');
  writeFileSync(
    new URL(name.replace(/\.wat$/, '-bytes.ts'), FOLDER),
    `/** ${name}, assembled by \`npm run kernels\`; in base64. */\nexport const BYTES =\n  '${bytes}';\n`,
  );
}
