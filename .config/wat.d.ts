import type { Plugin } from 'vitest/config';

export function wat(): Plugin;
