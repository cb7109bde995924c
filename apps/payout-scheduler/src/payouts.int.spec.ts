import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createCalendar } from '@jeongsan/calendar';
import { httpSend, type Send } from '@jeongsan/http-contract';
import type { JobName } from '@jeongsan/messaging';
import { createProviderClient } from '@jeongsan/provider-client';
import type { Fault } from '@jeongsan/provider-contract';
import {
  balances,
  booksAreSound,
  sellerHas,
  startSandbox,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import type { z } from 'zod';
import { approveRun } from './approve-run/approve-run.js';
import { dispatchRun } from './dispatch-run/dispatch-run.js';
import { draftRun } from './draft-run/draft-run.js';
import { observePayout } from './observe-payout/observe-payout.js';
import { pollPayouts } from './observe-payout/poll-payouts.js';
import type { PayoutPolicy } from '@jeongsan/payouts';
import { placeHold } from './place-hold/place-hold.js';
import { askingFirst, type Provider } from './provider.js';
import { readRuns } from './read-payouts/read-runs.js';
import { resolveAttempt } from './resolve-attempt/resolve-attempt.js';
import { sendAttempt } from './send-attempt/send-attempt.js';
import { setTerms } from './set-terms/set-terms.js';
import { plainTerms } from '@jeongsan/settlement';

const TODAY = '2026-05-11'; // a Monday without a holiday
const policy: PayoutPolicy = {
  calendar: createCalendar(),
  approvalThreshold: 100_000_000n,
  minimumPayout: 1_000n,
  weeklyLimit: 10_000_000n,
  dispatchAt: '09:00:00',
  settleSeconds: 60,
  sendingTimeoutSeconds: 0,
  transactionDescription: '정산금',
};

let sandbox: Sandbox;
let database: TestDatabase;
let clock: Date;
let network: Send;
const now = () => clock;
const later = (seconds: number) => void (clock = new Date(clock.getTime() + seconds * 1_000));

beforeAll(async () => {
  sandbox = await startSandbox(join(__dirname, '../..'));
  network = httpSend({ maxSockets: 8, maxReplyBytes: 1 << 20 });
  // The platform's money at the provider: a sale of last week, settled since.
  await sandbox.control.setClock({ body: { now: new Date('2026-05-04T01:00:00Z'), mode: 'running' } });
  const sale = { orderId: `order-${randomUUID()}`, amount: 500_000_000n };
  const { paymentKey } = await sandbox.control.payAsBuyer({
    body: { ...sale, method: '계좌이체', orderName: 'world' },
  });
  await sandbox.api.confirmPayment({ body: { ...sale, paymentKey } });
  await sandbox.control.setClock({ body: { now: new Date('2026-05-11T01:00:00Z'), mode: 'running' } });
  await sandbox.control.changeSettings({ body: { payoutCompletionSeconds: null } });
}, 60_000);
afterAll(() => sandbox.stop());
beforeEach(async () => {
  clock = new Date('2026-05-11T01:00:00Z');
  database = await testDatabase();
});
afterEach(async () => {
  await sandbox.control.clearFaults({});
  await booksAreSound(database.db);
  await database.drop();
});

const provider = (): Provider => {
  const reach = (send: Send) =>
    createProviderClient({
      baseUrl: sandbox.baseUrl,
      secretKey: sandbox.secretKey,
      securityKeys: [sandbox.securityKey],
      now,
      send,
    });
  return { api: reach(network), fenced: (mayWrite) => reach(askingFirst(network, mayWrite)) };
};

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

let sellersMade = 0;
/** A seller the provider knows, with payable money; approved unless said otherwise. */
async function seller(
  payable: bigint,
  options: { kyc?: boolean; bankCode?: string; accountNumber?: string } = {},
): Promise<string> {
  const sellerId = `seller-${(sellersMade += 1)}`;
  const account = {
    bankCode: options.bankCode ?? '088',
    accountNumber: options.accountNumber ?? `11012345${sellersMade}`,
    holderName: '홍길동',
  };
  const company = {
    name: '가게',
    representativeName: '홍길동',
    businessRegistrationNumber: businessNumber(sellersMade),
    email: 'a@example.com',
    phone: '01012345678',
  };
  const made = await sandbox.api.createSeller({
    body: { refSellerId: randomUUID().slice(0, 18), businessType: 'CORPORATE', company, account },
  });
  const { id } = made.entityBody;
  if (options.kyc !== false) await sandbox.control.finishKyc({ params: { id } });
  await database.db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', $3, $4, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`.slice(0, 20), options.kyc === false ? 'limited' : 'approved', id],
  );
  await setTerms(database.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, now());
  await sellerHas(database.db, sellerId, payable);
  return sellerId;
}

type Job = { id: bigint; job: JobName; data: Record<string, string> };
/** Works off what is due, as a worker would, until nothing is. */
async function work(): Promise<void> {
  const handlers: Partial<Record<JobName, (data: Record<string, string>) => Promise<void>>> = {
    'payout-run.dispatch': ({ runId = '' }) => dispatchRun(database.db, provider().api, runId, policy, now),
    'payout-attempt.send': ({ attemptId = '' }) => sendAttempt(database.db, provider(), attemptId, policy, now),
    'payout-attempt.resolve': ({ attemptId = '' }) =>
      resolveAttempt(database.db, provider().api, attemptId, policy, now),
  };
  for (;;) {
    const [job] = await database.db.query<Job[]>(
      `select id, job, data from messaging.outbox where done_at is null and run_at <= $1 order by id limit 1`,
      [clock],
    );
    if (!job) return;
    await handlers[job.job]?.(job.data);
    await database.db.query(`update messaging.outbox set done_at = now() where id = $1`, [job.id.toString()]);
  }
}

const states = async () => {
  const rows = await database.db.query<{ state: string; count: bigint }[]>(
    `select state, count(*) from payouts.payout group by state`,
  );
  return Object.fromEntries(rows.map((row) => [row.state, Number(row.count)]));
};
/** What the provider's own book holds for the sellers of this test. */
async function atProvider(): Promise<{ refPayoutId: string | null; status: string; id: string }[]> {
  const rows = await database.db.query<{ id: string }[]>(`select provider_seller_id as id from onboarding.seller`);
  const mine = new Set(rows.map((row) => row.id));
  const { entityBody } = await sandbox.api.listPayouts({ query: { limit: 10_000 } });
  return entityBody.items.filter((p) => mine.has(p.destination));
}
const fault = (body: z.output<typeof Fault>) => sandbox.control.addFault({ body });
/** All at once, as their webhooks arrive. */
async function observeAll(): Promise<void> {
  const payouts = await atProvider();
  await Promise.all(payouts.map(({ id }) => observePayout(database.db, provider().api, id, now)));
}

test('a run pays what is payable, each seller once, and closes', async () => {
  await seller(1_000_000n);
  await seller(2_345_678n);
  await draftRun(database.db, TODAY, policy, now);
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ in_transit: 2 });

  for (const { id } of await atProvider()) await sandbox.control.completePayout({ params: { id } });
  await observeAll();
  await observeAll();
  expect(await states()).toEqual({ paid: 2 });
  expect((await balances(database.db))['provider:available']).toBe(-3_345_678n);
  const runs = await readRuns(database.db, {}, policy.approvalThreshold);
  expect(runs.items).toMatchObject([{ state: 'closed', payoutCount: 2, total: 3_345_678n }]);
});

test('a run closes however many of its payouts end at the same moment', async () => {
  for (let i = 0; i < 12; i += 1) await seller(10_000n);
  await draftRun(database.db, TODAY, policy, now);
  await work();
  for (const { id } of await atProvider()) await sandbox.control.completePayout({ params: { id } });
  await observeAll();
  const runs = await readRuns(database.db, {}, policy.approvalThreshold);
  expect(runs.items).toMatchObject([{ state: 'closed', payoutCount: 12 }]);
});

test('a run of which nothing may be sent any more closes too', async () => {
  const id = await seller(10_000n);
  await draftRun(database.db, TODAY, policy, now);
  await placeHold(database.db, id, 'OPERATOR', null, clock);
  await work();
  expect(await states()).toEqual({ released: 1 });
  expect((await balances(database.db))[`seller:${id}:payable`]).toBe(-10_000n);
  const runs = await readRuns(database.db, {}, policy.approvalThreshold);
  expect(runs.items).toMatchObject([{ state: 'closed' }]);
});

test('a bank that refuses gives the money back, and the seller is held until it acts', async () => {
  const bouncing = await seller(50_000n, { bankCode: '011', accountNumber: '3025353430761' });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  for (const { id } of await atProvider()) {
    await sandbox.control.failPayout({
      params: { id },
      body: { code: 'ACCOUNT_TRANSFER_REJECTED', message: 'closed' },
    });
  }
  await observeAll();
  expect(await states()).toEqual({ failed: 1 });
  expect((await balances(database.db))[`seller:${bouncing}:payable`]).toBe(-50_000n);

  clock = new Date('2026-05-12T01:00:00Z');
  await draftRun(database.db, '2026-05-12', policy, now);
  const statements = await database.db.query<object[]>(
    `select payout_amount, carried, hold_reason from payouts.statement order by business_date`,
  );
  expect(statements).toEqual([
    { payout_amount: 50_000n, carried: 0n, hold_reason: null },
    { payout_amount: 0n, carried: 50_000n, hold_reason: 'ACCOUNT_REJECTED' },
  ]);
});

test('a reply lost after the provider acted: found by listing, never sent twice', async () => {
  await seller(10_000n);
  await fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ unknown: 1 });
  expect((await balances(database.db))['seller:' + `seller-${sellersMade}` + ':reserved']).toBe(-10_000n);
  later(61);
  await work();
  expect(await states()).toEqual({ in_transit: 1 });
  expect(await atProvider()).toHaveLength(1);
});

test('a request lost before the provider acted: two listings without it, then the same reference again', async () => {
  await seller(10_000n);
  await fault({ operation: 'createPayouts', kind: 'drop-before-commit', times: 1 });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  later(61);
  await work();
  expect(await states()).toEqual({ unknown: 1 }); // one listing is not evidence enough
  later(61);
  await work();
  expect(await states()).toEqual({ in_transit: 1 });
  const [payout] = await database.db.query<{ ref_payout_id: string }[]>(`select ref_payout_id from payouts.payout`);
  expect((await atProvider()).map((p) => p.refPayoutId)).toEqual([payout?.ref_payout_id]);
});

test.each([
  ['nonsense instead of an answer', { kind: 'garbage' }],
  ['a server error after nothing', { kind: 'error', status: 500, code: 'UNKNOWN_ERROR' }],
  ['an unlisted code', { kind: 'error', status: 400, code: 'NEVER_SEEN' }],
  ['"duplicate reference"', { kind: 'error', status: 400, code: 'DUPLICATED_REF_PAYOUT_ID' }],
] as const)('%s leaves the outcome unknown and the money reserved', async (_, kind) => {
  const id = await seller(10_000n);
  await fault({ operation: 'createPayouts', times: 1, ...kind });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ unknown: 1 });
  expect((await balances(database.db))[`seller:${id}:reserved`]).toBe(-10_000n);
  for (let i = 0; i < 3; i += 1) {
    later(61);
    await work();
  }
  expect(await states()).toEqual({ in_transit: 1 });
  expect(await atProvider()).toHaveLength(1);
});

test('one seller the provider refuses does not delay the others of its batch', async () => {
  for (let i = 0; i < 5; i += 1) await seller(10_000n);
  const stranger = await seller(10_000n);
  const [row] = await database.db.query<{ id: string }[]>(
    `select provider_seller_id as id from onboarding.seller where seller_id = $1`,
    [stranger],
  );
  await sandbox.api.deleteSeller({ params: { id: row?.id ?? '' } });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ in_transit: 5, refused: 1 });
  expect((await balances(database.db))[`seller:${stranger}:payable`]).toBe(-10_000n);
  const attempts = await database.db.query<object[]>(`select state from payouts.attempt order by created_at, id`);
  expect(attempts).toHaveLength(2);
});

test('a worker that wakes up after its batch was taken over sends nothing', async () => {
  await seller(10_000n);
  await draftRun(database.db, TODAY, policy, now);
  const runs = await readRuns(database.db, {}, policy.approvalThreshold);
  await dispatchRun(database.db, provider().api, runs.items[0]?.id ?? '', policy, now);
  const [attempt] = await database.db.query<{ id: string }[]>(`select id from payouts.attempt`);
  const id = attempt?.id ?? '';
  let bytesSent = 0;
  const asleep: Provider = {
    api: provider().api,
    fenced: (mayWrite) => {
      const slow = async () => {
        // While this worker sleeps with its bytes ready, another one finds the batch silent.
        await sendAttempt(database.db, provider(), id, policy, now);
        await mayWrite();
      };
      const counting: Send = (request) => {
        bytesSent += 1;
        return network(request);
      };
      const { baseUrl, secretKey, securityKey } = sandbox;
      return createProviderClient({
        baseUrl,
        secretKey,
        securityKeys: [securityKey],
        now,
        send: askingFirst(counting, slow),
      });
    },
  };
  await expect(sendAttempt(database.db, asleep, id, policy, now)).rejects.toThrow('taken over');
  expect(bytesSent).toBe(0);
  expect(await states()).toEqual({ unknown: 1 });
});

test('a seller under review is paid up to the weekly limit, and the rest waits with its reason', async () => {
  const id = await seller(12_345_678n, { kyc: false });
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ in_transit: 1 });
  expect((await balances(database.db))[`seller:${id}:payable`]).toBe(-2_345_678n);
  const statements = await database.db.query<object[]>(
    `select payout_amount, carried, hold_reason from payouts.statement`,
  );
  expect(statements).toEqual([{ payout_amount: 10_000_000n, carried: 2_345_678n, hold_reason: 'WEEKLY_LIMIT' }]);
});

test('a run above the threshold waits for a second person, who approves exactly what was shown', async () => {
  await seller(150_000_000n);
  await draftRun(database.db, TODAY, policy, now);
  await work();
  expect(await states()).toEqual({ reserved: 1 });
  const [run] = (await readRuns(database.db, {}, policy.approvalThreshold)).items;
  const rules = { limits: null, reauthThreshold: 1_000_000_000n, reauthSeconds: 900 };
  const approve = (hash: string, id: string) => {
    const caller = { id, roles: ['approver'], kind: 'operator' } as const;
    return database.db.transaction((tx) =>
      approveRun(tx, run?.id ?? '', hash, { kind: 'person', caller, rules }, policy, clock),
    );
  };
  await expect(approve('another', 'kim')).rejects.toMatchObject({ code: 'RUN_CONTENT_CHANGED' });
  await expect(approve(run?.contentHash ?? '', 'payout-scheduler')).rejects.toMatchObject({
    code: 'RUN_SECOND_PERSON_REQUIRED',
  });
  await approve(run?.contentHash ?? '', 'kim');
  await approve(run?.contentHash ?? '', 'kim');
  await work();
  expect(await states()).toEqual({ in_transit: 1 });
});

test('a batch and a run whose jobs gave up are taken up again by the poll', async () => {
  await seller(10_000n);
  await draftRun(database.db, TODAY, policy, now);
  const giveUp = () => database.db.query(`update messaging.outbox set dead_at = now() where done_at is null`);
  const poll = async () => {
    later(11 * 60);
    await database.db.transaction((tx) => pollPayouts(tx, clock));
  };
  await giveUp();
  await poll();
  const runs = await readRuns(database.db, {}, policy.approvalThreshold);
  await dispatchRun(database.db, provider().api, runs.items[0]?.id ?? '', policy, now);
  await giveUp();
  await poll();
  await poll();
  await work();
  expect(await states()).toEqual({ in_transit: 1 });
  expect(await atProvider()).toHaveLength(1);
});
