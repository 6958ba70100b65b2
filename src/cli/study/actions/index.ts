import type { Action } from './action.ts';
import { cell } from './cell.ts';
import { check } from './check.ts';
import { claims } from './claims.ts';
import { list } from './list.ts';
import { run } from './run.ts';
import { status } from './status.ts';

/** What `iwal study` can do, one line each. */
export const actions = { list, check, run, status, cell, claims } satisfies Record<string, Action>;
