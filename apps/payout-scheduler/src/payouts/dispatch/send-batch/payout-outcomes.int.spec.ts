import { sellerHas, testAuthor } from '@jeongsan/testing';
import { explainPayout } from '../../../explanations/explain-payout/explain-payout.js';
import { requestHold } from '../../../closing/place-hold/place-hold.js';
import { releaseHold } from '../../../closing/release-hold/release-hold.js';
import type { ProviderApi } from '../provider.js';
import { seoul, TODAY, TOMORROW } from '../../../testing/funded-sandbox.js';
import { payoutWorld } from '../../../testing/payout-world.js';
import { refuseNext } from '../../../testing/provider-trouble.js';

// A long time-out: each test plays one or more days in the scheduler and in the sandbox.
jest.setTimeout(30_000);
const world = payoutWorld({ funds: 500_000_000n, policy: { selfApproveUpTo: 900_000_000n } });

const payouts = () =>
  world.db.query<{ id: string; state: string; schedule_type: string; payout_date: string }[]>(
    `select id, state, schedule_type, payout_date from payouts.payout order by created_at, id`,
  );
const holds = () =>
  world.db.query<{ reason: string; detail: string; open: boolean; released_by: string | null }[]>(
    `select reason, detail, released_at is null as open, released_by from payouts.hold order by placed_at, id`,
  );
const statements = () =>
  world.db.query<object[]>(
    `select business_date, payout_amount, carried, hold_reason from payouts.statement order by business_date`,
  );
const nextDay = async () => {
  await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
  await world.draft(TOMORROW);
  await world.work();
};

describe('the day of a payout', () => {
  test('after the hours of EXPRESS it goes out the next business day, and everybody is told', async () => {
    const seller = await world.seller(10_000n);
    await world.moveTo(seoul(`${TODAY}T15:00:00`));
    await world.draft();
    await world.work();
    const [payout] = await payouts();
    expect(payout).toMatchObject({ state: 'in_transit', schedule_type: 'SCHEDULED', payout_date: TOMORROW });
    const { id = '' } = payout ?? {};
    expect(await world.heard('payout.rescheduled')).toMatchObject([
      { payoutId: id, sellerId: seller, scheduleType: 'SCHEDULED', from: TODAY, to: TOMORROW },
    ]);
    expect(await world.heard('payout.changed')).toMatchObject([{ scheduleType: 'SCHEDULED', payoutDate: TOMORROW }]);
    const told = await explainPayout(world.db, id, { lang: 'en', audience: 'seller' });
    expect(told).toMatchObject({ scheduleType: 'SCHEDULED', payoutDate: TOMORROW, reason: { date: TOMORROW } });
    expect(told.reason.text).toContain('scheduled');
  });

  test('in the hours of EXPRESS nothing moves and nothing is said', async () => {
    await world.seller(10_000n);
    await world.draft();
    await world.work();
    expect(await payouts()).toMatchObject([{ schedule_type: 'EXPRESS', payout_date: TODAY }]);
    expect(await world.heard('payout.rescheduled')).toEqual([]);
  });

  test('a batch that comes too late for EXPRESS is frozen anew for the next business day, once', async () => {
    await world.sellers(10_000n, 20_000n);
    await world.moveProviderTo(seoul(`${TODAY}T15:00:30`)); // our clock still shows ten o'clock
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ in_transit: 2 });
    expect((await world.atProvider()).map((p) => [p.scheduleType, p.payoutDate])).toEqual([
      ['SCHEDULED', TOMORROW],
      ['SCHEDULED', TOMORROW],
    ]);
    expect(await world.heard('payout.rescheduled')).toMatchObject([
      { from: TODAY, to: TOMORROW },
      { from: TODAY, to: TOMORROW },
    ]);
    const rows = await world.db.query<object[]>(`select rejection_code from payouts.batch order by created_at, id`);
    expect(rows).toHaveLength(2);
  });

  test('a holiday that only the provider knows moves it day by day, then waits for a person', async () => {
    await world.seller(10_000n);
    refuseNext(world, 'NOT_ALLOWED_HOLIDAY', 5);
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ reserved: 1 });
    const moves = await world.heard('payout.rescheduled');
    expect(moves.map(({ from, to }) => [from, to])).toEqual([
      [TODAY, TOMORROW],
      [TOMORROW, '2026-05-13'],
    ]);
    expect(await world.heard('payout-run.blocked')).toMatchObject([
      { code: 'NOT_ALLOWED_HOLIDAY', retryAt: '2026-05-12T00:00:00.000Z' },
    ]);
  });
});

describe('the moment', () => {
  test('what the balance does not cover waits, and what is missing is said once', async () => {
    await world.seller(600_000_000n);
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ reserved: 1 });
    const [told, ...more] = await world.heard('payout-run.waiting-for-balance');
    expect(more).toEqual([]);
    expect(told).toMatchObject({ waiting: '600000000', retryAt: '2026-05-12T00:00:00.000Z' });
    const { entityBody } = await world.sandbox.api.getBalance({});
    expect(BigInt(String(told?.missing))).toBe(600_000_000n - entityBody.availableAmount.minor);
    await world.dispatch(String(told?.runId));
    expect(await world.heard('payout-run.waiting-for-balance')).toHaveLength(1);
  });

  test('a balance that shrank on the way is waited for, too', async () => {
    await world.seller(10_000n);
    refuseNext(world, 'NOT_ENOUGH_AMOUNT', 1);
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ reserved: 1 });
    expect(await world.heard('payout-run.waiting-for-balance')).toMatchObject([{ waiting: '10000', missing: null }]);
    await world.moveTo(seoul(`${TOMORROW}T09:00:00`));
    await world.work();
    expect(await world.states()).toEqual({ in_transit: 1 });
  });

  test('a key that the provider refuses stops nobody’s payout for good, and a person is told', async () => {
    await world.seller(10_000n);
    refuseNext(world, 'UNAUTHORIZED_KEY', 1);
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ reserved: 1 });
    expect(await world.heard('payout-run.blocked')).toMatchObject([{ code: 'UNAUTHORIZED_KEY' }]);
    expect(await holds()).toEqual([]);
  });
});

describe('a payout that came to nothing', () => {
  const fail = async (code: string) => {
    for (const { id } of await world.atProvider())
      await world.sandbox.control.failPayout({ params: { id }, body: { code, message: 'no' } });
    await world.observeAll();
  };

  test('an account that the bank rejects is held until there is another one; then a new payout pays', async () => {
    const seller = await world.seller(50_000n);
    await world.draft();
    await world.work();
    await fail('ACCOUNT_TRANSFER_REJECTED');
    expect(await world.account(seller, 'payable')).toBe(50_000n);
    expect(await world.heard('payout.changed')).toMatchObject([
      { status: 'in_transit', failureClass: null },
      { status: 'failed', failureClass: 'seller_must_act', failureCode: 'ACCOUNT_TRANSFER_REJECTED' },
    ]);
    // A hold that a person placed for another reason does not end with a new account.
    await world.moveTo(seoul(`${TODAY}T10:01:00`));
    const suspected = { scope: 'SELLER', reason: 'FRAUD_SUSPECTED' } as const;
    const hold = await requestHold(world.db, seller, suspected, testAuthor('person:kim'), world.now());
    await nextDay();
    expect(await statements()).toMatchObject([{}, { payout_amount: 0n, hold_reason: 'ACCOUNT_REJECTED' }]);

    await world.db.query(`update onboarding.seller set account_fingerprint = 'another', updated_at = $1`, [
      world.now(),
    ]);
    await world.db.query(`update onboarding.seller set account_held_until = null`);
    await world.moveTo(seoul('2026-05-13T10:00:00'));
    await world.draft('2026-05-13');
    await world.work();
    expect(await holds()).toMatchObject([
      { reason: 'ACCOUNT_REJECTED', open: false, released_by: 'system:policy:mended' },
      { reason: 'FRAUD_SUSPECTED', open: true },
    ]);
    await releaseHold(world.db, hold.id, testAuthor('person:kim'), world.now());
    await world.moveTo(seoul('2026-05-14T10:00:00'));
    await world.draft('2026-05-14');
    await world.work();
    expect((await statements()).slice(2)).toEqual([
      { business_date: '2026-05-13', payout_amount: 0n, carried: 50_000n, hold_reason: 'FRAUD_SUSPECTED' },
      { business_date: '2026-05-14', payout_amount: 50_000n, carried: 0n, hold_reason: null },
    ]);
    const references = (await world.atProvider()).map((p) => p.refPayoutId);
    expect(new Set(references).size).toBe(2);
  });

  test('what nobody can mend holds the seller and calls a person', async () => {
    const seller = await world.seller(10_000n);
    const innocent = await world.seller(20_000n);
    await world.sandbox.api.deleteSeller({ params: { id: await world.providerIdOf(seller) } });
    await world.draft();
    await world.work();
    expect(await world.states()).toEqual({ refused: 1, in_transit: 1 });
    expect(await world.heard('payout.failed-for-good')).toMatchObject([
      { sellerId: seller, amount: '10000', code: 'NOT_FOUND_SELLER' },
    ]);
    expect(await holds()).toMatchObject([{ reason: 'PAYOUT_REFUSED', detail: 'NOT_FOUND_SELLER', open: true }]);
    await nextDay();
    expect([await world.account(seller, 'payable'), await world.account(innocent, 'reserved')]).toEqual([
      10_000n,
      20_000n,
    ]);
  });

  test('a seller whom the provider forbids to pay is paid again once the provider has changed its mind', async () => {
    const seller = await world.seller(10_000n);
    const id = await world.providerIdOf(seller);
    await world.sandbox.control.reviewSellerAgain({ params: { id } });
    await world.draft();
    await world.work();
    expect(await holds()).toMatchObject([{ reason: 'PAYOUT_REFUSED', detail: 'FORBIDDEN_SELLER_PAYOUT', open: true }]);
    expect(await world.heard('payout.failed-for-good')).toEqual([]);
    await world.sandbox.control.finishKyc({ params: { id } });
    await world.moveTo(seoul(`${TOMORROW}T10:00:00`));
    await world.db.query(`update onboarding.seller set updated_at = $1`, [world.now()]);
    await nextDay();
    expect(await world.states()).toEqual({ refused: 1, in_transit: 1 });
  });

  test('a failure of the bank’s day is paid with the next statement, without a hold', async () => {
    const seller = await world.seller(10_000n);
    await world.draft();
    await world.work();
    await fail('BANK_MAINTENANCE');
    expect(await holds()).toEqual([]);
    await nextDay();
    expect(await world.states()).toEqual({ failed: 1, in_transit: 1 });
    expect(await world.account(seller, 'reserved')).toBe(10_000n);
  });

  /** Drafts a day's statements and ends their payouts as `ending` says. */
  const day = async (date: string, ending: 'paid' | 'failed') => {
    await world.moveTo(seoul(`${date}T10:00:00`));
    await world.draft(date);
    await world.work();
    const open = await world.db.query<{ id: string }[]>(
      `select provider_payout_id as id from payouts.payout where state = 'in_transit'`,
    );
    for (const { id } of open)
      await (ending === 'paid'
        ? world.sandbox.control.completePayout({ params: { id } })
        : world.sandbox.control.failPayout({ params: { id }, body: { code: 'BANK_MAINTENANCE', message: 'no' } }));
    await world.observeAll();
  };

  test('three statements in a row that came back are no bank’s bad day: the seller is held, and a person is called', async () => {
    const seller = await world.seller(10_000n);
    await day(TODAY, 'failed');
    await day(TOMORROW, 'failed');
    expect(await holds()).toEqual([]);
    expect(await world.heard('payout.failed-for-good')).toEqual([]);
    await day('2026-05-13', 'failed');
    expect(await holds()).toMatchObject([{ reason: 'PAYOUT_REFUSED', detail: 'BANK_MAINTENANCE', open: true }]);
    expect(await world.heard('payout.failed-for-good')).toMatchObject([
      { sellerId: seller, amount: '10000', code: 'BANK_MAINTENANCE' },
    ]);
    const told = (await world.heard('payout.changed')).filter((news) => news['status'] === 'failed');
    expect(told.map((news) => news['failureClass'])).toEqual(['retry', 'retry', 'terminal']);
    await day('2026-05-14', 'paid');
    expect(await world.states()).toEqual({ failed: 3 });
    expect(await world.account(seller, 'payable')).toBe(10_000n);
  });

  test('failures count in a row: not past a payout that arrived, nor past a change of the account', async () => {
    const seller = await world.seller(10_000n);
    for (const date of [TODAY, TOMORROW]) await day(date, 'failed');
    await day('2026-05-13', 'paid');
    await sellerHas(world.db, seller, 10_000n);
    for (const date of ['2026-05-14', '2026-05-15']) await day(date, 'failed');
    await world.db.query(`update onboarding.seller set account_fingerprint = 'another'`);
    await world.db.query(`update onboarding.seller set account_held_until = null`);
    for (const date of ['2026-05-18', '2026-05-19']) await day(date, 'failed');
    expect(await holds()).toEqual([]);
    await day('2026-05-20', 'paid');
    expect(await world.states()).toEqual({ failed: 6, paid: 2 });
  });

  test('money that comes back after it was paid is payable again, on its statement, and the seller is held', async () => {
    const seller = await world.seller(10_000n);
    await world.draft();
    await world.work();
    for (const { id } of await world.atProvider()) await world.sandbox.control.completePayout({ params: { id } });
    await world.observeAll();
    expect(await world.states()).toEqual({ paid: 1 });
    await world.observeAll(returning(world.provider().api));
    await world.observeAll(returning(world.provider().api));
    expect(await world.states()).toEqual({ returned: 1 });
    expect(await world.account(seller, 'payable')).toBe(10_000n);
    expect(await holds()).toMatchObject([{ reason: 'ACCOUNT_REJECTED', detail: 'FAILED', open: true }]);
    await nextDay();
    expect(await statements()).toMatchObject([
      { payout_amount: 10_000n },
      { payout_amount: 0n, carried: 10_000n, hold_reason: 'ACCOUNT_REJECTED' },
    ]);
    const lines = await world.db.query<object[]>(
      `select l.amount from payouts.statement_line l join payouts.statement s on s.id = l.statement_id
        where s.business_date = $1 and l.posting_key like 'payout.returned/%'`,
      [TOMORROW],
    );
    expect(lines).toEqual([{ amount: 10_000n }]);
  });
});

/** A provider whose bank returns the money days after COMPLETED; the sandbox's published lifecycle has no such step. */
const returning = (api: ProviderApi): ProviderApi => ({
  ...api,
  getPayout: async (input) => {
    const answer = await api.getPayout(input);
    return { ...answer, entityBody: { ...answer.entityBody, status: 'FAILED', error: null } };
  },
});
