import { defineCommand } from '../syntax/command.ts';
import { dataDir } from '../options/data-folders.ts';
import type { Action } from './actions/action.ts';
import { fetchSome } from './actions/fetch.ts';
import { showOne } from './actions/info.ts';
import { showAll } from './actions/list.ts';
import { verifySome } from './actions/verify.ts';
import { UsageError } from '../terminal/failure.ts';
import { flag, list, named, text, value } from '../syntax/option.ts';

const ACTIONS: Readonly<Record<string, Action>> = { list: showAll, info: showOne, fetch: fetchSome, verify: verifySome };

/** `iwal datasets`: which public datasets there are, where copies of them lie, and how to get them. */
export const command = defineCommand({
  name: 'datasets',
  usage: '<action> [name..]',
  summary: 'Public datasets: list them, show one, fetch some, verify the local copies.',
  places: {
    action: named('action', ACTIONS, Object.keys(ACTIONS).join(', ')),
    name: list('names of datasets; verify takes all local ones if none is given', text),
  },
  options: {
    'data-dir': dataDir,
    mirror: value('fetch: address of a folder that holds the same files, in place of the original addresses', text.optional()),
    json: flag('list and info: print JSON'),
  },
  examples: [
    ['iwal datasets list', 'what there is, and what of it is here'],
    ['iwal datasets fetch a9a cadata', 'download two; after Ctrl-C, the same command goes on'],
    ['iwal datasets verify --data-dir ~/data', 'hold all local copies against their checksums'],
  ],
  async run({ action, name, 'data-dir': folder, mirror, json }, session) {
    if (mirror !== undefined && action !== 'fetch') throw new UsageError(`--mirror is for datasets fetch, not for ${action}`);
    if (json && action !== 'list' && action !== 'info')
      throw new UsageError(`--json is for datasets list and info, not for ${action}`);
    await ACTIONS[action]({ names: name, folder, mirror, json }, session);
  },
});
