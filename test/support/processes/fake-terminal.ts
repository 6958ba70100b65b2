/** A terminal that remembers its modes, and whose clock stands still unless it is told that time passes. */
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { KeyboardParts } from '../../../src/cli/label/keyboard.ts';

interface Modes {
  readonly isRaw: boolean;
  readonly marksPastes: boolean;
}

/** Timers that go off when `pass` says so. */
export class ManualClock {
  #now = 0;
  readonly now = (): number => this.#now;

  readonly #timers = new Set<{ readonly at: number; readonly then: () => void }>();

  readonly after = (milliseconds: number, then: () => void): (() => void) => {
    const timer = { at: this.#now + milliseconds, then };
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
    };
  };

  pass(milliseconds: number): void {
    const end = this.#now + milliseconds;
    for (;;) {
      const next = [...this.#timers]
        .filter(({ at }) => at <= end)
        .sort((a, b) => a.at - b.at)
        .at(0);
      if (next === undefined) break;
      this.#timers.delete(next);
      this.#now = next.at;
      next.then();
    }
    this.#now = end;
  }
}

export class FakeTerminal extends PassThrough {
  readonly #clock = new ManualClock();
  isRaw = false;
  marksPastes = false;
  /** The modes whenever the process was stopped. */
  readonly stops: Modes[] = [];

  setRawMode(isRaw: boolean): void {
    this.isRaw = isRaw;
  }

  get parts(): Pick<KeyboardParts, 'input' | 'control' | 'after' | 'now' | 'stop'> {
    return {
      input: this,
      control: (sequence) => {
        if (sequence === '\u001b[?2004h') this.marksPastes = true;
        else if (sequence === '\u001b[?2004l') this.marksPastes = false;
        else throw new Error(`no terminal knows ${JSON.stringify(sequence)}`);
      },
      after: this.#clock.after,
      now: this.#clock.now,
      stop: () => this.stops.push({ isRaw: this.isRaw, marksPastes: this.marksPastes }),
    };
  }

  /** These keys come at once, and then this time passes. */
  async type(keys: string, pause: number): Promise<void> {
    this.write(keys);
    await setImmediate();
    await this.pass(pause);
  }

  async pass(milliseconds: number): Promise<void> {
    this.#clock.pass(milliseconds);
    await setImmediate();
    await setImmediate();
  }
}
