import type { Plugin } from 'vitest/config';

export function wat(): Plugin & { load(id: string): Promise<{ readonly code: string; readonly moduleType: string } | null> };

/** The text with its templates filled in, every token on its own line. */
export function expanded(text: string): string;
