import { operatorKeySet, OPERATOR_ISSUER } from './operators.js';
import { sha256, type PlatformKeys } from './keys.js';

/** The platform's own services. */
export const serviceNames = [
  'payments-gateway',
  'webhook-ingestor',
  'settlement-reconciler',
  'payout-scheduler',
  'seller-onboarding',
] as const;
export type ServiceName = (typeof serviceNames)[number];

export const appNames = ['provider-sandbox', ...serviceNames] as const;
export type AppName = (typeof appNames)[number];

export type EnvInput = Readonly<{
  keys: PlatformKeys;
  databaseUrl: string;
  sandboxDatabaseUrl: string;
  redisUrl: string;
  providerUrl: string;
  /** Rehearsals run on a clock that we set, and take up what was lost at once rather than after a minute. */
  isRehearsal: boolean;
  logLevel: string;
}>;

type EnvVariables = Readonly<Record<string, string>>;

/** What each app is told, and nothing that it does not need. */
export function appEnv(app: AppName, input: EnvInput): EnvVariables {
  const common = { HOST: '127.0.0.1', NODE_ENV: 'development', LOG_LEVEL: input.logLevel };
  return { ...common, ...own[app](input) };
}

const own: Readonly<Record<AppName, (input: EnvInput) => EnvVariables>> = {
  'provider-sandbox': ({ keys, sandboxDatabaseUrl }) => ({
    DATABASE_URL: sandboxDatabaseUrl,
    SECRET_KEYS: keys.providerSecretKey,
    SECURITY_KEYS: keys.securityKey,
  }),
  'payments-gateway': (input) => ({
    ...service(input),
    ...provider(input),
    ...(input.isRehearsal && { CANCEL_SETTLE_SECONDS: '2' }),
  }),
  'webhook-ingestor': (input) => ({
    ...service(input),
    PROVIDER_SECURITY_KEYS: input.keys.securityKey,
    DATA_KEYS: input.keys.dataKey,
    ALLOW_INSECURE_TARGETS: 'true',
  }),
  'settlement-reconciler': (input) => ({ ...service(input), ...provider(input) }),
  'payout-scheduler': (input) => ({
    ...service(input),
    ...provider(input),
    ...(input.isRehearsal && { SETTLE_SECONDS: '2', SENDING_TIMEOUT_SECONDS: '5', APPROVAL_THRESHOLD: '20000000' }),
  }),
  'seller-onboarding': (input) => ({
    ...service(input),
    ...provider(input),
    DATA_KEYS: input.keys.dataKey,
    FINGERPRINT_KEY: input.keys.fingerprintKey,
  }),
};

function service({ keys, databaseUrl, redisUrl, isRehearsal }: EnvInput): EnvVariables {
  return {
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    CONTROLLED_CLOCK: String(isRehearsal),
    ...(isRehearsal && { REPUBLISH_AFTER_MS: '2000' }),
    API_KEYS: JSON.stringify([{ id: 'market', sha256: sha256(keys.marketApiKey), roles: ['market'] }]),
    OPERATOR_JWKS: JSON.stringify(operatorKeySet(keys)),
    OPERATOR_ISSUER,
  };
}

const provider = ({ keys, providerUrl }: EnvInput): EnvVariables => ({
  PROVIDER_BASE_URL: providerUrl,
  PROVIDER_SECRET_KEY: keys.providerSecretKey,
  PROVIDER_SECURITY_KEYS: keys.securityKey,
});
