/** Laws of `iwal describe`: the numbers of a small file, for a person and for a program. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { ended, shell, SOON, start, temporaryFolder, iwalHere } from '../../support/processes/cli.ts';

// oxlint-disable-next-line no-control-regex
const STEERS = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069]/;

const FILE = '1 1:2 3:0.5\n-1 1:1\n-1 1:4 2:8 3:1\n1\n';

/** `iwal describe` of a file with this content. */
function described(name: string, content: string | Uint8Array, ...options: string[]): ReturnType<typeof iwalHere> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, name), content);
  return iwalHere(folder, ['describe', name, ...options]);
}

test.each(['a.csv', 'A.CSV.GZ', 'a.csv.bz2', 'a.csv.xz'])(
  'a table called %s takes the options of tables; what is in it tells how it is packed',
  async (name) => {
    const { stdout, stderr } = await described(name, gzipSync('2,1\n3,-1\n'), '--label-column', '2', '--json');
    expect(stderr).toBe('');
    expect(JSON.parse(stdout)).toMatchObject({
      rows: { rows: 2, features: 1 },
      labels: {
        counts: [
          [-1, 1],
          [1, 1],
        ],
      },
    });
  },
);

test('Ctrl-C is heard while a large file is read and while it is described', async () => {
  const folder = temporaryFolder();
  const rows = Array.from(
    { length: 2000 },
    (_, i) => `1 ${Array.from({ length: 100 }, (__, k) => `${100 * (i % 50) + k + 1}:0.${i + 1}${k}`).join(' ')}\n`,
  ).join('');
  writeFileSync(join(folder, 'large.svm'), rows.repeat(40));
  for (const wait of [1000, 3000]) {
    const child = start(folder, ['describe', 'large.svm']);
    const end = ended(child);
    await setTimeout(wait);
    const pressed = performance.now();
    child.kill('SIGINT');
    const { code, stdout } = await end;
    // On a fast machine it may have ended before, on a slow one not have begun to listen.
    expect([0, 130]).toContain(code);
    if (code !== 0) expect(stdout).toBe('');
    expect(performance.now() - pressed).toBeLessThan(SOON);
  }
});

test('a name that steers the terminal is shown as escapes', async () => {
  const { code, stderr } = await iwalHere(temporaryFolder(), 'describe a[2Jb.svm');
  expect({ code, stderr }).toEqual({ code: 1, stderr: 'iwal: a\\x1b[2J\\x07b.svm: no such file\n' });
});

test('a file whose name steers the terminal is described without steering it; --json names it unchanged', async () => {
  const folder = temporaryFolder();
  const name = 'a\x1b[2J\r\x7f\x9b31m\u202eb';
  writeFileSync(join(folder, `${name}.svm`), FILE);
  const [page, json] = [
    await iwalHere(folder, ['describe', `${name}.svm`]),
    await iwalHere(folder, ['describe', `${name}.svm`, '--json']),
  ];
  expect(page.stdout.split('\n')[0]).toContain('a\\x1b[2J\\x0d\\u007f\\u009b31m\\u202eb');
  for (const { stdout, stderr } of [page, json]) expect(stdout + stderr).not.toMatch(STEERS);
  expect(JSON.parse(json.stdout)).toMatchObject({ name });
});

test.runIf(process.platform === 'linux')(
  'of a file whose name is not UTF-8 the command to rename it is told, and it works',
  async () => {
    const folder = temporaryFolder();
    const name = Buffer.from("it's caf\xe9.svm", 'latin1');
    writeFileSync(Buffer.concat([Buffer.from(join(folder, '/')), name]), FILE);
    const { code, stderr } = await shell(folder, `$iwal describe "$(printf "it's caf\\351.svm")"`);
    const command = "mv $'it\\x27s caf\\xe9.svm' NEW_NAME";
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `iwal: it's caf\ufffd.svm: the name of this file is not UTF-8; rename it: ${command}\n`,
    });
    // A near miss that cannot be opened is no advice.
    expect((await iwalHere(folder, ['describe', "it's cafe.svm"])).stderr).toBe("iwal: it's cafe.svm: no such file\n");
    execFileSync('bash', ['-c', command.replace('NEW_NAME', 'cafe.svm')], { cwd: folder });
    expect((await iwalHere(folder, 'describe cafe.svm')).code).toBe(0);
  },
);
