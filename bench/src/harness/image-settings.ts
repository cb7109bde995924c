import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const IMAGE = resolve(import.meta.dirname, '../../../deploy/Dockerfile');
const SETTINGS = {
  // Written out once in the image's file, and named everywhere else in it.
  NODE_OPTIONS: /\bNODE_OPTIONS_IN_USE="(--[^"]+)"/,
  MALLOC_ARENA_MAX: /\bMALLOC_ARENA_MAX=(\d+)/,
} as const;

/** What the image gives to V8 and to the allocator, so that time and memory are measured as they are in production. */
export function imageSettings(): Readonly<Record<keyof typeof SETTINGS, string>> {
  const image = readFileSync(IMAGE, 'utf8');
  const of = (name: keyof typeof SETTINGS): string => {
    const value = SETTINGS[name].exec(image)?.[1];
    if (value === undefined) throw new Error(`${IMAGE} does not set ${name}`);
    return value;
  };
  return { NODE_OPTIONS: of('NODE_OPTIONS'), MALLOC_ARENA_MAX: of('MALLOC_ARENA_MAX') };
}
