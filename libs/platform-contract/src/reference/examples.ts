import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Example } from '@jeongsan/http-contract';

/** The file that a spec writes, and that the reference shows: for each operation its request, and the answer that it got. */
export const examplesFile = join(import.meta.dirname, '../../examples/examples.json');

let kept: Readonly<Record<string, Example>> | undefined;

/** The example of an operation. The name may have the name of a service in front, as at the front door. */
export function exampleOf(operationId: string): Example | undefined {
  kept ??= JSON.parse(readFileSync(examplesFile, 'utf8')) as Readonly<Record<string, Example>>;
  return kept[operationId.split('.').at(-1) ?? ''];
}
