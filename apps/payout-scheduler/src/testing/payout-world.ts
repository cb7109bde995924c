import { inJob, type RunningJob, transaction } from '@jeongsan/database';
import type { Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { Permanent, type Handlers, type JobsOf } from '@jeongsan/messaging';
import { dispatchRun, observePayout, pollPayouts, resolveBatch, sendBatch, type PayoutPolicy } from '@jeongsan/payouts';
import { createProviderClient } from '@jeongsan/provider-client';
import type { FaultOrder } from '@jeongsan/sandbox-control';
import {
  booksAreSound,
  sellerHas,
  sellersHave,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import { pgPayoutRecords } from '../payouts/payout-store/pg-payout-records.js';
import { storingBalance } from '../payouts/payout-store/balance-readings.js';
import { pgPayoutStore } from '../payouts/payout-store/pg-payout-store.js';
import { draftRun } from '../payouts/runs/draft-run/draft-run.js';
import { askingFirst, type Provider } from '../payouts/dispatch/provider.js';
import { expireRun, releaseRun } from '../payouts/runs/withdraw-run/withdraw-run.js';
import { fundedSandbox, TEN_OCLOCK, TODAY, type Funding } from './funded-sandbox.js';
import { onboardSellers, registeredSeller, type SellerAccount } from './registered-seller.js';
import { WorldReadings } from './world-readings.js';
import { approveDrafts } from './people.js';
import { policy as usual } from './usual-policy.js';

export const policy: PayoutPolicy = { ...usual, selfApproveUpTo: 100_000_000n, sendingTimeoutSeconds: 0 };

/** The contract's settings: banks finish transfers on command only; all others are usual. */
const SETTINGS = {
  payoutCompletionSeconds: null,
  rejectedRequestsBurnRefPayoutIds: false,
  weeklyLimitInclusive: false,
} as const;

const network = httpSend({ maxSockets: 32, maxReplyBytes: 8 << 20 });

/** The bound on jobs of one test: more mean that jobs enqueue each other for ever. */
const JOBS_MAX = 20_000;

type Job = RunningJob & { job: JobsOf<'payouts'>; data: never };
export type WorldOptions = Funding & Readonly<{ policy?: Partial<PayoutPolicy>; isOneForAll?: boolean }>;
export type ReachOptions = Readonly<{
  /** The security keys, newest first; by default the sandbox's. */
  securityKeys?: readonly string[];
  /** Wraps the sender to the provider; by default the world's wrapper. */
  between?: (send: Send) => Send;
}>;

/**
 * The world of a test file: one sandbox for all tests, and a new database at ten o'clock for each, whose books are
 * checked afterwards. With `isOneForAll` all tests share one database.
 */
export function payoutWorld({ isOneForAll = false, ...options }: WorldOptions = {}): PayoutWorld {
  const world = new PayoutWorld(options);
  const [before, after] = isOneForAll ? [beforeAll, afterAll] : [beforeEach, afterEach];
  beforeAll(() => world.open(), 60_000);
  before(() => world.begin());
  after(() => world.end());
  afterAll(() => world.sandbox.stop());
  return world;
}

/**
 * The scheduler's functions on a real database and the real sandbox. Nothing runs by itself: a test moves the time and
 * runs the jobs.
 */
export class PayoutWorld extends WorldReadings {
  sandbox!: Sandbox;
  database!: TestDatabase;
  clock = TEN_OCLOCK;
  policy = policy;
  readonly now = (): Date => this.clock;
  /** Wraps the sender to the provider; tests replace it to disturb requests. */
  between!: (send: Send) => Send;
  /** The provider client for a batch; tests replace it to disturb single batches. */
  providerOf!: (batchId: string) => Promise<Provider>;
  private sellersMade = 0;

  constructor(private readonly options: WorldOptions = {}) {
    super();
  }

  async open(): Promise<void> {
    this.sandbox = await fundedSandbox(this.options);
  }

  /** Starts a test at ten o'clock on an empty database. */
  async begin(): Promise<void> {
    this.policy = { ...policy, ...this.options.policy };
    this.reachDirectly();
    this.database = await testDatabase();
    this.earlier = (await this.sandbox.bookedPayouts()).length;
    await this.sandbox.control.changeSettings({ body: SETTINGS });
    await this.moveTo(TEN_OCLOCK);
  }

  /** A second world at the same time on another database. */
  beside(database: TestDatabase): PayoutWorld {
    const world = new PayoutWorld(this.options);
    Object.assign(world, { sandbox: this.sandbox, database, clock: this.clock, policy: this.policy });
    world.earlier = this.earlier;
    world.reachDirectly();
    return world;
  }

  /** Checks the books after every test. */
  async end(): Promise<void> {
    await this.sandbox.control.clearFaults({});
    await booksAreSound(this.db);
    await this.database.drop();
  }

  get db(): DataSource {
    return this.database.db;
  }

  later(seconds: number): void {
    this.clock = new Date(this.clock.getTime() + seconds * 1_000);
  }

  /** Moves our clock and the sandbox's. */
  async moveTo(instant: Date): Promise<void> {
    this.clock = instant;
    await this.moveProviderTo(instant);
  }

  async moveProviderTo(instant: Date): Promise<void> {
    await this.sandbox.control.setClock({ body: { now: instant, mode: 'running' } });
  }

  fault(body: FaultOrder): Promise<{ id: string }> {
    return this.sandbox.control.addFault({ body });
  }

  provider({ securityKeys, between = this.between }: ReachOptions = {}): Provider {
    const { baseUrl, secretKey, securityKey } = this.sandbox;
    const keys = { secretKey, securityKeys: securityKeys ?? [securityKey] };
    const reach = (send: Send) => createProviderClient({ baseUrl, ...keys, now: this.now, send, retryBaseMs: 1 });
    const sending = between(network);
    return { api: reach(sending), fenced: (mayWrite) => reach(askingFirst(sending, mayWrite)) };
  }

  /** Removes all disturbances between the world and the provider. */
  reachDirectly(): void {
    this.between = (send) => send;
    this.providerOf = async () => this.provider();
  }

  /** Registers a seller at the provider, with payable money; by default with KYC passed. */
  async seller(payable: bigint, { kyc = true, ...account }: SellerAccount & { kyc?: boolean } = {}): Promise<string> {
    const id = await registeredSeller(this.sandbox, account);
    if (kyc) await this.sandbox.control.finishKyc({ params: { id } });
    const sellerId = `seller-${(this.sellersMade += 1)}`;
    await onboardSellers(this.db, [[sellerId, id]], kyc ? 'approved' : 'limited', this.clock);
    await sellerHas(this.db, sellerId, payable);
    return sellerId;
  }

  async sellers(...payable: readonly bigint[]): Promise<string[]> {
    const ids: string[] = [];
    for (const amount of payable) ids.push(await this.seller(amount));
    return ids;
  }

  /** Onboards seeded sellers of the provider under their ids there, with this payable amount each. */
  async onboardPlanted(
    ids: readonly string[],
    payable = 0n,
    state: 'approved' | 'limited' = 'approved',
  ): Promise<void> {
    await onboardSellers(
      this.db,
      ids.map((id) => [id, id] as const),
      state,
      this.clock,
    );
    if (payable === 0n) return;
    await sellersHave(
      this.db,
      ids.map((id) => [id, payable] as const),
    );
  }

  /**
   * Drafts a run. A person approves the runs that the policy would approve automatically but for first payouts, changed
   * accounts and outliers.
   */
  async draft(businessDate = TODAY): Promise<void> {
    await draftRun(this.db, businessDate, this.policy, this.now);
    await approveDrafts(this.db, this.policy, this.clock);
  }

  /**
   * Runs due jobs with `workers` in parallel until none is left. With `isPatient` a failed job is due again a minute
   * later, like in a queue; otherwise, and for permanent failures, this throws.
   */
  async work({ workers = 1, isPatient = false } = {}): Promise<void> {
    for (let jobs = 0; jobs < JOBS_MAX;) {
      const due = await this.db.query<Job[]>(
        `select id, dedupe_key as "dedupeKey", job, data from messaging.outbox
          where done_at is null and dead_at is null and run_at <= $1 order by id limit $2`,
        [this.clock, workers],
      );
      if (due.length === 0) return;
      await Promise.all(due.map((job) => this.workOff(job, isPatient)));
      jobs += due.length;
    }
    throw new Error(`After ${JOBS_MAX} jobs there is still more to do at once`);
  }

  private async workOff({ job, data, ...row }: Job, isPatient: boolean): Promise<void> {
    const { id } = row;
    const failure = await inJob(row, () => this.handlers[job](data)).then(
      () => null,
      (error: unknown) => ({ error }),
    );
    if (failure === null) {
      await this.db.query(`update messaging.outbox set done_at = now() where id = $1`, [id.toString()]);
      return;
    }
    if (!isPatient || failure.error instanceof Permanent) throw failure.error;
    const again = new Date(this.clock.getTime() + 60_000);
    await this.db.query(`update messaging.outbox set run_at = $2 where id = $1`, [id.toString(), again]);
  }

  private readonly handlers: Handlers<'payouts'> = {
    'payout-run.draft': ({ businessDate }) => this.draft(businessDate),
    'payout-run.dispatch': ({ runId }) => this.dispatch(runId),
    'payout-run.expire': ({ runId }) => transaction(this.db, (tx) => expireRun(tx, runId, this.clock)),
    'payout-run.release': ({ runId }) => releaseRun(this.db, runId, this.now),
    'payout-batch.send': ({ batchId }) => this.send(batchId),
    'payout-batch.resolve': ({ batchId }) =>
      resolveBatch(pgPayoutStore(this.db), this.provider().api, batchId, this.policy, this.now),
    'payout.observe': ({ providerPayoutId }) => this.observe(providerPayoutId),
  };

  /** Moves the time by `times` settle delays, and runs the due jobs after each. */
  async settle(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      this.later(this.policy.settleSeconds + 1);
      await this.work();
    }
  }

  dispatch(runId: string): Promise<void> {
    const provider = storingBalance(this.db, this.provider().api, this.now);
    return dispatchRun(pgPayoutStore(this.db), provider, runId, this.policy, this.now);
  }

  async send(batchId: string): Promise<void> {
    return sendBatch(pgPayoutStore(this.db), await this.providerOf(batchId), batchId, this.policy, this.now);
  }

  observe(providerPayoutId: string, api = this.provider().api): Promise<void> {
    return observePayout(pgPayoutStore(this.db), api, providerPayoutId, this.now);
  }

  /** Observes all payouts at once, as if their webhooks arrived together. */
  async observeAll(api = this.provider().api): Promise<void> {
    const payouts = await this.atProvider();
    await Promise.all(payouts.map(({ id }) => this.observe(id, api)));
  }

  poll(): Promise<void> {
    return transaction(this.db, (tx) => pollPayouts(pgPayoutRecords(tx), this.clock));
  }
}
