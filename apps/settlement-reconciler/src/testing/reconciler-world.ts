import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { setClock } from '@jeongsan/database';
import { createApp, parseEnv, type Role } from '@jeongsan/nest-kit';
import { reconcilerContract } from '@jeongsan/platform-contract';
import { apiKeysOf, expectDecided, TEST_DATA_KEYS, testDatabase, testOperators, testRedis } from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';

/** The callers of these tests, each with a token; `robot` has an API key with all roles. */
const people = {
  kim: ['operator'],
  park: ['operator'],
  han: ['operator'],
  lee: ['approver'],
  choi: ['admin'],
  viewer: ['viewer'],
  shop: ['market'],
  robot: ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Person = keyof typeof people;
type Json = Record<string, unknown> & { items: Record<string, unknown>[]; nextCursor: string | null };
export type Reply = Readonly<{ status: number; json: Json }>;

export type ReconcilerWorld = Readonly<{
  db: DataSource;
  /** With the service's own login. */
  databaseUrl: string;
  call: (who: Person, method: 'GET' | 'POST', url: string, payload?: object, idempotencyKey?: string) => Promise<Reply>;
  /** The text of a file. */
  download: (who: Person, url: string) => Promise<string>;
  close: () => Promise<void>;
}>;

/** The reconciler's HTTP API on a real Postgres, with a clock that stands at `now`. No worker and no schedule runs. */
export async function reconcilerWorld(now: Date, settings: Record<string, string> = {}): Promise<ReconcilerWorld> {
  const [database, redis, operators] = await Promise.all([testDatabase(), testRedis(), testOperators()]);
  await setClock(database.db, now, new Date());
  const env = parseEnv(Env, {
    ...{ PORT: '0', LOG_LEVEL: 'silent', ROLE: 'http', CONTROLLED_CLOCK: 'true' },
    API_KEYS: apiKeysOf([{ id: 'robot', key: 'robot-key', roles: people.robot }]),
    ...operators.env,
    ...{ DATABASE_URL: database.urlOf('settlement-reconciler'), REDIS_URL: redis.url },
    ...{
      PROVIDER_BASE_URL: 'http://127.0.0.1:9',
      PROVIDER_SECRET_KEY: 'test_sk_x',
      PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
      DATA_KEYS: TEST_DATA_KEYS,
      PROOF_SIGNING_KEY: TEST_DATA_KEYS,
    },
    ...settings,
  });
  const app: NestFastifyApplication = await createApp({
    ...{ module: AppModule.for(env), env, title: 'settlement-reconciler', contract: reconcilerContract },
  });
  await app.init();
  const authorizationOf = async (who: Person): Promise<string> =>
    `Bearer ${who === 'robot' ? 'robot-key' : await operators.token(who, people[who], {})}`;
  return {
    db: database.db,
    databaseUrl: database.urlOf('settlement-reconciler'),
    call: async (who, method, url, payload, idempotencyKey) => {
      const headers = {
        authorization: await authorizationOf(who),
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      };
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const json = reply.json<Json>();
      if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: json });
      return { status: reply.statusCode, json };
    },
    download: async (who, url) => {
      const reply = await app.inject({ method: 'GET', url, headers: { authorization: await authorizationOf(who) } });
      if (reply.statusCode !== 200) throw new Error(`${url} answers ${reply.statusCode}`);
      return reply.payload;
    },
    close: async () => {
      await app.close();
      await database.drop();
      await redis.close();
    },
  };
}
