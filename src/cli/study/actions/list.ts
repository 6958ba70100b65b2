import { studies } from '../../../../experiments/index.ts';
import type { Action } from './action.ts';

/** `iwal study list`: the built-in studies, and those of the user that have a folder below --out. */
export const list: Action = {
  summary: 'the studies there are',
  options: ['out'],
  async run(_subject, { out }, session) {
    const { readManifest, reportFolders } = await import('../../../studies/store/manifest.ts');
    for (const { id, title } of Object.values(studies)) session.print(`${id}  ${title}`);
    for (const folder of reportFolders(out)) {
      const { id, title, file } = readManifest(folder)!;
      if (file !== null) session.print(`${id}  ${title}  (${file})`);
    }
  },
};
