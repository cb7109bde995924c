import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The file that a spec writes from the comments of the contracts, and that the reference shows. */
export const descriptionsFile = join(import.meta.dirname, '../../examples/descriptions.json');

type Descriptions = Readonly<Record<string, Readonly<Record<string, string>>>>;

let kept: Descriptions | undefined;

/** What the contract's comments say about members of an operation. The name may have the name of a service in front. */
export function descriptionsOf(operationId: string): Descriptions[string] {
  kept ??= JSON.parse(readFileSync(descriptionsFile, 'utf8')) as Descriptions;
  return kept[operationId.split('.').at(-1) ?? ''] ?? {};
}
