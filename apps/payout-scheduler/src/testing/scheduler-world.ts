import { randomUUID } from 'node:crypto';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { postLedger, setClock } from '@jeongsan/database';
import {
  lineMatured,
  paymentApproved,
  paymentCanceled,
  payoutPaid,
  payoutReserved,
  reserveHeld,
  type PostedLine,
} from '@jeongsan/ledger';
import { createApp, parseEnv, type Role, SellerSessions } from '@jeongsan/nest-kit';
import { schedulerContract } from '@jeongsan/platform-contract';
import { plainTerms, type TermsBody, NO_AMOUNTS } from '@jeongsan/settlement';
import {
  apiKeysOf,
  expectDecided,
  sellerHas,
  TEST_DATA_KEYS,
  testDatabase,
  testOperators,
  testRedis,
} from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { AppModule } from '../app.module.js';
import { Env } from '../env.js';
import { addTerms } from '../terms/set-terms/set-terms.js';

/** The callers of these tests, each with a token; `robot` has an API key with all roles. */
const people = {
  kim: ['operator'],
  lee: ['approver'],
  park: ['admin'],
  choi: ['admin'],
  viewer: ['viewer'],
  /** `jung` signed in yesterday, so the sign-in is too old for large decisions. */
  jung: ['admin'],
  robot: ['admin'],
} as const satisfies Record<string, readonly Role[]>;
export type Person = keyof typeof people;

type Json = Record<string, unknown> & { items: Record<string, unknown>[]; nextCursor: string | null };
type Claims = Readonly<Record<string, unknown>>;
export type Reply = { status: number; json: Json };

/** An answer of any type; `json` throws for an answer that is no JSON. */
export type Sent = Readonly<{
  status: number;
  text: string;
  headers: Readonly<Record<string, unknown>>;
  json: () => Json;
}>;

export type SchedulerWorld = Readonly<{
  db: DataSource;
  call: (
    who: Person,
    method: 'GET' | 'POST',
    url: string,
    payload?: object,
    claims?: Claims,
    idempotencyKey?: string,
  ) => Promise<Reply>;
  /** Sends a request with this header `Authorization`. */
  send: (authorization: string | undefined, method: 'GET' | 'POST', url: string, payload?: object) => Promise<Sent>;
  close: () => Promise<void>;
}>;

/**
 * The scheduler's HTTP API on a real Postgres, with a clock that the test moves, beginning at `start`. No worker and no
 * schedule runs.
 */
export async function schedulerWorld(start: Date, settings: Record<string, string> = {}): Promise<SchedulerWorld> {
  const [database, redis] = await Promise.all([testDatabase(), testRedis()]);
  await setClock(database.db, start, new Date());
  const operators = await testOperators();
  const yesterday = { auth_time: Math.floor(Date.now() / 1_000) - 86_400 };
  const credentialOf = async (who: Person, claims: Claims = who === 'jung' ? yesterday : {}) =>
    who === 'robot' ? 'robot-key' : operators.token(who, people[who], claims);
  const env = parseEnv(Env, {
    PORT: '0',
    LOG_LEVEL: 'silent',
    ROLE: 'http',
    CONTROLLED_CLOCK: 'true',
    API_KEYS: apiKeysOf([{ id: 'robot', key: 'robot-key', roles: people.robot }]),
    ...operators.env,
    DATABASE_URL: database.urlOf('payout-scheduler'),
    REDIS_URL: redis.url,
    PROVIDER_BASE_URL: 'http://127.0.0.1:9',
    PROVIDER_SECRET_KEY: 'test_sk_nobody',
    PROVIDER_SECURITY_KEYS: 'ab'.repeat(32),
    DATA_KEYS: TEST_DATA_KEYS,
    SELLER_SESSION_KEY: TEST_DATA_KEYS,
    ...settings,
  });
  const app: NestFastifyApplication = await createApp({
    module: AppModule.for(env),
    env,
    title: 'payout-scheduler',
    contract: schedulerContract,
    sellers: new SellerSessions(env.SELLER_SESSION_KEY),
  });
  await app.init();
  return {
    db: database.db,
    call: async (who, method, url, payload, claims, idempotencyKey) => {
      const authorization = `Bearer ${await credentialOf(who, claims)}`;
      const headers = { authorization, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }) };
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      const json = reply.json<Json>();
      if (reply.statusCode < 300) await expectDecided(database.db, { method, url, reply: json });
      return { status: reply.statusCode, json };
    },
    send: async (authorization, method, url, payload) => {
      const headers = authorization === undefined ? {} : { authorization };
      const reply = await app.inject({ method, url, headers, ...(payload && { payload }) });
      return { status: reply.statusCode, text: reply.payload, headers: reply.headers, json: () => reply.json<Json>() };
    },
    close: async () => {
      await app.close();
      await database.drop();
      await redis.close();
    },
  };
}

/** Onboards a payable seller with terms from the beginning of the year. */
export async function onboardedSeller(db: DataSource, terms: Partial<TermsBody> = {}): Promise<string> {
  const sellerId = `s-${randomUUID().slice(0, 8)}`;
  await db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $1, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $1, now(), now(), now())`,
    [sellerId],
  );
  await addTerms(
    db,
    { sellerId, effectiveFrom: '2026-01-01', ...plainTerms(), ...terms },
    'key:market',
    new Date('2026-01-01'),
  );
  return sellerId;
}

/** Books an order with one line of 10,000 won net for each seller. */
export async function orderOf(db: DataSource, ...sellerIds: string[]): Promise<string> {
  const orderId = `order-${randomUUID()}`;
  const total = sellerIds.length * 10_000;
  await db.query(
    `insert into gateway.orders (order_id, order_name, ordered_at, currency, total, tax_free, facts_hash, created_at)
     values ($1, 'order', now(), 'KRW', $2, 0, '', now())`,
    [orderId, total],
  );
  await db.query(
    `insert into gateway.order_line (order_id, line_id, position, seller_id, category, amount, tax_free, discount, discount_by_seller,
       paid, promotion, commission, commission_vat, net, terms_from, pricing)
     select $1, 'L' || n, n, s, 'food', 10000, 0, 0, 0, 10000, 0, 0, 0, 10000, '2026-01-01', '{}'
       from unnest($2::text[]) with ordinality as l(s, n)`,
    [orderId, sellerIds],
  );
  return orderId;
}

/** Writes a statement that kept these amounts as reserves; null: a fixed reserve without a release date. */
export async function sellerReserves(
  db: DataSource,
  sellerId: string,
  kept: readonly (readonly [amount: bigint, releaseOn: string | null])[],
  businessDate: string,
): Promise<string[]> {
  const amount = kept.reduce((sum, [part]) => sum + part, 0n);
  await sellerHas(db, sellerId, amount);
  const [run, statement] = [randomUUID(), randomUUID()];
  return db.transaction(async (tx) => {
    const effectiveAt = new Date(`${businessDate}T00:00:00+09:00`);
    await postLedger(tx, [reserveHeld({ sellerId, businessDate, amount, effectiveAt })]);
    // The triggers that seal runs are switched off, because no run would write a statement in the past.
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values ($1, $2, now(), 'closed', 0, 0, 0, 0, 'x', 'system:payout-scheduler', now()) on conflict do nothing`,
      [run, businessDate],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, opening, movements, payout_amount, carried, created_at)
       select $1, id, $2, $3, 0, 0, 0, 0, now() from payouts.run where business_date = $3`,
      [statement, sellerId, businessDate],
    );
    const ids = kept.map(() => randomUUID());
    await tx.query(
      `insert into payouts.reserve_hold (id, seller_id, statement_id, amount, release_on, created_at)
       select k.id, $1, $2, k.amount, k.release_on, $3::timestamptz + k.n * interval '1 second'
         from unnest($4::uuid[], $5::bigint[], $6::date[]) with ordinality as k(id, amount, release_on, n)`,
      [sellerId, statement, effectiveAt, ids, kept.map(([part]) => part.toString()), kept.map(([, date]) => date)],
    );
    return ids;
  });
}

/** A line without charges: its net is the paid amount. */
export const freeLine = (sellerId: string, paid: bigint): PostedLine => ({ ...NO_AMOUNTS, sellerId, paid });

/** Books a refund after all money was paid out, so that the seller owes it since that day. Returns the cancel's id. */
export async function sellerOwes(
  db: DataSource,
  sellerId: string,
  amount: bigint,
  since: Date,
  cancelId = randomUUID(),
): Promise<string> {
  const sale = `sale-${cancelId}`;
  const line = freeLine(sellerId, amount);
  await db.transaction((tx) =>
    postLedger(tx, [
      paymentApproved({ paymentId: sale, effectiveAt: since, lines: [line] }),
      lineMatured({ lineKey: sale, sellerId, amount, effectiveAt: since }),
      payoutReserved({ payoutId: sale, sellerId, amount, effectiveAt: since }),
      payoutPaid({ payoutId: sale, sellerId, amount, effectiveAt: since }),
      paymentCanceled({ cancelId, effectiveAt: since, lines: [{ ...line, fromPayable: 0n, toDebt: amount }] }),
    ]),
  );
  return cancelId;
}
