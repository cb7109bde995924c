import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const IMAGE = resolve(import.meta.dirname, '../../../deploy/Dockerfile');

/** What the image gives to V8, so that memory is measured as it is in production. */
export function imageOptions(): string {
  const options = /\bNODE_OPTIONS=(\S+)/.exec(readFileSync(IMAGE, 'utf8'))?.[1];
  if (options === undefined) throw new Error(`${IMAGE} does not set NODE_OPTIONS`);
  return options;
}
