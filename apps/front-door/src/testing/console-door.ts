import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { type App, startApp } from '@jeongsan/child-processes';
import { createApp, parseEnv } from '@jeongsan/nest-kit';
import { freePort, testRedis, type TestRedis } from '@jeongsan/testing';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { frontDoorApp } from '../app.module.js';
import { Env } from '../env.js';
import { allAt, type Answer, PlainService } from './door.js';

export const AUDIENCE = 'jeongsan';
export const TOKEN_ISSUER = 'jeongsan-local';
const root = join(__dirname, '../../../..');

export type ConsoleDoor = Readonly<{
  origin: string;
  issuer: App;
  redis: TestRedis;
  env: Readonly<Record<string, string>>;
  app: NestFastifyApplication;
  /** Moves the clock of sessions. */
  pass: (ms: number) => void;
  /** A second door of the same console, at a port of its own. */
  another: (settings?: Readonly<Record<string, string>>) => Promise<NestFastifyApplication>;
  close: () => Promise<void>;
}>;

export type ConsoleDoorOptions = Readonly<{
  tokenSeconds?: number;
  /** Settings of the door, beside its own or instead of them. */
  settings?: Readonly<Record<string, string>>;
  /** The address that the door has for Redis. */
  redisUrlOf?: (url: string) => Promise<string>;
}>;

/** A door with a sign-in at a real issuer, its sessions in a real Redis, over one service that answers everything. */
export async function openConsoleDoor(service: PlainService, options: ConsoleDoorOptions = {}): Promise<ConsoleDoor> {
  const { tokenSeconds = 300, settings = {}, redisUrlOf = same } = options;
  const folder = await mkdtemp(join(tmpdir(), 'jeongsan-console-'));
  const [port, issuerPort, redis] = [await freePort(), await freePort(), await testRedis()];
  const origin = `http://localhost:${port}`;
  const { privateKey } = generateKeyPairSync('ed25519');
  const client = {
    CONSOLE_ORIGIN: origin,
    CONSOLE_CLIENT_ID: 'console',
    CONSOLE_CLIENT_SECRET: randomBytes(16).toString('hex'),
  };
  const issuer = await startApp({
    name: 'local-issuer',
    entry: join(root, 'tools/local-issuer/dist/main.js'),
    env: {
      ...client,
      OPERATOR_KEY: JSON.stringify(privateKey.export({ format: 'jwk' })),
      OPERATOR_AUDIENCE: AUDIENCE,
      OPERATOR_ISSUER: TOKEN_ISSUER,
      TOKEN_SECONDS: String(tokenSeconds),
    },
    port: issuerPort,
    logFile: join(folder, 'issuer.log'),
  });
  const env = {
    ...{ PORT: '0', LOG_LEVEL: 'silent', ...allAt(service.url), ...client },
    CONSOLE_ISSUER: issuer.url,
    SESSION_REDIS_URL: await redisUrlOf(redis.url),
    SESSION_KEY: randomBytes(32).toString('hex'),
    CONSOLE_FILES: await builtConsole(folder),
    ...settings,
  };
  let passedMs = 0;
  const open = async (more: Readonly<Record<string, string>>, at: number): Promise<NestFastifyApplication> => {
    const now = (): number => Date.now() + passedMs;
    const app = await createApp(frontDoorApp(parseEnv(Env, { ...env, ...more }), () => performance.now(), now));
    await app.listen(at, '127.0.0.1');
    return app;
  };
  const app = await open({}, port);
  return {
    ...{ origin, issuer, redis, env, app },
    pass: (ms) => (passedMs += ms),
    another: (more = {}) => open(more, 0),
    close: async () => {
      await app.close();
      await issuer.stop();
      await redis.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const same = (url: string): Promise<string> => Promise.resolve(url);

const PAGE = (name: string): string => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="csp-nonce" content="__CSP_NONCE__"><title>${name}</title><link rel="icon" href="data:,">
<script type="module" src="/console/assets/${name}-1a2b.js"></script></head><body><h1>${name}</h1></body></html>`;

/** A small application in the place of the console: its script adds a style with the nonce, as the console's library does. */
async function builtConsole(folder: string): Promise<string> {
  const dist = join(folder, 'dist');
  await mkdir(join(dist, 'assets'), { recursive: true });
  const script = `const style = document.createElement('style');
style.nonce = document.querySelector('meta[name=csp-nonce]').content;
style.textContent = 'h1 { color: rgb(1, 2, 3) }';
document.head.append(style);
document.body.dataset.started = 'yes';\n`;
  for (const name of ['index', 'seller']) {
    await writeFile(join(dist, `${name}.html`), PAGE(name));
    await writeFile(join(dist, 'assets', `${name}-1a2b.js`), script);
  }
  await writeFile(join(dist, 'assets', 'index-1a2b.js.br'), brotliCompressSync(script));
  return dist;
}

/** What reached a service that `echoes`. */
export type Seen = Readonly<{ method: string; url: string; headers: Readonly<Record<string, string>> }>;
export const seenIn = ({ body }: Pick<Answer, 'body'>): Seen => JSON.parse(body.toString()) as Seen;

/** The claims of the token that reached a service. */
export const claimsIn = (answer: Pick<Answer, 'body'>): Readonly<Record<string, unknown>> =>
  JSON.parse(
    Buffer.from(seenIn(answer).headers['authorization']?.split('.')[1] ?? '', 'base64url').toString(),
  ) as Record<string, unknown>;

/** A service that answers with what it got, and tries to set a cookie. */
export const echoes = (): PlainService =>
  new PlainService((request: IncomingMessage, reply) => {
    request.resume();
    const { method, url, headers } = request;
    reply.writeHead(200, {
      'content-type': 'application/json',
      'set-cookie': '__Host-session=planted; Path=/; Secure',
    });
    reply.end(JSON.stringify({ method, url, headers }));
  });
