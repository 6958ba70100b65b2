import type { Action } from './action.ts';
import { cancel } from './cancel.ts';
import { cell } from './cell.ts';
import { check } from './check.ts';
import { claims } from './claims.ts';
import { list } from './list.ts';
import { run } from './run.ts';
import { status } from './status.ts';
import { submit } from './submit.ts';
import { task } from './task.ts';

/** What `iwal study` can do, one line each. */
export const actions = { list, check, run, status, cell, claims, submit, task, cancel } satisfies Record<string, Action>;
