import type { Command } from '../syntax/command.ts';
import type { Syntax } from '../syntax/option.ts';
import { UsageError } from '../terminal/failure.ts';
import type { Session } from '../terminal/session.ts';
import { type ParsedVw, parseVw, vwOptions } from './options.ts';

const syntax: Syntax = {
  name: 'vw',
  usage: '<options..>',
  summary: 'Run a Vowpal Wabbit command line for a linear learner; options are spelled as there, one-letter ones included.',
  places: {},
  options: vwOptions,
  examples: [
    ['iwal vw -d train.vw --loss_function logistic -f m.iwalmodel', 'learn'],
    ['iwal vw -d test.vw -t -i m.iwalmodel -p predictions.txt', 'predict'],
    ['iwal vw -d classes.vw --oaa 10 -f classes.iwalmodel', 'several classes'],
    ['iwal vw -d train.vw --passes 3 --holdout_off -q ab --explain', 'the same in our own words'],
  ],
};

/**
 * `iwal vw`: runs a Vowpal Wabbit command line for a linear learner, with our exact updates, in Vowpal Wabbit's order of events.
 *
 * The numbers agree with those that Vowpal Wabbit prints (test/references/vw-parity.test.ts); docs/ERRATA.md tells what it does
 * otherwise than the papers. Models are ours, not Vowpal Wabbit's.
 */
export const command: Command = {
  syntax,
  async run(args, session) {
    if (args.includes('--help') || args.includes('-h')) {
      const { helpOn } = await import('../syntax/help.ts');
      session.print(await helpOn(syntax, 'all'));
    } else await perform(parseVw(args), session);
  },
};

async function perform(parsed: ParsedVw, session: Session): Promise<void> {
  const { options, written } = parsed;
  const { data, passes, holdout_off: everything, json, quiet } = options;
  if (data === undefined) throw new UsageError('iwal vw needs -d, the file to learn from; it does not read the standard input');
  if (passes > 1 && !everything) {
    throw new UsageError(
      '--passes without --holdout_off holds every tenth example out, which iwal vw does not do; add --holdout_off',
    );
  }
  const { explain, runVw } = await import('./run.ts');
  if (options.explain) {
    if ((options.oaa ?? options.csoaa) !== undefined)
      throw new UsageError('--explain is for one learner, not for --oaa and --csoaa');
    const { command: ours, differences, idle } = explain(data, options, Object.keys(written));
    const page = [
      ours,
      '',
      'As Vowpal Wabbit does, iwal vw differs from it:',
      ...differences.map((line) => `- ${line}`),
      ...(idle.length === 0 ? [] : ['', `Without effect: ${idle.map((name) => `--${name}`).join(', ')}`]),
    ];
    session.print(json ? JSON.stringify({ command: ours, differences, idle }) : page.join('\n'));
    return;
  }
  const { vwSummary } = await import('./model.ts');
  const silent = json || quiet;
  const print = silent ? () => undefined : session.print;
  const result = await runVw(data, parsed, print, session);
  if (json) session.print(JSON.stringify(result));
  else if (!silent) session.print(`\n${vwSummary(result)}`);
}
