// Writes a .env for a trial of the platform with its sandbox: fresh random keys each time, never over an existing file.
// node deploy/new-env.mjs [FILE]
import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const file = process.argv[2] ?? join(import.meta.dirname, '../.env');
const hex = (bytes) => randomBytes(bytes).toString('hex');

const apiKey = `test_sk_${hex(24)}`;
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const { kty, crv, x } = publicKey.export({ format: 'jwk' });

const logins = [
  'MIGRATIONS',
  'PROVIDER_SANDBOX',
  'PAYMENTS_GATEWAY',
  'WEBHOOK_INGESTOR',
  'SETTLEMENT_RECONCILER',
  'PAYOUT_SCHEDULER',
  'SELLER_ONBOARDING',
];

const settings = {
  COMPOSE_FILE: 'docker-compose.yml:deploy/trial.yml',
  POSTGRES_PASSWORD: hex(24),
  ...Object.fromEntries(logins.map((login) => [`${login}_DATABASE_PASSWORD`, hex(24)])),
  PROVIDER_BASE_URL: 'http://provider-sandbox:3000',
  PROVIDER_SECRET_KEY: `test_sk_${hex(16)}`,
  PROVIDER_SECURITY_KEYS: hex(32),
  DATA_KEYS: hex(32),
  FINGERPRINT_KEY: hex(32),
  PROOF_SIGNING_KEY: hex(32),
  SELLER_SESSION_KEY: hex(32),
  API_KEYS: JSON.stringify([
    { id: 'market', sha256: createHash('sha256').update(apiKey).digest('hex'), roles: ['market'] },
  ]),
  OPERATOR_JWKS: JSON.stringify({ keys: [{ kty, crv, x, alg: 'EdDSA', use: 'sig', kid: 'trial' }] }),
  OPERATOR_ISSUER: 'jeongsan-trial',
  OPERATOR_AUDIENCE: 'jeongsan',
};
const text = [
  '# Made by deploy/new-env.mjs for a trial. Keep it: without DATA_KEYS and FINGERPRINT_KEY the data cannot be read again.',
  ...Object.entries(settings).map(([name, value]) => `${name}='${value}'`),
  // The services never see it: docker-compose.yml does not pass it on.
  "# Signs operators' tokens: deploy/operator-token.mjs.",
  `TRIAL_OPERATOR_KEY='${JSON.stringify(privateKey.export({ format: 'jwk' }))}'`,
  '',
];

try {
  writeFileSync(file, text.join('\n'), { mode: 0o600, flag: 'wx' });
} catch (error) {
  console.error(
    error.code === 'EEXIST' ? `${file} is there already: its keys open the data, so it stays` : error.message,
  );
  process.exit(1);
}
console.log(`${file} is written. The market's API key, shown this once:\n${apiKey}`);
