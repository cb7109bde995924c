import { join } from 'node:path';
import { type App, freePort, startApp, type Undo } from '@jeongsan/child-processes';
import type { Servers } from '@jeongsan/stack';
import { appNames, doorEnv, type ServiceName } from './app-env.js';
import { entryOf, issuerEntry } from './entry.js';
import type { PlatformKeys } from './keys.js';
import { issuerEnv, signInEnv } from './sign-in-env.js';

/** The part of the platform's options that door and issuer need. */
type DoorOptions = Readonly<{
  name: string;
  portsNear?: number;
  logLevel?: string;
  log?: (line: string) => void;
  settings?: Readonly<{ 'front-door'?: Readonly<Record<string, string>> }>;
}>;
export type DoorAndIssuer = Readonly<{ issuer: App; door: App; consoleUrl: string }>;

const READY_TIMEOUT_MS = 60_000;

/** Starts the front door, and the local issuer at which people sign in to its console. */
export async function startDoor(
  servers: Servers,
  { name, portsNear, settings, logLevel = 'warn', log = () => undefined }: DoorOptions,
  { keys, urlOf }: Readonly<{ keys: PlatformKeys; urlOf: (service: ServiceName) => string }>,
  undo: Undo,
): Promise<DoorAndIssuer> {
  // After the ports of the apps, which keep theirs.
  const portAt = (index: number): Promise<number> =>
    freePort(...(portsNear === undefined ? [] : [portsNear + appNames.length + index]));
  const [doorPort, issuerPort] = [await portAt(0), await portAt(1)];
  const start = async (app: string, entry: string, port: number, env: Readonly<Record<string, string>>) => {
    const logFile = join(servers.folder, `${name}-${app}.log`);
    const options = { entry, port, env, logFile, readyTimeoutMs: READY_TIMEOUT_MS, keepAlive: { log } };
    return undo.of(await startApp({ name: app, ...options }), (it) => it.stop());
  };
  // Browsers accept the session's cookie over plain http from `localhost`; not all of them do from 127.0.0.1.
  const consoleOrigin = `http://localhost:${doorPort}`;
  const issuer = await start('local-issuer', issuerEntry, issuerPort, issuerEnv(keys, consoleOrigin));
  const signIn = signInEnv(keys, { consoleOrigin, issuerUrl: issuer.url, redisUrl: servers.redisUrl });
  const own = { ...doorEnv(urlOf, signIn, logLevel), ...settings?.['front-door'] };
  const door = await start('front-door', entryOf('front-door'), doorPort, own);
  return { issuer, door, consoleUrl: `${consoleOrigin}/console` };
}
