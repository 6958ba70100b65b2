/** Commands of the documents about labelling and learning run; a file of its own, beside `commands.test.ts`, for a core of its own. */
import { LABELLING, runCommandsOf } from './running.ts';

runCommandsOf(LABELLING);
