import { randomUUID } from 'node:crypto';
import { transaction } from '@jeongsan/database';
import { balances, booksAreSound, sellerHas } from '@jeongsan/testing';
import { totalsByTemplate } from '../../explanations/explain-payout/movement-items.js';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import { onboardedSeller, schedulerWorld, type Person, type SchedulerWorld } from '../../testing/scheduler-world.js';
import { personOf, rules } from '../../testing/people.js';
import { policy } from '../../testing/usual-policy.js';
import { readLines } from '../read-statement/statement-lines.js';
import { readStatement } from '../read-statement/read-statement.js';
import { paperOf } from '../write-statement/write-statement.js';
import { statementCsv } from '../write-statement/csv.js';
import { proposeAdjustment } from './adjust-seller.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW, { ADJUST_ALONE_UP_TO: '50000', REAUTH_THRESHOLD: '10000000' });
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db);
});
afterEach(() => booksAreSound(world.db));

const propose = (amount: number, who: Person = 'kim', more: object = {}, sellerId = seller) =>
  world.call(who, 'POST', `/sellers/${sellerId}/adjustments`, { amount, reason: 'late delivery', ...more });
const decide = (id: unknown, verb: 'approve' | 'reject', who: Person) =>
  world.call(who, 'POST', `/adjustments/${String(id)}/${verb}`);
/** What the seller can be paid, less what the seller owes. */
const standing = async () => {
  const all = await balances(world.db);
  return { payable: -(all[`seller:${seller}:payable`] ?? 0n), debt: all[`seller:${seller}:debt`] ?? 0n };
};

async function* eachOf<T>(pages: readonly T[]): AsyncGenerator<T> {
  yield* pages;
}

test('a small adjustment is posted by one person, stands on the statement and is explained', async () => {
  const { json, status } = await propose(30_000, 'kim', { reference: 'ticket 17' });
  expect([status, json]).toMatchObject([
    201,
    {
      state: 'posted',
      amount: 30_000,
      reference: 'ticket 17',
      proposedBy: 'person:kim',
      decidedBy: 'person:kim',
      toDebt: 0,
    },
  ]);
  expect(await standing()).toMatchObject({ payable: 30_000n });
  expect((await world.call('viewer', 'GET', `/adjustments/${String(json['id'])}`)).json).toEqual(json);

  const later = new Date('2026-05-12T04:00:00+09:00');
  await draftRun(world.db, '2026-05-12', policy, () => later);
  const [statement] = await world.db.query<{ id: string }[]>('select id from payouts.statement where seller_id = $1', [
    seller,
  ]);
  const id = statement?.id ?? '';
  const { json: lines } = await world.call('viewer', 'GET', `/statements/${id}/lines`);
  expect(lines.items).toMatchObject([
    {
      kind: 'ADJUSTMENT',
      amount: 30_000,
      postingKey: `seller.adjusted/${String(json['id'])}`,
      reason: 'late delivery',
    },
  ]);
  const detail = await readStatement(world.db, id);
  const printed = async (lang: 'ko' | 'en') => {
    const chunks: Uint8Array[] = [];
    const pages = eachOf([await readLines(world.db, id, null, 10)]);
    for await (const chunk of statementCsv(paperOf(detail), pages, lang)) chunks.push(chunk);
    return Buffer.concat(chunks).toString();
  };
  expect(await printed('ko')).toMatch(/"사유".*"late delivery"/s);
  expect(await printed('en')).toMatch(/"Reason".*"late delivery"/s);
  expect(await totalsByTemplate(world.db, [id])).toMatchObject([
    { template: 'seller.adjusted', amount: 30_000n, unexplained: 0n },
  ]);
  const told = await world.db.query<unknown[]>(
    `select data ->> 'amount' as amount, data ->> 'sellerId' as seller from messaging.event where type = 'seller.adjusted' and entity_id = $1`,
    [json['id']],
  );
  expect(told).toEqual([{ amount: '30000', seller }]);
});

test('what one person moved of a seller within 30 days counts: the limit is not passed in parts', async () => {
  expect((await propose(30_000)).json['state']).toBe('posted');
  expect((await propose(-20_000)).json['state']).toBe('posted');
  expect((await propose(1)).json['state']).toBe('proposed');
  expect((await propose(50_000, 'park')).json['state']).toBe('posted');
  const later = (days: number) =>
    transaction(world.db, (tx) =>
      proposeAdjustment(
        tx,
        { id: randomUUID(), sellerId: seller, amount: 50_000n, reason: 'late' },
        personOf('kim', 'operator'),
        { approval: rules, adjustAloneUpTo: 50_000n },
        new Date(NOW.getTime() + days * 86_400_000),
      ),
    );
  expect(await later(30)).toMatchObject({ state: 'proposed' });
  expect(await later(31)).toMatchObject({ state: 'posted' });
  expect(await standing()).toEqual({ payable: 110_000n, debt: 0n });
});

test('ten requests of one person at once move no more than the limit', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => propose(10_000)));
  expect(replies.filter(({ json }) => json['state'] === 'posted')).toHaveLength(5);
  expect(await standing()).toMatchObject({ payable: 50_000n });
});

test('a larger one waits for a second person, who posts it once; what payable lacks becomes debt', async () => {
  await sellerHas(world.db, seller, 40_000n);
  const { json } = await propose(-100_000);
  expect(json).toMatchObject({ state: 'proposed', decidedBy: null });
  expect(await standing()).toMatchObject({ payable: 40_000n });
  const replies = await Promise.all(
    Array.from({ length: 8 }, (_, i) => decide(json['id'], 'approve', i % 2 ? 'lee' : 'choi')),
  );
  expect(replies.filter((reply) => reply.json['code'] === 'ADJUSTMENT_STATE')).toHaveLength(4);
  expect(await standing()).toEqual({ payable: 0n, debt: 60_000n });
  const list = await world.call('viewer', 'GET', `/adjustments?sellerId=${seller}&state=posted`);
  expect(list.json.items).toMatchObject([{ amount: -100_000, toDebt: 60_000, state: 'posted' }]);
  const debt = await world.call('viewer', 'GET', `/sellers/${seller}/debt`);
  expect(debt.json.items).toMatchObject([{ amount: 60_000, left: 60_000, cancelId: null }]);
});

test('what may not be is refused, and nothing moves', async () => {
  const open = (await propose(60_000, 'park')).json['id'];
  const large = (await propose(20_000_000)).json['id'];
  const rejected = (await propose(70_000)).json['id'];
  await decide(rejected, 'reject', 'lee');
  const before = await balances(world.db);
  // prettier-ignore
  const refusals: [string, () => ReturnType<typeof propose>, number, string][] = [
    ['nothing',                       () => propose(0),                            400, 'INVALID_REQUEST'],
    ['no reason',                     () => propose(1, 'kim', { reason: '' }),     400, 'INVALID_REQUEST'],
    ['a seller nobody knows',         () => propose(1, 'kim', {}, 'nobody'),       404, 'SELLER_NOT_FOUND'],
    ['proposed by a key',             () => propose(1, 'robot'),                   403, 'ADJUSTMENT_SECOND_PERSON_REQUIRED'],
    ['proposed by an approver',       () => propose(1, 'lee'),                     403, 'FORBIDDEN'],
    ['approved by an operator',       () => decide(open, 'approve', 'kim'),        403, 'FORBIDDEN'],
    ['approved by the proposer',      () => decide(open, 'approve', 'park'),       403, 'ADJUSTMENT_SECOND_PERSON_REQUIRED'],
    ['approved by a key',             () => decide(open, 'approve', 'robot'),      403, 'ADJUSTMENT_SECOND_PERSON_REQUIRED'],
    ['an old sign-in',                () => decide(large, 'approve', 'jung'),      403, 'REAUTHENTICATION_REQUIRED'],
    ['approved after a rejection',    () => decide(rejected, 'approve', 'lee'),    409, 'ADJUSTMENT_STATE'],
    ['an adjustment of nobody',       () => decide(randomUUID(), 'approve', 'lee'), 404, 'ADJUSTMENT_NOT_FOUND'],
  ];
  for (const [what, attempt, status, code] of refusals) {
    const reply = await attempt();
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  expect(await balances(world.db)).toEqual(before);
});

test('the table itself refuses one person above the limit of one person, and a decision that is rewritten', async () => {
  const { json } = await propose(60_000);
  const set = (text: string) =>
    world.db.query(`update payouts.seller_adjustment set ${text} where id = $1`, [json['id']]);
  const alone = `state = 'posted', decided_by = 'person:kim', decided_at = now()`;
  await expect(set(alone)).rejects.toThrow('second_person');
  await expect(set(`${alone}, alone_limit = 59999`)).rejects.toThrow('second_person');
  await expect(set('amount = 2')).rejects.toThrow('never rewritten');
  await decide(json['id'], 'reject', 'lee');
  await expect(set(`state = 'posted'`)).rejects.toThrow('never rewritten');
});

test('adjustments are read page by page', async () => {
  for (let i = 0; i < 3; i += 1) await propose(1_000 + i);
  const first = await world.call('viewer', 'GET', `/adjustments?sellerId=${seller}&limit=2`);
  const rest = await world.call(
    'viewer',
    'GET',
    `/adjustments?sellerId=${seller}&limit=2&after=${first.json.nextCursor}`,
  );
  expect([first.json.items.length, rest.json.items.length, rest.json.nextCursor]).toEqual([2, 1, null]);
});
