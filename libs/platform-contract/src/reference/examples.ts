import { join } from 'node:path';
import type { Example } from '@jeongsan/http-contract';
import { byOperation } from './by-operation.js';

/** The file that a spec writes, and that the reference shows: for each operation its request, and the answer that it got. */
export const examplesFile = join(import.meta.dirname, '../../examples/examples.json');

/** The example of an operation. */
export const exampleOf = byOperation<Example>(examplesFile);
