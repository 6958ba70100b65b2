import type { Documents } from '../../data/documents/read-documents.ts';
import type { DatasetOptions } from '../../data/index.ts';
import { agreementIn, type AnnotatorAgreement } from '../../ledger/audit/agreement.ts';
import { audit, type Audit } from '../../ledger/audit/audit.ts';
import { overPasses } from '../../ledger/audit/over-passes.ts';
import { requireConsistent } from '../../ledger/audit/consistency.ts';
import { writeContents } from '../../files/durable.ts';
import { correctedText } from '../../ledger/export/sample.ts';
import { statedBy } from '../../ledger/known.ts';
import { finalError, meetingsOf, passesOf, scoresIn } from '../../ledger/passes.ts';
import { copyFile, poolOfScores, readScores } from '../../labelling/scores.ts';
import type { CertificateRequest, Certification } from '../../ledger/audit/certificates/certified.ts';
import { type Header, floorOf } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/file/read-ledger.ts';
import { recordedSpec } from '../../ledger/recorded-spec.ts';
import { isOfSeveral, judgeOf } from '../../specs/kinds/active-classes.ts';
import type { RunSpec } from '../../specs/run.ts';
import type { Dataset } from '../../rows/dataset.ts';
import { guessIn } from '../../rows/guesses.ts';
import type { FreshEstimate } from '../../streams/fresh.ts';
import { judgeOfClasses, type Judge } from '../../streams/judge.ts';
import { numberOf } from '../options/class-names.ts';
import { interruptibly } from '../terminal/event-loop.ts';
import type { Target } from '../options/target.ts';
import { refuseWritten, UsageError } from '../terminal/failure.ts';
import { groupsIn } from '../data/several-seen.ts';
import { leftOf, readPoolOf, readRecordedRun, verifyRun, type RecordedRun, type VerifiedRun } from '../data/recorded-run.ts';
import { stopped, type Stopped } from '../../streams/stopping/stop-words.ts';
import type { Session } from '../terminal/session.ts';
import { present } from '../../numerics/present.ts';
import type { Work } from '../../numerics/work.ts';
import type { JudgedLabel } from '../../statistics/error-tally.ts';
import { certifying } from '../../ledger/audit/certificates/certify.ts';
import type { PoolsSaid } from '../../ledger/audit/certificates/merged.ts';
import { examplesIn, type Verified } from '../../ledger/replay/replay.ts';

/** An audit with the ledger that it is of. */
export interface Audited extends Audit {
  readonly file: string;
  readonly header: Header;
  /** The header's, with every default filled in. */
  readonly spec: RunSpec;
  /** Fresh labels, and the error of the model in the end by them; absent while the run goes on. */
  readonly final?: FreshEstimate;
  /** What is certified of what the run waited for, and whether it ended there; absent without the data. */
  readonly stop?: Stopped;
  /** Of the people who share batches; absent where none do. */
  readonly agreement?: AnnotatorAgreement;
}

/** What a ledger is audited with. */
export interface AuditRequest {
  readonly data: { readonly file: string; readonly options: DatasetOptions } | undefined;
  readonly certify: CertificateRequest | undefined;
  /** Of several classes the one whose rows are looked for; undefined: that of the run, if it names one. */
  readonly positive: string | undefined;
  /** The column whose values tell groups of rows apart; undefined: none is. */
  readonly by?: string | undefined;
  /** A file for what is known of every row of guesses; undefined: none is wanted. */
  readonly corrected?: Target | undefined;
}

/** Carries out `iwal audit` of one ledger, once its command line is checked. Loaded only then. */
export async function auditFile(file: string, request: AuditRequest, session: Session): Promise<Audited> {
  const { data, certify, positive, corrected } = request;
  const run = await readRecordedRun(file, session);
  const { ledger, spec } = run;
  const by = request.by ?? spec.groups;
  const judge = judgeIn(run, { data, certify, positive });
  const classNames = classNamesOf(run);
  // The grid of a certificate is fixed before the first round.
  const floor = floorOf((spec.scores === undefined ? ledger : passesOf(ledger)[0]).header);
  if (spec.range !== undefined) refuseOfNumbers({ file, certify, positive, by, corrected });
  if (corrected !== undefined && !spec.guess) throw new UsageError(`--corrected is about guesses, and ${file} judges none`);
  await requireEarlierPasses(run, session);
  const passes = await interruptibly(overPasses(ledger), session);
  const context = { ...statedBy(ledger, spec), judge, ...present({ classNames, floor, certify, passes }) };
  const final = ledger.entries.at(-1)?.entry === 'end' ? finalError(ledger) : undefined;
  const common = { file, header: ledger.header, spec, ...present({ final, agreement: agreementIn(ledger) }) };
  if (spec.scores !== undefined && data === undefined) {
    const verified = await roundsAnew(run, session);
    const rounds = { ...context, rounds: passesOf(ledger).length, left: () => Infinity, isTruthful: true };
    return { ...common, ...(await interruptibly(audit(ledger, rounds, verified), session)) };
  }
  // Before the long computation: a ledger that contradicts itself need not be compared with anything.
  const alone = await interruptibly(audit(ledger, context), session);
  if (data === undefined) return { ...common, ...alone };
  const { dataset, labels } = await session.unlessInterrupted(readPoolOf(run, data.file, data.options));
  const verified = await interruptibly(verifyRun(run, dataset, labels), session);
  const isTruthful = labels === undefined ? context.isTruthful : answersAre(labels, ledger);
  const { differing } = dataset;
  const groups = by === undefined ? undefined : await groupsBy(by, run, data, dataset);
  const rivals = differing && {
    ...{ names: differing.names, of: differing.of },
    second: differing.rows.map((_, row) => guessIn(dataset.rows, row).rival!),
  };
  const judged = spec.rounds === undefined ? await interruptibly(judgedIn(verified), session) : undefined;
  const known = { ...context, left: leftOf(run, dataset), isTruthful, ...present({ labels, groups, rivals, judged }) };
  const audited = await interruptibly(audit(ledger, known, verified), session);
  if (corrected !== undefined && differing !== undefined)
    throw new UsageError('--corrected is about one column of guesses, and this ledger holds two against each other');
  await corrected?.fill((path) => {
    const names = ledger.header.classes ?? ['negative', 'positive'];
    return writeContents(path, [...correctedText(verified.entries, dataset, judge, names)].join(''));
  });
  const { stopping } = verified;
  return { ...common, ...audited, ...(stopping && { stop: stopped(stopping) }) };
}

/** What the labels of a run say of models that did not learn them, where one was chosen by them. */
function* judgedIn({ final }: VerifiedRun): Work<readonly JudgedLabel[] | undefined> {
  const { mistakes } = yield* final();
  return mistakes && (yield* mistakes());
}

/** Throws a UsageError for what is about classes. */
function refuseOfNumbers({ file, ...options }: Omit<AuditRequest, 'data'> & { readonly file: string }): void {
  const told = `and ${file} asks for numbers, whose mean the audit tells without it`;
  refuseWritten(Object.keys(options), options, (option) => `${option} is about classes, ${told}`);
}

/**
 * The rounds of `iwal next` as one run, each computed anew: from the scores that its entries tell, or, while questions wait, from the copy
 * beside the ledger.
 */
async function roundsAnew(run: RecordedRun, session: Session): Promise<Verified> {
  const { ledger } = run;
  const { file, header } = ledger;
  const rows = scoresIn(ledger) ?? poolOfScores(await readScores(copyFile(file), header)).rows;
  const pool = { name: file, rows, labels: new Float64Array(rows.length) };
  const { asRecorded, ...verified } = await interruptibly(verifyRun(run, pool, undefined), session);
  return { ...verified, entries: meetingsOf(ledger), asRecorded: ['the scores', ...asRecorded] };
}

/** The group of every row of a pool: what stands in a column of its file. */
async function groupsBy(
  column: string,
  { ledger, spec }: RecordedRun,
  { file, options: reading }: NonNullable<AuditRequest['data']>,
  pool: Dataset & Partial<Documents>,
): Promise<string[]> {
  if (spec.rounds !== undefined)
    throw new UsageError(`--by is for runs that meet each row once, and ${ledger.file} went over the pool ${spec.rounds} times`);
  if (ledger.header.data.holdout !== undefined)
    throw new UsageError(
      `--by is for a whole file, and of that of ${ledger.file} a part was held out: simulate with --test FILE instead`,
    );
  return groupsIn({ file, reading }, column, pool);
}

/** What judges a run; throws UsageError where that takes a class that nobody has named, and for a name that is none. */
function judgeIn(run: RecordedRun, { data, certify, positive }: AuditRequest): Judge {
  const { spec } = run;
  const names = classNamesOf(run);
  if (names === undefined) {
    if (positive !== undefined && data === undefined) throw new UsageError('--positive is about --data, which is not given');
    return judgeOf(spec);
  }
  const judge = positive === undefined ? judgeOf(spec) : judgeOfClasses(names.length, numberOf(positive, names));
  const ofOne = certify?.targets.find((target) => target !== 'error');
  if (ofOne !== undefined && judge.positiveClass === undefined)
    throw new UsageError(
      `--certify ${ofOne} is about the rows of one class of ${spec.classes}: --positive names it, one of ${names.join(', ')}`,
    );
  return judge;
}

/** Names of several classes; undefined where there are two. */
function classNamesOf({ ledger, spec }: RecordedRun): readonly string[] | undefined {
  return isOfSeveral(spec) ? ledger.header.classes : undefined;
}

/** Whether the passes before agree with themselves. */
export async function requireEarlierPasses({ ledger }: RecordedRun, session: Session): Promise<void> {
  for (const before of passesOf(ledger).slice(0, -1)) {
    const stated = statedBy(before, recordedSpec(before.file, before.header));
    await interruptibly(requireConsistent(before, stated), session);
  }
}

/** Whether every answer is the true label. */
function answersAre(labels: Float64Array, { entries }: Ledger): boolean {
  for (const entry of entries) {
    if (entry.entry !== 'end' && typeof entry.label === 'number' && entry.label !== labels[entry.row]) return false;
  }
  return true;
}

/** Ledgers that agree with themselves, and what they certify together. */
export interface Merged {
  readonly ledgers: readonly Pick<Audited, 'file' | 'header' | 'spec' | 'examples'>[];
  readonly certified: Certification;
}

/** Carries out `iwal audit` of several ledgers, once its command line is checked. Loaded only then. */
export async function certifyFiles(
  files: readonly string[],
  request: CertificateRequest,
  said: PoolsSaid,
  session: Session,
): Promise<Merged> {
  const ledgers: Ledger[] = [];
  const listed: Merged['ledgers'][number][] = [];
  for (const file of files) {
    const run = await readRecordedRun(file, session);
    const { ledger, spec } = run;
    await requireEarlierPasses(run, session);
    await interruptibly(requireConsistent(ledger, statedBy(ledger, spec)), session);
    ledgers.push(ledger);
    listed.push({ file, header: ledger.header, spec, examples: examplesIn(ledger) });
  }
  return { ledgers: listed, certified: await interruptibly(certifying(ledgers, request, said), session) };
}
