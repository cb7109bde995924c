import { won } from '@jeongsan/money';
import pLimit from 'p-limit';
import { isLive, paidBySeller, violations } from '../../../testing/payout-oracle.js';
import { plantedSeller, plantedSellers, seoul } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';

jest.setTimeout(600_000);

const PLANTED = 600;
const LANES = 12;
const BANK_BEGINS_AFTER = 100;
const STRANGER = plantedSeller('approved', PLANTED - 1);

let sellersUsed = 0;
const world = payoutWorld({ planted: PLANTED });

/** Creates sellers with this payable amount each. */
async function sellers(count: number, payable = 10_000n): Promise<string[]> {
  const ids = plantedSellers('approved', count, sellersUsed);
  sellersUsed += count;
  await world.onboardPlanted(ids, payable);
  return ids;
}

/** Requests payouts at the provider with our keys but not through our system, for example in its console. */
async function strangersAsk(count: number, amount: bigint): Promise<string[]> {
  const ids: string[] = [];
  while (ids.length < count) {
    const body = Array.from({ length: Math.min(100, count - ids.length) }, (_, i) => ({
      refPayoutId: `stranger-${Date.now()}-${ids.length + i}`,
      destination: STRANGER,
      scheduleType: 'EXPRESS' as const,
      amount: won(amount),
      transactionDescription: '정산금',
    }));
    const { entityBody } = await world.sandbox.api.createPayouts({ body });
    ids.push(...entityBody.items.map(({ id }) => id));
  }
  return ids;
}

async function pollAll(): Promise<void> {
  for (let round = 0; round < 3; round += 1) {
    world.later(11 * 60);
    await world.poll();
    await world.work({ workers: 8 });
  }
}

test('whoever cancels, rejects or deletes a payout while the bank begins, our books follow the provider', async () => {
  await world.moveTo(seoul('2026-05-11T16:00:00')); // SCHEDULED, for tomorrow at nine
  const ids = await sellers(180);
  await world.draft();
  await world.work({ workers: 8 });
  expect(await world.states()).toEqual({ in_transit: 180 });
  const refusal = { code: 'PAYOUT_REJECTED', message: 'no' };
  const booked = await world.atProvider();
  await pLimit(LANES).map(booked, async ({ id }, i) => {
    if (i === BANK_BEGINS_AFTER) await world.moveProviderTo(seoul('2026-05-12T09:00:00'));
    const params = { id };
    const ending = [
      () => world.sandbox.api.cancelPayout({ params }),
      () => world.sandbox.control.rejectPayout({ params, body: refusal }),
      () => world.sandbox.control.removePayout({ params }),
    ][i % 3];
    await ending?.().catch(() => undefined); // the bank was faster
    await world.observe(id);
  });
  await world.moveTo(seoul('2026-05-12T10:00:00'));
  await pollAll();

  const after = await world.atProvider();
  const ended = after.filter(({ status }) => !isLive[status]);
  expect(new Set(after.map(({ status }) => status)).size).toBeGreaterThan(2);
  expect(await world.states()).toEqual({ failed: ended.length, in_transit: 180 - ended.length });
  expect(await violations(world)).toEqual([]);

  // A payout that was canceled at the provider becomes payable again and is paid under a new reference.
  for (const { id, status } of after)
    if (isLive[status]) await world.sandbox.control.completePayout({ params: { id } });
  await world.draft('2026-05-12');
  await world.work({ workers: 8 });
  await pollAll();
  expect(await world.states()).toEqual({ failed: ended.length, in_transit: ended.length, paid: 180 - ended.length });
  expect(await violations(world)).toEqual([]);
  expect(await paidBySeller(world)).toEqual(new Map(ids.map((id) => [id, 10_000n])));
});

test('the balance runs out in the middle of a run: nobody fails, and what is left goes out the next day', async () => {
  await world.moveTo(seoul('2026-05-13T10:00:00'));
  const ids = await sellers(150);
  await world.draft('2026-05-13');
  await world.dispatch(await world.runId('2026-05-13'));
  const [first = '', second = ''] = await world.prepared();
  await world.send(first);
  const left = (await world.sandbox.api.getBalance({})).entityBody.availableAmount.minor;
  const drain = await strangersAsk(50, (left - 5_000n) / 50n);
  await world.send(second);
  expect(await violations(world)).toEqual([]);
  const states = await world.states();
  expect(Object.keys(states)).toEqual(['in_transit', 'reserved']);
  await world.work({ workers: 8 });
  expect(await world.states()).toEqual(states); // until tomorrow nobody asks again

  const bank = { code: 'BANK_MAINTENANCE', message: 'closed' };
  for (const id of drain) await world.sandbox.control.failPayout({ params: { id }, body: bank });
  await world.moveTo(seoul('2026-05-14T10:00:00'));
  await world.work({ workers: 8 });
  expect(await world.states()).toEqual({ in_transit: 150 });
  expect(await violations(world)).toEqual([]);
  expect(await paidBySeller(world)).toEqual(new Map(ids.map((id) => [id, 10_000n])));
});

test('the provider’s clock is ahead at the end of EXPRESS hours: asked again in time, not over and over', async () => {
  await world.moveTo(seoul('2026-05-15T14:59:30'));
  await sellers(3);
  await world.moveProviderTo(seoul('2026-05-15T15:00:30'));
  await world.draft('2026-05-15');
  for (let minute = 0; minute < 30; minute += 1) {
    await world.work();
    world.later(60);
  }
  expect(await world.states()).toEqual({ in_transit: 3 });
  const batches = await world.db.query<object[]>(`select state, schedule_type from payouts.batch order by sent_at`);
  expect(batches.length).toBeLessThanOrEqual(3);
  expect(batches.at(-1)).toEqual({ state: 'accepted', schedule_type: 'SCHEDULED' });
  expect(await violations(world)).toEqual([]);
});

const PAGE = 1_000;

test.each([
  ['the last row of a full page', '2026-06-01', PAGE - 2, 0],
  ['on both sides of a page’s end', '2026-06-15', PAGE - 1, 0],
  ['the first rows of the second page', '2026-06-29', PAGE, 0],
  ['before rows that come while the pages are read', '2026-07-13', PAGE - 1, 150],
])(
  'a batch whose answer was lost stands as %s of its listing, and is found there',
  async (_, date, before, meanwhile) => {
    await world.moveTo(seoul(`${date}T10:00:00`)); // a day of its own: nothing else is in its window
    await strangersAsk(before, 1n);
    await sellers(2);
    await world.draft(date);
    await world.fault({ operation: 'createPayouts', kind: 'drop-after-commit', times: 1 });
    await world.work();
    expect(await world.states()).toEqual({ unknown: 2 });
    let pagesAfterFirst = 0;
    world.between = (send) => async (request) => {
      if (request.url.includes('startingAfter')) {
        pagesAfterFirst += 1;
        await strangersAsk(meanwhile, 1n);
      }
      return send(request);
    };
    world.later(61);
    await world.work();
    expect(await world.states()).toEqual({ in_transit: 2 });
    expect(pagesAfterFirst).toBe(before + 2 > PAGE ? 1 : 0);
    expect(await violations(world)).toEqual([]);
  },
);
