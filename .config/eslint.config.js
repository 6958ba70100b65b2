import js from '@eslint/js';
import tseslint from 'typescript-eslint';

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
        { object: 'Math', property: 'pow', message: 'Take pow of numerics/functions/pow.ts: engines differ in the last digit.' },
      ],
    },
  },
  {
    files: ['src/**/*.ts', 'experiments/**/*.ts'],
    ignores: ['src/numerics/functions/portable.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[object.name='Math'][property.name=/^(exp|expm1|log|log1p)$/]",
          message: 'Take it of numerics/functions/portable.ts: engines differ in the last digit.',
        },
        {
          selector:
            "BinaryExpression[operator='**']:not([right.value=2]):not([left.value=2]), BinaryExpression[operator='**'][right.type='BinaryExpression'], AssignmentExpression[operator='**=']",
          message:
            'Take pow of numerics/functions/pow.ts: engines differ in the last digit of all but squares and whole powers of two.',
        },
      ],
    },
  },
  { files: ['.config/*.js'], languageOptions: { globals: { URL: 'readonly', process: 'readonly' } } },
);
