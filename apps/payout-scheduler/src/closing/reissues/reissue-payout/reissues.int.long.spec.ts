import { instantAt } from '@jeongsan/calendar';
import { keyOf, personOf, rules } from '../../../testing/people.js';
import { codeOf, FRIDAY, MONDAY, ReissueMarket } from '../../../testing/reissue-market.js';
import { setReissuePolicy } from '../set-reissue-policy/set-reissue-policy.js';

let market: ReissueMarket;
beforeEach(async () => {
  market = await ReissueMarket.open();
});
afterEach(() => market.close());

test('a holiday between moves the reissue to the business day after it', async () => {
  await market.seller('a', { cycle: 'MONTHLY:22' });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft('2026-05-22');
  await market.failOn(await market.idOf('a', 0), '2026-05-22');
  // Monday the 25th is a substitute holiday of Buddha's birthday.
  for (const day of ['23', '24', '25']) await market.draft(`2026-05-${day}`);
  expect(await market.amounts('a')).toHaveLength(1);
  await market.draft('2026-05-26');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
});

test('a reserve is not taken again, and a due one stays for the cycle date', async () => {
  const reserve = { kind: 'ROLLING', rate: 10_000, days: 3 } as const;
  await market.failedSeller({ reserve });
  await market.draft(MONDAY);
  expect(await market.amounts('a')).toEqual([80_100n, 80_100n]);
  await market.draft('2026-05-15');
  expect(await market.amounts('a')).toEqual([80_100n, 80_100n, 8_900n]);
});

test('attempts are capped: what fails again waits for the cycle date', async () => {
  const { db } = market;
  await market.failedSeller();
  const set = {
    effectiveFrom: FRIDAY,
    rules: { retry: { afterBusinessDays: 1, attemptsMax: 1 }, seller_must_act: null },
    reason: 'once is enough',
  };
  await db.transaction((tx) =>
    setReissuePolicy(tx, set, personOf('admin', 'admin'), rules, instantAt(FRIDAY, '17:00:00')),
  );
  await market.draft(MONDAY);
  await market.failOn(await market.idOf('a', 1), MONDAY);
  for (const day of ['12', '13', '14']) await market.draft(`2026-05-${day}`);
  expect(await market.amounts('a')).toHaveLength(2);
  await market.draft('2026-05-15');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n, 89_000n]);
});

test('requests during the draft of the cycle: the money is paid once', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller();
  const [asked] = await Promise.all([
    codeOf(market.ask(failed, instantAt('2026-05-15', '12:00:00'))),
    market.draft('2026-05-15'),
  ]);
  await market.draft('2026-05-16');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
  expect([null, 'REISSUE_NOT_OWED']).toContain(asked);
});

test('a statement of the cycle takes an open reissue up', async () => {
  await market.noPolicy();
  const failed = await market.failedSeller();
  await market.ask(failed, instantAt('2026-05-14', '23:00:00'));
  await market.draft('2026-05-15');
  await market.draft('2026-05-16');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
  expect(await codeOf(market.ask(failed))).toBe('REISSUE_NOT_OWED');
});

test('a refund takes its part of the money first', async () => {
  await market.noPolicy();
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  const order = await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft(FRIDAY);
  const failed = await market.idOf('a', 0);
  await market.failOn(failed, FRIDAY);
  await market.cancel(order, 0, 50_000n, '2026-05-09');
  expect(await market.ask(failed, instantAt('2026-05-09', '16:00:00'))).toMatchObject({ amount: 44_500n });
  await market.draft('2026-05-10');
  expect(await market.amounts('a')).toEqual([89_000n, 44_500n]);
});

test('refused: a payout that did not fail, a key, a seller who is held; a mended cause is paid by the policy', async () => {
  await market.seller('a', { cycle: 'WEEKLY:FRI' });
  await market.order([{ sellerId: 'a', amount: 100_000n }]);
  await market.draft(FRIDAY);
  const id = await market.idOf('a', 0);
  expect(await codeOf(market.ask(id))).toBe('REISSUE_NOT_FAILED');
  expect(await codeOf(market.ask('00000000-0000-4000-8000-000000000000'))).toBe('PAYOUT_NOT_FOUND');
  await market.failOn(id, FRIDAY, { failureCode: 'INVALID_ACCOUNT_NUMBER', failureClass: 'seller_must_act' });
  expect(await codeOf(market.ask(id, undefined, keyOf('robot')))).toBe('PERSON_REQUIRED');
  expect(await codeOf(market.ask(id))).toBe('REISSUE_BLOCKED');
  await market.draft(MONDAY);
  expect(await market.amounts('a')).toHaveLength(1);
  await market.db.query(`update onboarding.seller set account_fingerprint = 'another'`);
  await market.draft('2026-05-12');
  // The new account is not confirmed yet.
  expect(await market.amounts('a')).toHaveLength(1);
  await market.db.query(`update onboarding.seller set account_held_until = null`);
  await market.draft('2026-05-13');
  expect(await market.amounts('a')).toEqual([89_000n, 89_000n]);
});
