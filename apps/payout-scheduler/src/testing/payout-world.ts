import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCalendar } from '@jeongsan/calendar';
import { CallError, httpSend, type Send } from '@jeongsan/http-contract';
import type { EventName, JobName } from '@jeongsan/messaging';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { createProviderClient } from '@jeongsan/provider-client';
import type { Fault } from '@jeongsan/provider-contract';
import { plainTerms } from '@jeongsan/settlement';
import { balances, sellerHas, startSandbox, testDatabase, type Sandbox, type TestDatabase } from '@jeongsan/testing';
import type { z } from 'zod';
import { dispatchRun } from '../dispatch-run/dispatch-run.js';
import { draftRun } from '../draft-run/draft-run.js';
import { observePayout } from '../observe-payout/observe-payout.js';
import { askingFirst, type Provider, type ProviderApi } from '../provider.js';
import { resolveAttempt } from '../resolve-attempt/resolve-attempt.js';
import { sendAttempt } from '../send-attempt/send-attempt.js';
import { setTerms } from '../set-terms/set-terms.js';

export const worldPolicy: PayoutPolicy = {
  calendar: createCalendar(),
  approvalThreshold: 900_000_000n,
  minimumPayout: 1_000n,
  weeklyLimit: 10_000_000n,
  dispatchAt: '09:00:00',
  settleSeconds: 60,
  sendingTimeoutSeconds: 0,
  transactionDescription: '정산금',
};

/** What the provider has for us at the start of each test, in won. */
const PROVIDER_BALANCE = 500_000_000n;
type Job = { id: bigint; job: JobName; data: Record<string, string> };
type Told = { type: EventName; data: Record<string, unknown> };

/** Payouts against the real sandbox, job by job on a clock of their own: nothing happens unless it is asked for. */
export class PayoutWorld {
  sandbox!: Sandbox;
  database!: TestDatabase;
  clock = new Date();
  policy = worldPolicy;
  private network!: Send;
  private sellersMade = 0;
  private refusals: CallError[] = [];

  readonly now = (): Date => this.clock;
  get db() {
    return this.database.db;
  }

  async open(): Promise<void> {
    this.sandbox = await startSandbox(join(__dirname, '../../..'));
    this.network = httpSend({ maxSockets: 8, maxReplyBytes: 1 << 20 });
    // The platform's money at the provider: a sale of last week, settled since.
    await this.sandboxTime('2026-05-04T10:00:00');
    const sale = { orderId: `order-${randomUUID()}`, amount: PROVIDER_BALANCE };
    const { paymentKey } = await this.sandbox.control.payAsBuyer({
      body: { ...sale, method: '계좌이체', orderName: 'world' },
    });
    await this.sandbox.api.confirmPayment({ body: { ...sale, paymentKey } });
    await this.sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
  }

  /** A new database at this time of Asia/Seoul, for us and for the sandbox. */
  async begin(time: string): Promise<void> {
    this.policy = worldPolicy;
    await this.timeIs(time);
    this.database = await testDatabase();
  }

  async end(): Promise<void> {
    this.refusals = [];
    await this.sandbox.control.clearFaults({});
    await this.sandbox.control.changeSettings({ body: { rejectedRequestsBurnRefPayoutIds: false } });
    await this.database.drop();
  }

  async timeIs(time: string): Promise<void> {
    this.clock = seoul(time);
    await this.sandboxTime(time);
  }

  async sandboxTime(time: string): Promise<void> {
    await this.sandbox.control.setClock({ body: { now: seoul(time), mode: 'running' } });
  }

  provider(): Provider {
    const { baseUrl, secretKey, securityKey } = this.sandbox;
    const reach = (send: Send) =>
      createProviderClient({ baseUrl, secretKey, securityKeys: [securityKey], now: this.now, send });
    return {
      api: reach(this.network),
      fenced: (mayWrite) => {
        const api = reach(askingFirst(this.network, mayWrite));
        return {
          ...api,
          createPayouts: (input, options) => {
            const refusal = this.refusals.shift();
            return refusal ? Promise.reject(refusal) : api.createPayouts(input, options);
          },
        };
      },
    };
  }

  /** A seller that the provider knows, with payable money; approved unless it is `limited`. */
  async seller(payable: bigint, state: 'approved' | 'limited' = 'approved'): Promise<string> {
    const seed = (this.sellersMade += 1);
    const sellerId = `seller-${seed}`;
    const company = {
      name: '가게',
      representativeName: '홍길동',
      businessRegistrationNumber: businessNumber(seed),
      email: 'a@example.com',
      phone: '01012345678',
    };
    const account = { bankCode: '088', accountNumber: `11012345${seed}`, holderName: '홍길동' };
    const { entityBody } = await this.sandbox.api.createSeller({
      body: { refSellerId: randomUUID().slice(0, 18), businessType: 'CORPORATE', company, account },
    });
    const { id } = entityBody;
    if (state === 'approved') await this.sandbox.control.finishKyc({ params: { id } });
    await this.db.query(
      `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
         account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
       values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', $3, $4, $5, $5, $5)`,
      [sellerId, `${sellerId}-reference`.slice(0, 20), state, id, this.clock],
    );
    await setTerms(this.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, this.now());
    await sellerHas(this.db, sellerId, payable);
    return sellerId;
  }

  async providerIdOf(sellerId: string): Promise<string> {
    const [row] = await this.db.query<{ id: string }[]>(
      `select provider_seller_id as id from onboarding.seller where seller_id = $1`,
      [sellerId],
    );
    return row?.id ?? '';
  }

  draft = (businessDate: string): Promise<void> => draftRun(this.db, businessDate, this.policy, this.now);

  /** Works off what is due, as a worker would, until nothing is. */
  async work(): Promise<void> {
    const { db, policy, now } = this;
    const handlers: Partial<Record<JobName, (data: Record<string, string>) => Promise<void>>> = {
      'payout-run.dispatch': ({ runId = '' }) => dispatchRun(db, this.provider().api, runId, policy, now),
      'payout-attempt.send': ({ attemptId = '' }) => sendAttempt(db, this.provider(), attemptId, policy, now),
      'payout-attempt.resolve': ({ attemptId = '' }) => resolveAttempt(db, this.provider().api, attemptId, policy, now),
    };
    for (;;) {
      const [job] = await db.query<Job[]>(
        `select id, job, data from messaging.outbox where done_at is null and run_at <= $1 order by id limit 1`,
        [this.clock],
      );
      if (!job) return;
      await handlers[job.job]?.(job.data);
      await db.query(`update messaging.outbox set done_at = now() where id = $1`, [job.id.toString()]);
    }
  }

  /** Lets settle delays pass, each followed by what is due then. */
  async settle(times: number): Promise<void> {
    for (let i = 0; i < times; i += 1) {
      this.clock = new Date(this.clock.getTime() + (this.policy.settleSeconds + 1) * 1_000);
      await this.work();
    }
  }

  async states(): Promise<Record<string, number>> {
    const rows = await this.db.query<{ state: string; count: bigint }[]>(
      `select state, count(*) from payouts.payout group by state`,
    );
    return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
  }

  /** What the provider's own book holds for the sellers of this test. */
  async atProvider() {
    const rows = await this.db.query<{ id: string }[]>(`select provider_seller_id as id from onboarding.seller`);
    const mine = new Set(rows.map((row) => row.id));
    const { entityBody } = await this.sandbox.api.listPayouts({ query: { limit: 10_000 } });
    return entityBody.items.filter((p) => mine.has(p.destination));
  }

  /** The next requests are refused like this, sealed and listed: what the sandbox would only say if it were so. */
  refuseNext(code: string, times: number, detail = ''): void {
    this.refusals = Array.from({ length: times }, () => new CallError('rejected', 400, code, detail));
  }

  fault = (body: z.output<typeof Fault>) => this.sandbox.control.addFault({ body });

  async observeAll(change: (api: ProviderApi) => ProviderApi = (api) => api): Promise<void> {
    const api = change(this.provider().api);
    for (const { id } of await this.atProvider()) await observePayout(this.db, api, id, this.now);
  }

  /** What consumers heard of these kinds, in order. */
  async heard(...types: EventName[]): Promise<Record<string, unknown>[]> {
    const rows = await this.db.query<Told[]>(
      `select type, data from messaging.event where type = any($1) order by created_at, sequence`,
      [types],
    );
    return rows.map(({ data }) => data);
  }

  /** A seller's account as the ledger has it: owed to the seller is positive. */
  async account(sellerId: string, part: 'payable' | 'reserved'): Promise<bigint> {
    return -((await balances(this.db))[`seller:${sellerId}:${part}`] ?? 0n);
  }
}

export const seoul = (time: string): Date => new Date(`${time}+09:00`);

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
