import { releaseDueHolds } from '../release-hold/release-hold.js';
import { releaseDueHoldsSchedule as schedule } from '../release-hold/release-hold.schedule.js';
import { onboardedSeller, orderOf, schedulerWorld, type SchedulerWorld } from '../../testing/scheduler-world.js';
import { placeHold } from './place-hold.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00');

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db);
});

const place = (body: object, sellerId = seller) =>
  world.call('kim', 'POST', `/sellers/${sellerId}/holds`, { reason: 'DISPUTE', ...body });
const holdsOf = async (sellerId: string) =>
  (await world.call('viewer', 'GET', `/sellers/${sellerId}/holds`)).json.items;
const countHolds = async () => {
  const [row] = await world.db.query<{ count: bigint }[]>(`select count(*) from payouts.hold`);
  return row?.count;
};

test('a hold keeps a seller, an order or an amount, and says who placed and who released it', async () => {
  const orderId = await orderOf(world.db, seller);
  const whole = await place({ detail: 'buyer complains' });
  const order = await place({ scope: 'ORDER', orderId, releaseOn: '2026-05-20' });
  const sum = await place({ scope: 'AMOUNT', amount: 30_000 });
  expect([whole.status, order.status, sum.status]).toEqual([201, 201, 201]);
  expect(whole.json).toMatchObject({
    scope: 'SELLER',
    orderId: null,
    amount: null,
    placedBy: 'person:kim',
    releasedAt: null,
  });
  expect(order.json).toMatchObject({ scope: 'ORDER', orderId, releaseOn: '2026-05-20' });
  expect(sum.json).toMatchObject({ scope: 'AMOUNT', amount: 30_000 });

  const released = await world.call('park', 'POST', `/holds/${String(sum.json['id'])}/release`);
  expect(released.json).toMatchObject({ placedBy: 'person:kim', releasedBy: 'person:park' });
  const again = await world.call('kim', 'POST', `/holds/${String(sum.json['id'])}/release`);
  expect(again.json).toEqual(released.json);
  expect(await holdsOf(seller)).toHaveLength(3);
  const open = await world.call('viewer', 'GET', `/sellers/${seller}/holds?open=true`);
  expect(open.json.items).toHaveLength(2);
});

test('the same hold on a seller or an order is placed once; each hold on an amount is one of its own', async () => {
  const first = await place({});
  expect((await place({})).json).toEqual(first.json);
  await place({ scope: 'AMOUNT', amount: 1 });
  await place({ scope: 'AMOUNT', amount: 1 });
  expect(await holdsOf(seller)).toHaveLength(3);
});

test('what cannot be held is refused, and nothing is held', async () => {
  const [orderId, another] = [await orderOf(world.db, seller), await onboardedSeller(world.db)];
  await place({ reason: 'TAKEN' });
  const before = await countHolds();
  // prettier-ignore
  const refusals: [string, object, number, string][] = [
    ['an unknown seller',               { sellerId: 'nobody' },                                        404, 'SELLER_NOT_FOUND'],
    ['an unknown order',                { scope: 'ORDER', orderId: 'order-unknown' },                  422, 'HOLD_ORDER_UNKNOWN'],
    ["an order without the seller's",   { sellerId: another, scope: 'ORDER', orderId },                422, 'HOLD_ORDER_UNKNOWN'],
    ['an order that is not named',      { scope: 'ORDER' },                                            422, 'HOLD_SCOPE_INVALID'],
    ['an amount that is not named',     { scope: 'AMOUNT' },                                           422, 'HOLD_SCOPE_INVALID'],
    ['an amount of nothing',            { scope: 'AMOUNT', amount: 0 },                                422, 'HOLD_SCOPE_INVALID'],
    ['an order for a whole seller',     { orderId },                                                   422, 'HOLD_SCOPE_INVALID'],
    ['an amount for an order',          { scope: 'ORDER', orderId, amount: 1 },                        422, 'HOLD_SCOPE_INVALID'],
    ['an end that was yesterday',       { releaseOn: '2026-05-10' },                                   422, 'HOLD_DATE_INVALID'],
    ['an end that is today',            { releaseOn: '2026-05-11' },                                   422, 'HOLD_DATE_INVALID'],
    ['the same hold with another end',  { reason: 'TAKEN', releaseOn: '2026-06-01' },                  409, 'HOLD_CONFLICT'],
    ['a date that does not exist',      { releaseOn: '2026-02-30' },                                   400, 'INVALID_REQUEST'],
    ['a negative amount',               { scope: 'AMOUNT', amount: -1 },                               400, 'INVALID_REQUEST'],
    ['a scope nobody knows',            { scope: 'MARKET' },                                           400, 'INVALID_REQUEST'],
    ['a reason in small letters',       { reason: 'because' },                                         400, 'INVALID_REQUEST'],
  ];
  for (const [what, asked, status, code] of refusals) {
    const { sellerId = seller, ...body } = asked as { sellerId?: string };
    const reply = await place(body, sellerId);
    expect([what, reply.status, reply.json['code']]).toEqual([what, status, code]);
  }
  const viewer = await world.call('viewer', 'POST', `/sellers/${seller}/holds`, { reason: 'DISPUTE' });
  expect([viewer.status, viewer.json['code']]).toEqual([403, 'FORBIDDEN']);
  const missing = await world.call('kim', 'POST', `/holds/${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}/release`);
  expect([missing.status, missing.json['code']]).toEqual([404, 'HOLD_NOT_FOUND']);
  expect(await countHolds()).toBe(before);
});

test('holds that are due are listed page by page, and released by sixteen replicas once', async () => {
  const sellers = [];
  for (let i = 0; i < 7; i += 1) sellers.push(await onboardedSeller(world.db));
  for (const id of sellers) await place({ releaseOn: '2026-05-13' }, id);
  await place({ releaseOn: '2026-05-14' });
  const due: string[] = [];
  for (let after = ''; ;) {
    const { json } = await world.call('viewer', 'GET', `/holds?due=2026-05-13&limit=3${after && `&after=${after}`}`);
    due.push(...json.items.map((hold) => String(hold['sellerId'])));
    if (json.nextCursor === null) break;
    after = json.nextCursor;
  }
  expect(due.sort()).toEqual([...sellers].sort());

  const early = new Date('2026-05-12T23:59:59+09:00');
  expect(await releaseDueHolds(world.db, early)).toBe(0);
  const day = new Date('2026-05-13T00:00:00+09:00');
  const released = await Promise.all(Array.from({ length: 16 }, () => releaseDueHolds(world.db, day)));
  expect(released.reduce((a, b) => a + b)).toBe(7);
  expect(await holdsOf(sellers[0] ?? '')).toMatchObject([
    { releasedBy: 'system:policy:release-date', placedBy: 'person:kim' },
  ]);
  expect(await holdsOf(seller)).toMatchObject([{ releasedAt: null }]);
});

test('the schedule releases what is due by itself, before the run of the day is drafted', async () => {
  await place({ releaseOn: '2026-05-15' });
  const due = new Date('2026-05-15T00:00:00+09:00');
  await world.db.transaction(async (tx) => schedule.run(tx, due, due));
  expect(await holdsOf(seller)).toMatchObject([{ releasedBy: 'system:policy:release-date' }]);
  const next = schedule.following(due, due);
  expect(next > due && next < new Date('2026-05-15T04:00:00+09:00')).toBe(true);
});

test('what was held stays on record: a hold is never rewritten, only released, once', async () => {
  const hold = await placeHold(world.db, seller, 'ACCOUNT_REJECTED', 'code', NOW);
  expect(hold.placedBy).toBe('system:payout-scheduler');
  const change = (set: string) => world.db.query(`update payouts.hold set ${set} where id = $1`, [hold.id]);
  await expect(change(`detail = 'other'`)).rejects.toThrow('never rewritten');
  await expect(change(`placed_by = 'person:nobody'`)).rejects.toThrow('never rewritten');
  await change(`released_at = now(), released_by = 'person:kim'`);
  await expect(change(`released_at = null`)).rejects.toThrow('never rewritten');
  await expect(world.db.query(`delete from payouts.hold where id = $1`, [hold.id])).rejects.toThrow('never rewritten');
});
