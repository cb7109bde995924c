import type { Verb } from './verb.js';
import { checkFile } from './verbs/check-file.js';
import { months } from './verbs/months.js';
import { partitions } from './verbs/partitions.js';
import { verify } from './verbs/verify.js';

/** The verbs of `npm run books`, each in a file of its own under `verbs/`. */
export const verbs: Readonly<Record<string, Verb>> = {
  'check-file': checkFile,
  months,
  partitions,
  verify,
};
