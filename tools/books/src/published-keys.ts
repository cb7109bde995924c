import { readFile } from 'node:fs/promises';
import type { PublicKey } from '@jeongsan/books';
import { z } from 'zod';
import { UsageProblem } from './verb.js';

/** What GET /reconciliation/proof-keys answers. */
const PublishedKeys = z.object({
  keys: z
    .array(
      z.object({
        kty: z.literal('OKP'),
        crv: z.literal('Ed25519'),
        x: z.string().min(1),
        kid: z.string().min(1),
        use: z.literal('sig'),
        alg: z.literal('EdDSA'),
      }),
    )
    .min(1),
});

/** The keys in a file. One of another shape is refused: without keys the stored ones would be believed, which a forger can replace. */
export async function publishedKeysIn(file: string): Promise<readonly PublicKey[]> {
  const read = PublishedKeys.safeParse(await jsonIn(file));
  if (read.success) return read.data.keys;
  throw new UsageProblem(`--keys ${file}: it has no list of published keys, {"keys": [...]}`);
}

async function jsonIn(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw new UsageProblem(`--keys ${file}: ${(error as Error).message}`);
  }
}
