/**
 * Every setting of every program that is a secret, with the reason. Each of them may be given as a file, by `<NAME>_FILE`;
 * no other setting may. A setting that looks like a secret and is not listed here fails a test.
 */
export const secretSettings = {
  DATABASE_URL: 'contains a password',
  REDIS_URL: 'contains a password',
  SESSION_REDIS_URL: 'contains a password',
  MAIL_URL: 'contains a password',
  API_KEYS: 'names the keys and their hashes',
  DATA_KEYS: 'open what is sealed at rest',
  FINGERPRINT_KEY: 'tells which accounts are the same',
  PROOF_SIGNING_KEY: 'signs proofs',
  SELLER_SESSION_KEY: 'signs links to the seller page',
  SESSION_KEY: 'opens the sessions of the console',
  CONSOLE_CLIENT_SECRET: 'is the client secret at the issuer',
  PROVIDER_SECRET_KEY: 'is who we are at the provider',
  PROVIDER_SECURITY_KEYS: 'open and sign what goes to the provider and comes from there',
  PROVIDER_ACCOUNTS: 'contains the keys of further accounts',
  WEBHOOK_PATH_SECRET: 'is the hidden part of an address',
  SECRET_KEYS: 'are accepted by the sandbox',
  SECURITY_KEYS: 'open and sign messages of the sandbox',
  ADMIN_DATABASE_URL: 'contains the password of an administrator',
  MIGRATIONS_DATABASE_PASSWORD: 'is the password of a login',
  PROVIDER_SANDBOX_DATABASE_PASSWORD: 'is the password of a login',
  PAYMENTS_GATEWAY_DATABASE_PASSWORD: 'is the password of a login',
  WEBHOOK_INGESTOR_DATABASE_PASSWORD: 'is the password of a login',
  SETTLEMENT_RECONCILER_DATABASE_PASSWORD: 'is the password of a login',
  PAYOUT_SCHEDULER_DATABASE_PASSWORD: 'is the password of a login',
  SELLER_ONBOARDING_DATABASE_PASSWORD: 'is the password of a login',
} as const satisfies Readonly<Record<string, string>>;

export type SecretSetting = keyof typeof secretSettings;

export const isSecretSetting = (name: string): name is SecretSetting => Object.hasOwn(secretSettings, name);
