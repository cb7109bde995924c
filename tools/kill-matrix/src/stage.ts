import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setClock } from '@jeongsan/database';
import { createClient, type Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { approveRun as contract, setTerms } from '@jeongsan/platform-contract';
import { plainTerms } from '@jeongsan/settlement';
import { allOrNothing, freePort, type Undo } from '@jeongsan/child-processes';
import {
  apiKeysOf,
  placeWitness,
  startSandbox,
  testDatabase,
  testOperators,
  testRedis,
  type Operators,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import { Service, type ServiceOptions } from './service.js';
import { approvedSeller, fundProvider, type Seller } from './testing/world.js';
import { Wire } from './wire.js';

const repository = fileURLToPath(new URL('../../../', import.meta.url));
export const apps = join(repository, 'apps');
export const logs = join(repository, '.local/kill-matrix');

/** Locks and time-outs of a rehearsal, in real time. */
const LOCK_MS = 1_000;
/** A busy machine takes most of a second from the claim of a batch to the first byte of its request. */
const SENDING_TIMEOUT_S = 2;
/** Platform time: the settle delay passes when the clock is moved. */
const SETTLE_S = 30;
const STARTS_AT = new Date('2026-05-11T01:00:00Z');
const TERMS_FROM = '2026-05-01';
const SELLERS = 4;

/** A small platform on which cases are played one after the other: databases, Redis, provider, wire, services. */
export type Stage = Readonly<{
  db: TestDatabase['db'];
  sandbox: Sandbox;
  wire: Wire;
  sellers: readonly Seller[];
  startsAt: Date;
  scheduler: Service;
  /** Only on a stage with webhooks. */
  ingestor: Service | undefined;
  /** Approves waiting runs as a person would; when the scheduler is down, tries again with the next look. */
  approveDrafts: () => Promise<void>;
  /** Sets both sides' clocks. */
  setClocks: (now: Date) => Promise<void>;
  close: () => Promise<void>;
}>;

export const openStage = (name: string, withWebhooks: boolean): Promise<Stage> =>
  allOrNothing((undo) => build(name, withWebhooks, undo));

async function build(name: string, withWebhooks: boolean, undo: Undo): Promise<Stage> {
  await mkdir(logs, { recursive: true });
  const database = undo.of(await testDatabase(), (it) => it.drop());
  const redis = undo.of(await testRedis(), (it) => it.close());
  const sandbox = undo.of(await startSandbox(apps), (it) => it.stop());
  const wire = undo.of(await Wire.open(sandbox.baseUrl, claimedIn(database)), (it) => it.close());
  await fundProvider(sandbox, STARTS_AT);
  await setClock(database.db, STARTS_AT, new Date());
  await placeWitness(database.db);
  const operatorKey = randomBytes(16).toString('hex');
  const operators = await testOperators();
  const common = {
    ...commonEnvironment(operatorKey),
    ...operators.env,
    DATABASE_URL: database.url,
    REDIS_URL: redis.url,
  };
  const start = async (options: ServiceOptions) => undo.of(await Service.start(options), (it) => it.stop());
  let port = 0;
  const scheduler = await start({
    folder: join(apps, 'payout-scheduler/dist/bundle'),
    logFile: join(logs, `${name}-payout-scheduler.log`),
    // A process may take over while the previous one still has its port, so each has a port of its own.
    environment: async () => ({
      ...common,
      ...schedulerEnvironment(sandbox, wire),
      PORT: String((port = await freePort())),
    }),
  });
  const sellers = await makeSellers(database, sandbox, `http://127.0.0.1:${port}`, operatorKey);
  const ingestor = withWebhooks ? await startIngestor(name, common, sandbox, start) : undefined;
  const setClocks = async (now: Date) => {
    await sandbox.control.setClock({ body: { now, mode: 'running' } });
    await setClock(database.db, now, new Date());
  };
  const approveDrafts = () => approveAsPerson(database, () => `http://127.0.0.1:${port}`, operators);
  const close = () => undo.run();
  return {
    db: database.db,
    sandbox,
    wire,
    sellers,
    startsAt: STARTS_AT,
    scheduler,
    ingestor,
    approveDrafts,
    setClocks,
    close,
  };
}

async function approveAsPerson({ db }: TestDatabase, url: () => string, operators: Operators): Promise<void> {
  const drafts = await db.query<{ id: string; content_hash: string }[]>(
    `select id, content_hash from payouts.run where state = 'draft' and content_hash <> ''`,
  );
  if (drafts.length === 0) return;
  const authorization = `Bearer ${await operators.token('kim', ['approver'])}`;
  const network = httpSend({ maxSockets: 1, maxReplyBytes: 1 << 20 });
  const asPerson: Send = (request) => network({ ...request, headers: { ...request.headers, authorization } });
  const { approveRun } = createClient({ approveRun: contract }, url(), asPerson);
  await Promise.allSettled(
    drafts.map(({ id, content_hash: contentHash }) => approveRun({ params: { runId: id }, body: { contentHash } })),
  );
}

const claimedIn =
  ({ db }: TestDatabase) =>
  async (key: string): Promise<boolean> => {
    const sql = `select from payouts.batch where idempotency_key = $1 and state = 'sending'`;
    return (await db.query<unknown[]>(sql, [key])).length > 0;
  };

/** Settings of every service of a rehearsal. */
export const commonEnvironment = (operatorKey: string) => ({
  NODE_ENV: 'development',
  LOG_LEVEL: 'warn',
  CONTROLLED_CLOCK: 'true',
  FAILPOINTS: 'true',
  DATA_KEYS: randomBytes(32).toString('hex'),
  REPUBLISH_AFTER_MS: String(LOCK_MS),
  JOB_LOCK_MS: String(LOCK_MS),
  API_KEYS: apiKeysOf([{ id: 'kill-matrix', key: operatorKey, roles: ['operator'] }]),
});

const schedulerEnvironment = (sandbox: Sandbox, wire: Wire) => ({
  PROVIDER_BASE_URL: wire.url,
  PROVIDER_SECRET_KEY: sandbox.secretKey,
  PROVIDER_SECURITY_KEYS: sandbox.securityKey,
  SELLER_SESSION_KEY: randomBytes(32).toString('hex'),
  SETTLE_SECONDS: String(SETTLE_S),
  SENDING_TIMEOUT_SECONDS: String(SENDING_TIMEOUT_S),
  // Two batches per run.
  PAYOUTS_PER_REQUEST: String(SELLERS / 2),
  // The batches are frozen one after the other, so that something can happen in between.
  BATCHES_PER_FREEZE: '1',
  // Many platforms share one provider here, with the same amounts: each lacks the payouts of the others.
  GUARD_DAYS: '0',
  DUPLICATE_RUN_DAYS: '0',
});

async function startIngestor(
  name: string,
  common: Readonly<Record<string, string>>,
  sandbox: Sandbox,
  start: (options: ServiceOptions) => Promise<Service>,
): Promise<Service> {
  const port = await freePort();
  const environment = {
    ...common,
    PORT: String(port),
    PROVIDER_SECURITY_KEYS: sandbox.securityKey,
    // Webhooks enqueue jobs of the scheduler.
    ROLE: 'http',
  };
  const service = await start({
    folder: join(apps, 'webhook-ingestor/dist/bundle'),
    logFile: join(logs, `${name}-webhook-ingestor.log`),
    environment: async () => environment,
  });
  const url = `http://127.0.0.1:${port}/webhooks/provider`;
  await sandbox.control.registerWebhook({ body: { url, events: ['payout.changed'] } });
  return service;
}

async function makeSellers(database: TestDatabase, sandbox: Sandbox, url: string, key: string): Promise<Seller[]> {
  const network = httpSend({ maxSockets: 4, maxReplyBytes: 1 << 20 });
  const asOperator: Send = (request) =>
    network({ ...request, headers: { ...request.headers, authorization: `Bearer ${key}` } });
  const scheduler = createClient({ setTerms }, url, asOperator);
  const sellers: Seller[] = [];
  for (let i = 1; i <= SELLERS; i += 1) {
    const sellerId = `seller-${'abcdefgh'.slice(0, i)}`;
    sellers.push(await approvedSeller(database, sandbox, sellerId));
    await scheduler.setTerms({ params: { sellerId }, body: { effectiveFrom: TERMS_FROM, ...plainTerms() } });
  }
  return sellers;
}
