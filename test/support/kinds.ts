/** The kinds of runs, those that the built-in studies bring among them: laws of kinds are about all. */
import { addStudyKinds } from '../../experiments/kinds.ts';

export { kinds } from '../../src/studies/cells/kinds/index.ts';

addStudyKinds();
