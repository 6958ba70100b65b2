import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';
import { holds } from './session.ts';

const APPROVED = fileURLToPath(new URL('labels', import.meta.url));

test.each(readdirSync(APPROVED))('%s', (file) => holds(`${APPROVED}/${file}`));
