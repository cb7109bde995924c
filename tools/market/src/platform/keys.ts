import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

const Hex64 = z.string().regex(/^[0-9a-f]{64}$/);

/** Everything secret that a platform of ours is started with. Made here, never committed, known to this clone alone. */
const PlatformKeys = z.object({
  /** The merchant's secret key with the provider. */
  providerSecretKey: z.string(),
  /** Seals requests to the provider and signs its webhooks. */
  securityKey: Hex64,
  /** Seals at rest what the services keep of people. */
  dataKey: Hex64,
  /** Makes equal accounts comparable without showing them. */
  fingerprintKey: Hex64,
  /** What the market's own servers present. */
  marketApiKey: z.string(),
  /** Signs the tokens of the operators: an Ed25519 private key. */
  operatorKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), d: z.string() }),
});
export type PlatformKeys = z.output<typeof PlatformKeys>;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** New keys, for a platform that begins empty. */
export async function makeKeys(): Promise<PlatformKeys> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return PlatformKeys.parse({
    providerSecretKey: `test_sk_${hex(16)}`,
    securityKey: hex(32),
    dataKey: hex(32),
    fingerprintKey: hex(32),
    marketApiKey: `market_${hex(24)}`,
    operatorKey: await exportJWK(privateKey),
  });
}

/** The keys kept in a file that only its owner can read; made with the first start. Without them the data could not be read again. */
export async function keptKeys(file: string): Promise<PlatformKeys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text !== undefined) return PlatformKeys.parse(JSON.parse(text));
  const keys = await makeKeys();
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return keys;
}

/** What a service is told about a key it only has to recognise. */
export const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');
