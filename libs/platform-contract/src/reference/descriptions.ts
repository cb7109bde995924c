import { join } from 'node:path';
import type { Descriptions } from '@jeongsan/http-contract';
import { byOperation } from './by-operation.js';

/** The file that a spec writes from the comments of the contracts, and that the reference shows. */
export const descriptionsFile = join(import.meta.dirname, '../../examples/descriptions.json');

const read = byOperation<Descriptions>(descriptionsFile);

/** What the contract's comments say about members of an operation. */
export const descriptionsOf = (operationId: string): Descriptions => read(operationId) ?? {};
