import { DeadlineMarket, FRIDAY } from '../../../testing/deadline-market.js';

let market: DeadlineMarket;
beforeEach(async () => {
  market = await DeadlineMarket.open();
});
afterEach(() => market.close());

test('a line is owed until its payout is paid; a part that was paid is not owed any more', async () => {
  await market.choose('CONSIGNMENT_40');
  await market.seller('a', { cycle: 'DAILY' });
  await market.order([{ sellerId: 'a', amount: 100_000n, partlyOn: FRIDAY, maturesOn: '2026-05-12' }]);
  await market.track('2026-05-07');
  expect(await market.one()).toMatchObject({ due: '2026-07-10', owed: 89_000n, cause: 'NOT_MATURED' });
  await market.draft(FRIDAY);
  await market.track(FRIDAY);
  expect(await market.one()).toMatchObject({ owed: 89_000n, cause: 'NOT_MATURED' });
  const [first] = await market.payouts('a');
  await market.advance(first?.id ?? '', FRIDAY, ['submit', 'accept', 'settle']);
  await market.track('2026-05-09');
  expect(await market.one()).toMatchObject({ owed: 29_667n, settled: null });
  await market.owesWhatTheBooksOwe();
  await market.draft('2026-05-12');
  await market.track('2026-05-12');
  expect(await market.one()).toMatchObject({ owed: 29_667n, cause: 'WAITS_FOR_DISPATCH' });
  const second = (await market.payouts('a'))[1];
  await market.advance(second?.id ?? '', '2026-05-12', ['submit', 'accept', 'settle']);
  await market.track('2026-05-13');
  expect(await market.one()).toMatchObject({ owed: 0n, cause: null, settled: '2026-05-12', breached: null });
});
