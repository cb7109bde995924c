import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Send } from '@jeongsan/http-contract';
import { httpSend } from '@jeongsan/http-contract/node';
import { createProviderClient } from '@jeongsan/provider-client';
import { plainTerms } from '@jeongsan/settlement';
import {
  booksAreSound,
  sellerHas,
  startSandbox,
  testDatabase,
  type Sandbox,
  type TestDatabase,
} from '@jeongsan/testing';
import { approveRun } from '../../runs/approve-run/approve-run.js';
import { draftRun } from '../../runs/draft-run/draft-run.js';
import { dispatchRun, sendBatch, type PayoutPolicy } from '@jeongsan/payouts';
import { askingFirst, type Provider, type ProviderApi } from '../provider.js';
import { pgPayoutStore } from '../../payout-store/pg-payout-store.js';
import { readRunDetail, readRuns } from '../../runs/read-runs/read-runs.js';
import { addTerms } from '../../../terms/set-terms/set-terms.js';
import { policy as usual } from '../../../testing/usual-policy.js';
import { approveDrafts, personOf, rules } from '../../../testing/people.js';

const TODAY = '2026-05-11';
const clock = new Date('2026-05-11T01:00:00Z');
const now = () => clock;
const policy: PayoutPolicy = { ...usual, selfApproveUpTo: 100_000_000n };

let sandbox: Sandbox;
let database: TestDatabase;
let sent: string[];
const network = httpSend({ maxSockets: 4, maxReplyBytes: 1 << 20 });
const counting: Send = (request) => {
  if (request.method === 'POST') sent.push(request.url);
  return network(request);
};

beforeAll(async () => {
  sandbox = await startSandbox(join(__dirname, '../../../../..'));
  await sandbox.control.setClock({ body: { now: new Date('2026-05-04T01:00:00Z'), mode: 'running' } });
  const sale = { orderId: `order-${randomUUID()}`, amount: 500_000_000n };
  const { paymentKey } = await sandbox.control.payAsBuyer({
    body: { ...sale, method: '계좌이체', orderName: 'world' },
  });
  await sandbox.api.confirmPayment({ body: { ...sale, paymentKey } });
  await sandbox.control.setClock({ body: { now: clock, mode: 'running' } });
}, 60_000);
afterAll(() => sandbox.stop());
beforeEach(async () => {
  sent = [];
  database = await testDatabase();
  for (const id of ['a', 'b']) await seller(id);
});
afterEach(async () => {
  expect(sent).toEqual([]);
  await booksAreSound(database.db);
  await database.drop();
});

async function seller(sellerId: string): Promise<void> {
  await database.db.query(
    `insert into onboarding.seller (seller_id, ref_seller_id, business_type, details_sealed, bank_code, account_sealed, account_masked,
       account_fingerprint, facts_hash, state, provider_seller_id, created_at, updated_at, polled_at)
     values ($1, $2, 'CORPORATE', '', '088', '', '', 'print', '', 'approved', $1, now(), now(), now())`,
    [sellerId, `${sellerId}-reference`],
  );
  await addTerms(database.db, { sellerId, effectiveFrom: '2026-01-01', ...plainTerms() }, 'key:market', now());
  await sellerHas(database.db, sellerId, 10_000n);
}

const reach = (send: Send): ProviderApi => {
  const { baseUrl, secretKey, securityKey } = sandbox;
  return createProviderClient({ baseUrl, secretKey, securityKeys: [securityKey], now, send });
};
const provider = (): Provider => ({
  api: reach(counting),
  fenced: (mayWrite) => reach(askingFirst(counting, mayWrite)),
});
const run = async () => {
  const [found] = (await readRuns(database.db, {})).items;
  if (!found) throw new Error('There is no run');
  return found;
};
const dispatch = async (api = provider().api) =>
  dispatchRun(pgPayoutStore(database.db), api, (await run()).id, policy, now);
const states = async () => {
  const rows = await database.db.query<{ state: string }[]>(`select state from payouts.payout order by id`);
  return rows.map(({ state }) => state);
};

/** Changes the database with all rights, its triggers switched off. */
const tamper = (change: string) =>
  database.db.transaction(async (tx) => {
    await tx.query(`set local session_replication_role = replica`);
    await tx.query(change);
  });
/** SQL that restores the payout after each of the changes below. */
async function readRestoration(): Promise<string> {
  const [row] = await database.db.query<Record<string, string>[]>(
    `select id, seller_id as seller, provider_seller_id as provider, account_fingerprint as print, amount::text as amount
       from payouts.payout order by id limit 1`,
  );
  return `update payouts.payout set seller_id = '${row?.['seller']}', provider_seller_id = '${row?.['provider']}',
    account_fingerprint = '${row?.['print']}', amount = ${row?.['amount']} where id = '${row?.['id']}'`;
}

const first = `id = (select id from payouts.payout order by id limit 1)`;
// prettier-ignore
const changes = [
  ['amount',      `update payouts.payout set amount = amount + 1 where ${first}`],
  ['destination', `update payouts.payout set provider_seller_id = 'somebody-else' where ${first}`],
  ['account',     `update payouts.payout set account_fingerprint = 'other' where ${first}`],
  ['seller',      `update payouts.payout set seller_id = 'other' where ${first}`],
] as const;

test.each(changes)('a payout whose %s would change: the database refuses', async (_, change) => {
  await draftRun(database.db, TODAY, policy, now);
  await approveDrafts(database.db, policy, now());
  const refusal = /a payout is sent as it was promised|what a statement says is never changed/;
  await expect(database.db.query(change)).rejects.toThrow(refusal);
});

test.each(changes)('a payout whose %s changed after approval: the whole run stops', async (_, change) => {
  await draftRun(database.db, TODAY, policy, now);
  await approveDrafts(database.db, policy, now());
  const restoration = await readRestoration();
  await tamper(change);
  await expect(dispatch()).rejects.toThrow('approved with other content');
  expect(await run()).toMatchObject({ state: 'stopped' });
  expect(await states()).toEqual(['reserved', 'reserved']);
  const events = await database.db.query<object[]>(`select from messaging.event where type = 'payout-run.stopped'`);
  expect(events).toHaveLength(1);
  await dispatch(); // the run stays stopped
  expect(await states()).toEqual(['reserved', 'reserved']);
  await tamper(restoration);
});

test.each(changes)('a payout whose %s changes while the run is sent: it stops before that batch', async (_, change) => {
  await draftRun(database.db, TODAY, policy, now);
  await approveDrafts(database.db, policy, now());
  const restoration = await readRestoration();
  const { api } = provider();
  const meanwhile: ProviderApi = {
    ...api,
    getBalance: async (input) => {
      await tamper(change);
      return api.getBalance(input);
    },
  };
  await expect(dispatch(meanwhile)).rejects.toThrow('not what was approved');
  expect(await run()).toMatchObject({ state: 'stopped' });
  expect(await states()).toEqual(['reserved', 'reserved']);

  // After the correction and a new approval by a person, the run continues.
  const { id, contentHash } = await run();
  const caller = personOf('kim');
  const approve = () =>
    database.db.transaction((tx) => approveRun(tx, id, contentHash, { kind: 'person', caller, rules }, policy, clock));
  await expect(approve()).rejects.toMatchObject({ code: 'RUN_CONTENT_CHANGED' });
  await tamper(restoration);
  await approve();
  await dispatch();
  expect(await states()).toEqual(['submitted', 'submitted']);
  const { decisions } = await readRunDetail(database.db, id);
  expect(decisions.map(({ action, by }) => [action, by])).toEqual([
    ['drafted', 'system:payout-scheduler'],
    ['approved', 'person:seo'],
    ['stopped', 'system:payout-scheduler'],
    ['approved', 'person:kim'],
  ]);
});

test('a payout put into an approved run: the database refuses, and past it the run stops', async () => {
  await draftRun(database.db, TODAY, policy, now);
  await approveDrafts(database.db, policy, now());
  const foreign = `insert into payouts.payout (id, ref_payout_id, run_id, statement_id, seller_id, provider_seller_id, account_fingerprint,
      amount, currency, state, created_at)
    select gen_random_uuid(), 'foreign', run_id, statement_id, seller_id, 'somebody-else', 'print', 5000, 'KRW', 'planned', now()
      from payouts.payout where ${first}`;
  await expect(database.db.query(foreign)).rejects.toThrow('a sealed run takes nothing more');
  await tamper(foreign);
  await expect(dispatch()).rejects.toThrow('approved with other content');
  await tamper(`delete from payouts.payout where ref_payout_id = 'foreign'`);
});

test('a batch that changed after it was frozen is not sent, nor are the others of its run', async () => {
  await draftRun(database.db, TODAY, policy, now);
  await approveDrafts(database.db, policy, now());
  await dispatch();
  const change = `update payouts.batch set body = jsonb_set(body, '{0,destination}', '"somebody-else"')`;
  await expect(database.db.query(change)).rejects.toThrow('a batch is sent as it was frozen');
  await tamper(change);
  const [batch] = await database.db.query<{ id: string }[]>(`select id from payouts.batch`);
  const send = () => sendBatch(pgPayoutStore(database.db), provider(), batch?.id ?? '', policy, now);
  await expect(send()).rejects.toThrow('not what was frozen');
  expect(await run()).toMatchObject({ state: 'stopped' });
  await send(); // The batch stays unsent while the run is stopped.
  expect(await states()).toEqual(['submitted', 'submitted']);
});
