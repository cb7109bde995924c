import { randomUUID } from 'node:crypto';
import type { ApprovalRules, Caller } from '@jeongsan/nest-kit';
import type { proposeFeeTable } from '@jeongsan/platform-contract';
import type { Input } from '@jeongsan/http-contract';
import { booksAreSound, testDatabase, type TestDatabase } from '@jeongsan/testing';
import type { EntityManager } from 'typeorm';
import { listCorrectly, NIGHT, type Sale, sell } from '../testing/market-day.js';
import { breaksOf, clientOf, night } from '../testing/night.js';
import { type WireSettlement, WrongProvider } from '../testing/wrong-provider.js';
import { decideVersion, type Versioned } from './decide-version.js';
import { listFees, proposeFees } from './fee-tables.js';
import { listRules, proposeRule } from './matching-rules.js';

let database: TestDatabase;
let provider: WrongProvider;
let run: (date: string) => Promise<void>;
let sales: [Sale, Sale];
beforeEach(async () => {
  database = await testDatabase();
  provider = new WrongProvider();
  const api = clientOf(await provider.start());
  run = (date) => night(database.db, api, date);
  sales = [await sell(database.db, 'a', 10_000n), await sell(database.db, 'b', 20_000n)];
  listCorrectly(provider, sales);
}, 60_000);
afterEach(async () => {
  await booksAreSound(database.db);
  await provider.stop();
  await database.drop();
});

const NOW = new Date('2026-11-18T01:00:00Z');
const person = (name: string): Caller => ({
  ...{ actor: `person:${name}`, credential: `https://id.market.example#${name}`, roles: ['admin'] },
  signedInSecondsAgo: 1,
});
const [kim, lee] = [person('kim'), person('lee')];
const robot: Caller = { actor: 'key:robot', credential: 'key:robot', roles: ['admin'] };
const policy: ApprovalRules = { limits: null, reauthThreshold: 0n, reauthSeconds: 900 };
const inTransaction = <T>(work: (tx: EntityManager) => Promise<T>): Promise<T> => database.db.transaction(work);
const decide = (table: Versioned, id: string, by: Caller, verdict: 'active' | 'rejected' = 'active') =>
  inTransaction((tx) => decideVersion(tx, table, id, verdict, by, policy, NOW));

const rule = {
  class: 'SETTLEMENT_PAYOUT_AMOUNT',
  tolerance: 10n,
  days: null,
  effectiveFrom: NIGHT,
  reason: 'rounding',
} as const;
const proposed = async (changed: Partial<Parameters<typeof proposeRule>[2]> = {}): Promise<string> => {
  const id = randomUUID();
  await inTransaction((tx) => proposeRule(tx, id, { ...rule, ...changed }, kim, NOW));
  return id;
};
const row = (key: string): WireSettlement => {
  const found = provider.settlements.find((one) => one.transactionKey === key);
  if (!found) throw new Error(`No row ${key}`);
  return found;
};
const matchedBy = async (): Promise<unknown> => {
  const [found] = await database.db.query<{ matched_by: unknown }[]>(
    `select matched_by from reconciliation.run where business_date = $1`,
    [NIGHT],
  );
  return found?.matched_by;
};
const kindsOfDecisions = async (): Promise<string[]> =>
  (await database.db.query<{ kind: string }[]>(`select kind from audit.decision order by at, kind`)).map(
    ({ kind }) => kind,
  );

test('a tolerance holds once another person approved it, and the run keeps the version that it used', async () => {
  const id = await proposed();
  await expect(decide('rule', id, kim)).rejects.toMatchObject({ code: 'MATCHING_RULE_SECOND_PERSON_REQUIRED' });
  await expect(decide('rule', id, robot)).rejects.toMatchObject({ code: 'MATCHING_RULE_SECOND_PERSON_REQUIRED' });
  await decide('rule', id, lee);
  await decide('rule', id, lee);
  await expect(decide('rule', id, kim, 'rejected')).rejects.toMatchObject({ code: 'MATCHING_RULE_STATE' });
  row('txn-a').payOutAmount -= 10;
  row('txn-b').payOutAmount -= 11;
  await run(NIGHT);
  expect(await breaksOf(database.db)).toMatchObject([{ class: 'SETTLEMENT_PAYOUT_AMOUNT', subject: 'txn-b' }]);
  expect(await matchedBy()).toEqual({ rules: [id], feeTables: [] });
  expect((await listRules(database.db, { state: 'active' })).items).toMatchObject([
    { id, tolerance: 10n, decidedBy: 'person:lee' },
  ]);
  expect(await kindsOfDecisions()).toEqual(['matching-rule.approved', 'matching-rule.proposed']);
});

test('a proposal, a rejected version and one of a later day change nothing', async () => {
  await proposed();
  await decide('rule', await proposed(), lee, 'rejected');
  await decide('rule', await proposed({ effectiveFrom: '2026-11-20' }), lee);
  row('txn-a').payOutAmount -= 1;
  await run(NIGHT);
  expect(await breaksOf(database.db)).toMatchObject([{ class: 'SETTLEMENT_PAYOUT_AMOUNT', subject: 'txn-a' }]);
  expect(await matchedBy()).toEqual({ rules: [], feeTables: [] });
});

test('only what a class knows can be ruled, one version a day, and a key proposes nothing', async () => {
  await expect(proposed({ class: 'MISSING_TRANSACTION' })).rejects.toMatchObject({ code: 'MATCHING_RULE_CLASS' });
  await expect(proposed({ days: 3 })).rejects.toMatchObject({ code: 'MATCHING_RULE_CLASS' });
  const asKey = inTransaction((tx) => proposeRule(tx, randomUUID(), rule, robot, NOW));
  await expect(asKey).rejects.toMatchObject({ code: 'MATCHING_RULE_SECOND_PERSON_REQUIRED' });
  await decide('rule', await proposed(), lee);
  await expect(decide('rule', await proposed(), lee)).rejects.toMatchObject({ code: 'MATCHING_RULE_TAKEN' });
  await expect(decide('rule', randomUUID(), lee)).rejects.toMatchObject({ code: 'MATCHING_RULE_NOT_FOUND' });
});

test('days of a class are waited: a missing row is no break before they are over', async () => {
  await decide('rule', await proposed({ class: 'MISSING_SETTLEMENT', tolerance: 0n, days: 1 }), lee);
  provider.settlements = provider.settlements.filter((one) => one.transactionKey !== 'txn-a');
  await run(NIGHT);
  expect(await breaksOf(database.db)).toEqual([]);
});

const fees = (rate: number): Input<typeof proposeFeeTable>['body'] => ({
  ...{ account: '', effectiveFrom: '2026-01-01', reason: 'contract of 2026' },
  lines: [{ method: '카드', currency: 'KRW', rate, fixed: null, rounding: 'down', vat: 'included' }],
});
const contract = async (rate: number): Promise<string> => {
  const id = randomUUID();
  await inTransaction((tx) => proposeFees(tx, id, fees(rate), kim, NOW));
  await decide('fee_table', id, lee);
  return id;
};

test('a fee other than the contracted one is a break, and without a contract no fee is compared', async () => {
  const id = await contract(3_200);
  await run(NIGHT);
  expect(await breaksOf(database.db)).toMatchObject([
    { class: 'SETTLEMENT_FEE', subject: 'txn-a', expected: '320', found: '330' },
    { class: 'SETTLEMENT_FEE', subject: 'txn-b', expected: '640', found: '660' },
  ]);
  expect(await matchedBy()).toEqual({ rules: [], feeTables: [id] });
  expect((await listFees(database.db, {})).items).toMatchObject([
    { id, lines: [{ method: '카드', rate: 3_200, fixed: null }] },
  ]);
});

test('the contracted fee is no break', async () => {
  await contract(3_300);
  await run(NIGHT);
  expect(await breaksOf(database.db)).toEqual([]);
});
