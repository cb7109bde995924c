import { databaseServices, type DatabaseService } from '@jeongsan/database';
import { originSettings } from '@jeongsan/platform-contract';
import { operatorKeySet, OPERATOR_AUDIENCE, OPERATOR_ISSUER } from './operators.js';
import { sha256, type PlatformKeys } from './keys.js';

/** The platform's own services. */
export const serviceNames = databaseServices;
export type ServiceName = DatabaseService;

export const appNames = ['provider-sandbox', ...serviceNames] as const;
export type AppName = (typeof appNames)[number];

export type EnvInput = Readonly<{
  keys: PlatformKeys;
  /** The database address with the app's own login. */
  databaseUrl: string;
  /** The replica's address for lists, by the database's. Absent: no replica. */
  readAt?: (databaseUrl: string) => string;
  redisUrl: string;
  providerUrl: string;
  /** Settings of a rehearsal: a clock that we set, and lost jobs are published again at once instead of after a minute. */
  isRehearsal: boolean;
  /** Runs wait for a person in a rehearsal, too. Default: small runs approve themselves there. */
  peopleApprove?: boolean;
  logLevel: string;
  /** The address for the services' traces; absent: none are sent. */
  tracesTo?: string;
}>;

/** The environment of the front door, which has no database. `signIn`: of its console. */
export const doorEnv = (
  urlOf: (service: ServiceName) => string,
  signIn: EnvVariables,
  logLevel: string,
): EnvVariables => ({
  HOST: '127.0.0.1',
  NODE_ENV: 'development',
  LOG_LEVEL: logLevel,
  ...originSettings(urlOf),
  ...signIn,
});

type EnvVariables = Readonly<Record<string, string>>;

/** The environment of each app, with only the settings that the app needs. */
export function appEnv(app: AppName, input: EnvInput): EnvVariables {
  const common = { HOST: '127.0.0.1', NODE_ENV: 'development', LOG_LEVEL: input.logLevel };
  return { ...common, ...own[app](input) };
}

const own: Readonly<Record<AppName, (input: EnvInput) => EnvVariables>> = {
  'provider-sandbox': ({ keys, databaseUrl }) => ({
    DATABASE_URL: databaseUrl,
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
    ALLOW_INSECURE_TARGETS: 'true',
  }),
  'settlement-reconciler': (input) => ({
    ...service(input),
    ...provider(input),
    PROOF_SIGNING_KEY: input.keys.proofKey,
  }),
  'payout-scheduler': (input) => ({
    ...service(input),
    ...provider(input),
    SELLER_SESSION_KEY: input.keys.sellerKey,
    ...(input.isRehearsal && { SETTLE_SECONDS: '2', SENDING_TIMEOUT_SECONDS: '5' }),
    ...(input.isRehearsal && input.peopleApprove !== true && { SELF_APPROVE_UP_TO: '20000000' }),
  }),
  'seller-onboarding': (input) => ({
    ...service(input),
    ...provider(input),
    FINGERPRINT_KEY: input.keys.fingerprintKey,
  }),
};

function service({ keys, databaseUrl, readAt, redisUrl, isRehearsal, tracesTo }: EnvInput): EnvVariables {
  return {
    DATABASE_URL: databaseUrl,
    ...(readAt && { DATABASE_READ_URL: readAt(databaseUrl) }),
    REDIS_URL: redisUrl,
    DATA_KEYS: keys.dataKey,
    CONTROLLED_CLOCK: String(isRehearsal),
    ...(tracesTo !== undefined && { OTEL_EXPORTER_OTLP_ENDPOINT: tracesTo }),
    ...(isRehearsal && { REPUBLISH_AFTER_MS: '2000' }),
    API_KEYS: JSON.stringify([{ id: 'market', sha256: sha256(keys.marketApiKey), roles: ['market'] }]),
    OPERATOR_JWKS: JSON.stringify(operatorKeySet(keys)),
    OPERATOR_ISSUER,
    OPERATOR_AUDIENCE,
  };
}

const provider = ({ keys, providerUrl }: EnvInput): EnvVariables => ({
  PROVIDER_BASE_URL: providerUrl,
  PROVIDER_SECRET_KEY: keys.providerSecretKey,
  PROVIDER_SECURITY_KEYS: keys.securityKey,
});
