import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from './fault.js';

/** Why this fault proves nothing any more; undefined where it still can be planted and has a suite. */
export function staleness(root: string, { file, find, replacement, spec, test }: Fault): string | undefined {
  if (!existsSync(join(root, file))) return `${file} does not exist`;
  if (!existsSync(join(root, spec))) return `${spec} does not exist`;
  if (find === replacement) return 'the replacement changes nothing';
  const places = readFileSync(join(root, file), 'utf8').split(find).length - 1;
  if (places !== 1) return `its text occurs ${places} times in ${file}, and must occur once`;
  if (!readFileSync(join(root, spec), 'utf8').includes(test)) return `no test of ${spec} is named "${test}"`;
  return undefined;
}
