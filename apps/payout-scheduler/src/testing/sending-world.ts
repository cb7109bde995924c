import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCalendar } from '@jeongsan/calendar';
import { transaction } from '@jeongsan/database';
import { httpSend, type Send } from '@jeongsan/http-contract';
import { Permanent, type Handlers, type JobsOf } from '@jeongsan/messaging';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { createProviderClient } from '@jeongsan/provider-client';
import type { Fault } from '@jeongsan/provider-contract';
import { plainTerms } from '@jeongsan/settlement';
import {
  booksAreSound,
  sellerHas,
  startSandbox,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import type { DataSource } from 'typeorm';
import type { z } from 'zod';
import { dispatchRun } from '../dispatch-run/dispatch-run.js';
import { draftRun } from '../draft-run/draft-run.js';
import { observePayout } from '../observe-payout/observe-payout.js';
import { pollPayouts } from '../observe-payout/poll-payouts.js';
import { askingFirst, type Provider } from '../provider.js';
import { resolveAttempt } from '../resolve-attempt/resolve-attempt.js';
import { sendAttempt } from '../send-attempt/send-attempt.js';
import { setTerms } from '../set-terms/set-terms.js';
import { expireRun, releaseRun } from '../withdraw-run/withdraw-run.js';

/** A Monday without a holiday, and ten o'clock of it in Seoul: EXPRESS is open. */
export const TODAY = '2026-05-11';
export const TEN_OCLOCK = new Date('2026-05-11T01:00:00Z');

export const policy: PayoutPolicy = {
  calendar: createCalendar(),
  approvalThreshold: 100_000_000n,
  minimumPayout: 1_000n,
  weeklyLimit: 10_000_000n,
  dispatchAt: '09:00:00',
  settleSeconds: 60,
  sendingTimeoutSeconds: 0,
  transactionDescription: '정산금',
};

const network = httpSend({ maxSockets: 32, maxReplyBytes: 8 << 20 });

/** What the platform has at the provider: a sale of last week, settled since. In won. */
const FUNDS = 40_000_000_000n;

/** A sandbox whose banks wait to be told, with money to pay out. `planted` sellers have passed KYC, and as many have not. */
export async function fundedSandbox(planted = 0): Promise<Sandbox> {
  const sandbox = await startSandbox(join(__dirname, '../../..'));
  await sandbox.control.setClock({ body: { now: new Date('2026-05-04T01:00:00Z'), mode: 'running' } });
  // Planted before there is money: none of them gets a payout of its own.
  if (planted > 0) {
    const sellers = planted * SELLER_KINDS;
    await sandbox.control.seed({ body: { seed: PLANT, payments: 0, sellers, days: 1 } });
  }
  const sale = { orderId: `order-${randomUUID()}`, amount: FUNDS };
  const { paymentKey } = await sandbox.control.payAsBuyer({
    body: { ...sale, method: '계좌이체', orderName: 'world' },
  });
  await sandbox.api.confirmPayment({ body: { ...sale, paymentKey } });
  await sandbox.control.setClock({ body: { now: TEN_OCLOCK, mode: 'running' } });
  await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
  return sandbox;
}

const PLANT = 7;
/** The sandbox plants sellers of four kinds in turn; none that may be paid is among those it deletes. */
const SELLER_KINDS = 4;
const placeOf = { limited: 1, approved: 3 } as const;

/** The provider's id of the n-th planted seller of a kind, from 0. */
export function plantedSeller(kind: keyof typeof placeOf, n: number): string {
  const place = String(n * SELLER_KINDS + placeOf[kind]).padStart(5, '0');
  return `seller_s${PLANT.toString(16).padStart(8, '0')}${place}`;
}

/** A number that passes the registry's checksum. */
function businessNumber(seed: number): string {
  const digits = String(100_000_000 + seed)
    .slice(0, 9)
    .split('')
    .map(Number);
  const weights = [1, 3, 7, 1, 3, 7, 1, 3, 5];
  const sum =
    digits.reduce((total, digit, i) => total + digit * (weights[i] ?? 0), 0) + Math.floor(((digits[8] ?? 0) * 5) / 10);
  return `${digits.join('')}${(10 - (sum % 10)) % 10}`;
}

let sellersRegistered = 0;

/** More than any test needs: what asks for more goes round in circles. */
const JOBS_MAX = 20_000;

type PayoutJob = JobsOf<'payouts'>;
type Job = { id: bigint; job: PayoutJob; data: never };
export type ReachOptions = Readonly<{
  /** Newest first; the sandbox's unless told. */
  securityKeys?: readonly string[];
  /** What lies between us and the provider; the world's unless told. */
  between?: (send: Send) => Send;
}>;

/**
 * The scheduler's own functions on a real database and the real sandbox, with nothing that runs by itself: time stands still until a
 * test moves it, and jobs are worked off when a test says so.
 */
export class PayoutWorld {
  clock = TEN_OCLOCK;
  policy = policy;
  readonly now = (): Date => this.clock;
  /** What lies between us and the provider. */
  between = (send: Send): Send => send;
  /** How a batch reaches the provider. */
  providerOf: (attemptId: string) => Promise<Provider> = async () => this.provider();

  private constructor(
    readonly sandbox: Sandbox,
    readonly database: TestDatabase,
  ) {}

  /** On an empty database, or on one that is given. */
  static async begin(sandbox: Sandbox, database?: TestDatabase): Promise<PayoutWorld> {
    return new PayoutWorld(sandbox, database ?? (await testDatabase()));
  }

  get db(): DataSource {
    return this.database.db;
  }

  /** Whatever a test did, the books are sound. */
  async end(): Promise<void> {
    await this.sandbox.control.clearFaults({});
    await booksAreSound(this.db);
    await this.database.drop();
  }

  later(seconds: number): void {
    this.clock = new Date(this.clock.getTime() + seconds * 1_000);
  }

  /** Moves our clock and the provider's. */
  async moveTo(instant: Date): Promise<void> {
    this.clock = instant;
    await this.sandbox.control.setClock({ body: { now: instant, mode: 'running' } });
  }

  fault(body: z.output<typeof Fault>): Promise<{ id: string }> {
    return this.sandbox.control.addFault({ body });
  }

  provider({ securityKeys, between = this.between }: ReachOptions = {}): Provider {
    const { baseUrl, secretKey, securityKey } = this.sandbox;
    const reach = (send: Send) =>
      createProviderClient({
        baseUrl,
        secretKey,
        securityKeys: securityKeys ?? [securityKey],
        now: this.now,
        send,
      });
    const sending = between(network);
    return { api: reach(sending), fenced: (mayWrite) => reach(askingFirst(sending, mayWrite)) };
  }

  /** A seller the provider knows, with payable money; approved unless said otherwise. */
  async seller(
    payable: bigint,
    options: { kyc?: boolean; bankCode?: string; accountNumber?: string } = {},
  ): Promise<string> {
    const nth = (sellersRegistered += 1);
    const { bankCode = '088', accountNumber = `11012345${nth}`, kyc = true } = options;
    const company = {
      name: '가게',
      representativeName: '홍길동',
      businessRegistrationNumber: businessNumber(nth),
      email: 'a@example.com',
      phone: '01012345678',
    };
    const account = { bankCode, accountNumber, holderName: '홍길동' };
    const refSellerId = randomUUID().slice(0, 18);
    const made = await this.sandbox.api.createSeller({
      body: { refSellerId, businessType: 'CORPORATE', company, account },
    });
    const { id } = made.entityBody;
    if (kyc) await this.sandbox.control.finishKyc({ params: { id } });
    const sellerId = `seller-${nth}`;
    await this.onboard([[sellerId, id]], kyc ? 'approved' : 'limited');
    await sellerHas(this.db, sellerId, payable);
    return sellerId;
  }

  /** Makes sellers of the provider ours, under plain terms from the beginning of last year. */
  async onboard(
    sellers: readonly (readonly [sellerId: string, providerId: string])[],
    state: 'approved' | 'limited',
  ): Promise<void> {
    const ids = sellers.map(([sellerId]) => sellerId);
    await this.db.query(
      `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
         account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
       select s, left(s || '-reference', 20), 'CORPORATE', '', '088', '', '', 'print', '', $3, p, now(), now(), now()
         from unnest($1::text[], $2::text[]) as one(s, p)`,
      [ids, sellers.map(([, providerId]) => providerId), state],
    );
    const [first, ...others] = ids;
    if (first === undefined) return;
    await setTerms(this.db, { sellerId: first, effectiveFrom: '2025-01-01', ...plainTerms() }, this.now());
    await this.db.query(
      `insert into payouts.seller_terms (seller_id, effective_from, document, created_at)
       select s, effective_from, document, created_at from payouts.seller_terms, unnest($2::text[]) as s where seller_id = $1`,
      [first, others],
    );
  }

  draft(businessDate = TODAY): Promise<void> {
    return draftRun(this.db, businessDate, this.policy, this.now);
  }

  /**
   * Works off what is due, as so many workers would, until nothing is. `isPatient`: a job that fails is due again a minute later, as
   * with a queue; otherwise, and whenever a failure is permanent, it throws.
   */
  async work({ workers = 1, isPatient = false } = {}): Promise<void> {
    for (let jobs = 0; jobs < JOBS_MAX;) {
      const due = await this.db.query<Job[]>(
        `select id, job, data from messaging.outbox where done_at is null and dead_at is null and run_at <= $1 order by id limit $2`,
        [this.clock, workers],
      );
      if (due.length === 0) return;
      await Promise.all(due.map((job) => this.workOff(job, isPatient)));
      jobs += due.length;
    }
    throw new Error(`After ${JOBS_MAX} jobs there is still more to do at once`);
  }

  private async workOff({ id, job, data }: Job, isPatient: boolean): Promise<void> {
    const failure = await this.handlers[job](data).then(
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
    'payout-attempt.send': ({ attemptId }) => this.send(attemptId),
    'payout-attempt.resolve': ({ attemptId }) =>
      resolveAttempt(this.db, this.provider().api, attemptId, this.policy, this.now),
    'payout.observe': ({ providerPayoutId }) => this.observe(providerPayoutId),
  };

  dispatch(runId: string): Promise<void> {
    return dispatchRun(this.db, this.provider().api, runId, this.policy, this.now);
  }

  async send(attemptId: string): Promise<void> {
    return sendAttempt(this.db, await this.providerOf(attemptId), attemptId, this.policy, this.now);
  }

  observe(providerPayoutId: string): Promise<void> {
    return observePayout(this.db, this.provider().api, providerPayoutId, this.now);
  }

  /** All at once, as their webhooks arrive. */
  async observeAll(): Promise<void> {
    const payouts = await this.atProvider();
    await Promise.all(payouts.map(({ id }) => this.observe(id)));
  }

  /** The batches that wait to be sent. */
  async prepared(): Promise<string[]> {
    const rows = await this.db.query<{ id: string }[]>(
      `select id from payouts.attempt where state = 'prepared' order by created_at, id`,
    );
    return rows.map(({ id }) => id);
  }

  async runId(businessDate = TODAY): Promise<string> {
    const [run] = await this.db.query<{ id: string }[]>(`select id from payouts.run where business_date = $1`, [
      businessDate,
    ]);
    if (!run) throw new Error(`There is no run of ${businessDate}`);
    return run.id;
  }

  poll(): Promise<void> {
    return transaction(this.db, (tx) => pollPayouts(tx, this.clock));
  }

  /** How many payouts are in each state. */
  async states(): Promise<Record<string, number>> {
    const rows = await this.db.query<{ state: string; count: bigint }[]>(
      `select state, count(*) from payouts.payout group by state order by state`,
    );
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** What the provider's own book holds for the sellers of this test. */
  async atProvider() {
    const rows = await this.db.query<{ id: string }[]>(`select provider_seller_id as id from onboarding.seller`);
    const mine = new Set(rows.map((row) => row.id));
    return (await this.sandbox.bookedPayouts()).filter((p) => mine.has(p.destination));
  }
}
