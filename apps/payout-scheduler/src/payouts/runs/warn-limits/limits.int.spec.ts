import { balanceAt } from '../../../explanations/balance-at/balance-at.js';
import { readHeadroom } from '../../dispatch/read-headroom/read-headroom.js';
import { readLimitedSellers } from '../../dispatch/read-headroom/read-limited-sellers.js';
import { seoul, TODAY } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { sellerHas } from '@jeongsan/testing';

// A long time-out: each test plays one or more days in the scheduler and in the sandbox.
jest.setTimeout(30_000);
const world = payoutWorld();

const headroom = (seller: string) => readHeadroom(world.db, seller, world.policy, world.now());
const notices = () => world.heard('seller.payout-limit-near', 'seller.payout-limit-reached');
async function day(date: string): Promise<void> {
  await world.moveTo(seoul(`${date}T10:00:00`));
  await world.draft(date);
  await world.work();
}

test('a seller hears that its limit is near before it is reached, once a week each, and when the rest fits', async () => {
  const seller = await world.seller(7_999_999n, { kyc: false });
  await day('2026-05-11');
  expect(await notices()).toEqual([]);
  await sellerHas(world.db, seller, 2_001n);
  await day('2026-05-12');
  const near = { sellerId: seller, week: TODAY, limit: '10000000', used: '8002000', due: '0' };
  expect(await notices()).toEqual([near]);
  await sellerHas(world.db, seller, 1_000n);
  await day('2026-05-13');
  expect(await notices()).toHaveLength(1);

  await sellerHas(world.db, seller, 5_000_000n);
  await day('2026-05-14');
  expect((await notices()).slice(1)).toEqual([
    { sellerId: seller, week: TODAY, limit: '10000000', used: '10000000', waiting: '3003000', fitsOn: '2026-05-18' },
  ]);
  expect(await headroom(seller)).toMatchObject({
    state: 'limited',
    limit: 10_000_000n,
    usedRolling: 10_000_000n,
    usedThisWeek: 10_000_000n,
    headroom: 0n,
    payable: 3_003_000n,
    waiting: 3_003_000n,
    frees: [
      { date: '2026-05-18', amount: 7_999_999n, headroom: 7_999_999n },
      { date: '2026-05-19', amount: 2_001n, headroom: 8_002_000n },
      { date: '2026-05-20', amount: 1_000n, headroom: 8_003_000n },
      { date: '2026-05-21', amount: 1_997_000n, headroom: 10_000_000n },
    ],
    fitsOn: '2026-05-18',
  });
  await day('2026-05-15');
  expect(await notices()).toHaveLength(2);

  const { expected } = await balanceAt(world.db, seller, { lang: 'en', audience: 'seller' }, world.policy, world.now());
  expect(expected.find((row) => row.account === 'payable')).toMatchObject({
    statementDate: '2026-05-18',
    reason: { code: 'WEEKLY_LIMIT', date: '2026-05-18' },
  });
  // The payout is made on the forecast date.
  await world.moveTo(seoul('2026-05-18T12:00:00'));
  await world.draft('2026-05-18');
  await world.work();
  expect(await world.account(seller, 'payable')).toBe(0n);
  expect((await world.atProvider()).every((p) => p.status !== 'REJECTED')).toBe(true);
});

test('where exactly the limit is too much, one won less is paid, and the provider does not ask for KYC', async () => {
  world.policy = { ...world.policy, weeklyLimit: 9_999_999n };
  await world.sandbox.control.changeSettings({ body: { weeklyLimitInclusive: true } });
  const seller = await world.seller(10_000_000n, { kyc: false });
  await day(TODAY);
  expect(await world.account(seller, 'payable')).toBe(1n);
  const id = await world.providerIdOf(seller);
  expect((await world.sandbox.api.getSeller({ params: { id } })).entityBody.status).toBe('PARTIALLY_APPROVED');
});

test('a batch that lay a while before it was sent does not bring the next week’s over the limit', async () => {
  await world.moveTo(seoul(`${TODAY}T09:00:00`));
  const seller = await world.seller(10_000_000n, { kyc: false });
  await world.draft();
  await world.moveProviderTo(seoul(`${TODAY}T09:30:00`)); // The batch was frozen at nine and accepted by the provider half an hour later.
  await world.work();
  await sellerHas(world.db, seller, 10_000_000n);
  await world.moveTo(seoul('2026-05-18T09:00:01'));
  await world.draft('2026-05-18');
  await world.work();
  const id = await world.providerIdOf(seller);
  expect((await world.sandbox.api.getSeller({ params: { id } })).entityBody.status).toBe('PARTIALLY_APPROVED');
  expect(await world.account(seller, 'payable')).toBe(10_000_000n);
});

test('sellers near their limit are listed, the most used first, page by page; a seller without a limit is not', async () => {
  const used = [8_000_000n, 9_000_000n, 9_000_000n, 7_999_999n];
  const sellers: string[] = [];
  for (const amount of used) sellers.push(await world.seller(amount, { kyc: false }));
  const free = await world.seller(50_000_000n);
  await day(TODAY);
  const listed = async (minPercent?: number) => {
    const found: [string, bigint, number][] = [];
    for (let after: string | undefined; ;) {
      const query = {
        limit: 1,
        ...(minPercent !== undefined && { minPercent }),
        ...(after !== undefined && { after }),
      };
      const { items, nextCursor } = await readLimitedSellers(world.db, query, world.policy, world.now());
      found.push(...items.map((row): [string, bigint, number] => [row.sellerId, row.headroom, row.usedPercent]));
      if (nextCursor === null) return found;
      after = nextCursor;
    }
  };
  const [least = '', one = '', other = '', below = ''] = sellers;
  const nines = [one, other].sort().map((id) => [id, 1_000_000n, 90]);
  expect(await listed()).toEqual([...nines, [least, 2_000_000n, 80]]);
  expect(await listed(90)).toEqual(nines);
  expect(await listed(79)).toEqual([...nines, [least, 2_000_000n, 80], [below, 2_000_001n, 79]]);
  expect((await listed(0)).map(([id]) => id)).not.toContain(free);
});

test('a seller without a limit is told none', async () => {
  const seller = await world.seller(50_000_000n);
  await day(TODAY);
  expect(await notices()).toEqual([]);
  expect(await headroom(seller)).toMatchObject({
    limit: null,
    headroom: null,
    waiting: 0n,
    used: 50_000_000n,
    frees: [],
  });
  await expect(headroom('nobody')).rejects.toMatchObject({ code: 'SELLER_NOT_FOUND' });
});
