import js from '@eslint/js';
import tseslint from 'typescript-eslint';

const CODE = ['src/**/*.ts', 'experiments/**/*.ts'];

const POWER = {
  selector:
    "BinaryExpression[operator='**']:not([right.value=2]):not([left.value=2]), " +
    "BinaryExpression[operator='**'][right.type='BinaryExpression'], AssignmentExpression[operator='**=']",
  message: 'Take pow of numerics/pow.ts: engines differ in the last digit of all but squares and whole powers of two.',
};

const LOGARITHM = {
  selector: "MemberExpression[object.name='Math'][property.name=/^(exp|expm1|log|log1p)$/]",
  message: 'Take it of numerics/portable.ts: engines differ in the last digit.',
};

const NUMBER_FOR_PEOPLE = {
  selector: 'MemberExpression[property.name=/^(toFixed|toPrecision|toExponential|toLocaleString)$/]',
  message: 'Take a function of numerics/display.ts: numbers for people are written there, the same everywhere.',
};

export default tseslint.config(
  { ignores: ['dist/', 'node_modules/', 'reports/', 'vendor/', 'coverage/', 'datasets/cache/', 'docs/site/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.strictTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: './test/tsconfig.json', tsconfigRootDir: new URL('..', import.meta.url).pathname },
    },
    rules: {
      // Numbers are what this project prints; a template literal is the plainest way.
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
      // Typed-array elements are read inside checked bounds in the kernels.
      '@typescript-eslint/no-non-null-assertion': 'off',
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_' }],
      'no-restricted-properties': [
        'error',
        {
          object: 'Math',
          property: 'random',
          message: 'Take a RandomStream instead: randomness is handed over, never reached for.',
        },
        { object: 'Math', property: 'pow', message: 'Take pow of numerics/pow.ts: engines differ in the last digit.' },
      ],
    },
  },
  { files: CODE, rules: { 'no-restricted-syntax': ['error', POWER, LOGARITHM, NUMBER_FOR_PEOPLE] } },
  // A report of experiments/ is one list of claims and figures, as long as they are many.
  {
    files: ['src/**/*.ts'],
    rules: { 'max-lines-per-function': ['error', { max: 61, skipBlankLines: true, skipComments: true }] },
  },
  // One loop that calls nothing.
  { files: ['src/data/readers/pairs.ts', 'src/rows/kernels/interleaved.ts'], rules: { 'max-lines-per-function': 'off' } },
  // The one place where numbers are written, and what reads as Vowpal Wabbit writes it.
  { files: ['src/numerics/display.ts', 'src/cli/vw/*.ts'], rules: { 'no-restricted-syntax': ['error', POWER, LOGARITHM] } },
  { files: ['src/numerics/portable.ts'], rules: { 'no-restricted-syntax': ['error', POWER, NUMBER_FOR_PEOPLE] } },
  { files: ['.config/*.js'], languageOptions: { globals: { URL: 'readonly', process: 'readonly' } } },
);
