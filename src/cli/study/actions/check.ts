import { plural } from '../../../numerics/display.ts';
import { foldersOf, sizeOf, studyNamed } from '../studies.ts';
import type { Action } from './action.ts';

/** `iwal study check`: everything that can be wrong with a study, found before it runs. */
export const check: Action = {
  summary: 'look for faults before it runs',
  takes: 'a study',
  options: ['full', 'seeds', 'data-dir'],
  async run(subject, options, session) {
    const { DataSource } = await import('../../../studies/data/data-source.ts');
    const { loadData } = await import('../../../studies/data/load-data.ts');
    const { withoutSets } = await import('../../../studies/data/load-data.ts');
    const { planCells, requireFittingCells } = await import('../../../studies/run/plan.ts');
    const { UsageError } = await import('../../terminal/failure.ts');
    const named = await studyNamed(subject, session);
    const { study } = named;
    const size = sizeOf(named, options.full);
    const seeds = options.seeds ?? study.seeds[size];
    const { signal, note } = session;
    const source = new DataSource({ ...(await foldersOf(options['data-dir'])), note, signal });
    const datasets = study.datasets(size, seeds);
    const states = new Map(datasets.map((dataset) => [dataset.name, dataset.state?.(source) ?? 'here']));
    const { splits, missing } = await session.unlessInterrupted(
      loadData(
        datasets.filter(({ name }) => states.get(name) === 'here'),
        source,
        signal,
      ),
    );
    const absent = datasets.filter(({ name }) => missing.includes(name) || states.get(name) === 'missing');
    const without = absent.length === 0 ? [] : [withoutSets(study, { size, seeds }, absent)];
    const present = datasets.filter((dataset) => !absent.includes(dataset)).map(({ name }) => name);
    const cells = planCells(study, size, present, seeds);
    if (cells.length === 0) throw new UsageError(`${subject}: it has no cells`);
    requireFittingCells(
      cells.filter(({ dataset }) => dataset === undefined || splits.has(dataset)),
      splits,
    );
    session.print(`${study.id}: ${plural(cells.length, 'cell')}, no fault found`);
    without.forEach(session.print);
  },
};
