import { builtin } from '../../files/builtin.ts';
import { DataError } from '../../files/data-error.ts';
import type { Work } from '../../numerics/work.ts';
import { EntryColumns, type Entries, PackedEntry } from '../entries.ts';
import { LEDGER_VERSION } from '../entry.ts';
import type { Entry, FreshEntry, Header, KnownEntry, LedgerVersion, Line, OpinionEntry, PassEntry } from '../entry.ts';
import type { CorrectionEntry, UndoEntry, UndoFreshEntry } from '../entry.ts';
import { corrected, settledIn, whyNoCorrection, type Correction } from '../corrections.ts';
import { scanExample } from './example-line.ts';
import type { LedgerPlace } from './memory-ledger.ts';
import { textLines, type TextLine } from './text-lines.ts';
import { entryOf, headerOf, LineError, parsedLine, shortened } from './line-schema.ts';

const { existsSync } = builtin('node:fs');

/** A ledger as it was read: its last pass over the pool, and those before it. */
export interface Ledger {
  readonly file: string;
  /** Of the pass: the first line, and what the pass says otherwise. */
  readonly header: Header;
  /** What holds in the end: without what was undone. */
  readonly entries: Entries;
  /** The line in the file of each of them, from 1. */
  readonly lines: readonly number[];
  /** How often something was taken back. */
  readonly undos: number;
  /** Answers that were corrected, as the entries say them; absent where none were. */
  readonly corrections?: readonly Correction[];
  /** Bytes up to the end of the last complete line. */
  readonly bytes: number;
  /** Whether that line ends in a line feed. */
  readonly isTerminated: boolean;
  /** Bytes after it, of a line that was cut off, or zeros. */
  readonly cutOff: number;
  /** The pass before; absent in the first. */
  readonly before?: Ledger;
  /** Labels that were known before the first question; absent in further passes, and where there were none. */
  readonly known?: readonly KnownEntry[];
  /** Labels that were bought after the end, with their lines in the file; absent where there are none. */
  readonly fresh?: readonly { readonly entry: FreshEntry; readonly line: number }[];
  /** Answers of single people to questions that several were asked, likewise; absent where no batch was dealt to several. */
  readonly opinions?: readonly { readonly entry: OpinionEntry; readonly line: number }[];
}

/** How every ledger begins. */
const OPENING = '{"iwal-ledger":';

/** The ledger where there may be no such file: then undefined. */
export function* readLedgerIfAny(place: LedgerPlace): Work<Ledger | undefined> {
  return typeof place === 'string' && !existsSync(place) ? undefined : yield* readLedger(place);
}

/**
 * Reads a ledger, forgiving exactly one thing: a last line that was cut off when its process died, which `cutOff` tells.
 *
 * A last line without a line feed is kept where it is complete, and is cut off where it is not (line-schema.ts). Where even the
 * header is incomplete nothing was recorded, and there is no ledger yet: undefined. Reading is work in pieces of a megabyte.
 *
 * @throws DataError, with the line, for a file of another kind, a newer version, any other line that is no entry or is damaged, an
 * undo of nothing, an entry after the end.
 */
export function* readLedger(place: LedgerPlace): Work<Ledger | undefined> {
  const reading = new Reading(String(place));
  for (const lines of textLines(place)) {
    for (const line of lines) reading.add(line);
    yield;
  }
  return reading.ledger;
}

/** A remark for whoever uses a ledger; undefined where all of it counts. */
export function cutOffRemark(ledger: Ledger): string | undefined {
  const { file, cutOff } = ledger;
  if (cutOff === 0) return undefined;
  return (
    `${file}: the last line was cut off when it was written: ${cutOff} bytes after line ${ledger.lines.at(-1) ?? 1} do not ` +
    'count'
  );
}

class Reading {
  readonly #file: string;
  #header: Header | undefined;
  #entries = new EntryColumns();
  readonly #packed = new PackedEntry();
  #lines: number[] = [];
  #before: Ledger | undefined;
  #known: KnownEntry[] = [];
  #fresh: { readonly entry: FreshEntry; readonly line: number }[] = [];
  #opinions: NonNullable<Ledger['opinions']>[number][] | undefined;
  #corrections: Correction[] = [];
  #undos = 0;
  /** Whether an end was the last entry. */
  #isOver = false;
  #line = 0;
  #bytes = 0;
  #isTerminated = true;
  #cutOff = 0;

  constructor(file: string) {
    this.#file = file;
  }

  get ledger(): Ledger | undefined {
    const header = this.#header;
    // All of them are written at once: where some are missing, nothing else was recorded.
    if (header?.pass === undefined && this.#known.length < (header?.known ?? 0)) return undefined;
    return (
      header && {
        file: this.#file,
        header,
        entries: this.#entries,
        lines: this.#lines,
        undos: this.#undos,
        bytes: this.#bytes,
        isTerminated: this.#isTerminated,
        cutOff: this.#cutOff,
        ...(this.#before && { before: this.#before }),
        ...(this.#known.length > 0 && { known: this.#known }),
        ...(this.#fresh.length > 0 && { fresh: this.#fresh }),
        ...(this.#opinions && { opinions: this.#opinions }),
        ...(this.#corrections.length > 0 && { corrections: this.#corrections }),
      }
    );
  }

  add(text: TextLine): void {
    this.#line++;
    try {
      this.#take(text);
    } catch (error) {
      if (!(error instanceof LineError)) throw error;
      throw new DataError({ file: this.#file, line: this.#line, found: error.message, legal: error.legal });
    }
  }

  #take({ block, from, to, start, isWhole }: TextLine): void {
    const isScanned = isWhole && this.#header?.['iwal-ledger'] === LEDGER_VERSION;
    if (isScanned && scanExample(block, from, to, this.#packed)) {
      this.#enterExample();
      this.#bytes = start + to - from + 1;
      this.#isTerminated = true;
      return;
    }
    const bytes = block.subarray(from, to);
    const version = this.#header?.['iwal-ledger'] ?? versionIn(bytes.toString());
    const parsed = parsedLine(bytes, version, isWhole);
    if (parsed === undefined) {
      this.#cutOff = bytes.length;
      return;
    }
    if (this.#header === undefined) this.#header = headerOf(parsed.value);
    else this.#enter(entryOf(parsed.value));
    this.#bytes = start + parsed.length + (isWhole ? 1 : 0);
    this.#isTerminated = isWhole;
    this.#cutOff = bytes.length - parsed.length;
  }

  #enter(entry: Line): void {
    const { known = 0, pass } = this.#header!;
    if (entry.entry === 'known') {
      if (pass !== undefined || this.#known.length === known)
        throw new LineError('a label that was known before the first question', `${known} of them, as the header says`);
      this.#known.push(entry);
      return;
    }
    this.#requireKnown();
    if (entry.entry === 'pass') this.#begin(entry);
    else if (entry.entry === 'undo') this.#undo(entry);
    else if (entry.entry === 'correction') this.#correct(entry);
    else if (entry.entry === 'fresh') this.#add(entry);
    else if (entry.entry === 'undo-fresh') this.#takeBack(entry);
    else this.#record(entry);
  }

  /** What happened in the stream. */
  #record(entry: Entry | OpinionEntry): void {
    this.#requireGoing();
    if (entry.entry === 'opinion') {
      (this.#opinions ??= []).push({ entry, line: this.#line });
      return;
    }
    if (entry.entry === 'example' && entry.annotators !== undefined) this.#opinions ??= [];
    this.#isOver = entry.entry === 'end';
    this.#entries.push(entry);
    this.#lines.push(this.#line);
  }

  #undo({ position }: UndoEntry): void {
    const from = this.#placeOf(position);
    if (from < settledIn({ corrections: this.#corrections }))
      throw new LineError(`an undo from position ${position}`, 'the position of an entry before it, behind the last correction');
    this.#undos++;
    this.#isOver = false;
    this.#entries.truncate(from);
    this.#lines.length = from;
    this.#opinions = this.#opinions?.filter(({ entry }) => entry.position < position);
    // They were about a model that is none any more.
    this.#fresh = [];
  }

  #correct(entry: CorrectionEntry): void {
    const why = whyNoCorrection(this.#header!);
    const found = why === undefined ? corrected(this.#entries, entry) : undefined;
    const what = `a correction of row ${entry.row} at position ${entry.position}`;
    if (found === undefined) throw new LineError(what, why === undefined ? 'one of an answer before it' : `none: ${why}`);
    const { now, ...correction } = found;
    this.#entries.replace(found.place, now);
    const last = this.#entries.at(-1)!;
    const end = last.entry === 'end' && { entry: last, line: this.#lines.at(-1)! };
    this.#lines.length = this.#entries.length - (end ? 1 : 0);
    this.#entries.truncate(this.#lines.length);
    this.#corrections.push({ ...correction, line: this.#line, after: this.#lines.length, ...(end && { end }) });
    this.#isOver = false;
    this.#fresh = [];
  }

  /** Enters the example that was scanned, without an object of it. */
  #enterExample(): void {
    this.#requireKnown();
    this.#requireGoing();
    this.#entries.take(this.#packed);
    this.#lines.push(this.#line);
  }

  #requireKnown(): void {
    const { known = 0, pass } = this.#header!;
    if (pass === undefined && this.#known.length < known)
      throw new LineError(`an entry after ${this.#known.length} labels that were known before`, `${known}, as the header says`);
  }

  #requireGoing(): void {
    if (this.#isOver) throw new LineError('an entry after the end', 'nothing');
  }

  #add(entry: FreshEntry): void {
    if (!this.#isOver) throw new LineError('a fresh label before the end', 'the end first');
    const { model } = this.#entries.at(-1)!;
    if (entry.model !== model) throw new LineError(`a fresh label of model ${entry.model}`, `${model}, that of the end`);
    this.#fresh.push({ entry, line: this.#line });
  }

  #takeBack({ labels }: UndoFreshEntry): void {
    const { length } = this.#fresh;
    if (labels >= length) throw new LineError(`an undo that leaves ${labels} fresh labels`, `fewer than the ${length} there are`);
    this.#undos++;
    this.#fresh.length = labels;
  }

  #begin(begun: PassEntry): void {
    const { pass = 0 } = this.#header!;
    if (!this.#isOver) throw new LineError('another pass before the end of this one', 'the end first');
    if (begun.pass !== pass + 1) throw new LineError(`pass ${begun.pass}`, `${pass + 1}, the next one`);
    const { model } = this.#entries.at(-1)!;
    if (begun.model !== model) throw new LineError(`a pass after model ${begun.model}`, `${model}, that of the end`);
    this.#before = this.ledger;
    this.#header = headerOfPass(this.#header!, begun);
    [this.#entries, this.#lines, this.#undos, this.#isOver] = [new EntryColumns(), [], 0, false];
    this.#known = [];
    this.#fresh = [];
    this.#corrections = [];
    this.#opinions = undefined;
  }

  /** Which entry is the example at a position, from the end, where it is as a rule; -1 where none is. */
  #placeOf(position: number): number {
    for (let n = this.#entries.length - 1; n >= 0; n--) {
      const each = this.#entries.at(n)!;
      if (each.entry === 'example' && each.position === position) return n;
    }
    return -1;
  }
}

/** The header of a pass: that of the ledger, with what the pass says otherwise. */
export function headerOfPass(
  { minimumProbability: _earlier, minimumOfUnits: _ofUnits, ...header }: Header,
  { entry: _, model, ...own }: PassEntry,
): Header {
  return { ...header, ...own, follows: model };
}

/**
 * The format that a first line says it is in; 1, where all that is asked for is JSON, if it says none. A file that is no ledger
 * must never be taken for one that was cut off.
 */
function versionIn(text: string): LedgerVersion {
  if (!text.startsWith(OPENING) && !OPENING.startsWith(text.replace(/\0+$/, ''))) {
    throw new LineError(`a file that begins with ${JSON.stringify(shortened(text))}`, `a ledger, which begins with ${OPENING}`);
  }
  const written = Number(/^\{"iwal-ledger":(\d+),/.exec(text)?.[1] ?? 1);
  if (written > LEDGER_VERSION) {
    const iwal = /"iwal":"([^"]*)"/.exec(text)?.[1] ?? 'of an unknown version';
    throw new LineError(
      `ledger version ${written}, written by iwal ${iwal}`,
      `version 1 to ${LEDGER_VERSION}: a newer iwal is needed to read it`,
    );
  }
  return written === LEDGER_VERSION ? LEDGER_VERSION : 1;
}

/** The ledger as it was before its last correction; undefined where nothing was corrected. */
export function uncorrected(ledger: Ledger): Ledger | undefined {
  const last = ledger.corrections?.at(-1);
  if (last === undefined) return undefined;
  const { after, place, was, end, line } = last;
  const entries = new EntryColumns();
  for (let n = 0; n < after; n++) entries.push(n === place ? was : ledger.entries.at(n)!);
  if (end !== undefined) entries.push(end.entry);
  const lines = [...ledger.lines.slice(0, after), ...(end ? [end.line] : [])];
  const opinions = ledger.opinions?.filter((each) => each.line < line);
  return { ...ledger, entries, lines, ...(opinions && { opinions }), corrections: ledger.corrections!.slice(0, -1) };
}
