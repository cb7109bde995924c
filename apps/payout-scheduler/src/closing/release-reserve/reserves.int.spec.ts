import { randomUUID } from 'node:crypto';
import { plainTerms } from '@jeongsan/settlement';
import { balances, booksAreSound } from '@jeongsan/testing';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import { addTerms } from '../../terms/set-terms/set-terms.js';
import { policy as usual } from '../../testing/usual-policy.js';
import { onboardedSeller, schedulerWorld, sellerReserves, type SchedulerWorld } from '../../testing/scheduler-world.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');
const policy = { ...usual, minimumPayout: 0n };

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db, { reserve: { kind: 'FIXED', amount: 50_000n } });
});
afterEach(async () => {
  await booksAreSound(world.db);
  await reservesAreTheAccounts();
});

/** The last day on which a test of this file drafts a run: reserves due by then are released. */
const LAST_DAY = '2026-05-13';

/**
 * Checks for every seller that the open parts of the reserves equal the balance of the reserve account, and that every
 * release by a person is recorded.
 */
async function reservesAreTheAccounts(): Promise<void> {
  const wrong = await world.db.query<object[]>(
    `select a.code, -a.balance as account, sum(r.amount - r.released) as kept
       from ledger.account a full join payouts.reserve_hold r on a.code = 'seller:' || r.seller_id || ':reserve'
      where r.id is not null or a.code like 'seller:%:reserve'
      group by a.code, a.balance having coalesce(sum(r.amount - r.released), 0) <> -coalesce(a.balance, 0)
     union all
     select r.id::text, r.released, sum(d.amount) from payouts.reserve_hold r left join payouts.reserve_release d on d.reserve_id = r.id
      where r.release_on is null or r.release_on > $1
      group by r.id having r.released <> coalesce(sum(d.amount), 0)`,
    [LAST_DAY],
  );
  expect(wrong).toEqual([]);
}

const release = (id: string, body: object, who: 'kim' | 'park' | 'viewer' = 'kim') =>
  world.call(who, 'POST', `/reserves/${id}/release`, { reason: 'no refunds for months', ...body });
const releaseSurplus = (sellerId = seller) =>
  world.call('kim', 'POST', `/sellers/${sellerId}/reserves/release-surplus`, { reason: 'terms changed' });
const held = async (part: string) => -((await balances(world.db))[`seller:${seller}:${part}`] ?? 0n);
const lefts = async () => {
  const { json } = await world.call('viewer', 'GET', `/sellers/${seller}/reserves`);
  return new Map(json.items.map((reserve) => [reserve['id'], reserve['left']]));
};

test('a reserve is released in part and then whole, and each decision is on record', async () => {
  const [id = ''] = await sellerReserves(world.db, seller, [[30_000n, '2026-08-01']], '2026-05-04');
  const part = await release(id, { amount: 12_345 });
  expect(part.status).toBe(200);
  expect(part.json).toMatchObject({
    sellerId: seller,
    amount: 12_345,
    reserves: [{ id, released: 12_345, left: 17_655 }],
  });
  expect([await held('reserve'), await held('payable')]).toEqual([17_655n, 12_345n]);
  const rest = await release(id, {}, 'park');
  expect(rest.json).toMatchObject({ amount: 17_655, reserves: [{ left: 0 }] });
  const decisions = await world.db.query<object[]>(
    `select amount, decided_by, reason from payouts.reserve_release where reserve_id = $1 order by amount`,
    [id],
  );
  expect(decisions).toEqual([
    { amount: 12_345n, decided_by: 'person:kim', reason: 'no refunds for months' },
    { amount: 17_655n, decided_by: 'person:park', reason: 'no refunds for months' },
  ]);
  const open = await world.call('viewer', 'GET', `/sellers/${seller}/reserves?open=true`);
  expect(open.json.items).toEqual([]);
});

test.each([
  ['one reserve', (id: string) => `/reserves/${id}/release`, { amount: 1_000 }],
  ['the surplus of fixed reserves', () => `/sellers/${seller}/reserves/release-surplus`, {}],
])('a repeat after a crash before the answer was stored releases nothing again: %s', async (_, path, body) => {
  const [id = ''] = await sellerReserves(world.db, seller, [[60_000n, null]], '2026-05-04');
  const key = `release-${randomUUID()}`;
  const ask = () => world.call('kim', 'POST', path(id), { reason: 'no refunds', ...body }, undefined, key);
  const first = await ask();
  expect(first.status).toBe(200);
  const left = await held('reserve');
  // A process that died before it stored the answer leaves the key free.
  await world.db.query(`delete from messaging.idempotency where key = $1`, [key]);
  const again = await ask();
  expect(again).toEqual(first);
  expect(await held('reserve')).toBe(left);
});

test('what was released stands on the next statement as a movement, and is paid where the terms keep nothing back', async () => {
  seller = await onboardedSeller(world.db);
  const [id = ''] = await sellerReserves(world.db, seller, [[30_000n, '2026-08-01']], '2026-05-04');
  const { json } = await release(id, { amount: 7_000 });
  await draftRun(world.db, '2026-05-12', policy, () => new Date('2026-05-12T10:00:00+09:00'));
  const lines = await world.db.query<object[]>(
    `select l.posting_key, l.amount, s.payout_amount from payouts.statement_line l join payouts.statement s on s.id = l.statement_id
      where s.seller_id = $1 and s.business_date = '2026-05-12'`,
    [seller],
  );
  const posting_key = `reserve.release-decided/${String(json['decisionId'])}`;
  expect(lines).toContainEqual({ posting_key, amount: 7_000n, payout_amount: 7_000n });
});

test('of a reserve that was released in part, only the rest comes back on its day', async () => {
  seller = await onboardedSeller(world.db);
  const [id = ''] = await sellerReserves(world.db, seller, [[30_000n, LAST_DAY]], '2026-05-04');
  await release(id, { amount: 12_345 });
  await draftRun(world.db, LAST_DAY, policy, () => new Date(`${LAST_DAY}T04:00:00+09:00`));
  const [statement] = await world.db.query<object[]>(
    `select payout_amount, reserve_released from payouts.statement where seller_id = $1 and business_date = $2`,
    [seller, LAST_DAY],
  );
  expect(statement).toEqual({ payout_amount: 30_000n, reserve_released: 17_655n });
  expect(await held('reserve')).toBe(0n);
});

test('what cannot be released is refused, and nothing moves', async () => {
  const [id = '', empty = ''] = await sellerReserves(
    world.db,
    seller,
    [[10_000n, '2026-08-01'], [5_000n, '2026-08-01']], // prettier-ignore
    '2026-05-04',
  );
  await release(empty, {});
  const before = await balances(world.db);
  const unknown = '00000000-0000-4000-8000-000000000000';
  // prettier-ignore
  const refusals: [string, () => ReturnType<typeof release>, number, string][] = [
    ['one won more than is left',      () => release(id, { amount: 10_001 }),        422, 'RESERVE_AMOUNT_EXCEEDED'],
    ['nothing',                        () => release(id, { amount: 0 }),             422, 'RESERVE_AMOUNT_EXCEEDED'],
    ['a negative amount',              () => release(id, { amount: -1 }),            400, 'INVALID_REQUEST'],
    ['half a won',                     () => release(id, { amount: 0.5 }),           400, 'INVALID_REQUEST'],
    ['a decision without a reason',    () => release(id, { reason: '  ' }),          400, 'INVALID_REQUEST'],
    ['a reserve that is empty',        () => release(empty, {}),                     409, 'RESERVE_RELEASED'],
    ['a reserve nobody knows',         () => release(unknown, {}),                   404, 'RESERVE_NOT_FOUND'],
    ['somebody who only reads',        () => release(id, {}, 'viewer'),              403, 'FORBIDDEN'],
    ['the surplus of reserves by time', () => releaseSurplus(),                      409, 'RESERVE_NO_SURPLUS'],
    ['the surplus of nobody',          () => releaseSurplus('nobody'),               404, 'SELLER_NOT_FOUND'],
  ];
  for (const [what, ask, status, code] of refusals) {
    const reply = await ask();
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  expect(await balances(world.db)).toEqual(before);
});

test('sixteen people who release the same reserve at once release it once', async () => {
  const [id = ''] = await sellerReserves(world.db, seller, [[9_000n, null]], '2026-05-04');
  const replies = await Promise.all(Array.from({ length: 16 }, () => release(id, {})));
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(replies.filter(({ json }) => json['code'] === 'RESERVE_RELEASED')).toHaveLength(15);
  expect([await held('reserve'), await held('payable')]).toEqual([0n, 9_000n]);
});

test('when terms lower a fixed reserve, what it keeps too much is released, the oldest first', async () => {
  const [first, second, rolling] = await sellerReserves(
    world.db,
    seller,
    [[30_000n, null], [20_000n, null], [1_000n, '2026-08-01']], // prettier-ignore
    '2026-05-04',
  );
  expect((await releaseSurplus()).json['code']).toBe('RESERVE_NO_SURPLUS');
  const lowered = { ...plainTerms(), reserve: { kind: 'FIXED', amount: 15_000n } as const };
  await addTerms(world.db, { sellerId: seller, effectiveFrom: '2026-05-11', ...lowered }, 'key:market', NOW);
  const reply = await releaseSurplus();
  expect(reply.json).toMatchObject({ amount: 35_000 });
  expect(await lefts()).toEqual(new Map([[first, 0], [second, 15_000], [rolling, 1_000]])); // prettier-ignore
  expect((await releaseSurplus()).json['code']).toBe('RESERVE_NO_SURPLUS');
});

test('when terms end a fixed reserve, all of it is surplus; a later version does not count yet', async () => {
  const [fixed] = await sellerReserves(world.db, seller, [[50_000n, null]], '2026-05-04');
  await addTerms(world.db, { sellerId: seller, effectiveFrom: '2026-06-01', ...plainTerms() }, 'key:market', NOW);
  expect((await releaseSurplus()).json['code']).toBe('RESERVE_NO_SURPLUS');
  await addTerms(world.db, { sellerId: seller, effectiveFrom: '2026-05-01', ...plainTerms() }, 'key:market', NOW);
  expect((await releaseSurplus()).json).toMatchObject({ amount: 50_000, reserves: [{ id: fixed, left: 0 }] });
});

test('whatever is released in whatever order, what is left of reserves is the reserve account', async () => {
  let seed = 20_260_511;
  const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
  const ids = await sellerReserves(
    world.db,
    seller,
    Array.from({ length: 6 }, (_, i) => [BigInt(1 + random(40_000)), i % 2 ? '2026-08-01' : null] as const),
    '2026-05-04',
  );
  const total = await held('reserve');
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(
      Array.from({ length: 5 }, () => {
        if (random(6) === 0) return releaseSurplus();
        return release(ids[random(ids.length)] ?? '', random(4) === 0 ? {} : { amount: random(15_000) });
      }),
    );
    await reservesAreTheAccounts();
    expect((await held('reserve')) + (await held('payable'))).toBe(total);
  }
  expect(await held('payable')).toBeGreaterThan(0n);
});

test('a decision is never rewritten', async () => {
  const [id = ''] = await sellerReserves(world.db, seller, [[9_000n, null]], '2026-05-04');
  await release(id, { amount: 1 });
  await expect(world.db.query(`update payouts.reserve_release set amount = 2`)).rejects.toThrow('never rewritten');
  await expect(world.db.query(`delete from payouts.reserve_release`)).rejects.toThrow('never rewritten');
});
