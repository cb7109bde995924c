/** The servers to measure on, as tools/stack names them. Throws when the bench was started without it. */
export function benchEnv(): { readonly databaseUrl: string; readonly redisUrl: string } {
  return { databaseUrl: required('DATABASE_URL'), redisUrl: required('REDIS_URL') };
}

/** Settings of a program without a server. */
export const portEnv = () => ({ port: Number.parseInt(required('PORT'), 10) });

/** What a floor server is told by the process that starts it. */
export function serverEnv(): { readonly port: number; readonly databaseUrl: string; readonly securityKey: string } {
  return {
    ...portEnv(),
    databaseUrl: required('DATABASE_URL'),
    securityKey: required('SECURITY_KEY'),
  };
}

/** What the null provider is told besides: how long it takes to answer a batch. */
export function nullProviderEnv(): {
  readonly port: number;
  readonly securityKey: string;
  readonly answersAfterMs: number;
} {
  return {
    ...portEnv(),
    securityKey: required('SECURITY_KEY'),
    answersAfterMs: Number.parseInt(required('ANSWERS_AFTER_MS'), 10),
  };
}

/** What the floor of sending is told besides. */
export function sendingFloorEnv() {
  return {
    ...serverEnv(),
    providerUrl: required('PROVIDER_URL'),
    lanes: Number.parseInt(required('LANES'), 10),
    payoutsPerBatch: Number.parseInt(required('PAYOUTS_PER_BATCH'), 10),
  };
}

function required(name: string): string {
  const value = process.env[name];
  if (!value) throw new Error(`${name} is not set: run \`npm run bench\``);
  return value;
}
