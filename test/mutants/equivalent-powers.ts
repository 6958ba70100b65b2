/** Equivalent mutants of numerics/functions/pow.ts: line, original, replacement and proof. */
const TABLES = 'Room: no more of it is written or read.';
const SHIFTED_OUT = 'It changes bits that the shift drops, or shifts by 32 more, which JavaScript takes for the same.';
const FINITE_ANYWAY = '|y log2 x| is above 2900 there: the general way ends in Infinity or 0 too.';
const ROUNDS_TO_ZERO =
  'The general way rounds once, in the last product, and ties to the even 0: it comes to 0 exactly where this line does.';

export const powerMutants: readonly (readonly [line: string, original: string, replacement: string, proof: string])[] = [
  ['if (y === 0) return 1;', '0', '1', 'What comes next gives 1 for y = 0 and any x.'],
  [
    'if (y === 0.5 && x >= 0) return x === 0 ? 0 : Math.sqrt(x);',
    '>=',
    '>',
    'A zero of either sign to the power 0.5 is 0 by IEEE 754 too.',
  ],
  [
    'if (x < 0 && x > -Infinity && Number.isInteger(y)) return y % 2 === 0 ? pow(-x, y) : -pow(-x, y);',
    '>',
    '>=',
    'Powers of -Infinity have the size of those of Infinity and the sign of an odd or even y, by IEEE 754.',
  ],
  ['const LOG = new Float64Array(2);', '2', '4', TABLES],
  ['const LOG = new Float64Array(2);', '2', '3', TABLES],
  ['if (word < 0x3fefffff || (size > 0x43f00000 && x < 1)) return y < 0 ? Infinity : 0;', '>', '>=', FINITE_ANYWAY],
  ['if (word > 0x3ff00000 || size > 0x43f00000) return y > 0 ? Infinity : 0;', '0x3ff00000', '1072693249', FINITE_ANYWAY],
  ['if (word > 0x3ff00000 || size > 0x43f00000) return y > 0 ? Infinity : 0;', '0x43f00000', '2279604224', FINITE_ANYWAY],
  ['if (word > 0x3ff00000 || size > 0x43f00000) return y > 0 ? Infinity : 0;', '0x43f00000', '1139802113', FINITE_ANYWAY],
  ['const isNormal = x >= SMALLEST_NORMAL;', '>=', '>', 'Scaling by 2^53 and taking 53 from the exponent is exact.'],
  ['if (z < -1075 || (z === -1075 && low <= z - high)) return 0;', '<=', '<', ROUNDS_TO_ZERO],
  ['if (z < -1075 || (z === -1075 && low <= z - high)) return 0;', '-', '+', ROUNDS_TO_ZERO],
  ['const k = ((rounded & 0x7fffffff) >> 20) - 0x3ff;', '0x7fffffff', '4294967294', SHIFTED_OUT],
  ['rest -= withHighWord(0, rounded & ~(0xfffff >> k));', '0', '1', 'The low words of 0 and of 1 are both 0.'],
  ['n = ((rounded & 0xfffff) | 0x100000) >> (20 - k);', '0xfffff', '2097150', SHIFTED_OUT],
  ['n = ((rounded & 0xfffff) | 0x100000) >> (20 - k);', '0x100000', '1048577', SHIFTED_OUT],
  ['if (j < 0) n = -n;', '<', '<=', '|z| is above a half here, and the high word of such a number is neither 0 nor 1.'],
  ['if (j < 0) n = -n;', '0', '1', '|z| is above a half here, and the high word of such a number is neither 0 nor 1.'],
  [
    'return exponent >> 20 > 0 ? withHighWord(result, exponent) : withHighWord(result, exponent + (54 << 20)) * TWO_MINUS_54;',
    '0',
    '1',
    'Scaling by 2^54 and back is exact for a normal number.',
  ],
];
