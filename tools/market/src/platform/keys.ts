import { createHash, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';

const Hex64 = z.string().regex(/^[0-9a-f]{64}$/);

/** All secrets of a platform that we start. Generated here, never committed, and different for each clone. */
const PlatformKeys = z.object({
  /** The merchant's secret key at the provider. */
  providerSecretKey: z.string(),
  /** Encrypts requests to the provider, and signs its webhooks. */
  securityKey: Hex64,
  /** Encrypts personal data in the services' databases. */
  dataKey: Hex64,
  /** Seed of the key that signs proofs. */
  proofKey: Hex64,
  /** Signs links to the seller page. */
  sellerKey: Hex64,
  /** Key of account fingerprints: equal accounts have equal fingerprints that reveal nothing. */
  fingerprintKey: Hex64,
  /** The API key of the market's servers, in the form of the provider's keys: clients of the provider check the prefix. */
  marketApiKey: z.string(),
  /** Signs the operators' tokens: an Ed25519 private key. */
  operatorKey: z.object({ kty: z.string(), crv: z.string(), x: z.string(), d: z.string() }),
  /** Seals the sessions of the console in Redis. */
  sessionKey: Hex64,
  /** The console's secret at the local issuer. */
  consoleSecret: Hex64,
});
export type PlatformKeys = z.output<typeof PlatformKeys>;

const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

/** Keys that files of earlier releases do not have: such a file gets them at its next start. */
const laterKeys = () => ({ proofKey: hex(32), sellerKey: hex(32), sessionKey: hex(32), consoleSecret: hex(32) });

/** New keys, for an empty platform. */
export async function makeKeys(): Promise<PlatformKeys> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  return PlatformKeys.parse({
    providerSecretKey: `test_sk_${hex(16)}`,
    securityKey: hex(32),
    dataKey: hex(32),
    fingerprintKey: hex(32),
    marketApiKey: `test_sk_${hex(24)}`,
    operatorKey: await exportJWK(privateKey),
    ...laterKeys(),
  });
}

/**
 * The keys from a file that only its owner can read, generated at the first start. Without these keys the stored data could not
 * be read.
 */
export async function keptKeys(file: string): Promise<PlatformKeys> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  if (text !== undefined) {
    const kept = JSON.parse(text) as object;
    const keys = PlatformKeys.parse({ ...laterKeys(), ...kept });
    if (Object.keys(keys).some((name) => !(name in kept)))
      await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600 });
    return keys;
  }
  const keys = await makeKeys();
  await writeFile(file, `${JSON.stringify(keys, null, 2)}\n`, { mode: 0o600, flag: 'wx' });
  return keys;
}

/** The entry of a key in API_KEYS: the service needs only a hash to recognise the key. */
export const sha256 = (key: string): string => createHash('sha256').update(key).digest('hex');
