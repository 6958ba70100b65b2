/** Laws: what is wrong with a command line is one line on stderr that says what is legal, and exit code 2. */
import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { studies } from '../../experiments/index.ts';
import { commands } from '../../src/cli/commands.ts';
import { readers } from '../../src/data/index.ts';
import { losses } from '../../src/losses/index.ts';
import { costRules } from '../../src/queries/costs/index.ts';
import { queries } from '../../src/queries/index.ts';
import { parametersOf } from '../../src/specs/choices.ts';
import { iwalHere } from '../support/processes/here.ts';
import { refusal } from '../support/processes/run-command.ts';

const COMMANDS = Object.keys(commands).join(', ');
const QUERIES = Object.keys({ ...queries, ...costRules }).join(', ');
const takers = (registry: object, parameter: string): string =>
  Object.entries(registry)
    .flatMap(([name, entry]) => (parameter in parametersOf(entry) ? [name] : []))
    .join(', ');
const OR_SHARE = 'or a share of the rows as in 10%';
const STUDIES = Object.keys(studies).join(', ');

/** The arguments, written as in a shell without quotes ('' is the empty text), and the line they earn. */
const cases: readonly (readonly [line: string, complaint: string])[] = [
  ['', `which command? There are ${COMMANDS}; iwal --help says more`],
  ['simulat a.svm', `unknown command 'simulat', did you mean 'simulate'?; there are ${COMMANDS}`],
  ['help simulat', `unknown command 'simulat', did you mean 'simulate'?; there are ${COMMANDS}`],
  ['--versio', "unknown option '--versio', did you mean '--version'?; options of a command follow its name"],
  ['hlep', `unknown command 'hlep', did you mean 'help'?; there are ${COMMANDS}`],
  ['constructor', `unknown command 'constructor'; there are ${COMMANDS}`],

  [
    'simulate',
    'simulate needs <train>: labelled data: documents (with --text), CSV, svmlight or VW text (also gzipped), .iwal, ' +
      'or the folder of a project',
  ],
  ["simulate ''", '<train> must not be empty'],
  ['simulate a.svm b.svm', "simulate takes <train>, found also 'b.svm'; a name with a space in it goes in quotes"],
  [
    'simulate a.svm --label 1',
    "unknown option '--label' of simulate, did you mean '--label-column'?; iwal simulate --help all lists them",
  ],
  [
    'learn a.svm --loss quantile --tau 0.5',
    "unknown option '--tau' of learn, which is '--level' now; iwal learn --help all lists them",
  ],
  ['learn a.svm --loss quantile:tau=0.5', "quantile has no parameter 'tau', which is 'level' now; it takes level"],
  [
    'simulate a.svm --budgt 5',
    "unknown option '--budgt' of simulate, did you mean '--budget'?; iwal simulate --help all lists them",
  ],
  ['simulate a.svm --constructor 5', "unknown option '--constructor' of simulate; iwal simulate --help all lists them"],
  ['simulate a.svm --error 0.1', "unknown option '--error' of simulate; iwal simulate --help all lists them"],
  ['simulate a.svm --seed 1 --seed 2', '--seed is given 2 times'],
  ['simulate a.svm --seed', '--seed needs a value'],
  ['simulate a.svm --seed --json', '--seed needs a value'],
  ['simulate a.svm --json=yes', '--json takes no value'],
  ['simulate a.svm --json --json', '--json is given 2 times'],
  ["simulate a.svm --test ''", '--test must not be empty'],
  ['simulate a.svm --test b.svm --holdout 0.5', '--test and --holdout exclude each other'],

  ['simulate a.svm --classes -1,-1', "--classes must be two different names or more, as in ham,spam; found '-1,-1'"],
  ...['abc', '-1', '1.5', '', '0x10', '10,000', '0', 'NaN', '1e400'].map(
    (given) =>
      [`simulate a.svm --budget=${given}`, `--budget must be a whole number >= 1, ${OR_SHARE}, found '${given}'`] as const,
  ),
  ['simulate a.svm --budget -1', `--budget must be a whole number >= 1, ${OR_SHARE}, found '-1'`],
  ['simulate a.svm --oracle priced --budget 0', `--budget must be a number > 0, ${OR_SHARE}, found '0'`],
  ['simulate a.svm --oracle priced --budget 1e400', `--budget must be a number > 0, ${OR_SHARE}, found '1e400'`],
  ['label a.svm --ledger a.jsonl --budget 0', `--budget must be a whole number >= 1, ${OR_SHARE}, found '0'`],
  ['calibrate a.svm --pilot 10 --budget 0', `--budget must be a whole number >= 1, ${OR_SHARE}, found '0'`],
  ['simulate a.svm --seed 1.5', "--seed must be a whole number in [0, 9007199254740991], found '1.5'"],
  ['simulate a.svm --seed 1e400', "--seed must be a whole number in [0, 9007199254740991], found '1e400'"],
  ['simulate a.svm --query iwal-cal --mellowness -1', "--mellowness must be a number > 0, found '-1'"],
  ['simulate a.svm --query iwal-cal --mellowness -1e-6', "--mellowness must be a number > 0, found '-1e-6'"],
  ['simulate a.svm --query iwal-cal --mellowness NaN', "--mellowness must be a number > 0, found 'NaN'"],
  ['simulate a.svm --query iwal-cal --mellowness Infinity', "--mellowness must be a number > 0, found 'Infinity'"],
  ['simulate a.svm --eta 0', "--eta must be a number > 0, found '0'"],
  ['simulate a.svm --power 2', "--power must be a number in (0, 1], found '2'"],
  ...['2', '0', '25', '100%'].map(
    (given) =>
      [
        `simulate a.svm --holdout ${given}`,
        `--holdout must be a number in (0, 1), or a share as in 25%; found '${given}'`,
      ] as const,
  ),

  ['simulate a.svm --query variance', `unknown query rule 'variance', did you mean 'variance-aware'?; there are ${QUERIES}`],
  ['simulate a.svm --query iwalcal', `unknown query rule 'iwalcal', did you mean 'iwal-cal'?; there are ${QUERIES}`],
  ['simulate a.svm --query random:rate=2', "random:rate must be a number in (0, 1], found '2'"],
  ['simulate a.svm --query random:rate=', "random:rate must be a number in (0, 1], found ''"],
  ['simulate a.svm --query random:rate=0.5=2', "random:rate must be a number in (0, 1], found '0.5=2'"],
  ['simulate a.svm --query random:rate', "--query needs parameters as in random:parameter=value, found 'random:rate'"],
  ['simulate a.svm --query random:', "--query needs parameters as in random:parameter=value, found 'random:'"],
  ['simulate a.svm --query random:=2', "--query needs parameters as in random:parameter=value, found 'random:=2'"],
  ['simulate a.svm --query random:rate=0.1:rate=0.2', "--query gives rate twice in 'random:rate=0.1:rate=0.2'"],
  ['simulate a.svm --query random:rat=0.1', "random has no parameter 'rat', did you mean 'rate'?; it takes rate"],
  ['simulate a.svm --query passive:rate=0.1', "passive has no parameter 'rate'; it takes none"],
  ['simulate a.svm --query randm:rate=0.1', `unknown query rule 'randm', did you mean 'random'?; there are ${QUERIES}`],
  [
    'simulate a.svm --query random,margin',
    "--query takes one query rule, found 'random,margin'; simulate --compare runs several",
  ],
  ["simulate a.svm --query ''", `unknown query rule ''; there are ${QUERIES}`],
  [
    'simulate a.svm --query random:rate=0.1 --rate 0.2',
    "--rate is never read: 'random:rate=0.1' has a value of its own; leave one of them out",
  ],
  [
    'simulate a.svm --compare random:rate=0.1,passive --rate 0.2',
    "--rate is never read: 'random:rate=0.1' has a value of its own; leave one of them out",
  ],
  ['simulate a.svm --loss quantile:level=1', "quantile:level must be a number in (0, 1), found '1'"],
  ['simulate a.svm --optimizer ada-grad:eta=0', "ada-grad:eta must be a number > 0, found '0'"],
  ['simulate a.svm --optimizer ada-grad,ftrl', "--optimizer takes one optimizer, found 'ada-grad,ftrl'; one is wanted"],
  ['simulate a.svm --oracle noisy:flip-rate=2', "noisy:flip-rate must be a number in [0, 1], found '2'"],
  ['label a.svm --ledger a.jsonl --query random:rate=2', "random:rate must be a number in (0, 1], found '2'"],
  [
    'calibrate a.svm --pilot 10 --budget 5 --query iwal-cal:mellowness=1',
    "query rule 'iwal-cal' as it is written is not paced by a budget, so there is nothing to forecast; leave out its " +
      'knob, or name a rule that has one (soft-margin)',
  ],
  ['learn a.svm --loss quantile:level=2', "quantile:level must be a number in (0, 1), found '2'"],
  ['simulate a.svm --order randomly', "unknown order 'randomly'; there are shuffled, given"],
  ['simulate a.svm --c1 2', `--c1 is not a parameter of query rule 'soft-margin' (used by: ${takers(queries, 'c1')})`],
  ['simulate a.svm --level 0.5', `--level is not a parameter of loss 'logistic' (used by: ${takers(losses, 'level')})`],
  [
    'simulate a.svm --query passive --mellowness 1',
    `--mellowness is not a parameter of query rule 'passive' (used by: ${takers(queries, 'mellowness')})`,
  ],
  [
    'simulate a.svm --loss hellinger --optimizer ada-grad --eta 1',
    "optimizer 'ada-grad' adds up squared slopes, and those of loss 'hellinger' have no bound at the prediction 0, " +
      'where learning starts; expected optimizers that read no slope, gradient-descent for one',
  ],
  ['simulate a.svm --loss quantile', "loss 'quantile' needs --level: quantile to estimate, a number in (0, 1)"],
  ['simulate a.svm --loss quantile --level 1', "--level must be a number in (0, 1), found '1'"],
  ['simulate a.svm --loss poisson --query passive', "loss 'poisson' predicts no classes; simulate needs two"],
  [
    'simulate a.svm --format parquet',
    `unknown format 'parquet'; there are ${[...Object.keys(readers), 'jsonl', 'text'].join(', ')}`,
  ],
  ['simulate a.svm --label-column 2', '--label-column is for CSV and JSON lines, which a.svm is not'],
  ['learn a.svm --importance-column 2', '--importance-column is for CSV and JSON lines, which a.svm is not'],
  ['learn a.vw --ignore-columns id,2', '--ignore-columns is for CSV, which a.vw is not'],
  ['simulate a.svm --curve out.jpg', "--curve must end in .png or .svg or .pdf or .csv, found 'out.jpg'"],

  ['reproduce rcv1-activ', `unknown study 'rcv1-activ', did you mean 'rcv1-active'?; there are ${STUDIES}`],
  ['reproduce --workers 0', "--workers must be a whole number >= 1, found '0'"],
  ['reproduce --seeds 0', "--seeds must be a whole number in [1, 10000], found '0'"],
  ['study check speed --seeds 1e9', "--seeds must be a whole number in [1, 10000], found '1e9'"],
  ["reproduce --out ''", '--out must not be empty'],

  ['generate --out a.svm', 'generate needs <generator>: rcv1-like: documents like those of RCV1, CCAT against the rest'],
  ['generate rcv2-like --out a.svm', "unknown generator 'rcv2-like', did you mean 'rcv1-like'?; there are rcv1-like"],
  ['generate rcv1-like', 'generate needs --out: file to write, ending in .svm, .svm.gz, .iwal'],
  ['generate rcv1-like --out a.txt', "--out must end in .svm or .svm.gz or .iwal, found 'a.txt'"],
  ['generate rcv1-like --documents 0 --out a.svm', "--documents must be a whole number >= 1, found '0'"],
  [
    'generate rcv1-like --part tests --out a.svm',
    "unknown part 'tests', did you mean 'test'?; there are train, validation, test",
  ],

  [
    'study',
    'study needs <action>: list, check, run, report, status, cell, claims, submit, task, cancel; iwal study --help all says what each is',
  ],
  [
    'describe',
    'describe needs <file>: documents (with --text), CSV, svmlight or VW text (also gzipped), .iwal, or the folder of a project',
  ],
  ['describe a.svm --budget 3', "unknown option '--budget' of describe; iwal describe --help all lists them"],
];

const split = (line: string): string[] => (line === '' ? [] : line.split(' ').map((arg) => (arg === "''" ? '' : arg)));
/** The first of every command comes to its person through the program, the others are refused by the command itself. */
const isToldByProgram = (line: string, n: number): boolean => {
  const [name] = split(line);
  return !Object.hasOwn(commands, name) || cases.findIndex(([each]) => split(each)[0] === name) === n;
};

test.concurrent.each(cases.filter(([line], n) => isToldByProgram(line, n)))('iwal %s', async (line, complaint) => {
  const { code, stdout, stderr } = await iwalHere(tmpdir(), split(line));
  expect([stderr, stdout, code]).toEqual([`iwal: ${complaint}\n`, '', 2]);
});

test.each(cases.filter(([line], n) => !isToldByProgram(line, n)))('%s', async (line, complaint) => {
  const [name, ...args] = split(line);
  const { command } = await commands[name as keyof typeof commands].load();
  expect(await refusal(command, args)).toEqual({ message: complaint, code: 2 });
});
