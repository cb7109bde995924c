import { randomUUID } from 'node:crypto';
import { lockBalances, postLedger, transaction } from '@jeongsan/database';
import { chart, lineMatured, payoutReserved, paymentApproved, taxWithheld } from '@jeongsan/ledger';
import { plainTerms } from '@jeongsan/settlement';
import { booksAreSound, eventually, sellerHas } from '@jeongsan/testing';
import { draftRun } from '../../payouts/runs/draft-run/draft-run.js';
import { readMinimumOverrides } from '../override-payout/override-payout.js';

import { policy } from '../../testing/usual-policy.js';
import {
  freeLine,
  onboardedSeller,
  orderOf,
  schedulerWorld,
  sellerOwes,
  sellerReserves,
  type SchedulerWorld,
} from '../../testing/scheduler-world.js';
import { readSellerBalances } from './read-seller-balances.js';

jest.setTimeout(60_000);
const NOW = new Date('2026-05-11T10:00:00+09:00'); // a Monday

let world: SchedulerWorld;
let seller: string;
beforeAll(async () => {
  world = await schedulerWorld(NOW);
}, 120_000);
afterAll(() => world.close());
beforeEach(async () => {
  seller = await onboardedSeller(world.db, plainTerms({ cycle: 'WEEKLY:THU' }));
});
afterEach(() => booksAreSound(world.db));

const balancesOf = async (sellerId = seller) => world.call('viewer', 'GET', `/sellers/${sellerId}/position`);
const hold = (body: object) => world.call('kim', 'POST', `/sellers/${seller}/holds`, { reason: 'DISPUTE', ...body });
const override = (body: object, sellerId = seller) =>
  world.call('kim', 'POST', `/sellers/${sellerId}/payout-overrides`, {
    ...{ kind: 'BELOW_MINIMUM', forBusinessDate: '2026-05-14', reason: 'shop closes' },
    ...body,
  });

test('all of a seller’s money is shown where the ledger has it', async () => {
  await sellerHas(world.db, seller, 100_000n);
  await sellerReserves(world.db, seller, [[7_000n, null]], '2026-05-04');
  await sellerOwes(world.db, seller, 300n, NOW);
  const withheld = (businessDate: string, amount: bigint) =>
    taxWithheld({ sellerId: seller, businessDate, amount, effectiveAt: new Date(`${businessDate}T12:00:00+09:00`) });
  await postLedger(world.db, [
    paymentApproved({ paymentId: randomUUID(), effectiveAt: NOW, lines: [freeLine(seller, 5_000n)] }),
    payoutReserved({ payoutId: randomUUID(), sellerId: seller, amount: 20_000n, effectiveAt: NOW }),
    withheld('2025-12-31', 1_000n),
    withheld('2026-01-01', 330n),
    withheld('2026-03-10', 220n),
    withheld('2026-04-10', -50n),
  ]);
  const { status, json } = await balancesOf();
  expect(status).toBe(200);
  expect(json).toEqual({
    sellerId: seller,
    pending: 5_000,
    payable: 78_500,
    reserved: 20_000,
    reserve: 7_000,
    debt: 300,
    held: { seller: 0, orders: 0, amounts: 0, futureDebits: 0 },
    withheldThisYear: 500,
    nextStatementDate: '2026-05-14',
  });
  const positions = await world.call('viewer', 'GET', '/seller-positions?limit=1000');
  expect(positions.json.items.find((row) => row['sellerId'] === seller)).toMatchObject({
    reserve: 7_000,
    payable: 78_500,
  });
});

test('a seller without money has zeros, one without terms no next statement, one nobody knows is not found', async () => {
  expect((await balancesOf()).json).toMatchObject({ pending: 0, payable: 0, reserve: 0, debt: 0, withheldThisYear: 0 });
  await world.db.query(`delete from payouts.seller_terms where seller_id = $1`, [seller]);
  expect((await balancesOf()).json).toMatchObject({ nextStatementDate: null });
  expect(await balancesOf('nobody')).toMatchObject({ status: 404, json: { code: 'SELLER_NOT_FOUND' } });
});

/** A paid and matured line of the seller in its own order. */
async function maturedOrder(amount: bigint, on: string): Promise<string> {
  const orderId = await orderOf(world.db, seller);
  const effectiveAt = new Date(`${on}T00:00:00+09:00`);
  await postLedger(world.db, [
    paymentApproved({ paymentId: orderId, effectiveAt, lines: [freeLine(seller, amount)] }),
    lineMatured({ lineKey: `${orderId}/L1`, sellerId: seller, amount, effectiveAt }),
  ]);
  await world.db.query(
    `insert into payouts.matured_line (order_id, line_id, tranche, share, seller_id, amount, matured_on, posting_key)
     values ($1, 'L1', 1, 100000, $2, $3, $4, $5)`,
    [orderId, seller, amount, on, `line.matured/${orderId}/L1`],
  );
  return orderId;
}

test('what holds keep is told by their scope, never more than is payable', async () => {
  const held = await maturedOrder(12_000n, '2026-05-10');
  await maturedOrder(18_000n, '2026-05-10');
  await hold({ scope: 'ORDER', orderId: held });
  await hold({ scope: 'AMOUNT', amount: 4_000 });
  await hold({ scope: 'AMOUNT', amount: 1_000 });
  expect((await balancesOf()).json['held']).toMatchObject({ seller: 0, orders: 12_000, amounts: 5_000 });
  await hold({});
  await hold({ scope: 'AMOUNT', amount: 90_000 });
  expect((await balancesOf()).json['held']).toMatchObject({ seller: 30_000, orders: 12_000, amounts: 30_000 });
});

test('an order that was paid before it was held keeps nothing', async () => {
  const orderId = await maturedOrder(10_000n, '2026-05-06');
  await draftRun(world.db, '2026-05-07', policy, () => new Date('2026-05-07T04:00:00+09:00'));
  await sellerHas(world.db, seller, 25_000n);
  await hold({ scope: 'ORDER', orderId });
  expect((await balancesOf()).json).toMatchObject({ payable: 25_000, held: { orders: 0 } });
});

test('the next statement is never one that is closed', async () => {
  await sellerHas(world.db, seller, 10_000n);
  await draftRun(world.db, '2026-05-14', policy, () => new Date('2026-05-14T04:00:00+09:00'));
  const thursday = new Date('2026-05-14T09:00:00+09:00');
  const { nextStatementDate } = await readSellerBalances(world.db, seller, policy.calendar, thursday);
  expect(nextStatementDate).toBe('2026-05-21');
});

test('somebody lets one statement pay below the minimum: once, by name, for that day alone', async () => {
  const first = await override({});
  expect(first).toMatchObject({ status: 201, json: { placedBy: 'person:kim', forBusinessDate: '2026-05-14' } });
  expect((await override({ reason: 'another reason' })).json).toEqual(first.json);
  const list = await world.call('viewer', 'GET', `/sellers/${seller}/payout-overrides`);
  expect(list.json.items).toEqual([first.json]);
  const waived = (date: string) => readMinimumOverrides(world.db, [seller, 'nobody'], date);
  expect(await waived('2026-05-14')).toEqual(new Set([seller]));
  expect(await waived('2026-05-21')).toEqual(new Set());
  await expect(world.db.query(`delete from payouts.payout_override`)).rejects.toThrow('never rewritten');
});

test('the statement of that day pays below the minimum, and the next one does not', async () => {
  const statement = async (date: string, amount: bigint) => {
    await sellerHas(world.db, seller, amount);
    await draftRun(world.db, date, policy, () => new Date(`${date}T04:00:00+09:00`));
    const [row] = await world.db.query<object[]>(
      `select payout_amount, carried, hold_reason from payouts.statement where seller_id = $1 and business_date = $2`,
      [seller, date],
    );
    return row;
  };
  await override({ forBusinessDate: '2026-06-04' });
  expect(await statement('2026-06-04', 999n)).toEqual({ payout_amount: 999n, carried: 0n, hold_reason: null });
  expect(await statement('2026-06-11', 500n)).toEqual({
    payout_amount: 0n,
    carried: 500n,
    hold_reason: 'BELOW_MINIMUM',
  });
});

test('an override for a day that is over, closed or of nobody is refused, and none is made', async () => {
  await sellerHas(world.db, seller, 10_000n);
  await draftRun(world.db, '2026-06-18', policy, () => NOW);
  const count = () => world.db.query<object[]>(`select count(*) from payouts.payout_override`);
  const before = await count();
  // prettier-ignore
  const refusals: [object, string, number, string][] = [
    [{ forBusinessDate: '2026-05-10' }, seller,   422, 'OVERRIDE_DATE_INVALID'],
    [{ forBusinessDate: '2026-06-18' }, seller,   409, 'OVERRIDE_TOO_LATE'],
    [{ kind: 'ANYTHING' },              seller,   400, 'INVALID_REQUEST'],
    [{ reason: '' },                    seller,   400, 'INVALID_REQUEST'],
    [{},                                'nobody', 404, 'SELLER_NOT_FOUND'],
  ];
  for (const [body, sellerId, status, code] of refusals) {
    const reply = await override(body, sellerId);
    expect([code, reply.status, reply.json['code']]).toEqual([code, status, code]);
  }
  expect(await count()).toEqual(before);
});

test('an override beside the closing of its date comes too late, and none is made without effect', async () => {
  let reply: ReturnType<typeof override> | undefined;
  await transaction(world.db, async (tx) => {
    await lockBalances(tx, [chart.sellerPayable(seller)]);
    reply = override({ forBusinessDate: '2026-06-25' });
    await eventually(async () => {
      const [waiting] = await world.db.query<{ n: number }[]>(
        `select count(*)::int as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      );
      expect(waiting?.n).toBe(1);
    });
    const run = { id: randomUUID(), date: '2026-06-25' };
    await tx.query(
      `insert into payouts.run (id, business_date, cutoff, state, payout_count, total, held_count, held_total, content_hash, drafted_by, drafted_at)
       values ($1, $2, $3, 'draft', 0, 0, 0, 0, '', 'system:test', $3)`,
      [run.id, run.date, NOW],
    );
    await tx.query(
      `insert into payouts.statement (id, run_id, seller_id, business_date, created_at, opening, movements, payout_amount, carried)
       values ($1, $2, $3, $4, $5, 0, 0, 0, 0)`,
      [randomUUID(), run.id, seller, run.date, NOW],
    );
  });
  expect(await reply).toMatchObject({ status: 409, json: { code: 'OVERRIDE_TOO_LATE' } });
});
