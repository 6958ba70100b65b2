import { book, front, parts } from './book.js';

/** What a public signature names and nobody needs to name, by reason. Everything else has to be exported. */
const PRIVATE = {
  'a kind of run and its types: reached as Kinds, GivenOf<K>, SpecOf<K> and MeasurementOf<K>': [
    ...[
      'SharedPass',
      'ActiveGiven',
      'CalibrationGiven',
      'CalibrationSpec',
      'CalibrationMeasurement',
      'ForecastGiven',
      'ForecastSpec',
      'ForecastMeasurement',
    ],
    ...['ComparatorGiven', 'ComparatorSpec', 'Best', 'DisplacementGiven', 'DisplacementSpec', 'DisplacementMeasurement'],
    ...[
      'ActiveClassesMeasurement',
      'CertificateGiven',
      'CertificateSpec',
      'CertificateMeasurement',
      'CoinsSpec',
      'CoinsMeasurement',
    ],
    ...['ReplayGiven', 'ReplaySpec', 'ReplayMeasurement', 'ShardsGiven', 'ShardsSpec', 'ShardsMeasurement'],
    ...['OnlineGiven', 'OnlineSpec', 'OnlineMeasurement', 'RegretGiven', 'RegretSpec', 'RegretMeasurement'],
    ...['ClassesGiven', 'ClassesSpec', 'ClassesMeasurement', 'RankingGiven', 'RankingRun', 'RankingMeasurement'],
    ...['AssistedMeasurement', 'ComparisonMeasurement', 'DialMeasurement'],
    ...['Approximation', 'Place', 'Probe', 'Residual', 'Scores', 'Sides', 'Trial'],
  ],
  'the tables whose keys are the names of a type': ['FIGURES', 'nameHashes', 'TARGETS', 'KERNELS'],
  'steps on the way to the type GivenAxes': ['Part', 'Choices', 'Registries', 'FieldName', 'ParameterName'],
  'what a registry of recipes is: its keys are their names': ['ByName'],
  'a situation in the hands of the loop that fills it in': ['Filled'],
  'the functions of the .wat files, which learners call': ['Rates', 'Walks'],
  'what rounds over a pool draw, made from a spec': ['Rounds'],
  'arrays of numbers, of which a state is made': ['Numbers'],
  'how a run fits models to its labels, made from its spec': ['Fitting', 'Final', 'Candidate'],
  'where the engine says that a block stands elsewhere, or goes on without a member': ['WeightsFactory', 'WhenDiverged'],
  'the schema of a file format, of which CacheSource is a part': ['CacheHeader'],
};

/**
 * `npm run docs`: the book and the reference of every entry point, in docs/site; fails on anything undocumented, unexported or linked to
 * nowhere. The site fetches nothing: its search works in a folder that is opened from a disk.
 */
export default {
  name: 'iwal',
  entryPoints: ['../src/index.ts', '../src/entry/*.ts'],
  tsconfig: '../tsconfig.json',
  out: '../docs/site',
  plugin: [book],
  readme: `../${front}`,
  projectDocuments: Object.values(parts).flatMap((files) => files.map((file) => `../${file}`)),
  sort: ['documents-first', 'alphabetical-ignoring-documents'],
  groupOrder: [...Object.keys(parts), '*'],
  navigation: { includeGroups: true },
  searchInDocuments: true,
  hideGenerator: true,
  includeHierarchySummary: false,
  customCss: 'book.css',
  highlightLanguages: ['sh', 'js', 'ts', 'json', 'python', 'yaml', 'sql'],
  // Types are checked by `npm run check`, once.
  skipErrorChecking: true,
  // Where the sources are published is not for this repository to say.
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  treatWarningsAsErrors: true,
  treatValidationWarningsAsErrors: true,
  validation: { notExported: true, invalidLink: true, notDocumented: true },
  requiredToBeDocumented: ['Variable', 'Function', 'Class', 'Interface', 'TypeAlias'],
  intentionallyNotExported: Object.values(PRIVATE).flat(),
};
