import { createHmac, randomBytes } from 'node:crypto';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { z } from 'zod';
import { ifPossible } from '../../files/if-possible.ts';
import { writeWhole } from '../../files/durable.ts';

const placeSchema = z.object({ port: z.int().min(1).max(65_535), token: z.string().regex(/^[\w-]{32,64}$/) });

/** Where a page finds the session of a ledger, and the token that lets it answer. */
export type Place = z.infer<typeof placeSchema>;

/**
 * The file beside a ledger that keeps the place of its page, for its owner alone: a program that was killed and started again is
 * found by the pages that were open. It goes when the session is quit.
 */
export function placeFile(ledger: string): string {
  return `${ledger}.page`;
}

/** What the file says; undefined where there is none, or none that this program wrote. */
export function placeIn(file: string): Place | undefined {
  return ifPossible(() => placeSchema.parse(JSON.parse(readFileSync(file, 'utf8'))));
}

/** Keeps where a project's data lie on this machine. */
export async function keepPlace(file: string, place: Place): Promise<void> {
  await writeWhole(file, (temporary) => {
    writeFileSync(temporary, `${JSON.stringify(place)}\n`, { mode: 0o600 });
    chmodSync(temporary, 0o600);
    return Promise.resolve();
  });
}

/** That of one of several people, which nobody can tell from those of the others. */
export function tokenOf(name: string, token: string): string {
  return createHmac('sha256', token).update(name).digest('base64url');
}

/** 192 bits that nobody can guess. */
export function newToken(): string {
  return randomBytes(24).toString('base64url');
}
