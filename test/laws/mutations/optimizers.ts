/** Wrong formulas and forgotten caches of optimizers, planted one at a time. */
import { randomStream } from '../../../src/numerics/random.ts';
import type { optimizers } from '../../../src/optimizers/index.ts';
import type { OptimizerFactory } from '../../../src/optimizers/optimizer.ts';
import { denseReferences, worstGap } from '../../support/references/dense-optimizers.ts';
import type { Mutation, World } from '../../support/mutation.ts';
import { optimizerLaws, sampleRows } from '../../../src/laws/optimizer-laws.ts';
import { settingsOf } from '../../support/laws/optimizer-settings.ts';

const mutations: readonly Mutation[] = [
  {
    wrong: "AdaGrad's overflow is foretold as a step",
    file: 'optimizers/ada-grad.ts',
    find: 'unlessInfinite(this.pace.ahead() * sum, total)',
    replace: 'this.pace.ahead() * sum',
  },
  {
    wrong: "AdaGrad's overflow is prepared as a step",
    file: 'optimizers/ada-grad.ts',
    find: 'unlessInfinite(this.eta * sum, total)',
    replace: 'this.eta * sum',
  },
  {
    wrong: 'AdaGrad: importance squared in G',
    file: 'optimizers/ada-grad.ts',
    find: 'h * (gradient * gradient)',
    replace: 'h * h * (gradient * gradient)',
  },
  {
    wrong: "NAG's overflow is a step",
    file: 'optimizers/normalized-adaptive.ts',
    find: 'unlessInfinite(this.eta * sum, total)',
    replace: 'this.eta * sum',
  },
  {
    wrong: "the pace's memory after beginPass",
    file: 'optimizers/bases/pace.ts',
    find: 'this.#aheadOf = -1;',
    replace: '',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'the pace looks ahead to the mass it has',
    file: 'optimizers/bases/pace.ts',
    find: 'this.#eta(this.#mass + 1)',
    replace: 'this.#eta(this.#mass)',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'a pass without a decay',
    file: 'optimizers/bases/schedule.ts',
    find: 'eta0 * pow(decay, pass)',
    replace: 'eta0 * decay',
    shows: ['gradient-descent'],
  },
  {
    wrong: 'last dot without its row',
    file: 'optimizers/bases/last-dot.ts',
    find: 'rows === this.#rows && i === this.#i',
    replace: 'rows === this.#rows',
    shows: ['rda', 'implicit-ftrl'],
  },
  {
    wrong: 'last dot without its rows',
    file: 'optimizers/bases/last-dot.ts',
    find: 'rows === this.#rows && i === this.#i',
    replace: 'this.#rows !== undefined && i === this.#i',
    shows: ['implicit-ftrl'],
  },
  {
    wrong: 'last dot is kept over a step',
    file: 'optimizers/bases/last-dot.ts',
    find: 'this.#rows = undefined;',
    replace: '',
    shows: ['implicit-ftrl'],
  },
  {
    wrong: 'NG: the old scale after the row that raised it',
    file: 'optimizers/bases/scales.ts',
    find: 's[j] = size;',
    replace: '',
    shows: ['normalized'],
  },
  {
    wrong: 'NG: weights are not rescaled',
    file: 'optimizers/bases/scales.ts',
    find: 'w[j] *= this.raise(s[j] / size)',
    replace: 'w[j] *= 1',
    shows: ['normalized'],
  },
  {
    wrong: 'NAG: the correction upside down',
    file: 'optimizers/bases/scales.ts',
    find: 'mass / squares',
    replace: 'squares / mass',
    shows: ['normalized-adaptive'],
  },
  {
    wrong: 'averaged: the drift of the mass with this example',
    file: 'optimizers/averaged.ts',
    find: 'this.#averagedBefore * this.eta * u',
    replace: 'this.#averagedMass() * this.eta * u',
  },
  { wrong: 'FOBOS: shrinks without the importance', file: 'optimizers/fobos.ts', find: 'h * this.eta', replace: 'this.eta' },
  {
    wrong: 'truncated gradient: one example too late',
    file: 'optimizers/truncated-gradient.ts',
    find: 'this.#sinceLast < this.#every',
    replace: 'this.#sinceLast <= this.#every',
  },
  {
    wrong: 'truncated gradient: pulls across nothing that is large',
    file: 'optimizers/bases/shrinking-weights.ts',
    find: 'Math.abs(v) > ceiling',
    replace: 'Math.abs(v) < ceiling',
    shows: ['truncated-gradient'],
  },
  {
    wrong: 'FTRL-Proximal: sigma without alpha',
    file: 'optimizers/ftrl-proximal.ts',
    find: '(root - Math.sqrt(n[j])) / alpha',
    replace: '(root - Math.sqrt(n[j]))',
  },
  {
    wrong: 'RDA: the dead zone of the mean for the sum',
    file: 'optimizers/rda.ts',
    find: 'if (dead === 0) return',
    replace: 'if (dead < 1e300) return',
  },
  {
    wrong: 'RDA: the regulariser grows with t',
    file: 'optimizers/rda.ts',
    find: 'this.#gamma * Math.sqrt(mass)',
    replace: 'this.#gamma * mass',
  },
  {
    wrong: 'implicit FTRL: an overflow of lambda is a step of nothing',
    file: 'optimizers/implicit-ftrl.ts',
    find: 'grown === Infinity ? NaN : ',
    replace: '',
    shows: ['implicit-ftrl-adaptive'],
  },
  {
    wrong: 'a long row is pushed without its last entries',
    file: 'optimizers/bases/direction.ts',
    find: 'for (; k < entries; k++)',
    replace: 'for (; k < entries - 1; k++)',
    shows: ['ada-grad'],
  },
];

export const optimizerMutations: World = {
  name: 'optimizers',
  folders: ['numerics', 'files', 'rows', 'optimizers'],
  mutations,
  async judge(load, names) {
    const registry = ((await load('optimizers/index.js')) as { optimizers: typeof optimizers }).optimizers;
    for (const name of names as (keyof typeof optimizers)[]) {
      for (const setting of settingsOf(registry, [name])) {
        for (const [title, law] of Object.entries(optimizerLaws)) {
          const random = randomStream(1, `${title} of ${setting.name}`);
          for (let run = 0; run < 30; run++) {
            const found = law(setting, sampleRows(random, 8, 4), random);
            if (found !== undefined) return `${title}: ${found}`;
          }
        }
      }
      for (const [title, of, given, reference] of denseReferences) {
        if (of !== name) continue;
        const gap = worstGap((registry[name] as (given: unknown) => OptimizerFactory)(given), reference());
        if (!(gap < 1e-12)) return `dense ${title}: off by ${gap}`;
      }
    }
    return undefined;
  },
};
