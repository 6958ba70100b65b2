/** Equivalent mutants of numerics/functions/exp.ts and log.ts. */
const SAME_BITS = 'At that one size both ways give the same bits, with either sign (computed).';
const TO_THE_LAST_DIGIT =
  'The general way gives the same there: what the short one leaves out is below half a unit in the last place.';
const ONE_ROUNDS = 'Of the two products by powers of two one rounds, as the single product does.';
const APART = 'The two differences add up to 0xa3d7: they are never both 0 or 1.';

type Row = readonly [
  file: 'exp' | 'log',
  line: string,
  original: string,
  replacement: string,
  proof: string,
  /** How many look the same and are meant; or what stands before the one that is. */
  which?: number | string,
];

const SMALLEST = 'const SMALLEST = -7.4513321910194110842e2;';
const TINIEST = 'const TINIEST = 2 ** -54;';
const FAR = 'const FAR = 38.81622314453125;';
const OVERFLOW = 'if (n < -1021) return y * powerOfTwo(n + 1000) * powerOfTwo(-1000);';
const HALVES = 'if (size < THREE_HALVES_LN2) return x > 0 ? 1 : -1;';
const LOG1P_ENDS = 'if (!(x > -1 && x < Infinity)) return x > 0 ? x : x === -1 ? -Infinity : NaN;';
const LOG_ENDS = 'if (!(x > 0 && x < Infinity)) return x > 0 ? x : x === 0 ? -Infinity : NaN;';
const LOST = 'const lost = isHuge ? 0 : (exponent > 0 ? 1 - (u - x) : x - (u - 1)) / u;';
const BELOW_OR_INFINITE = 'x is below the least of the domain there, or Infinity.';
const LOG1P_TINY = 'if (size < powerOfTwo(-29)) return size < powerOfTwo(-54) ? x : x - x * x * 0.5;';
const LOG1P_NEAR = 'if (x > SMALLEST_NEAR && x < LARGEST_NEAR) {';
const LOG_SIDES = 'if (((fraction - 0x6147a) | (0x6b851 - fraction)) > 0) {';
const LOG1P_POWER = 'if (f === 0) return n * LN2_HIGH + (lost + n * LN2_LOW);';

export const portMutants: readonly Row[] = [
  ['exp', SMALLEST, '7.4513321910194110842e2', '752.5845512929606', TO_THE_LAST_DIGIT],
  ['exp', TINIEST, '**', '*', TO_THE_LAST_DIGIT],
  ['exp', TINIEST, '2', '4', TO_THE_LAST_DIGIT],
  ['exp', TINIEST, '2', '3', TO_THE_LAST_DIGIT],
  ['exp', TINIEST, '54', '108', TO_THE_LAST_DIGIT],
  ['exp', TINIEST, '54', '55', TO_THE_LAST_DIGIT],
  ['exp', 'if (!(x <= LARGEST)) return x > LARGEST ? Infinity : NaN;', '>', '>=', 'What equals it is not there.', 2],
  ['exp', 'if (size < HALF_LN2) {', '<', '<=', SAME_BITS, 2],
  ['exp', 'if (size < TINY) return 1 + x;', '<', '<=', SAME_BITS],
  ['exp', OVERFLOW, '<', '<=', ONE_ROUNDS],
  ['exp', OVERFLOW, '1021', '1022', ONE_ROUNDS],
  ['exp', HALVES, '<', '<=', SAME_BITS],
  ['exp', HALVES, '>', '>=', '0 has left before.'],
  ['exp', 'return (INVERSE_LN2 * x + (x > 0 ? 0.5 : -0.5)) | 0;', '>', '>=', '0 has left before.'],
  ['exp', FAR, '38.81622314453125', '77.6324462890625', TO_THE_LAST_DIGIT],
  ['exp', FAR, '38.81622314453125', '39.204385375976564', TO_THE_LAST_DIGIT],
  ['exp', 'if (x <= -FAR) return -1;', '<=', '<', TO_THE_LAST_DIGIT],
  ['exp', 'if (size < TINIEST) return x;', '<', '<=', TO_THE_LAST_DIGIT],
  ['exp', 'if (n === -1) return 0.5 * (r - e) - 0.5;', '1', '0', 'The last line halves twice this sum, and doubling is exact.'],
  ['log', 'if (word < UNIT) {', '<', '<=', 'Scaling by 2^54 and taking 54 from the exponent is exact.'],
  ['log', LOG_SIDES, '>', '>=', APART],
  ['log', LOG_SIDES, '0', '1', APART],
  ['log', LOG1P_ENDS, '<', '<=', 'The general way gives Infinity for Infinity.'],
  ['log', LOG1P_TINY, '<', '<=', SAME_BITS, 2],
  ['log', LOG1P_TINY, '54', '108', TO_THE_LAST_DIGIT],
  ['log', LOG1P_TINY, '54', '55', TO_THE_LAST_DIGIT],
  ['log', LOG1P_NEAR, '>', '>=', SAME_BITS],
  ['log', LOG1P_NEAR, '<', '<=', SAME_BITS],
  ['log', 'const isHuge = x >= powerOfTwo(53);', '>=', '>', SAME_BITS],
  ['log', LOG1P_POWER, '0', '1', 'f is below 1/2, and of the general way this sum is left where f is 0.'],
  ['exp', 'return (INVERSE_LN2 * x + (x > 0 ? 0.5 : -0.5)) | 0;', '0', '1', '|x| is above 1 there.', '(x > '],
  ['log', LOG_ENDS, '0', '1', BELOW_OR_INFINITE, 'return x > '],
  ['log', LOG1P_ENDS, '0', '1', BELOW_OR_INFINITE, 'return x > '],
  ['log', LOG1P_ENDS, '>', '>=', BELOW_OR_INFINITE, 'return x '],
  ['log', LOST, '0', '1', 'For u in [2, 4) all of these differences are exact.', 'exponent > '],
];
