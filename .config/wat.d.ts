import type { Plugin } from 'vitest/config';

export function wat(): Plugin & { load(id: string): Promise<{ readonly code: string; readonly moduleType: string } | null> };
