import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { allOrNothing, freePort, type Undo } from '@jeongsan/child-processes';
import { setClock } from '@jeongsan/database';
import { plainTerms, termsDocument } from '@jeongsan/settlement';
import {
  apiKeysOf,
  startSandbox,
  storeSellers,
  testDatabase,
  testRedis,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import { Service, type ServiceOptions } from '../service.js';
import { apps, commonEnvironment, logs } from '../stage.js';

const STARTS_AT = new Date('2026-05-11T01:00:00Z');
const TERMS_FROM = '2026-05-01';
export const sellerIds = ['seller-a', 'seller-b', 'seller-c'] as const;
export type SellerId = (typeof sellerIds)[number];

/** A small market on which payments are played: database, Redis, provider, gateway and ingestor. */
export type PaymentStage = Readonly<{
  db: TestDatabase['db'];
  sandbox: Sandbox;
  startsAt: Date;
  gateway: Service;
  /** The address of the gateway's newest process. */
  gatewayUrl: () => string;
  /** The market's key at the gateway. */
  key: string;
  /** Sets both sides' clocks. */
  setClocks: (now: Date) => Promise<void>;
  close: () => Promise<void>;
}>;

export const openPaymentStage = (name: string): Promise<PaymentStage> => allOrNothing((undo) => build(name, undo));

async function build(name: string, undo: Undo): Promise<PaymentStage> {
  await mkdir(logs, { recursive: true });
  const database = undo.of(await testDatabase(), (it) => it.drop());
  const redis = undo.of(await testRedis(), (it) => it.close());
  const sandbox = undo.of(await startSandbox(apps), (it) => it.stop());
  const setClocks = async (now: Date) => {
    await sandbox.control.setClock({ body: { now, mode: 'running' } });
    await setClock(database.db, now, new Date());
  };
  await setClocks(STARTS_AT);
  await makeSellers(database);
  const key = `test_sk_${randomBytes(12).toString('hex')}`;
  const common = {
    ...commonEnvironment(key),
    API_KEYS: apiKeysOf([{ id: 'market', key, roles: ['market'] }]),
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
    PROVIDER_SECURITY_KEYS: sandbox.securityKey,
  };
  const start = async (options: ServiceOptions) => undo.of(await Service.start(options), (it) => it.stop());
  let port = 0;
  const gateway = await start({
    folder: join(apps, 'payments-gateway/dist/bundle'),
    logFile: join(logs, `${name}-payments-gateway.log`),
    // A process may take over while the previous one still has its port, so each has a port of its own.
    environment: async () => ({
      ...common,
      PROVIDER_BASE_URL: sandbox.baseUrl,
      PROVIDER_SECRET_KEY: sandbox.secretKey,
      PORT: String((port = await freePort())),
    }),
  });
  await listenForWebhooks(name, common, sandbox, start);
  const gatewayUrl = () => `http://127.0.0.1:${port}`;
  return {
    db: database.db,
    sandbox,
    startsAt: STARTS_AT,
    gateway,
    gatewayUrl,
    key,
    setClocks,
    close: () => undo.run(),
  };
}

/** Sellers without commission: a seller earns what the buyer paid. */
async function makeSellers({ db }: TestDatabase): Promise<void> {
  await storeSellers(
    db,
    sellerIds.map((sellerId) => ({ sellerId, providerSellerId: sellerId, state: 'approved' })),
  );
  await db.query(
    `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
     select id, $2, $3, now() from unnest($1::text[]) as id`,
    [sellerIds, TERMS_FROM, termsDocument(plainTerms())],
  );
}

async function listenForWebhooks(
  name: string,
  common: Readonly<Record<string, string>>,
  sandbox: Sandbox,
  start: (options: ServiceOptions) => Promise<Service>,
): Promise<void> {
  const port = await freePort();
  await start({
    folder: join(apps, 'webhook-ingestor/dist/bundle'),
    logFile: join(logs, `${name}-webhook-ingestor.log`),
    environment: async () => ({
      ...common,
      PORT: String(port),
      WEBHOOK_LOOK_AFTER_MS: '0',
      WEBHOOK_LOOK_INTERVAL_SECONDS: '1',
    }),
  });
  const url = `http://127.0.0.1:${port}/webhooks/provider`;
  const events = ['PAYMENT_STATUS_CHANGED', 'DEPOSIT_CALLBACK', 'CANCEL_STATUS_CHANGED'] as const;
  await sandbox.control.registerWebhook({ body: { url, events: [...events] } });
}
