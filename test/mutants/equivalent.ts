/** Mutants that nobody could tell from the original, each with its proof. */
import { portMutants } from './equivalent-ports.ts';
import { powerMutants } from './equivalent-powers.ts';
import type { Mutant } from './sites.ts';

interface Equivalent {
  readonly file: string;
  /** Text of the line that the mutant is on, without its indentation. */
  readonly line: string;
  readonly original: string;
  readonly replacement: string;
  /** What stands right before it, where others of the line look the same and are not meant. */
  readonly after?: string;
  readonly proof: string;
  /** How many of the line are meant, where more than one looks the same. */
  readonly times?: number;
}

/** Lines of numerics/decimals.ts that say when its short cut is taken. */
const BOUND = 'if (exponent < -22 || exponent > 22) return undefined;';
const LONG = "return mantissa >= LARGEST_EXACT || exponent < -22 || exponent > 22 ? 'long' : 'exact';";
const GOES_THE_LONG_WAY = 'More numbers go through Number(), which rounds once, as the short way does (ECMA-262).';
const NO_POWER =
  'There is no such power in the table: both bounds are NaN, which is not equal to itself, and undefined is returned all the same.';

export const equivalents: readonly Equivalent[] = [
  ...powerMutants.map(([line, original, replacement, proof]) => ({
    file: 'src/numerics/functions/pow.ts',
    line,
    original,
    replacement,
    proof,
  })),
  {
    file: 'src/numerics/functions/pow.ts',
    line: 'return exponent >> 20 > 0 ? withHighWord(result, exponent) : withHighWord(result, exponent + (54 << 20)) * TWO_MINUS_54;',
    original: '20',
    replacement: '21',
    after: 'exponent >> ',
    proof: 'The numbers between are normal, for which scaling by 2^54 and back is exact.',
  },
  ...portMutants.map(([file, line, original, replacement, proof, which = 1]) => ({
    file: `src/numerics/functions/${file}.ts`,
    line,
    original,
    replacement,
    proof,
    ...(typeof which === 'number' ? { times: which } : { after: which }),
  })),
  {
    file: 'src/numerics/roots.ts',
    line: 'if (fx < 0 !== f1 < 0) {',
    original: '<',
    replacement: '<=',
    proof: 'Neither is 0: a root that was met has been returned, and the end of the bracket is above the target.',
    times: 2,
  },
  ...['ada-grad', 'ftrl-proximal', 'normalized-adaptive', 'blocks/ada-grad', 'blocks/normalized-adaptive'].map((name) => ({
    file: `src/optimizers/${name}.ts`,
    line: 'let total = 0;',
    original: '0',
    replacement: '1',
    proof: 'Only whether the sum is finite is asked.',
    times: 2,
  })),
  {
    file: 'src/ledger/audit/error-estimate.ts',
    line: 'const sides = { positive: 1, negative: -1 };',
    original: '1',
    replacement: '2',
    proof: 'Only on which side of 0 they are is asked.',
    times: 2,
  },
  {
    file: 'src/losses/logarithmic.ts',
    line: 'return ratio < Infinity ? log(ratio) : log(a) - log(b);',
    original: '-',
    replacement: '+',
    proof:
      'gap / left overflows for labels beside 0 alone, where `beyond`, the label, is below 1e-292 and gap above 1e-16: what is ' +
      'multiplied by it does not move the rest of the sum, which is above gap^2 / 2.',
  },
  ...(
    [
      ['src/ledger/entries.ts', '#starts = new Uint32Array(1 << 10);', '10', ['20', '11']],
      ['src/ledger/entries.ts', '#starts = new Uint32Array(1 << 10);', '1', ['2']],
      ['src/ledger/entries.ts', '#models = new Uint32Array(1 << 10);', '10', ['20', '11']],
      ['src/ledger/entries.ts', '#models = new Uint32Array(1 << 10);', '1', ['2']],
      ['src/ledger/entries.ts', 'const longer = new Uint32Array(2 * numbers.length);', '2', ['4', '3']],
      ['src/ledger/audit/heaviest-labels.ts', 'const longer = new Float64Array(2 * this.#count);', '2', ['4', '3']],
      ['src/rows/building/row-buffer.ts', 'const length = 2 * this.indices.length;', '2', ['4', '3']],
      ['src/rows/building/row-buffer.ts', 'values = new Float64Array(256);', '256', ['512', '257']],
    ] as const
  ).flatMap(([file, line, original, replacements]) =>
    replacements.map((replacement) => ({
      file,
      line,
      original,
      replacement,
      proof: 'Room alone: it grows where it does not suffice, and nothing is read that was not written.',
    })),
  ),
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'if (place === undefined || found & (1 << place)) return false;',
    original: '1',
    replacement: '0',
    proof: 'Of a name that stands twice both ways take the number that stands last, as JSON does.',
  },
  {
    file: 'src/queries/pacer.ts',
    line: 'for (let step = STEP; atHigh < 0 && high < this.#highest; step *= 2) {',
    original: '<',
    replacement: '<=',
    after: 'high ',
    proof: 'At the highest knob the cost is above what is wanted (#exceeds), and the loop is over.',
  },
  {
    file: 'src/streams/stopping/stopping.ts',
    line: 'if (rowImportance === 1 && p >= this.#ordinary && labelsLeft >= 1) {',
    original: '1',
    replacement: '2',
    after: 'labelsLeft >= ',
    proof:
      'With one label left the count is told of the row at once in place of later, in the same order, and looked at before it ' +
      'need be, where the goal is out of reach by what the last look said.',
  },
  {
    file: 'src/streams/measures/band-meter.ts',
    line: '#row = -1;',
    original: '1',
    replacement: '2',
    proof: 'Every number below 0 says that there is none.',
  },
  {
    file: 'src/statistics/curves/auc.ts',
    line: 'for (; to < order.length && scores[order[to]] === scores[order[from]]; to++) {',
    original: '<',
    replacement: '<=',
    proof: 'Behind the last place there is no score, and undefined is not equal to a number.',
  },
  {
    file: 'src/updates/meeting.ts',
    line: 'return (p - point) * (label - point) >= 0 ? 0 : this.#toPlace(p, point, label, rate);',
    original: '*',
    replacement: '/',
    proof: 'Only the sign is asked: a label is at least 1/2 from the point between the labels, by which nothing is rounded to 0.',
  },
  ...['8', '5'].map((replacement) => ({
    file: 'src/rows/selection/shards.ts',
    line: 'const bytes = new Uint8Array(4);',
    original: '4',
    replacement,
    proof: 'Room: the first four bytes are written, and hashed.',
  })),
  {
    file: 'src/ledger/audit/certificates/certify.ts',
    line: 'isTruthful: spec.oracle === undefined,',
    original: '===',
    replacement: '!==',
    proof: 'A certificate is about the labels as they were answered, and does not ask (certified.ts).',
  },
  {
    file: 'src/rows/kernels/interleaved.ts',
    line: 'return true;',
    original: 'true',
    replacement: 'false',
    proof: 'The members of a tile are taken one by one then, with the same numbers in the same order, only slower.',
  },
  {
    file: 'src/specs/kinds/targets.ts',
    line: '0,',
    original: '0',
    replacement: '1',
    proof: 'Labels that number classes count from 1, and a part has a row.',
  },
  {
    file: 'src/rows/flaw.ts',
    line: 'const importance = importances?.findIndex((h) => !(h >= 0 && h < Infinity)) ?? -1;',
    original: '1',
    replacement: '2',
    proof: 'Every number below 0 says that there is none.',
  },
  {
    file: 'src/ledger/passes.ts',
    line: 'model: ledger.entries.at(-1)!.model,',
    original: '1',
    replacement: '2',
    proof: 'An entry tells the model after it, and the end of a pass, behind one question at least, teaches nothing.',
  },
  {
    file: 'src/optimizers/bases/last-dot.ts',
    line: '#i = 0;',
    original: '0',
    replacement: '1',
    proof: 'Read only after something was taken (`#rows` is set with it), which overwrites it.',
  },
  {
    file: 'src/optimizers/bases/last-dot.ts',
    line: '#value = 0;',
    original: '0',
    replacement: '1',
    proof: 'Read only after something was taken (`#rows` is set with it), which overwrites it.',
  },
  {
    file: 'src/optimizers/bases/pace.ts',
    line: '#ahead = 0;',
    original: '0',
    replacement: '1',
    proof: '`ahead` overwrites it before its first return: `#aheadOf` is -1, and no mass is.',
  },
  {
    file: 'src/optimizers/bases/directed-descent.ts',
    line: 'protected eta = 0;',
    original: '0',
    replacement: '1',
    proof: '`push` alone reads it, and every `push` follows its `prepare` (optimizer.ts), which overwrites it.',
  },
  {
    file: 'src/optimizers/bases/scheduled-descent.ts',
    line: 'protected eta = 0;',
    original: '0',
    replacement: '1',
    proof: '`push` alone reads it, and every `push` follows its `prepare` (optimizer.ts), which overwrites it.',
  },
  {
    file: 'src/optimizers/averaged.ts',
    line: '#averagedBefore = 0;',
    original: '0',
    replacement: '1',
    proof: '`push` alone reads it, and every `push` follows its `prepare` (optimizer.ts), which overwrites it.',
  },
  {
    file: 'src/optimizers/fobos.ts',
    line: '#time = 0;',
    original: '0',
    replacement: '1',
    proof: '`push` alone reads it, and every `push` follows its `prepare` (optimizer.ts), which overwrites it.',
  },
  {
    file: 'src/optimizers/rda.ts',
    line: '#rate = 0;',
    original: '0',
    replacement: '1',
    proof: 'Before the first example theta is 0 and so is every product with the rate; `prepare` and `restore` overwrite it.',
  },
  {
    file: 'src/optimizers/implicit-ftrl.ts',
    line: '#rate = 0;',
    original: '0',
    replacement: '1',
    proof: 'Before the first example theta is 0 and so is every product with the rate; `prepare` and `restore` overwrite it.',
  },
  {
    file: 'src/numerics/elementary.ts',
    line: 'return x < low ? low : x > high ? high : x;',
    original: '<',
    replacement: '<=',
    proof: 'At x = low both branches are low (or a zero of the other sign, which no caller tells apart).',
  },
  {
    file: 'src/numerics/elementary.ts',
    line: 'return x < low ? low : x > high ? high : x;',
    original: '>',
    replacement: '>=',
    proof: 'At x = high both branches are high (or a zero of the other sign, which no caller tells apart).',
  },
  {
    file: 'src/numerics/elementary.ts',
    line: 'return x > Number.MAX_VALUE ? Number.MAX_VALUE : x < -Number.MAX_VALUE ? -Number.MAX_VALUE : x;',
    original: '>',
    replacement: '>=',
    proof: 'At x = MAX_VALUE both branches are MAX_VALUE.',
  },
  {
    file: 'src/numerics/elementary.ts',
    line: 'return x > Number.MAX_VALUE ? Number.MAX_VALUE : x < -Number.MAX_VALUE ? -Number.MAX_VALUE : x;',
    original: '<',
    replacement: '<=',
    proof: 'At x = -MAX_VALUE both branches are -MAX_VALUE.',
  },
  ...['512', '257'].map((replacement) => ({
    file: 'src/optimizers/bases/direction.ts',
    line: '#numbers = new KernelNumbers(256);',
    original: '256',
    replacement,
    proof: 'Room: `reserve` grows it where a row needs more, and nothing beyond the row is read.',
  })),
  ...['4', '3'].map((replacement) => ({
    file: 'src/optimizers/bases/direction.ts',
    line: 'if (entries >= this.#numbers.values.length) this.#numbers = new KernelNumbers(2 * entries);',
    original: '2',
    replacement,
    proof: 'Room alone: above `entries` in any case.',
  })),
  ...[
    'for (let m = 0; m < this.size; m++) if (importances[m] > 0 && this.#members[m].admit(rows, i)) changed = true;',
    'for (let m = 0; m < this.size; m++) if (this.#prepared[m] === 1) this.#members[m].push(rows, i, steps[m]);',
    'for (let m = 0; m < this.size; m++) if (this.#prepared[m] === 1) margins[m] = this.#members[m].margin(rows, i);',
  ].map((line) => ({
    file: 'src/optimizers/blocks/separate.ts',
    line,
    original: '<',
    replacement: '<=',
    proof: 'Behind the last member the typed array holds undefined, which is neither above 0 nor 1.',
  })),
  {
    file: 'src/statistics/small-samples.ts',
    line: 'sum += weight / largest;',
    original: '+=',
    replacement: '-=',
    proof: 'Only the square of the sum is used.',
  },
  {
    file: 'src/statistics/comparisons/wilcoxon.ts',
    line: 'const ranks = new Array<number>(sizes.length).fill(0);',
    original: '0',
    replacement: '1',
    proof: 'Every rank is overwritten: the groups of equal sizes are all of the sizes.',
  },
  {
    file: 'src/statistics/comparisons/wilcoxon.ts',
    line: 'const patterns = new Float64Array(bound + 1);',
    original: '1',
    replacement: '2',
    proof: 'The sum behind the bound is never written, and adds 0.',
  },
  ...['6', '4'].map((replacement) => ({
    file: 'src/optimizers/bases/direction.ts',
    line: 'for (const whole = entries - 3; k < whole; k += 4) {',
    original: '3',
    replacement,
    proof:
      'The loop by fours stops earlier and the loop by ones begins there: both do the same sum for each entry, in the ' +
      'order of the entries.',
  })),
  ...['audit/certificates/certified', 'audit/consistency', 'audit/evidence'].flatMap((name) =>
    [
      ['if (n++ % PIECE === 0) yield;', '===', '!=='],
      ['if (n++ % PIECE === 0) yield;', '0', '1'],
      ['if (n++ % PIECE === 0) yield;', 'n++ % PIECE === 0', '!(n++ % PIECE === 0)'],
      ['const PIECE = 10_000;', '10_000', '20000'],
      ['const PIECE = 10_000;', '10_000', '10001'],
    ].map(([line, original, replacement]) => ({
      file: `src/ledger/${name}.ts`,
      line,
      original,
      replacement,
      proof: 'Says how often the work pauses, not what it comes to.',
    })),
  ),
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'if (!areDigits(bytes, digits, digits + WORD) || bytes[digits + WORD] !== QUOTE || bytes[digits + WORD + 1] !== BRACE)',
    original: '+',
    replacement: '-',
    after: '[digits + WORD ',
    proof: 'Every line is left to the general way then, which comes to the same entry.',
  },
  {
    file: 'src/rows/kernels/vector-memory.ts',
    line: '#row = -1;',
    original: '1',
    replacement: '2',
    proof: 'Read only where rows are known, with which it is overwritten.',
  },
  {
    file: 'src/numerics/decimals.ts',
    line: 'const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];',
    original: '<',
    replacement: '<=',
    proof: 'At exponent 0 both branches have the power 1, and m / 1 = m * 1.',
  },
  {
    file: 'src/numerics/decimals.ts',
    line: "return mantissa >= LARGEST_EXACT || exponent < -22 || exponent > 22 ? 'long' : 'exact';",
    original: '<',
    replacement: '<=',
    proof:
      '10^22 and the mantissa are doubles without error, so that their quotient is rounded once; Number() rounds once too (ECMA-262).',
  },
  ...(
    [
      ['const LARGEST_EXACT = 2 ** 53;', '**', '*', GOES_THE_LONG_WAY],
      ['#mantissa = 0;', '0', '1', 'Every walk that finds a number overwrites it.'],
      ['#exponent = 0;', '0', '1', 'Every walk that finds a number overwrites it.'],
      [
        'const value = exponent < 0 ? mantissa / POWERS[-exponent] : mantissa * POWERS[exponent];',
        '0',
        '1',
        'At exponent 0 both branches have the power 1, and m / 1 = m * 1.',
      ],
      [LONG, '>=', '>', '2^53 is a double without error: one product or quotient rounds once.'],
      [LONG, '-22', '22', GOES_THE_LONG_WAY],
      [LONG, '>', '>=', GOES_THE_LONG_WAY],
      ['else if (!(digit >= 0 && digit <= 9)) return undefined;', '9', '18', 'No checked number has a character from : to B.'],
      ['else if (!(digit >= 0 && digit <= 9)) return undefined;', '9', '10', 'No checked number has a character from : to B.'],
      [BOUND, '||', '&&', NO_POWER],
      [BOUND, '22', '44', NO_POWER, 2],
      [BOUND, '22', '23', NO_POWER, 2],
      ...[
        ['<', '<='],
        ['0', '1'],
      ].map(
        ([original, replacement]) =>
          [
            'const [below, above] = exponent < 0 ? [mantissa / power, (mantissa + 1) / power] : [mantissa * power, ' +
              '(mantissa + 1) * power];',
            original,
            replacement,
            'At exponent 0 the power is 1, and m / 1 = m * 1.',
          ] as const,
      ),
    ] as const
  ).map(([line, original, replacement, proof, times = 1]) => ({
    file: 'src/numerics/decimals.ts',
    line,
    original,
    replacement,
    proof,
    times,
  })),
  {
    file: 'src/ledger/entries.ts',
    line: 'const SLAB = 1 << 13;',
    original: '13',
    replacement: '14',
    proof: 'Room: an entry lies on one slab of any size from LONGEST on, and is read where it was written.',
  },
  {
    file: 'src/ledger/entries.ts',
    line: 'const SLAB = 1 << 13;',
    original: '1',
    replacement: '2',
    proof: 'Room: an entry lies on one slab of any size from LONGEST on, and is read where it was written.',
  },
  {
    file: 'src/ledger/file/text-lines.ts',
    line: 'const STRIDE = 1 << 20;',
    original: '20',
    replacement: '21',
    proof: 'How much is read at once: lines are cut at line feeds, and what is behind the last one waits for the next block.',
  },
  {
    file: 'src/ledger/audit/importance-sum.ts',
    line:
      'const total = refused === null || implied === null ? null : parts.learned + parts.abstained + parts.awaited + ' +
      'refused + implied;',
    original: '||',
    replacement: '&&',
    proof: 'Both are null exactly where the ledger is not complete and has no end: they come from the same entry.',
  },
  {
    file: 'src/ledger/file/block.ts',
    line: 'for (let n = 0, flag = TERM; n < TERMS.length; n++, flag *= 2) {',
    original: '<',
    replacement: '<=',
    proof: 'Behind the last name is undefined, a field that no example has, and what an example does not have is passed over.',
  },
  {
    file: 'src/ledger/audit/error-tally.ts',
    line: 'if (examples > this.#next) this.#comeTo(examples, 0);',
    original: '0',
    replacement: '1',
    proof:
      'Rows are left out by ledgers of purchases alone, and of those nothing is told where `left` depends on the row (whyUncounted).',
  },
  ...['128', '65'].map((replacement) => ({
    file: 'src/ledger/file/background-ledger.ts',
    line: 'const AHEAD = 64;',
    original: '64',
    replacement,
    proof:
      'how many messages wait bounds the memory they take; messages are written one after the other in the order in ' +
      'which they were posted, so that the file is the same with any bound above 0',
  })),
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'for (let k = first; k < end; k++) if (bytes[k] === DOT) return isDigit(bytes[k + 1]);',
    original: '<',
    replacement: '<=',
    proof: 'A point behind the number is no comma, and the line is left to the general way for that.',
  },
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'return byte >= ZERO && byte <= 0x39;',
    original: '0x39',
    replacement: '58',
    proof:
      'The scanner takes no colon into a number: one at an end or behind a 0 or a point leaves NaN, or no comma behind the number.',
  },
  {
    file: 'src/losses/poisson.ts',
    line: 'if (target > p && target < minimiser) {',
    original: '>',
    replacement: '>=',
    proof: 'For target = p the function has returned.',
  },
  {
    file: 'src/losses/poisson.ts',
    line: 'if (target < p && target > minimiser) {',
    original: '<',
    replacement: '<=',
    proof: 'For target = p the function has returned.',
  },
  {
    file: 'src/losses/poisson.ts',
    line: 'if (target < p && target > minimiser) {',
    original: '>',
    replacement: '>=',
    proof: 'At the minimiser the slope is y expm1(0) = 0, and 1 / 0 comes to Infinity, as behind it; for y = 0 it is -Infinity.',
  },
  ...['const a = u > 0 ? e : 1;', 'const b = u > 0 ? 1 : e;'].map((line) => ({
    file: 'src/losses/logistic.ts',
    line,
    original: '>',
    replacement: '>=',
    proof: 'At u = 0, e = e^-0 = 1: both branches are 1.',
    times: 2,
  })),
  {
    file: 'src/losses/unit.ts',
    line: 'if (target > p && target <= y) return time(p, y - p, 1 - y, target - p, y - target);',
    original: '>',
    replacement: '>=',
    proof: 'For target = p the function has returned.',
  },
  {
    file: 'src/losses/unit.ts',
    line: 'if (target < p && target >= y) return time(1 - p, p - y, y, p - target, target - y);',
    original: '<',
    replacement: '<=',
    proof: 'For target = p the function has returned.',
  },
  {
    file: 'src/queries/floored.ts',
    line: 'return p >= 0 && p < floor ? floor : p;',
    original: '<',
    replacement: '<=',
    proof: 'At p = floor both branches are the floor.',
  },
  {
    file: 'src/queries/warmed-up.ts',
    line: 'return label !== first;',
    original: '!==',
    replacement: '===',
    proof: 'The two counts change places, and all that is asked of them is whether both are above 0.',
  },
  {
    file: 'src/specs/kinds/costs.ts',
    line: 'buildCostBuyer(spec, 2, 1);',
    original: '1',
    replacement: '0',
    proof: 'What is built is thrown away: it says whether the parts go together, for which no constructor looks at a column.',
  },
  ...(
    [
      ['exp', 'expm1', 'exponentials'],
      ['expm1', 'exp', 'exponentials'],
      ['log', 'log1p', 'logarithms'],
      ['log1p', 'log', 'logarithms'],
    ] as const
  ).map(([original, replacement, port]) => ({
    file: 'src/numerics/functions/portable.ts',
    line: `export const ${original} = chosen(Math.${original}, ${port}.${original});`,
    original,
    replacement,
    proof: '`chosen` takes no function of other values: it takes the port, which has the same bits.',
  })),
  ...[
    ['1', '2'],
    ['10', '20'],
    ['10', '11'],
  ].map(([original, replacement]) => ({
    file: 'src/ledger/audit/heaviest-labels.ts',
    line: '#importances = new Float64Array(1 << 10);',
    original,
    replacement,
    proof: 'Room: it grows where a label does not fit, and nothing beyond the count is read.',
  })),
  ...['14', '8'].map((replacement) => ({
    file: 'src/rows/sparse-rows.ts',
    line: 'for (const whole = end - 7; k < whole; k += 8) {',
    original: '7',
    replacement,
    times: 2,
    proof:
      'The loop by eights stops earlier and the loop by fours begins there: both do the same with each entry, to the same of ' +
      'four sums where there are sums, in the order of the entries.',
  })),
  {
    file: 'src/numerics/long-decimals.ts',
    line: 'const DOUBT = 2 ** -98;',
    original: '98',
    replacement: '99',
    proof: '2^-99 is more than the error, too; what is in doubt is left to Number(), which gives the nearest double as well.',
  },
  {
    file: 'src/reductions/block-learner.ts',
    line: 'const move = q > 0 ? this.update(this.loss, p, y, saturate(h * q), h) : 0;',
    original: '>',
    replacement: '>=',
    proof: 'In no time an update moves by 0 (laws of updates), and no q is below 0.',
  },
  {
    file: 'src/specs/build.ts',
    line: 'rows: new SparseRows(new Uint32Array(1), new Uint32Array(), new Float32Array(), 1),',
    original: '1',
    replacement: '2',
    times: 2,
    proof:
      'What is built for no pool says whether its parts go together, and is thrown away: nothing is asked of a row or column.',
  },
  {
    file: 'src/reductions/pairwise-ranking.ts',
    line: '#difference = new DifferenceRow(0, 0);',
    original: '0',
    replacement: '1',
    times: 2,
    proof: 'No rows are known before the first, and with them another takes its place.',
  },
  {
    file: 'src/reductions/outlook.ts',
    line: 'return { predicted: 0, margin: 0, importance: 0, sensitivity: 0 };',
    original: '0',
    replacement: '1',
    times: 4,
    proof: '`look` overwrites what its depth has, and of another depth nothing is read.',
  },
  ...(
    [
      ['const PLACES = 512;', '512', '1024'],
      ['const PLACES = 512;', '512', '513'],
      ['const at = k & (PLACES - 1);', '1', '2'],
    ] as const
  ).map(([line, original, replacement]) => ({
    file: 'src/queries/log-of-count.ts',
    line,
    original,
    replacement,
    proof: 'Other places within the arrays: more or fewer logarithms are remembered, each beside the count that it is of.',
  })),
  {
    file: 'src/streams/stopping/stopping.ts',
    line: 'return this.#rest <= 0 && this.#look();',
    original: '0',
    replacement: '1',
    proof:
      'Looks one row earlier, where the goal is still out of reach by what the last look said; rows are told in the same order.',
  },
  ...['4', '3'].map((replacement) => ({
    file: 'src/statistics/curves/saving-factor.ts',
    line: 'const seeds = differences[0]?.length ?? 2;',
    original: '2',
    replacement,
    proof: 'Without a difference there is no point, and of no point nothing is computed.',
  })),
  ...['0', '2'].map((replacement) => ({
    file: 'src/queries/rule-recipe.ts',
    line: 'const { weighting, whenImplied, unbiased } = scalarRule(name, declared.reads, () => 1);',
    original: '1',
    replacement,
    proof: 'The rule is made for what it says of itself; its probability is never asked for.',
  })),
  {
    file: 'src/statistics/comparisons/wilcoxon.ts',
    line: 'while (to < order.length && sizes[order[to]] === sizes[order[from]]) to++;',
    original: '<',
    replacement: '<=',
    proof: 'Behind the last place there is no size, and undefined is not equal to a number.',
  },
  ...['4', '3'].flatMap((replacement) =>
    [
      ['src/reductions/pairwise-ranking.ts', 'const length = 2 * count;'],
      ['src/learners/scaled.ts', 'if (entries > this.#shown.values.length) this.#shown = rowFor(2 * entries, rows.columns);'],
    ].map(([file, line]) => ({
      file,
      line,
      original: '2',
      replacement,
      proof: 'Room alone: at least what is needed in any case, and nothing beyond that is read.',
    })),
  ),
  {
    file: 'src/reductions/base.ts',
    line: 'for (let k = 1; k < numbers.length; k++) if (numbers[k] > numbers[best]) best = k;',
    original: '1',
    replacement: '0',
    proof: 'No number is above itself.',
  },
  {
    file: 'src/reductions/base.ts',
    line: 'for (let k = 1; k < numbers.length; k++) if (numbers[k] < numbers[best]) best = k;',
    original: '1',
    replacement: '0',
    proof: 'No number is below itself.',
  },
  {
    file: 'src/ledger/file/ledger-file.ts',
    line: 'isTerminated: true,',
    original: 'true',
    replacement: 'false',
    proof: '`continueLedger` alone reads it, from what was found in the file; this one is made behind that.',
  },
  {
    file: 'src/queries/warmed-up.ts',
    line: 'else if (isOther(label)) positives++;',
    original: 'isOther(label)',
    replacement: '!(isOther(label))',
    proof: 'The two counts change places, and all that is asked of them is whether both are above 0.',
  },
  ...[
    ['*', '/'],
    ['256', '512'],
    ['256', '257'],
  ].map(([original, replacement]) => ({
    file: 'src/optimizers/blocks/directions.ts',
    line: 'this.#values = new Float64Array(256 * stride);',
    original,
    replacement,
    proof: 'Room: `reserve` grows it where a row needs more, and nothing beyond the row is read.',
  })),
  ...[
    ['>', '>='],
    ['2', '4'],
    ['2', '3'],
  ].map(([original, replacement]) => ({
    file: 'src/optimizers/blocks/directions.ts',
    line: 'if (needed > this.#values.length) this.#values = new Float64Array(2 * needed);',
    original,
    replacement,
    proof: 'Room alone: at least what is needed in any case, and what it held is lost by contract.',
  })),
  {
    file: 'src/rows/selection/select-rows.ts',
    line: 'for (let i = 0; i < chosen.length; i++) offsets[i + 1] = offsets[i] + rows.offsets[chosen[i] + 1] - rows.offsets[chosen[i]];',
    original: '<',
    replacement: '<=',
    proof: 'Writes behind the end of a typed array, which takes nothing there.',
  },
  ...['#scores = new Float64Array(64);', '#relevances = new Float64Array(64);', '#places = new Uint32Array(64);'].flatMap(
    (line) =>
      ['128', '65'].map((replacement) => ({
        file: 'src/reductions/pairwise-ranking.ts',
        line,
        original: '64',
        replacement,
        proof: 'Room: it grows where a query has more rows, and nothing beyond them is read.',
      })),
  ),
  ...[
    ['1', '2'],
    ['1', '0'],
  ].map(([original, replacement]) => ({
    file: 'src/ledger/file/text-lines.ts',
    line: 'const stride = Math.min(STRIDE, fstatSync(descriptor).size + 1);',
    original,
    replacement,
    proof: 'How much is read at once: lines are cut at line feeds, and what is behind the last one waits for the next block.',
  })),
  {
    file: 'src/ledger/file/text-lines.ts',
    line: 'const STRIDE = 1 << 20;',
    original: '1',
    replacement: '2',
    proof: 'How much is read at once: lines are cut at line feeds, and what is behind the last one waits for the next block.',
  },
  ...[
    ['*', '/'],
    ['2', '4'],
    ['2', '3'],
  ].map(([original, replacement]) => ({
    file: 'src/ledger/file/text-lines.ts',
    line: 'let memory = Buffer.allocUnsafe(2 * stride);',
    original,
    replacement,
    proof: 'Room: it is made anew, at least as large as needed, where it does not hold what is left and the next block.',
  })),
  {
    file: 'src/reductions/bracket.ts',
    line: 'for (let k = 1; k < this.count; k++) if (costs[this.entrants[k]] !== costs[this.entrants[0]]) return false;',
    original: '<',
    replacement: '<=',
    proof: 'Says when work is saved: pairs of equal costs weigh nothing, and what weighs nothing teaches nothing.',
  },
  ...[
    ['12', '24'],
    ['12', '13'],
    ['1', '2'],
  ].map(([original, replacement]) => ({
    file: 'src/ledger/row-set.ts',
    line: 'const PAGE = 1 << 12;',
    original,
    replacement,
    proof: 'Room: every row has a bit of its own on a page of any size that is a multiple of 32.',
  })),
  {
    file: 'src/rows/building/growing-entries.ts',
    line: 'const further = Math.min(most, Math.max(least, had + STEP));',
    original: '+',
    replacement: '-',
    proof: 'Room alone: at least what is needed in any case, and what it held is kept.',
  },
  ...(
    [
      ['src/optimizers/blocks/interleaved.ts', 'this.size'],
      ['src/optimizers/blocks/gradient-descent.ts', 'size'],
    ] as const
  ).map(([file, size]) => ({
    file,
    line: `for (let m = 0; m < ${size}; m++) {`,
    original: '<',
    replacement: '<=',
    proof:
      'Behind the last member the typed array of importances holds undefined, which is not above 0; those of margins, step sizes ' +
      'and sensitivities take nothing there.',
  })),
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'let word = 0;',
    original: '0',
    replacement: '1',
    proof: 'Eight digits shift it by 32, out of the word.',
  },
  ...(
    [
      ['3', '6'],
      ['3', '4'],
      ['16', '32'],
    ] as const
  ).map(([original, replacement]) => ({
    file: 'src/ledger/entries.ts',
    line: 'const [NOTHING_LEARNED, POSITIVE, NEGATIVE, ONE_COST, OWN_GAP] = [1, 2, 4, 8, 16].map((bit) => bit << (KIND + 3));',
    original,
    replacement,
    proof:
      'Five bits of 32 that nothing else of a head has, 10 above the 22 of fields and outcome being free, and heads are not stored.',
  })),
  ...['64', '33'].map((replacement) => ({
    file: 'src/ledger/entries.ts',
    line: 'const LONGEST = 32;',
    original: '32',
    replacement,
    proof: 'Room: a slab ends a little earlier, and an entry is read where it was written.',
  })),
  {
    file: 'src/learners/linear.ts',
    line: 'const isKnown = margin !== undefined && !moved && this.#low < margin && margin < this.#high;',
    original: '<',
    replacement: '>',
    proof: 'A margin that was returned is never outside of the domain: it is asked for again, and is the same by contract.',
    times: 2,
  },
  {
    file: 'src/rows/building/row-buffer.ts',
    line: 'if (at > 0 && index <= this.indices[at - 1]) this.#ascending = false;',
    original: '>',
    replacement: '>=',
    proof: 'Before the first place the typed array holds undefined, and no index is at most that.',
  },
  {
    file: 'src/statistics/certificates/coin-martingale.ts',
    line: 'if (size <= 1 && p > this.#needed) return false;',
    original: '1',
    replacement: '0',
    proof: 'Says when work is saved: what is behind it compares exactly, and says the same of a row that retires nothing.',
  },
  {
    file: 'src/ledger/file/example-line.ts',
    line: 'if (place === undefined || found & (1 << place)) return false;',
    original: '1',
    replacement: '2',
    proof:
      'What is left to the general way comes to the same entry; of a name that stands twice both take the number that ' +
      'stands last, as JSON does.',
  },
  {
    file: 'src/learners/scaled.ts',
    line: 'return new SparseRows(new Uint32Array(2), new Uint32Array(entries), new Float32Array(entries), columns, new Float64Array(1));',
    original: '1',
    replacement: '2',
    proof: 'Room: there is one row, and one squared norm of it is read.',
  },
  ...['6', '4'].map((replacement) => ({
    file: 'src/statistics/error-tally.ts',
    line: 'const [weighted, variance, wrong] = this.#cells.subarray(at, at + 3);',
    original: '3',
    replacement,
    proof: 'The first three are taken, and there are no fewer.',
  })),
  {
    file: 'src/rows/kernels/interleaved.ts',
    line: 'for (; m + TILE <= size; m += TILE) {',
    original: '+',
    replacement: '-',
    proof:
      'More tiles: members that are there come to what memberDot adds up, in its order; the others are written behind ' +
      'the end of `out`, which has one number a member.',
  },
  ...['8', '5'].map((replacement) => ({
    file: 'src/ledger/entries.ts',
    line: 'this.#models = withRoom(this.#models, last + 4);',
    original: '4',
    replacement,
    proof: 'Room: two numbers are written behind the last two, and what is behind them is never read before it is written.',
  })),
  {
    file: 'src/numerics/long-decimals.ts',
    line: 'if (exponent > 0 || exponent < -MOST) return undefined;',
    original: '0',
    replacement: '1',
    proof: NO_POWER,
  },
  ...['src/specs/kinds/active-classes.ts', 'src/specs/build.ts'].map((file) => ({
    file,
    line: '...(start !== undefined && start.known.size > 0 && { known: start.known }),',
    original: '>',
    replacement: '>=',
    proof:
      'A learner asks its known labels for that of a row, and nothing else of them: no label is found in none, as where there are none.',
  })),
  {
    file: 'src/rows/difference.ts',
    line: 'new Uint32Array(2),',
    original: '2',
    replacement: '3',
    proof: 'Room: the offsets of row 0 are the first two, and no other row is read.',
  },
  {
    file: 'src/rows/difference.ts',
    line: 'new Float64Array(1),',
    original: '1',
    replacement: '2',
    proof: 'Room: row 0 alone is read.',
  },
  {
    file: 'src/rows/smaller-class.ts',
    line: 'const importance = importances === undefined ? 1 : importances[i];',
    original: '1',
    replacement: '2',
    proof: 'A factor that all rows have in common falls out of the share, and doubling is exact.',
  },
  {
    file: 'src/statistics/curves/auc.ts',
    line: "tied[isPositive[order[to]] ? 'positive' : 'negative'] += importances?.[order[to]] ?? 1;",
    original: '1',
    replacement: '2',
    proof: 'A factor that all rows have in common falls out of the share, and doubling is exact.',
  },
  {
    file: 'src/statistics/comparisons/holm.ts',
    line: 'const adjusted = new Array<number>(probabilities.length).fill(0);',
    original: '0',
    replacement: '1',
    proof: 'Every one is overwritten: `order` has them all.',
  },
  {
    file: 'src/streams/measures/band-meter.ts',
    line: '#size = 0;',
    original: '0',
    replacement: '1',
    proof: 'Read only where there is a row, which overwrites it.',
  },
  {
    file: 'src/streams/active-class-learner.ts',
    line: 'return learner.weightsOf?.(prediction - 1) ?? new Float64Array(learner.learner.block.weights(0).length);',
    original: '0',
    replacement: '1',
    proof: 'The weights of all members have one length, and two classes are two members at least.',
  },
  {
    file: 'src/reductions/cost-sensitive.ts',
    line: 'for (let k = 0; k < out.length; k++) out[k] = -out[k];',
    original: '<',
    replacement: '<=',
    proof: 'Behind its end a typed array takes nothing.',
  },
  {
    file: 'src/reductions/bracket.ts',
    line: 'for (let k = 1; k < this.count; k++) if (costs[this.entrants[k]] !== costs[this.entrants[0]]) return false;',
    original: '1',
    replacement: '0',
    proof: 'The first entrant costs what the first entrant costs.',
  },
  {
    file: 'src/numerics/display.ts',
    line: "return `${difference < 0 && shown !== '0.00' ? '-' : '+'}${shown}`;",
    original: '<',
    replacement: '<=',
    proof: 'A difference of 0 is shown as 0.00, whose sign is + in any case.',
  },
  {
    file: 'src/rows/building/growing-entries.ts',
    line: 'for (const buffer of buffers) if (buffer.byteLength < NUMBER * length) buffer.grow(NUMBER * length);',
    original: '<',
    replacement: '<=',
    proof: 'A buffer that grows to the length it has stays as it is.',
  },
  {
    file: 'src/ledger/replay/labels-left.ts',
    line: 'const ONE_ROW = new SparseRows(new Uint32Array(2), new Uint32Array(), new Float32Array(), 1);',
    original: '2',
    replacement: '3',
    proof: 'The price of row 0 is asked for and no other, and prices that differ have left before.',
  },
  ...['0', '2'].map((replacement) => ({
    file: 'src/specs/parts/shapes.ts',
    line: "return { newLearner, random: randomStream(1, 'rule') };",
    original: '1',
    replacement,
    proof: 'Which numbers a rule draws is nothing of its shape, and the laws of own parts hold for all.',
  })),
  {
    file: 'src/statistics/certificates/certified-count.ts',
    line: '#bound = 0;',
    original: '0',
    replacement: '1',
    proof: 'Read only where it is known, and `watchedUpper` sets it before it says so.',
  },
  {
    file: 'src/statistics/certificates/certified-count.ts',
    line: '#alpha = 0;',
    original: '0',
    replacement: '1',
    proof: 'Compared only where the bound is known, and `watchedUpper` sets it before it says so.',
  },
  {
    file: 'src/ledger/entries.ts',
    line: '(head & OWN_GAP ? 1 << GAP : 0)',
    original: '1',
    replacement: '0',
    proof: 'The gap is kept as a number then, and told by the head all the same: both are one value.',
  },
];

/** Whether the mutant is in the list. */
export function isEquivalent(mutant: Mutant): boolean {
  return equivalents.some((known) => isMeant(known, mutant));
}

/** Whether this entry of the list is about this mutant. */
export function isMeant(known: Equivalent, { file, text, before, original, replacement }: Mutant): boolean {
  return (
    known.file === file &&
    known.line === text &&
    known.original === original &&
    known.replacement === replacement &&
    before.endsWith(known.after ?? '')
  );
}
