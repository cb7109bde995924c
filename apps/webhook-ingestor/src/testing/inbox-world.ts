import { createHash, createHmac, randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createApp, parseEnv, type Role } from '@jeongsan/nest-kit';
import { ingestorContract } from '@jeongsan/platform-contract';
import { expectDecided, testDatabase, type TestDatabase, testRedis, type TestRedis } from '@jeongsan/testing';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';
import { receiveWebhooks } from '../receive-webhook/receive-webhook.route.js';

const KEY = 'ab'.repeat(32);
const callers = ['market', 'viewer', 'operator', 'approver', 'auditor'] as const satisfies readonly Role[];
export type CallerRole = (typeof callers)[number];
export type Item = Readonly<Record<string, unknown>> & Readonly<{ id: string }>;
export type Reply = Readonly<{
  status: number;
  contentType: string | undefined;
  json: Readonly<Record<string, unknown>> & Readonly<{ items: Item[]; nextCursor: string | null }>;
}>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
export const NOW = new Date().toISOString();
export const HOURS_AGO = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function startIngestor(database: TestDatabase, redis: TestRedis): Promise<NestFastifyApplication> {
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    API_KEYS: JSON.stringify(callers.map((role) => ({ id: role, sha256: sha256(role), roles: [role] }))),
    DATABASE_URL: database.urlOf('webhook-ingestor'),
    REDIS_URL: redis.url,
    ROLE: 'http',
    PROVIDER_SECURITY_KEYS: KEY,
    DATA_KEYS: 'ef'.repeat(32),
    WEBHOOK_LOOK_AFTER_MS: '0',
  });
  const made = { module: AppModule.for(env), env, title: 'ingestor', contract: ingestorContract };
  const app = await createApp({ ...made, configure: receiveWebhooks });
  await app.listen(0, '127.0.0.1');
  return app;
}

/** The ingestor without workers: jobs stay in the outbox. Webhooks are received over HTTP, callers have the role of their name. */
export function inboxWorld() {
  let database: TestDatabase;
  let redis: TestRedis;
  let app: NestFastifyApplication;

  async function open(): Promise<void> {
    [database, redis] = await Promise.all([testDatabase(), testRedis()]);
    app = await startIngestor(database, redis);
  }

  async function send(event: object, headers: Record<string, string> = {}): Promise<string> {
    const id = randomUUID();
    const reply = await fetch(`${await app.getUrl()}/webhooks/provider`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'tosspayments-webhook-transmission-id': id, ...headers },
      body: JSON.stringify(event),
    });
    if (reply.status !== 200) throw new Error(`The webhook was refused: ${await reply.text()}`);
    const [row] = await database.db.query<{ id: string }[]>(
      'select id from webhooks.inbox where transmission_id = $1',
      [id],
    );
    return row?.id ?? '';
  }

  /** Sends a webhook with a signature of the time `at`, and returns its id in the inbox. */
  const signed = (event: object, at = NOW): Promise<string> => {
    const text = `${JSON.stringify(event)}:${at}`;
    const signature = createHmac('sha256', Buffer.from(KEY, 'hex')).update(text).digest('base64');
    return send(event, {
      'tosspayments-webhook-transmission-time': at,
      'tosspayments-webhook-signature': `v1:${signature}`,
    });
  };

  async function call(
    method: 'GET' | 'POST',
    url: string,
    role: CallerRole = 'operator',
    body?: object,
  ): Promise<Reply> {
    const headers = { authorization: `Bearer ${role}` };
    const reply = await app.inject({ method, url, headers, ...(body && { payload: body }) });
    const json = reply.json<Reply['json']>();
    if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: json });
    return { status: reply.statusCode, contentType: reply.headers['content-type']?.toString(), json };
  }

  return {
    ...{ open, send, signed, call },
    db: () => database.db,
    empty: () => database.db.query('truncate webhooks.inbox, webhooks.inbox_key, webhooks.look, messaging.outbox'),
    close: async () => {
      await app.close();
      await database.drop();
      await redis.close();
    },
  };
}

export const payout = (id: string, more: object = {}) => ({
  ...{
    eventType: 'payout.changed',
    createdAt: NOW,
    version: '2022-11-16',
    eventId: randomUUID(),
    entityType: 'payout',
  },
  entityBody: { id, status: 'COMPLETED', ...more },
});
export const payment = (paymentKey: string, more: object = {}) => ({
  ...{ eventType: 'PAYMENT_STATUS_CHANGED', createdAt: NOW, data: { paymentKey, ...more } },
});
