import { randomUUID } from 'node:crypto';
import { explainPayout } from '../../explanations/explain-payout/explain-payout.js';
import { seoul, TODAY, TOMORROW } from '../../testing/funded-sandbox.js';
import { payoutWorld } from '../../testing/payout-world.js';

// A long time-out: each test plays one or more days in the scheduler and in the sandbox.
jest.setTimeout(30_000);
const world = payoutWorld({ funds: 3_000_000_000n });

/**
 * Changes an account like onboarding does after the provider has accepted it: no payout goes to it before `heldUntil`;
 * null: a person confirmed the account.
 */
async function changed(sellerId: string, heldUntil: Date | 'infinity' | null): Promise<void> {
  await world.db.query(`update onboarding.seller set account_fingerprint = $2 where seller_id = $1`, [
    sellerId,
    randomUUID(),
  ]);
  await world.db.query(`update onboarding.seller set account_held_until = $2 where seller_id = $1`, [
    sellerId,
    heldUntil,
  ]);
}
const statements = () =>
  world.db.query<object[]>(`select payout_amount, carried, hold_reason from payouts.statement order by business_date`);
const paid = async () => (await world.atProvider()).map(({ amount }) => amount);

// prettier-ignore
test.each([
  ['00:30, which is the day before in UTC', `${TODAY}T00:30:00`],
  ['04:00',                                 `${TODAY}T04:00:00`],
  ['08:59',                                 `${TODAY}T08:59:59`],
])('an account that was changed the evening before is not paid at %s, however large the sum', async (_, at) => {
  await world.moveTo(seoul(at));
  const seller = await world.seller(2_890_000_000n);
  await changed(seller, seoul('2026-05-15T00:00:00'));
  await world.draft();
  await world.work();
  expect(await statements()).toEqual([{ payout_amount: 0n, carried: 2_890_000_000n, hold_reason: 'ACCOUNT_CHANGED' }]);
  expect([await paid(), await world.account(seller, 'payable')]).toEqual([[], 2_890_000_000n]);
});

test('the next run pays it once somebody has confirmed it, or its time is over: not a second before', async () => {
  const [confirmed, waits] = [await world.seller(890_000n), await world.seller(10_000n)];
  await changed(confirmed, 'infinity');
  await changed(waits, seoul(`${TOMORROW}T10:00:00`));
  await world.draft();
  await world.work();
  expect(await world.states()).toEqual({});
  await world.db.query(`update onboarding.seller set account_held_until = null where seller_id = $1`, [confirmed]);
  await world.moveTo(seoul(`${TOMORROW}T09:59:59`));
  await world.draft(TOMORROW);
  await world.work();
  expect(await paid()).toEqual([890_000n]);
  await world.moveTo(seoul('2026-05-13T10:00:00'));
  await world.draft('2026-05-13');
  await world.work();
  expect(await paid()).toEqual([890_000n, 10_000n]);
});

test('nothing is paid while the bank and the provider are asked, to whichever account', async () => {
  const seller = await world.seller(890_000n);
  await world.db.query(`update onboarding.seller set pending_account_sealed = 'sealed' where seller_id = $1`, [seller]);
  await world.draft();
  await world.work();
  expect(await statements()).toMatchObject([{ payout_amount: 0n, hold_reason: 'ACCOUNT_CHANGED' }]);
  await world.db.query(`update onboarding.seller set pending_account_sealed = null`);
  await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
  await world.draft(TOMORROW);
  await world.work();
  expect(await paid()).toEqual([890_000n]);
});

// prettier-ignore
test.each([
  ['is changed',                          (id: string) => changed(id, 'infinity')],
  ['is changed, and confirmed at once',   (id: string) => changed(id, null)],
  ['is about to be changed',              (id: string) => world.db.query(`update onboarding.seller set pending_account_sealed = 'sealed' where seller_id = $1`, [id])],
  ['is changed back before it was sent',  async (id: string) => { await world.db.query(`update onboarding.seller set account_held_until = 'infinity' where seller_id = $1`, [id]); }],
])('a payout that is promised is not sent when its account %s: its neighbours are', async (_, change) => {
  const [moves, stays] = await world.sellers(890_000n, 10_000n);
  await world.draft();
  // The payouts are frozen into one batch, which waits to be claimed.
  await world.dispatch(await world.runId());
  await change(moves ?? '');
  await world.work();
  expect(await paid()).toEqual([10_000n]);
  expect([await world.account(moves ?? '', 'payable'), await world.account(stays ?? '', 'reserved')]).toEqual([890_000n, 10_000n]);
  const [stopped] = await world.db.query<{ id: string }[]>(`select id from payouts.payout where seller_id = $1`, [moves]);
  for (const [lang, words] of [['ko', '정산 계좌가 변경되었습니다'], ['en', 'account changed']] as const)
    for (const audience of ['operator', 'seller'] as const) {
      const { reason } = await explainPayout(world.db, stopped?.id ?? '', { lang, audience });
      expect([reason.code, reason.text.includes(words)]).toEqual(['ACCOUNT_CHANGED', true]);
    }
});
