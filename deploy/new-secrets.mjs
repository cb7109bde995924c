// Prints the Secrets that the files in deploy/kubernetes mount, made from a .env of `node deploy/new-env.mjs` or of deploy/example.env:
// node deploy/new-secrets.mjs [FILE] | kubectl --namespace jeongsan-trial apply --filename -
// POSTGRES_ADDRESS (postgres:5432) and REDIS_URL (redis://redis:6379) in the file say where the servers are.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const file = process.argv[2] ?? join(import.meta.dirname, '../.env');
const env = {
  POSTGRES_ADDRESS: 'postgres:5432',
  REDIS_URL: 'redis://redis:6379',
  ...parseEnv(readFileSync(file, 'utf8')),
};
env.SESSION_REDIS_URL ||= env.REDIS_URL;

const passwordOf = (login) => `${login.toUpperCase().replaceAll('-', '_')}_DATABASE_PASSWORD`;
const is = (name) => [name, () => env[name]];
const as = (name, from) => [name, () => env[from]];
/** The address of a database with a login's own password; without the password, the login is none of this installation. */
const database = (login, name = 'jeongsan') => [
  'DATABASE_URL',
  () =>
    env[passwordOf(login)] &&
    `postgres://jeongsan_${login.replaceAll('-', '_')}:${env[passwordOf(login)]}@${env.POSTGRES_ADDRESS}/${name}`,
];
const admin = [
  'ADMIN_DATABASE_URL',
  () => env.POSTGRES_PASSWORD && `postgres://jeongsan:${env.POSTGRES_PASSWORD}@${env.POSTGRES_ADDRESS}/postgres`,
];

/** The files of each Secret. A service without one of those that it needs says so at its start. */
const secrets = {
  'jeongsan-platform': ['REDIS_URL', 'API_KEYS', 'DATA_KEYS', 'PROVIDER_SECURITY_KEYS', 'PROVIDER_ACCOUNTS'].map(is),
  'jeongsan-provider': [is('PROVIDER_SECRET_KEY')],
  'jeongsan-payments-gateway': [database('payments-gateway')],
  'jeongsan-webhook-ingestor': [database('webhook-ingestor'), is('WEBHOOK_PATH_SECRET')],
  'jeongsan-settlement-reconciler': [database('settlement-reconciler'), is('PROOF_SIGNING_KEY')],
  'jeongsan-payout-scheduler': [database('payout-scheduler'), is('SELLER_SESSION_KEY'), is('MAIL_URL')],
  'jeongsan-seller-onboarding': [database('seller-onboarding'), is('FINGERPRINT_KEY')],
  'jeongsan-front-door': ['CONSOLE_CLIENT_SECRET', 'SESSION_REDIS_URL', 'SESSION_KEY'].map(is),
  'jeongsan-migrations': [database('migrations')],
  'jeongsan-provider-sandbox': [
    database('provider-sandbox', 'jeongsan_sandbox'),
    as('SECRET_KEYS', 'PROVIDER_SECRET_KEY'),
    as('SECURITY_KEYS', 'PROVIDER_SECURITY_KEYS'),
  ],
  'jeongsan-set-up': [
    admin,
    ...Object.keys(env)
      .filter((name) => name.endsWith('_DATABASE_PASSWORD'))
      .map(is),
  ],
  'jeongsan-postgres': [is('POSTGRES_PASSWORD')],
};

const unfilled = Object.entries(env).flatMap(([name, value]) => (/<[a-z][^<>]*>/i.test(value) ? [name] : []));
if (unfilled.length > 0) {
  console.error(`${file} still holds placeholders: ${unfilled.join(', ')}`);
  process.exit(1);
}
const base64 = (text) => Buffer.from(text).toString('base64');
const object = (kind, name, content) => ({
  apiVersion: 'v1',
  kind,
  metadata: { name, labels: { 'app.kubernetes.io/part-of': 'jeongsan' } },
  ...content,
});
const items = Object.entries(secrets).map(([name, files]) => {
  const filled = files.flatMap(([key, read]) => (read() ? [[key, base64(read())]] : []));
  return object('Secret', name, { type: 'Opaque', data: Object.fromEntries(filled) });
});
// No secret: the public half of the key that signs operators' tokens in a trial.
const keys = env.OPERATOR_JWKS ? { OPERATOR_JWKS: env.OPERATOR_JWKS } : {};
items.push(object('ConfigMap', 'jeongsan-installation', { data: keys }));
console.log(JSON.stringify({ apiVersion: 'v1', kind: 'List', items }, null, 2));
