import { balances, booksAreSound, sellerHas } from '@jeongsan/testing';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import {
  onboardedSeller,
  schedulerWorld,
  sellerOwes,
  type Person,
  type SchedulerWorld,
} from '../../testing/scheduler-world.js';
import { policy } from '../../testing/usual-policy.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 86_400_000);

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  const limits = { roles: { admin: null }, operators: { kim: '1000000' } };
  world = await schedulerWorld(NOW, { APPROVAL_LIMITS: JSON.stringify(limits), REAUTH_THRESHOLD: '500000' });
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db);
});
afterEach(() => booksAreSound(world.db));

let references = 0;
const repay = (amount: number, more: object = {}, who: Person = 'kim', sellerId = seller) => {
  references += 1;
  const received = {
    receivedAt: '2026-05-10T15:00:00+09:00',
    reference: `bank ${references}`,
    reason: 'paid by transfer',
  };
  return world.call(who, 'POST', `/sellers/${sellerId}/repayments`, { amount, ...received, ...more });
};
const accounts = async () => {
  const all = await balances(world.db);
  return { debt: all[`seller:${seller}:debt`] ?? 0n, bank: all['platform:bank'] ?? 0n };
};

test('a repayment settles the oldest debt, and stands in the books, the debts and the statement', async () => {
  await sellerOwes(world.db, seller, 4_000n, daysAgo(50));
  await sellerOwes(world.db, seller, 6_000n, daysAgo(5));
  const { bank } = await accounts();
  const { status, json } = await repay(5_000, { reference: 'KB 0511-17' });
  expect([status, json]).toMatchObject([
    201,
    { amount: 5_000, reference: 'KB 0511-17', receivedAt: '2026-05-10T06:00:00.000Z', recordedBy: 'person:kim' },
  ]);
  expect(await accounts()).toEqual({ debt: 5_000n, bank: bank + 5_000n });
  expect((await world.call('viewer', 'GET', `/sellers/${seller}/debt`)).json).toMatchObject({
    total: 5_000,
    items: [
      { amount: 4_000, recovered: 0, repaid: 4_000, writtenOff: 0, left: 0 },
      { amount: 6_000, recovered: 0, repaid: 1_000, writtenOff: 0, left: 5_000 },
    ],
  });
  const list = await world.call('viewer', 'GET', `/repayments?sellerId=${seller}`);
  expect(list.json.items).toEqual([json]);
  const at = await world.call('viewer', 'GET', `/sellers/${seller}/balance/explanation?at=2026-05-11T12:00:00%2B09:00`);
  expect(JSON.stringify(at.json)).toContain('debt.repaid');

  await sellerHas(world.db, seller, 20_000n);
  await draftRun(world.db, '2026-05-12', policy, () => new Date('2026-05-12T04:00:00+09:00'));
  const [row] = await world.db.query<{ id: string }[]>('select id from payouts.statement where seller_id = $1', [
    seller,
  ]);
  const statement = await world.call('viewer', 'GET', `/statements/${row?.id}`);
  expect(statement.json).toMatchObject({ debtRepaid: 5_000, debtNetted: 5_000 });
});

test('the same reference counts once, also at once; and no more is repaid than is owed', async () => {
  await sellerOwes(world.db, seller, 10_000n, daysAgo(5));
  const replies = await Promise.all(Array.from({ length: 8 }, () => repay(1_000, { reference: `same ${seller}` })));
  expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
  expect(await accounts()).toMatchObject({ debt: 9_000n });
  const many = await Promise.all(Array.from({ length: 4 }, () => repay(4_000)));
  expect(many.filter(({ json }) => json['code'] === 'DEBT_EXCEEDED')).toHaveLength(2);
  expect(await accounts()).toMatchObject({ debt: 1_000n });
});

test('what may not be is refused, and nothing moves', async () => {
  await sellerOwes(world.db, seller, 5_000_000n, daysAgo(5));
  const before = await balances(world.db);
  // prettier-ignore
  const refusals: [string, () => ReturnType<typeof repay>, number, string][] = [
    ['more than is owed',            () => repay(5_000_001, {}, 'park'),                        422, 'DEBT_EXCEEDED'],
    ['money that has not come',      () => repay(1, { receivedAt: '2026-05-12T10:00:00+09:00' }), 422, 'REPAYMENT_DATE_INVALID'],
    ['nothing',                      () => repay(0),                                            400, 'INVALID_REQUEST'],
    ['no reference',                 () => repay(1, { reference: ' ' }),                        400, 'INVALID_REQUEST'],
    ['a seller nobody knows',        () => repay(1, {}, 'kim', 'nobody'),                       404, 'SELLER_NOT_FOUND'],
    ['recorded by a key',            () => repay(1, {}, 'robot'),                               403, 'PERSON_REQUIRED'],
    ['recorded by an approver',      () => repay(1, {}, 'lee'),                                 403, 'FORBIDDEN'],
    ['above the limit of a person',  () => repay(1_000_001),                                    403, 'APPROVAL_LIMIT_EXCEEDED'],
    ['an old sign-in',               () => repay(500_001, {}, 'jung'),                          403, 'REAUTHENTICATION_REQUIRED'],
  ];
  for (const [what, attempt, status, code] of refusals) {
    const reply = await attempt();
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  expect(await balances(world.db)).toEqual(before);
});
