import 'reflect-metadata';
import { randomUUID } from 'node:crypto';
import { type Client, createClient, type Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { open, parseSecurityKey, seal, type SecurityKey } from '@jeongsan/jwe';
import { createApp } from '@jeongsan/nest-kit';
import {
  providerContract,
  SECURITY_MODE_ENCRYPTION,
  SECURITY_MODE_HEADER,
  temporaryErrors,
} from '@jeongsan/provider-contract';
import { MERCHANT_HEADER, sandboxControlContract } from '@jeongsan/sandbox-control';
import { Client as PgClient } from 'pg';
import { sandboxApp } from '../app.module.js';
import { Env } from '../env.js';
import { adminDatabaseUrl } from './env.js';
import { asPublished } from './published.js';

// A long time-out: every file creates a database, and other test files run on the same machine.
jest.setTimeout(30_000);

export const SECRET_KEY = 'test_sk_sandboxspec0001';
export const LIVE_KEY = 'live_sk_sandboxspec0001';
export const SECURITY_KEY_HEX = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';
export const OLD_SECURITY_KEY_HEX = 'ffeeddccbbaa99887766554433221100ffeeddccbbaa99887766554433221100';

export type Sandbox = Readonly<{
  url: string;
  /** The merchant's client: authenticated, and sealed where the contract requires it. */
  provider: Client<typeof providerContract>;
  control: Client<typeof sandboxControlContract>;
  /** Runs one SQL statement on the sandbox's database. */
  sql: (text: string) => Promise<Record<string, unknown>[]>;
  /** Stops the sandbox and starts another one on the same database. */
  restart: () => Promise<Sandbox>;
  /** Stops the sandbox and drops its database. */
  stop: () => Promise<void>;
}>;

export const http: Send = httpSend({ maxSockets: 32, maxReplyBytes: 64 * 1024 * 1024 });

/** Starts a sandbox with its own database, over real HTTP. */
export async function startSandbox(environment: Readonly<Record<string, string>> = {}): Promise<Sandbox> {
  const name = `sandbox_${randomUUID().replaceAll('-', '')}`;
  await onServer(adminDatabaseUrl(), `create database ${name} strategy file_copy`);
  const url = new URL(adminDatabaseUrl());
  url.pathname = `/${name}`;
  return startOn(url.href, environment, () => onServer(adminDatabaseUrl(), `drop database ${name} with (force)`));
}

async function startOn(
  databaseUrl: string,
  environment: Readonly<Record<string, string>>,
  drop: () => Promise<unknown>,
): Promise<Sandbox> {
  const env = Env.parse({
    PORT: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: databaseUrl,
    SECRET_KEYS: `${SECRET_KEY},${LIVE_KEY}`,
    SECURITY_KEYS: `${SECURITY_KEY_HEX},${OLD_SECURITY_KEY_HEX}`,
    M_ID: 'market',
    ...environment,
  });
  const app = await createApp(sandboxApp(env));
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  const misfits: string[] = [];
  return {
    url,
    provider: createClient(providerContract, url, asPublished(merchantSend(http), misfits), {
      temporary: temporaryErrors,
    }),
    control: createClient(sandboxControlContract, url, http),
    sql: (text) => onServer(databaseUrl, text),
    restart: async () => {
      await app.close();
      assertAsPublished(misfits);
      return startOn(databaseUrl, environment, drop);
    },
    stop: async () => {
      await app.close();
      await drop();
      assertAsPublished(misfits);
    },
  };
}

/** The same sandbox as a further merchant sees it, with the keys that it was added with. */
export type MerchantSandbox = Sandbox & Readonly<{ mId: string; secretKey: string; securityKey: string }>;

/** Adds a merchant to the sandbox. */
export async function addedMerchant(sandbox: Sandbox, mId: string): Promise<MerchantSandbox> {
  const { secretKeys, securityKeys } = await sandbox.control.addMerchant({ body: { mId } });
  return asMerchant(sandbox, mId, secretKeys[0] ?? '', securityKeys[0] ?? '');
}

/** The sandbox with a client of the merchant, and with a control client that names the merchant. */
export function asMerchant(sandbox: Sandbox, mId: string, secretKey: string, securityKey: string): MerchantSandbox {
  const send = merchantSend(http, parseSecurityKey(securityKey), secretKey);
  const controlSend: Send = (request) => http({ ...request, headers: { ...request.headers, [MERCHANT_HEADER]: mId } });
  return {
    ...sandbox,
    mId,
    secretKey,
    securityKey,
    provider: createClient(providerContract, sandbox.url, send, { temporary: temporaryErrors }),
    control: createClient(sandboxControlContract, sandbox.url, controlSend),
  };
}

function assertAsPublished(misfits: readonly string[]): void {
  if (misfits.length > 0) throw new Error(`Replies that are not as published:\n${misfits.join('\n')}`);
}

async function onServer(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new PgClient({ connectionString });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(text)).rows;
  } finally {
    await client.end();
  }
}

export const basic = (secretKey: string): string => `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`;

/** A sender with the headers and the sealing of a merchant's client. */
export function merchantSend(
  send: Send,
  key: SecurityKey = parseSecurityKey(SECURITY_KEY_HEX),
  secretKey: string = SECRET_KEY,
): Send {
  return async (request) => {
    const headers = { authorization: basic(secretKey), ...request.headers };
    if (!request.endpoint.sealed || request.body instanceof Uint8Array) return send({ ...request, headers });
    const sealed = {
      ...headers,
      'content-type': 'text/plain',
      [SECURITY_MODE_HEADER]: SECURITY_MODE_ENCRYPTION,
    };
    const body = await seal(request.body ?? '', key, { now: () => new Date() });
    const reply = await send({ ...request, headers: sealed, body });
    if (!reply.headers['content-type']?.startsWith('text/plain')) return reply;
    return { ...reply, body: (await open(reply.body, [key])).text };
  };
}

/** Sends raw bytes, for requests that no ordinary client sends. */
export async function raw(
  sandbox: Pick<Sandbox, 'url'>,
  method: string,
  path: string,
  options: { headers?: Record<string, string>; body?: string; secretKey?: string | null } = {},
): Promise<{ status: number; headers: Headers; text: string; json: Record<string, unknown> }> {
  const { secretKey = SECRET_KEY } = options;
  const reply = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { ...(secretKey !== null && { authorization: basic(secretKey) }), ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
  });
  const text = await reply.text();
  return { status: reply.status, headers: reply.headers, text, json: parsed(text) };
}

function parsed(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return {};
  }
}
