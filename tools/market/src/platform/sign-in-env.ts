import { OPERATOR_AUDIENCE, OPERATOR_ISSUER } from './operators.js';
import type { PlatformKeys } from './keys.js';

type EnvVariables = Readonly<Record<string, string>>;

const client = (keys: PlatformKeys, consoleOrigin: string): EnvVariables => ({
  CONSOLE_ORIGIN: consoleOrigin,
  CONSOLE_CLIENT_ID: 'console',
  CONSOLE_CLIENT_SECRET: keys.consoleSecret,
});

/** The front door's settings of the sign-in, in the platform's own Redis. */
export const signInEnv = (
  keys: PlatformKeys,
  at: Readonly<{ consoleOrigin: string; issuerUrl: string; redisUrl: string }>,
): EnvVariables => ({
  ...client(keys, at.consoleOrigin),
  CONSOLE_ISSUER: at.issuerUrl,
  SESSION_REDIS_URL: at.redisUrl,
  SESSION_KEY: keys.sessionKey,
});

/** The environment of the local issuer, whose tokens the services accept as those of the shell. */
export const issuerEnv = (keys: PlatformKeys, consoleOrigin: string): EnvVariables => ({
  NODE_ENV: 'development',
  ...client(keys, consoleOrigin),
  OPERATOR_KEY: JSON.stringify(keys.operatorKey),
  OPERATOR_AUDIENCE,
  OPERATOR_ISSUER,
});
